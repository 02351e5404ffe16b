//! What stands at a place, where it is declared, where else it is used, and how it is renamed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_server::ErrorCode;
use lsp_types::request::{GotoImplementationParams, GotoImplementationResponse};
use lsp_types::{
    DocumentChangeOperation, DocumentChanges, DocumentHighlight, DocumentHighlightParams,
    GotoDefinitionParams, GotoDefinitionResponse, Location, OneOf,
    OptionalVersionedTextDocumentIdentifier, PrepareRenameResponse, ReferenceParams, RenameParams,
    TextDocumentEdit, TextDocumentPositionParams, TextEdit, WorkspaceEdit,
};
use qili_edition::case::Case;
use qili_lang::check::Class;
use qili_lang::mentions::{Mention, Role, mentions};
use qili_lang::syntax::{Amendment, Clause, Span};

use crate::analysis::{Analysis, names};
use crate::answer::{Result, failed};
use crate::edits::{Changes, replaced};
use crate::path;
use crate::position::Lines;
use crate::world::{Parsed, World};

/// A place in a rule file.
pub(crate) struct At {
    /// The file.
    pub(crate) path: PathBuf,
    /// Its text.
    pub(crate) lines: Arc<Lines>,
    /// The place.
    pub(crate) offset: usize,
    /// Its clauses.
    pub(crate) parsed: Arc<Parsed>,
    /// Its edition, if it belongs to one.
    pub(crate) analysis: Option<Arc<Analysis>>,
}

/// What is named at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Named {
    /// A variable of the clause that begins there.
    Variable(Span),
    /// What a clause declares, under one of its names.
    Thing(Class, String),
    /// A clause.
    Clause,
}

/// A name at a place, and what it stands for.
pub(crate) struct Found {
    /// The name as it is written.
    pub(crate) span: Span,
    /// What it stands for.
    pub(crate) named: Named,
    /// The article of the clause that declares it, or in which it is a variable.
    pub(crate) article: String,
    /// Whether it is the number of the clause in which it stands.
    pub(crate) own: Option<Amendment>,
}

impl At {
    /// The place that a request is about, if that is in a rule file.
    pub(crate) fn of(world: &World, params: &TextDocumentPositionParams) -> Option<Self> {
        let path = path::path(&params.text_document.uri);
        let lines = world.lines(&path)?;
        let offset = lines.offset(params.position);
        Self::in_file(world, path, lines, offset)
    }

    /// A place in a rule file.
    pub(crate) fn in_file(
        world: &World,
        path: PathBuf,
        lines: Arc<Lines>,
        offset: usize,
    ) -> Option<Self> {
        if !crate::diagnose::is_rules(&path) {
            return None;
        }
        let folder = world.edition_of(&path);
        Some(Self {
            parsed: world.parsed(&path)?,
            analysis: folder.map(|folder| world.analysis(&folder)),
            path,
            lines,
            offset,
        })
    }

    /// The clause at the place.
    pub(crate) fn clause(&self) -> Option<&Clause> {
        let clauses = &self.parsed.file.clauses;
        clauses
            .iter()
            .find(|clause| holds(clause.span, self.offset))
    }

    /// The name at the place.
    pub(crate) fn mention(&self) -> Option<Mention<'_>> {
        let found = mentions(self.clause()?);
        found
            .into_iter()
            .find(|mention| holds(mention.span, self.offset))
    }

    /// What is named at the place.
    pub(crate) fn found(&self) -> Option<Found> {
        let clause = self.clause()?;
        let article = clause.article.text.clone();
        if holds(clause.article.span, self.offset) {
            return Some(Found {
                span: clause.article.span,
                named: Named::Clause,
                article,
                own: Some(clause.amendment),
            });
        }
        let mention = self.mention()?;
        let (named, article) = match mention.role {
            Role::Variable { from, .. } => (Named::Variable(from), article),
            _ => {
                let (class, in_force) = self.analysis.as_ref()?.resolve(&mention)?;
                let named = match class {
                    Some(class) => Named::Thing(class, mention.text.to_owned()),
                    None => Named::Clause,
                };
                (named, in_force.clause.article.text.clone())
            }
        };
        Some(Found {
            span: mention.span,
            named,
            article,
            own: None,
        })
    }
}

/// Whether a place is in a span or at its end.
pub(crate) fn holds(span: Span, offset: usize) -> bool {
    span.start <= offset && offset <= span.end
}

/// The edition that an edition amends, beside it or in the program.
pub(crate) fn base(world: &World, analysis: &Analysis) -> Option<Arc<Analysis>> {
    let amends = analysis.draft.as_ref()?.about.amends.clone()?;
    let beside = analysis.folder.parent()?.join(&amends);
    let about = world.path_of(&format!("rules/{amends}/{}", crate::world::ABOUT));
    let folder = if world.text(&beside.join(crate::world::ABOUT)).is_some() {
        beside
    } else {
        about.parent()?.to_owned()
    };
    Some(world.analysis(&folder))
}

/// Where what is named at a place is declared; of a clause that amends another, the amended one.
pub(crate) fn definition(
    world: &World,
    params: GotoDefinitionParams,
) -> Option<GotoDefinitionResponse> {
    let Some(at) = At::of(world, &params.text_document_position_params) else {
        let place = &params.text_document_position_params;
        return crate::sheets::definition(world, place).map(Into::into);
    };
    let found = at.found()?;
    let location = match (&found.named, found.own) {
        (Named::Variable(from), _) => Location::new(world.uri(&at.path)?, at.lines.range(*from)),
        (Named::Clause, Some(Amendment::Replace | Amendment::Repeal)) => {
            let base = base(world, at.analysis.as_ref()?)?;
            let amended = base.article(&found.article)?;
            world.location(base.file(amended), amended.clause.article.span)?
        }
        (Named::Clause, Some(Amendment::Add)) => {
            Location::new(world.uri(&at.path)?, at.lines.range(found.span))
        }
        (Named::Clause, None) => {
            let analysis = at.analysis.as_ref()?;
            let there = analysis.article(&found.article)?;
            world.location(analysis.file(there), there.clause.article.span)?
        }
        (Named::Thing(class, name), _) => {
            let analysis = at.analysis.as_ref()?;
            let there = analysis.declares(*class, name)?;
            let (_, declared) = names(&there.clause)?;
            let declared = declared.names.iter().find(|one| one.text == *name)?;
            world.location(analysis.file(there), declared.span)?
        }
    };
    Some(location.into())
}

/// The cases in which the clause at a place held.
pub(crate) fn cases(
    world: &World,
    params: GotoImplementationParams,
) -> Option<GotoImplementationResponse> {
    let at = At::of(world, &params.text_document_position_params)?;
    let found = at.found()?;
    let analysis = at.analysis.as_ref()?;
    let book = analysis.book()?;
    let coverage = qili_review::coverage::coverage(book, None).ok()?;
    let row = coverage
        .clauses
        .iter()
        .find(|row| row.article == found.article)?;
    let mut all = book.edition.cases().ok()?;
    all.extend(book.edition.inherited_cases().ok()?);
    let held = |case: &&Case| {
        let is = |name: &String| *name == case.id || name.starts_with(&format!("{} ", case.id));
        row.exercised_by.iter().any(is)
    };
    let locations: Vec<Location> = all
        .iter()
        .filter(held)
        .filter_map(|case| {
            let span = case.span(&case.scenario, "case");
            let span = Span {
                start: span.offset(),
                end: span.offset() + span.len(),
            };
            world.location(case.source().name(), span)
        })
        .collect();
    Some(locations.into())
}

/// Every place at which something is named, file by file.
fn places(world: &World, at: &At, found: &Found) -> Changes {
    let mut places = Changes::new();
    if let Named::Variable(from) = found.named {
        let clause = at.clause().into_iter();
        let same = |mention: &Mention<'_>| matches!(mention.role, Role::Variable { from: other, .. } if other.start == from.start);
        let spans = clause
            .flat_map(mentions)
            .filter(same)
            .map(|mention| (mention.span, String::new()));
        places.insert(at.path.clone(), spans.collect());
        return places;
    }
    for analysis in around(world, at, found) {
        for path in analysis.own_files() {
            let Some(parsed) = world.parsed(&path) else {
                continue;
            };
            let spans: Vec<(Span, String)> = parsed
                .file
                .clauses
                .iter()
                .flat_map(|clause| spans(&analysis, clause, found))
                .map(|span| (span, String::new()))
                .collect();
            if !spans.is_empty() {
                places.entry(path).or_default().extend(spans);
            }
        }
        if let Named::Thing(Class::Nature, name) = &found.named {
            for (path, span) in in_cases(&analysis, name) {
                places.entry(path).or_default().push((span, String::new()));
            }
        }
    }
    places
}

/// The editions in which something can be named: that in which it is declared, and those that stand on it.
fn around(world: &World, at: &At, found: &Found) -> Vec<Arc<Analysis>> {
    let Some(own) = &at.analysis else {
        return Vec::new();
    };
    let declared = own
        .article(&found.article)
        .map(|there| PathBuf::from(own.file(there)));
    let home = declared.and_then(|path| world.edition_of(&path));
    world.standing_on(home.as_deref().unwrap_or(&own.folder))
}

/// Where a clause names something.
fn spans(analysis: &Analysis, clause: &Clause, found: &Found) -> Vec<Span> {
    let mut spans = Vec::new();
    if found.named == Named::Clause && clause.article.text == found.article {
        spans.push(clause.article.span);
    }
    for mention in mentions(clause) {
        let Some((class, there)) = analysis.resolve(&mention) else {
            continue;
        };
        let same = match &found.named {
            Named::Thing(own, _) => class == Some(*own),
            _ => class.is_none(),
        };
        if same && there.clause.article.text == found.article {
            spans.push(mention.span);
        }
    }
    spans
}

/// Where the cases of an edition name a nature.
fn in_cases(analysis: &Analysis, name: &str) -> Vec<(PathBuf, Span)> {
    let cases = analysis
        .edition
        .as_ref()
        .and_then(|edition| edition.cases().ok());
    let mut found = Vec::new();
    for case in cases.iter().flatten() {
        let source = case.source();
        let mut seen = BTreeSet::new();
        for (_, scenario) in case.scenarios() {
            let natures = (0..scenario.natures.len()).map(|ply| format!("natures/{ply}"));
            for path in natures.chain(["patterns".to_owned()]) {
                let span = case.span(scenario, &path);
                let Some(written) = source
                    .inner()
                    .get(span.offset()..span.offset() + span.len())
                else {
                    continue;
                };
                for (at, _) in written.match_indices(name) {
                    let start = span.offset() + at;
                    if seen.insert(start) {
                        let end = start + name.len();
                        found.push((PathBuf::from(source.name()), Span { start, end }));
                    }
                }
            }
        }
    }
    found
}

/// Everything at which something is named.
pub(crate) fn references(world: &World, params: ReferenceParams) -> Option<Vec<Location>> {
    let at = At::of(world, &params.text_document_position)?;
    let found = at.found()?;
    let mut locations = Vec::new();
    for (path, spans) in places(world, &at, &found) {
        let (lines, uri) = (world.lines(&path)?, world.uri(&path)?);
        locations.extend(
            spans
                .iter()
                .map(|(span, _)| Location::new(uri.clone(), lines.range(*span))),
        );
    }
    if !params.context.include_declaration {
        let own = definition_of(world, &at, &found);
        locations.retain(|location| Some(location) != own.as_ref());
    }
    Some(locations)
}

fn definition_of(world: &World, at: &At, found: &Found) -> Option<Location> {
    let analysis = at.analysis.as_ref()?;
    match &found.named {
        Named::Variable(from) => Some(Location::new(world.uri(&at.path)?, at.lines.range(*from))),
        Named::Clause => {
            let there = analysis.article(&found.article)?;
            world.location(analysis.file(there), there.clause.article.span)
        }
        Named::Thing(class, name) => {
            let there = analysis.declares(*class, name)?;
            let (_, declared) = names(&there.clause)?;
            let declared = declared.names.iter().find(|one| one.text == *name)?;
            world.location(analysis.file(there), declared.span)
        }
    }
}

/// The same within the text that is looked at.
pub(crate) fn highlights(
    world: &World,
    params: DocumentHighlightParams,
) -> Option<Vec<DocumentHighlight>> {
    let at = At::of(world, &params.text_document_position_params)?;
    let found = at.found()?;
    let here = places(world, &at, &found).remove(&at.path)?;
    let highlights = here.iter().map(|(span, _)| DocumentHighlight {
        range: at.lines.range(*span),
        kind: None,
    });
    Some(highlights.collect())
}

/// The name that would be renamed.
pub(crate) fn prepare(
    world: &World,
    params: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>> {
    let Some(at) = At::of(world, &params) else {
        return Ok(None);
    };
    let Some(found) = at.found().filter(|found| found.named != Named::Clause) else {
        return Ok(None);
    };
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder {
        range: at.lines.range(found.span),
        placeholder: at.lines.text()[found.span.start..found.span.end].to_owned(),
    }))
}

/// Renames something in the edition and in those that stand on it; refused where anything would mean something else.
pub(crate) fn rename(world: &World, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
    let language = world.language();
    let refuse = |zh: &str, en: &str| failed(ErrorCode::RequestFailed, language.of(zh, en));
    let Some(at) = At::of(world, &params.text_document_position) else {
        return Ok(None);
    };
    let Some(found) = at.found().filter(|found| found.named != Named::Clause) else {
        return Err(refuse(
            "这里没有可以改名的名称",
            "there is no name here that can be changed",
        ));
    };
    let new = params.new_name.trim();
    let old = at.lines.text()[found.span.start..found.span.end].to_owned();
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    if new.is_empty() || !new.chars().all(fits) {
        return Err(refuse(
            "名称由字母、汉字、数字、`-`、`_` 组成",
            "a name is of letters of any script, digits, `-` and `_`",
        ));
    }
    if let Named::Thing(class, name) = &found.named
        && let Some(analysis) = &at.analysis
        && let Some(there) = analysis.declares(*class, name)
        && world.text(Path::new(analysis.file(there))).is_none()
    {
        return Err(refuse(
            "此名出自程序自带的版本，不能改",
            "the name comes from an edition inside the program and cannot be changed",
        ));
    }
    let mut changes = places(world, &at, &found);
    for (path, spans) in &mut changes {
        let text = world.text(path).unwrap_or_default();
        spans.retain(|(span, _)| text.get(span.start..span.end) == Some(&old));
        for (_, written) in spans {
            new.clone_into(written);
        }
    }
    changes.retain(|_, spans| !spans.is_empty());
    check(world, &at, &found, &changes).map_err(|why| {
        let message = language.of("改名会改变意思：", "renaming would change what is said: ");
        failed(ErrorCode::RequestFailed, format!("{message}{why}"))
    })?;
    Ok(workspace_edit(world, &changes))
}

/// That everything is read as before when the changes are made.
fn check(
    world: &World,
    at: &At,
    found: &Found,
    changes: &Changes,
) -> std::result::Result<(), String> {
    let texts = changes.iter().filter_map(|(path, edits)| {
        let text = world.text(path)?;
        Some((path.clone(), Arc::from(replaced(&text, edits))))
    });
    let trial = world.with(texts);
    let before = around(world, at, found);
    for analysis in &before {
        let after = trial.analysis(&analysis.folder);
        let known = |message: &str| analysis.told.iter().any(|told| told.message == message);
        if let Some(new) = after.told.iter().find(|told| !known(&told.message)) {
            return Err(new.message.clone());
        }
        if let Some(Err(error)) = after.edition.as_ref().map(|edition| edition.cases()) {
            return Err(error.to_string());
        }
        for path in analysis.own_files() {
            let (Some(old), Some(new)) = (world.parsed(&path), trial.parsed(&path)) else {
                continue;
            };
            let old = old
                .file
                .clauses
                .iter()
                .map(|clause| shape(analysis, clause));
            let mut new = new.file.clauses.iter().map(|clause| shape(&after, clause));
            if !old.eq(new.by_ref()) {
                return Err(path.display().to_string());
            }
        }
    }
    Ok(())
}

/// What the names of a clause stand for, whatever they are.
fn shape(analysis: &Analysis, clause: &Clause) -> Vec<Option<String>> {
    let all = mentions(clause);
    let stands_for = |mention: &Mention<'_>| match mention.role {
        Role::Variable { from, .. } => {
            let first = all.iter().position(|other| other.span.start == from.start);
            first.map(|first| format!("#{first}"))
        }
        _ => analysis
            .resolve(mention)
            .map(|(_, there)| there.clause.article.text.clone()),
    };
    all.iter().map(stands_for).collect()
}

/// Changes as the protocol has them.
pub(crate) fn workspace_edit(world: &World, changes: &Changes) -> Option<WorkspaceEdit> {
    let mut all = Vec::new();
    for (path, edits) in changes {
        let lines = world.lines(path)?;
        let edits = edits.iter().map(|(span, new)| {
            OneOf::Left(TextEdit {
                range: lines.range(*span),
                new_text: new.clone(),
            })
        });
        all.push(DocumentChangeOperation::Edit(TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                uri: world.uri(path)?,
                version: world.open.get(path).map(|open| open.version),
            },
            edits: edits.collect(),
        }));
    }
    Some(WorkspaceEdit {
        document_changes: Some(DocumentChanges::Operations(all)),
        ..WorkspaceEdit::default()
    })
}
