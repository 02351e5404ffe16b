//! Geometry and state of a xiangqi board, without any rule.
