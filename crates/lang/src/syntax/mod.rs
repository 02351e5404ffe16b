//! The syntax tree of a rule file: what was written, with the place of every part, before any name is looked up.
//!
//! One [`Clause`] is one article of the book and has exactly one [`Effect`]. English and Chinese keywords give the
//! same tree; a file says once which of the two it is written in ([`Language`]).

mod expression;

pub use expression::*;
use qili_words::Bilingual;
use qili_words::Language;

/// A place in a source file, in bytes. All places are equal, so that trees are compared by what they say.
#[derive(Debug, Clone, Copy, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl PartialEq for Span {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Span {}

impl std::hash::Hash for Span {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// A word that the file uses for something: a piece, a nature, a variable.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    /// The word as written.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// The two names under which a declared thing can be used: `捉 chase`. One of them may be missing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Names {
    /// Every name in the order written: one or two.
    pub names: Vec<Name>,
}

/// The number of an article as printed: `24.11`, `ch4.1.4`, or a made-up handle whose clause says `number unknown`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Article {
    /// The number as written.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A whole rule file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The language of its keywords.
    pub language: Language,
    /// Its clauses in the order written.
    pub clauses: Vec<Clause>,
    /// Comments above the line that states the language.
    pub header: Vec<Comment>,
    /// Comments below the last clause.
    pub footer: Vec<Comment>,
}

/// A comment, kept so that formatting a file loses nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// What follows the `#`, without surrounding blanks.
    pub text: String,
    /// At which statement of its clause it stands: 0 is the clause's first line, then each remark and each part of the
    /// effect that the formatter prints on a line of its own, at last the closing brace.
    pub statement: usize,
    /// Whether it stands at the end of that statement rather than on a line of its own before it.
    pub trailing: bool,
    /// Whether an empty line follows.
    pub gap: bool,
}

/// How a clause stands to the edition that its own edition amends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Amendment {
    /// A new clause.
    #[default]
    Add,
    /// `replace clause …`: takes the place of the clause with the same article, or with the [former](Clause::former) one.
    Replace,
    /// `repeal clause …`: removes the clause with that article; has no effect of its own.
    Repeal,
}

/// One article of the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// Whether it adds to, replaces or repeals what the amended edition says.
    pub amendment: Amendment,
    /// Its number.
    pub article: Article,
    /// `replace clause 26.1 as 25.1 …`: the number in the amended edition of what it replaces, where that is another.
    pub former: Option<Article>,
    /// Its title.
    pub title: Bilingual,
    /// What is said about the clause itself.
    pub remarks: Vec<Remark>,
    /// What it does; absent when it repeals.
    pub effect: Option<Effect>,
    /// Comments before and inside it.
    pub comments: Vec<Comment>,
    /// From its first keyword to its closing brace.
    pub span: Span,
}

/// Something said about a clause rather than by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    /// `cites "2007 art. 28.3"`: where else the same is said, or which figure shows it; in words of one language, the Chinese
    /// text stands first. See [`cites`].
    Cites(String),
    /// `number unknown`: the article is a handle of ours; the printed number is not known.
    NumberUnknown,
    /// `reading "reason" "理由"`: a reading of the book that its words do not settle; an edition that
    /// amends this one can repeal it.
    Reading(String),
    /// `says "…"`: what the clause says, in our own words (Chinese or English; either may be given).
    Says(String),
}

/// The citations among remarks for readers of a language. Those in words of the other language are left out where there are
/// any in words of this one; those without words, such as `1965 4.2(3)`, are for both.
///
/// ```
/// use qili_lang::syntax::{Remark, cites};
/// use qili_words::Language;
///
/// let remarks = ["4.2(3)", "附录一例5", "app. 1, example 5"].map(|text| Remark::Cites(text.to_owned()));
/// assert_eq!(cites(&remarks, Language::Chinese), ["4.2(3)", "附录一例5"]);
/// assert_eq!(cites(&remarks, Language::English), ["4.2(3)", "app. 1, example 5"]);
/// ```
#[must_use]
pub fn cites(remarks: &[Remark], language: Language) -> Vec<&str> {
    let all = remarks.iter().filter_map(|remark| match remark {
        Remark::Cites(text) => Some(text.as_str()),
        _ => None,
    });
    let said = all.clone().any(|text| written_in(text) == Some(language));
    all.filter(|text| !said || written_in(text).is_none_or(|of| of == language))
        .collect()
}

/// The language of a citation's words, if it has any.
#[must_use]
pub fn written_in(citation: &str) -> Option<Language> {
    if citation
        .chars()
        .any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
    {
        Some(Language::Chinese)
    } else {
        let has_words = citation.contains(|c: char| c.is_alphabetic());
        has_words.then_some(Language::English)
    }
}

/// What a clause does. Exactly one per clause.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the fields repeat the words of the line that each variant shows"
)]
pub enum Effect {
    /// `board 9 by 10 start "FEN"`
    Board { files: Int, ranks: Int, start: Text },
    /// `zone 九宫 palace files d to f ranks 0 to 2`, seen from the side that it belongs to.
    Zone {
        names: Names,
        files: Option<FileRange>,
        ranks: Option<RankRange>,
    },
    /// `piece 象 elephant …`
    Piece(PieceDeclaration),
    /// `facing 帅 and 帅 along files`: two such pieces of opposite sides may not see each other along such a line.
    Facing {
        one: Name,
        other: Name,
        along: Direction,
    },
    /// `ending for side when … then …`, or `ending on EVENT then …`
    Ending(Ending),
    /// `unit 强子 strong`: a measure of material. The order of declaration is the order of importance.
    Unit { names: Names },
    /// `worth 车 is 2 强子` or `worth 兵 on beyond-river is 1 浮子`
    Worth {
        kind: Name,
        zone: Option<Name>,
        amount: Int,
        unit: Name,
    },
    /// `result 得子 gain when …`: a class of outcomes; the condition speaks of net units (mover's view) by their names.
    Result { names: Names, when: Expr },
    /// `discount c when …`: a capture `c` that counts for nothing in a search.
    Discount { variable: Name, when: Expr },
    /// `search …`: a named search for a gain of material.
    Search(SearchDeclaration),
    /// `define 净吃 clean-capture (m: move, x: piece) as …`
    Define {
        names: Names,
        parameters: Vec<Parameter>,
        body: Expr,
    },
    /// `situation 走前之势 former-situation as at before waiving checks`: places under one name.
    Situation { names: Names, places: Vec<Place> },
    /// `nature 捉 chase …`
    Nature(NatureDeclaration),
    /// `severity 将 杀 捉 兑 献 拦 跟 闲`: heaviest first.
    Severity { natures: Vec<Name> },
    /// `exception to 24.11, 24.12 [for x] when …`: lifts those clauses where it applies.
    Exception {
        of: Vec<Article>,
        variables: Vec<Name>,
        when: Expr,
    },
    /// `quality 联合 joint of 捉 for x [protection less] [taken jointly] when …`: something that can be said of a target
    /// of a nature, and what that means for its protection and for who takes it.
    Quality {
        names: Names,
        nature: Name,
        variable: Name,
        protection: Option<Protection>,
        joint: Option<bool>,
        when: Expr,
    },
    /// `pattern 长将 perpetual-check for side when …`: the name of what one side does over a cycle; the first that applies.
    Pattern {
        names: Names,
        side: Name,
        when: Expr,
    },
    /// `ruling [for side] when … then …`; the first that applies decides.
    Ruling {
        side: Option<Name>,
        when: Expr,
        then: Verdict,
    },
}

/// How far a target is protected, as a quality says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Protection {
    /// `protection none`: nothing protects it.
    None,
    /// `protection less`: less than it would need.
    Less,
    /// `protection full`: it can be retaken.
    Full,
}

/// A whole number as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Int {
    /// Its value.
    pub value: i64,
    /// Where it stands.
    pub span: Span,
}

/// A quoted text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Without its quotes.
    pub value: String,
    /// Where it stands.
    pub span: Span,
}

/// `files d to f` (0 = a, from Red's left for Red, mirrored for nobody: zones are symmetric in practice, files are absolute).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileRange {
    /// First file, 0-8.
    pub from: Int,
    /// Last file, 0-8.
    pub to: Int,
}

/// `ranks 0 to 2`, counted from the own edge of the side that the zone belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RankRange {
    /// First rank, 0-9.
    pub from: Int,
    /// Last rank, 0-9.
    pub to: Int,
}

/// A kind of piece: its names, letters and how it moves.
///
/// ```text
/// piece 象 elephant
///   letters B E
///   red 相 象 black 象 相          # the first is printed, the others are read
///   within own-half
///   goes 2 diagonal through empty points
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceDeclaration {
    /// `象 elephant`
    pub names: Names,
    /// FEN letters, capital; the first is written, the others are read.
    pub letters: Vec<Name>,
    /// Characters for Red's piece; the first is written.
    pub red: Vec<Name>,
    /// Characters for Black's piece; the first is written.
    pub black: Vec<Name>,
    /// `royal`: the piece that must not be left to capture.
    pub royal: bool,
    /// `within palace`: it never leaves this zone.
    pub within: Option<Name>,
    /// How it goes.
    pub motions: Vec<Motion>,
}

/// One way in which a piece goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Motion {
    /// `goes` (moves and captures), `moves` (to an empty point only), `captures` (an enemy piece only).
    pub purpose: Purpose,
    /// The legs of its path, at least one; the second and later are taken onward from the first.
    pub legs: Vec<Leg>,
    /// What must stand on the points between.
    pub path: Path,
    /// `from ZONE`: only when it stands there.
    pub from: Option<Name>,
    /// `to ZONE`: only into that zone.
    pub to: Option<Name>,
    /// Where it stands.
    pub span: Span,
}

/// What a motion may do at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// `goes`
    Both,
    /// `moves`
    Move,
    /// `captures`
    Capture,
}

/// One leg of a motion: `1 orthogonal`, `any diagonal`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leg {
    /// Number of points, at least 1; `None` is `any`: as far as the path allows, stopping at every point.
    pub distance: Option<Int>,
    /// In which directions.
    pub direction: Direction,
}

/// Directions as the side whose piece moves sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards the enemy.
    Forward,
    /// Towards the own edge.
    Backward,
    /// Left and right along the rank.
    Sideways,
    /// Along file and rank, all four. For [`Effect::Facing`] and first legs.
    Orthogonal,
    /// The four diagonals; as a later leg, the two that lead on away from where the piece started.
    Diagonal,
    /// Along the file, both ways (`along files`).
    File,
    /// Along the rank, both ways (`along ranks`).
    Rank,
}

/// What a motion asks of the points between its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Path {
    /// Nothing: it leaps.
    Leap,
    /// `through empty points`
    Empty,
    /// `over exactly N pieces` (and otherwise empty points)
    Over(u8),
}

/// How a game ends on the board, or by an event beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the fields repeat the words of the line that each variant shows"
)]
pub enum Ending {
    /// `ending for side when not side has a move and side is in check then side loses`
    OnBoard {
        side: Option<Name>,
        when: Expr,
        then: Verdict,
    },
    /// `ending on resignation for side then side loses`: something that happens beside the board, by its name.
    OnEvent {
        event: Name,
        side: Option<Name>,
        then: Verdict,
    },
}

/// What a ruling or ending decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// `draw`
    Draw,
    /// `X must change`: X a side's variable or `other X`.
    MustChange(Expr),
    /// `X loses`
    Loses(Expr),
    /// `the arbiter decides`: undetermined.
    Arbiter,
}

/// A named search for a gain: which replies are asked, which result counts, how far it looks.
///
/// Every line is optional and stands for the default given at its field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchDeclaration {
    /// `全局 worthwhile`
    pub names: Names,
    /// `like NAME`: start from another search and change what the following lines say.
    pub like: Option<Name>,
    /// `key value` lines in the order written; what they mean is checked later.
    pub settings: Vec<Setting>,
}

/// One line of a search: `wants gain or equal`, `opponent checks 3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Which line.
    pub key: SettingKey,
    /// What it says.
    pub value: SettingValue,
    /// Where it stands.
    pub span: Span,
}

/// The lines that a search may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SettingKey {
    /// `wants RESULT`: the class of outcome that counts as success (the name of a `result` clause).
    Wants,
    /// `replies retaking | exposed | any` (one or more): which captures the defender may answer with.
    Replies,
    /// `opponent checks N`: how many checks the defender may throw in.
    OpponentChecks,
    /// `initiatives N`: how many checks and captures the attacker may play.
    Initiatives,
    /// `quiet captures N | any`: captures that give no check.
    QuietCaptures,
    /// `quiet checks N`: checks without capture after the target has fallen.
    QuietChecks,
    /// `losses elsewhere count | ignored`
    LossesElsewhere,
    /// `after retaking free | alone`: `alone`, after being retaken the attacker may take neither on that square nor
    /// what the retaker had protected, nor check quietly.
    AfterRetaking,
    /// `defender moves N | any`: how many moves the defender may make in all, those out of check included.
    DefenderMoves,
    /// `also quiet aim later again`: which captures with check count as quiet: of the target, after it has fallen, on a
    /// square where the attacker has captured before.
    AlsoQuiet,
    /// `movers any | first`: `first`, only the piece that plays the first move plays on.
    Movers,
}

impl SettingKey {
    /// The line's keyword.
    #[must_use]
    pub fn word(self, language: Language) -> &'static str {
        crate::keywords::text(self.rule(), language)
    }

    /// The rule of the grammar that reads it.
    pub(crate) const fn rule(self) -> crate::grammar::Rule {
        use crate::grammar::Rule;
        match self {
            Self::Wants => Rule::kw_wants,
            Self::Replies => Rule::kw_replies,
            Self::OpponentChecks => Rule::kw_opponent_checks,
            Self::Initiatives => Rule::kw_initiatives,
            Self::QuietCaptures => Rule::kw_quiet_captures,
            Self::QuietChecks => Rule::kw_quiet_checks,
            Self::LossesElsewhere => Rule::kw_losses_elsewhere,
            Self::AfterRetaking => Rule::kw_after_retaking,
            Self::DefenderMoves => Rule::kw_defender_moves,
            Self::AlsoQuiet => Rule::kw_also_quiet,
            Self::Movers => Rule::kw_movers,
        }
    }

    /// Every line of a search.
    pub(crate) const ALL: [Self; 11] = [
        Self::Wants,
        Self::Replies,
        Self::OpponentChecks,
        Self::Initiatives,
        Self::QuietCaptures,
        Self::QuietChecks,
        Self::LossesElsewhere,
        Self::AfterRetaking,
        Self::DefenderMoves,
        Self::AlsoQuiet,
        Self::Movers,
    ];
}

/// What a line of a search says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettingValue {
    /// A number, or `any` as `None`.
    Number(Option<u32>),
    /// Names or words.
    Words(Vec<Name>),
}

/// A parameter of a definition: `x: piece`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

/// The types of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// true, false, or unknown when a search ran out of budget or the book leaves it to the arbiter.
    Bool,
    /// A whole number.
    Int,
    /// Red or Black.
    Side,
    /// One piece of the game, wherever it stands.
    Piece,
    /// A kind of piece.
    Kind,
    /// One move.
    Move,
    /// One move of the cycle with its natures.
    Ply,
    /// A nature.
    Nature,
    /// Finite sets.
    Pieces,
    /// A set of moves.
    Moves,
    /// The plies of a side.
    Plies,
}

/// A nature: 将, 杀, 捉, …
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NatureDeclaration {
    /// `捉 chase`
    pub names: Names,
    /// `targets x of opponent where …`: the nature holds when there is at least one.
    pub targets: Option<Targets>,
    /// `when …`: the nature holds when this does (beside its targets, where it has both).
    pub when: Option<Expr>,
}

/// The targets of a nature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Targets {
    /// The variable.
    pub variable: Name,
    /// Whose pieces: a side.
    pub of: Expr,
    /// Which of them.
    pub filter: Expr,
}
