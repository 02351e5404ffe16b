//! What a page shows of a draft that is being typed in it: the same words, mistakes and proposals as an editor's, asked
//! without the protocol.
//!
//! ```
//! use qili_lsp::typed::{Draft, Texts};
//! use qili_words::Language;
//!
//! let about = "id: draft\ntitle: { zh: 稿 }\nstatus: draft\namends: \"2020\"\nfiles: [a.rule]\n";
//! let rule = "clause 1 \"一\" { define 甲 one (x: piece) as x is 军 }\n";
//! let texts = Texts::from([("edition.yaml".into(), about.into()), ("a.rule".into(), rule.into())]);
//! let draft = Draft::new("draft".as_ref(), texts, false, Language::English, Default::default());
//! assert_eq!(draft.words("a.rule")[0].sort.as_str(), "keyword");
//! let (file, wrong) = &draft.wrong(None)[0];
//! assert!(file == "a.rule" && wrong.message.contains("军"));
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

pub use lsp_types::{CompletionItem, Diagnostic, Position};
use lsp_types::{
    CompletionParams, CompletionResponse, SemanticTokenType, SemanticTokensParams,
    TextDocumentIdentifier, TextDocumentPositionParams,
};
use qili_words::Language;

use crate::position::Encoding;
use crate::world::{Options, World};
use crate::{complete, diagnose, outline, path};

/// The texts of a draft by the names of their files: `edition.yaml`, `cases/a.yaml`.
pub type Texts = BTreeMap<String, Arc<str>>;

/// A draft as it is being typed. Lines and characters are counted from 0, characters as UTF-16 has them.
#[derive(Debug)]
pub struct Draft {
    world: World,
    folder: PathBuf,
}

/// A word with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Its line.
    pub line: u32,
    /// Where it begins in the line.
    pub character: u32,
    /// How long it is.
    pub length: u32,
    /// What it is: `keyword`, `function`, …
    pub sort: SemanticTokenType,
}

impl Draft {
    /// The draft of a folder: what is typed counts instead of what the files say, or alone. What takes long ends soon when
    /// `stop` is set.
    #[must_use]
    pub fn new(
        folder: &Path,
        texts: Texts,
        over_disk: bool,
        language: Language,
        stop: Arc<AtomicBool>,
    ) -> Self {
        let options = Options {
            language,
            encoding: Encoding::Utf16,
            pinyin: true,
            rest: Duration::ZERO,
        };
        // the address of a path has a root
        let folder = Path::new("/").join(folder);
        let texts = texts
            .into_iter()
            .map(|(file, text)| (folder.join(file), text));
        let world = World::holding(options, texts.collect::<Vec<_>>(), over_disk, stop);
        Self { world, folder }
    }

    /// The words of a rule file, in order.
    #[must_use]
    pub fn words(&self, file: &str) -> Vec<Word> {
        let asked = self.document(file).and_then(|text_document| {
            let params = SemanticTokensParams {
                text_document,
                work_done_progress_params: Default::default(),
                partial_result_params: Default::default(),
            };
            outline::tokens(&self.world, params)
        });
        let (mut line, mut character) = (0, 0);
        let tokens = asked.map(|tokens| tokens.data).unwrap_or_default();
        let word = |token: lsp_types::SemanticToken| {
            if token.delta_line > 0 {
                character = 0;
            }
            line += token.delta_line;
            character += token.delta_start;
            Word {
                line,
                character,
                length: token.length,
                sort: outline::LEGEND[token.token_type as usize].clone(),
            }
        };
        tokens.into_iter().map(word).collect()
    }

    /// What is wrong as it is read, by file; without what is only unfinished where somebody is typing.
    #[must_use]
    pub fn wrong(&self, typing: Option<(&str, Position)>) -> Vec<(String, Diagnostic)> {
        let typing = typing.and_then(|(file, place)| {
            let path = self.folder.join(file);
            let at = self.world.lines(&path)?.offset(place);
            Some((path, at))
        });
        let mut found = diagnose::quick(&self.world, &self.folder);
        found.retain(|(path, diagnostic)| {
            typing.as_ref().is_none_or(|typing| {
                !diagnose::is_unfinished(&self.world, typing, path, diagnostic)
            })
        });
        self.named(found)
    }

    /// What checking finds besides, which takes longer: what nothing uses, what no case exercises, …
    #[must_use]
    pub fn doubtful(&self) -> Vec<(String, Diagnostic)> {
        let found = diagnose::slow(&self.world, &self.folder);
        let shown = found.iter().filter_map(|slow| slow.shown(&self.world));
        self.named(shown.collect())
    }

    /// What can be written at a place, the likely first.
    #[must_use]
    pub fn proposals(&self, file: &str, position: Position) -> Vec<CompletionItem> {
        let asked = self.document(file).and_then(|text_document| {
            let params = CompletionParams {
                text_document_position: TextDocumentPositionParams {
                    text_document,
                    position,
                },
                work_done_progress_params: Default::default(),
                partial_result_params: Default::default(),
                context: None,
            };
            complete::complete(&self.world, params)
        });
        match asked {
            Some(CompletionResponse::List(list)) => list.items,
            Some(CompletionResponse::Array(items)) => items,
            None => Vec::new(),
        }
    }

    fn document(&self, file: &str) -> Option<TextDocumentIdentifier> {
        let uri = path::uri(&self.folder.join(file))?;
        Some(TextDocumentIdentifier { uri })
    }

    /// Each with the name of its file, in order.
    fn named(&self, found: Vec<(PathBuf, Diagnostic)>) -> Vec<(String, Diagnostic)> {
        let own = found.into_iter().filter_map(|(path, diagnostic)| {
            let file = path.strip_prefix(&self.folder).ok()?;
            Some((file.to_str()?.replace('\\', "/"), diagnostic))
        });
        let mut own: Vec<_> = own.collect();
        own.sort_by(|(file, one), (other, two)| {
            (file, one.range.start).cmp(&(other, two.range.start))
        });
        own.dedup();
        own
    }
}
