//! Moves and games as people write them.
