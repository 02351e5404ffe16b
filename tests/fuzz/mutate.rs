//! Inputs made of seeds: bytes and tokens replaced, inserted, dropped, doubled, and two seeds joined.

/// What means something in one format or another.
const TOKENS: [&[u8]; 62] = [
    b"\n",
    b"\r\n",
    b" ",
    b"\"",
    b"[",
    b"]",
    b"{",
    b"}",
    b"(",
    b")",
    b";",
    b"%",
    b"/",
    b"=",
    b":",
    b"\0",
    b"\x1b[",
    b"\xff",
    b"\xfe",
    b"\x80",
    b"\xe4",
    b"\xef\xbb\xbf",
    b"0",
    b"9",
    b"10",
    b"99",
    b"4294967296",
    b"1.",
    b"1...",
    b"1-0",
    b"*",
    b"fen ",
    b"moves ",
    b"startpos",
    b"[FEN \"",
    b"[DhtmlXQ]",
    b"[/DhtmlXQ]",
    b"[DhtmlXQ_move_0_1_1]",
    b"START{",
    b"}END",
    b"<Move value=\"",
    b"]]>",
    "炮二平五".as_bytes(),
    b"when ",
    b"not ",
    b" and ",
    b"every p in plies of s: ",
    b"some m in moves: ",
    b"count ",
    b" at reply",
    b" at earlier",
    b"targets of p",
    b"clause 1 \"\" \"\" {",
    b"define ",
    b"replace ",
    b"- ",
    b"fen: ",
    b"[] ",
    b"variants:\n",
    "凡 p 于 s 的 着: ".as_bytes(),
    "被将".as_bytes(),
    "前".as_bytes(),
];

/// The longest input.
const MAX_LENGTH: usize = 1 << 16;

/// Makes inputs, the same ones for the same number.
pub(crate) struct Mutator {
    seeds: Vec<Vec<u8>>,
    random: u64,
}

impl Mutator {
    pub(crate) fn new(seeds: Vec<Vec<u8>>, random: u64) -> Self {
        assert!(!seeds.is_empty());
        Self {
            seeds,
            random: random.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
        }
    }

    pub(crate) fn seeds(&self) -> &[Vec<u8>] {
        &self.seeds
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) as usize % limit.max(1)
    }

    /// The next input.
    pub(crate) fn next(&mut self) -> Vec<u8> {
        let seed = self.below(self.seeds.len());
        let mut input = self.seeds[seed].clone();
        for _ in 0..=self.below(6) {
            self.mutate(&mut input);
        }
        input.truncate(MAX_LENGTH);
        input
    }

    fn mutate(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        let until = (at + self.below(24)).min(input.len());
        match self.below(8) {
            0 if at < input.len() => input[at] = self.below(256) as u8,
            1 if at < input.len() => input[at] ^= 1 << self.below(8),
            2 => drop(input.drain(at..until)),
            3 => {
                let part = input[at..until].to_vec();
                let to = self.below(input.len() + 1);
                input.splice(to..to, part);
            }
            4 => input.truncate(at),
            5 => {
                let other = self.below(self.seeds.len());
                let from = self.below(self.seeds[other].len() + 1);
                let rest = self.seeds[other][from..].to_vec();
                input.truncate(at);
                input.extend(rest);
            }
            choice => {
                let token = TOKENS[self.below(TOKENS.len())];
                let end = if choice == 6 { at } else { until };
                input.splice(at..end, token.iter().copied());
            }
        }
    }
}
