//! A position as a PNG image.

use miette::Diagnostic;
use qili_board::Position;
use qili_words::{Localized, Texts};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Tree};
use thiserror::Error;

use super::{Options, svg};
use crate::files::Edition;

/// The largest width of an image, in pixels.
pub const MAX_WIDTH: u32 = 8192;

/// Why no image could be made.
#[derive(Debug, Error, Diagnostic)]
pub enum ImageError {
    /// The width is zero or too large.
    #[error("an image cannot be {0} pixels wide")]
    #[diagnostic(
        code(qili::diagram::width),
        help("choose a width from 1 to {MAX_WIDTH}")
    )]
    Width(u32),
    /// The drawing cannot be rendered.
    #[error("the board cannot be rendered: {0}")]
    #[diagnostic(code(qili::diagram::render))]
    Render(String),
}

impl Localized for ImageError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Width(width) => Texts::new(format!("图像的宽度不能是 {width} 像素"))
                .help(format!("宽度选 1 到 {MAX_WIDTH}")),
            Self::Render(why) => Texts::new(format!("棋盘画不出来：`{why}`")),
        }
    }
}

/// Draws a position like [`svg()`], `width` pixels wide.
///
/// # Errors
/// The width is zero or more than [`MAX_WIDTH`].
pub fn png(
    position: &Position,
    edition: Edition<'_>,
    options: &Options,
    width: u32,
) -> Result<Vec<u8>, ImageError> {
    if width == 0 || width > MAX_WIDTH {
        return Err(ImageError::Width(width));
    }
    let drawing = svg::svg(position, edition, options);
    let failed = |error: &dyn std::fmt::Display| ImageError::Render(error.to_string());
    let tree = Tree::from_str(&drawing, &usvg::Options::default()).map_err(|e| failed(&e))?;
    let (wide, high) = svg::size(options);
    let scale = width as f32 / wide;
    let height = (high * scale).round().max(1.0) as u32;
    let mut pixels = Pixmap::new(width, height).ok_or(ImageError::Width(width))?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    pixels.encode_png().map_err(|e| failed(&e))
}
