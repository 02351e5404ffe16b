//! A session with a real editor: Neovim, from 0.7.2 (Debian 12) on. Where it is missing, the test says so and skips.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test that cannot go on fails"
)]

mod common;

use std::io::Write as _;
use std::process::{Command, Stdio};

#[test]
fn a_session_in_neovim() {
    let there = Command::new("nvim")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    if !there.is_ok_and(|status| status.success()) {
        let _ = writeln!(std::io::stderr(), "skipped: `nvim` is not installed");
        return;
    }
    let home = common::editions();
    let folder = home.path().canonicalize().unwrap().join(common::FOLDER);
    let out = home.path().join("out");
    let status = Command::new("nvim")
        .args(["--clean", "--headless", "-n", "-S"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/neovim.lua"))
        .env("QILI_COMMAND", qili_tests::qili().get_program())
        .env("QILI_FOLDER", &folder)
        .env("QILI_OUT", &out)
        .env("HOME", home.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    let told = std::fs::read_to_string(&out).unwrap();
    assert!(status.success(), "{told}");
    let said = |what: &str| {
        let line = told.lines().find_map(|line| line.strip_prefix(what));
        line.unwrap_or_else(|| panic!("nothing of `{what}`:\n{told}"))
            .trim()
            .to_owned()
    };
    let diagnostic = said("diagnostic:");
    assert!(diagnostic.contains("did you mean `initiatives`?"), "{told}");
    // the range covers the word, in a line with Chinese characters
    assert!(diagnostic.ends_with("at initiativs"), "{told}");
    assert_eq!(said("fix:"), "Write `initiatives`");
    assert_eq!(said("mended:"), "true");
    assert!(
        said("renamed:").starts_with("define 能得 winnable"),
        "{told}"
    );
    assert!(said("formatted:").contains("nature 闲 idle"), "{told}");
    assert_eq!(said("again:"), "0");
    assert!(said("lens:").starts_with("decides N figure"), "{told}");
}
