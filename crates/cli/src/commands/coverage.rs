//! `qili coverage`

use crate::arguments::Coverage;
use crate::output::Done;

pub(crate) fn run(_: &Coverage) -> Done {
    Ok(())
}
