//! A short name for the law of an edition, which tells whether two judgements were made by the same.

use std::hash::Hasher;

use fnv::FnvHasher;
use qili_lang::format::format_clause;
use qili_words::Language;

use crate::edition::Edition;

impl Edition {
    /// A digest of every clause in force and of the procedure, in sixteen hexadecimal digits: the FNV-1a hash of their
    /// canonical text. It is the same on every machine, and another one as soon as the law says anything else.
    ///
    /// ```
    /// use qili_edition::Edition;
    ///
    /// let law = |name| Edition::open(name).map(|edition| edition.digest());
    /// assert_eq!(law("2020")?, law("2020")?);
    /// assert_ne!(law("2020")?, law("1965")?);
    /// # Ok::<(), qili_edition::EditionError>(())
    /// ```
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hasher = FnvHasher::default();
        let mut law = |text: &str| {
            hasher.write(text.as_bytes());
            hasher.write_u8(0);
        };
        for in_force in &self.clauses {
            law(&format_clause(&in_force.clause, Language::English));
        }
        if let Some(procedure) = self.procedure() {
            law(&format!("{procedure:?}"));
        }
        format!("{:016x}", hasher.finish())
    }
}
