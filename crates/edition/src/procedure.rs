//! The procedure around a ruling: who may ask for one, when, and what it orders.
//!
//! An amendment writes only what it changes; [`Procedure::of`] puts the whole together and refuses what makes no sense.

use std::fmt;

use qili_board::Side;
use qili_words::{Bilingual, both};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::error::EditionError;
use crate::lineage::Layer;

/// How a ruling comes about over a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Procedure {
    /// How often a position must have occurred, its first time included, before a player may ask for a ruling; at least 2.
    pub occurrences: u8,
    /// The same where one side, and not the other, gives check with every move; [`occurrences`](Self::occurrences) if absent.
    pub check_occurrences: Option<u8>,
    /// What is judged when a ruling is made.
    pub stretch: Stretch,
    /// Who may ask; `None` where neither the book nor a reading of it says.
    pub asked_by: Option<Asker>,
    /// How often it must have occurred before the arbiter rules unasked; `None`: never. At least
    /// [`occurrences`](Self::occurrences).
    pub unasked_occurrences: Option<u8>,
    /// Within how many own moves the side that must change has to comply, at least 1; `None`: that is not said.
    pub moves_to_comply: Option<u8>,
    /// How often the position may still occur before the side that must change has lost, at least 1, where it is that and
    /// not a number of moves that is counted.
    pub repetitions_to_comply: Option<u8>,
    /// Where the numbers come from and how they are read, where the law does not simply state them.
    pub reading: Option<Bilingual>,
    /// The article or part of the text.
    pub cites: Option<Bilingual>,
}

/// The part of a game that a ruling judges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stretch {
    /// From the last time that the position occurred.
    #[default]
    LastRound,
    /// From the first time that it occurred.
    SinceFirst,
}

/// Who may ask for a ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asker {
    /// Either player, at any time.
    Either,
    /// The player whose move it is.
    ToMove,
    /// A player against whom the ruling does not go.
    NotAtFault,
}

impl Asker {
    /// Whether a player may ask while `to_move` is on the move and the ruling goes against `at_fault`.
    ///
    /// ```
    /// use qili_board::Side::{Black, Red};
    /// use qili_edition::procedure::Asker;
    ///
    /// assert!(Asker::Either.may_ask(Red, Black, Some(Red)));
    /// assert!(!Asker::ToMove.may_ask(Red, Black, None));
    /// assert!(!Asker::NotAtFault.may_ask(Red, Red, Some(Red)));
    /// ```
    #[must_use]
    pub fn may_ask(self, player: Side, to_move: Side, at_fault: Option<Side>) -> bool {
        match self {
            Self::Either => true,
            Self::ToMove => player == to_move,
            Self::NotAtFault => Some(player) != at_fault,
        }
    }
}

/// What `procedure` of an `edition.yaml` says.
///
/// What it leaves out is as in the edition that it amends. `unasked-occurrences: ~` says that the arbiter never rules
/// unasked, and `moves-to-comply: ~`, `repetitions-to-comply: ~` and
/// `check-occurrences: ~` that there is no such number. The first edition in a row that has a procedure says
/// where it comes from: `cites` where the law itself says so, `reading` where it has to be read. An amendment that
/// cites and has no reading drops the reading of what it amends.
///
/// ```yaml
/// procedure:
///   occurrences: 3
///   check-occurrences: 4        # where one side gives check with every move
///   stretch: last-round         # or since-first
///   asked-by: either            # or to-move, not-at-fault
///   unasked-occurrences: 4
///   moves-to-comply: 2
///   cites: 26.1                 # or { zh: 第二部分, en: part two }
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ProcedureChange {
    /// See [`Procedure::occurrences`].
    pub occurrences: Option<u8>,
    /// See [`Procedure::check_occurrences`].
    #[serde(default, deserialize_with = "given")]
    pub check_occurrences: Option<Option<u8>>,
    /// See [`Procedure::stretch`].
    pub stretch: Option<Stretch>,
    /// See [`Procedure::asked_by`].
    pub asked_by: Option<Asker>,
    /// See [`Procedure::unasked_occurrences`].
    #[serde(default, deserialize_with = "given")]
    pub unasked_occurrences: Option<Option<u8>>,
    /// See [`Procedure::moves_to_comply`].
    #[serde(default, deserialize_with = "given")]
    pub moves_to_comply: Option<Option<u8>>,
    /// See [`Procedure::repetitions_to_comply`].
    #[serde(default, deserialize_with = "given")]
    pub repetitions_to_comply: Option<Option<u8>>,
    /// See [`Procedure::reading`].
    pub reading: Option<Bilingual>,
    /// See [`Procedure::cites`]; one text for both languages, or one for each.
    #[serde(default, deserialize_with = "cited")]
    pub cites: Option<Bilingual>,
}

/// A text for both languages, or one for each.
fn cited<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Bilingual>, D::Error> {
    struct Cited;

    impl<'de> Visitor<'de> for Cited {
        type Value = Bilingual;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }

        fn visit_str<E>(self, text: &str) -> Result<Bilingual, E> {
            Ok(Bilingual::new(text, text))
        }

        fn visit_map<A: MapAccess<'de>>(self, texts: A) -> Result<Bilingual, A::Error> {
            Bilingual::deserialize(MapAccessDeserializer::new(texts))
        }
    }

    from.deserialize_str(Cited).map(Some)
}

/// What is there, `~` included.
fn given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<u8>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// What a row of editions says so far, and where its numbers stand.
#[derive(Default)]
struct Said<'l> {
    change: ProcedureChange,
    occurrences: Option<&'l Layer>,
    unasked: Option<&'l Layer>,
    checks: Option<&'l Layer>,
    comply: Option<&'l Layer>,
    repetitions: Option<&'l Layer>,
}

impl Procedure {
    /// The procedure of a row of editions, the nearest first.
    pub(crate) fn of(lineage: &[Layer]) -> Result<Option<Self>, EditionError> {
        let mut said = Said::default();
        let mut first = None;
        for layer in lineage.iter().rev() {
            if let Some(change) = &layer.about.procedure {
                first.get_or_insert(layer);
                said.take(change, layer);
            }
        }
        first.map(|first| said.whole(first)).transpose()
    }
}

impl<'l> Said<'l> {
    fn take(&mut self, change: &ProcedureChange, layer: &'l Layer) {
        let own = change.clone();
        if own.occurrences.is_some() {
            self.occurrences = Some(layer);
        }
        if own.unasked_occurrences.is_some() {
            self.unasked = Some(layer);
        }
        if own.check_occurrences.is_some() {
            self.checks = Some(layer);
        }
        if own.moves_to_comply.is_some() {
            self.comply = Some(layer);
        }
        if own.repetitions_to_comply.is_some() {
            self.repetitions = Some(layer);
        }
        let base = std::mem::take(&mut self.change);
        self.change = ProcedureChange {
            occurrences: own.occurrences.or(base.occurrences),
            check_occurrences: own.check_occurrences.or(base.check_occurrences),
            stretch: own.stretch.or(base.stretch),
            asked_by: own.asked_by.or(base.asked_by),
            unasked_occurrences: own.unasked_occurrences.or(base.unasked_occurrences),
            moves_to_comply: own.moves_to_comply.or(base.moves_to_comply),
            repetitions_to_comply: own.repetitions_to_comply.or(base.repetitions_to_comply),
            reading: own.reading.or(if own.cites.is_some() {
                None
            } else {
                base.reading
            }),
            cites: own.cites.or(base.cites),
        };
    }

    fn whole(self, first: &Layer) -> Result<Procedure, EditionError> {
        let Self {
            change,
            occurrences: says_occurrences,
            unasked,
            checks,
            comply,
            repetitions,
        } = self;
        let (Some(occurrences), Some(asked)) = (change.occurrences, says_occurrences) else {
            let help = both!(
                "加上 `occurrences: 3`，或书上所说的次数",
                "add `occurrences: 3`, or as many as the book says"
            );
            return Err(wrong(
                first,
                "",
                both!(
                    "程序没有写明局面要出现几次",
                    "the procedure does not say how often a position must occur"
                ),
                help,
            ));
        };
        if occurrences < 2 {
            return Err(wrong(
                asked,
                "occurrences",
                both!(
                    "出现 {occurrences} 次不算重复",
                    "no position has recurred after {occurrences} occurrences"
                ),
                both!(
                    "第一次也算：2 是重复一次，书上大多是 3",
                    "the first time counts: 2 is a single repetition, and books mostly say 3"
                ),
            ));
        }
        let never_before = change.unasked_occurrences.flatten();
        if let (Some(number), Some(layer)) = (never_before, unasked)
            && number < occurrences
        {
            // the edition nearest to the reader has the newer word
            let (layer, field) = if asked.depth < layer.depth {
                (asked, "occurrences")
            } else {
                (layer, "unasked-occurrences")
            };
            return Err(wrong(
                layer,
                field,
                both!(
                    "出现 {number} 次裁判就主动裁决，早于棋手可以要求的 {occurrences} 次",
                    "the arbiter would rule unasked after {number} occurrences, before a player may ask after {occurrences}"
                ),
                both!(
                    "`unasked-occurrences` 至少与 `occurrences` 相同；`~` 表示裁判从不主动裁决",
                    "`unasked-occurrences` is at least `occurrences`; `~` says that the arbiter never rules unasked"
                ),
            ));
        }
        let check_occurrences = change.check_occurrences.flatten();
        if let (Some(number @ ..2), Some(layer)) = (check_occurrences, checks) {
            return Err(wrong(
                layer,
                "check-occurrences",
                both!(
                    "出现 {number} 次不算重复",
                    "no position has recurred after {number} occurrences"
                ),
                both!(
                    "第一次也算：2 是重复一次；`~` 表示长将没有另外的次数",
                    "the first time counts: 2 is a single repetition; `~` says that checks have no number of their own"
                ),
            ));
        }
        let moves_to_comply = change.moves_to_comply.flatten();
        let repetitions_to_comply = change.repetitions_to_comply.flatten();
        for (number, layer, field) in [
            (moves_to_comply, comply, "moves-to-comply"),
            (repetitions_to_comply, repetitions, "repetitions-to-comply"),
        ] {
            if let (Some(0), Some(layer)) = (number, layer) {
                return Err(wrong(
                    layer,
                    field,
                    both!(
                        "须变的一方要有一着来变",
                        "a side that must change needs a move to do so"
                    ),
                    both!(
                        "写 1 或更多；`~` 表示没有这样的规定",
                        "write 1 or more; `~` says that there is no such number"
                    ),
                ));
            }
        }
        if let (Some(_), Some(_), Some(layer)) =
            (moves_to_comply, repetitions_to_comply, repetitions)
        {
            return Err(wrong(
                layer,
                "repetitions-to-comply",
                both!(
                    "须变的期限既数着数又数重复次数",
                    "both moves and repetitions are counted until a side must have changed"
                ),
                both!(
                    "留一个；所增改的版本有另一个的，写 `~`",
                    "keep one of the two, and write `~` for the other where an amended edition has it"
                ),
            ));
        }
        if change.reading.is_none() && change.cites.is_none() {
            return Err(wrong(
                first,
                "",
                both!(
                    "程序没有写明出处",
                    "the procedure does not say where it comes from"
                ),
                both!(
                    "有明文的加 `cites: …`，没有明文的加 `reading: {{ zh: …, en: … }}`，说明怎样解读",
                    "add `cites: …` where the law says so, or `reading: {{ zh: …, en: … }}` where it has to be read"
                ),
            ));
        }
        Ok(Procedure {
            occurrences,
            check_occurrences: change.check_occurrences.flatten(),
            stretch: change.stretch.unwrap_or_default(),
            asked_by: change.asked_by,
            unasked_occurrences: never_before,
            moves_to_comply,
            repetitions_to_comply,
            reading: change.reading,
            cites: change.cites,
        })
    }
}

fn wrong(layer: &Layer, field: &str, problem: Bilingual, help: Bilingual) -> EditionError {
    EditionError::Procedure {
        problem,
        help,
        source_code: layer.document.source(),
        span: layer.document.span(&format!("procedure/{field}")),
    }
}
