//! The tree of a document.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::error::{Problem, ProblemKind};
use super::{NODE_VOLUME, Part};

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

impl Entry {
    fn in_words(&mut self, table: &'static [(&str, &str)]) -> Result<(), Problem> {
        let key = qili_words::simplified(&self.key);
        if let Some((_, word)) = table.iter().find(|(known, _)| *known == key) {
            self.key = Arc::from(*word);
        } else if self.key.chars().any(is_chinese) {
            return Err(Problem::new(
                ProblemKind::UnknownKey {
                    key: self.key.to_string(),
                    table,
                },
                self.key_span.clone(),
            ));
        }
        self.value.in_words(table)
    }
}

fn is_chinese(character: char) -> bool {
    ('\u{3400}'..='\u{9FFF}').contains(&character)
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

    /// Puts other words for the keys of the mappings; see [`super::Document::in_words`].
    pub(super) fn in_words(&mut self, table: &'static [(&str, &str)]) -> Result<(), Problem> {
        match &mut self.content {
            Content::Scalar { .. } => Ok(()),
            Content::Sequence(items) => items.iter_mut().try_for_each(|item| item.in_words(table)),
            Content::Mapping(entries) => {
                let mut seen: HashMap<Arc<str>, Range<usize>> = HashMap::new();
                for entry in entries {
                    entry.in_words(table)?;
                    let key = Arc::clone(&entry.key);
                    if let Some(first) = seen.insert(key, entry.key_span.clone()) {
                        let key = entry.key.to_string();
                        let twice = ProblemKind::DuplicateKey { key, first };
                        return Err(Problem::new(twice, entry.key_span.clone()));
                    }
                }
                Ok(())
            }
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

    /// The fields or items of the node.
    pub(super) fn parts(&self) -> Vec<Part> {
        let part = |key: Option<&Entry>, value: &Self| Part {
            key: key.map(|entry| entry.key.to_string()),
            head: key.map_or(value.head(), |entry| entry.key_span.clone()),
            span: key.map_or(value.span.start, |entry| entry.key_span.start)
                ..value
                    .span
                    .end
                    .max(key.map_or(0, |entry| entry.key_span.end)),
            text: match &value.content {
                Content::Scalar { text, .. } => Some(text.to_string()),
                Content::Sequence(_) | Content::Mapping(_) => None,
            },
            parts: value.parts(),
        };
        match &self.content {
            Content::Scalar { .. } => Vec::new(),
            Content::Sequence(items) => items.iter().map(|item| part(None, item)).collect(),
            Content::Mapping(entries) => entries
                .iter()
                .map(|entry| part(Some(entry), &entry.value))
                .collect(),
        }
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
