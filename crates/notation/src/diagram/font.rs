//! The outlines of the characters on a board, from a font that ships with this crate (`assets/board.ttf`, see `assets/OFL.txt`).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use ttf_parser::{Face, OutlineBuilder};

static FONT: &[u8] = include_bytes!("../../assets/board.ttf");

/// The outline of a character.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Glyph {
    /// SVG path data in units of the font, the vertical axis pointing down.
    pub(super) path: String,
    /// The middle of what is drawn, in the same units.
    pub(super) centre: (f32, f32),
    /// How wide the character is set.
    pub(super) advance: f32,
}

/// The outlines of the font that have been made: a book has the same few thousands of times.
static MADE: Mutex<BTreeMap<char, Arc<Glyph>>> = Mutex::new(BTreeMap::new());

/// The characters of the font.
pub(super) struct Font {
    face: Option<Face<'static>>,
}

impl Font {
    /// The font of this crate.
    pub(super) fn new() -> Self {
        Self {
            face: Face::parse(FONT, 0).ok(),
        }
    }

    /// How many of the font's units a character is high.
    pub(super) fn units(&self) -> f32 {
        self.face
            .as_ref()
            .map_or(1000.0, |face| f32::from(face.units_per_em()))
    }

    /// Whether it has a character.
    pub(super) fn has(&self, character: char) -> bool {
        self.face
            .as_ref()
            .is_some_and(|face| face.glyph_index(character).is_some())
    }

    /// The outline of a character; `None` if the font lacks it.
    pub(super) fn glyph(&self, character: char) -> Option<Arc<Glyph>> {
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(glyph) = made.get(&character) {
            return Some(Arc::clone(glyph));
        }
        let glyph = Arc::new(self.outline(character)?);
        made.insert(character, Arc::clone(&glyph));
        Some(glyph)
    }

    fn outline(&self, character: char) -> Option<Glyph> {
        let face = self.face.as_ref()?;
        let id = face.glyph_index(character)?;
        let mut path = Path(String::new());
        let bounds = face.outline_glyph(id, &mut path)?;
        let middle = |a: i16, b: i16| (f32::from(a) + f32::from(b)) / 2.0;
        Some(Glyph {
            path: path.0,
            centre: (
                middle(bounds.x_min, bounds.x_max),
                -middle(bounds.y_min, bounds.y_max),
            ),
            advance: face.glyph_hor_advance(id).map_or(0.0, f32::from),
        })
    }
}

struct Path(String);

impl Path {
    fn add(&mut self, command: char, points: &[(f32, f32)]) {
        self.0.push(command);
        for (index, (x, y)) in points.iter().enumerate() {
            let gap = if index > 0 { " " } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(self.0, "{gap}{} {}", x.round(), (-y).round());
        }
    }
}

impl OutlineBuilder for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}
