//! The one order of simplicity: men, plies, distance from the printed figures, plausibility, FEN.

use qili_board::{Position, Square};
use qili_interpreter::movement::MoveList;

use crate::reading::Reading;
use crate::stretch::Stretch;

/// How simple a stretch is; the least is the simplest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Simplicity {
    /// How many men stand on the board.
    pub men: usize,
    /// How many plies go round.
    pub plies: usize,
    /// How many of its men stand elsewhere than in the printed figure that it is nearest to.
    pub distance: usize,
    /// How many of a hundred moves a player would not make: see [`plausibility`].
    pub doubt: u8,
    /// The position and the moves, as they are written.
    pub text: String,
}

impl Simplicity {
    /// How plausible the moves are, of a hundred.
    #[must_use]
    pub const fn plausibility(&self) -> u8 {
        100 - self.doubt
    }
}

/// The printed figures, in all their images and at each of their moves.
#[derive(Debug, Clone, Default)]
pub struct Figures(Vec<Position>);

impl Figures {
    /// Those of some stretches.
    #[must_use]
    pub fn of<'s>(printed: impl IntoIterator<Item = &'s Stretch>) -> Self {
        let mut positions = Vec::new();
        for image in printed.into_iter().flat_map(Stretch::images) {
            let mut position = image.start;
            for &mv in &image.moves {
                positions.push(position.clone());
                position.play(mv);
            }
        }
        Self(positions)
    }

    /// How many men of a position stand elsewhere than in the figure that it is nearest to.
    fn distance(&self, position: &Position) -> usize {
        let men = position.occupied().count() as usize;
        let from = |figure: &Position| {
            let elsewhere =
                |square: &Square| figure.piece_at(*square) != position.piece_at(*square);
            position.occupied().squares().filter(elsewhere).count()
        };
        self.0.iter().map(from).min().unwrap_or(men)
    }
}

/// Weighs stretches.
#[derive(Debug, Clone, Copy)]
pub struct Scales<'q> {
    /// In whose pieces they are.
    pub reading: &'q Reading,
    /// What they are compared with.
    pub figures: &'q Figures,
}

impl Scales<'_> {
    /// How simple a stretch is, as it stands.
    #[must_use]
    pub fn weigh(&self, stretch: &Stretch) -> Simplicity {
        Simplicity {
            men: stretch.men(),
            plies: stretch.moves.len(),
            distance: self.figures.distance(&stretch.start),
            doubt: 100 - plausibility(self.reading, stretch),
            text: self.written(stretch),
        }
    }

    /// The image of a stretch that stands for all of them, and how simple it is: Red moves first where either may.
    #[must_use]
    pub fn normal(&self, stretch: &Stretch) -> (Simplicity, Stretch) {
        let images = stretch.images().into_iter().flat_map(|image| {
            let starts: Vec<_> = (0..image.moves.len()).map(|at| image.begun(at)).collect();
            starts
                .into_iter()
                .filter(|begun| begun.start.turn() == qili_board::Side::Red)
        });
        let least = images
            .map(|image| (self.written(&image), image))
            .min_by(|one, other| one.0.cmp(&other.0));
        let image = least.map_or_else(|| stretch.clone(), |(_, image)| image);
        (self.weigh(&image), image)
    }

    fn written(&self, stretch: &Stretch) -> String {
        let mut text =
            qili_board::fen::write(&stretch.start, self.reading.book.vocabulary.alphabet());
        for mv in &stretch.moves {
            text.push(' ');
            text += &mv.to_string();
        }
        text
    }
}

/// Of a hundred moves of the stretch, how many a player might make: those are not that leave out a mate in one, or a piece of
/// worth that nothing protects. That the material can be on a board, and every man stands where it can get to, is asked of
/// every stretch.
#[must_use]
pub fn plausibility(reading: &Reading, stretch: &Stretch) -> u8 {
    let mut position = stretch.start.clone();
    let mut played = 0;
    for &mv in &stretch.moves {
        played += usize::from(!has_better(reading, &mut position));
        position.play(mv);
    }
    u8::try_from(100 * played / stretch.moves.len().max(1)).unwrap_or(100)
}

/// Whether the side to move could mate at once, or take a piece of worth for nothing.
fn has_better(reading: &Reading, position: &mut Position) -> bool {
    let movement = reading.book.movement();
    let mut moves = MoveList::new();
    movement.legal_moves(position, &mut moves);
    moves.iter().any(|&mv| {
        let taken = reading.has_worth(position, mv.to);
        let captured = position.play(mv);
        let free = taken
            && movement
                .attackers(position, mv.to, position.turn())
                .is_empty();
        let mates =
            movement.in_check(position, position.turn()) && !movement.has_legal_move(position);
        position.undo(mv, captured);
        free || mates
    })
}
