//! The YAML files of an edition: their fields as symbols and folds, what the fields mean, and where what they name is.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use lsp_types::{
    DocumentSymbol, FoldingRange, FoldingRangeKind, Hover, Location, SymbolKind,
    TextDocumentPositionParams,
};
use qili_edition::case::keys;
use qili_edition::fields::{Sheet, field};
use qili_edition::yaml::{Document, Part};
use qili_lang::check::Class;
use qili_lang::syntax::Span;

use crate::cases::is_case;
use crate::hover::{explained, shown};
use crate::names::{base, holds};
use crate::path;
use crate::position::Lines;
use crate::world::{ABOUT, World};

/// How many characters of a text a symbol shows.
const SHOWN: usize = 60;

/// The fields of a YAML file, where it can be read.
fn parts(world: &World, path: &Path) -> Option<(Arc<Lines>, Vec<Part>)> {
    if path.extension().is_none_or(|kind| kind != "yaml") {
        return None;
    }
    let lines = world.lines(path)?;
    let text = Arc::clone(lines.text());
    let document = Document::parse(path.display().to_string(), text).ok()?;
    Some((lines, document.parts()))
}

fn span(range: &Range<usize>) -> Span {
    Span {
        start: range.start,
        end: range.end,
    }
}

/// What a file describes, if its fields are ours to explain.
fn sheet(path: &Path) -> Option<Sheet> {
    if is_case(path) {
        return Some(Sheet::Case);
    }
    let is_about = path.file_name().is_some_and(|name| name == ABOUT);
    is_about.then_some(Sheet::Edition)
}

/// The English name of a field.
pub(crate) fn english(key: &str) -> &str {
    let known = keys().iter().find(|(zh, _)| *zh == key);
    known.map_or(key, |(_, en)| en)
}

// --- symbols and folds

/// The fields and items of a file.
pub(crate) fn symbols(world: &World, path: &Path) -> Option<Vec<DocumentSymbol>> {
    let (lines, parts) = parts(world, path)?;
    Some(
        parts
            .iter()
            .filter_map(|part| symbol(&lines, part))
            .collect(),
    )
}

/// The symbol of a field, or of an item that has fields of its own.
#[allow(deprecated, reason = "the struct has a field that is")]
fn symbol(lines: &Lines, part: &Part) -> Option<DocumentSymbol> {
    let own = part.parts.iter().filter_map(|part| symbol(lines, part));
    let children: Vec<DocumentSymbol> = own.collect();
    let (name, detail) = match &part.key {
        Some(key) => (key.clone(), part.text.as_deref().map(brief)),
        // of an item what it begins with
        None => (brief(part.parts.first()?.text.as_deref()?), None),
    };
    let kind = match (&part.text, part.parts.iter().any(|part| part.key.is_some())) {
        (Some(_), _) => SymbolKind::STRING,
        (None, true) => SymbolKind::OBJECT,
        (None, false) => SymbolKind::ARRAY,
    };
    Some(DocumentSymbol {
        name: if name.is_empty() {
            "~".to_owned()
        } else {
            name
        },
        detail,
        kind,
        tags: None,
        deprecated: None,
        range: lines.range(span(&part.span)),
        selection_range: lines.range(span(&part.head)),
        children: (!children.is_empty()).then_some(children),
    })
}

/// The beginning of a text, on one line.
fn brief(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = words.join(" ");
    match words.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}

/// Fields and items of several lines, and comments of several lines.
pub(crate) fn folds(world: &World, path: &Path) -> Option<Vec<FoldingRange>> {
    let (lines, parts) = parts(world, path)?;
    let text = lines.text();
    let mut folds = Vec::new();
    let mut add = |range: Range<usize>, kind| {
        let written = text[range.clone()].trim_end().len();
        let end = range.start + written;
        let range = lines.range(span(&(range.start..end)));
        let (start_line, end_line) = (range.start.line, range.end.line);
        let known = |fold: &FoldingRange| fold.start_line == start_line;
        if end_line > start_line && !folds.iter().any(known) {
            folds.push(FoldingRange {
                start_line,
                end_line,
                kind,
                ..FoldingRange::default()
            });
        }
    };
    let mut texts = Vec::new();
    let mut left: Vec<&Part> = parts.iter().rev().collect();
    while let Some(part) = left.pop() {
        add(part.span.clone(), None);
        if part.text.is_some() {
            texts.push(part.span.clone());
        }
        left.extend(part.parts.iter().rev());
    }
    let mut block: Option<Range<usize>> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let here = at..at + line.len();
        at = here.end;
        let within = texts.iter().any(|text| text.contains(&here.start));
        if line.trim_start().starts_with('#') && !within {
            let start = block.map_or(here.start, |block| block.start);
            block = Some(start..here.end);
        } else if let Some(block) = block.take() {
            add(block, Some(FoldingRangeKind::Comment));
        }
    }
    if let Some(block) = block {
        add(block, Some(FoldingRangeKind::Comment));
    }
    folds.sort_by_key(|fold| fold.start_line);
    Some(folds)
}

// --- what stands at a place

/// A field or a text at a place, with the fields in which it stands, by their English names.
struct At<'p> {
    within: Vec<&'p str>,
    part: &'p Part,
    on_key: bool,
}

fn at(parts: &[Part], offset: usize) -> Option<At<'_>> {
    let mut within = Vec::new();
    let mut parts = parts;
    loop {
        let part = parts.iter().find(|part| holds(span(&part.span), offset))?;
        let on_key = part.key.is_some() && holds(span(&part.head), offset);
        if on_key || part.parts.is_empty() {
            return Some(At {
                within,
                part,
                on_key,
            });
        }
        within.extend(part.key.as_deref().map(english));
        parts = &part.parts;
    }
}

/// What a field means, or the clause that a case names.
pub(crate) fn hover(world: &World, place: &TextDocumentPositionParams) -> Option<Hover> {
    let path = path::path(&place.text_document.uri);
    let sheet = sheet(&path)?;
    let (lines, parts) = parts(world, &path)?;
    let at = at(&parts, lines.offset(place.position))?;
    let language = world.language();
    if at.on_key {
        let key = at.part.key.as_deref()?;
        let within = at.within.last().copied().unwrap_or_default();
        let field = field(sheet, within, key, language)?;
        let names: Vec<String> = field.names.iter().map(|name| format!("`{name}`")).collect();
        let text = format!("{} — {}", names.join(" "), field.meaning);
        return Some(shown(text, lines.range(span(&at.part.head))));
    }
    let analysis = world.analysis(&world.edition_of(&path)?);
    let text = at.part.text.as_deref()?;
    let clause = match at.within.last().copied() {
        Some("clauses") => analysis.article(text)?,
        Some("natures") => analysis.declares(Class::Nature, text)?,
        _ => return None,
    };
    let text = explained(world, &analysis, clause);
    Some(shown(text, lines.range(span(&at.part.span))))
}

/// Where an edition, a rule file, a clause or a nature is that a YAML file names.
pub(crate) fn definition(world: &World, place: &TextDocumentPositionParams) -> Option<Location> {
    let path = path::path(&place.text_document.uri);
    let sheet = sheet(&path)?;
    let (lines, parts) = parts(world, &path)?;
    let at = at(&parts, lines.offset(place.position)).filter(|at| !at.on_key)?;
    let text = at.part.text.as_deref()?;
    let field = at.part.key.as_deref().or(at.within.last().copied())?;
    let folder = world.edition_of(&path)?;
    let analysis = world.analysis(&folder);
    let whole = Span { start: 0, end: 0 };
    let name = |path: &Path| path.display().to_string();
    let clause = match (sheet, english(field)) {
        (Sheet::Edition, "amends") => {
            let base = base(world, &analysis)?;
            return world.location(&name(&base.folder.join(ABOUT)), whole);
        }
        (Sheet::Edition, "files") => {
            return world.location(&name(&folder.join(text)), whole);
        }
        (Sheet::Case, "clauses") => analysis.article(text)?,
        (Sheet::Case, "natures") => analysis.declares(Class::Nature, text)?,
        _ => return None,
    };
    world.location(analysis.file(clause), clause.clause.article.span)
}

// --- what can be written

/// A place in a YAML file that is being typed, perhaps not yet one that can be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Typing<'t> {
    /// The field in which it stands, as it is written; empty at the top.
    pub(crate) within: &'t str,
    /// The field whose value is being typed; `None` where it is a name.
    pub(crate) key: Option<&'t str>,
}

/// What is being typed at the end of a text.
pub(crate) fn typing(before: &str) -> Typing<'_> {
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = &before[start..];
    let entry = line.trim_start().trim_start_matches("- ").trim_start();
    let is_item = line.trim_start().starts_with("- ");
    let around = enclosing(&before[..start], line);
    if let Some((outer, inner)) = open_brace(entry) {
        let within = outer.rsplit(['{', ',', ' ']).next().unwrap_or_default();
        let within = if within.is_empty() { around } else { within };
        let key = inner.split_once(':').map(|(key, _)| key.trim());
        return Typing { within, key };
    }
    match entry.split_once(':') {
        Some((key, _)) => Typing {
            within: around,
            key: Some(key.trim()),
        },
        None => Typing {
            within: around,
            key: is_item
                .then_some(around)
                .filter(|around| !around.is_empty()),
        },
    }
}

/// Of a line with a brace that is not closed: the name before it, and what stands in it since the last comma.
fn open_brace(line: &str) -> Option<(&str, &str)> {
    let mut open = Vec::new();
    for (at, c) in line.char_indices() {
        match c {
            '{' => open.push(at),
            '}' => {
                open.pop();
            }
            _ => {}
        }
    }
    let at = open.pop()?;
    let inner = &line[at + 1..];
    // commas within a list part nothing
    let list = inner
        .rfind('[')
        .filter(|open| !inner[*open..].contains(']'));
    let from = inner[..list.unwrap_or(inner.len())].rfind(',');
    let inner = from.map_or(inner, |comma| &inner[comma + 1..]);
    Some((line[..at].trim_end().trim_end_matches(':'), inner))
}

/// The field of which a line is part, by how far it is indented.
fn enclosing<'t>(above: &'t str, line: &str) -> &'t str {
    let depth = |line: &str| line.len() - line.trim_start_matches([' ', '-']).len();
    let own = depth(line);
    let names = above.lines().rev().filter(|line| !line.trim().is_empty());
    let mut names = names.filter(|line| !line.trim_start().starts_with('#'));
    let outer = names.find(|line| {
        let ends = line.trim_end().ends_with(':');
        let name = line.trim_start().trim_start_matches("- ");
        let indent = depth(line);
        ends && !name.is_empty() && indent < own
    });
    let outer = outer.map(|line| line.trim().trim_start_matches("- ").trim_end_matches(':'));
    outer.filter(|_| own > 0).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_word_is_being_typed() {
        for (text, within, key) in [
            ("st", "", None),
            ("status: dr", "", Some("status")),
            ("procedure:\n  asked", "procedure", None),
            ("procedure:\n  asked-by: ei", "procedure", Some("asked-by")),
            ("procedure: { occurrences: 3, ask", "procedure", None),
            ("procedure: { asked-by: e", "procedure", Some("asked-by")),
            ("files:\n  - a", "files", Some("files")),
            ("files: [a.rule, b", "", Some("files")),
            ("形: { 红: 长", "形", Some("红")),
            ("title: { zh: 甲, en: b }\nst", "", None),
            ("variants:\n  - id: a\n    ru", "variants", None),
            (
                "variants:\n  - id: a\n    ruling: d",
                "variants",
                Some("ruling"),
            ),
            ("不合:\n  - { 版本: \"2020\", 着", "不合", None),
        ] {
            assert_eq!(typing(text), Typing { within, key }, "{text}");
        }
    }
}
