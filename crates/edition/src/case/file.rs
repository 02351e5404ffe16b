//! The case file as it is written, and its way into the types of a case.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::str::FromStr;

use serde::Deserialize;

use super::Case;
use super::error::CaseError;
use super::scenario::{Disagreement, Natures, Patterns, Reach, RulingSource, Scenario, Variant};
use super::source::{Diagram, Reference};
use crate::outcome::Outcome;
use crate::yaml::Document;
use qili_words::Bilingual;

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
            #[serde(default)]
            disagreements: Vec<Disagreement>,
        }

        impl $name {
            fn scenario(self, reader: &Reader<'_>, base: Option<&Scenario>) -> Result<Scenario, CaseError> {
                let fen: Option<String> = self.fen.into();
                let (fen, moves, coordinates) = match base {
                    Some(base) if self.moves.is_empty() => {
                        (fen.unwrap_or_else(|| base.fen.clone()), base.moves.clone(), base.coordinates.clone())
                    }
                    _ => {
                        let fen = fen.or_else(|| base.map(|base| base.fen.clone())).unwrap_or_default();
                        (fen, self.moves, reader.list("coordinates", &self.coordinates)?)
                    }
                };
                let scenario = Scenario {
                    fen,
                    moves,
                    coordinates,
                    natures: self.natures,
                    targets: reader.targets(&self.targets)?,
                    patterns: self.patterns,
                    ruling: self.ruling,
                    ruling_source: self.ruling_source,
                    clauses: self.clauses,
                    reaches: reader.reaches(&self.reaches)?,
                    why: self.why,
                    notes: self.notes,
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

/// Reads a case from its document.
pub(super) fn read(document: Document) -> Result<Case, CaseError> {
    let mut file: CaseFile = document.decode()?;
    let (id, title, reference, diagram) = (
        std::mem::take(&mut file.case),
        file.title.clone(),
        file.source.clone(),
        file.diagram.clone(),
    );
    let variant_files = file.variants.take().unwrap_or_default();
    let scenario = file.scenario(
        &Reader {
            document: &document,
            path: String::new(),
        },
        None,
    )?;
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
        text.parse().map_err(|error: T::Err| CaseError::Word {
            problem: error.to_string(),
            source_code: self.document.source(),
            span: self.span(path),
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
    ) -> Result<Vec<Vec<qili_board::Square>>, CaseError> {
        let squares = |(ply, words): (usize, &Option<Vec<String>>)| match words {
            Some(words) => self.list(&format!("targets/{ply}"), words),
            None => Ok(Vec::new()),
        };
        targets.iter().enumerate().map(squares).collect()
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
        let moves = scenario.moves.len();
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
