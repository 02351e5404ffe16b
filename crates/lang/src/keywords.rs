//! The words of the language, in English and Chinese. Those of the grammar are stated there and nowhere else.
//!
//! ```
//! use qili_lang::keywords::KEYWORDS;
//! use qili_words::Language;
//!
//! let when = KEYWORDS.iter().find(|keyword| keyword.english == "when").unwrap();
//! assert_eq!(when.word(Language::Chinese), "当");
//! ```

use crate::grammar::{GRAMMAR, Rule};
use qili_words::Language;
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// A pair of words with one meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// `when`
    pub english: &'static str,
    /// `当`
    pub chinese: &'static str,
}

impl Word {
    const fn new(english: &'static str, chinese: &'static str) -> Self {
        Self { english, chinese }
    }

    /// The word in a language.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        match language {
            Language::Chinese => self.chinese,
            Language::English => self.english,
        }
    }
}

/// The keyword of each rule of the grammar that reads one.
static BY_RULE: LazyLock<BTreeMap<Rule, Word>> = LazyLock::new(|| {
    let lines: HashMap<&str, &str> = GRAMMAR
        .lines()
        .filter(|line| line.starts_with("kw_"))
        .filter_map(|line| line.split_once(" = "))
        .collect();
    let word = |rule: &Rule| {
        let body = lines.get(format!("{rule:?}").as_str())?;
        Some((*rule, spelt(body)?))
    };
    Rule::all_rules().iter().filter_map(word).collect()
});

/// Every keyword, in the order of the grammar.
pub static KEYWORDS: LazyLock<Vec<Word>> = LazyLock::new(|| BY_RULE.values().copied().collect());

/// The two spellings in `@{ ("replace" ~ sp ~ "clause" | "改条") ~ end }`.
fn spelt(body: &str) -> Option<Word> {
    let (english, chinese) = body.split_once(" | ")?;
    let words = |text: &str| {
        let parts: Vec<&str> = text.split('"').skip(1).step_by(2).collect();
        // Made once for the life of the program, as the words of the tables below are.
        &*parts.join(" ").leak()
    };
    Some(Word::new(words(english), words(chinese)))
}

/// The keyword that a rule of the grammar reads.
pub(crate) fn keyword(rule: Rule) -> Option<Word> {
    BY_RULE.get(&rule).copied()
}

/// A keyword's text; empty for a rule that is none.
pub(crate) fn text(rule: Rule, language: Language) -> &'static str {
    keyword(rule).map_or("", |word| word.word(language))
}

/// Characters of the words above and below as they are written in traditional Chinese, each before its simplified form.
/// Words so written are read as well; `qili fmt` prints the simplified ones.
const TRADITIONAL: &str = "語语條条廢废號号詳详讀读釋释盤盘開开區区線线橫横紅红帥帅經经點点對对終终單单價价計计應应靜静\
    將将處处後后護护獨独動动義义為为爲为勢势質质標标輕轻狀状決决當当則则須须變变負负麼么無无於于屬属數数貴贵\
    殺杀時时繼继著着續续軍军損损種种牽牵眾众衆众換换離离雙双後后裏里來来幾几個个間间輪轮陣阵賭赌損损勝胜敗败";

/// What the characters of [`TRADITIONAL`] are in simplified Chinese.
static SIMPLE: LazyLock<BTreeMap<char, char>> = LazyLock::new(|| {
    let (all, simple) = (TRADITIONAL.chars(), TRADITIONAL.chars().skip(1));
    all.zip(simple).step_by(2).collect()
});

/// A word of the language in the spelling of the tables, if it is written in traditional Chinese.
pub(crate) fn simplified(word: &str) -> Option<String> {
    if word.is_ascii() {
        return None;
    }
    if !word.chars().any(|c| SIMPLE.contains_key(&c)) {
        return None;
    }
    let simple = |c: char| SIMPLE.get(&c).copied().unwrap_or(c);
    let spelt: String = word.chars().map(simple).collect();
    let types = TYPES.iter().map(|(_, word)| word);
    let mut words = KEYWORDS.iter().chain(WORDS).chain(ATTRIBUTES).chain(types);
    words.any(|known| known.chinese == spelt).then_some(spelt)
}

/// Words that stand for something by themselves: `mover`, `initiatives`.
pub const WORDS: &[Word] = &[
    Word::new("mover", "走方"),
    Word::new("opponent", "对方"),
    Word::new("turn", "先手方"),
    Word::new("moved", "动子"),
    Word::new("last-moved", "对方动子"),
    Word::new("played", "本着"),
    Word::new("initiatives", "先手着"),
    Word::new("moves", "着法"),
    Word::new("captureless", "无吃子回合"),
    Word::new("material", "子力"),
];

/// Words before `of`, and after 的: `plies of side`, 一方 的 着.
pub const ATTRIBUTES: &[Word] = &[
    Word::new("pieces", "子"),
    Word::new("plies", "着"),
    Word::new("targets", "目标"),
    Word::new("kind", "兵种"),
    Word::new("side", "所属"),
    Word::new("piece", "走子"),
    Word::new("attackers", "攻者"),
    Word::new("protectors", "根"),
    Word::new("screens", "架子"),
    Word::new("checkers", "将军者"),
    Word::new("retakes", "反吃"),
    Word::new("exposers", "牵制者"),
    Word::new("other", "另一方"),
    Word::new("next", "下一着"),
    Word::new("previous", "上一着"),
    Word::new("number", "数"),
];

/// The types of parameters.
pub const TYPES: &[(crate::syntax::Type, Word)] = {
    use crate::syntax::Type;
    &[
        (Type::Bool, Word::new("condition", "条件")),
        (Type::Int, Word::new("number", "数")),
        (Type::Side, Word::new("side", "方")),
        (Type::Piece, Word::new("piece", "子")),
        (Type::Kind, Word::new("kind", "兵种")),
        (Type::Move, Word::new("move", "着")),
        (Type::Ply, Word::new("ply", "局中着")),
        (Type::Nature, Word::new("nature", "性质")),
        (Type::Pieces, Word::new("pieces", "众子")),
        (Type::Moves, Word::new("moves", "众着")),
        (Type::Plies, Word::new("plies", "局中众着")),
    ]
};

/// The English word for a word of the vocabulary given in either language, if it is one.
#[must_use]
pub fn canonical(table: &[Word], text: &str) -> Option<&'static str> {
    find(table, text).map(|word| word.english)
}

fn find(table: &[Word], text: &str) -> Option<Word> {
    table
        .iter()
        .copied()
        .find(|word| word.english == text || word.chinese == text)
}

/// A word of a table in a language; what is not in the table stays as it is.
pub(crate) fn translated<'t>(table: &[Word], text: &'t str, language: Language) -> &'t str {
    find(table, text).map_or(text, |word| word.word(language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_those_of_the_grammar() {
        let lines = GRAMMAR.lines().filter(|line| line.starts_with("kw_"));
        assert_eq!(KEYWORDS.len(), lines.count());
        let replace = keyword(Rule::kw_replace).unwrap();
        assert_eq!(
            (replace.english, replace.chinese),
            ("replace clause", "改条")
        );
        assert_eq!(keyword(Rule::clause), None);
        for word in KEYWORDS.iter() {
            assert!(
                word.english.is_ascii() && !word.english.is_empty(),
                "{word:?}"
            );
            assert!(
                word.chinese.chars().all(|c| !c.is_ascii()) && !word.chinese.is_empty(),
                "{word:?}"
            );
        }
    }

    /// Big5 has no characters that are only simplified.
    #[test]
    fn every_word_can_be_written_in_traditional_characters() {
        let types = TYPES.iter().map(|(_, word)| word);
        for word in KEYWORDS.iter().chain(WORDS).chain(ATTRIBUTES).chain(types) {
            for c in word.chinese.chars() {
                let (.., unknown) = encoding_rs::BIG5.encode(c.encode_utf8(&mut [0; 4]));
                let listed = TRADITIONAL
                    .chars()
                    .skip(1)
                    .step_by(2)
                    .any(|simple| simple == c);
                assert!(!unknown || listed, "{c}");
            }
        }
        for c in TRADITIONAL.chars() {
            assert_eq!(c.len_utf8(), 3, "places must stay the same");
        }
        assert_eq!(simplified("當").as_deref(), Some("当"));
        assert_eq!(simplified("不計照將").as_deref(), Some("不计照将"));
        assert_eq!((simplified("当"), simplified("長將")), (None, None));
    }

    #[test]
    fn vocabulary_is_found_in_either_language() {
        assert_eq!(canonical(WORDS, "走方"), Some("mover"));
        assert_eq!(canonical(WORDS, "mover"), Some("mover"));
        assert_eq!(canonical(WORDS, "somebody"), None);
    }
}
