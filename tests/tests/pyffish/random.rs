//! Numbers that are the same in every run.

/// Marsaglia's xorshift.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new() -> Self {
        Self(0x2545_F491_4F6C_DD1D)
    }

    pub(crate) const fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}
