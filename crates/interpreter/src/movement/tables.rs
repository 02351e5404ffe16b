//! The compiled form of one side's kind of piece.

use qili_board::{Bitboard, Kind, Piece, Side, Square};

use super::{
    layer::{Builder, Layer, Pool},
    path::{Path, paths},
    rules::{PieceRules, Purpose},
    sources::Sources,
};

/// One side's pieces of one kind.
#[derive(Debug, Clone)]
pub(super) struct KindTables {
    side: Side,
    pub(super) kind: Kind,
    /// Where it can go whether to an empty point or to capture.
    pub(super) both: Targets,
    /// Where it can go to an empty point only.
    pub(super) quiet: Targets,
    /// Where it can only capture.
    pub(super) capture: Targets,
    /// Its paths that capture.
    pub(super) captures: Sources,
    /// Its paths to empty points.
    pub(super) moves: Sources,
    /// Per square, where it could get to from there, whatever stands between.
    reach: Box<[Bitboard; Square::COUNT]>,
    /// The zone that it never leaves.
    pub(super) within: Bitboard,
    /// Where it may stand.
    pub(super) stands: Bitboard,
}

/// Target sets by square and occupancy.
#[derive(Debug, Clone)]
pub(super) struct Targets {
    layers: Vec<Layer>,
    /// Paths that no layer has.
    listed: Vec<Path>,
}

impl Targets {
    #[inline(always)]
    pub(super) fn targets(&self, pool: &Pool, from: Square, occupied: Bitboard) -> Bitboard {
        let mut targets = Bitboard::EMPTY;
        for layer in &self.layers {
            targets |= layer.targets(pool, from, occupied);
        }
        for path in &self.listed {
            if path.from == from && path.is_open(occupied) {
                targets |= Bitboard::of(path.to);
            }
        }
        targets
    }
}

impl KindTables {
    /// Such a piece.
    #[inline]
    pub(super) const fn piece(&self) -> Piece {
        Piece {
            side: self.side,
            kind: self.kind,
        }
    }

    /// Whether it can get from a square to one of these, whatever stands between.
    #[inline]
    pub(super) fn reaches(&self, from: Square, squares: Bitboard) -> bool {
        self.reach[from.index() as usize].intersects(squares)
    }

    pub(super) fn new(kind: Kind, rules: &PieceRules, side: Side, builder: &mut Builder) -> Self {
        let all = paths(rules, side);
        let but = |purpose| {
            all.iter()
                .copied()
                .filter(move |path| path.purpose != purpose)
                .collect()
        };
        let mut targets = |purpose| {
            let paths: Vec<Path> = all
                .iter()
                .copied()
                .filter(|path| path.purpose == purpose)
                .collect();
            let (layers, listed) = builder.layers(&paths);
            Targets { layers, listed }
        };
        Self {
            side,
            kind,
            both: targets(Purpose::Both),
            quiet: targets(Purpose::Move),
            capture: targets(Purpose::Capture),
            reach: reach(&all),
            captures: Sources::new(but(Purpose::Move)),
            moves: Sources::new(but(Purpose::Capture)),
            within: rules.within[side.index()],
            stands: stands(rules, side, &all),
        }
    }
}

fn reach(paths: &[Path]) -> Box<[Bitboard; Square::COUNT]> {
    let mut reach = Box::new([Bitboard::EMPTY; Square::COUNT]);
    for path in paths {
        reach[path.from.index() as usize] |= Bitboard::of(path.to);
    }
    reach
}

/// Where a piece may stand: inside its zone, and where it can get to from where games begin.
fn stands(rules: &PieceRules, side: Side, paths: &[Path]) -> Bitboard {
    let within = rules.within[side.index()];
    let mut reached = rules.starts[side.index()] & within;
    if reached.is_empty() {
        return within;
    }
    loop {
        let steps = paths
            .iter()
            .filter(|path| reached.contains(path.from))
            .map(|path| path.to);
        let next = reached | steps.collect();
        if next == reached {
            return reached;
        }
        reached = next;
    }
}
