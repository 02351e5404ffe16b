//! `qili new`

use qili_edition::template::begin;
use qili_words::Language;

use crate::arguments::New;
use crate::output::{Done, print};

pub(crate) fn run(arguments: &New) -> Done {
    let language = arguments.lang.language();
    begin(&arguments.folder, &arguments.amends, language)?;
    let folder = arguments.folder.display();
    // as it has to be typed
    let typed = match folder.to_string() {
        plain if !plain.contains(char::is_whitespace) => plain,
        spaced => format!("\"{spaced}\""),
    };
    print(&match language {
        Language::Chinese => format!(
            "`{folder}` 已建好，增改 `{}`。规则写在 `draft.rule`，判例放在 `cases`；然后运行\n  `qili check {typed}`\n  `qili test {typed}`\n",
            arguments.amends
        ),
        Language::English => format!(
            "`{folder}` is there and amends `{}`. Write rules in `draft.rule` and put cases into `cases`; then run\n  `qili check {typed}`\n  `qili test {typed}`\n",
            arguments.amends
        ),
    })
}
