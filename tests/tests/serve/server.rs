//! A server that runs while a test lasts.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, ChildStderr, Command, Stdio};

use serde_json::Value;

use crate::http::{self, Answer};

/// A running `qili serve`.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    errors: BufReader<ChildStderr>,
}

impl Server {
    /// Starts it on a free port.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut command = qili_tests::qili();
        command
            .args(["serve", "--lang", "en", "--port", "0"])
            .args(arguments);
        Self::of(command, "listening on http://")
    }

    /// Starts a command that says this before its address.
    pub(crate) fn of(mut command: Command, greeting: &str) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        errors.read_line(&mut said).unwrap();
        let address = said
            .trim()
            .trim_start_matches(greeting)
            .trim_end_matches('/');
        let address = address.parse().unwrap_or_else(|_| panic!("{said}"));
        Self {
            child,
            address,
            errors,
        }
    }

    /// The next line that it prints.
    pub(crate) fn line(&mut self) -> String {
        let mut line = String::new();
        self.errors.read_line(&mut line).unwrap();
        line
    }

    /// A request as a page of the server makes it.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &[u8]) -> Answer {
        let head = format!("Host: {}\r\n", self.address);
        http::request(self.address, method, path, &head, body)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, b"")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, body.to_string().as_bytes())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
