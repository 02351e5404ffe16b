//! The one form that every motion takes before it becomes a table.

use qili_board::{Bitboard, Side, Square};

use super::rules::{Facing, Offset, PieceRules, Purpose, on_board};

/// A way from one square to another: open when exactly `screens` pieces stand on the squares between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) between: Bitboard,
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) screens: u8,
    pub(super) purpose: Purpose,
}

impl Path {
    #[inline]
    pub(super) fn is_open(&self, occupied: Bitboard) -> bool {
        let filled = self.between & occupied;
        match self.screens {
            0 => filled.is_empty(),
            screens => filled.count() == u32::from(screens),
        }
    }
}

/// All paths of a side's kind from all squares, those of one direction together.
pub(super) fn paths(rules: &PieceRules, side: Side) -> Vec<Path> {
    let index = side.index();
    let mut paths = Vec::new();
    for from in Square::all() {
        let first = paths.len();
        for motion in rules
            .motions
            .iter()
            .filter(|motion| motion.from[index].contains(from))
        {
            for route in &motion.routes {
                let screens = motion.screens;
                let Some(path) = follow(from, route, side, screens, motion.purpose) else {
                    continue;
                };
                if (motion.to[index] & rules.within[index]).contains(path.to)
                    && !paths[first..].contains(&path)
                {
                    paths.push(path);
                }
            }
        }
    }
    paths
}

/// Along which a piece of `side` would be seen from a square, if nothing stands between.
pub(super) fn lines_of_sight(facing: &Facing, side: Side) -> Vec<Path> {
    let routes = super::rules::chain(&[super::rules::Leg::any(&facing.along)]);
    Square::all()
        .flat_map(|from| {
            routes
                .iter()
                .filter_map(move |route| follow(from, route, side, Some(0), Purpose::Capture))
        })
        .collect()
}

fn follow(
    from: Square,
    route: &[Offset],
    side: Side,
    screens: Option<u8>,
    purpose: Purpose,
) -> Option<Path> {
    let mut points = Vec::with_capacity(route.len());
    for &offset in route {
        let (files, ranks) = on_board(offset, side);
        points.push(from.offset(files, ranks)?);
    }
    let to = points.pop().filter(|&to| to != from)?;
    let (between, screens) = match screens {
        None => (Bitboard::EMPTY, 0),
        Some(screens) => (
            points
                .into_iter()
                .collect::<Bitboard>()
                .without(from)
                .without(to),
            screens,
        ),
    };
    // More pieces than there are points: never open.
    (between.count() >= u32::from(screens)).then_some(Path {
        between,
        from,
        to,
        screens,
        purpose,
    })
}
