//! Case files: what comes out of a case, beside what it expects.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{
    CodeAction, CodeActionKind, CompletionItemKind, CompletionResponse, Hover, InlayHint,
    InlayHintParams, TextDocumentPositionParams,
};
use miette::SourceSpan;
use qili_edition::case::{Case, CaseError, Scenario};
use qili_edition::fields::{Field, Sheet, field, fields};
use qili_edition::outcome::Outcome;
use qili_lang::syntax::Span;
use qili_report::Rulebook;
use qili_report::explain::{board, brief};
use qili_review::run::{Run, Scope, play, read, run};
use qili_words::Language;

use crate::analysis::Analysis;
use crate::complete::{Candidate, list};
use crate::edits::Changes;
use crate::hover::shown;
use crate::names::{holds, workspace_edit};
use crate::outline::hint;
use crate::path;
use crate::position::Lines;
use crate::sheets::{Typing, english, typing};
use crate::told::{self, Told};
use crate::world::World;

/// Whether a path is that of a case of an edition.
pub(crate) fn is_case(path: &Path) -> bool {
    let folder = path.parent().and_then(Path::file_name);
    folder.is_some_and(|name| name == "cases")
        && path.extension().is_some_and(|kind| kind == "yaml")
}

/// A case as it is being typed, with its edition.
struct Opened {
    analysis: Arc<Analysis>,
    lines: Arc<Lines>,
    case: Case,
}

impl Opened {
    fn of(world: &World, path: &Path) -> Option<Self> {
        if !is_case(path) {
            return None;
        }
        let analysis = world.analysis(&world.edition_of(path)?);
        Some(Self {
            case: parsed(world, &analysis, path)?.ok()?,
            lines: world.lines(path)?,
            analysis,
        })
    }

    fn book(&self) -> Option<&Rulebook> {
        self.analysis.book()
    }

    fn runs<'c>(&'c self, book: &'c Rulebook) -> impl Iterator<Item = Run<'c>> {
        let scenarios = self.case.scenarios();
        scenarios.filter_map(|(id, scenario)| run(book, &self.case, id, scenario).ok())
    }

    /// The place of a part that the scenario itself has in the file.
    fn span(&self, scenario: &Scenario, path: &str) -> Span {
        bytes(self.case.span(scenario, path))
    }
}

fn bytes(span: SourceSpan) -> Span {
    Span {
        start: span.offset(),
        end: span.offset() + span.len(),
    }
}

/// A case file read by its edition; one that only amends an inherited case needs that.
fn parsed(world: &World, analysis: &Analysis, path: &Path) -> Option<Result<Case, CaseError>> {
    let text = world.text(path)?;
    let name = path.display().to_string();
    let edition = analysis.edition.as_ref()?;
    if edition.inherits_cases()
        && let Ok(cases) = edition.cases()
        && let Some(case) = cases.into_iter().find(|case| case.source().name() == name)
    {
        return Some(Ok(case));
    }
    Some(Case::parse(name, text))
}

/// What is wrong with a case that is open.
pub(crate) fn problems(world: &World, path: &Path) -> Vec<Told> {
    let folder = world.edition_of(path).filter(|_| is_case(path));
    let analysis = folder.map(|folder| world.analysis(&folder));
    let Some(analysis) = analysis else {
        return Vec::new();
    };
    let (Some(case), Some(book)) = (parsed(world, &analysis, path), analysis.book()) else {
        return Vec::new();
    };
    let error = match case {
        Err(_) if book.edition.inherits_cases() => None,
        Err(error) => Some(error),
        Ok(case) => {
            let mut scenarios = case.scenarios();
            scenarios.find_map(|(_, scenario)| read(book, &case, scenario).err())
        }
    };
    error.map_or_else(Vec::new, |error| told::diagnostic(&error, world.language()))
}

// --- hover

/// The board at a move, the reason at a nature, the clause at a ruling.
pub(crate) fn hover(world: &World, place: &TextDocumentPositionParams) -> Option<Hover> {
    let opened = Opened::of(world, &path::path(&place.text_document.uri))?;
    let book = opened.book()?;
    let offset = opened.lines.offset(place.position);
    let language = world.language();
    for (id, scenario) in opened.case.scenarios() {
        let (Ok((start, moves)), Ok(run)) = (
            play(book, &opened.case, scenario),
            run(book, &opened.case, id, scenario),
        ) else {
            continue;
        };
        let at = |path: &str| Some(opened.span(scenario, path)).filter(|span| holds(*span, offset));
        let ply = |field: &str, count: usize| {
            (0..count).find_map(|ply| Some((ply, at(&format!("{field}/{ply}"))?)))
        };
        let played =
            ply("moves", scenario.moves.len()).or(ply("coordinates", scenario.coordinates.len()));
        let drawn = |position| format!("```text\n{}```", board(book, position));
        if let Some(span) = at("fen").filter(|_| !scenario.fen.is_empty()) {
            return Some(shown(drawn(&start), opened.lines.range(span)));
        }
        if let Some((ply, span)) = played {
            let mut position = start.clone();
            for mv in moves.iter().take(ply + 1) {
                position.play(*mv);
            }
            return Some(shown(drawn(&position), opened.lines.range(span)));
        }
        let Some(judged) = &run.judged else {
            continue;
        };
        if let Some((ply, span)) = ply("natures", scenario.natures.len()) {
            let text = brief(book, judged, judged.plies.get(ply)?, language);
            return Some(shown(text, opened.lines.range(span)));
        }
        if let Some(span) = scenario.ruling.and_then(|_| at("ruling")) {
            let mut text = book.ruling(&judged.ruling, language);
            for clause in &judged.ruling.clauses {
                text += &format!(
                    "\n\n{}{}",
                    language.of("据 ", "by "),
                    book.cited(*clause, language)
                );
            }
            return Some(shown(text, opened.lines.range(span)));
        }
    }
    None
}

// --- what comes out

/// What comes out, behind the lists that say what is expected.
pub(crate) fn hints(world: &World, params: &InlayHintParams) -> Option<Vec<InlayHint>> {
    let opened = Opened::of(world, &path::path(&params.text_document.uri))?;
    let book = opened.book()?;
    let language = world.language();
    let mut hints = Vec::new();
    let mut add = |span: Span, label: String| {
        let known = |hint: &InlayHint| hint.position == opened.lines.position(span.end);
        if !hints.iter().any(known) {
            hints.push(hint(&opened.lines, span.end, label));
        }
    };
    for run in opened.runs(book) {
        let Some(judged) = &run.judged else {
            continue;
        };
        let scenario = run.scenario;
        let natures: Vec<&str> = judged
            .plies
            .iter()
            .map(|ply| nature(book, ply.nature, language))
            .collect();
        let fail = |of: fn(Scope) -> bool| {
            run.checks
                .iter()
                .any(|check| of(check.scope) && !check.agrees)
        };
        let sign = |differs: bool| if differs { "≠" } else { "=" };
        let ruling = judged.ruling.outcome.said(language);
        if scenario.natures.is_empty() {
            let moves = if scenario.moves.is_empty() {
                "coordinates"
            } else {
                "moves"
            };
            add(
                opened.span(scenario, moves),
                format!("→ {}", natures.join(" ")),
            );
        } else {
            let differs = fail(|scope| matches!(scope, Scope::Natures(_)));
            let label = format!("{} {}", sign(differs), natures.join(" "));
            add(opened.span(scenario, "natures"), label);
        }
        if scenario.ruling.is_some() {
            let differs = fail(|scope| scope == Scope::Ruling);
            add(
                opened.span(scenario, "ruling"),
                format!("{} {ruling}", sign(differs)),
            );
        }
    }
    let wanted = params.range;
    hints.retain(|hint| hint.position >= wanted.start && hint.position <= wanted.end);
    Some(hints)
}

fn nature(book: &Rulebook, id: Option<qili_lang::rules::NatureId>, language: Language) -> &str {
    id.map_or("?", |id| book.nature(id).get(language))
}

/// The action that writes what comes out in the place of what is expected, where the two differ.
pub(crate) fn accept(world: &World, path: &Path) -> Option<CodeAction> {
    let opened = Opened::of(world, path)?;
    let book = opened.book()?;
    let mut edits: Vec<(Span, String)> = Vec::new();
    for run in opened.runs(book) {
        let Some(judged) = &run.judged else {
            continue;
        };
        let scenario = run.scenario;
        let written = |span: Span| {
            opened
                .lines
                .text()
                .get(span.start..span.end)
                .unwrap_or_default()
        };
        let like = |written: &str| {
            if written.is_ascii() {
                Language::English
            } else {
                Language::Chinese
            }
        };
        for check in run
            .checks
            .iter()
            .filter(|check| !check.agrees && check.known.is_none())
        {
            let (path, new) = match check.scope {
                Scope::Natures(ply) => {
                    let path = format!("natures/{}", ply - 1);
                    let language = like(written(opened.span(scenario, &path)));
                    let id = judged.plies.get(ply - 1).and_then(|ply| ply.nature);
                    (path, nature(book, id, language).to_owned())
                }
                Scope::Ruling => {
                    let language = like(written(opened.span(scenario, "ruling")));
                    (
                        "ruling".to_owned(),
                        judged.ruling.outcome.word_in(language).to_owned(),
                    )
                }
                Scope::Pattern(side) => {
                    let path = format!("patterns/{side}");
                    let language = like(written(opened.span(scenario, &path)));
                    (path, check.got.get(language).to_owned())
                }
                Scope::Clauses => (
                    "clauses".to_owned(),
                    format!("[{}]", check.got.get(Language::English).replace(' ', ", ")),
                ),
                Scope::Targets(_) | Scope::Reach(_) => continue,
            };
            edits.push((opened.span(scenario, &path), new));
        }
        if scenario.natures.is_empty() && std::ptr::eq(scenario, &opened.case.scenario) {
            let moves = if scenario.moves.is_empty() {
                "coordinates"
            } else {
                "moves"
            };
            let end = opened.span(scenario, moves).end;
            let names: Vec<&str> = judged
                .plies
                .iter()
                .map(|ply| nature(book, ply.nature, Language::Chinese))
                .collect();
            edits.push((
                Span { start: end, end },
                format!("\nnatures: [{}]", names.join(", ")),
            ));
        }
    }
    if edits.is_empty() {
        return None;
    }
    let changes = Changes::from([(path.to_owned(), edits)]);
    Some(CodeAction {
        title: world
            .language()
            .of("把所得结果写作预期", "Write the outcome as expected")
            .to_owned(),
        kind: Some(CodeActionKind::QUICKFIX),
        edit: workspace_edit(world, &changes),
        ..CodeAction::default()
    })
}

// --- what can be written

/// Natures, outcomes, and keys of a case file; names of editions and files in `edition.yaml`.
pub(crate) fn complete(
    world: &World,
    place: &TextDocumentPositionParams,
) -> Option<CompletionResponse> {
    let path = path::path(&place.text_document.uri);
    let lines = world.lines(&path)?;
    let offset = lines.offset(place.position);
    let text = lines.text();
    let line = &text[text[..offset].rfind('\n').map_or(0, |at| at + 1)..offset];
    let word = line
        .rfind(|c: char| " [{,:+\"'".contains(c))
        .map_or(0, |at| {
            at + line[at..].chars().next().map_or(0, char::len_utf8)
        });
    let typed = Span {
        start: offset - (line.len() - word),
        end: offset,
    };
    let typing = typing(&text[..offset]);
    let candidates = if is_case(&path) {
        let analysis = world.analysis(&world.edition_of(&path)?);
        in_case(world, &analysis, &typing)
    } else if path
        .file_name()
        .is_some_and(|name| name == crate::world::ABOUT)
    {
        in_about(world, &path, &typing)
    } else {
        return None;
    };
    Some(list(world, &lines, typed, candidates))
}

fn candidate(text: &str, other: &str, kind: CompletionItemKind) -> Candidate {
    Candidate {
        text: text.to_owned(),
        others: vec![other.to_owned()],
        kind,
        detail: other.to_owned(),
        meaning: String::new(),
    }
}

fn in_case(world: &World, analysis: &Analysis, typing: &Typing<'_>) -> Vec<Candidate> {
    let language = world.language();
    let both = |zh: &str, en: &str, kind| {
        let (chinese, english) = (candidate(zh, en, kind), candidate(en, zh, kind));
        match language {
            Language::Chinese => [chinese, english],
            Language::English => [english, chinese],
        }
    };
    match typing.key.map(english) {
        Some("natures" | "patterns" | "red" | "black" | "book" | "interpreter") => {
            let natures = analysis
                .edition
                .iter()
                .flat_map(|edition| &*edition.rules.natures);
            natures
                .flat_map(|nature| {
                    both(
                        &nature.names.zh,
                        &nature.names.en,
                        CompletionItemKind::CLASS,
                    )
                })
                .collect()
        }
        Some("ruling") => Outcome::ALL
            .iter()
            .flat_map(|outcome| {
                let (en, zh) = outcome.words();
                both(zh, en, CompletionItemKind::EVENT)
            })
            .collect(),
        Some("clauses") => {
            let clauses = analysis.clauses().iter().map(|one| &one.clause);
            clauses
                .map(|clause| Candidate {
                    text: clause.article.text.clone(),
                    others: vec![clause.title.zh.clone(), clause.title.en.clone()],
                    kind: CompletionItemKind::REFERENCE,
                    detail: clause.title.get(language).to_owned(),
                    meaning: String::new(),
                })
                .collect()
        }
        Some(key) => words(Sheet::Case, typing, key, language),
        None => named(Sheet::Case, typing, language),
    }
}

/// The words that can stand for the value of a field.
fn words(sheet: Sheet, typing: &Typing<'_>, key: &str, language: Language) -> Vec<Candidate> {
    let field = field(sheet, english(typing.within), key, language);
    let words = field.iter().flat_map(Field::words);
    let kind = CompletionItemKind::ENUM_MEMBER;
    words.map(|word| candidate(word, "", kind)).collect()
}

/// The names of the fields that can stand in another.
fn named(sheet: Sheet, typing: &Typing<'_>, language: Language) -> Vec<Candidate> {
    let all = fields(sheet, language);
    let within = english(typing.within);
    let own = all.iter().filter(|field| field.within == within);
    let own: Vec<&Field> = own.collect();
    // a variant says what a case says; other fields have the two languages
    let others = all.iter().filter(|field| {
        let languages = || field.names.iter().any(|name| ["zh", "en"].contains(name));
        field.within.is_empty()
            && match within {
                "" => false,
                "variants" => true,
                _ => own.is_empty() && languages(),
            }
    });
    let mut found: Vec<Candidate> = own
        .iter()
        .copied()
        .chain(others)
        .flat_map(|field| {
            field.names.iter().map(|name| Candidate {
                text: (*name).to_owned(),
                others: field.names.iter().map(|name| (*name).to_owned()).collect(),
                kind: CompletionItemKind::FIELD,
                detail: String::new(),
                meaning: field.meaning.to_owned(),
            })
        })
        .collect();
    // names in the reader's language first
    found.sort_by_key(|one| one.text.is_ascii() != (language == Language::English));
    found
}

fn in_about(world: &World, path: &Path, typing: &Typing<'_>) -> Vec<Candidate> {
    let folder = path.parent().map(Path::to_owned).unwrap_or_default();
    let entries = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok())
    };
    let kind = CompletionItemKind::FILE;
    match typing.key {
        Some("amends") => {
            let beside = folder.parent().map(Path::to_owned).unwrap_or_default();
            let editions = entries(beside.clone())
                .filter(|name| beside.join(name).join(crate::world::ABOUT).is_file())
                .filter(|name| beside.join(name) != folder);
            let shipped = qili_edition::folder::Folder::shipped().map(str::to_owned);
            let mut names: Vec<String> = editions.chain(shipped).collect();
            names.sort();
            names.dedup();
            names.iter().map(|name| candidate(name, "", kind)).collect()
        }
        Some("files") => {
            let mut names: Vec<String> = entries(folder)
                .filter(|name| name.ends_with(".rule"))
                .collect();
            names.sort();
            names.iter().map(|name| candidate(name, "", kind)).collect()
        }
        Some(key) => words(Sheet::Edition, typing, key, world.language()),
        None => named(Sheet::Edition, typing, world.language()),
    }
}
