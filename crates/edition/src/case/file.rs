//! The case file as it is written, and its way into the types of a case.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::str::FromStr;

use serde::Deserialize;

use super::Case;
use super::error::CaseError;
use super::scenario::{
    Disagreement, Natures, Patterns, Reach, RulingSource, Scenario, Target, Variant,
};
use super::source::{Diagram, Reference};
use super::words::KEYS;
use super::{MAX_PLIES, MAX_VARIANTS};
use crate::outcome::Outcome;
use crate::yaml::Document;
use qili_words::{Bilingual, both};

/// Declares the two mappings that describe a scenario: the file itself and a variant in it. They share all fields but
/// the first few. (Serde's `flatten` would share them too, but cannot refuse unknown fields.)
macro_rules! with_scenario {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty,)* } fen: $fen:ty) => {
        $(#[$doc])*
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $name {
            $($field: $type,)*
            fen: $fen,
            #[serde(default)]
            reaches: BTreeMap<String, Vec<String>>,
            #[serde(default)]
            moves: Vec<String>,
            #[serde(default)]
            coordinates: Vec<String>,
            open: Option<bool>,
            #[serde(default)]
            natures: Vec<Natures>,
            #[serde(default)]
            targets: Vec<Option<Vec<String>>>,
            patterns: Option<Patterns>,
            ruling: Option<Outcome>,
            #[serde(default)]
            ruling_source: RulingSource,
            #[serde(default)]
            clauses: Vec<String>,
            #[serde(default)]
            why: Vec<Option<Bilingual>>,
            notes: Option<Bilingual>,
            reading: Option<Bilingual>,
            #[serde(default)]
            disagreements: Vec<Disagreement>,
        }

        impl $name {
            fn scenario(self, reader: &Reader<'_>, base: Option<&Scenario>) -> Result<Scenario, CaseError> {
                let fen: Option<String> = self.fen.into();
                reader.commas(&self.moves, &self.coordinates, &self.natures, &self.targets)?;
                let same_line = base.filter(|_| self.moves.is_empty() && self.coordinates.is_empty());
                let fen = fen.or_else(|| base.map(|base| base.fen.clone())).unwrap_or_default();
                let (moves, coordinates) = match same_line {
                    Some(base) => (base.moves.clone(), base.coordinates.clone()),
                    None => {
                        reader.length("moves", self.moves.len())?;
                        reader.length("coordinates", self.coordinates.len())?;
                        (self.moves, reader.list("coordinates", &self.coordinates)?)
                    }
                };
                let open = self.open.unwrap_or_else(|| same_line.is_some_and(|base| base.open));
                let scenario = Scenario {
                    fen,
                    moves,
                    coordinates,
                    open,
                    natures: self.natures,
                    targets: reader.targets(&self.targets)?,
                    patterns: self.patterns,
                    ruling: self.ruling,
                    ruling_source: self.ruling_source,
                    clauses: self.clauses,
                    reaches: reader.reaches(&self.reaches)?,
                    why: self.why,
                    notes: self.notes,
                    reading: self.reading,
                    disagreements: self.disagreements,
                    path: reader.path.clone(),
                };
                reader.check(&scenario)?;
                Ok(scenario)
            }
        }
    };
}

with_scenario! {
    /// A case file.
    CaseFile {
        case: String,
        title: Bilingual,
        source: Reference,
        diagram: Diagram,
        variants: Option<Vec<VariantFile>>,
    }
    fen: String
}

with_scenario! {
    /// One of its variants.
    VariantFile {
        id: String,
        title: Option<Bilingual>,
        change: Bilingual,
    }
    fen: Option<String>
}

with_scenario! {
    /// What an edition expects otherwise of a case that it inherits.
    AmendingFile {
        case: String,
        title: Option<Bilingual>,
        variants: Option<Vec<AmendingVariant>>,
    }
    fen: Option<String>
}

with_scenario! {
    /// The same of a variant of it.
    AmendingVariant {
        id: String,
        title: Option<Bilingual>,
        change: Option<Bilingual>,
    }
    fen: Option<String>
}

/// Reads a case from its document; one that has the name of an inherited case and no position amends that.
pub(super) fn read_amending(
    document: Document,
    inherited: &[Case],
    edition: &str,
) -> Result<Case, CaseError> {
    let document = document.in_words(&KEYS)?;
    let named = document.slice("case").trim_matches(['"', '\'']);
    let base = inherited.iter().find(|case| case.id == named);
    match base.filter(|_| document.find("fen").is_none()) {
        Some(base) => amend(document, base, edition),
        None => read_whole(document),
    }
}

/// An inherited case with what the edition expects otherwise.
fn amend(document: Document, base: &Case, edition: &str) -> Result<Case, CaseError> {
    let mut file: AmendingFile = document.decode()?;
    let id = std::mem::take(&mut file.case);
    let title = file.title.take().unwrap_or_else(|| base.title.clone());
    let variants = file.variants.take().unwrap_or_default();
    let whole = Reader {
        document: &document,
        path: String::new(),
    };
    let own = file.scenario(&whole, Some(&base.scenario))?;
    let scenario = own.over(&base.scenario, edition);
    whole.check(&scenario)?;
    let mut amended: Vec<Variant> = Vec::new();
    for before in &base.variants {
        let mut variant = before.clone();
        variant.scenario = Scenario::default().over(&before.scenario, edition);
        amended.push(variant);
    }
    for (index, mut file) in variants.into_iter().enumerate() {
        let reader = Reader {
            document: &document,
            path: format!("variants/{index}"),
        };
        let known = amended.iter_mut().find(|variant| variant.id == file.id);
        let Some(variant) = known else {
            let names: Vec<_> = base.variants.iter().map(|one| one.id.as_str()).collect();
            let id = &file.id;
            let problem = both!(
                "沿用的判例没有变例 `{id}`",
                "the inherited case has no variant `{id}`"
            );
            let help = match &names[..] {
                [] => both!(
                    "它没有变例；要添的另立一则判例",
                    "it has no variants; one more is a case of its own"
                ),
                names => {
                    let (zh, en) = (names.join("`、`"), names.join("`, `"));
                    both!(
                        "它有 `{zh}`；要添的另立一则判例",
                        "it has `{en}`; one more is a case of its own"
                    )
                }
            };
            return Err(reader.word("id", problem, help));
        };
        variant.title = file.title.take().or(variant.title.take());
        if let Some(change) = file.change.take() {
            variant.change = change;
        }
        let own = file.scenario(&reader, Some(&variant.scenario))?;
        variant.scenario = own.over(&variant.scenario, edition);
        reader.check(&variant.scenario)?;
    }
    Ok(Case {
        id,
        title,
        reference: base.reference.clone(),
        diagram: base.diagram.clone(),
        scenario,
        variants: amended,
        document,
    })
}

/// Reads a case from its document.
pub(super) fn read(document: Document) -> Result<Case, CaseError> {
    read_whole(document.in_words(&KEYS)?)
}

fn read_whole(document: Document) -> Result<Case, CaseError> {
    let mut file: CaseFile = document.decode()?;
    let (id, title, reference, diagram) = (
        std::mem::take(&mut file.case),
        file.title.clone(),
        file.source.clone(),
        file.diagram.clone(),
    );
    let variant_files = file.variants.take().unwrap_or_default();
    let whole = Reader {
        document: &document,
        path: String::new(),
    };
    whole.limit("variants", variant_files.len(), MAX_VARIANTS)?;
    let scenario = file.scenario(&whole, None)?;
    let mut variants = Vec::new();
    let mut seen = HashMap::from([(id.clone(), document.span("case"))]);
    for (index, file) in variant_files.into_iter().enumerate() {
        let reader = Reader {
            document: &document,
            path: format!("variants/{index}"),
        };
        let span = reader.span("id");
        if let Some(first) = seen.insert(file.id.clone(), span) {
            return Err(CaseError::DuplicateVariant {
                id: file.id,
                source_code: document.source(),
                first,
                second: span,
            });
        }
        let (id, title, change) = (file.id.clone(), file.title.clone(), file.change.clone());
        variants.push(Variant {
            id,
            title,
            change,
            scenario: file.scenario(&reader, Some(&scenario))?,
        });
    }
    Ok(Case {
        id,
        title,
        reference,
        diagram,
        scenario,
        variants,
        document,
    })
}

/// How squares and moves in coordinates are written.
fn squares() -> Bilingual {
    both!(
        "路从红方左边的 `a` 到 `i`，线从红方一边的 0 到 9，如 `e0` 或 `h2e2`",
        "files are `a` to `i` from the left of Red, ranks 0 to 9 from Red's side, as in `e0` or `h2e2`"
    )
}

/// Reads what stands under one path of the document.
struct Reader<'a> {
    document: &'a Document,
    path: String,
}

impl Reader<'_> {
    fn span(&self, path: &str) -> miette::SourceSpan {
        self.document.span(&format!("{}/{path}", self.path))
    }

    fn item<T: FromStr<Err: Display>>(&self, path: &str, text: &str) -> Result<T, CaseError> {
        text.parse()
            .map_err(|error: T::Err| self.word(path, Bilingual::of(&error), squares()))
    }

    fn word(&self, path: &str, problem: Bilingual, help: Bilingual) -> CaseError {
        CaseError::Word {
            problem,
            help,
            source_code: self.document.source(),
            span: self.span(path),
        }
    }

    /// That entries of lists are put apart by commas that YAML knows.
    fn commas(
        &self,
        moves: &[String],
        coordinates: &[String],
        natures: &[Natures],
        targets: &[Option<Vec<String>>],
    ) -> Result<(), CaseError> {
        let words = |field: &'static str, words: &[String]| {
            let words = words.iter().enumerate();
            words
                .map(|(index, word)| (format!("{field}/{index}"), word.clone()))
                .collect::<Vec<_>>()
        };
        let natures = natures.iter().map(|natures| natures.0.join("+"));
        let natures: Vec<String> = natures.collect();
        let targets = targets.iter().enumerate().flat_map(|(ply, targets)| {
            let targets = targets.iter().flatten().enumerate();
            targets.map(move |(index, word)| (format!("targets/{ply}/{index}"), word.clone()))
        });
        let entries = words("moves", moves)
            .into_iter()
            .chain(words("coordinates", coordinates))
            .chain(words("natures", &natures))
            .chain(targets);
        for (path, word) in entries {
            if let Some(comma) = word.chars().find(|c| "，、；".contains(*c)) {
                let help = both!(
                    "`{comma}` 是全角的；各项之间写半角的 `,`",
                    "`{comma}` is full-width; write a plain `,` between entries"
                );
                let problem = both!(
                    "`{word}` 成了列表中的一项",
                    "`{word}` is one entry of the list"
                );
                return Err(self.word(&path, problem, help));
            }
        }
        Ok(())
    }

    /// That a line is no longer than what is judged.
    fn length(&self, field: &'static str, plies: usize) -> Result<(), CaseError> {
        self.limit(field, plies, MAX_PLIES)
    }

    fn limit(&self, field: &'static str, found: usize, most: usize) -> Result<(), CaseError> {
        if found <= most {
            return Ok(());
        }
        Err(CaseError::TooLong {
            field,
            found,
            most,
            source_code: self.document.source(),
            // the list itself may be one line of a million characters
            span: self.document.span("case"),
        })
    }

    fn list<T: FromStr<Err: Display>, C: FromIterator<T>>(
        &self,
        path: &str,
        words: &[String],
    ) -> Result<C, CaseError> {
        words
            .iter()
            .enumerate()
            .map(|(index, word)| self.item(&format!("{path}/{index}"), word))
            .collect()
    }

    fn targets(
        &self,
        targets: &[Option<Vec<String>>],
    ) -> Result<Vec<Option<Vec<Target>>>, CaseError> {
        let named = |(ply, words): (usize, &Option<Vec<String>>)| {
            let list = |words: &Vec<String>| self.list(&format!("targets/{ply}"), words);
            words.as_ref().map(list).transpose()
        };
        targets.iter().enumerate().map(named).collect()
    }

    fn reaches(&self, reaches: &BTreeMap<String, Vec<String>>) -> Result<Vec<Reach>, CaseError> {
        let reach = |(from, to): (&String, &Vec<String>)| {
            let path = format!("reaches/{from}");
            Ok(Reach {
                from: self.item(&path, from)?,
                to: self.list(&path, to)?,
            })
        };
        reaches.iter().map(reach).collect()
    }

    /// That the lists fit the moves and the disagreements fit the line.
    fn check(&self, scenario: &Scenario) -> Result<(), CaseError> {
        let moves = scenario.plies();
        let lists = [
            ("coordinates", scenario.coordinates.len()),
            ("natures", scenario.natures.len()),
            ("targets", scenario.targets.len()),
            ("why", scenario.why.len()),
        ];
        for (field, found) in lists {
            if found != 0 && found != moves {
                let beyond = format!("{field}/{moves}");
                let span = if found > moves {
                    self.span(&beyond)
                } else {
                    self.span(field)
                };
                return Err(CaseError::Count {
                    field,
                    found,
                    moves,
                    source_code: self.document.source(),
                    span,
                });
            }
        }
        for (index, disagreement) in scenario.disagreements.iter().enumerate() {
            if let Some(ply) = disagreement.ply.filter(|ply| !(1..=moves).contains(ply)) {
                let span = self.span(&format!("disagreements/{index}/ply"));
                return Err(CaseError::NoSuchPly {
                    ply,
                    moves,
                    source_code: self.document.source(),
                    span,
                });
            }
        }
        Ok(())
    }
}
