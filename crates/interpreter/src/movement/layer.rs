//! Target sets by occupancy: the tables that generate moves.
//!
//! From each square, the paths of a kind are split into groups such that few squares lie between in one group. A
//! group's targets depend on which of those squares are occupied: a multiplication gathers these bits into an index (the
//! "magic" of chess engines), and a table has the targets. A slide makes two groups, one per line; a horse one, with its
//! four legs; steps one, with nothing between. Groups that differ by a shift of the board share a table.

use qili_board::{Bitboard, Square};
use rustc_hash::FxHashMap;

use super::path::Path;

/// The most squares between in a group if they lie on one line, and if they do not.
const LINE: u32 = 8;
const SCATTERED: u32 = 4;

/// Shared tables of target sets; layers point into it.
#[derive(Debug, Clone, Default)]
pub(super) struct Pool {
    sets: Vec<Bitboard>,
}

/// One group of paths per square.
#[derive(Debug, Clone)]
pub(super) struct Layer {
    entries: Box<[Entry; Square::COUNT]>,
}

/// How to find a group's targets: `sets[start + index] << target_shift`, where the index is made of the bits of
/// `occupied >> shift` in `mask`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    mask: u64,
    magic: u64,
    start: u32,
    shift: u8,
    index_shift: u8,
    target_shift: u8,
}

impl Layer {
    #[inline]
    pub(super) fn targets(&self, pool: &Pool, from: Square, occupied: Bitboard) -> Bitboard {
        let entry = &self.entries[from.index() as usize];
        let bits = (occupied.0 >> (entry.shift & 127)) as u64 & entry.mask;
        let index = bits.wrapping_mul(entry.magic) >> (entry.index_shift & 63);
        let set = pool.sets[entry.start as usize + index as usize];
        Bitboard(set.0 << (entry.target_shift & 127))
    }
}

/// Makes the layers of a kind, and lists the paths that fit into none (with too many scattered squares between).
pub(super) struct Builder {
    pool: Pool,
    /// What was found for groups, by their shape: wherever on the board and for whichever side, it is the same.
    shapes: FxHashMap<Vec<(Bitboard, u8, u8)>, Entry>,
    magics: FxHashMap<u64, (u64, u8)>,
    nothing: Entry,
}

impl Builder {
    pub(super) fn new() -> Self {
        let nothing = Entry {
            mask: 0,
            magic: 0,
            start: 0,
            shift: 0,
            index_shift: 0,
            target_shift: 0,
        };
        Self {
            pool: Pool {
                sets: vec![Bitboard::EMPTY],
            },
            shapes: FxHashMap::default(),
            magics: FxHashMap::default(),
            nothing,
        }
    }

    pub(super) fn finish(self) -> Pool {
        self.pool
    }

    pub(super) fn layers(&mut self, paths: &[Path]) -> (Vec<Layer>, Vec<Path>) {
        let mut layers: Vec<Layer> = Vec::new();
        let mut rest = Vec::new();
        // those from one square come together
        for paths in paths.chunk_by(|one, other| one.from == other.from) {
            let from = paths[0].from;
            let mut used = 0;
            for group in groups(paths) {
                let Some(entry) = self.entry(&group) else {
                    rest.extend(group);
                    continue;
                };
                if used == layers.len() {
                    layers.push(Layer {
                        entries: Box::new([self.nothing; Square::COUNT]),
                    });
                }
                layers[used].entries[from.index() as usize] = entry;
                used += 1;
            }
        }
        (layers, rest)
    }

    fn entry(&mut self, group: &[Path]) -> Option<Entry> {
        let between = union(group);
        let targets: Bitboard = group.iter().map(|path| path.to).collect();
        let shift = between.first().map_or(0, Square::index);
        let target_shift = targets.first().map_or(0, Square::index);
        let shape: Vec<_> = group
            .iter()
            .map(|path| {
                let between = Bitboard(path.between.0 >> shift);
                (between, path.to.index() - target_shift, path.screens)
            })
            .collect();
        if let Some(known) = self.shapes.get(&shape) {
            return Some(Entry {
                shift,
                target_shift,
                ..*known
            });
        }
        let mask = u64::try_from(between.0 >> shift).ok()?;
        let (magic, index_shift) = self.magic(mask)?;

        let size = if mask == 0 {
            1
        } else {
            1 << (64 - index_shift)
        };
        let mut sets = vec![Bitboard::EMPTY; size];
        for bits in subsets(mask) {
            let occupied = Bitboard(u128::from(bits) << shift);
            let open = group.iter().filter(|path| path.is_open(occupied));
            let targets: Bitboard = open.map(|path| path.to).collect();
            let index = bits.wrapping_mul(magic) >> index_shift;
            sets[index as usize] = Bitboard(targets.0 >> target_shift);
        }
        let start = self.pool.sets.len() as u32;
        self.pool.sets.extend(sets);
        let entry = Entry {
            mask,
            magic,
            start,
            shift,
            index_shift,
            target_shift,
        };
        self.shapes.insert(shape, entry);
        Some(entry)
    }

    /// A factor and a shift that give every subset of `mask` an index of its own.
    fn magic(&mut self, mask: u64) -> Option<(u64, u8)> {
        if mask == 0 {
            return Some((0, 0));
        }
        if let Some(&magic) = self.magics.get(&mask) {
            return Some(magic);
        }
        let magic = find_magic(mask)?;
        self.magics.insert(mask, magic);
        Some(magic)
    }
}

fn union(paths: &[Path]) -> Bitboard {
    paths
        .iter()
        .fold(Bitboard::EMPTY, |all, path| all | path.between)
}

/// Splits the paths from one square: those that share squares between stay together, and further ones join them as long
/// as the squares are on one line or few.
fn groups(paths: &[Path]) -> Vec<Vec<Path>> {
    let mut bundles: Vec<Vec<Path>> = Vec::new();
    for &path in paths {
        let (touching, apart): (Vec<_>, Vec<_>) = bundles
            .into_iter()
            .partition(|bundle| union(bundle).intersects(path.between));
        bundles = apart;
        let mut bundle: Vec<Path> = touching.into_iter().flatten().collect();
        bundle.push(path);
        bundles.push(bundle);
    }
    // Neighbouring directions were merged in the order of the motions; keep that order.
    bundles.sort_by_key(|bundle| paths.iter().position(|path| path == &bundle[0]));
    let mut groups: Vec<Vec<Path>> = Vec::new();
    for bundle in bundles {
        match groups
            .iter_mut()
            .find(|group| fits(union(group) | union(&bundle)))
        {
            Some(group) => group.extend(bundle),
            None => groups.push(bundle),
        }
    }
    groups
}

fn fits(between: Bitboard) -> bool {
    let (Some(first), Some(last)) = (between.first(), between.squares().last()) else {
        return true;
    };
    let count = between.count();
    last.index() - first.index() < 64
        && (count <= SCATTERED || count <= LINE && on_one_line(between))
}

fn on_one_line(squares: Bitboard) -> bool {
    let point = |square: Square| {
        (
            i32::from(square.file().index()),
            i32::from(square.rank().index()),
        )
    };
    let mut points = squares.squares().map(point);
    let (Some(a), Some(b)) = (points.next(), points.next()) else {
        return true;
    };
    points.all(|c| (b.0 - a.0) * (c.1 - a.1) == (b.1 - a.1) * (c.0 - a.0))
}

/// All subsets of a mask, the empty one first.
fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let subset: u64 = next?;
        let after = subset.wrapping_sub(mask) & mask;
        next = (after != 0).then_some(after);
        Some(subset)
    })
}

fn find_magic(mask: u64) -> Option<(u64, u8)> {
    let bits = mask.count_ones();
    if bits > LINE {
        return None;
    }
    // The factor that brings the n-th bit of the mask to the n-th bit of the index, if the sums do not disturb it.
    let (mut direct, mut rest, mut place) = (0_u64, mask, 64 - bits);
    while rest != 0 {
        direct |= 1_u64
            .checked_shl(place.wrapping_sub(rest.trailing_zeros()))
            .unwrap_or(0);
        rest &= rest - 1;
        place += 1;
    }
    let mut state = mask;
    let mut random = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    (bits..=bits + 2).find_map(|width| {
        let shift = (64 - width) as u8;
        let tries = (0..20_000).map(|_| random() & random());
        std::iter::once(direct)
            .chain(tries)
            .find(|&magic| separates(magic, shift, mask))
            .map(|magic| (magic, shift))
    })
}

fn separates(magic: u64, shift: u8, mask: u64) -> bool {
    let mut seen = [0_u64; 16];
    subsets(mask).all(|bits| {
        let index = bits.wrapping_mul(magic) >> shift;
        let (word, bit) = ((index / 64) as usize, 1 << (index % 64));
        let new = seen[word] & bit == 0;
        seen[word] |= bit;
        new
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn magics_separate_all_subsets() {
        let file = (0..8).fold(0, |mask, rank| mask | 1_u64 << (9 * rank));
        for mask in [
            1,
            1 << 63,
            0b0111_1111,
            file,
            0b10_0000_0001_0100_0000_0010,
            0x8000_0000_0000_0001,
        ] {
            let (magic, shift) = find_magic(mask).unwrap();
            assert_eq!(
                u32::from(shift),
                64 - mask.count_ones(),
                "{mask:x} has a perfect index"
            );
            assert!(separates(magic, shift, mask));
        }
        assert_eq!(subsets(0b101).collect::<Vec<_>>(), [0, 1, 4, 5]);
    }

    /// How many groups there are of paths from e4 with these squares between, each a path.
    fn count(between: &[&str]) -> usize {
        let path = |squares: &&str| Path {
            between: squares
                .split(' ')
                .map(|at| at.parse::<Square>().unwrap())
                .collect(),
            from: "e4".parse().unwrap(),
            to: "e4".parse().unwrap(),
            screens: 0,
            purpose: crate::movement::rules::Purpose::Both,
        };
        groups(&between.iter().map(path).collect::<Vec<_>>()).len()
    }

    #[test]
    fn squares_between_are_in_one_group_on_a_line_or_if_they_are_few() {
        let (up, down) = ("e5 e6 e7 e8", "e3 e2 e1");
        let (left, right) = ("d4 c4 b4", "f4 g4 h4");
        assert_eq!(count(&[up, down, left, right]), 2);
        assert_eq!(count(&["d5 c6 b7 a8", "f3 g2 h1"]), 1);
        assert_eq!(count(&["e5", "e3", "d4", "f4"]), 1);
        // they begin and end on one file, and are on no line
        assert_eq!(count(&["e5", "e3", "d4", "f4", "e6"]), 2);
        assert_eq!(count(&["e5 e6", "d4 d5", "f4"]), 2);
    }
}
