//! Against an independent implementation: `pyffish`, Fairy-Stockfish's Python module.
//!
//! Where there is Python, the tests install the module once into `target/tmp`; where they cannot, they say why and pass.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod moves;
mod python;
mod random;
mod rulings;
