//! Commands: each answers with a text that is shown as a document of its own.

use std::path::Path;

use lsp_server::ErrorCode;
use lsp_types::{CodeAction, ExecuteCommandParams};
use qili_lang::format::format;
use qili_review::diff::{Opened, Pair, difference, markdown};
use qili_words::Language;

use crate::answer::{Answer, Page, Result, failed};
use crate::fixes::offered;
use crate::hover::other;
use crate::names::{At, base};
use crate::path;
use crate::work::Wanted;
use crate::world::World;
use crate::{figures, told};

/// The figures that a clause decides, and its changes that no figure notices: address of a file, article.
pub(crate) const DECIDES: &str = "qili.decides";
/// What follows from what is being typed: address of a file.
pub(crate) const CONSEQUENCES: &str = "qili.consequences";
/// A file in the keywords of the other language: address of the file.
pub(crate) const TRANSLATE: &str = "qili.translate";
/// Every command.
pub(crate) const ALL: [&str; 3] = [DECIDES, CONSEQUENCES, TRANSLATE];

/// The commands that can be given in a file, at a place in it if it is one of rules.
pub(crate) fn actions(world: &World, path: &Path, at: Option<&At>) -> Vec<CodeAction> {
    let language = world.language();
    let Some(uri) = world.uri(path) else {
        return Vec::new();
    };
    let uri = uri.as_str();
    let mut actions = Vec::new();
    if let Some(at) = at {
        let title = match at.parsed.file.language {
            Language::Chinese => language.of(
                "用英文关键词显示本文件",
                "Show this file in English keywords",
            ),
            Language::English => language.of(
                "用中文关键词显示本文件",
                "Show this file in Chinese keywords",
            ),
        };
        actions.push(offered(title.to_owned(), TRANSLATE, &[uri]));
    }
    if world.edition_of(path).is_none() {
        return actions;
    }
    let title = language.of("这次改动的后果", "Consequences of this change");
    actions.push(offered(title.to_owned(), CONSEQUENCES, &[uri]));
    let clause = at
        .and_then(At::clause)
        .filter(|clause| clause.effect.is_some());
    if let Some(clause) = clause {
        let article = &clause.article.text;
        let title = match language {
            Language::Chinese => format!("条 {article} 决定哪些判例"),
            Language::English => format!("Figures that clause {article} decides"),
        };
        actions.push(offered(title, DECIDES, &[uri, article]));
    }
    actions
}

/// Carries out a command.
pub(crate) fn execute(
    world: &World,
    params: &ExecuteCommandParams,
    wanted: &Wanted,
) -> Result<Answer> {
    let argument = |index: usize| {
        params
            .arguments
            .get(index)
            .and_then(serde_json::Value::as_str)
    };
    let missing = || {
        failed(
            ErrorCode::InvalidParams,
            "the command needs the address of a file",
        )
    };
    let uri = argument(0)
        .and_then(|uri| uri.parse().ok())
        .ok_or_else(missing)?;
    let path = path::path(&uri);
    let page = match params.command.as_str() {
        DECIDES => figures::page(world, &path, argument(1).unwrap_or_default(), wanted)?,
        CONSEQUENCES => consequences(world, &path)?,
        TRANSLATE => translated(world, &path)?,
        unknown => {
            return Err(failed(
                ErrorCode::InvalidParams,
                format!("there is no command `{unknown}`"),
            ));
        }
    };
    Ok(Answer::Page(page))
}

/// The stem of a file's name.
fn stem(path: &Path) -> String {
    path.file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn translated(world: &World, path: &Path) -> Result<Page> {
    let language = world.language();
    let refuse = |zh: &str, en: &str| failed(ErrorCode::RequestFailed, language.of(zh, en));
    let parsed = world
        .parsed(path)
        .filter(|_| crate::diagnose::is_rules(path));
    let parsed = parsed.ok_or_else(|| refuse("这不是规则文件", "this is no rule file"))?;
    if !parsed.mistakes.is_empty() {
        return Err(refuse(
            "文件有错，先改正",
            "the file has mistakes; mend them first",
        ));
    }
    let to = other(parsed.file.language);
    Ok(Page {
        name: format!("{}.{to}.rule", stem(path)),
        text: format(&parsed.file, to),
    })
}

/// What differs, and what comes out otherwise, between what is being typed and what is saved; where nothing is unsaved,
/// between the edition and the one that it amends.
fn consequences(world: &World, path: &Path) -> Result<Page> {
    let language = world.language();
    let refuse = |zh: &str, en: &str| failed(ErrorCode::RequestFailed, language.of(zh, en));
    let folder = world
        .edition_of(path)
        .ok_or_else(|| refuse("文件不属于任何版本", "the file belongs to no edition"))?;
    let wrong = |error: &qili_edition::EditionError| {
        let told = told::edition(error, language);
        failed(
            ErrorCode::RequestFailed,
            told.first()
                .map(|told| told.message.clone())
                .unwrap_or_default(),
        )
    };
    let typed = Opened::of(&world.folder(&folder)).map_err(|error| wrong(&error))?;
    let old = match world.unsaved(&folder) {
        true => {
            let mut saved = Opened::of(&world.saved(&folder)).map_err(|error| wrong(&error))?;
            saved.label = format!("{}{}", saved.label, language.of("（已存）", " (saved)"));
            saved
        }
        false => {
            let analysis = world.analysis(&folder);
            let base = base(world, &analysis).ok_or_else(|| {
                refuse(
                    "没有未存的改动，也不增改任何版本",
                    "nothing is unsaved, and the edition amends none",
                )
            })?;
            Opened::of(&world.folder(&base.folder)).map_err(|error| wrong(&error))?
        }
    };
    let pair = Pair { old, new: typed };
    let found = difference(&pair, language).map_err(|error| wrong(&error))?;
    Ok(Page {
        name: format!("{}.md", language.of("后果", "consequences")),
        text: markdown(&found, language),
    })
}
