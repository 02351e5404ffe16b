//! Tables that are indexed by handles of their own.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// A handle: a place in a [`Table`].
pub trait Handle: Copy {
    /// The handle of a place. The checker refuses editions with more clauses than handles can tell apart.
    fn at(place: usize) -> Self;
    /// Its place.
    fn index(self) -> usize;
}

/// Things in the order of their handles; otherwise a slice.
///
/// ```
/// use qili_lang::rules::{NatureId, Table};
///
/// let natures: Table<NatureId, &str> = ["将", "杀"].into_iter().collect();
/// assert_eq!(natures[NatureId(1)], "杀");
/// assert_eq!(natures.ids().last(), Some(NatureId(1)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table<I, T> {
    things: Vec<T>,
    handles: PhantomData<I>,
}

impl<I: Handle, T> Table<I, T> {
    /// Adds a thing.
    pub fn push(&mut self, thing: T) {
        self.things.push(thing);
    }

    /// Every handle.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.things.len()).map(I::at)
    }

    /// Every thing with its handle.
    pub fn enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.things
            .iter()
            .enumerate()
            .map(|(place, thing)| (I::at(place), thing))
    }
}

impl<I, T> Default for Table<I, T> {
    fn default() -> Self {
        Self::from(Vec::new())
    }
}

impl<I, T> From<Vec<T>> for Table<I, T> {
    fn from(things: Vec<T>) -> Self {
        Self {
            things,
            handles: PhantomData,
        }
    }
}

impl<I, T> FromIterator<T> for Table<I, T> {
    fn from_iter<F: IntoIterator<Item = T>>(things: F) -> Self {
        Self::from(Vec::from_iter(things))
    }
}

impl<I, T> Deref for Table<I, T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.things
    }
}

impl<I, T> DerefMut for Table<I, T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.things
    }
}

impl<'t, I, T> IntoIterator for &'t Table<I, T> {
    type Item = &'t T;
    type IntoIter = std::slice::Iter<'t, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.things.iter()
    }
}

impl<I: Handle, T> IndexMut<I> for Table<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.things[id.index()]
    }
}

impl<I: Handle, T> Index<I> for Table<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.things[id.index()]
    }
}
