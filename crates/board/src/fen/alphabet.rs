use miette::Diagnostic;
use qili_words::{Localized, Texts};
use thiserror::Error;

use crate::{Kind, Piece, Side};

/// The letters of the kinds of pieces.
///
/// Each kind has a letter that is written and perhaps others that are read as well. Red's pieces are in upper case, so
/// letters are told apart without regard to case.
///
/// ```
/// use qili_board::{Kind, Piece, Side, fen::Alphabet};
///
/// let letters = Alphabet::new([('k', ""), ('n', "h")]).unwrap();
/// let horse = Piece { side: Side::Red, kind: Kind::new(1).unwrap() };
/// assert_eq!(letters.piece('H'), Some(horse));
/// assert_eq!(letters.letter(horse), Some('N'));
/// assert!(Alphabet::new([('k', ""), ('n', "K")]).is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Alphabet {
    /// Per kind its letters in lower case, the one that is written first.
    kinds: Vec<Vec<char>>,
}

/// Letters that cannot be told apart, or that are none.
#[derive(Debug, Clone, PartialEq, Eq, Error, Diagnostic)]
pub enum AlphabetError {
    /// Two kinds, or one kind twice, have the letter.
    #[error("the letter `{0}` stands for two pieces")]
    #[diagnostic(
        code(qili::fen::letter_twice),
        help("give each kind letters of its own; case does not count")
    )]
    Twice(char),
    /// Not one of `a` to `z`.
    #[error("`{0}` is no letter from a to z")]
    #[diagnostic(
        code(qili::fen::not_a_letter),
        help("a FEN tells the sides apart by upper and lower case")
    )]
    NotALetter(char),
    /// More kinds than [`Kind::MAX`].
    #[error("there are more than {} kinds of pieces", Kind::MAX)]
    #[diagnostic(code(qili::fen::too_many_kinds))]
    TooManyKinds,
}

impl Localized for AlphabetError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Twice(letter) => Texts::new(format!("字母 `{letter}` 指两种棋子"))
                .help("每种棋子用自己的字母，大小写不分"),
            Self::NotALetter(letter) => {
                Texts::new(format!("`{letter}` 不是 `a` 到 `z` 的字母")).help("局面用大小写分红黑")
            }
            Self::TooManyKinds => Texts::new(format!("棋子超过 {} 种", Kind::MAX)),
        }
    }
}

impl Alphabet {
    /// The alphabet in which each kind, in the order of their indices, has the letter that is written and others that are
    /// read (`""` for none).
    ///
    /// # Errors
    ///
    /// When a letter occurs twice or is not ASCII, and when there are more than [`Kind::MAX`] kinds.
    pub fn new<A: AsRef<str>>(
        kinds: impl IntoIterator<Item = (char, A)>,
    ) -> Result<Self, AlphabetError> {
        let mut alphabet = Self::default();
        for (primary, aliases) in kinds {
            if alphabet.kinds.len() == Kind::MAX {
                return Err(AlphabetError::TooManyKinds);
            }
            let mut letters = Vec::new();
            for letter in std::iter::once(primary).chain(aliases.as_ref().chars()) {
                if !letter.is_ascii_alphabetic() {
                    return Err(AlphabetError::NotALetter(letter));
                }
                let letter = letter.to_ascii_lowercase();
                if letters.contains(&letter)
                    || alphabet.kinds.iter().any(|kind| kind.contains(&letter))
                {
                    return Err(AlphabetError::Twice(letter));
                }
                letters.push(letter);
            }
            alphabet.kinds.push(letters);
        }
        Ok(alphabet)
    }

    /// The piece that a letter stands for.
    pub fn piece(&self, letter: char) -> Option<Piece> {
        let side = if letter.is_ascii_uppercase() {
            Side::Red
        } else {
            Side::Black
        };
        let letter = letter.to_ascii_lowercase();
        let index = self
            .kinds
            .iter()
            .position(|letters| letters.contains(&letter))?;
        Some(Piece {
            side,
            kind: Kind::new(index as u8)?,
        })
    }

    /// The letter that is written for a piece; `None` for a kind that the alphabet does not have.
    pub fn letter(&self, piece: Piece) -> Option<char> {
        let letter = *self.kinds.get(piece.kind.index())?.first()?;
        Some(match piece.side {
            Side::Red => letter.to_ascii_uppercase(),
            Side::Black => letter,
        })
    }

    /// All letters of all kinds in lower case, those of one kind joined by `/`: `k a b/e`.
    pub fn summary(&self) -> String {
        let kinds = self.kinds.iter().map(|letters| {
            letters
                .iter()
                .map(char::to_string)
                .collect::<Vec<_>>()
                .join("/")
        });
        kinds.collect::<Vec<_>>().join(" ")
    }
}
