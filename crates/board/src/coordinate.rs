//! Files and ranks.

use std::fmt;

macro_rules! coordinate {
    ($(#[$doc:meta])* $name:ident, $count:literal, $first:literal, $(#[$other_doc:meta])* $other:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u8);

        impl $name {
            /// How many there are.
            pub const COUNT: u8 = $count;

            /// The one with this index, from 0.
            #[inline]
            pub const fn new(index: u8) -> Option<Self> {
                if index < Self::COUNT {
                    Some(Self(index))
                } else {
                    None
                }
            }

            /// The one with this letter or digit; capital letters are read, too.
            pub fn from_char(character: char) -> Option<Self> {
                let character = u8::try_from(character.to_ascii_lowercase()).ok()?;
                Self::new(character.checked_sub($first)?)
            }

            /// Its index, from 0.
            #[inline]
            pub const fn index(self) -> u8 {
                self.0
            }

            /// Its letter or digit.
            pub const fn char(self) -> char {
                ($first + self.0) as char
            }

            $(#[$other_doc])*
            #[inline]
            pub const fn $other(self) -> Self {
                Self(Self::COUNT - 1 - self.0)
            }

            /// All of them, in their order.
            pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
                (0..Self::COUNT).map(Self)
            }

            /// For callers in this crate that know that the index is below `COUNT`.
            #[inline]
            pub(crate) const fn from_valid(index: u8) -> Self {
                Self(index)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.char())
            }
        }
    };
}

coordinate! {
    /// A file of the board: `a` to `i`, counted from Red's left.
    ///
    /// ```
    /// use qili_board::File;
    ///
    /// let middle = File::from_char('e').unwrap();
    /// assert_eq!(middle.index(), 4);
    /// assert_eq!(File::from_char('j'), None);
    /// ```
    File, 9, b'a',
    /// The file on the other side of the middle one: `a` and `i` change places.
    mirror
}

coordinate! {
    /// A rank of the board: `0` to `9`, counted from Red's side.
    ///
    /// ```
    /// use qili_board::Rank;
    ///
    /// assert_eq!(Rank::new(9).unwrap().to_string(), "9");
    /// assert_eq!(Rank::new(10), None);
    /// ```
    Rank, 10, b'0',
    /// The same rank seen from the other side: `0` and `9` change places.
    flip
}
