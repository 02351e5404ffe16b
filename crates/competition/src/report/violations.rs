//! Violations: what is said about one, and its record for the event.

use qili_words::Language;

use crate::correction::ViolationFound;
use crate::files::event::Violation;

/// A violation in words.
pub(super) fn text(found: ViolationFound, language: Language) -> &'static str {
    match found {
        ViolationFound::No => "",
        ViolationFound::Unexplained => language.of(
            "不能照办：由该方解释，解释不通记违例一次\n",
            "unable: the player explains, or a violation is recorded\n",
        ),
        ViolationFound::Yes => language.of(
            "不能照办又解释不通：记违例一次\n",
            "unable and unexplained: a violation is recorded\n",
        ),
    }
}

/// The record of a violation as the file of an event takes it, once it is known whose it is.
pub(super) fn record(
    found: ViolationFound,
    player: Option<u32>,
    round: Option<usize>,
    article: &str,
) -> Option<Violation> {
    (found == ViolationFound::Yes).then_some(())?;
    Some(Violation {
        player: player?,
        round,
        article: Some(article.to_owned()),
    })
}
