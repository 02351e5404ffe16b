//! What the server can do, and which module answers what.

use lsp_server::{ErrorCode, ResponseError};
use lsp_types::request::{self, Request};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    CompletionOptions, DiagnosticOptions, DiagnosticServerCapabilities, ExecuteCommandOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, OneOf, RenameOptions, SaveOptions,
    SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions,
    SemanticTokensServerCapabilities, ServerCapabilities, SignatureHelpOptions,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    TextDocumentSyncSaveOptions, WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities,
    WorkspaceServerCapabilities,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::diagnose::{self, Slow};
use crate::work::Wanted;
use crate::world::{Options, World};
use crate::{commands, complete, figures, fixes, hover, names, outline};

/// An answer.
#[derive(Debug)]
pub(crate) enum Answer {
    /// As the protocol has it.
    Value(Value),
    /// A text for the reader, to be shown as a document of its own.
    Page(Page),
}

/// A text for the reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Page {
    /// A name for it, as that of a file.
    pub(crate) name: String,
    /// The text.
    pub(crate) text: String,
}

impl Page {
    /// What a client without documents to show gets.
    pub(crate) fn value(&self) -> Value {
        json!({ "name": self.name, "text": self.text })
    }
}

/// What came of a request.
pub(crate) type Result<T> = std::result::Result<T, ResponseError>;

/// Why there is no answer.
pub(crate) fn failed(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError {
        code: code as i32,
        message: message.into(),
        data: None,
    }
}

/// How long an answer may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// It waits for nothing.
    Quick,
    /// It judges the cases of a clause, perhaps.
    Explains,
    /// It judges many.
    Slow,
}

/// How long the answer to a request may take.
pub(crate) fn pace(method: &str) -> Pace {
    match method {
        request::HoverRequest::METHOD | request::GotoImplementation::METHOD => Pace::Explains,
        request::CodeLensResolve::METHOD | request::ExecuteCommand::METHOD => Pace::Slow,
        _ => Pace::Quick,
    }
}

/// Answers a request.
pub(crate) fn answer(
    world: &World,
    method: &str,
    params: Value,
    known: &[Slow],
    wanted: &Wanted,
) -> Result<Answer> {
    let value = match method {
        request::DocumentDiagnosticRequest::METHOD => {
            return with(params, |params| diagnose::pulled(world, params, known));
        }
        request::HoverRequest::METHOD => {
            return with(params, |params| hover::hover(world, params, wanted));
        }
        request::Completion::METHOD => {
            return with(params, |params| complete::complete(world, params));
        }
        request::SignatureHelpRequest::METHOD => {
            return with(params, |params| complete::signature(world, params));
        }
        request::GotoDefinition::METHOD => {
            return with(params, |params| names::definition(world, params));
        }
        request::GotoImplementation::METHOD => {
            return with(params, |params| names::cases(world, params));
        }
        request::References::METHOD => {
            return with(params, |params| names::references(world, params));
        }
        request::DocumentHighlightRequest::METHOD => {
            return with(params, |params| names::highlights(world, params));
        }
        request::PrepareRenameRequest::METHOD => {
            with_result(params, |params| names::prepare(world, params))
        }
        request::Rename::METHOD => with_result(params, |params| names::rename(world, params)),
        request::Formatting::METHOD => with_result(params, |params| outline::format(world, params)),
        request::DocumentSymbolRequest::METHOD => {
            return with(params, |params| outline::symbols(world, params));
        }
        request::WorkspaceSymbolRequest::METHOD => {
            return with(params, |params| outline::everywhere(world, params));
        }
        request::FoldingRangeRequest::METHOD => {
            return with(params, |params| outline::folds(world, params));
        }
        request::SemanticTokensFullRequest::METHOD => {
            return with(params, |params| outline::tokens(world, params));
        }
        request::InlayHintRequest::METHOD => {
            return with(params, |params| outline::hints(world, params));
        }
        request::CodeActionRequest::METHOD => {
            return with(params, |params| fixes::actions(world, params));
        }
        request::CodeLensRequest::METHOD => {
            return with(params, |params| figures::lenses(world, params));
        }
        request::CodeLensResolve::METHOD => {
            return with(params, |lens| figures::resolve(world, lens, wanted));
        }
        request::ExecuteCommand::METHOD => {
            let params = read(params)?;
            return commands::execute(world, &params, wanted);
        }
        _ => Err(failed(
            ErrorCode::MethodNotFound,
            format!("`{method}` is not known"),
        )),
    };
    value.map(Answer::Value)
}

fn read<P: DeserializeOwned>(params: Value) -> Result<P> {
    serde_json::from_value(params)
        .map_err(|error| failed(ErrorCode::InvalidParams, error.to_string()))
}

fn with<P: DeserializeOwned, T: serde::Serialize>(
    params: Value,
    answer: impl FnOnce(P) -> T,
) -> Result<Answer> {
    with_result(params, |params| Ok(answer(params))).map(Answer::Value)
}

fn with_result<P: DeserializeOwned, T: serde::Serialize>(
    params: Value,
    answer: impl FnOnce(P) -> Result<T>,
) -> Result<Value> {
    let value = answer(read(params)?)?;
    serde_json::to_value(value).map_err(|error| failed(ErrorCode::InternalError, error.to_string()))
}

/// What the server says of itself when it begins.
pub(crate) fn abilities(options: &Options, pulls: bool) -> Value {
    let nothing = WorkDoneProgressOptions::default();
    let capabilities = ServerCapabilities {
        position_encoding: Some(options.encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
                    include_text: Some(false),
                })),
                ..TextDocumentSyncOptions::default()
            },
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(
                [" ", "(", "（", ":", "：", ",", "，", "[", "."]
                    .map(str::to_owned)
                    .to_vec(),
            ),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(["(", "（", ",", "，"].map(str::to_owned).to_vec()),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        implementation_provider: Some(lsp_types::ImplementationProviderCapability::Simple(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: nothing,
        })),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: SemanticTokensLegend {
                    token_types: outline::LEGEND.to_vec(),
                    token_modifiers: Vec::new(),
                },
                range: None,
                full: Some(SemanticTokensFullOptions::Bool(true)),
                work_done_progress_options: nothing,
            },
        )),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![
                CodeActionKind::QUICKFIX,
                CodeActionKind::REFACTOR,
                CodeActionKind::SOURCE,
            ]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(true),
        }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: commands::ALL.map(str::to_owned).to_vec(),
            work_done_progress_options: nothing,
        }),
        diagnostic_provider: pulls.then(|| {
            DiagnosticServerCapabilities::Options(DiagnosticOptions {
                identifier: Some("qili".to_owned()),
                inter_file_dependencies: true,
                workspace_diagnostics: false,
                work_done_progress_options: nothing,
            })
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        ..ServerCapabilities::default()
    };
    json!({
        "capabilities": capabilities,
        "serverInfo": { "name": "qili", "version": env!("CARGO_PKG_VERSION") },
    })
}
