//! The editions that ship with Qili, as files inside the program.
//!
//! Nothing here reads them: that is the business of `qili-edition`. They lie in the folder `rules` of the repository,
//! to which the folder `editions` of this crate is a link, so that a published crate has them too.
//!
//! ```
//! let about = qili_rules::SHIPPED.get_file("2020/edition.yaml");
//! assert!(about.is_some());
//! ```

use include_dir::include_dir;
pub use include_dir::{Dir, DirEntry};

/// A folder for each edition.
pub static SHIPPED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/editions");
