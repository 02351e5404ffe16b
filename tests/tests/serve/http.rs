//! Just enough HTTP to ask a server on this machine, politely or not.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// A field of the head.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.find_map(|(field, value)| field.eq_ignore_ascii_case(name).then_some(value.trim()))
    }
}

/// Sends bytes and reads until the other side has said all.
pub(crate) fn raw(to: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(to).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    // a server that refuses a large body stops reading it
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let mut part = [0; 1 << 14];
    loop {
        match stream.read(&mut part) {
            Ok(0) | Err(_) => break,
            Ok(read) => answer.extend(&part[..read]),
        }
        if complete(&answer) {
            break;
        }
    }
    let end = head_end(&answer).unwrap_or_else(|| panic!("no answer: {answer:?}"));
    let head = String::from_utf8(answer[..end].to_vec()).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer {
        status,
        head,
        body: answer[end + 4..].to_vec(),
    }
}

fn head_end(answer: &[u8]) -> Option<usize> {
    answer.windows(4).position(|four| four == b"\r\n\r\n")
}

/// Whether all that the head announces has come.
fn complete(answer: &[u8]) -> bool {
    let Some(end) = head_end(answer) else {
        return false;
    };
    let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length:"));
    length.is_some_and(|length| answer.len() - end - 4 >= length.trim().parse().unwrap())
}

/// A request with further lines of the head.
pub(crate) fn request(to: SocketAddr, method: &str, path: &str, head: &str, body: &[u8]) -> Answer {
    let mut bytes = format!(
        "{method} {path} HTTP/1.1\r\nConnection: close\r\n{head}Content-Length: {}\r\n\r\n",
        body.len()
    )
    .into_bytes();
    bytes.extend(body);
    raw(to, &bytes)
}
