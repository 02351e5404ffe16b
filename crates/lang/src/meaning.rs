//! What the words of the language mean, in a line each and in both languages, for readers who point at one.
//!
//! ```
//! use qili_lang::meaning::{Sort, meanings};
//!
//! let found = meanings("at before");
//! assert_eq!((found[0].word.chinese, found[0].sort), ("在走前", Sort::Keyword));
//! assert_eq!(found[0].en, "before the ply, the mover to move");
//! assert!(meanings("长捉").is_empty());
//! ```

use crate::keywords::{ATTRIBUTES, KEYWORDS, TYPES, WORDS, Word};

/// What a word of the language is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A keyword.
    Keyword,
    /// A word that stands for something by itself.
    Word,
    /// A word before `of`.
    Attribute,
    /// A type of parameters.
    Type,
}

/// A word with what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meaning {
    /// The word in both languages.
    pub word: Word,
    /// What it is.
    pub sort: Sort,
    /// What it means, in Chinese.
    pub zh: &'static str,
    /// The same in English.
    pub en: &'static str,
}

/// Everything that a word can mean in either language; several where the grammar uses one spelling for several things.
#[must_use]
pub fn meanings(spelling: &str) -> Vec<Meaning> {
    let spelling = spelling.split_whitespace().collect::<Vec<_>>().join(" ");
    let known = |(word, _): &(Word, Sort)| word.english == spelling || word.chinese == spelling;
    all()
        .filter(known)
        .filter_map(|(word, sort)| meaning(word, sort))
        .collect()
}

/// Every word of the language.
fn all() -> impl Iterator<Item = (Word, Sort)> {
    let keywords = KEYWORDS.iter().map(|word| (*word, Sort::Keyword));
    let words = WORDS.iter().map(|word| (*word, Sort::Word));
    let attributes = ATTRIBUTES.iter().map(|word| (*word, Sort::Attribute));
    let types = TYPES.iter().map(|(_, word)| (*word, Sort::Type));
    keywords.chain(words).chain(attributes).chain(types)
}

/// What a word means.
#[must_use]
pub fn meaning(word: Word, sort: Sort) -> Option<Meaning> {
    let table = match sort {
        Sort::Keyword => KEYWORD_MEANINGS,
        Sort::Word => WORD_MEANINGS,
        Sort::Attribute => ATTRIBUTE_MEANINGS,
        Sort::Type => TYPE_MEANINGS,
    };
    let same = |(english, chinese, ..): &&Row| *english == word.english && *chinese == word.chinese;
    let (_, _, zh, en) = table.iter().find(same)?;
    Some(Meaning { word, sort, zh, en })
}

/// English word, Chinese word, and what it means in Chinese and in English.
type Row = (&'static str, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const KEYWORD_MEANINGS: &[Row] = &[
    (
        "captureless counting at most",
        "无吃子回合至多计",
        "同上，每方将军的着法至多算若干着",
        "the same, where of each side's checks no more than so many count",
    ),
    ("language", "语言", "本文件的关键词用哪种语言", "in which language the keywords of this file are"),
    ("english", "英文", "关键词用英文", "keywords in English"),
    ("chinese", "中文", "关键词用中文", "keywords in Chinese"),
    ("clause", "条", "一条：条号、标题、说明和一项规定", "a clause: article, titles, remarks and one effect"),
    ("replace clause", "改条", "以此条取代所增改版本中同号的条", "takes the place of the amended edition's clause of this article"),
    ("repeal clause", "废条", "废去所增改版本中同号的条", "removes the amended edition's clause of this article"),
    ("cites", "引", "别处同样的规定，或说明它的图例", "where else it is said, or which figure shows it"),
    ("number unknown", "条号不详", "印本的条号不知道，所写的是代号", "the printed number is not known, the article is a handle"),
    ("reading", "解读", "原文未定而取的一种读法；增改的版本可以废去", "a reading that the book's words allow but do not force; an amending edition can repeal it"),
    ("says", "释", "用自己的话说这一条的意思", "what the clause says, in one's own words"),
    ("board", "棋盘", "棋盘的大小和开局局面", "the size of the board and the position that a game begins with"),
    ("by", "乘", "直线数乘横线数", "files by ranks"),
    ("start", "开局", "开局局面的 FEN", "the initial position, as FEN"),
    ("zone", "区域", "棋盘上一块地方，从所属一方看", "a part of the board, as its own side sees it"),
    ("files", "直线", "从哪一直线到哪一直线", "from which file to which"),
    ("ranks", "横线", "从己方底线数起的横线", "ranks, counted from the own edge"),
    ("to", "至", "到哪里；走法中：到某区域", "up to; of a motion: into a zone"),
    ("piece", "棋子", "一种棋子：名称、字母、字、走法", "a kind of piece: names, letters, characters, how it goes"),
    ("letters", "字母", "FEN 字母，第一个用来写", "FEN letters; the first is written"),
    ("red", "红", "红子的字，第一个用来印", "characters of Red's piece; the first is printed"),
    ("black", "黑", "黑子的字，第一个用来印", "characters of Black's piece; the first is printed"),
    ("royal", "将帅", "不可被吃的棋子", "the piece that must not be left to capture"),
    ("within", "限于", "不出此区域", "it never leaves this zone"),
    ("goes", "行", "走到空点或吃子都如此", "how it moves and captures"),
    ("moves", "走", "只走到空点时如此", "how it moves to an empty point only"),
    ("captures", "吃", "只吃子时如此", "how it captures only"),
    ("any", "任意", "不限数目；应着中：任何吃子", "any number; of replies: any capture"),
    ("forward", "前", "向对方一边", "towards the opponent"),
    ("backward", "后", "向己方一边", "towards the own edge"),
    ("sideways", "横", "沿横线左右", "left and right along the rank"),
    ("orthogonal", "直", "沿直线或横线", "along a file or a rank"),
    ("diagonal", "斜", "斜走", "diagonally"),
    ("then", "再", "走法的下一段", "the next leg of its path"),
    ("through empty points", "经空点", "路上各点须空", "the points between must be empty"),
    ("over exactly", "隔", "路上恰有这么多子", "exactly so many pieces stand between"),
    ("from", "自", "只在此区域出发时", "only when it stands in this zone"),
    ("facing", "对面", "这样两个子不得沿线相望", "two such pieces may not see each other along a line"),
    ("along files", "沿直线", "沿直线相望", "along files"),
    ("along ranks", "沿横线", "沿横线相望", "along ranks"),
    ("along lines", "沿线", "沿直线或横线相望", "along files or ranks"),
    ("ending", "终局", "对局怎样结束", "how a game ends"),
    ("on", "遇", "遇棋盘外的事而终局", "an ending by an event beside the board"),
    ("unit", "单位", "子力的一种单位，先写的更重要", "a measure of material; the earlier declared, the more important"),
    ("worth", "价值", "一种棋子值多少", "what a kind of piece is worth"),
    ("on", "居", "只在此区域时值这么多", "worth so much only while it stands in this zone"),
    ("result", "得失", "一类得失，以净得的单位说明", "a class of outcomes, said in net units"),
    ("discount", "不计", "算法中不算数的吃子", "a capture that counts for nothing in a search"),
    ("search", "算法", "得子与否怎样算", "how a gain is looked for"),
    ("like", "同", "从另一算法出发，改下面各项", "as another search, but for the lines that follow"),
    ("wants", "求", "哪种得失算成功", "which result is success"),
    ("replies", "应", "对方可用哪些吃子来应", "which captures may answer"),
    ("opponent checks", "对方照将", "对方可插入几次照将", "how many checks the defender may throw in"),
    ("initiatives", "先手", "攻方可走几着将或吃", "how many checks and captures the attacker may play"),
    ("quiet captures", "静吃", "其中几着可以是不照将的吃子", "how many of them may be captures without check"),
    ("quiet checks", "静将", "得到目标之后可有几着不吃子的照将", "how many checks without capture after the target has fallen"),
    ("losses elsewhere", "他处失子", "此后在别处失的子算不算", "whether it counts what is lost elsewhere after that"),
    ("after retaking", "反吃后", "被反吃之后攻方能否继续", "whether the attacker may go on after being retaken"),
    ("defender moves", "守方着数", "守方一共可走几着", "how many moves the defender may make in all"),
    ("also quiet", "亦静", "哪些带将的吃子也算静吃", "which captures with check count as quiet too"),
    ("movers", "续走", "别的子能否接着走", "whether other pieces than the first may join"),
    ("retaking", "反吃", "在吃子之子的点上反吃", "captures on the capturing piece's square"),
    ("exposed", "失护", "吃因吃子者离开而失护的", "captures of what the capturer guarded or held back"),
    ("counted", "计", "算在内", "it counts"),
    ("ignored", "不计", "不算", "it does not count"),
    ("free", "自由", "可以继续", "the attacker may go on"),
    ("alone", "独行", "不得在该点再吃，也不得借此取利", "the attacker may neither take there again nor profit otherwise"),
    ("aim", "所求", "吃目标的", "captures of the target"),
    ("later", "其后", "得到目标之后的", "captures after the target has fallen"),
    ("again", "同点", "在先前吃过的点上的", "captures on a square captured on before"),
    ("first", "首子", "只许首先走的子", "only the piece that moved first"),
    ("define", "定义", "给一个表达式取名", "gives an expression a name"),
    ("as", "为", "所取的名就是以下的意思；目标 为：按此性质的目标", "stands for what follows; of targets: those of this nature"),
    ("situation", "局势", "给一组“何时何处”取名", "gives places that belong together a name"),
    ("nature", "性质", "着法的一种性质", "something that a move can be"),
    ("targets", "目标", "有这样的目标就有此性质", "the nature holds when there is such a target"),
    ("severity", "轻重", "性质的轻重次序，重的在前", "the order of natures, the heaviest first"),
    ("exception to", "例外", "合此条件时，所列各条不适用", "lifts the clauses named where it applies"),
    ("quality", "性状", "对一种性质的目标可说的话", "something that can be said of a nature's targets"),
    ("protection", "根护", "目标有没有保护", "how far the target is protected"),
    ("none", "全无", "没有保护", "nothing protects it"),
    ("less", "不足", "保护不足", "protected less than it would need"),
    ("full", "充分", "有足够的保护", "it can be retaken"),
    ("taken", "取法", "由几个子来取", "by how many pieces it is taken"),
    ("jointly", "合取", "几个子合力", "by several pieces together"),
    ("singly", "独取", "一个子独力", "by one piece alone"),
    ("pattern", "形", "一方在整个循环里所做的，以第一个相合的为名", "what one side does over the cycle; the first that fits is its name"),
    ("ruling", "裁决", "循环怎样裁决，以第一个适用的为准", "how a cycle is ruled; the first that applies decides"),
    ("for", "对", "对哪一方、哪一目标", "of which side or target it speaks"),
    ("when", "当", "适用的条件", "the condition"),
    ("then", "则", "怎样裁决", "what is decided"),
    ("draw", "和", "和棋", "a draw"),
    ("must change", "须变", "须变着，不变作负", "must play something else, or loses"),
    ("loses", "负", "作负", "loses"),
    ("the arbiter decides", "由裁判定", "不作裁决，由裁判决定", "left to the arbiter"),
    ("if", "若", "若……那么……否则……", "if … then … else …"),
    ("then", "那么", "条件成立时", "what holds if the condition does"),
    ("else", "否则", "条件不成立时", "what holds if it does not"),
    ("implies", "意味着", "前者成立则后者也成立", "where the first holds, the second does"),
    ("or", "或", "至少一个成立", "at least one holds"),
    ("and", "且", "都成立", "both hold"),
    ("not", "非", "不成立", "it does not hold"),
    ("some", "有", "至少有一个", "there is at least one"),
    ("every", "凡", "每一个都", "all of them"),
    ("no", "无", "一个也没有", "there is none"),
    ("count", "计数", "有几个", "how many there are"),
    ("in", "于", "取自哪个集合；在其中", "out of a set; is in it"),
    ("where", "其中", "只取合此条件的", "only those of which this holds"),
    ("of", "属", "某物的……", "… of something"),
    ("other", "另一方", "另一方", "the other side"),
    ("true", "是", "总成立", "always holds"),
    ("false", "否", "从不成立", "never holds"),
    ("unknown", "待定", "留给裁判", "left to the arbiter"),
    ("is", "是", "是某种棋子、性质、形，或合某定义", "is of a kind, has a nature or pattern, fits a definition"),
    ("is not", "不是", "“是”的反面", "the contrary of `is`"),
    ("is in", "在", "在某区域或集合里", "stands in a zone, is in a set"),
    ("is not in", "不在", "不在某区域或集合里", "the contrary of `is in`"),
    ("has", "含", "着法的各性质之中有", "has it among its natures"),
    ("is in check", "被将", "正被将军", "stands in check"),
    ("is not in check", "不被将", "没有被将军", "does not stand in check"),
    ("has a move", "有着", "有合法的着法", "has a legal move"),
    ("checks", "照将", "此着将军", "gives check"),
    ("captures", "吃子", "此着吃子", "takes something"),
    ("takes", "吃", "此着或此子现在能合法地吃它", "takes it, legally and now"),
    ("attacks", "攻", "若能离开原位就能吃它", "could take it if it may leave its place"),
    ("protects", "保", "己方另一子若失去它能反吃", "could retake on its square"),
    ("dearer than", "贵于", "比它值得多", "is worth more"),
    ("wins", "得", "按某算法得到它", "wins it, by a search"),
    ("anything", "任一子", "任何一子都行", "any piece"),
    ("by", "依", "按哪个算法", "by which search"),
    ("barring", "禁", "不许这样的吃子", "such captures are barred"),
    ("mates within", "杀于", "几着之内连续照将成杀", "mates by checks within so many moves"),
    ("is on a square captured before", "在已吃之处", "在这条线里攻方已吃过子的点上", "on a square where the attacker has captured in this line"),
    ("checks with another piece", "以他子照将", "照将的是别的子", "another piece gives the check"),
    ("retakes", "反吃", "吃的是刚吃子或照将的子", "takes what has just captured or checked"),
    ("at before", "在走前", "走这一着之前，轮到走方", "before the ply, the mover to move"),
    ("at after", "在走后", "走过之后，当对方停一着", "after the ply, as if the opponent passed"),
    ("at reply", "在应时", "走过之后，轮到对方", "after the ply, the opponent to move"),
    ("at earlier", "在先前", "对方上一着之前，当轮到走方", "before the opponent's last move, as if it were the mover's turn"),
    ("at", "就", "把某着当作眼前这一着", "as if p were the ply at hand"),
    ("after", "继", "走了某着或某次吃子之后", "after that move or capture"),
    ("passing", "停着", "同一局面，轮到另一方", "the same position, the other side to move"),
    ("without", "去", "棋盘上没有此子", "with that piece off the board"),
    ("waiving checks", "不计照将", "走子一方所受的照将不作限制", "checks against the side to move do not bind it"),
    ("as if unchecked", "如未将", "所给的照将不作限制，仍问下一着能得什么", "the check in which the other side stands binds nobody"),
    ("counting every capture", "各吃皆计", "凡吃子都算", "no clause discounts a capture"),
    ("barring nothing", "不禁", "算法不禁任何吃子", "searches bar nothing"),
    ("under", "处于", "在某局势所说的何时何处", "the places of that situation"),
];

#[rustfmt::skip]
const WORD_MEANINGS: &[Row] = &[
    ("mover", "走方", "走这一着的一方", "who plays the ply at hand"),
    ("opponent", "对方", "另一方", "the other side"),
    ("turn", "先手方", "所问局面中轮到走的一方", "the side to move in the position asked"),
    ("moved", "动子", "走这一着的子", "the piece that played the ply"),
    ("last-moved", "对方动子", "对方上一着走的子", "the piece that played the opponent's last move before it"),
    ("played", "本着", "这一着本身", "the ply as a move"),
    ("initiatives", "先手着", "轮走一方合法的将和吃", "the legal checks and captures of the side to move"),
    ("moves", "着法", "轮走一方合法的着法", "the legal moves of the side to move"),
    ("captureless", "无吃子回合", "没有吃子已有几回合", "full moves by each side since the last capture"),
    ("material", "子力", "在所站之处有价值", "it has worth where it stands"),
];

#[rustfmt::skip]
const ATTRIBUTE_MEANINGS: &[Row] = &[
    ("pieces", "子", "一方的子", "the pieces of a side"),
    ("plies", "着", "一方在循环里的着", "a side's plies in the cycle"),
    ("targets", "目标", "一着所针对的子", "the targets of a ply's nature"),
    ("kind", "兵种", "子属哪一种", "what kind a piece is"),
    ("side", "所属", "属哪一方", "whose it is"),
    ("piece", "走子", "走这一着的子", "the piece that moves"),
    ("attackers", "攻者", "攻着它的对方的子", "pieces of the other side that attack it"),
    ("protectors", "根", "能在该点反吃的己方的子", "pieces of its side that could retake on its square"),
    ("screens", "架子", "此着所隔的子", "pieces that the move passes over"),
    ("checkers", "将军者", "正在将它的子", "pieces that give check to the side"),
    ("retakes", "反吃", "走后能吃走到之子的各着", "captures of the piece where the move ends, once it is played"),
    ("exposers", "牵制者", "走后会攻将帅的子", "pieces that would attack the royal piece once the move is played"),
    ("other", "另一方", "另一方", "the other side"),
    ("next", "下一着", "其后一着", "the ply after it"),
    ("previous", "上一着", "其前一着", "the ply before it"),
    ("number", "数", "集合里有几个", "how many a set has"),
];

#[rustfmt::skip]
const TYPE_MEANINGS: &[Row] = &[
    ("condition", "条件", "成立、不成立或待定", "true, false or unknown"),
    ("number", "数", "整数", "a whole number"),
    ("side", "方", "红方或黑方", "Red or Black"),
    ("piece", "子", "一个棋子，不论在哪里", "one piece of the game, wherever it stands"),
    ("kind", "兵种", "车、马等", "chariot, horse, …"),
    ("move", "着", "一着", "one move"),
    ("ply", "局中着", "循环中的一着，带它的性质", "one move of the cycle with its natures"),
    ("nature", "性质", "将、捉等", "check, chase, …"),
    ("pieces", "众子", "若干子", "a set of pieces"),
    ("moves", "众着", "若干着", "a set of moves"),
    ("plies", "局中众着", "一方的局中各着", "the plies of a side"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_a_meaning_and_every_meaning_a_word() {
        let mut count = 0;
        for (word, sort) in all() {
            let found = meaning(word, sort);
            assert!(found.is_some_and(|one| !one.en.is_empty()), "{word:?}");
            let zh = found.map_or("", |one| one.zh);
            assert!(
                !zh.replace("FEN", "")
                    .contains(|c: char| c.is_ascii_alphabetic()),
                "{zh}"
            );
            count += 1;
        }
        let tables = [
            KEYWORD_MEANINGS,
            WORD_MEANINGS,
            ATTRIBUTE_MEANINGS,
            TYPE_MEANINGS,
        ];
        assert_eq!(tables.iter().map(|table| table.len()).sum::<usize>(), count);
    }
}
