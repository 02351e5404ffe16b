//! YAML that remembers where everything stands.
//!
//! Every YAML file of an edition is read here: text becomes a [`Document`], a tree whose nodes keep their place in
//! the text; the tree is decoded into plain structs with serde, and whoever finds a mistake later (an illegal move in
//! a case, say) asks the document for the place to point at. Decoding walks the tree itself, so that an error of the
//! decoder points at the offending node too, and so that a plain `25.10` is still `25.10` where text is wanted.
//!
//! ```
//! use qili_edition::yaml::Document;
//! use serde::Deserialize;
//!
//! #[derive(Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Line {
//!     moves: Vec<String>,
//! }
//!
//! let document = Document::parse("line.yaml", "moves: [马二进三, 车9平8]\n")?;
//! let line: Line = document.decode()?;
//! assert_eq!(line.moves[1], "车9平8");
//! assert_eq!(document.slice("moves/1"), "车9平8");
//! # Ok::<(), qili_edition::yaml::YamlError>(())
//! ```
//!
//! The decoder is the project's own, and small, because whoever writes these files is an arbiter: messages name the words
//! that can stand at a place and the likely one, never a Rust type or an option of a library, and every later finding
//! still has its place by a path.
//!
//! The YAML accepted is deliberately small: one document per file, no tags, keys that are plain words and occur once.
//! Anchors and aliases work, within [`MAX_VOLUME`].

mod decode;
mod error;
mod hint;
mod node;
mod read;

use std::ops::Range;
use std::sync::Arc;

use miette::SourceSpan;
use serde::de::DeserializeOwned;

pub use error::YamlError;
use node::Node;

pub use qili_words::Source;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 4 << 20;
/// How deep lists and mappings may nest.
pub const MAX_DEPTH: usize = 64;
/// The most that a document may unfold to, aliases counted each time they are used: bytes of text plus
/// [`NODE_VOLUME`] for each node.
pub const MAX_VOLUME: usize = 32 << 20;
/// What one node counts towards [`MAX_VOLUME`] besides its text.
pub const NODE_VOLUME: usize = 16;

/// A parsed YAML file: its text, and the tree of its nodes with their places.
#[derive(Debug, Clone)]
pub struct Document {
    source: Source,
    root: Node,
}

/// A field of a mapping, or an item of a list, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The name of the field as it is written; `None` of an item.
    pub key: Option<String>,
    /// The place of the name; of an item its own.
    pub head: Range<usize>,
    /// The place of the name and what it has.
    pub span: Range<usize>,
    /// The text, if it has one and not parts.
    pub text: Option<String>,
    /// Its own fields or items.
    pub parts: Vec<Part>,
}

impl Document {
    /// Parses a text; `name` is what diagnostics call it, usually its path.
    ///
    /// # Errors
    /// Text that is not YAML, uses YAML that is not accepted here, repeats a key, or exceeds a limit.
    pub fn parse(
        name: impl Into<String>,
        text: impl Into<Arc<str>>,
    ) -> Result<Document, YamlError> {
        let source = Source::new(name, text);
        match read::read(source.inner()) {
            Ok(root) => Ok(Document { source, root }),
            Err(problem) => Err(problem.into_error(source)),
        }
    }

    /// The document with its keys in other words: a key that stands first in a pair of the table becomes the second.
    /// Places stay where they are. The table is complete: a Chinese key that it does not have is a mistake.
    ///
    /// # Errors
    /// A Chinese key that is not in the table; a key and the word for it in one mapping.
    pub fn in_words(mut self, table: &'static [(&str, &str)]) -> Result<Document, YamlError> {
        match self.root.in_words(table) {
            Ok(()) => Ok(self),
            Err(problem) => Err(problem.into_error(self.source())),
        }
    }

    /// Decodes the whole document.
    ///
    /// # Errors
    /// A node that does not fit the type: an unknown or missing field, a list where a word is wanted, and so on.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, YamlError> {
        decode::decode(&self.root).map_err(|problem| problem.into_error(self.source()))
    }

    /// The place of a node. The path names keys and list indices, separated by `/`: `variants/0/moves/2`; the empty
    /// path is the whole document. Where the path leads nowhere, the place of the last node that it does reach.
    pub fn span(&self, path: &str) -> SourceSpan {
        self.range(path).into()
    }

    /// The place of a node, if the document has it.
    pub fn find(&self, path: &str) -> Option<SourceSpan> {
        self.node(path).ok().map(|node| node.span.clone().into())
    }

    /// The text of the node that [`span`](Document::span) finds.
    pub fn slice(&self, path: &str) -> &str {
        self.source
            .inner()
            .get(self.range(path))
            .unwrap_or_default()
    }

    /// Its fields and items with their places, for editors.
    pub fn parts(&self) -> Vec<Part> {
        self.root.parts()
    }

    /// The named text, for diagnostics.
    pub fn source(&self) -> Source {
        self.source.clone()
    }

    fn range(&self, path: &str) -> Range<usize> {
        let (Ok(node) | Err(node)) = self.node(path);
        node.span.clone()
    }

    /// The node of a path, or the last one on the way that there is.
    fn node(&self, path: &str) -> Result<&Node, &Node> {
        path.split('/')
            .filter(|step| !step.is_empty())
            .try_fold(&self.root, |node, step| node.child(step).ok_or(node))
    }
}

#[cfg(test)]
mod tests;
