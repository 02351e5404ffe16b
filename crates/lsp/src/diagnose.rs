//! What is wrong with the editions, file by file: at once what is read, later what checking finds.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DocumentDiagnosticParams, DocumentDiagnosticReport,
    FullDocumentDiagnosticReport, NumberOrString, RelatedFullDocumentDiagnosticReport,
};
use qili_competition::rules::CompetitionRules;
use qili_edition::yaml::Document;
use qili_lang::parse::mixed_keywords;
use qili_lang::syntax::Span;
use qili_review::check::check;

use crate::analysis::Analysis;
use crate::path;
use crate::told::{self, Place, Told};
use crate::world::{ABOUT, World};

const COMPETITION: &str = "competition.yaml";

/// Something that checking has found, which may be a little older than the text.
#[derive(Debug, Clone)]
pub(crate) struct Slow {
    path: PathBuf,
    told: Told,
    /// What the text said.
    text: Arc<str>,
}

impl Slow {
    /// At its place in the text as it is now: where that says the same, or at the article of its clause. Otherwise it
    /// waits until it is found again.
    pub(crate) fn shown(&self, world: &World) -> Option<(PathBuf, Diagnostic)> {
        if world.text(&self.path)? == self.text {
            return Some((self.path.clone(), self.told.shown(world)?));
        }
        let article = self.told.article.as_ref()?;
        let parsed = world.parsed(&self.path)?;
        let clause = parsed
            .file
            .clauses
            .iter()
            .find(|clause| clause.article.text == *article)?;
        let mut told = self.told.clone();
        told.place.as_mut()?.span = clause.article.span;
        Some((self.path.clone(), told.shown(world)?))
    }
}

/// The editions that a change of one reaches; a text that belongs to no edition reaches itself.
pub(crate) fn reached(world: &World, place: &Path) -> Vec<PathBuf> {
    if world.open.contains_key(place) {
        return vec![place.to_owned()];
    }
    let standing = world.standing_on(place);
    standing
        .iter()
        .map(|analysis| analysis.folder.clone())
        .collect()
}

/// What is wrong with an edition as it is read, or with a text that belongs to none.
pub(crate) fn quick(world: &World, place: &Path) -> Vec<(PathBuf, Diagnostic)> {
    if world.open.contains_key(place) {
        return alone(world, place);
    }
    let analysis = world.analysis(place);
    let told = analysis.told.iter();
    let mut found: Vec<(PathBuf, Diagnostic)> = told
        .filter_map(|told| filed(world, &analysis, told))
        .collect();
    let open = world.open.keys().filter(|path| path.starts_with(place));
    for path in open {
        let told = crate::cases::problems(world, path);
        found.extend(told.iter().filter_map(|told| filed(world, &analysis, told)));
    }
    if let Ok(text) = world.folder(place).read(COMPETITION)
        && let Err(error) =
            CompetitionRules::parse(place.join(COMPETITION).display().to_string(), text)
    {
        let told = told::diagnostic(&error, world.language());
        found.extend(told.iter().filter_map(|told| filed(world, &analysis, told)));
    }
    found
}

/// A diagnostic with the file to which it belongs. One in a file of another edition belongs there, if it is one of that
/// edition's own; otherwise to the line that says which edition is amended.
fn filed(world: &World, analysis: &Analysis, told: &Told) -> Option<(PathBuf, Diagnostic)> {
    let about = analysis.folder.join(ABOUT);
    let Some(place) = &told.place else {
        let name = about.display().to_string();
        let span = Span { start: 0, end: 0 };
        let placed = Told {
            place: Some(Place { name, span }),
            ..told.clone()
        };
        return Some((about, placed.shown(world)?));
    };
    let path = PathBuf::from(&place.name);
    if path.starts_with(&analysis.folder) {
        return Some((path, told.shown(world)?));
    }
    if let Some(other) = world.edition_of(&path)
        && world.analysis(&other).told.contains(told)
    {
        return None;
    }
    let text = world.text(&about)?;
    let document = Document::parse(about.display().to_string(), Arc::clone(&text)).ok()?;
    let amends = document.find("amends")?;
    let span = Span {
        start: amends.offset(),
        end: amends.offset() + amends.len(),
    };
    let moved = Told {
        place: Some(Place {
            name: about.display().to_string(),
            span,
        }),
        others: Vec::new(),
        ..told.clone()
    };
    let mut shown = moved.shown(world)?;
    shown.related_information = world.location(&place.name, place.span).map(|location| {
        vec![DiagnosticRelatedInformation {
            location,
            message: told.message.clone(),
        }]
    });
    Some((about, shown))
}

/// What is wrong with a text that belongs to no edition.
fn alone(world: &World, path: &Path) -> Vec<(PathBuf, Diagnostic)> {
    if !is_rules(path) {
        return Vec::new();
    }
    let Some(parsed) = world.parsed(path) else {
        return Vec::new();
    };
    let mixed = mixed_keywords(&path.display().to_string(), &parsed.text);
    let mistakes = parsed.mistakes.iter().chain(&mixed);
    let told = mistakes.flat_map(|mistake| told::mistake(mistake, world.language()));
    told.filter_map(|told| Some((path.to_owned(), told.shown(world)?)))
        .collect()
}

/// Whether a path is that of a rule file.
pub(crate) fn is_rules(path: &Path) -> bool {
    path.extension().is_some_and(|kind| kind == "rule")
}

/// What checking an edition finds, as `qili check` does; worked out once for each of its states.
pub(crate) fn slow(world: &World, folder: &Path) -> Vec<Slow> {
    let analysis = world.analysis(folder);
    analysis
        .slow
        .get_or_init(|| checked(world, &analysis))
        .clone()
}

fn checked(world: &World, analysis: &Analysis) -> Vec<Slow> {
    let language = world.language();
    let told: Vec<Told> = match analysis.book() {
        None => Vec::new(),
        Some(book) => match check(book) {
            Err(error) => told::edition(&error, language),
            Ok(checked) => {
                let cases = book.edition.cases().unwrap_or_default();
                let notices = book.edition.notices(&cases);
                let notices = notices
                    .iter()
                    .flat_map(|notice| told::notice(notice, language));
                let mixed = checked
                    .mixed
                    .iter()
                    .flat_map(|one| told::mistake(one, language));
                let findings = checked.findings.iter();
                let findings = findings.flat_map(|finding| told::finding(finding, language));
                notices.chain(mixed).chain(findings).collect()
            }
        },
    };
    let about = analysis.folder.join(ABOUT);
    let kept = told.into_iter().filter_map(|mut told| {
        let place = told.place.get_or_insert_with(|| Place {
            name: about.display().to_string(),
            span: Span { start: 0, end: 0 },
        });
        let path = PathBuf::from(&place.name);
        let text = world.text(&path)?;
        Some(Slow { path, told, text })
    });
    kept.filter(|slow| slow.path.starts_with(&analysis.folder))
        .collect()
}

/// What is wrong with one text, for a client that asks.
pub(crate) fn pulled(
    world: &World,
    params: DocumentDiagnosticParams,
    known: &[Slow],
) -> DocumentDiagnosticReport {
    let asked = path::path(&params.text_document.uri);
    let place = world.edition_of(&asked).unwrap_or_else(|| asked.clone());
    let slow = known.iter().filter_map(|slow| slow.shown(world));
    let mut items: Vec<Diagnostic> = quick(world, &place)
        .into_iter()
        .chain(slow)
        .filter(|(path, _)| *path == asked)
        .map(|(_, diagnostic)| diagnostic)
        .collect();
    items.sort_by_key(|one| (one.range.start, one.range.end));
    items.dedup();
    RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport {
            result_id: None,
            items,
        },
    }
    .into()
}

/// Whether a diagnostic only says that the clause that is being typed is not complete.
pub(crate) fn is_unfinished(
    world: &World,
    (typed, at): &(PathBuf, usize),
    path: &Path,
    diagnostic: &Diagnostic,
) -> bool {
    let syntax = NumberOrString::String("qili::rule::syntax".to_owned());
    if typed != path || diagnostic.code.as_ref() != Some(&syntax) {
        return false;
    }
    let (Some(parsed), Some(lines)) = (world.parsed(path), world.lines(path)) else {
        return false;
    };
    // the clause is none of those that can be read: what lies between the one before and the one behind
    let clauses = &parsed.file.clauses;
    let before = clauses
        .iter()
        .map(|clause| clause.span.end)
        .filter(|end| end <= at)
        .max();
    let behind = clauses
        .iter()
        .map(|clause| clause.span.start)
        .filter(|start| start >= at)
        .min();
    let wrong = lines.offset(diagnostic.range.start);
    before.is_none_or(|before| before <= wrong) && behind.is_none_or(|behind| wrong <= behind)
}
