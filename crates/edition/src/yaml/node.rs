//! The tree of a document.

use std::ops::Range;
use std::sync::Arc;

use super::NODE_VOLUME;

/// One value and its place in the text, in bytes.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) span: Range<usize>,
    pub(super) content: Content,
}

/// What a node holds.
#[derive(Debug, Clone)]
pub(super) enum Content {
    /// Text; `plain` if written without quotes, so that `~`, `true` and `3` mean more than text.
    Scalar {
        text: Arc<str>,
        plain: bool,
    },
    Sequence(Vec<Node>),
    Mapping(Vec<Entry>),
}

/// One `key: value` of a mapping.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) key: Arc<str>,
    pub(super) key_span: Range<usize>,
    pub(super) value: Node,
}

impl Node {
    /// The child under a key or a list index.
    pub(super) fn child(&self, step: &str) -> Option<&Node> {
        match &self.content {
            Content::Scalar { .. } => None,
            Content::Sequence(items) => items.get(step.parse::<usize>().ok()?),
            Content::Mapping(entries) => entries
                .iter()
                .find(|entry| &*entry.key == step)
                .map(|entry| &entry.value),
        }
    }

    /// A short place to point at when the whole node is meant: a mapping's first key, otherwise the node.
    pub(super) fn head(&self) -> Range<usize> {
        match &self.content {
            Content::Mapping(entries) => entries
                .first()
                .map_or(self.span.clone(), |first| first.key_span.clone()),
            _ => self.span.clone(),
        }
    }

    /// Whether this is `~`, `null` or nothing at all.
    pub(super) fn is_null(&self) -> bool {
        matches!(&self.content, Content::Scalar { text, plain: true } if matches!(&**text, "" | "~" | "null"))
    }

    /// What the node counts towards [`super::MAX_VOLUME`].
    pub(super) fn volume(&self) -> usize {
        NODE_VOLUME
            + match &self.content {
                Content::Scalar { text, .. } => text.len(),
                Content::Sequence(items) => items.iter().map(Node::volume).sum(),
                Content::Mapping(entries) => entries
                    .iter()
                    .map(|entry| entry.key.len() + entry.value.volume())
                    .sum(),
            }
    }

    /// How deep the node nests: 0 for text and empty lists.
    pub(super) fn height(&self) -> usize {
        match &self.content {
            Content::Scalar { .. } => 0,
            Content::Sequence(items) => items
                .iter()
                .map(|item| item.height() + 1)
                .max()
                .unwrap_or(0),
            Content::Mapping(entries) => entries
                .iter()
                .map(|entry| entry.value.height() + 1)
                .max()
                .unwrap_or(0),
        }
    }
}
