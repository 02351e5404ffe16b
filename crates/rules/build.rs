//! The editions under `rules/` are part of the program: build again when one of them changes.

fn main() {
    println!("cargo::rerun-if-changed=editions");
}
