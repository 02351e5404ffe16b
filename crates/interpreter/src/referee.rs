//! A game under way and the procedure around it: what may be claimed now and by whom, what was ordered, and how it stands.
//!
//! The numbers are the edition's ([`Procedure`]). Nobody is convicted of what nobody told him: a position that has
//! occurred often enough (待判局面) *may* be claimed, and only a [claim](Referee::claim), or the arbiter who
//! [rules unasked](Referee::arbiter), orders or ends anything.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use miette::Diagnostic;
use qili_board::{Move, Position, Side};
use qili_edition::outcome::Outcome;
use qili_edition::procedure::{Procedure, Stretch};
use qili_lang::rules::ClauseId;
use qili_words::{Language, Localized, Texts};
use thiserror::Error;

use crate::cycle::MAX_CYCLE;
use crate::ending::{self, Ended};
use crate::engine::Engine;
use crate::judge::{JudgedRuling, Open, rule};
use crate::movement::PositionError;
use crate::ply::Ply;
use crate::replay::{IllegalPly, Repetition, Replay};

/// A game under way.
///
/// It owns all that it needs, can be cloned, and takes moves back with everything that came after them.
///
/// ```
/// use std::sync::Arc;
///
/// use qili_board::fen;
/// use qili_edition::Edition;
/// use qili_interpreter::referee::{Referee, Status};
/// use qili_interpreter::Engine;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let edition = Edition::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/editions/club"))?;
/// let engine = Arc::new(Engine::new(edition.rules.clone())?);
/// # let pieces = edition.rules.kinds.iter().flat_map(|kind| kind.letters.first().map(|letter| (*letter, "")));
/// # let alphabet = fen::Alphabet::new(pieces)?;
/// let start = fen::parse("4k4/9/9/9/9/9/9/9/9/R2K5 w", &alphabet)?.position;
/// let mut referee = Referee::new(engine, edition.procedure().cloned(), start)?;
/// for mv in "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9 a8a9".split(' ') {
///     referee.play(mv.parse()?)?;
/// }
/// let claim = referee.claims().ok_or("nothing may be claimed")?;
/// assert_eq!(referee.status(), Status::Playing, "nobody has claimed it");
/// let player = claim.by[0];
/// referee.claim(player)?;
/// assert_ne!(referee.status(), Status::Playing);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Referee {
    procedure: Option<Arc<Procedure>>,
    game: Replay,
    now: State,
    /// How it stood before each ply.
    before: Vec<State>,
    rounds: Vec<Round>,
}

/// How a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Nothing is decided or ordered.
    Playing,
    /// A side has been told to play something else.
    MustChange {
        /// Who.
        side: Side,
        /// What it has left to do so.
        left: Left,
    },
    /// The game is over.
    Over {
        /// What it came to.
        outcome: Outcome,
        /// By which clause, where one says so.
        clause: Option<ClauseId>,
    },
}

impl Status {
    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Over { .. })
    }
}

/// What a side that must change has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// The edition has no number.
    NotSaid,
    /// So many moves of its own.
    Moves(u8),
    /// So many more times may the position occur.
    Repetitions(u8),
}

impl Left {
    fn of(procedure: &Procedure) -> Self {
        match (procedure.moves_to_comply, procedure.repetitions_to_comply) {
            (Some(moves), _) => Self::Moves(moves.max(1)),
            (None, Some(times)) => Self::Repetitions(times.max(1)),
            (None, None) => Self::NotSaid,
        }
    }

    /// After a move that was no change; `None`: nothing is left.
    fn after(self, own: bool, again: bool) -> Option<Self> {
        let fewer = |number: u8| number.checked_sub(1).filter(|&left| left > 0);
        match self {
            Self::Moves(moves) if own => fewer(moves).map(Self::Moves),
            Self::Repetitions(times) if again => fewer(times).map(Self::Repetitions),
            same => Some(same),
        }
    }
}

/// A position that has occurred before, and what that allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// How often, and when.
    pub repetition: Repetition,
    /// Where the stretch that is judged begins.
    pub from: usize,
    /// What may be done about it.
    pub standing: Standing,
    /// The round that goes on, as an index.
    round: usize,
}

impl Moment {
    /// How many rounds of the game went before the one that goes on.
    pub(crate) const fn rounds_before(&self) -> usize {
        self.round
    }

    /// The plies that are judged.
    #[must_use]
    pub const fn stretch(&self) -> Range<usize> {
        self.from..self.repetition.now
    }

    /// The round that goes on: moments of one round follow each other ply by ply and are ruled on alike.
    #[must_use]
    pub const fn round(&self) -> usize {
        self.round
    }

    /// Whether a ruling may be made, asked for or not.
    #[must_use]
    pub const fn is_ripe(&self) -> bool {
        !matches!(self.standing, Standing::TooEarly)
    }
}

/// What may be done about a position that has occurred before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// Nothing yet.
    TooEarly,
    /// A player may ask for a ruling.
    Askable,
    /// The arbiter may also rule unasked.
    Plain,
}

/// A ruling that may be asked for now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The position.
    pub moment: Moment,
    /// Who may ask for it.
    pub by: Vec<Side>,
    /// What it would say.
    pub ruling: JudgedRuling,
}

/// What a move brought about beside the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// The side that had to change did so with this ply (counted from 1).
    Complied {
        /// Who.
        side: Side,
        /// When.
        ply: usize,
    },
    /// It did not with all that it had left, and has lost.
    Ignored {
        /// Who.
        side: Side,
        /// The ply (counted from 1) with which its last chance passed.
        ply: usize,
    },
    /// The game ended by a clause on endings.
    Ended {
        /// How.
        by: Ended,
        /// After this ply (counted from 1; 0: in the first position).
        ply: usize,
    },
}

/// A move that was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// How the position has occurred before, if it has.
    pub repetition: Option<Repetition>,
    /// What else it brought about.
    pub turn: Option<Turn>,
}

/// Why a ruling cannot be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error, Diagnostic)]
pub enum ClaimError {
    /// The game is over.
    #[error("the game is over")]
    #[diagnostic(
        code(qili::claim::over),
        help("take moves back to claim at an earlier one")
    )]
    Over,
    /// A side has been told to change and still may.
    #[error("{0} has been told to change and still has time to")]
    #[diagnostic(
        code(qili::claim::ordered),
        help("play on until the side has changed or lost")
    )]
    Ordered(Side),
    /// The position has not occurred often enough.
    #[error("the position has not occurred often enough")]
    #[diagnostic(code(qili::claim::too_early), help("play on"))]
    TooEarly,
    /// The other player may ask.
    #[error("{0} may not ask for this ruling")]
    #[diagnostic(
        code(qili::claim::not_by),
        help("`by` of the claim says which player may")
    )]
    NotBy(Side),
}

impl Localized for ClaimError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Over => Texts::new("对局已经结束").help("要在前面某一着提出，先退回着法"),
            Self::Ordered(side) => Texts::new(format!(
                "已要求{}变着，尚在期限之内",
                side.name(Language::Chinese)
            ))
            .help("继续走，直到变着或判负"),
            Self::TooEarly => Texts::new("局面出现的次数还不够").help("继续走"),
            Self::NotBy(side) => {
                Texts::new(format!("{}不能要求这个裁决", side.name(Language::Chinese)))
                    .help("请求中的 `by` 写明谁可以要求")
            }
        }
    }
}

#[derive(Debug, Clone)]
struct State {
    status: Status,
    order: Option<Arc<Order>>,
    moment: Option<Moment>,
}

/// What a side was told to leave.
#[derive(Debug)]
struct Order {
    clause: Option<ClauseId>,
    /// The position that was ruled on.
    position: u64,
    /// All positions of the stretch.
    stretch: Vec<u64>,
}

/// A round that goes on, ply by ply: it is ruled on once.
#[derive(Debug, Clone)]
struct Round {
    /// The plies with which it had been played once.
    stretch: Range<usize>,
    ruling: OnceLock<JudgedRuling>,
}

impl Referee {
    /// A game before its first move, by the procedure of an edition; without one, nothing is ever ruled on.
    ///
    /// # Errors
    /// When the edition's pieces cannot stand so.
    pub fn new(
        engine: Arc<Engine>,
        procedure: Option<Arc<Procedure>>,
        start: Position,
    ) -> Result<Self, PositionError> {
        Ok(Self::of(procedure, Replay::new(engine, start)?))
    }

    /// The same from a position that the caller has checked.
    #[must_use]
    pub fn unchecked(
        engine: Arc<Engine>,
        procedure: Option<Arc<Procedure>>,
        start: Position,
    ) -> Self {
        Self::of(procedure, Replay::unchecked(engine, start))
    }

    fn of(procedure: Option<Arc<Procedure>>, game: Replay) -> Self {
        let mut referee = Self {
            procedure,
            game,
            now: State {
                status: Status::Playing,
                order: None,
                moment: None,
            },
            before: Vec::new(),
            rounds: Vec::new(),
        };
        referee.end_on_board();
        referee
    }

    /// The game as far as it has been played.
    #[must_use]
    pub const fn game(&self) -> &Replay {
        &self.game
    }

    /// How it stands.
    #[must_use]
    pub const fn status(&self) -> Status {
        self.now.status
    }

    /// Plays a move. After the end of the game moves change the board and nothing else.
    ///
    /// # Errors
    /// When the move is not legal; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<Played, IllegalPly> {
        let mover = self.game.turn();
        let repetition = self.game.play(mv)?;
        self.before.push(self.now.clone());
        let last = self.now.moment.take();
        if self.now.status.is_over() {
            return Ok(Played {
                repetition,
                turn: None,
            });
        }
        let ended = self.end_on_board();
        let turn = ended.or_else(|| self.follow(mover));
        if !self.now.status.is_over() {
            self.now.moment = repetition.and_then(|repetition| self.recur(repetition, last));
        }
        Ok(Played { repetition, turn })
    }

    /// Takes the last move back, with all that came after it.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.game.undo()?;
        if let Some(before) = self.before.pop() {
            self.now = before;
        }
        let now = self.game.moves().len();
        let later = |round: &Round| round.stretch.end > now;
        while self.rounds.last().is_some_and(later) {
            self.rounds.pop();
        }
        Some(mv)
    }

    /// What the position that stands now allows, where it has occurred before and no order or end stands in the way.
    #[must_use]
    pub const fn moment(&self) -> Option<Moment> {
        match self.now.status {
            Status::Playing
            | Status::MustChange {
                left: Left::NotSaid,
                ..
            } => self.now.moment,
            Status::MustChange { .. } | Status::Over { .. } => None,
        }
    }

    /// What may be claimed now, by whom, and what the ruling would be. While the same round goes on it is ruled on once.
    #[must_use]
    pub fn claims(&self) -> Option<Claim> {
        let moment = self.moment().filter(Moment::is_ripe)?;
        let ruling = self.ruling(&moment);
        let by = self.claimants(&moment, &ruling);
        Some(Claim { moment, by, ruling })
    }

    /// Asks for a ruling; what it says is so from now on.
    ///
    /// # Errors
    /// When there is nothing to rule on, or the other player alone may ask.
    pub fn claim(&mut self, by: Side) -> Result<JudgedRuling, ClaimError> {
        match self.now.status {
            Status::Over { .. } => return Err(ClaimError::Over),
            Status::MustChange { side, left } if left != Left::NotSaid => {
                return Err(ClaimError::Ordered(side));
            }
            Status::Playing | Status::MustChange { .. } => {}
        }
        let claim = self.claims().ok_or(ClaimError::TooEarly)?;
        if !claim.by.contains(&by) {
            return Err(ClaimError::NotBy(by));
        }
        self.apply(&claim.moment, &claim.ruling);
        Ok(claim.ruling)
    }

    /// Rules unasked, if the repetition is plain enough for it; what the ruling says is so from now on.
    pub fn arbiter(&mut self) -> Option<JudgedRuling> {
        let plain = |moment: &Moment| moment.standing == Standing::Plain;
        let moment = self.moment().filter(plain)?;
        let ruling = self.ruling(&moment);
        self.apply(&moment, &ruling);
        Some(ruling)
    }

    /// Ends the game by something that happened beside the board to `side`, such as its resignation; `None` if it was over
    /// before, or the edition has no such ending.
    pub fn event(&mut self, event: &str, side: Side) -> Option<Ended> {
        if self.now.status.is_over() {
            return None;
        }
        let by = ending::on_event(self.game.engine(), event, side)?;
        self.end(by.outcome, Some(by.clause));
        Some(by)
    }

    /// What the ruling on a moment of this game is, or would be.
    #[must_use]
    pub fn ruling(&self, moment: &Moment) -> JudgedRuling {
        let round = self.rounds.get(moment.round);
        let length = moment.stretch().len();
        let plies_later = |round: &Round| moment.repetition.now.checked_sub(round.stretch.end);
        match round.and_then(|round| Some((round, plies_later(round)?))) {
            Some((round, plies)) => {
                let ruling = round
                    .ruling
                    .get_or_init(|| self.rule(round.stretch.clone()));
                later(ruling, plies, length)
            }
            None => self.rule(moment.stretch()),
        }
    }

    /// Who may ask for a ruling; whoever likes, where the edition does not say.
    #[must_use]
    pub fn claimants(&self, moment: &Moment, ruling: &JudgedRuling) -> Vec<Side> {
        // the side that was to move at that moment
        let start = self.game.start().turn();
        let to_move = match moment.repetition.now % 2 {
            0 => start,
            _ => start.other(),
        };
        let asked_by = self.procedure.as_ref().and_then(|known| known.asked_by);
        let may = |side: &Side| {
            asked_by.is_none_or(|asker| asker.may_ask(*side, to_move, ruling.outcome.against()))
        };
        Side::ALL.into_iter().filter(may).collect()
    }

    fn rule(&self, stretch: Range<usize>) -> JudgedRuling {
        if stretch.len() > MAX_CYCLE {
            return JudgedRuling::undetermined(Open::TooLong);
        }
        rule(self.game.engine(), &self.game.cycle(stretch))
    }

    /// A position that has occurred before; `last` is what the position before it was.
    fn recur(&mut self, repetition: Repetition, last: Option<Moment>) -> Option<Moment> {
        let procedure = self.procedure.as_ref()?;
        let from = match procedure.stretch {
            Stretch::LastRound => repetition.since,
            Stretch::SinceFirst => repetition.first,
        };
        let standing = self.standing(procedure, from, repetition.occurrences);
        let goes_on =
            |last: &Moment| last.from + 1 == from && last.repetition.now + 1 == repetition.now;
        let round = match last.filter(goes_on) {
            Some(last) => last.round,
            None => {
                self.rounds.push(Round {
                    stretch: from..repetition.now,
                    ruling: OnceLock::new(),
                });
                self.rounds.len() - 1
            }
        };
        Some(Moment {
            repetition,
            from,
            standing,
            round,
        })
    }

    fn standing(&self, procedure: &Procedure, from: usize, occurrences: usize) -> Standing {
        let reached = |often: u8| occurrences >= usize::from(often);
        let needed = match procedure.check_occurrences {
            Some(checks) if self.one_side_checks(from) => checks,
            _ => procedure.occurrences,
        };
        if !reached(needed.max(2)) {
            Standing::TooEarly
        } else if procedure.unasked_occurrences.is_some_and(reached) {
            Standing::Plain
        } else {
            Standing::Askable
        }
    }

    /// Whether one side, and not the other, gives check with every move since a position.
    fn one_side_checks(&self, from: usize) -> bool {
        let mut position = self.game.position_at(from);
        let mut always = [true; 2];
        for &mv in self.game.moves().iter().skip(from) {
            let mover = position.turn();
            position.play(mv);
            let movement = self.game.engine().movement();
            always[mover.index()] &= movement.in_check(&position, position.turn());
        }
        always[0] != always[1]
    }

    /// What a move means for the side that was told to change.
    fn follow(&mut self, mover: Side) -> Option<Turn> {
        let Status::MustChange { side, left } = self.now.status else {
            return None;
        };
        let order = self.now.order.clone()?;
        let position = self.game.position().hash();
        let ply = self.game.moves().len();
        let own = mover == side;
        if own && !order.stretch.contains(&position) {
            self.now.status = Status::Playing;
            self.now.order = None;
            return Some(Turn::Complied { side, ply });
        }
        match left.after(own, position == order.position) {
            Some(left) => {
                self.now.status = Status::MustChange { side, left };
                None
            }
            None => {
                self.end(Outcome::loses(side), order.clause);
                Some(Turn::Ignored { side, ply })
            }
        }
    }

    fn apply(&mut self, moment: &Moment, ruling: &JudgedRuling) {
        let clause = ruling.clauses.first().copied();
        match ruling.outcome {
            Outcome::Draw | Outcome::RedLoses | Outcome::BlackLoses => {
                self.end(ruling.outcome, clause);
            }
            Outcome::RedMustChange | Outcome::BlackMustChange => {
                let procedure = self.procedure.as_ref();
                if let (Some(side), Some(procedure)) = (ruling.outcome.against(), procedure) {
                    let left = Left::of(procedure);
                    self.now.status = Status::MustChange { side, left };
                    self.now.order = Some(Arc::new(Order {
                        clause,
                        position: self.game.position().hash(),
                        stretch: self.game.hashes()[moment.stretch()].to_vec(),
                    }));
                }
            }
            Outcome::None | Outcome::Undetermined => {}
        }
    }

    fn end(&mut self, outcome: Outcome, clause: Option<ClauseId>) {
        self.now.status = Status::Over { outcome, clause };
        self.now.order = None;
    }

    fn end_on_board(&mut self) -> Option<Turn> {
        let by = self.game.ended()?;
        self.end(by.outcome, Some(by.clause));
        Some(Turn::Ended {
            by,
            ply: self.game.moves().len(),
        })
    }
}

/// The same ruling on a cycle of so many plies that is entered some plies later.
fn later(ruling: &JudgedRuling, plies: usize, length: usize) -> JudgedRuling {
    let renumbered = |ply: Ply| Ply((ply.0 + length - plies % length) % length);
    let mut ruling = ruling.clone();
    for (ply, _) in &mut ruling.ways {
        *ply = renumbered(*ply);
    }
    ruling.ways.sort_by_key(|(ply, _)| *ply);
    if let Some(Open::Natures(_, plies)) = &mut ruling.open {
        plies.iter_mut().for_each(|ply| *ply = renumbered(*ply));
        plies.sort();
    }
    ruling
}
