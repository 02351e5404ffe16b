//! Paths looked up by where they end.

use qili_board::{Bitboard, Square};

use super::path::Path;

/// Paths of one kind, found by target and origin.
#[derive(Debug, Clone)]
pub(super) struct Sources {
    /// Per target, every square from which a path leads to it.
    from: Box<[Bitboard; Square::COUNT]>,
    /// Where in `paths` those begin that lead from a square to a target; one more entry than pairs.
    starts: Vec<u32>,
    /// Sorted by target, then origin.
    paths: Vec<Path>,
}

impl Sources {
    pub(super) fn new(mut paths: Vec<Path>) -> Self {
        paths.sort_by_key(|path| (path.to, path.from, path.between, path.screens));
        paths.dedup_by_key(|path| (path.to, path.from, path.between, path.screens));
        let mut from = Box::new([Bitboard::EMPTY; Square::COUNT]);
        let mut starts = Vec::with_capacity(Square::COUNT * Square::COUNT + 1);
        starts.push(0);
        let mut next = 0;
        for to in Square::all() {
            for origin in Square::all() {
                while paths
                    .get(next)
                    .is_some_and(|path| (path.to, path.from) == (to, origin))
                {
                    from[to.index() as usize] |= Bitboard::of(origin);
                    next += 1;
                }
                starts.push(next as u32);
            }
        }
        Self {
            from,
            starts,
            paths,
        }
    }

    /// All of them.
    pub(super) fn paths(&self) -> &[Path] {
        &self.paths
    }

    /// Every square from which some path leads to `to`, whatever stands between.
    #[inline]
    pub(super) fn to(&self, to: Square) -> Bitboard {
        self.from[to.index() as usize]
    }

    /// The paths between two squares.
    #[inline]
    pub(super) fn between(&self, from: Square, to: Square) -> &[Path] {
        let pair = to.index() as usize * Square::COUNT + from.index() as usize;
        &self.paths[self.starts[pair] as usize..self.starts[pair + 1] as usize]
    }

    /// Whether an open path leads from one square to another.
    #[inline]
    pub(super) fn reaches(&self, from: Square, to: Square, occupied: Bitboard) -> bool {
        self.between(from, to)
            .iter()
            .any(|path| path.is_open(occupied))
    }

    /// The squares among `candidates` from which an open path leads to `to`.
    #[inline]
    pub(super) fn reaching(
        &self,
        candidates: Bitboard,
        to: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        for from in candidates & self.to(to) {
            if self.reaches(from, to, occupied) {
                found |= Bitboard::of(from);
            }
        }
        found
    }
}
