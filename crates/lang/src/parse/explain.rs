//! What was expected at a place of a rule file, and what its author probably meant.

use crate::advice;
use crate::grammar::{Rule, first_keywords};
use crate::keywords::{ATTRIBUTES, KEYWORDS, WORDS, Word, canonical, keyword, simplified, text};
use crate::scan::word;
use qili_words::{Bilingual, Language, nearest};

/// The longest word that is repeated whole, in characters.
const LONGEST: usize = 40;
/// How many words that fit are listed.
const LISTED: usize = 24;

/// A place where the grammar was at its end.
pub(super) struct Place<'t> {
    /// The word or mark there; empty at the end of the text.
    pub(super) word: &'t str,
    /// The text from there.
    rest: &'t str,
    /// The text of the clause before it.
    before: &'t str,
    expected: &'t [Rule],
    /// The file's language.
    language: Language,
}

impl<'t> Place<'t> {
    pub(super) fn new(
        text: &'t str,
        offset: usize,
        at: usize,
        expected: &'t [Rule],
        language: Language,
    ) -> Self {
        let rest = &text[at..];
        let mark = rest.chars().next().map_or(0, char::len_utf8);
        Self {
            word: match word(rest) {
                "" => &rest[..mark],
                word => word,
            },
            rest,
            before: text[offset..at].trim_end(),
            expected,
            language,
        }
    }

    /// What stands there.
    pub(super) fn found(&self) -> Bilingual {
        if self.word.is_empty() {
            return Bilingual::new("文件到此结束", "the text ends here");
        }
        let word = shortened(self.word);
        Bilingual::new(
            format!("`{word}` 不能用在这里"),
            format!("`{word}` does not fit here"),
        )
    }

    fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    /// The keyword of the file's language.
    fn own(&self, rule: Rule) -> &'static str {
        text(rule, self.language)
    }

    /// Whether one of the keywords begins here, in either language.
    fn begins_with(&self, rules: &[Rule]) -> Option<Rule> {
        let folded = simplified(self.word);
        let word = folded.as_deref().unwrap_or(self.word);
        let begins = |rule: &Rule| {
            keyword(*rule).is_some_and(|keyword| {
                keyword.chinese == word || keyword.english.split(' ').next() == Some(word)
            })
        };
        rules.iter().copied().find(begins)
    }
}

/// A word as messages repeat it.
pub(super) fn shortened(word: &str) -> String {
    match word.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

/// What to do about what stands at a place.
pub(super) fn help(place: &Place<'_>) -> Bilingual {
    sign(place)
        .or_else(|| order(place))
        .or_else(|| not_apart(place))
        .or_else(|| likely(place))
        .unwrap_or_else(|| fitting(place))
}

/// Signs of other languages, and marks that have no business here.
fn sign(place: &Place<'_>) -> Option<Bilingual> {
    let write = |zh: String, en: String| Some(Bilingual::new(zh, en));
    let keyword = |rule| {
        let word = place.own(rule);
        write(format!("写作 `{word}`"), format!("write `{word}`"))
    };
    let exactly = |sign: &str, seen: &str| {
        write(
            format!("写作 `{sign}`，不是 `{seen}`"),
            format!("write `{sign}`, not `{seen}`"),
        )
    };
    let after = |marks: &[char]| place.before.ends_with(marks);
    let begins = |mark: &str| place.rest.starts_with(mark);
    if begins("&") || begins("＆") {
        keyword(Rule::kw_and)
    } else if begins("|") || begins("｜") {
        keyword(Rule::kw_or)
    } else if begins("!") || begins("！") {
        keyword(Rule::kw_not)
    } else if after(&['=', '＝']) && (begins("=") || begins("＝")) {
        exactly("=", "==")
    } else if after(&['=', '＝']) && (begins(">") || begins("＞")) {
        exactly(">=", "=>")
    } else if after(&['=', '＝']) && (begins("<") || begins("＜")) {
        exactly("<=", "=<")
    } else if after(&['<', '＜']) && (begins(">") || begins("＞")) {
        exactly("!=", "<>")
    } else if begins("//") || begins("/*") {
        write(
            "注释以 `#` 开头".to_owned(),
            "a comment begins with `#`".to_owned(),
        )
    } else if begins("[") || begins("【") || begins("]") || begins("】") {
        write(
            "括号用 `(` 和 `)`".to_owned(),
            "brackets are `(` and `)`".to_owned(),
        )
    } else if [";", "；", "。", ".", "．"].iter().any(|mark| begins(mark)) {
        let mark = place.word;
        write(format!("去掉 `{mark}`"), format!("leave out the `{mark}`"))
    } else if [",", "，", "、"].iter().any(|mark| begins(mark)) && !place.expects(Rule::name) {
        let (and, or) = (place.own(Rule::kw_and), place.own(Rule::kw_or));
        write(
            format!("去掉逗号；条件之间用 `{and}` 或 `{or}` 连接"),
            format!("leave out the comma; conditions are joined by `{and}` or `{or}`"),
        )
    } else if ["\"", "“", "”", "「", "」", "'", "‘", "’", "＂"]
        .iter()
        .any(|mark| begins(mark))
    {
        write(
            "文字写在成对的引号里，引号要在下一条之前闭合".to_owned(),
            "texts stand in quotation marks that are closed before the next clause".to_owned(),
        )
    } else {
        None
    }
}

/// Parts of a clause in the wrong order or of too great a number.
fn order(place: &Place<'_>) -> Option<Bilingual> {
    if !place.expects(Rule::close) || place.expects(Rule::effect) {
        return None;
    }
    if place.begins_with(first_keywords(Rule::remark)).is_some() {
        return Some(Bilingual::new(
            format!("`{}` 等说明写在本条的规定之前", place.word),
            format!(
                "remarks such as `{}` come before what the clause does",
                place.word
            ),
        ));
    }
    place.begins_with(first_keywords(Rule::effect))?;
    Some(one_effect())
}

fn one_effect() -> Bilingual {
    Bilingual::new(
        "一条只有一项规定，并以 `}` 结束",
        "a clause has exactly one effect and ends with `}`",
    )
}

/// Words written without blanks between them, here or just before.
fn not_apart(place: &Place<'_>) -> Option<Bilingual> {
    let start = place
        .before
        .rfind(|c| !crate::scan::continues_word(c))
        .map_or(0, |at| {
            at + place.before[at..].chars().next().map_or(0, char::len_utf8)
        });
    let before = &place.before[start..];
    [place.word, before]
        .into_iter()
        .filter(|word| word.chars().count() <= LONGEST)
        .find_map(advice::about)
}

/// The keyword that a word was probably meant to be: one of those that fit, else any.
fn likely(place: &Place<'_>) -> Option<Bilingual> {
    let known = [KEYWORDS.as_slice(), WORDS, ATTRIBUTES];
    let is_word = known
        .iter()
        .any(|table| canonical(table, place.word).is_some());
    let fitting = words_that_fit(place.expected);
    let begun = fitting.iter().find(|keyword| {
        let mut parts = keyword.english.split(' ');
        parts.next() == Some(place.word) && parts.next().is_some()
    });
    let meant = match begun {
        Some(keyword) => keyword.english,
        None if is_word => return None,
        None => {
            let spellings = |words: &[Word]| -> Vec<&str> {
                words
                    .iter()
                    .flat_map(|word| [word.english, word.chinese])
                    .collect()
            };
            nearest(place.word, spellings(&fitting))
                .or_else(|| nearest(place.word, spellings(&KEYWORDS)))?
        }
    };
    Some(Bilingual::new(
        format!("是否想写 `{meant}`？"),
        format!("did you mean `{meant}`?"),
    ))
}

/// The keywords with which what is expected can begin.
fn words_that_fit(expected: &[Rule]) -> Vec<Word> {
    let mut words = Vec::new();
    for rule in expected.iter().flat_map(|rule| first_keywords(*rule)) {
        words.extend(keyword(*rule).filter(|word| !words.contains(word)));
    }
    words
}

/// Help where nothing is near: what fits.
fn fitting(place: &Place<'_>) -> Bilingual {
    let words = words_that_fit(place.expected);
    if place.expects(Rule::name) && place.begins_with(&all_keywords()).is_some() {
        return Bilingual::new("关键词不能用作名称", "a keyword cannot be used as a name");
    }
    if words.is_empty() && place.expects(Rule::close) {
        return one_effect();
    }
    let number = place.expects(Rule::int);
    if words.is_empty() && !number {
        return Bilingual::new(
            "条的写法：`条 1 \"标题\" \"title\" { … }`",
            "a clause is written `clause 1 \"标题\" \"title\" { … }`",
        );
    }
    let listed: Vec<String> = words
        .iter()
        .take(LISTED)
        .map(|word| format!("`{}`", word.word(place.language)))
        .collect();
    let more = if words.len() > LISTED { "…" } else { "" };
    match listed.as_slice() {
        [] => Bilingual::new("这里要写一个数", "a number comes here"),
        several if number => Bilingual::new(
            format!("这里要写一个数，或写 {}{more}", several.join(" 或 ")),
            format!("a number or {}{more} comes here", several.join(" or ")),
        ),
        [only] => Bilingual::new(format!("这里要写 {only}"), format!("{only} comes here")),
        _ => Bilingual::new(
            format!("这里可用的词：{}{more}", Language::Chinese.list(&listed)),
            format!(
                "words that fit here: {}{more}",
                Language::English.list(&listed)
            ),
        ),
    }
}

fn all_keywords() -> Vec<Rule> {
    let all = Rule::all_rules().iter().copied();
    all.filter(|rule| keyword(*rule).is_some()).collect()
}

/// What was expected, as a sentence.
pub(super) fn expected_here(expected: &[Rule], language: Language) -> Bilingual {
    let mut parts: Vec<Bilingual> = Vec::new();
    for rule in expected.iter().filter(|rule| !continues(**rule)) {
        let part = match (keyword(*rule), first_keywords(*rule)) {
            (Some(word), _) => quoted(word.word(language)),
            _ if has_own_description(*rule) => described(*rule, language),
            (None, [only]) => quoted(text(*only, language)),
            _ => described(*rule, language),
        };
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    if expected.iter().any(|rule| continues(*rule)) {
        parts.push(Bilingual::new("表达式的下文", "more of the expression"));
    }
    let all = |texts: Vec<String>, or: &str, comma: &str| match texts.split_last() {
        None => None,
        Some((only, [])) => Some(only.clone()),
        Some((last, some)) => Some(format!("{}{or}{last}", some.join(comma))),
    };
    let zh = all(
        parts.iter().map(|part| part.zh.clone()).collect(),
        "或",
        "、",
    );
    let en = all(
        parts.iter().map(|part| part.en.clone()).collect(),
        " or ",
        ", ",
    );
    Bilingual::new(
        format!("这里应是{}", zh.unwrap_or_else(|| "别的内容".to_owned())),
        format!(
            "expected {}",
            en.unwrap_or_else(|| "something else".to_owned())
        ),
    )
}

fn quoted(word: &str) -> Bilingual {
    Bilingual::new(format!("`{word}`"), format!("`{word}`"))
}

/// Whether a rule continues an expression that could also end.
fn continues(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::comparator
            | Rule::sign
            | Rule::place
            | Rule::tail
            | Rule::barring
            | Rule::owned
            | Rule::possessive
            | Rule::kw_implies
            | Rule::kw_or
            | Rule::kw_and
    )
}

/// Whether a rule has a better name than the keyword with which it begins.
fn has_own_description(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::clause
            | Rule::repeal
            | Rule::path
            | Rule::other
            | Rule::other_name
            | Rule::side
            | Rule::tally
    )
}

/// What a rule of the grammar reads, with an example in the language of the file.
fn described(rule: Rule, language: Language) -> Bilingual {
    let (zh, en, example) = match rule {
        Rule::EOI => ("下一条", "the next clause", ("", "")),
        Rule::clause | Rule::repeal | Rule::whole_clause | Rule::header => {
            ("一条", "a clause", ("", ""))
        }
        Rule::effect => ("本条的规定", "what the clause does", ("棋子", "piece")),
        Rule::remark | Rule::cites | Rule::reading | Rule::says => {
            ("说明", "a remark", ("引", "cites"))
        }
        Rule::open => return quoted("{"),
        Rule::close => return quoted("}"),
        Rule::article => ("条号", "the number of an article", ("", "")),
        Rule::text | Rule::plain | Rule::curled | Rule::cornered | Rule::wide => {
            ("引号里的文字", "a quoted text", ("", ""))
        }
        Rule::glyph => ("字母或汉字", "a letter or character", ("", "")),
        Rule::int | Rule::negative | Rule::digit => ("数字", "a number", ("", "")),
        Rule::file => ("直线 `a` 至 `i`", "a file from `a` to `i`", ("", "")),
        Rule::leg => (
            "步数和方向",
            "a distance and a direction",
            ("1 直", "1 orthogonal"),
        ),
        Rule::direction => ("方向", "a direction", ("直", "orthogonal")),
        Rule::setting => (
            "算法的一项",
            "a line of the search",
            ("先手 5", "initiatives 5"),
        ),
        Rule::motion | Rule::purpose => ("走法", "how it goes", ("行", "goes")),
        Rule::path => (
            "路上的条件",
            "what stands between",
            ("经空点", "through empty points"),
        ),
        Rule::verdict => ("裁决结果", "what is decided", ("和", "draw")),
        Rule::side | Rule::other_name | Rule::of_side => ("一方", "a side", ("", "")),
        Rule::parameters => ("参数", "parameters", ("(x: 子)", "(x: piece)")),
        Rule::parameter => ("参数", "a parameter", ("x: 子", "x: piece")),
        Rule::place | Rule::places => ("何时何处", "a place", ("在走前", "at before")),
        Rule::binder => (
            "变量和它的范围",
            "a variable and its set",
            ("x 于 走方 的 子", "x in pieces of mover"),
        ),
        Rule::counted_pieces => return quoted(language.of("子", "pieces")),
        Rule::along => ("沿什么线", "along which lines", ("沿直线", "along files")),
        Rule::operand
        | Rule::primary
        | Rule::attribute
        | Rule::other
        | Rule::call
        | Rule::tally
        | Rule::set => (
            "名称、数字或括号里的表达式",
            "a name, a number or an expression in brackets",
            ("", ""),
        ),
        Rule::name | Rule::ident | Rule::names | Rule::second => ("名称", "a name", ("", "")),
        Rule::sign => ("加减号", "a sign", ("+", "+")),
        Rule::comparator => ("比较号", "a comparison", (">=", ">=")),
        Rule::owned | Rule::possessive => return quoted("的"),
        _ => ("表达式", "an expression", ("", "")),
    };
    match language.of(example.0, example.1) {
        "" => Bilingual::new(zh, en),
        example => Bilingual::new(
            format!("{zh}（如 `{example}`）"),
            format!("{en} such as `{example}`"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A Chinese text without what is quoted in it.
    fn unquoted(text: &str) -> String {
        text.split('`').step_by(2).collect()
    }

    #[test]
    fn what_is_expected_is_said_in_both_languages() {
        for rule in Rule::all_rules() {
            for language in [Language::Chinese, Language::English] {
                let Bilingual { zh, en } = expected_here(&[*rule], language);
                assert!(
                    zh.chars().count() > 4 && en.len() > "expected ".len(),
                    "{rule:?}"
                );
                assert!(
                    !unquoted(&zh).contains(|c: char| c.is_ascii_alphabetic()),
                    "{zh}"
                );
                assert!(unquoted(&en).is_ascii(), "{en}");
            }
        }
    }

    /// What a reader is told at each place of the grammar, in both languages.
    #[test]
    fn what_is_expected() {
        let said = Rule::all_rules().iter().map(|rule| {
            let told = [Language::Chinese, Language::English].map(|language| {
                let Bilingual { zh, en } = expected_here(&[*rule], language);
                language.of(&*zh, &*en).to_owned()
            });
            format!("{rule:?}: {}\n", told.join(" / "))
        });
        insta::assert_snapshot!(said.collect::<String>());
    }

    #[test]
    fn words_that_fit_are_those_of_the_grammar() {
        let words = |rule| -> Vec<&str> {
            words_that_fit(&[rule])
                .iter()
                .map(|word| word.english)
                .collect()
        };
        assert_eq!(
            words(Rule::remark),
            ["cites", "number unknown", "reading", "says"]
        );
        assert_eq!(
            words(Rule::verdict),
            ["other", "draw", "the arbiter decides"]
        );
        assert!(words(Rule::effect).starts_with(&["board", "zone", "piece"]));
        assert!(
            words(Rule::expr).contains(&"every") && words(Rule::tail).contains(&"is not in check")
        );
    }
}
