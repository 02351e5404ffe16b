/// The candidate nearest to a word, if one is near enough to be what was meant.
///
/// ```
/// use qili_words::nearest;
/// assert_eq!(nearest("chariott", ["horse", "chariot"]), Some("chariot"));
/// assert_eq!(nearest("cannon", ["horse", "chariot"]), None);
/// // traditional characters are those of a known word
/// assert_eq!(nearest("長將", ["长捉", "长将"]), Some("长将"));
/// ```
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let word = &crate::simplified(word);
    let length = word.chars().count();
    candidates
        .into_iter()
        .filter(|candidate| !candidate.is_empty())
        .map(|candidate| {
            let longest = length.max(candidate.chars().count());
            let allowed = match longest {
                0..=1 => 0,
                2..=5 => 1,
                6..=9 => 2,
                _ => 3,
            };
            // Words of quite different lengths, or a long stray word, are no misspellings: do not compare their letters.
            let shortest = length.min(candidate.chars().count());
            let distance = if longest > 64 || longest - shortest > allowed {
                usize::MAX
            } else {
                strsim::damerau_levenshtein(word, candidate)
            };
            (distance, allowed, candidate)
        })
        .filter(|(distance, allowed, _)| distance <= allowed)
        .min_by_key(|(distance, _, _)| *distance)
        .map(|(_, _, candidate)| candidate)
}
