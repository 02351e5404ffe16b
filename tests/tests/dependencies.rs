//! Every dependency that a crate declares is named in its code: one of the program in the program, not only in its tests.
//! All are licensed, and once there, as `deny.toml` says.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What cargo says about packages, asked with these arguments, too.
fn metadata(arguments: &[&str]) -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .current_dir(qili_tests::root())
        .args(["metadata", "--offline", "--format-version", "1"])
        .args(arguments)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

/// The crates of the workspace.
fn packages() -> Vec<Value> {
    metadata(&["--no-deps"])
}

/// They and the libraries that are built for this machine.
fn everything() -> Vec<Value> {
    let version = Command::new("rustc").arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    metadata(&["--filter-platform", host.unwrap()])
}

/// A list of texts in `deny.toml`.
fn denial(list: &str) -> Vec<String> {
    let text = std::fs::read_to_string(qili_tests::root().join("deny.toml")).unwrap();
    let (_, after) = text.split_once(&format!("{list} = [\n")).unwrap();
    let lines = after.lines().take_while(|line| *line != "]");
    lines
        .map(|line| line.split('"').nth(1).unwrap().to_owned())
        .collect()
}

/// The Rust files in a folder and the folders in it, but for those with these names.
fn sources(folder: &Path, but: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if but.contains(&path) {
            continue;
        }
        if path.is_dir() {
            found.extend(sources(&path, but));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(path);
        }
    }
    found
}

/// The modules that a file declares for tests only, as paths with and without `.rs`.
fn test_modules(file: &Path) -> Vec<PathBuf> {
    let stem = file.file_stem().unwrap();
    let parent = file.parent().unwrap();
    let root = ["mod", "lib", "main"].iter().any(|name| stem == *name);
    let folder = if root {
        parent.to_owned()
    } else {
        parent.join(stem)
    };
    let text = std::fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let declared = lines.windows(2).filter(|pair| pair[0] == "#[cfg(test)]");
    declared
        .filter_map(|pair| pair[1].split_once("mod ")?.1.strip_suffix(';'))
        .flat_map(|name| [folder.join(name), folder.join(format!("{name}.rs"))])
        .collect()
}

/// The code of a file without comments, and without the module of tests at its end.
fn program(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let end = text
        .find("\n#[cfg(test)]\nmod tests {")
        .unwrap_or(text.len());
    let code = text[..end].lines();
    let code = code.filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}

/// Whether a name occurs in a text by itself.
fn named(text: &str, name: &str) -> bool {
    let joins = |character: char| character.is_alphanumeric() || character == '_';
    text.match_indices(name).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + name.len()..].chars().next();
        !before.is_some_and(joins) && !after.is_some_and(joins)
    })
}

/// The code in which a package may use dependencies of each kind.
struct Code {
    program: String,
    all: String,
    build: String,
}

fn code(package: &Value) -> Code {
    let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap());
    let folder = manifest.parent().unwrap();
    let beside = ["tests", "benches", "examples", "target"].map(|name| folder.join(name));
    let of_tests: Vec<_> = sources(folder, &beside[3..])
        .iter()
        .flat_map(|file| test_modules(file))
        .chain(beside)
        .collect();
    let joined = |files: Vec<PathBuf>, read: fn(&Path) -> String| {
        files
            .iter()
            .map(|file| read(file))
            .collect::<Vec<_>>()
            .join("\n")
    };
    Code {
        program: joined(sources(folder, &of_tests), program),
        all: joined(sources(folder, &[folder.join("target")]), |file| {
            std::fs::read_to_string(file).unwrap()
        }),
        build: std::fs::read_to_string(folder.join("build.rs")).unwrap_or_default(),
    }
}

#[test]
fn every_dependency_is_used() {
    let mut unused = Vec::new();
    let mut checked = 0;
    for package in packages() {
        let code = code(&package);
        for dependency in package["dependencies"].as_array().unwrap() {
            let name = dependency["rename"].as_str();
            let name = name.or(dependency["name"].as_str()).unwrap();
            let (kind, code) = match dependency["kind"].as_str() {
                None => ("dependencies", &code.program),
                Some("build") => ("build-dependencies", &code.build),
                Some(_) => ("dev-dependencies", &code.all),
            };
            if !named(code, &name.replace('-', "_")) {
                unused.push(format!(
                    "{}: [{kind}] {name}",
                    package["name"].as_str().unwrap()
                ));
            }
            checked += 1;
        }
    }
    assert!(checked > 0);
    assert!(unused.is_empty(), "not used:\n{}", unused.join("\n"));
}

#[test]
fn every_dependency_of_the_workspace_is_somebodys() {
    let root = std::fs::read_to_string(qili_tests::root().join("Cargo.toml")).unwrap();
    let (_, declared) = root.split_once("[workspace.dependencies]").unwrap();
    let (declared, _) = declared.split_once("\n[").unwrap();
    let manifests: Vec<String> = packages()
        .iter()
        .map(|package| std::fs::read_to_string(package["manifest_path"].as_str().unwrap()).unwrap())
        .collect();
    let names = declared
        .lines()
        .filter_map(|line| Some(line.split_once(" = ")?.0));
    let unused: Vec<&str> = names
        .filter(|name| !manifests.iter().any(|text| named(text, name)))
        .collect();
    assert_eq!(unused, Vec::<&str>::new(), "no crate depends on them");
}

#[test]
fn libraries_are_licensed_as_the_list_allows() {
    let allowed = denial("allow");
    let mut refused = Vec::new();
    let mut needed = BTreeSet::new();
    for package in everything() {
        let licence = package["license"].as_str().unwrap_or("none");
        // an older way to write OR is a stroke
        let written = licence.replace('/', " OR ").replace(['(', ')'], "");
        for part in written.split(" AND ") {
            let mut choices = part.split(" OR ").map(str::trim);
            match choices.find(|choice| allowed.iter().any(|one| one == choice)) {
                Some(choice) => drop(needed.insert(choice.to_owned())),
                None => refused.push(format!("{}: {licence}", package["name"])),
            }
        }
    }
    assert_eq!(refused, Vec::<String>::new());
    assert!(needed.contains("MIT"));
}

#[test]
fn no_library_is_there_twice_but_those_of_the_list() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in everything() {
        let text = |key: &str| package[key].as_str().unwrap().to_owned();
        versions
            .entry(text("name"))
            .or_default()
            .insert(text("version"));
    }
    let known = denial("skip");
    versions.retain(|name, versions| versions.len() > 1 && !known.contains(name));
    assert_eq!(versions, BTreeMap::new());
}
