//! A report as text, Markdown, JSON and a page.

mod html;
mod json;
mod lines;
mod markdown;
mod text;

pub use html::html;
pub use json::{
    DirectionJson, FindJson, FindsJson, NeighbourJson, SCHEMA, SaidJson, StretchJson, WithoutJson,
    json,
};
pub(crate) use lines::heading;
pub use lines::one_line;
pub use markdown::markdown;
pub use text::text;
