//! What a word, a name or an article means, said where the reader points.

use std::fmt::Write as _;

use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, Range};
use qili_edition::InForce;
use qili_lang::defines::defines;
use qili_lang::format::format_clause;
use qili_lang::meaning::{self, meanings};
use qili_lang::mentions::Role;
use qili_lang::syntax::{Amendment, Clause, Effect, Remark, Type};
use qili_lang::tokens::{Sort, tokens};
use qili_review::things::{label, thing};
use qili_words::Language;

use crate::analysis::{Analysis, names};
use crate::figures;
use crate::names::{At, Found, Named, base, holds};
use crate::work::Wanted;
use crate::world::World;

/// What stands at a place.
pub(crate) fn hover(world: &World, params: HoverParams, wanted: &Wanted) -> Option<Hover> {
    let place = params.text_document_position_params;
    let Some(at) = At::of(world, &place) else {
        return crate::cases::hover(world, &place).or_else(|| crate::sheets::hover(world, &place));
    };
    let found = at.found();
    let (text, span) = match &found {
        Some(found) => (named(world, &at, found, wanted)?, found.span),
        None => {
            let tokens = tokens(at.lines.text());
            let token = tokens.iter().find(|token| holds(token.span, at.offset))?;
            let written = &at.lines.text()[token.span.start..token.span.end];
            (word(written, token.sort, world.language())?, token.span)
        }
    };
    Some(shown(text, at.lines.range(span)))
}

/// Markdown at a place.
pub(crate) fn shown(value: String, range: Range) -> Hover {
    Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value,
        }),
        range: Some(range),
    }
}

/// What a word of the language means.
fn word(written: &str, sort: Sort, language: Language) -> Option<String> {
    let fits = |found: &meaning::Sort| match sort {
        Sort::Keyword => *found == meaning::Sort::Keyword,
        Sort::Word => matches!(found, meaning::Sort::Word | meaning::Sort::Attribute),
        Sort::Type => *found == meaning::Sort::Type,
        _ => false,
    };
    let meanings = meanings(written).into_iter().filter(|one| fits(&one.sort));
    let lines: Vec<String> = meanings
        .map(|one| {
            let said = language.of(one.zh, one.en);
            format!("`{}` {} — {said}", one.word.english, one.word.chinese)
        })
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n\n"))
}

/// What is named.
fn named(world: &World, at: &At, found: &Found, wanted: &Wanted) -> Option<String> {
    let language = world.language();
    if let Named::Variable(_) = found.named {
        let mention = at.mention()?;
        let Role::Variable { ty, .. } = mention.role else {
            return None;
        };
        let ty = ty.map(|ty| described(ty, language));
        let variable = language.of("变量", "variable");
        return Some(match ty {
            Some(ty) => format!("{variable} `{}`: {ty}", mention.text),
            None => format!("{variable} `{}`", mention.text),
        });
    }
    let Some(analysis) = &at.analysis else {
        return Some(clause(at.clause()?, None, language));
    };
    match analysis.article(&found.article) {
        Some(there) => {
            if found.own.is_some() {
                // where a lens stands, for editors that have none
                figures::of(world, analysis, &found.article, wanted);
            }
            Some(explained(world, analysis, there))
        }
        // a clause that repeals, or one that is not in force
        None => {
            let base = base(world, analysis);
            let amended = base
                .as_ref()
                .and_then(|base| Some((base, base.article(&found.article)?)));
            match amended {
                Some((base, amended)) => Some(explained(world, base, amended)),
                None => Some(clause(at.clause()?, None, language)),
            }
        }
    }
}

/// What a type is called.
pub(crate) fn described(ty: Type, language: Language) -> &'static str {
    let types = qili_lang::keywords::TYPES;
    let word = types.iter().find(|(known, _)| *known == ty);
    word.map_or("", |(_, word)| word.word(language))
}

/// A clause with where it comes from, who amends it, and the figures that rest on it.
pub(crate) fn explained(world: &World, analysis: &Analysis, there: &InForce) -> String {
    let language = world.language();
    let all: Vec<&Clause> = analysis.clauses().iter().map(|one| &one.clause).collect();
    let index = analysis
        .clauses()
        .iter()
        .position(|one| std::ptr::eq(one, there));
    let defined = index.and_then(|index| defines(&all).into_iter().nth(index));
    let mut text = clause(&there.clause, defined.as_deref(), language);
    let edition = label(analysis.edition_of(there), language);
    let _ = write!(text, "\n\n{} {edition}", language.of("出自", "from"));
    for line in amended(world, analysis, &there.clause.article.text) {
        let _ = write!(text, "\n\n{line}");
    }
    if let Some(figures) = figures::known(analysis, &there.clause.article.text) {
        let _ = write!(text, "\n\n{}", figures.title(language));
        let names = figures.names(language);
        if !names.is_empty() {
            let _ = write!(text, "\n\n{names}");
        }
    }
    text
}

/// Which editions known to the server amend a clause, or have an exception to it.
fn amended(world: &World, analysis: &Analysis, article: &str) -> Vec<String> {
    let language = world.language();
    let mut lines = Vec::new();
    for other in world.standing_on(&analysis.folder) {
        let clauses = other.own_files().filter_map(|path| world.parsed(&path));
        for parsed in clauses {
            for clause in &parsed.file.clauses {
                let own = clause.article.text == article;
                let lifts = matches!(&clause.effect, Some(Effect::Exception { of, .. })
                    if of.iter().any(|one| one.text == article));
                let what = match clause.amendment {
                    Amendment::Replace if own => language.of("改条", "replaced by"),
                    Amendment::Repeal if own => language.of("废条", "repealed by"),
                    _ if lifts => language.of("例外见", "lifted by"),
                    _ => continue,
                };
                let edition = label(other.id(), language);
                let title = clause.title.get(language);
                lines.push(format!("{what} {edition} {} {title}", clause.article.text));
            }
        }
    }
    lines
}

/// A clause in both languages, the reader's first, with what it says of itself.
fn clause(clause: &Clause, defined: Option<&str>, language: Language) -> String {
    let article = &clause.article.text;
    let mut text = format!("**{article} {}** {}", clause.title.zh, clause.title.en);
    if let Some(defined) = defined {
        let _ = write!(text, " — {}", thing(defined, language));
    }
    for remark in &clause.remarks {
        if let Remark::Says(said) = remark {
            let _ = write!(text, "\n\n{said}");
        }
    }
    let bare = Clause {
        comments: Vec::new(),
        ..clause.clone()
    };
    for language in [language, other(language)] {
        let _ = write!(text, "\n\n```rule\n{}```", format_clause(&bare, language));
    }
    text
}

/// The other of the two languages.
pub(crate) fn other(language: Language) -> Language {
    language.of(Language::English, Language::Chinese)
}

/// The name of what a clause declares in a reader's language, where it has one in each.
pub(crate) fn name_in(clause: &Clause, language: Language) -> Option<&str> {
    let (_, declared) = names(clause)?;
    let mut names = declared.names.iter().map(|name| name.text.as_str());
    names.find(|name| name.is_ascii() == (language == Language::English))
}
