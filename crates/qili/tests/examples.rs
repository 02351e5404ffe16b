//! Every public item of the crate shows an example that runs, and its types can go to other threads.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;

/// Public items of a file whose documentation has no example.
fn without_example(text: &str) -> Vec<String> {
    let mut without = Vec::new();
    let mut example = false;
    for line in text.lines().map(str::trim_start) {
        if line.starts_with("///") {
            example |= line.contains("```");
        } else if !line.starts_with("#[") {
            let item = ["pub fn ", "pub const fn ", "pub struct ", "pub enum "];
            if item.iter().any(|item| line.starts_with(item)) && !example {
                without.push(line.to_owned());
            }
            example = false;
        }
    }
    without
}

#[test]
fn every_item_has_an_example() {
    let mut files = 0;
    let mut without = Vec::new();
    for file in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap() {
        without.extend(without_example(
            &std::fs::read_to_string(file.unwrap().path()).unwrap(),
        ));
        files += 1;
    }
    assert!(files > 5);
    assert_eq!(without, Vec::<String>::new());
    assert_eq!(without_example("/// It.\npub fn it() {}").len(), 1);
}

#[test]
fn types_go_to_other_threads() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send>() {}
    shared::<qili::Edition>();
    shared::<qili::Engine>();
    shared::<qili::Position>();
    shared::<qili::Stretch>();
    shared::<qili::Judgement>();
    shared::<qili::Ruling>();
    shared::<qili::Game>();
    shared::<qili::Referee>();
    shared::<qili::Error>();
    shared::<qili::request::Desk>();
    sent::<qili::Oracle>();
}
