//! What a keystroke in the edition in force costs, and what is worked out behind it.

#![allow(clippy::unwrap_used, reason = "a bench that cannot go on fails")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::Path;

use common::Client;
use divan::Bencher;
use serde_json::json;

fn main() {
    divan::main();
}

const FILE: &str = "rules/2020/natures.rule";

/// A client that has a file of the edition in force open, in a copy of all that ship.
fn client() -> Client {
    let home = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let to = home
        .path()
        .canonicalize()
        .unwrap()
        .join(common::FOLDER)
        .join("rules");
    common::copy(&from, &to);
    let mut client = Client::at(home, common::plain());
    client.open(FILE);
    client.rest();
    client
}

/// From the keystroke to what is wrong.
#[divan::bench(sample_count = 20)]
fn keystroke_to_diagnostic(bencher: Bencher<'_, '_>) {
    let mut client = client();
    let mut wrong = false;
    bencher.bench_local(|| {
        let (old, new) = ("each-its-own like 全盘", "each-its-own like 全盆");
        if wrong {
            client.replace(FILE, new, old);
            client.until(FILE, |all| all.iter().all(|one| one["severity"] != 1));
        } else {
            client.replace(FILE, old, new);
            client.until(FILE, |all| all.iter().any(|one| one["severity"] == 1));
        }
        wrong = !wrong;
    });
    client.end();
}

/// From the keystroke to an answer about the text with it.
#[divan::bench(sample_count = 20)]
fn keystroke_to_hover(bencher: Bencher<'_, '_>) {
    let mut client = client();
    let place = client.place(FILE, "each-its-own");
    bencher.bench_local(|| {
        let end = client.text(FILE).len();
        client.edit(FILE, end, end, "# x\n");
        client.ask("textDocument/hover", place.clone())
    });
    client.end();
}

/// What a clause decides, first and when the cases are traced already.
#[divan::bench(sample_count = 10)]
fn lens(bencher: Bencher<'_, '_>) {
    let mut client = client();
    let lenses = client.ask("textDocument/codeLens", client.document(FILE));
    let all = lenses.as_array().unwrap().clone();
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + 1) % all.len();
        client.ask("codeLens/resolve", all[next].clone())
    });
    client.end();
}

/// What follows from a change that is not saved.
#[divan::bench(sample_count = 5)]
fn consequences(bencher: Bencher<'_, '_>) {
    let mut client = client();
    client.replace(
        FILE,
        "replies retaking exposed\n    opponent checks 0",
        "replies retaking\n    opponent checks 0",
    );
    let asked = json!({ "command": "qili.consequences", "arguments": [client.uri(FILE)] });
    bencher.bench_local(|| client.ask("workspace/executeCommand", asked.clone()));
    client.end();
}
