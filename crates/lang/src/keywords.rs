//! The words of the language, in English and Chinese.
//!
//! ```
//! use qili_lang::keywords::KEYWORDS;
//! use qili_words::Language;
//!
//! let when = KEYWORDS.iter().find(|keyword| keyword.english == "when").unwrap();
//! assert_eq!(when.word(Language::Chinese), "当");
//! ```

use crate::grammar::Rule;
use qili_words::Language;

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

macro_rules! keywords {
    ($($rule:ident: $english:literal, $chinese:literal;)*) => {
        /// Every keyword of the grammar.
        pub const KEYWORDS: &[Word] = &[$(Word::new($english, $chinese)),*];

        /// The grammar's rule of each keyword, in the order of [`KEYWORDS`].
        const RULES: &[(Rule, &str)] = &[$((Rule::$rule, stringify!($rule))),*];
    };
}

keywords! {
    kw_language: "language", "语言";
    kw_english: "english", "英文";
    kw_chinese: "chinese", "中文";
    kw_clause: "clause", "条";
    kw_replace: "replace clause", "改条";
    kw_repeal: "repeal clause", "废条";
    kw_cites: "cites", "引";
    kw_number_unknown: "number unknown", "条号不详";
    kw_reading: "reading", "解读";
    kw_says: "says", "释";
    kw_board: "board", "棋盘";
    kw_by_size: "by", "乘";
    kw_start: "start", "开局";
    kw_zone: "zone", "区域";
    kw_files: "files", "直线";
    kw_ranks: "ranks", "横线";
    kw_to: "to", "至";
    kw_piece: "piece", "棋子";
    kw_letters: "letters", "字母";
    kw_red: "red", "红";
    kw_black: "black", "黑";
    kw_royal: "royal", "将帅";
    kw_within: "within", "限于";
    kw_goes: "goes", "行";
    kw_moves: "moves", "走";
    kw_captures_only: "captures", "吃";
    kw_any: "any", "任意";
    kw_forward: "forward", "前";
    kw_backward: "backward", "后";
    kw_sideways: "sideways", "横";
    kw_orthogonal: "orthogonal", "直";
    kw_diagonal: "diagonal", "斜";
    kw_then_leg: "then", "再";
    kw_empty_path: "through empty points", "经空点";
    kw_over_exactly: "over exactly", "隔";
    kw_from: "from", "自";
    kw_facing: "facing", "对面";
    kw_along_files: "along files", "沿直线";
    kw_along_ranks: "along ranks", "沿横线";
    kw_along_lines: "along lines", "沿线";
    kw_ending: "ending", "终局";
    kw_on_event: "on", "遇";
    kw_unit: "unit", "单位";
    kw_worth: "worth", "价值";
    kw_on_zone: "on", "居";
    kw_result: "result", "得失";
    kw_discount: "discount", "不计";
    kw_search: "search", "算法";
    kw_like: "like", "同";
    kw_wants: "wants", "求";
    kw_replies: "replies", "应";
    kw_opponent_checks: "opponent checks", "对方照将";
    kw_initiatives: "initiatives", "先手";
    kw_quiet_captures: "quiet captures", "静吃";
    kw_quiet_checks: "quiet checks", "静将";
    kw_losses_elsewhere: "losses elsewhere", "他处失子";
    kw_after_retaking: "after retaking", "反吃后";
    kw_movers: "movers", "续走";
    kw_retaking: "retaking", "反吃";
    kw_exposed: "exposed", "失护";
    kw_counted: "counted", "计";
    kw_ignored: "ignored", "不计";
    kw_free: "free", "自由";
    kw_alone: "alone", "独行";
    kw_first: "first", "首子";
    kw_define: "define", "定义";
    kw_as: "as", "为";
    kw_situation: "situation", "局势";
    kw_nature: "nature", "性质";
    kw_targets: "targets", "目标";
    kw_severity: "severity", "轻重";
    kw_exception: "exception to", "例外";
    kw_quality: "quality", "性状";
    kw_pattern: "pattern", "形";
    kw_ruling: "ruling", "裁决";
    kw_for: "for", "对";
    kw_when: "when", "当";
    kw_then: "then", "则";
    kw_draw: "draw", "和";
    kw_must_change: "must change", "须变";
    kw_loses: "loses", "负";
    kw_arbiter: "the arbiter decides", "由裁判定";
    kw_if: "if", "若";
    kw_then_if: "then", "那么";
    kw_else: "else", "否则";
    kw_implies: "implies", "意味着";
    kw_or: "or", "或";
    kw_and: "and", "且";
    kw_not: "not", "非";
    kw_some: "some", "有";
    kw_every: "every", "凡";
    kw_no: "no", "无";
    kw_count: "count", "计数";
    kw_in: "in", "于";
    kw_where: "where", "其中";
    kw_of: "of", "属";
    kw_other: "other", "另一方";
    kw_true: "true", "是";
    kw_false: "false", "否";
    kw_unknown: "unknown", "待定";
    kw_is_in_check: "is in check", "被将";
    kw_has_a_move: "has a move", "有着";
    kw_is_captured_before: "is on a square captured before", "在已吃之处";
    kw_checks_with_another: "checks with another piece", "以他子照将";
    kw_checks: "checks", "照将";
    kw_captures: "captures", "吃子";
    kw_retakes: "retakes", "反吃";
    kw_is_not_in: "is not in", "不在";
    kw_is_in: "is in", "在";
    kw_is_not: "is not", "不是";
    kw_is: "is", "是";
    kw_has: "has", "含";
    kw_takes: "takes", "吃";
    kw_attacks: "attacks", "攻";
    kw_protects: "protects", "保";
    kw_dearer_than: "dearer than", "贵于";
    kw_wins: "wins", "得";
    kw_anything: "anything", "任一子";
    kw_by: "by", "依";
    kw_barring: "barring", "禁";
    kw_mates_within: "mates within", "杀于";
    kw_at_before: "at before", "在走前";
    kw_at_after: "at after", "在走后";
    kw_at_reply: "at reply", "在应时";
    kw_at_earlier: "at earlier", "在先前";
    kw_at: "at", "就";
    kw_after: "after", "继";
    kw_passing: "passing", "停着";
    kw_without: "without", "去";
    kw_waiving_checks: "waiving checks", "不计照将";
    kw_counting_captures: "counting every capture", "各吃皆计";
    kw_barring_nothing: "barring nothing", "不禁";
    kw_under: "under", "处于";
}

/// The keyword that a rule of the grammar reads.
pub(crate) fn keyword(rule: Rule) -> Option<Word> {
    let index = RULES.iter().position(|(other, _)| *other == rule)?;
    KEYWORDS.get(index).copied()
}

/// A keyword's text; empty for a rule that is none.
pub(crate) fn text(rule: Rule, language: Language) -> &'static str {
    keyword(rule).map_or("", |word| word.word(language))
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
    fn the_grammar_lists_the_same_words() {
        let grammar = include_str!("grammar.pest");
        let written: Vec<&str> = grammar
            .lines()
            .filter(|line| line.starts_with("kw_"))
            .collect();
        let spell = |words: &str| {
            let parts: Vec<String> = words.split(' ').map(|part| format!("\"{part}\"")).collect();
            parts.join(" ~ sp ~ ")
        };
        let expected: Vec<String> = RULES
            .iter()
            .zip(KEYWORDS)
            .map(|((_, name), word)| {
                format!(
                    "{name} = @{{ ({} | {}) ~ end }}",
                    spell(word.english),
                    spell(word.chinese)
                )
            })
            .collect();
        assert_eq!(written, expected);
    }

    #[test]
    fn vocabulary_is_found_in_either_language() {
        assert_eq!(canonical(WORDS, "走方"), Some("mover"));
        assert_eq!(canonical(WORDS, "mover"), Some("mover"));
        assert_eq!(canonical(WORDS, "somebody"), None);
    }
}
