use std::collections::HashMap;
use std::sync::LazyLock;

/// Each character of GB 2312 that is written otherwise in traditional Chinese, followed by that form.
static CHARACTERS: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let pairs = include_str!("traditional.txt").split_whitespace();
    let pair = |pair: &str| {
        let mut characters = pair.chars();
        Some((characters.next()?, characters.next()?))
    };
    pairs.filter_map(pair).collect()
});

/// Each traditional form, and the character that it is simplified to.
static SIMPLIFIED: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    CHARACTERS
        .iter()
        .map(|(&simple, &form)| (form, simple))
        // forms that are read and not written
        .chain([('閑', '闲')])
        .collect()
});

/// A text in simplified characters, to be compared or searched.
///
/// ```
/// assert_eq!(qili_words::simplified("長捉車閑閒"), "长捉车闲闲");
/// ```
#[must_use]
pub fn simplified(text: &str) -> String {
    text.chars()
        .map(|c| SIMPLIFIED.get(&c).copied().unwrap_or(c))
        .collect()
}

/// Words whose characters have another form than they mostly have.
const WORDS: [(&str, &str); 9] = [
    ("重复", "重複"),
    ("反复", "反覆"),
    ("复杂", "複雜"),
    ("若干", "若干"),
    ("关系", "關係"),
    ("准许", "准許"),
    ("不准", "不准"),
    ("只准", "只准"),
    ("合并", "合併"),
];

/// A text of ours in traditional characters. What stands in backticks, and the lines of a file that a diagnostic shows,
/// stay as they were written.
///
/// ```
/// use qili_words::traditional;
///
/// assert_eq!(traditional("局面重复，`长捉` 裁决：红方变着"), "局面重複，`长捉` 裁決：紅方變着");
/// ```
#[must_use]
pub fn traditional(text: &str) -> String {
    text.split_inclusive('\n').map(line).collect()
}

fn line(line: &str) -> String {
    let start = line.trim_start();
    let number = start.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
    if number > 0 && start[number..].starts_with(" │") {
        return line.to_owned();
    }
    let parts = line.split('`').enumerate();
    let parts = parts.map(|(index, part)| match index % 2 {
        0 => prose(part),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

fn prose(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let word = WORDS
            .iter()
            .find(|(simplified, _)| rest.starts_with(simplified));
        rest = if let Some((simplified, form)) = word {
            written.push_str(form);
            &rest[simplified.len()..]
        } else {
            written.push(CHARACTERS.get(&c).copied().unwrap_or(c));
            &rest[c.len_utf8()..]
        };
    }
    written
}
