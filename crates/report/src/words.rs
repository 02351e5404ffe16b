//! Small texts that several reports need.

use qili_board::{Move, Position, Side, Square};
use qili_edition::case::Pattern;
use qili_interpreter::cycle::MAX_CYCLE;
use qili_interpreter::judge::{JudgedPly, JudgedRuling, Judgement, Open};
use qili_interpreter::procedure::MAX_RULINGS;
use qili_interpreter::threats::Line;
use qili_lang::format::{known_as, numbered};
use qili_lang::rules::{ClauseId, NatureId};
use qili_lang::syntax::{Remark, cites};
use qili_notation::moves::{self, Notation, Style};
use qili_words::Bilingual;

use qili_words::Language;

use crate::Rulebook;

impl Rulebook {
    pub(crate) fn chinese(&self, mv: Move, position: &Position) -> String {
        moves::write(
            mv,
            position,
            self.movement(),
            &self.vocabulary,
            self.style(),
        )
    }

    pub(crate) fn wxf(&self, mv: Move, position: &Position) -> String {
        moves::write(
            mv,
            position,
            self.movement(),
            &self.vocabulary,
            Style::from(Notation::Wxf),
        )
    }

    /// A move as a language's readers write it.
    #[must_use]
    pub fn written(&self, mv: Move, position: &Position, language: Language) -> String {
        match language {
            Language::Chinese => self.chinese(mv, position),
            Language::English => self.wxf(mv, position),
        }
    }

    /// A nature's names.
    #[must_use]
    pub fn nature(&self, id: NatureId) -> &Bilingual {
        &self.edition.rules.natures[id].names
    }

    /// The piece on a square, by its name in a language, and the square: `车 i9`, `chariot i9`.
    #[must_use]
    pub fn piece(&self, square: Square, position: &Position, language: Language) -> String {
        let name = position
            .piece_at(square)
            .map_or_else(String::new, |piece| match language {
                Language::Chinese => self
                    .vocabulary
                    .character(piece.side, piece.kind, qili_notation::Script::Simplified)
                    .to_string(),
                Language::English => self
                    .edition
                    .rules
                    .kinds
                    .get(piece.kind.index())
                    .map(|kind| format!("{} ", kind.names.en))
                    .unwrap_or_default(),
            });
        format!("{name}{square}")
    }

    /// `24.chase 捉`, and where its number is unknown, what it rests on.
    #[must_use]
    pub fn cited(&self, id: ClauseId, language: Language) -> String {
        let clause = self.clause(id);
        let unknown = clause
            .remarks
            .iter()
            .any(|remark| matches!(remark, Remark::NumberUnknown));
        let cites = cites(&clause.remarks, language);
        let mut text = numbered(&clause.article, &clause.title, language);
        if unknown || !cites.is_empty() {
            let mut parts = Vec::new();
            if unknown {
                parts.push(language.of("条号不详", "number unknown").to_owned());
            }
            parts.extend(cites.iter().map(|cite| (*cite).to_owned()));
            text += &match language {
                Language::Chinese => format!("（{}）", parts.join("；")),
                Language::English => format!(" ({})", parts.join("; ")),
            };
        }
        text
    }

    /// The numbers of clauses as a language's readers know them, each once; a title where there is no number.
    #[must_use]
    pub fn numbers(&self, clauses: &[ClauseId], language: Language) -> Vec<String> {
        let mut known: Vec<String> = Vec::new();
        for &id in clauses {
            let clause = self.clause(id);
            let name = known_as(&clause.article, &clause.title, language);
            if !known.iter().any(|one| one == name) {
                known.push(name.to_owned());
            }
        }
        known
    }

    /// What a clause says in its own words, where it does; in the other language where it has no other words.
    #[must_use]
    pub fn says(&self, id: ClauseId, language: Language) -> Option<&str> {
        let remarks = self.clause(id).remarks.iter();
        let said: Vec<&str> = remarks
            .filter_map(|remark| match remark {
                Remark::Says(text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        let chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        let wanted = |text: &&&str| chinese(text) == (language == Language::Chinese);
        said.iter().find(wanted).or(said.first()).copied()
    }

    /// What a side does over a cycle: the edition's name for it, or its natures counted.
    #[must_use]
    pub fn pattern(&self, judgement: &Judgement, side: Side, language: Language) -> String {
        if let Some(pattern) = judgement.patterns[side.index()] {
            return self.edition.rules.patterns[pattern]
                .names
                .get(language)
                .to_owned();
        }
        self.counted(judgement, side, language)
    }

    /// The natures of a side's moves over a cycle, counted: `长捉`, `一捉一兑`.
    #[must_use]
    pub fn counted(&self, judgement: &Judgement, side: Side, language: Language) -> String {
        let plies = judgement.plies.iter().filter(|ply| ply.side == side);
        let name = |ply: &JudgedPly| {
            ply.nature
                .map_or("?", |nature| self.nature(nature).get(language))
        };
        Pattern::of(plies.map(name)).said(language)
    }

    /// Why a ruling could not be made.
    #[must_use]
    pub fn why_open(&self, open: &Open, language: Language) -> String {
        match open {
            Open::Arbiter(clause) => format!(
                "{}{}",
                language.of("由裁判裁定：", "left to the arbiter by "),
                self.cited(*clause, language)
            ),
            Open::Natures(clause, plies) => {
                let numbers: Vec<String> =
                    plies.iter().map(|ply| (ply.0 + 1).to_string()).collect();
                let numbers = language.list(&numbers);
                let article = match language {
                    Language::Chinese => self.cited(*clause, language),
                    Language::English => self.clause(*clause).article.clone(),
                };
                let budget = self.engine.threats().budget();
                match language {
                    Language::Chinese => format!(
                        "第 {numbers} 着的性质未能确定（搜索超出 {budget} 个局面的限额，或条目留待裁判），因而条目 {article} 未能判断"
                    ),
                    Language::English => format!(
                        "the nature of ply {numbers} could not be determined (a search went over its budget of {budget} positions, or a clause leaves it to the arbiter), so clause {article} could not be decided"
                    ),
                }
            }
            Open::NotCovered => language
                .of(
                    "本版没有一条适用于这种组合",
                    "no clause of this edition speaks of this combination",
                )
                .to_owned(),
            Open::TooLong => match language {
                Language::Chinese => format!("循环超过 {MAX_CYCLE} 着"),
                Language::English => format!("the cycle has more than {MAX_CYCLE} plies"),
            },
            Open::TooMany => match language {
                Language::Chinese => format!("一局中只裁决前 {MAX_RULINGS} 个循环和终局时的循环"),
                Language::English => format!(
                    "only the first {MAX_RULINGS} cycles of a game are ruled on, and the one at which it stops"
                ),
            },
            Open::Contradiction(clause) => format!(
                "{}{}",
                language.of(
                    "对双方得出不同结果的条目：",
                    "a clause applies to both sides with different outcomes: "
                ),
                self.cited(*clause, language)
            ),
        }
    }

    /// A ruling in words, without its reason.
    #[must_use]
    pub fn ruling(&self, ruling: &JudgedRuling, language: Language) -> String {
        ruling.outcome.said(language).to_owned()
    }

    /// A line of play from a position in which the threatening side is to move again: `马六进四+ 将5平4 炮一平六`.
    #[must_use]
    pub fn line(&self, line: &Line, from: &Position, language: Language) -> String {
        let mut position = from.clone();
        let mut written = Vec::new();
        for &mv in &line.moves {
            let captured = position.piece_at(mv.to);
            let mut text = self.written(mv, &position, language);
            position.play(mv);
            if captured.is_some() {
                text.push('×');
            }
            if self.movement().in_check(&position, position.turn()) {
                text.push('+');
            }
            written.push(text);
        }
        if line.mates
            && let Some(last) = written.last_mut()
        {
            if last.ends_with('+') {
                last.pop();
            }
            last.push('#');
        }
        written.join(" ")
    }
}

/// The position after a ply as if the opponent passed.
pub(crate) fn passed(position: &Position) -> Position {
    let mut position = position.clone();
    position.set_turn(position.turn().other());
    position
}
