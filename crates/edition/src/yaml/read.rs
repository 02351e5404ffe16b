//! From text to the tree: the events of the YAML parser, within limits.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, StrInput};

use super::error::{Problem, ProblemKind};
use super::node::{Content, Entry, Node};
use super::{MAX_BYTES, MAX_DEPTH, MAX_VOLUME, NODE_VOLUME};

/// Reads the one document of a text.
pub(super) fn read(text: &str) -> Result<Node, Problem> {
    if text.len() > MAX_BYTES {
        return Err(Problem::new(ProblemKind::TooLarge(text.len()), 0..0));
    }
    let mut reader = Reader {
        parser: Parser::new_from_str(text),
        offsets: text
            .char_indices()
            .map(|(offset, _)| offset)
            .chain([text.len()])
            .collect(),
        anchors: HashMap::new(),
        volume: 0,
    };
    let mut root = None;
    loop {
        match reader.next()? {
            (Event::StreamEnd, _) => break,
            (
                Event::Nothing | Event::StreamStart | Event::DocumentStart(_) | Event::DocumentEnd,
                _,
            ) => {}
            (_, span) if root.is_some() => {
                return Err(Problem::new(ProblemKind::SecondDocument, span));
            }
            (event, span) => root = Some(reader.node(event, span, 0)?),
        }
    }
    Ok(root.unwrap_or(Node {
        span: 0..0,
        content: Content::Scalar {
            text: "".into(),
            plain: true,
        },
    }))
}

struct Reader<'a> {
    parser: Parser<'a, StrInput<'a>>,
    /// The byte offset of every character, since the parser counts characters.
    offsets: Vec<usize>,
    anchors: HashMap<usize, Anchor>,
    volume: usize,
}

/// What an anchor stands for, and what each use of it costs. The clone is made only after the cost has been checked.
#[derive(Clone)]
struct Anchor {
    content: Rc<Content>,
    volume: usize,
    height: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<(Event<'a>, Range<usize>), Problem> {
        match self.parser.next_event() {
            None => Ok((Event::StreamEnd, 0..0)),
            Some(Ok((event, span))) => Ok((event, self.range(span))),
            Some(Err(error)) => {
                let at = self.offset(error.marker().index());
                let end = self.offset(error.marker().index() + 1);
                Err(Problem::new(
                    ProblemKind::Syntax(error.info().to_owned()),
                    at..end,
                ))
            }
        }
    }

    fn offset(&self, character: usize) -> usize {
        let last = self.offsets.len() - 1;
        self.offsets[character.min(last)]
    }

    fn range(&self, span: Span) -> Range<usize> {
        self.offset(span.start.index())..self.offset(span.end.index())
    }

    fn spend(&mut self, volume: usize, span: &Range<usize>) -> Result<(), Problem> {
        self.volume = self.volume.saturating_add(volume);
        if self.volume > MAX_VOLUME {
            Err(Problem::new(ProblemKind::TooMuch, span.clone()))
        } else {
            Ok(())
        }
    }

    /// The node that begins with `event`.
    fn node(
        &mut self,
        event: Event<'a>,
        span: Range<usize>,
        depth: usize,
    ) -> Result<Node, Problem> {
        if depth > MAX_DEPTH {
            return Err(Problem::new(ProblemKind::TooDeep, span));
        }
        let (content, anchor, tag) = match event {
            Event::Alias(anchor) => {
                let Some(Anchor {
                    content,
                    volume,
                    height,
                }) = self.anchors.get(&anchor).cloned()
                else {
                    return Err(Problem::new(ProblemKind::UnfinishedAnchor, span));
                };
                self.spend(volume, &span)?;
                if depth + height > MAX_DEPTH {
                    return Err(Problem::new(ProblemKind::TooDeep, span));
                }
                return Ok(Node {
                    span,
                    content: Content::clone(&content),
                });
            }
            Event::Scalar(text, style, anchor, tag) => {
                self.spend(NODE_VOLUME + text.len(), &span)?;
                (
                    Content::Scalar {
                        text: text.into(),
                        plain: style == ScalarStyle::Plain,
                    },
                    anchor,
                    tag,
                )
            }
            Event::SequenceStart(anchor, tag) => (Content::Sequence(Vec::new()), anchor, tag),
            Event::MappingStart(anchor, tag) => (Content::Mapping(Vec::new()), anchor, tag),
            other => {
                return Err(Problem::new(
                    ProblemKind::Syntax(format!("unexpected {other:?}")),
                    span,
                ));
            }
        };
        if let Some(tag) = tag {
            return Err(Problem::new(ProblemKind::Tag(tag.to_string()), span));
        }
        let node = match content {
            Content::Scalar { .. } => Node { span, content },
            Content::Sequence(_) => self.sequence(span, depth)?,
            Content::Mapping(_) => self.mapping(span, depth)?,
        };
        if anchor != 0 {
            let (volume, height) = (node.volume(), node.height());
            self.anchors.insert(
                anchor,
                Anchor {
                    content: Rc::new(node.content.clone()),
                    volume,
                    height,
                },
            );
        }
        Ok(node)
    }

    fn sequence(&mut self, start: Range<usize>, depth: usize) -> Result<Node, Problem> {
        self.spend(NODE_VOLUME, &start)?;
        let mut items: Vec<Node> = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, end) => {
                    let children = items
                        .first()
                        .zip(items.last())
                        .map(|(a, b)| a.span.start..b.span.end);
                    return Ok(Node {
                        span: around(start, children, end),
                        content: Content::Sequence(items),
                    });
                }
                (event, span) => items.push(self.node(event, span, depth + 1)?),
            }
        }
    }

    fn mapping(&mut self, start: Range<usize>, depth: usize) -> Result<Node, Problem> {
        self.spend(NODE_VOLUME, &start)?;
        let mut entries: Vec<Entry> = Vec::new();
        let mut seen: HashMap<Arc<str>, Range<usize>> = HashMap::new();
        loop {
            let (key, key_span) = match self.next()? {
                (Event::MappingEnd, end) => {
                    let children = entries
                        .first()
                        .zip(entries.last())
                        .map(|(a, b)| a.key_span.start..b.value.span.end);
                    return Ok(Node {
                        span: around(start, children, end),
                        content: Content::Mapping(entries),
                    });
                }
                (event, span) => match self.node(event, span, depth + 1)? {
                    Node {
                        span,
                        content: Content::Scalar { text, .. },
                    } => (text, span),
                    other => return Err(Problem::new(ProblemKind::Key, other.head())),
                },
            };
            if let Some(first) = seen.insert(Arc::clone(&key), key_span.clone()) {
                return Err(Problem::new(
                    ProblemKind::DuplicateKey {
                        key: key.to_string(),
                        first,
                    },
                    key_span,
                ));
            }
            let (event, span) = self.next()?;
            let value = self.node(event, span, depth + 1)?;
            entries.push(Entry {
                key,
                key_span,
                value,
            });
        }
    }
}

/// The span of a list or mapping: brackets have spans of their own, indentation has none and ends with the last child.
fn around(start: Range<usize>, children: Option<Range<usize>>, end: Range<usize>) -> Range<usize> {
    if !end.is_empty() {
        return start.start..end.end;
    }
    match children {
        Some(children) => start.start.min(children.start)..children.end.max(start.start),
        None => start,
    }
}
