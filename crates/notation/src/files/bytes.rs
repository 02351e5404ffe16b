//! Numbers and texts in binary files.

/// Reads a binary file from the front; every read says whether there was enough.
#[derive(Debug, Clone)]
pub(super) struct Bytes<'b> {
    all: &'b [u8],
    at: usize,
}

impl<'b> Bytes<'b> {
    pub(super) fn new(all: &'b [u8], at: usize) -> Self {
        Self { all, at }
    }

    pub(super) fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let end = self.at.checked_add(count)?;
        let taken = self.all.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }
}

/// The byte at an offset; zero beyond the end.
pub(super) fn byte(all: &[u8], at: usize) -> u8 {
    all.get(at).copied().unwrap_or(0)
}

/// Text with the line ends and the white space around it that this project uses.
pub(super) fn clean(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace(['\r', '\0'], "\n")
        .trim()
        .to_owned()
}
