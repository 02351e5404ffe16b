//! What an edition's pieces are called, and what follows from how they move for the way moves are written.

use std::fmt;
use std::sync::Arc;

use miette::Diagnostic;
use qili_board::fen::{Alphabet, AlphabetError, Fen};
use qili_board::{Bitboard, Kind, Piece, Position, Side, Square};
use qili_interpreter::movement::{MoveList, Movement};
use qili_lang::rules::{self, Rules};
use thiserror::Error;

use crate::encoding::Encoding;

/// Simplified or traditional characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Script {
    /// 车 马 进 后
    #[default]
    Simplified,
    /// 車 馬 進 後
    Traditional,
}

/// The characters for a kind of piece of one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Characters {
    /// The one printed in simplified text.
    pub simplified: char,
    /// The one printed in traditional text.
    pub traditional: char,
    /// All that are understood.
    pub variants: String,
}

impl Characters {
    /// From all characters that are understood, best first.
    ///
    /// In simplified text the first one of GB2312 is printed, in traditional text the first one of Big5: these standards hold one
    /// script each. `None` for an empty text.
    ///
    /// ```
    /// use qili_notation::Characters;
    ///
    /// let chariot = Characters::new("车車俥").unwrap();
    /// assert_eq!((chariot.simplified, chariot.traditional), ('车', '車'));
    /// ```
    pub fn new(text: &str) -> Option<Self> {
        let first = text.chars().next()?;
        let printed = |encoding: Encoding| {
            text.chars()
                .find(|&c| encoding.is_everyday(c))
                .unwrap_or(first)
        };
        Some(Self {
            simplified: printed(Encoding::Gb18030),
            traditional: printed(Encoding::Big5),
            variants: text.to_owned(),
        })
    }

    fn all(&self) -> impl Iterator<Item = char> {
        [self.simplified, self.traditional]
            .into_iter()
            .chain(self.variants.chars())
    }
}

/// What a kind of piece is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindNames {
    /// The letter of FEN and of letter notation, `R`.
    pub letter: char,
    /// Other letters that are understood there.
    pub aliases: String,
    /// The letters of WXF; the first is written. Where it is empty, the letters of FEN serve.
    pub wxf: String,
    /// Red's characters.
    pub red: Characters,
    /// Black's characters.
    pub black: Characters,
}

impl KindNames {
    /// What the rules call a kind.
    fn of(kind: &rules::Kind) -> Result<Self, VocabularyError> {
        let missing = || VocabularyError::Nameless(kind.names.en.clone());
        let mut letters = kind.letters.iter();
        let letter = *letters.next().ok_or_else(missing)?;
        let aliases: String = letters.collect();
        let initial = kind
            .names
            .en
            .chars()
            .next()
            .filter(|i| kind.letters.iter().any(|l| l.eq_ignore_ascii_case(i)));
        let characters =
            |list: &[char]| Characters::new(&list.iter().collect::<String>()).ok_or_else(missing);
        Ok(Self {
            letter,
            wxf: initial
                .into_iter()
                .chain([letter])
                .chain(aliases.chars())
                .collect(),
            aliases,
            red: characters(&kind.red)?,
            black: characters(&kind.black)?,
        })
    }

    fn characters(&self, side: Side) -> &Characters {
        match side {
            Side::Red => &self.red,
            Side::Black => &self.black,
        }
    }
}

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Kinds(u16);

impl Kinds {
    /// Whether a kind is in it.
    pub fn contains(self, kind: Kind) -> bool {
        self.0 & (1 << kind.index()) != 0
    }

    /// Whether it has no kind.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in it.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::all().filter(move |&k| self.contains(k))
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        Self(kinds.into_iter().fold(0, |set, k| set | 1 << k.index()))
    }
}

/// Why names cannot serve.
#[derive(Debug, Clone, PartialEq, Eq, Error, Diagnostic)]
pub enum VocabularyError {
    /// The letters do not tell the kinds apart.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Alphabet(#[from] AlphabetError),
    /// A WXF letter or a character names two kinds.
    #[error("`{0}` names two kinds of pieces")]
    #[diagnostic(code(qili::vocabulary::twice), help("give each kind names of its own"))]
    Twice(char),
    /// A kind has no letter, or no character for a side.
    #[error("`{0}` has no letter, or no character for one side")]
    #[diagnostic(
        code(qili::vocabulary::nameless),
        help("give it letters, and characters for red and black")
    )]
    Nameless(String),
    /// The edition does not say how a game begins.
    #[error("the edition has no initial position")]
    #[diagnostic(code(qili::vocabulary::no_start))]
    NoStart,
    /// The initial position cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Start(#[from] qili_interpreter::movement::CompileError),
}

/// The names of an edition's pieces, its initial position, and what readers and writers derive from these and from the
/// movement of the pieces.
#[derive(Clone)]
pub struct Vocabulary {
    kinds: Vec<KindNames>,
    alphabet: Alphabet,
    start: Fen,
    numerous: Kinds,
    needs_order: [Kinds; 2],
    reach: Arc<[Bitboard]>,
    characters: Vec<(char, Kinds)>,
    wxf: Vec<(char, Kinds)>,
}

impl Vocabulary {
    /// The vocabulary of an edition.
    ///
    /// WXF writes the initial of the English name where that is one of the piece's letters, else the letter of FEN.
    ///
    /// # Errors
    /// A letter or character stands for two kinds, a kind has none, or the edition's initial position cannot be read.
    pub fn of(rules: &Rules, movement: &Movement) -> Result<Self, VocabularyError> {
        let kinds = rules
            .kinds
            .iter()
            .map(KindNames::of)
            .collect::<Result<Vec<_>, _>>()?;
        let start = qili_interpreter::movement::start(rules)?.ok_or(VocabularyError::NoStart)?;
        Self::new(kinds, start, movement)
    }

    /// The vocabulary of kinds in the order of their numbers, with the position in which a game begins.
    ///
    /// # Errors
    /// A letter or character stands for two kinds.
    pub fn new(
        kinds: Vec<KindNames>,
        start: Position,
        movement: &Movement,
    ) -> Result<Self, VocabularyError> {
        let alphabet = Alphabet::new(kinds.iter().map(|k| (k.letter, k.aliases.as_str())))?;
        let all = || Kind::all().take(kinds.len());
        let reach = reach(all(), movement);
        let numerous = all()
            .filter(|&k| Side::ALL.iter().any(|&s| start.pieces(s, k).count() > 2))
            .collect();
        let ambiguous = |side| {
            all()
                .filter(|&kind| is_ambiguous(Piece { side, kind }, &reach, movement))
                .collect()
        };
        let needs_order = Side::ALL.map(ambiguous);
        let (mut characters, mut wxf) = (Vec::new(), Vec::new());
        for (kind, names) in all().zip(&kinds) {
            insert(
                &mut characters,
                names.red.all().chain(names.black.all()),
                kind,
            )?;
            let fen_letters = || [names.letter].into_iter().chain(names.aliases.chars());
            match names.wxf.as_str() {
                "" => insert(
                    &mut wxf,
                    fen_letters().map(|c| c.to_ascii_uppercase()),
                    kind,
                )?,
                letters => insert(
                    &mut wxf,
                    letters.chars().map(|c| c.to_ascii_uppercase()),
                    kind,
                )?,
            }
        }
        let start = Fen {
            position: start,
            idle_plies: 0,
            move_number: 1,
        };
        Ok(Self {
            kinds,
            alphabet,
            start,
            numerous,
            needs_order,
            reach: reach.into(),
            characters,
            wxf,
        })
    }

    /// The same where another side moves first in a game that does not say who does.
    #[must_use]
    pub fn with_first_mover(mut self, side: Side) -> Self {
        self.start.position.set_turn(side);
        self
    }

    /// The letters of FEN.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The position in which a game begins unless it says otherwise.
    pub fn start(&self) -> &Fen {
        &self.start
    }

    /// How many kinds there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there is no kind.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The names of a kind; `None` for one that the edition does not have.
    pub fn names(&self, kind: Kind) -> Option<&KindNames> {
        self.kinds.get(kind.index())
    }

    /// The character of a piece; `？` for a kind that the edition does not have.
    pub fn character(&self, side: Side, kind: Kind, script: Script) -> char {
        self.names(kind).map_or('？', |names| {
            let characters = names.characters(side);
            match script {
                Script::Simplified => characters.simplified,
                Script::Traditional => characters.traditional,
            }
        })
    }

    /// The letter of a kind in upper case; `?` for one that the edition does not have.
    pub fn letter(&self, kind: Kind) -> char {
        self.names(kind)
            .map_or('?', |names| names.letter.to_ascii_uppercase())
    }

    /// The WXF letter of a kind in upper case; `?` for one that the edition does not have.
    pub fn wxf(&self, kind: Kind) -> char {
        let letter = self.names(kind).and_then(|names| names.wxf.chars().next());
        letter.map_or_else(|| self.letter(kind), |c| c.to_ascii_uppercase())
    }

    /// The kinds that a Chinese character names, whosever it is.
    pub fn kinds_of_character(&self, character: char) -> Kinds {
        find(&self.characters, character)
    }

    /// The kinds that a WXF letter of either case names.
    pub fn kinds_of_wxf(&self, letter: char) -> Kinds {
        find(&self.wxf, letter.to_ascii_uppercase())
    }

    /// The kind that a letter of FEN of either case names.
    pub fn kind_of_letter(&self, letter: char) -> Option<Kind> {
        self.alphabet.piece(letter).map(|piece| piece.kind)
    }

    /// The kinds of which a side has more than two at the start of a game: those whose name may be left out.
    pub fn numerous(&self) -> Kinds {
        self.numerous
    }

    /// Whether two such men on one file can be told apart only by naming the front and the rear one. For other kinds the
    /// direction and the number say which is meant, wherever on the file they may stand.
    pub fn needs_order(&self, piece: Piece) -> bool {
        self.needs_order[piece.side.index()].contains(piece.kind)
    }

    /// Where a piece can go from a square on an empty board.
    pub fn reach(&self, piece: Piece, from: Square) -> Bitboard {
        let index =
            (piece.kind.index() * 2 + piece.side.index()) * Square::COUNT + from.index() as usize;
        self.reach.get(index).copied().unwrap_or(Bitboard::EMPTY)
    }
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vocabulary")
            .field("kinds", &self.kinds)
            .finish_non_exhaustive()
    }
}

fn insert(
    table: &mut Vec<(char, Kinds)>,
    names: impl Iterator<Item = char>,
    kind: Kind,
) -> Result<(), VocabularyError> {
    for name in names {
        match find(table, name) {
            set if set.contains(kind) => {}
            set if !set.is_empty() => return Err(VocabularyError::Twice(name)),
            _ => table.push((name, Kinds::from_iter([kind]))),
        }
    }
    Ok(())
}

fn find(table: &[(char, Kinds)], name: char) -> Kinds {
    table
        .iter()
        .find(|(c, _)| *c == name)
        .map_or(Kinds::default(), |(_, kinds)| *kinds)
}

fn reach(kinds: impl Iterator<Item = Kind>, movement: &Movement) -> Vec<Bitboard> {
    let mut table = Vec::new();
    for piece in kinds.flat_map(|kind| Side::ALL.map(|side| Piece { side, kind })) {
        let allowed = movement.allowed_squares(piece);
        for from in Square::all() {
            table.push(if allowed.contains(from) {
                alone(piece, from, movement)
            } else {
                Bitboard::EMPTY
            });
        }
    }
    table
}

fn alone(piece: Piece, from: Square, movement: &Movement) -> Bitboard {
    let mut position = Position::empty(piece.side);
    position.place(from, piece);
    let mut moves = MoveList::new();
    movement.legal_moves(&position, &mut moves);
    moves
        .iter()
        .fold(Bitboard::EMPTY, |squares, mv| squares.with(mv.to))
}

/// Whether two men on one file can both have a move with the same direction and number.
fn is_ambiguous(piece: Piece, reach: &[Bitboard], movement: &Movement) -> bool {
    use crate::moves::step;
    let first = (piece.kind.index() * 2 + piece.side.index()) * Square::COUNT;
    let steps = |from: Square| {
        let targets = reach
            .get(first + from.index() as usize)
            .copied()
            .unwrap_or(Bitboard::EMPTY);
        targets
            .into_iter()
            .map(move |to| step(qili_board::Move::new(from, to), piece.side))
    };
    let squares: Vec<_> = movement.allowed_squares(piece).into_iter().collect();
    squares.iter().any(|&a| {
        let others = squares.iter().filter(|&&b| b.file() == a.file() && b > a);
        others
            .into_iter()
            .any(|&b| steps(a).any(|s| steps(b).any(|t| s == t)))
    })
}
