//! A position as an SVG image that looks the same everywhere: all characters are outlines.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use qili_board::{File, Move, Piece, Position, Rank, Side, Square};

use super::Options;
use super::font::Font;
use crate::files::Edition;
use crate::moves::Numerals;
use crate::vocabulary::Script;

/// The distance between two lines of the board.
const STEP: f32 = 60.0;
/// From the edge of the image to the first line.
const MARGIN: f32 = 68.0;
/// The size of the whole image.
const SIZE: (f32, f32) = (8.0 * STEP + 2.0 * MARGIN, 9.0 * STEP + 2.0 * MARGIN);

/// How much what stands below the board adds to the height.
const CAPTION: f32 = 44.0;
/// The size of its letters.
const LETTER: f32 = 18.0;

const INK: &str = "#5d3a1a";
const RED: &str = "#b01c14";
const BLACK: &str = "#1d2b2a";
const PALE: &str = "#fff7e3";
const LAST: &str = "#1d5a41";
const TARGET: &str = "#1f3f94";

fn colour(side: Side) -> &'static str {
    match side {
        Side::Red => RED,
        Side::Black => BLACK,
    }
}

fn centre(square: Square) -> (f32, f32) {
    let (file, rank) = (square.file().index(), square.rank().flip().index());
    (
        MARGIN + STEP * f32::from(file),
        MARGIN + STEP * f32::from(rank),
    )
}

/// Draws a position: the board with its river, palaces and the marks of the initial position, the men, the last move in
/// brackets, targets in broken circles, a line of play as numbered arrows.
pub fn svg(position: &Position, edition: Edition<'_>, options: &Options) -> String {
    let (width, height) = size(options);
    let Parts {
        definitions,
        board,
        men,
    } = parts(position, edition, options);
    let definitions: String = definitions.into_values().collect();
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">
<defs>
{definitions}</defs>
{board}{men}</svg>
"#
    )
}

/// A drawing in the parts that several drawings on one page can share, each ending with a line break.
///
/// Every man is a group of the class `man` and of its side's name, in which `disc`, `ring` and `glyph` can be given other colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// What is drawn by reference, by its id: gradients, outlines of characters, men.
    pub definitions: BTreeMap<String, String>,
    /// The board, the same for all positions of an edition.
    pub board: String,
    /// What stands on it: men, marks and arrows.
    pub men: String,
}

/// The parts of the drawing of a position, see [`svg`]; what draws them again needs a `viewBox` of [`VIEW`].
#[must_use]
pub fn parts(position: &Position, edition: Edition<'_>, options: &Options) -> Parts {
    let mut drawing = Drawing {
        body: String::new(),
        font: Font::new(),
        definitions: gradients(),
        forms: options.forms,
    };
    drawing.board(edition);
    drawing.labels(options.script);
    let board = std::mem::take(&mut drawing.body);
    if let Some(last) = options.last {
        drawing.last_move(last);
    }
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square) {
            drawing.piece(square, piece, edition, options.script);
        }
    }
    for &square in &options.targets {
        drawing.target(square);
    }
    let mut after = position.clone();
    for (number, &mv) in (1..).zip(&options.line) {
        let side = after
            .piece_at(mv.from)
            .map_or(after.turn(), |piece| piece.side);
        drawing.arrow(number, mv, side);
        after.play(mv);
    }
    if !options.caption.is_empty() {
        drawing.caption(position.turn(), edition, options);
    }
    Parts {
        definitions: drawing.definitions,
        board,
        men: drawing.body,
    }
}

/// The size of the drawing: what stands below the board makes it higher.
pub(super) fn size(options: &Options) -> (f32, f32) {
    let (width, height) = SIZE;
    match options.caption.is_empty() {
        true => (width, height),
        false => (width, height + CAPTION),
    }
}

/// The `viewBox` of a drawing.
pub const VIEW: &str = "0 0 616 676";

fn gradients() -> BTreeMap<String, String> {
    const WOOD: &str = r##"<linearGradient id="wood" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f3d9a4"/><stop offset="1" stop-color="#e6bf7e"/></linearGradient>"##;
    const MAN: &str = r##"<radialGradient id="man" cx="0.4" cy="0.35" r="0.75"><stop offset="0" stop-color="#fffaf0"/><stop offset="1" stop-color="#f1d8a6"/></radialGradient>"##;
    [("wood", WOOD), ("man", MAN)]
        .map(|(id, drawn)| (id.to_owned(), format!("{drawn}\n")))
        .into()
}

struct Drawing {
    body: String,
    font: Font,
    definitions: BTreeMap<String, String>,
    forms: bool,
}

/// Adds formatted text and a line end; writing to a string cannot fail.
macro_rules! draw {
    ($drawing:expr, $($text:tt)*) => {{
        let _ = writeln!($drawing.body, $($text)*);
    }};
}

impl Drawing {
    fn board(&mut self, edition: Edition<'_>) {
        let (width, height) = SIZE;
        let (right, bottom) = (MARGIN + 8.0 * STEP, MARGIN + 9.0 * STEP);
        draw!(
            self,
            r#"<rect width="{width}" height="{height}" rx="14" fill="url(#wood)"/>"#
        );
        let (x, y) = (MARGIN - 7.0, MARGIN - 7.0);
        let (w, h) = (8.0 * STEP + 14.0, 9.0 * STEP + 14.0);
        draw!(
            self,
            r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="none" stroke="{INK}" stroke-width="3.5"/>"#
        );
        let mut lines = String::new();
        for rank in 0..10u8 {
            let y = MARGIN + STEP * f32::from(rank);
            lines.push_str(&format!("M{MARGIN} {y}H{right}"));
        }
        let (shore, far_shore) = (MARGIN + 4.0 * STEP, MARGIN + 5.0 * STEP);
        for file in 0..9u8 {
            let x = MARGIN + STEP * f32::from(file);
            match file {
                0 | 8 => lines.push_str(&format!("M{x} {MARGIN}V{bottom}")),
                _ => lines.push_str(&format!("M{x} {MARGIN}V{shore}M{x} {far_shore}V{bottom}")),
            }
        }
        for (one, other) in palaces(edition) {
            let ((left, top), (right, bottom)) = (centre(one), centre(other));
            lines.push_str(&format!(
                "M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}"
            ));
        }
        draw!(
            self,
            r#"<path d="{lines}" fill="none" stroke="{INK}" stroke-width="1.4"/>"#
        );
        let start = &edition.vocabulary.start().position;
        let edge = |square: &Square| matches!(square.rank().index(), 0 | 9);
        let ticks: String = start
            .occupied()
            .into_iter()
            .filter(|square| !edge(square))
            .map(ticks)
            .collect();
        draw!(
            self,
            r#"<path d="{ticks}" fill="none" stroke="{INK}" stroke-width="1.4"/>"#
        );
    }

    fn labels(&mut self, script: Script) {
        let river = match script {
            Script::Simplified => ['楚', '河', '汉', '界'],
            Script::Traditional => ['楚', '河', '漢', '界'],
        };
        let middle = MARGIN + 4.5 * STEP;
        for (character, column) in river.into_iter().zip([1.35, 2.45, 5.55, 6.65]) {
            self.character(character, (MARGIN + column * STEP, middle), 34.0, INK, 0.75);
        }
        for file in File::all() {
            let x = MARGIN + STEP * f32::from(file.index());
            let red = Numerals::Chinese.digit(File::COUNT - file.index());
            let black = Numerals::Arabic.digit(file.index() + 1);
            self.character(black, (x, 30.0), 16.0, BLACK, 0.85);
            self.character(red, (x, SIZE.1 - 30.0), 16.0, RED, 0.9);
            self.character(file.char(), (x, 12.0), 12.0, INK, 0.5);
            self.character(file.char(), (x, SIZE.1 - 12.0), 12.0, INK, 0.5);
        }
        for rank in Rank::all() {
            let y = MARGIN + STEP * f32::from(rank.flip().index());
            self.character(rank.char(), (14.0, y), 12.0, INK, 0.5);
            self.character(rank.char(), (SIZE.0 - 14.0, y), 12.0, INK, 0.5);
        }
    }

    /// Brackets around the square that the last move leads to, smaller ones where it began.
    fn last_move(&mut self, mv: Move) {
        for (square, radius, arm) in [(mv.from, 16.0, 8.0), (mv.to, 29.0, 12.0)] {
            let (x, y) = centre(square);
            let corners: String = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
                .into_iter()
                .map(|(dx, dy)| {
                    let (cx, cy) = (x + dx * radius, y + dy * radius);
                    format!("M{} {cy}H{cx}V{}", cx - dx * arm, cy - dy * arm)
                })
                .collect();
            draw!(
                self,
                r#"<path class="last" d="{corners}" fill="none" stroke="{LAST}" stroke-width="3.5" stroke-linecap="round"/>"#
            );
        }
    }

    fn piece(&mut self, square: Square, piece: Piece, edition: Edition<'_>, script: Script) {
        let name = edition.vocabulary.character(piece.side, piece.kind, script);
        // An edition may have a kind whose character the font lacks.
        let name = if self.font.has(name) {
            name
        } else {
            edition.vocabulary.letter(piece.kind)
        };
        let (x, y) = centre(square);
        let man = self.man(name, piece.side);
        draw!(self, r##"<use href="#{man}" x="{x}" y="{y}"/>"##);
    }

    /// The id under which a side's man is defined.
    fn man(&mut self, name: char, side: Side) -> String {
        let (class, ink) = (side.to_string(), colour(side));
        let id = format!("{class}-{:x}", name as u32);
        if self.definitions.contains_key(&id) {
            return id;
        }
        let (disc, ink) = match (self.forms, side) {
            (true, Side::Black) => (ink, PALE),
            _ => ("url(#man)", ink),
        };
        let body = std::mem::take(&mut self.body);
        draw!(self, r#"<g id="{id}" class="man {class}">"#);
        draw!(
            self,
            r##"<circle cy="2.5" r="26" fill="#3b2410" opacity="0.35"/>"##
        );
        draw!(
            self,
            r##"<circle class="disc" r="26" fill="{disc}" stroke="#7a5228"/>"##
        );
        draw!(
            self,
            r#"<circle class="ring" r="22" fill="none" stroke="{ink}" stroke-width="1.6"/>"#
        );
        self.character(name, (0.0, 0.0), 34.0, ink, 1.0);
        draw!(self, "</g>");
        let drawn = std::mem::replace(&mut self.body, body);
        self.definitions.insert(id.clone(), drawn);
        id
    }

    /// Below the board: whose turn it is, and a line of text.
    fn caption(&mut self, turn: Side, edition: Edition<'_>, options: &Options) {
        let (width, height) = SIZE;
        let middle = height + CAPTION / 2.0;
        draw!(
            self,
            r##"<rect y="{height}" width="{width}" height="{CAPTION}" fill="{PALE}"/>"##
        );
        if let Some(&kind) = edition.movement.royal_kinds().first() {
            let name = edition.vocabulary.character(turn, kind, options.script);
            let man = self.man(name, turn);
            draw!(
                self,
                r##"<use href="#{man}" transform="translate(26 {middle}) scale(0.6)"/>"##
            );
        }
        let scale = LETTER / self.font.units();
        let (mut x, foot) = (54.0, middle + LETTER * 0.35);
        for letter in options.caption.chars() {
            let Some(glyph) = self.font.glyph(letter) else {
                x += LETTER * 0.4;
                continue;
            };
            let id = format!("u{:x}", letter as u32);
            if x + glyph.advance * scale > width {
                break;
            }
            draw!(
                self,
                r##"<use href="#{id}" transform="translate({x:.1} {foot}) scale({scale})" fill="{BLACK}"/>"##
            );
            x += glyph.advance * scale;
            let outline = format!("<path id=\"{id}\" d=\"{}\"/>\n", glyph.path);
            self.definitions.insert(id, outline);
        }
    }

    /// A broken circle around a man that a move is aimed at.
    fn target(&mut self, square: Square) {
        let (x, y) = centre(square);
        draw!(
            self,
            r#"<circle class="target" cx="{x}" cy="{y}" r="30" fill="none" stroke="{TARGET}" stroke-width="4" stroke-dasharray="9 5"/>"#
        );
    }

    fn arrow(&mut self, number: usize, mv: Move, side: Side) {
        let ((x0, y0), (x1, y1)) = (centre(mv.from), centre(mv.to));
        let length = ((x1 - x0).powi(2) + (y1 - y0).powi(2)).sqrt();
        if length == 0.0 {
            return;
        }
        let (dx, dy) = ((x1 - x0) / length, (y1 - y0) / length);
        let along = |distance: f32, aside: f32| {
            let (x, y) = (
                x0 + dx * distance - dy * aside,
                y0 + dy * distance + dx * aside,
            );
            format!("{:.1} {:.1}", x, y)
        };
        let (tail, tip, neck) = (18.0, length - 12.0, length - 30.0);
        let outline = [
            along(tail, 4.0),
            along(neck, 4.0),
            along(neck, 12.0),
            along(tip, 0.0),
            along(neck, -12.0),
            along(neck, -4.0),
            along(tail, -4.0),
        ];
        let colour = colour(side);
        let path = format!("M{}Z", outline.join("L"));
        draw!(
            self,
            r##"<path d="{path}" fill="{colour}" fill-opacity="0.75" stroke="{PALE}" stroke-width="1.5"/>"##
        );
        let at = tail;
        let (x, y) = (x0 + dx * at, y0 + dy * at);
        draw!(
            self,
            r##"<circle cx="{x:.1}" cy="{y:.1}" r="10" fill="{colour}" stroke="{PALE}" stroke-width="1.5"/>"##
        );
        let digits: Vec<char> = number.to_string().chars().collect();
        for (index, digit) in (0u8..).zip(&digits) {
            let aside = (f32::from(index) - (digits.len() as f32 - 1.0) / 2.0) * 7.0;
            self.character(*digit, (x + aside, y), 14.0, PALE, 1.0);
        }
    }

    /// A character around a point.
    fn character(
        &mut self,
        character: char,
        (x, y): (f32, f32),
        size: f32,
        colour: &str,
        opacity: f32,
    ) {
        let Some(glyph) = self.font.glyph(character) else {
            return;
        };
        let scale = size / self.font.units();
        let (left, top) = (x - glyph.centre.0 * scale, y - glyph.centre.1 * scale);
        let opacity = if opacity < 1.0 {
            format!(r#" opacity="{opacity}""#)
        } else {
            String::new()
        };
        let id = format!("u{:x}", character as u32);
        draw!(
            self,
            r##"<use class="glyph" href="#{id}" transform="translate({left:.1} {top:.1}) scale({scale})" fill="{colour}"{opacity}/>"##
        );
        let outline = format!("<path id=\"{id}\" d=\"{}\"/>\n", glyph.path);
        self.definitions.insert(id, outline);
    }
}

/// Opposite corners of the rectangles that royal pieces cannot leave.
fn palaces(edition: Edition<'_>) -> Vec<(Square, Square)> {
    let kinds = edition.movement.royal_kinds().iter();
    let zones = kinds.flat_map(|&kind| {
        Side::ALL.map(|side| edition.movement.allowed_squares(Piece { side, kind }))
    });
    let small = zones.filter(|zone| zone.count() < Square::COUNT as u32 / 2);
    small
        .filter_map(|zone| Some((zone.into_iter().next()?, zone.into_iter().last()?)))
        .collect()
}

/// The angles around a point where a man stands at the start of a game.
fn ticks(square: Square) -> String {
    let (x, y) = centre(square);
    let (near, arm) = (5.0, 9.0);
    let mut path = String::new();
    for (dx, beyond) in [
        (-1.0, square.file().index() == 0),
        (1.0, square.file().index() == 8),
    ] {
        for dy in [-1.0, 1.0] {
            if !beyond {
                let (cx, cy) = (x + dx * near, y + dy * near);
                path.push_str(&format!("M{} {cy}H{cx}V{}", cx + dx * arm, cy + dy * arm));
            }
        }
    }
    path
}
