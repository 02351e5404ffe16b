//! Which figures a clause decides, and which of its changes none of them notices: over the clause, and in full.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use lsp_server::ErrorCode;
use lsp_types::{CodeLens, CodeLensParams};
use qili_lang::keywords::KEYWORDS;
use qili_lang::rules::ClauseId;
use qili_lang::syntax::Span;
use qili_lang::tokens::{Sort, tokens};
use qili_review::coverage::{Deciders, Mutation};
use qili_review::things::label;
use qili_words::Language;
use serde_json::json;

use crate::analysis::Analysis;
use crate::answer::{Page, Result, failed};
use crate::commands::DECIDES;
use crate::fixes::called;
use crate::outline::rules;
use crate::path;
use crate::work::Wanted;
use crate::world::World;

/// What a clause decides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    /// The cases that some change of the clause makes come out otherwise.
    decided: Vec<String>,
    /// The changes that no case notices.
    unnoticed: Vec<Mutation>,
    /// Whether this was so before what is being typed.
    old: bool,
}

impl Figures {
    /// On one line.
    pub(crate) fn title(&self, language: Language) -> String {
        let (decided, unnoticed) = (self.decided.len(), self.unnoticed.len());
        let mut title = match language {
            Language::Chinese => format!("决定 {decided} 例；改动 {unnoticed} 处无例察觉"),
            Language::English => {
                let figures = if decided == 1 { "figure" } else { "figures" };
                let changes = if unnoticed == 1 { "change" } else { "changes" };
                format!("decides {decided} {figures}; {unnoticed} {changes} unnoticed")
            }
        };
        if self.old {
            title += language.of("（改动之前）", " (before this change)");
        }
        title
    }

    /// The names of the cases.
    pub(crate) fn names(&self, language: Language) -> String {
        let names: Vec<String> = self
            .decided
            .iter()
            .map(|name| label(name, language))
            .collect();
        language.list(&names)
    }
}

/// What is known already of a clause of an edition.
pub(crate) fn known(analysis: &Analysis, article: &str) -> Option<Figures> {
    analysis.figures(article)
}

/// What a clause decides: worked out, if it is not known; what was known before, where the edition has mistakes now.
pub(crate) fn of(
    world: &World,
    analysis: &Analysis,
    article: &str,
    wanted: &Wanted,
) -> Option<Figures> {
    if let Some(known) = known(analysis, article) {
        return Some(known);
    }
    let Some(book) = analysis.book() else {
        let before = world.figures_before(&analysis.folder, article)?;
        return Some(Figures {
            old: true,
            ..before
        });
    };
    let index = analysis
        .clauses()
        .iter()
        .position(|one| one.clause.article.text == article)?;
    let clause = ClauseId(u16::try_from(index).ok()?);
    if !wanted.still() {
        return None;
    }
    let deciders = match analysis.traces() {
        Some(traces) => Deciders::resume(book, traces),
        None => Deciders::new(book).ok()?,
    };
    let decided = deciders.of(clause);
    analysis.keep_traces(deciders.pause());
    let figures = Figures {
        decided: decided.cases,
        unnoticed: decided.unnoticed,
        old: false,
    };
    world.keep_figures(analysis, article, &figures);
    Some(figures)
}

/// Where the clauses of a text begin, with their articles; of those that cannot be read, too, so that what stands over
/// them does not jump while one is being typed.
fn clauses(text: &str) -> Vec<(Span, &str)> {
    let opens = |written: &str| {
        let spelt = written.split_whitespace().collect::<Vec<_>>().join(" ");
        let known = KEYWORDS
            .iter()
            .find(|word| word.english == spelt || word.chinese == spelt);
        known.is_some_and(|word| matches!(word.english, "clause" | "replace clause"))
    };
    let mut found = Vec::new();
    for token in tokens(text) {
        let Span { start, end } = token.span;
        let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let first = text[line..start]
            .trim_matches(['\u{feff}', ' ', '\t', '\u{3000}'])
            .is_empty();
        if token.sort != Sort::Keyword || !first || !opens(&text[start..end]) {
            continue;
        }
        let rest = text[end..].trim_start();
        let from = text.len() - rest.len();
        let length = rest
            .find(|c: char| c.is_whitespace() || "\"“「＂{｛".contains(c))
            .unwrap_or(rest.len());
        if length > 0 {
            let to = from + length;
            found.push((
                Span {
                    start: from,
                    end: to,
                },
                &text[from..to],
            ));
        }
    }
    found
}

/// A lens over each clause; what it says comes when it is asked.
pub(crate) fn lenses(world: &World, params: CodeLensParams) -> Option<Vec<CodeLens>> {
    let uri = params.text_document.uri;
    let at = rules(world, &uri)?;
    let lenses = clauses(at.lines.text())
        .into_iter()
        .map(|(span, article)| CodeLens {
            range: at.lines.range(span),
            command: None,
            data: Some(json!({ "uri": uri.as_str(), "article": article })),
        });
    Some(lenses.collect())
}

/// What a lens says.
pub(crate) fn resolve(world: &World, mut lens: CodeLens, wanted: &Wanted) -> CodeLens {
    let said = |name: &str| {
        let data = lens.data.as_ref()?.get(name)?.as_str()?;
        Some(data.to_owned())
    };
    let (Some(uri), Some(article)) = (said("uri"), said("article")) else {
        return lens;
    };
    let analysis = analysis(world, &uri);
    let figures = analysis.and_then(|analysis| of(world, &analysis, &article, wanted));
    let language = world.language();
    let title = match figures {
        Some(figures) => figures.title(language),
        None => language
            .of(
                "改正错误后可知决定哪些判例",
                "decides figures once the mistakes are mended",
            )
            .to_owned(),
    };
    lens.command = Some(called(title, DECIDES, &[&uri, &article]));
    lens
}

fn analysis(world: &World, uri: &str) -> Option<Arc<Analysis>> {
    let path = path::path(&uri.parse().ok()?);
    Some(world.analysis(&world.edition_of(&path)?))
}

/// The figures that a clause decides, one by one, and its changes that none of them notices.
pub(crate) fn page(world: &World, path: &Path, article: &str, wanted: &Wanted) -> Result<Page> {
    let language = world.language();
    let refuse = |zh: &str, en: &str| failed(ErrorCode::RequestFailed, language.of(zh, en));
    let folder = world
        .edition_of(path)
        .ok_or_else(|| refuse("文件不属于任何版本", "the file belongs to no edition"))?;
    let analysis = world.analysis(&folder);
    let figures = of(world, &analysis, article, wanted).ok_or_else(|| {
        refuse(
            "版本有错或没有此条",
            "the edition has mistakes, or no such clause in force",
        )
    })?;
    let title = analysis
        .article(article)
        .map(|one| one.clause.title.get(language));
    let mut text = format!(
        "# {article} {}\n\n{}\n",
        title.unwrap_or_default(),
        figures.title(language)
    );
    if !figures.decided.is_empty() {
        let _ = writeln!(
            text,
            "\n## {}\n",
            language.of("所决定的判例", "Figures that it decides")
        );
        for name in &figures.decided {
            let _ = writeln!(text, "- {}", label(name, language));
        }
    }
    if !figures.unnoticed.is_empty() {
        let _ = writeln!(
            text,
            "\n## {}\n",
            language.of("无例察觉的改动", "Changes that no figure notices")
        );
        for mutation in &figures.unnoticed {
            let said = match language {
                Language::Chinese => mutation.zh(),
                Language::English => mutation.en(),
            };
            let _ = writeln!(text, "- {said}");
        }
    }
    Ok(Page {
        name: format!("{}.md", language.of("判例", "figures")),
        text,
    })
}
