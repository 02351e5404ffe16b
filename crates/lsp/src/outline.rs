//! A rule file as a whole: its clauses, their folds and colours, what is said beside the text, and its canonical form.

use std::collections::HashMap;

use lsp_server::ErrorCode;
use lsp_types::{
    DocumentFormattingParams, DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse,
    FoldingRange, FoldingRangeKind, FoldingRangeParams, InlayHint, InlayHintLabel, InlayHintParams,
    Location, SemanticToken, SemanticTokenType, SemanticTokens, SemanticTokensParams,
    SymbolInformation, SymbolKind, TextEdit, WorkspaceSymbolParams,
};
use qili_lang::check::Class;
use qili_lang::format::faithful;
use qili_lang::mentions::{Role, mentions};
use qili_lang::syntax::{Clause, Effect, Span};
use qili_lang::tokens::{self, Sort};
use qili_words::{Language, Localized};

use crate::analysis::Analysis;
use crate::answer::{Result, failed};
use crate::complete::{Match, matches};
use crate::diagnose::is_rules;
use crate::edits::between;
use crate::hover::name_in;
use crate::names::At;
use crate::path;
use crate::position::Lines;
use crate::sheets;
use crate::world::World;

/// A rule file as a request names it.
fn file(world: &World, uri: &lsp_types::Uri) -> Option<At> {
    let path = path::path(uri);
    let lines = world.lines(&path)?;
    At::in_file(world, path, lines, 0)
}

// --- its canonical form

/// The edits that give a file its canonical form: none where it has it, or cannot be read.
pub(crate) fn format(
    world: &World,
    params: DocumentFormattingParams,
) -> Result<Option<Vec<TextEdit>>> {
    let Some(at) = file(world, &params.text_document.uri) else {
        return Ok(None);
    };
    if !at.parsed.mistakes.is_empty() {
        return Ok(None);
    }
    let own = at.parsed.file.language;
    let formatted = faithful(&at.path.display().to_string(), &at.parsed.file, own);
    let formatted = formatted.map_err(|error| {
        let message = match world.language() {
            Language::Chinese => error.chinese().message,
            Language::English => error.to_string(),
        };
        failed(ErrorCode::RequestFailed, message)
    })?;
    let mark = if at.lines.text().starts_with('\u{feff}') {
        "\u{feff}"
    } else {
        ""
    };
    let formatted = format!("{mark}{}", formatted.replace('\n', at.lines.line_end()));
    Ok(Some(between(&at.lines, &formatted).into_iter().collect()))
}

// --- its clauses

/// The clauses of a rule file, the fields of another.
#[allow(deprecated, reason = "the struct has a field that is")]
pub(crate) fn symbols(
    world: &World,
    params: DocumentSymbolParams,
) -> Option<DocumentSymbolResponse> {
    let Some(at) = file(world, &params.text_document.uri) else {
        let symbols = sheets::symbols(world, &path::path(&params.text_document.uri))?;
        return Some(DocumentSymbolResponse::Nested(symbols));
    };
    let symbols = at.parsed.file.clauses.iter().map(|clause| DocumentSymbol {
        name: heading(clause, world.language()),
        detail: None,
        kind: kind(clause),
        tags: None,
        deprecated: None,
        range: at.lines.range(clause.span),
        selection_range: at.lines.range(clause.article.span),
        children: None,
    });
    Some(DocumentSymbolResponse::Nested(symbols.collect()))
}

/// The clauses of all editions that a word fits.
#[allow(deprecated, reason = "the struct has a field that is")]
pub(crate) fn everywhere(world: &World, params: WorkspaceSymbolParams) -> Vec<SymbolInformation> {
    /// How many are told at once.
    const MOST: usize = 200;
    let mut found: Vec<(Match, SymbolInformation)> = Vec::new();
    for folder in world.folders.iter() {
        let analysis = world.analysis(folder);
        for path in analysis.own_files() {
            let (Some(parsed), Some(lines), Some(uri)) =
                (world.parsed(&path), world.lines(&path), world.uri(&path))
            else {
                continue;
            };
            for clause in &parsed.file.clauses {
                let title = [&clause.title.zh, &clause.title.en];
                let words = [&clause.article.text]
                    .into_iter()
                    .chain(title)
                    .map(String::as_str);
                let Some(fit) = matches(&params.query, words, world.options.pinyin) else {
                    continue;
                };
                let information = SymbolInformation {
                    name: heading(clause, world.language()),
                    kind: kind(clause),
                    tags: None,
                    deprecated: None,
                    location: Location::new(uri.clone(), lines.range(clause.article.span)),
                    container_name: Some(analysis.id().to_owned()),
                };
                found.push((fit, information));
            }
        }
    }
    found.sort_by_key(|(fit, _)| *fit);
    found
        .into_iter()
        .take(MOST)
        .map(|(_, information)| information)
        .collect()
}

fn heading(clause: &Clause, language: Language) -> String {
    format!("{} {}", clause.article.text, clause.title.get(language))
        .trim_end()
        .to_owned()
}

fn kind(clause: &Clause) -> SymbolKind {
    match &clause.effect {
        None => SymbolKind::NULL,
        Some(effect) => match effect {
            Effect::Board { .. } => SymbolKind::MODULE,
            Effect::Zone { .. } => SymbolKind::NAMESPACE,
            Effect::Piece(_) => SymbolKind::OBJECT,
            Effect::Unit { .. } | Effect::Worth { .. } => SymbolKind::NUMBER,
            Effect::Result { .. } => SymbolKind::ENUM_MEMBER,
            Effect::Search(_) => SymbolKind::METHOD,
            Effect::Define { .. } => SymbolKind::FUNCTION,
            Effect::Situation { .. } => SymbolKind::STRUCT,
            Effect::Nature(_) => SymbolKind::CLASS,
            Effect::Quality { .. } => SymbolKind::PROPERTY,
            Effect::Pattern { .. } => SymbolKind::INTERFACE,
            Effect::Exception { .. } => SymbolKind::OPERATOR,
            Effect::Ruling { .. } | Effect::Ending(_) => SymbolKind::EVENT,
            Effect::Facing { .. } | Effect::Discount { .. } | Effect::Severity { .. } => {
                SymbolKind::KEY
            }
        },
    }
}

/// What can be folded: clauses or fields, and comments of several lines.
pub(crate) fn folds(world: &World, params: FoldingRangeParams) -> Option<Vec<FoldingRange>> {
    let Some(at) = file(world, &params.text_document.uri) else {
        return sheets::folds(world, &path::path(&params.text_document.uri));
    };
    let fold = |span: Span, kind: Option<FoldingRangeKind>| {
        let range = at.lines.range(span);
        (range.end.line > range.start.line).then_some(FoldingRange {
            start_line: range.start.line,
            end_line: range.end.line,
            kind,
            ..FoldingRange::default()
        })
    };
    let clauses = at.parsed.file.clauses.iter().map(|clause| clause.span);
    let mut folds: Vec<FoldingRange> = clauses.filter_map(|span| fold(span, None)).collect();
    let mut block: Option<Span> = None;
    let text = at.lines.text();
    let comments = tokens::tokens(text)
        .into_iter()
        .filter(|token| token.sort == Sort::Comment);
    for comment in comments {
        let follows = block.is_some_and(|block| {
            let between = &text[block.end..comment.span.start];
            between.trim().is_empty() && between.matches('\n').count() == 1
        });
        match &mut block {
            Some(block) if follows => block.end = comment.span.end,
            _ => {
                folds.extend(block.and_then(|span| fold(span, Some(FoldingRangeKind::Comment))));
                block = Some(comment.span);
            }
        }
    }
    folds.extend(block.and_then(|span| fold(span, Some(FoldingRangeKind::Comment))));
    folds.sort_by_key(|fold| fold.start_line);
    Some(folds)
}

// --- its colours

/// The sorts of words, in the order in which answers number them.
pub(crate) const LEGEND: [SemanticTokenType; 15] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::MACRO,
    SemanticTokenType::TYPE,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::DECORATOR,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::COMMENT,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::CLASS,
    SemanticTokenType::INTERFACE,
    SemanticTokenType::NAMESPACE,
    SemanticTokenType::METHOD,
    SemanticTokenType::STRUCT,
];

/// Every word with its sort.
pub(crate) fn tokens(world: &World, params: SemanticTokensParams) -> Option<SemanticTokens> {
    let at = file(world, &params.text_document.uri)?;
    let mut names: HashMap<usize, SemanticTokenType> = HashMap::new();
    for clause in &at.parsed.file.clauses {
        for mention in mentions(clause) {
            let class = match mention.role {
                Role::Declares(class) => Some(class),
                Role::Uses(_) => at
                    .analysis
                    .as_ref()
                    .and_then(|analysis| analysis.resolve(&mention)?.0),
                _ => None,
            };
            let sort = match class {
                Some(Class::Word) => SemanticTokenType::FUNCTION,
                Some(Class::Nature) => SemanticTokenType::CLASS,
                Some(Class::Pattern) => SemanticTokenType::INTERFACE,
                Some(Class::Zone) => SemanticTokenType::NAMESPACE,
                Some(Class::Search | Class::Result) => SemanticTokenType::METHOD,
                Some(Class::Situation) => SemanticTokenType::STRUCT,
                None => continue,
            };
            names.insert(mention.span.start, sort);
        }
    }
    let mut data = Vec::new();
    let mut last = (0, 0);
    let mut known = (0, at.lines.position(0));
    for token in tokens::tokens(at.lines.text()) {
        let sort = match token.sort {
            Sort::Keyword => SemanticTokenType::KEYWORD,
            Sort::Word => SemanticTokenType::MACRO,
            Sort::Type => SemanticTokenType::TYPE,
            Sort::Article => SemanticTokenType::DECORATOR,
            Sort::Number => SemanticTokenType::NUMBER,
            Sort::Text => SemanticTokenType::STRING,
            Sort::Comment => SemanticTokenType::COMMENT,
            Sort::Sign => SemanticTokenType::OPERATOR,
            Sort::Name => names
                .get(&token.span.start)
                .cloned()
                .unwrap_or(SemanticTokenType::VARIABLE),
        };
        let number = LEGEND.iter().position(|known| *known == sort).unwrap_or(0);
        for piece in by_lines(&at.lines, token.span) {
            let start = at.lines.position_behind(known, piece.start);
            known = (piece.start, start);
            let length = at
                .lines
                .encoding()
                .length(&at.lines.text()[piece.start..piece.end]);
            let on_line = start.line == last.0;
            data.push(SemanticToken {
                delta_line: start.line - last.0,
                delta_start: start.character - if on_line { last.1 } else { 0 },
                length,
                token_type: u32::try_from(number).unwrap_or_default(),
                token_modifiers_bitset: 0,
            });
            last = (start.line, start.character);
        }
    }
    Some(SemanticTokens {
        result_id: None,
        data,
    })
}

/// A span, line by line, without what ends the lines.
fn by_lines(lines: &Lines, span: Span) -> Vec<Span> {
    let text = &lines.text()[span.start..span.end];
    let mut pieces = Vec::new();
    let mut at = span.start;
    for line in text.split_inclusive(['\n', '\r']) {
        let end = at + line.trim_end_matches(['\n', '\r']).len();
        if end > at {
            pieces.push(Span { start: at, end });
        }
        at += line.len();
    }
    pieces
}

// --- what is said beside the text

/// The titles of articles and the names in the reader's language, beside those that are not in it.
pub(crate) fn hints(world: &World, params: InlayHintParams) -> Option<Vec<InlayHint>> {
    let Some(at) = file(world, &params.text_document.uri) else {
        return crate::cases::hints(world, &params);
    };
    let wanted = at.lines.span(params.range);
    let analysis = at.analysis.as_ref()?;
    let language = world.language();
    let mut hints = Vec::new();
    let clauses = at.parsed.file.clauses.iter();
    for clause in
        clauses.filter(|clause| clause.span.end >= wanted.start && clause.span.start <= wanted.end)
    {
        for mention in mentions(clause) {
            let in_view = mention.span.end >= wanted.start && mention.span.start <= wanted.end;
            let label = match mention.role {
                Role::Article => title(analysis, mention.text, language),
                Role::Uses(_) if mention.text.is_ascii() != (language == Language::English) => {
                    let there = analysis.resolve(&mention).map(|(_, there)| &there.clause);
                    there
                        .and_then(|there| name_in(there, language))
                        .map(str::to_owned)
                }
                _ => None,
            };
            if let Some(label) = label.filter(|label| in_view && !label.is_empty()) {
                hints.push(hint(&at.lines, mention.span.end, label));
            }
        }
    }
    Some(hints)
}

fn title(analysis: &Analysis, article: &str, language: Language) -> Option<String> {
    let title = &analysis.article(article)?.clause.title;
    Some(title.get(language).to_owned())
}

/// Something said behind a place.
pub(crate) fn hint(lines: &Lines, behind: usize, label: String) -> InlayHint {
    InlayHint {
        position: lines.position(behind),
        label: InlayHintLabel::String(label),
        kind: None,
        text_edits: None,
        tooltip: None,
        padding_left: Some(true),
        padding_right: Some(false),
        data: None,
    }
}

/// Whether a path is one of a rule file of an edition.
pub(crate) fn rules(world: &World, uri: &lsp_types::Uri) -> Option<At> {
    let path = path::path(uri);
    if !is_rules(&path) {
        return None;
    }
    file(world, uri).filter(|at| at.analysis.is_some())
}
