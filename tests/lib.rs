//! What the tests of the whole project share.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The root of the workspace.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
}

/// The command `qili`, built like the test that asks for it, to run in the root of the workspace without colours.
#[must_use]
pub fn qili() -> Command {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    let binary = BINARY.get_or_init(build);
    let mut command = Command::new(binary);
    command.current_dir(root()).env("NO_COLOR", "1");
    command
}

/// Builds the command: cargo does so by itself only for tests of the same package.
fn build() -> PathBuf {
    let test = std::env::current_exe().unwrap_or_default();
    // target/<profile>/deps/<test>
    let profile = test.ancestors().nth(2).unwrap_or(Path::new("."));
    let target = profile.parent().unwrap_or(Path::new("."));
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(root())
        .args(["build", "--quiet", "--package", "qili-cli"]);
    cargo.arg("--target-dir").arg(target);
    if profile.ends_with("release") {
        cargo.arg("--release");
    }
    let built = cargo.status();
    assert!(
        built.is_ok_and(|status| status.success()),
        "the command cannot be built"
    );
    profile
        .join("qili")
        .with_extension(std::env::consts::EXE_EXTENSION)
}
