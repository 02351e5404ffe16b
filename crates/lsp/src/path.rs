//! Addresses of files as editors write them, and paths: the one conversion between the two.

use std::path::{Component, Path, PathBuf};

use lsp_types::Uri;

/// The path of a `file:` address, without `.` and `..`. What has another scheme stands for itself, as a path that no
/// file has.
#[must_use]
pub fn path(uri: &Uri) -> PathBuf {
    let text = uri.as_str();
    let Some(rest) = strip_scheme(text) else {
        return PathBuf::from(text);
    };
    // after the scheme comes the name of a machine, most often none
    let rest = match rest.strip_prefix("//") {
        Some(rest) => &rest[rest.find('/').unwrap_or(rest.len())..],
        None => rest,
    };
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    let decoded = decoded(&rest[..end]);
    normal(Path::new(without_drive_slash(&decoded)))
}

fn strip_scheme(uri: &str) -> Option<&str> {
    let (scheme, rest) = uri.split_once(':')?;
    scheme.eq_ignore_ascii_case("file").then_some(rest)
}

/// `/c:/rules` is `c:/rules`.
fn without_drive_slash(path: &str) -> &str {
    match path.as_bytes() {
        [b'/', drive, b':', ..] if drive.is_ascii_alphabetic() => &path[1..],
        _ => path,
    }
}

/// A text with what `%` stands for in addresses.
#[must_use]
pub fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, more)) = rest.split_first() {
        let code = (byte == b'%').then(|| more.get(..2)).flatten();
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(code) => {
                bytes.push(code);
                rest = &more[2..];
            }
            None => {
                bytes.push(byte);
                rest = more;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A path without `.` and `..`, as far as that can be told without the file system.
#[must_use]
pub fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for step in path.components() {
        match step {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            step => normal.push(step),
        }
    }
    normal
}

/// The address of a file.
#[must_use]
pub fn uri(path: &Path) -> Option<Uri> {
    let text = path.to_str()?.replace('\\', "/");
    if !text.starts_with('/') && text.contains(':') && !is_drive(&text) {
        // what had another scheme
        return text.parse().ok();
    }
    let mut uri = String::from("file://");
    if is_drive(&text) {
        uri.push('/');
    }
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri.parse().ok()
}

fn is_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [drive, b':', b'/', ..] if drive.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_paths() {
        for (text, there) in [
            (
                "file:///rules/%E6%A3%8B%E4%BE%8B%20draft%201/a.rule",
                "/rules/棋例 draft 1/a.rule",
            ),
            ("file:///rules/棋例/a.rule", "/rules/棋例/a.rule"),
            ("file:///a/./b/../c%2Ed", "/a/c.d"),
            ("FILE:/a/100%25/%zz", "/a/100%/%zz"),
            ("file://localhost/a", "/a"),
            ("file:///c%3A/rules/a.rule", "c:/rules/a.rule"),
        ] {
            let parsed: Result<Uri, _> = text.parse();
            if let Ok(parsed) = parsed {
                assert_eq!(path(&parsed), Path::new(there), "{text}");
            }
        }
        for there in [
            "/rules/棋例 draft 1/a#b?.rule",
            "/a/100%/𠮷",
            "c:/rules/a.rule",
        ] {
            let address = uri(Path::new(there)).unwrap();
            assert_eq!(path(&address), Path::new(there), "{}", address.as_str());
        }
        let untitled: Uri = "untitled:Untitled-1".parse().unwrap();
        assert_eq!(uri(&path(&untitled)), Some(untitled));
    }
}
