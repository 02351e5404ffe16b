//! A quick look over a file before the grammar reads it: where clauses begin, where comments stand, and how deeply
//! expressions are nested, so that no text can exhaust the parser's stack.

use crate::syntax::Span;

/// How deeply expressions may be nested; every bracket, quantifier, `not`, `of`, sign and place counts.
pub(crate) const DEPTH_LIMIT: usize = 64;

/// Words that open a clause when they stand first on their line.
const CLAUSE: [&str; 8] = [
    "clause", "replace", "repeal", "条", "改条", "废条", "改", "废",
];
/// Words whose operand extends to the end of the enclosing bracket.
const STICKY: [&str; 12] = [
    "if",
    "some",
    "every",
    "no",
    "implies",
    "count",
    "若",
    "有",
    "凡",
    "无",
    "意味着",
    "计数",
];
/// Words that bind one operand.
const PREFIX: [&str; 24] = [
    "not",
    "of",
    "other",
    "at",
    "after",
    "passing",
    "without",
    "waiving",
    "counting",
    "under",
    "非",
    "属",
    "另一方",
    "的",
    "就",
    "继",
    "停着",
    "去",
    "不计照将",
    "barring",
    "不禁",
    "各吃皆计",
    "处于",
    "在",
];
/// Words that separate operands.
const SEPARATOR: [&str; 8] = ["and", "or", "where", "when", "且", "或", "其中", "当"];

/// What the look found.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// Comments with their `#`, in order.
    pub(crate) comments: Vec<Span>,
    /// First bytes of the clauses.
    pub(crate) clauses: Vec<usize>,
    /// Where an expression is nested too deeply; the first such place of each clause.
    pub(crate) too_deep: Vec<usize>,
}

/// Depth of one bracket: words that extend to its end, and those since the last separator.
#[derive(Default, Clone, Copy)]
struct Group {
    sticky: usize,
    prefix: usize,
}

/// Looks over a file.
pub(crate) fn scan(text: &str) -> Scan {
    let mut scan = Scan::default();
    let mut groups = vec![Group::default()];
    let mut deep_in_this_clause = false;
    let mut rest = text.char_indices().peekable();
    let mut line_start = true;
    while let Some((at, c)) = rest.next() {
        let was_line_start = line_start;
        line_start = c == '\n' || line_start && c.is_whitespace() || c == '\u{feff}';
        match c {
            '#' => {
                let end = text[at..]
                    .find('\n')
                    .map_or(text.len(), |length| at + length);
                scan.comments.push(Span { start: at, end });
                while rest.next_if(|(next, _)| *next < end).is_some() {}
            }
            '"' | '“' => {
                let end = end_of_text(text, at + c.len_utf8(), if c == '"' { '"' } else { '”' });
                while rest.next_if(|(next, _)| *next < end).is_some() {}
                line_start = text[..end].ends_with('\n');
            }
            '(' | '（' => groups.push(Group::default()),
            ')' | '）' => {
                groups.pop();
                if groups.is_empty() {
                    groups.push(Group::default());
                }
            }
            '+' | '-' | '＋' | '－' => top(&mut groups).prefix += 1,
            ',' | '，' | '、' | ':' | '：' | '{' | '}' => top(&mut groups).prefix = 0,
            c if c.is_alphabetic() => {
                let mut end = at + c.len_utf8();
                while let Some((next, inner)) =
                    rest.next_if(|(_, c)| c.is_alphanumeric() || matches!(c, '_' | '-'))
                {
                    end = next + inner.len_utf8();
                }
                let word = &text[at..end];
                if was_line_start && CLAUSE.contains(&word) {
                    scan.clauses.push(at);
                    groups = vec![Group::default()];
                    deep_in_this_clause = false;
                } else if STICKY.contains(&word) {
                    top(&mut groups).sticky += 1;
                } else if PREFIX.contains(&word) || word.starts_with('在') {
                    top(&mut groups).prefix += 1;
                } else if SEPARATOR.contains(&word) {
                    top(&mut groups).prefix = 0;
                }
            }
            _ => {}
        }
        // Only the innermost group can have grown; the sum is bounded by the limit, so this stays cheap.
        if !deep_in_this_clause
            && (groups.len() > DEPTH_LIMIT
                || groups
                    .iter()
                    .map(|group| 1 + group.sticky + group.prefix)
                    .sum::<usize>()
                    > DEPTH_LIMIT)
        {
            scan.too_deep.push(at);
            deep_in_this_clause = true;
        }
    }
    scan
}

fn top(groups: &mut Vec<Group>) -> &mut Group {
    if groups.is_empty() {
        groups.push(Group::default());
    }
    let last = groups.len() - 1;
    &mut groups[last]
}

/// One past a quoted text's closing mark. A text that is never closed ends where the next line begins a clause.
fn end_of_text(text: &str, start: usize, mark: char) -> usize {
    let close = text[start..]
        .find(mark)
        .map(|length| start + length + mark.len_utf8());
    let limit = close.unwrap_or(text.len());
    let clause = text[start..limit]
        .match_indices('\n')
        .find_map(|(newline, _)| {
            let line = &text[start + newline + 1..];
            let word = line
                .split(|c: char| !(c.is_alphanumeric() || c == '-'))
                .next()
                .unwrap_or("");
            CLAUSE.contains(&word).then_some(start + newline + 1)
        });
    clause.unwrap_or(limit)
}
