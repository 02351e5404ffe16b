//! From the grammar's pairs to clauses.

use super::DEPTH_LIMIT;
use super::error::Problem;
use super::explain::shortened;
use crate::grammar::Rule;
use crate::keywords::TYPES;
use crate::syntax::*;
use pest::iterators::{Pair, Pairs};
use qili_words::Language;
use qili_words::{Bilingual, nearest};
use std::cell::Cell;

pub(super) type Built<T> = Result<T, Problem>;

/// Builds one clause.
pub(super) struct Builder<'t> {
    text: &'t str,
    /// Where the part that pest has read begins in the text.
    offset: usize,
    comments: &'t [Span],
    pub(super) language: Language,
    /// How deeply what is being built is nested.
    depth: Cell<usize>,
}

impl<'t> Builder<'t> {
    pub(super) fn new(
        text: &'t str,
        offset: usize,
        comments: &'t [Span],
        language: Language,
    ) -> Self {
        Self {
            text,
            offset,
            comments,
            language,
            depth: Cell::new(0),
        }
    }

    /// Builds something that lies so many levels deeper, if there may be so many.
    pub(super) fn deeper<T>(
        &self,
        levels: usize,
        at: Span,
        build: impl FnOnce() -> Built<T>,
    ) -> Built<T> {
        let depth = self.depth.get();
        if depth + levels > DEPTH_LIMIT {
            return Err(Problem::too_deep(at.start));
        }
        self.depth.set(depth + levels);
        let built = build();
        self.depth.set(depth);
        built
    }

    /// The clause, and the first byte of each of its statements.
    pub(super) fn clause(&self, mut parsed: Pairs<'_, Rule>) -> Built<(Clause, Vec<usize>)> {
        let pair = self.next(&mut parsed)?;
        let repeals = pair.as_rule() == Rule::repeal;
        let span = self.span(&pair);
        let mut statements = vec![span.start];
        let mut amendment = if repeals {
            Amendment::Repeal
        } else {
            Amendment::Add
        };
        let mut article = Article {
            text: String::new(),
            span,
        };
        let mut former = None;
        let mut titles = Vec::new();
        let mut remarks = Vec::new();
        let mut effect = None;
        for part in pair.into_inner() {
            let start = self.span(&part).start;
            match part.as_rule() {
                Rule::kw_replace => amendment = Amendment::Replace,
                Rule::article => article = self.article(&part),
                Rule::renumbered => {
                    let number = part
                        .into_inner()
                        .find(|part| part.as_rule() == Rule::article);
                    let number = self.article(&number.ok_or_else(|| Problem::incomplete(span))?);
                    former = Some(std::mem::replace(&mut article, number));
                }
                Rule::text => titles.push(self.quoted(part)?.value),
                Rule::remark => {
                    let said = self.remark(part)?;
                    // Each text of a remark is printed on a line of its own; a comment stands at the first.
                    statements.extend(said.iter().map(|_| start));
                    remarks.extend(said);
                }
                Rule::effect => {
                    statements.push(start);
                    effect = Some(self.effect(part, &mut statements)?);
                }
                Rule::close => statements.push(start),
                _ => {}
            }
        }
        let mut titles = titles.into_iter();
        let title_zh = titles.next().unwrap_or_default();
        let title_en = titles.next().unwrap_or_else(|| title_zh.clone());
        let clause = Clause {
            amendment,
            article,
            former,
            title: Bilingual {
                zh: title_zh,
                en: title_en,
            },
            remarks,
            effect,
            comments: Vec::new(),
            span,
        };
        Ok((clause, statements))
    }

    fn remark(&self, pair: Pair<'_, Rule>) -> Built<Vec<Remark>> {
        let mut inner = pair.into_inner();
        let said = self.next(&mut inner)?;
        let make: fn(String) -> Remark = match said.as_rule() {
            Rule::kw_number_unknown => return Ok(vec![Remark::NumberUnknown]),
            Rule::cites => Remark::Cites,
            Rule::reading => Remark::Reading,
            _ => Remark::Says,
        };
        said.into_inner()
            .filter(|part| part.as_rule() == Rule::text)
            .map(|text| Ok(make(self.quoted(text)?.value)))
            .collect()
    }

    fn effect(&self, pair: Pair<'_, Rule>, statements: &mut Vec<usize>) -> Built<Effect> {
        let pair = self.next(&mut pair.into_inner())?;
        let rule = pair.as_rule();
        let parts: Vec<Pair<'_, Rule>> = pair.clone().into_inner().collect();
        // The parts that the formatter prints on lines of their own.
        for part in &parts {
            if matches!(
                part.as_rule(),
                Rule::letters
                    | Rule::red
                    | Rule::black
                    | Rule::royal
                    | Rule::within
                    | Rule::motion
                    | Rule::setting
                    | Rule::targets
                    | Rule::when
                    | Rule::then
                    | Rule::body
                    | Rule::places
            ) {
                statements.push(self.span(part).start);
            }
        }
        let mut parts = Parts {
            builder: self,
            parts: parts.into_iter().peekable(),
        };
        parts.skip_keyword();
        Ok(match rule {
            Rule::board => Effect::Board {
                files: parts.int()?,
                ranks: parts.int()?,
                start: self.quoted(parts.find(Rule::text)?)?,
            },
            Rule::zone => Effect::Zone {
                names: parts.names()?,
                files: parts
                    .optional(Rule::file_range)
                    .map(|range| self.files(range))
                    .transpose()?,
                ranks: parts
                    .optional(Rule::rank_range)
                    .map(|range| self.ranks(range))
                    .transpose()?,
            },
            Rule::piece => Effect::Piece(self.piece(parts)?),
            Rule::facing => Effect::Facing {
                one: parts.name()?,
                other: parts.name()?,
                along: match self.only(parts.find(Rule::along)?)?.as_rule() {
                    Rule::kw_along_files => Direction::File,
                    Rule::kw_along_ranks => Direction::Rank,
                    _ => Direction::Orthogonal,
                },
            },
            Rule::ending => Effect::Ending(self.ending(parts)?),
            Rule::unit => Effect::Unit {
                names: parts.names()?,
            },
            Rule::worth => Effect::Worth {
                kind: parts.name()?,
                zone: match parts.optional(Rule::kw_on_zone) {
                    Some(_) => Some(parts.name()?),
                    None => None,
                },
                amount: parts.int()?,
                unit: parts.name()?,
            },
            Rule::result => Effect::Result {
                names: parts.names()?,
                when: parts.when()?,
            },
            Rule::discount => Effect::Discount {
                variable: parts.name()?,
                when: parts.when()?,
            },
            Rule::search => Effect::Search(self.search(parts)?),
            Rule::define => Effect::Define {
                names: parts.names()?,
                parameters: match parts.optional(Rule::parameters) {
                    Some(list) => list
                        .into_inner()
                        .map(|one| self.parameter(one))
                        .collect::<Built<_>>()?,
                    None => Vec::new(),
                },
                body: self.expr(self.only(parts.find(Rule::body)?)?)?,
            },
            Rule::situation => Effect::Situation {
                names: parts.names()?,
                places: parts
                    .find(Rule::places)?
                    .into_inner()
                    .map(|place| self.place(place))
                    .collect::<Built<_>>()?,
            },
            Rule::nature => Effect::Nature(NatureDeclaration {
                names: parts.names()?,
                targets: parts
                    .optional(Rule::targets)
                    .map(|targets| self.targets(targets))
                    .transpose()?,
                when: match parts.optional(Rule::when) {
                    Some(when) => Some(self.inside(when)?),
                    None => None,
                },
            }),
            Rule::severity => Effect::Severity {
                natures: parts.all(Rule::name).map(|name| self.name(&name)).collect(),
            },
            Rule::exception => Effect::Exception {
                of: parts
                    .all(Rule::article)
                    .map(|article| self.article(&article))
                    .collect(),
                variables: match parts.optional(Rule::variables) {
                    Some(list) => names_in(list).map(|name| self.name(&name)).collect(),
                    None => Vec::new(),
                },
                when: parts.when()?,
            },
            Rule::quality => Effect::Quality {
                names: parts.names()?,
                nature: parts.name()?,
                variable: parts.name()?,
                protection: parts.optional(Rule::root).map(|root| match last(root) {
                    Rule::kw_none => Protection::None,
                    Rule::kw_less => Protection::Less,
                    _ => Protection::Full,
                }),
                joint: parts
                    .optional(Rule::taken)
                    .map(|taken| last(taken) == Rule::kw_jointly),
                when: parts.when()?,
            },
            Rule::pattern => Effect::Pattern {
                names: parts.names()?,
                side: parts.name()?,
                when: parts.when()?,
            },
            _ => Effect::Ruling {
                side: parts.side()?,
                when: parts.when()?,
                then: parts.then()?,
            },
        })
    }

    fn ending(&self, mut parts: Parts<'_, '_>) -> Built<Ending> {
        if parts.optional(Rule::kw_on_event).is_some() {
            return Ok(Ending::OnEvent {
                event: parts.name()?,
                side: parts.side()?,
                then: parts.then()?,
            });
        }
        Ok(Ending::OnBoard {
            side: parts.side()?,
            when: parts.when()?,
            then: parts.then()?,
        })
    }

    fn verdict(&self, pair: Pair<'_, Rule>) -> Built<Verdict> {
        let mut inner = pair.into_inner();
        let first = self.next(&mut inner)?;
        if first.as_rule() == Rule::side {
            let side = self.side(first)?;
            return Ok(match self.next(&mut inner)?.as_rule() {
                Rule::kw_loses => Verdict::Loses(side),
                _ => Verdict::MustChange(side),
            });
        }
        Ok(match first.as_rule() {
            Rule::kw_draw => Verdict::Draw,
            _ => Verdict::Arbiter,
        })
    }

    /// `side`, `other side`, 一方 的 另一方
    fn side(&self, pair: Pair<'_, Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let parts: Vec<_> = pair.into_inner().flatten().collect();
        let other = parts.iter().find(|part| part.as_rule() == Rule::kw_other);
        let side = parts
            .iter()
            .find(|part| part.as_rule() == Rule::name)
            .map(|name| self.name(name))
            .unwrap_or_else(|| Name {
                text: String::new(),
                span,
            });
        let variable = Expr {
            span: side.span,
            kind: Box::new(ExprKind::Name(side)),
        };
        Ok(match other {
            None => variable,
            Some(word) => Expr {
                kind: Box::new(ExprKind::Of {
                    name: Name {
                        text: "other".to_owned(),
                        span: self.span(word),
                    },
                    of: variable,
                }),
                span,
            },
        })
    }

    fn parameter(&self, pair: Pair<'_, Rule>) -> Built<Parameter> {
        let mut inner = pair.into_inner();
        let name = self.name(&self.next(&mut inner)?);
        let word = self.next(&mut inner)?;
        let text = word.as_str();
        let ty = TYPES
            .iter()
            .find(|(_, word)| word.english == text || word.chinese == text)
            .map(|(ty, _)| *ty);
        let Some(ty) = ty else {
            let words: Vec<&str> = TYPES
                .iter()
                .map(|(_, word)| word.word(self.language))
                .collect();
            let help = match nearest(text, words.iter().copied()) {
                Some(near) => Bilingual::new(
                    format!("是否想写 `{near}`？"),
                    format!("did you mean `{near}`?"),
                ),
                None => {
                    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                    Bilingual::new(
                        format!("类型有：{}", Language::Chinese.list(&words)),
                        format!("the types are {}", Language::English.list(&words)),
                    )
                }
            };
            let text = shortened(text);
            return Err(Problem::new(
                Bilingual::new(
                    format!("没有类型 `{text}`"),
                    format!("there is no type `{text}`"),
                ),
                self.span(&word),
                help,
            ));
        };
        Ok(Parameter { name, ty })
    }

    fn targets(&self, pair: Pair<'_, Rule>) -> Built<Targets> {
        let mut parts = pair.into_inner().filter(|part| {
            !matches!(
                part.as_rule(),
                Rule::kw_targets | Rule::kw_of | Rule::kw_where
            )
        });
        Ok(Targets {
            variable: self.name(&self.next(&mut parts)?),
            of: self.expr(self.next(&mut parts)?)?,
            filter: self.expr(self.next(&mut parts)?)?,
        })
    }

    // --- small parts

    pub(super) fn next<'i>(
        &self,
        pairs: &mut impl Iterator<Item = Pair<'i, Rule>>,
    ) -> Built<Pair<'i, Rule>> {
        pairs.next().ok_or_else(|| {
            let at = Span {
                start: self.offset,
                end: self.offset,
            };
            Problem::incomplete(at)
        })
    }

    /// The first pair inside.
    pub(super) fn only<'i>(&self, pair: Pair<'i, Rule>) -> Built<Pair<'i, Rule>> {
        self.next(&mut pair.into_inner())
    }

    /// The expression inside `when …`.
    fn inside(&self, pair: Pair<'_, Rule>) -> Built<Expr> {
        let mut parts = pair
            .into_inner()
            .filter(|part| part.as_rule() == Rule::expr);
        self.expr(self.next(&mut parts)?)
    }

    pub(super) fn name(&self, pair: &Pair<'_, Rule>) -> Name {
        Name {
            text: pair.as_str().to_owned(),
            span: self.span(pair),
        }
    }

    fn article(&self, pair: &Pair<'_, Rule>) -> Article {
        Article {
            text: half_width(pair.as_str()),
            span: self.span(pair),
        }
    }

    pub(super) fn int(&self, pair: &Pair<'_, Rule>) -> Built<Int> {
        let span = self.span(pair);
        // Nothing in the language needs larger numbers, and sums of these cannot overflow.
        match half_width(pair.as_str()).parse() {
            Ok(value @ -1_000_000..=1_000_000) => Ok(Int { value, span }),
            _ => Err(Problem::new(
                Bilingual::new(
                    format!("数字 `{}` 太大", shortened(pair.as_str())),
                    format!("the number `{}` is too large", shortened(pair.as_str())),
                ),
                span,
                Bilingual::new("数字最大为 1000000", "numbers go up to 1000000"),
            )),
        }
    }

    fn quoted(&self, pair: Pair<'_, Rule>) -> Built<Text> {
        let span = self.span(&pair);
        let value = self.only(pair)?.as_str().to_owned();
        Ok(Text { value, span })
    }

    /// Where a pair stands in the file, without blanks and comments behind it.
    pub(super) fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let start = self.offset + pair.as_span().start();
        let mut end = self.offset + pair.as_span().end();
        loop {
            end = start + self.text[start..end].trim_end().len();
            let next = self.comments.partition_point(|comment| comment.start < end);
            match next.checked_sub(1).and_then(|last| self.comments.get(last)) {
                Some(comment) if comment.start >= start && comment.end.max(end) == comment.end => {
                    end = comment.start
                }
                _ => return Span { start, end },
            }
        }
    }
}

/// A text with its full-width signs and digits as the usual ones.
pub(super) fn half_width(text: &str) -> String {
    let half = |c: char| match c {
        '０'..='９' | '！' | '（' | '）' | '－' | '．' | '＜' | '＝' | '＞' => {
            u32::from(c)
                .checked_sub(0xFEE0)
                .and_then(char::from_u32)
                .unwrap_or(c)
        }
        c => c,
    };
    text.chars().map(half).collect()
}

/// The names directly inside.
pub(super) fn names_in(pair: Pair<'_, Rule>) -> impl Iterator<Item = Pair<'_, Rule>> {
    pair.into_inner()
        .filter(|part| part.as_rule() == Rule::name)
}

/// The parts of an effect, taken from left to right.
pub(super) struct Parts<'b, 'i> {
    builder: &'b Builder<'b>,
    parts: std::iter::Peekable<std::vec::IntoIter<Pair<'i, Rule>>>,
}

impl<'i> Parts<'_, 'i> {
    /// The next part of a rule; keywords on the way are skipped.
    pub(super) fn find(&mut self, rule: Rule) -> Built<Pair<'i, Rule>> {
        let builder = self.builder;
        builder.next(
            &mut self
                .parts
                .by_ref()
                .skip_while(|part| part.as_rule() != rule),
        )
    }

    /// The next part if it is of a rule.
    pub(super) fn optional(&mut self, rule: Rule) -> Option<Pair<'i, Rule>> {
        self.parts.next_if(|part| part.as_rule() == rule)
    }

    /// All further parts of a rule.
    pub(super) fn all(&mut self, rule: Rule) -> impl Iterator<Item = Pair<'i, Rule>> {
        let mut found = Vec::new();
        while let Some(part) = self.parts.next_if(|part| {
            part.as_rule() == rule || crate::keywords::keyword(part.as_rule()).is_some()
        }) {
            if part.as_rule() == rule {
                found.push(part);
            }
        }
        found.into_iter()
    }

    pub(super) fn int(&mut self) -> Built<Int> {
        let int = self.find(Rule::int)?;
        self.builder.int(&int)
    }

    pub(super) fn name(&mut self) -> Built<Name> {
        let name = self.find(Rule::name)?;
        Ok(self.builder.name(&name))
    }

    pub(super) fn names(&mut self) -> Built<Names> {
        let names = self.find(Rule::names)?.into_inner().flatten();
        Ok(Names {
            names: names
                .filter(|part| part.as_rule() == Rule::name)
                .map(|name| self.builder.name(&name))
                .collect(),
        })
    }

    pub(super) fn side(&mut self) -> Built<Option<Name>> {
        Ok(self
            .optional(Rule::of_side)
            .and_then(|side| names_in(side).next())
            .map(|name| self.builder.name(&name)))
    }

    pub(super) fn when(&mut self) -> Built<Expr> {
        let when = self.find(Rule::when)?;
        self.builder.inside(when)
    }

    pub(super) fn then(&mut self) -> Built<Verdict> {
        let then = self.find(Rule::then)?.into_inner();
        let mut verdicts = then.filter(|part| part.as_rule() == Rule::verdict);
        self.builder.verdict(self.builder.next(&mut verdicts)?)
    }

    pub(super) fn skip_keyword(&mut self) {
        let _ = self
            .parts
            .next_if(|part| crate::keywords::keyword(part.as_rule()).is_some());
    }
}

/// The last word of a pair.
fn last(pair: Pair<'_, Rule>) -> Rule {
    let whole = pair.as_rule();
    let word = pair.into_inner().last();
    word.map_or(whole, |word| word.as_rule())
}
