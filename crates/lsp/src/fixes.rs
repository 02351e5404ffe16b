//! What can be done about what is wrong: every fix has been tried before it is offered.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Command, Diagnostic,
    NumberOrString,
};
use qili_lang::parse::{ParseError, mixed_keywords};
use qili_lang::syntax::{Remark, Span};
use qili_lang::tokens::{Sort, tokens};
use qili_words::Language;
use serde_json::json;

use crate::commands;
use crate::diagnose::quick;
use crate::edits::{Changes, replaced};
use crate::names::{At, holds, workspace_edit};
use crate::path;
use crate::position::Lines;
use crate::world::World;

/// How many words of an advice are tried.
const MOST_TRIED: usize = 4;
/// How many diagnostics of one request are looked at.
const MOST_WRONG: usize = 8;

/// Fixes of what is wrong in a range, and what else can be done there.
pub(crate) fn actions(world: &World, params: CodeActionParams) -> Vec<CodeActionOrCommand> {
    let path = path::path(&params.text_document.uri);
    let Some(lines) = world.lines(&path) else {
        return Vec::new();
    };
    let own = |one: &&Diagnostic| one.source.as_deref() == Some("qili");
    let wrong = params
        .context
        .diagnostics
        .iter()
        .filter(own)
        .take(MOST_WRONG);
    let mut actions: Vec<CodeAction> = wrong
        .flat_map(|wrong| fixes(world, &path, &lines, wrong))
        .collect();
    actions.extend(crate::cases::accept(world, &path));
    let span = lines.span(params.range);
    let at = At::in_file(world, path.clone(), Arc::clone(&lines), span.start);
    actions.extend(at.as_ref().and_then(|at| says(world, at)));
    actions.extend(commands::actions(world, &path, at.as_ref()));
    let wanted = |kind: &Option<CodeActionKind>| {
        let (Some(only), Some(kind)) = (&params.context.only, kind) else {
            return true;
        };
        only.iter()
            .any(|only| kind.as_str().starts_with(only.as_str()))
    };
    let wanted = actions.into_iter().filter(|action| wanted(&action.kind));
    wanted.map(CodeActionOrCommand::CodeAction).collect()
}

/// The fixes of one thing that is wrong: what the advice about it says must be written, tried.
fn fixes(world: &World, path: &Path, lines: &Lines, wrong: &Diagnostic) -> Vec<CodeAction> {
    let span = lines.span(wrong.range);
    let mut edits = Vec::new();
    let help = wrong.message.split_once('\n').map_or("", |(_, help)| help);
    let words: Vec<&str> = help.split('`').skip(1).step_by(2).collect();
    for word in words
        .iter()
        .take(MOST_TRIED)
        .filter(|word| !word.contains('…'))
    {
        edits.push((place(lines.text(), span, word), (*word).to_owned()));
    }
    let written = &lines.text()[span.start..span.end];
    if words.first() == Some(&written) {
        // the advice is to leave it out
        edits.insert(0, (span, String::new()));
    }
    let begins = lines.text()[span.start..].chars().next();
    let file = world
        .parsed(path)
        .filter(|_| crate::diagnose::is_rules(path));
    if let (Some('"' | '“' | '「' | '＂'), Some(file)) = (begins, file) {
        let start = Span {
            end: span.start,
            ..span
        };
        let says = file.file.language.of("释 ", "says ");
        edits.push((start, says.to_owned()));
    }
    let mut fixes: Vec<CodeAction> = Vec::new();
    for (span, new) in edits {
        if !mends(world, path, lines, wrong, &(span, new.clone())) {
            continue;
        }
        let title = match (new.trim(), world.language()) {
            ("", Language::Chinese) => format!("去掉 `{written}`"),
            ("", Language::English) => format!("Leave out `{written}`"),
            (new, Language::Chinese) => format!("写作 `{new}`"),
            (new, Language::English) => format!("Write `{new}`"),
        };
        let changes = Changes::from([(path.to_owned(), vec![(span, new)])]);
        fixes.push(CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![wrong.clone()]),
            edit: workspace_edit(world, &changes),
            is_preferred: Some(fixes.is_empty()),
            ..CodeAction::default()
        });
    }
    fixes
}

/// Where a word that must be written belongs: in the place of what is wrong, or of the word before it, if it is that word
/// put apart.
fn place(text: &str, wrong: Span, word: &str) -> Span {
    let joined: String = word.split_whitespace().collect();
    let before = text[..wrong.start].trim_end();
    if joined != word && before.ends_with(&joined) {
        return Span {
            start: before.len() - joined.len(),
            end: before.len(),
        };
    }
    if joined != word && text[wrong.start..].starts_with(&joined) {
        return Span {
            end: wrong.start + joined.len(),
            ..wrong
        };
    }
    wrong
}

/// Whether an edit mends what is wrong and breaks nothing.
fn mends(
    world: &World,
    path: &Path,
    lines: &Lines,
    wrong: &Diagnostic,
    edit: &(Span, String),
) -> bool {
    let text: Arc<str> = replaced(lines.text(), std::slice::from_ref(edit)).into();
    let trial = world.with([(path.to_owned(), Arc::clone(&text))]);
    if wrong.code
        == Some(NumberOrString::String(
            "qili::rule::mixed_language".to_owned(),
        ))
    {
        let mixed = |text: &str| {
            mixed_keywords("", text)
                .iter()
                .map(ParseError::to_string)
                .collect::<Vec<_>>()
        };
        let (before, after) = (mixed(lines.text()), mixed(&text));
        let parsed = trial.parsed(path);
        return after != before && parsed.is_some_and(|parsed| parsed.mistakes.is_empty());
    }
    let folder = world.edition_of(path).unwrap_or_else(|| path.to_owned());
    let told = |world: &World| -> Vec<(PathBuf, Diagnostic)> { quick(world, &folder) };
    let (before, after) = (told(world), told(&trial));
    let same = |one: &Diagnostic| one.code == wrong.code && one.range.start == wrong.range.start;
    let is_there = before.iter().any(|(there, one)| there == path && same(one));
    let is_gone = !after.iter().any(|(there, one)| there == path && same(one));
    let Some(new) = trial.lines(path) else {
        return false;
    };
    // nothing new is wrong where the edit was made
    let (start, end) = (edit.0.start, edit.0.start + edit.1.len());
    let breaks = after.iter().any(|(there, one)| {
        let span = new.span(one.range);
        there == path
            && span.start <= end
            && start <= span.end
            && !before.contains(&(there.clone(), one.clone()))
    });
    is_there && is_gone && !breaks
}

/// The action that adds what a clause says in words, where it does not.
fn says(world: &World, at: &At) -> Option<CodeAction> {
    let clause = at.clause()?;
    let has = clause
        .remarks
        .iter()
        .any(|remark| matches!(remark, Remark::Says(_)));
    if has || clause.effect.is_none() {
        return None;
    }
    let text = at.lines.text();
    let quoted = tokens(text)
        .into_iter()
        .filter(|token| token.sort == Sort::Text);
    let titles = quoted.filter(|token| holds(clause.span, token.span.start));
    let brace = |from: usize| {
        let rest = &text[from..];
        let at = rest.find(|c: char| !c.is_whitespace())?;
        let mark = rest[at..]
            .chars()
            .next()
            .filter(|c| matches!(c, '{' | '｛'))?;
        Some(from + at + mark.len_utf8())
    };
    let open = titles.filter_map(|token| brace(token.span.end)).next()?;
    let language = at.parsed.file.language;
    let new = format!(
        "{}  {} \"…\"",
        at.lines.line_end(),
        language.of("释", "says")
    );
    let changes = Changes::from([(
        at.path.clone(),
        vec![(
            Span {
                start: open,
                end: open,
            },
            new,
        )],
    )]);
    let title = match world.language() {
        Language::Chinese => "加上“释”：用自己的话说这一条".to_owned(),
        Language::English => "Add `says`: what the clause says, in words".to_owned(),
    };
    Some(CodeAction {
        title,
        kind: Some(CodeActionKind::REFACTOR),
        edit: workspace_edit(world, &changes),
        ..CodeAction::default()
    })
}

/// A command as an action.
pub(crate) fn offered(title: String, command: &str, arguments: &[&str]) -> CodeAction {
    CodeAction {
        kind: Some(CodeActionKind::SOURCE),
        command: Some(called(title.clone(), command, arguments)),
        title,
        ..CodeAction::default()
    }
}

/// A command with its arguments.
pub(crate) fn called(title: String, command: &str, arguments: &[&str]) -> Command {
    Command {
        title,
        command: command.to_owned(),
        arguments: Some(arguments.iter().map(|argument| json!(argument)).collect()),
    }
}
