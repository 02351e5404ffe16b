//! Who left a repetition, in games of masters: where the edition in force says that a side must change, it should mostly
//! have been that side. No stretch has a right answer; the counts are a snapshot, so that a change which makes the rulings
//! agree less with what players did is seen.

#![allow(
    clippy::expect_used,
    reason = "a test stops where the rules or the stretches cannot be read"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use qili_board::{Side, fen};
use qili_edition::outcome::Outcome;
use qili_interpreter::{Cycle, judge};
use qili_report::Rulebook;
use qili_tests::root;
use qili_words::Language;

/// What became of the stretches of one sort: in how many of them the side that must change varied, of how many.
type Counts = BTreeMap<String, (usize, usize)>;

/// Rounds from which on a stretch says something: fewer may be chance.
const ROUNDS: usize = 2;

/// Judges one stretch: what the two sides do, if one must change, and whether it varied.
fn look(book: &Rulebook, line: &str) -> Option<(String, bool)> {
    let [position, moves, rounds, varied] = line.split("; ").collect::<Vec<_>>()[..] else {
        panic!("no stretch: {line}");
    };
    let varied = match varied {
        "red" => Side::Red,
        "black" => Side::Black,
        _ => return None,
    };
    if rounds.parse::<usize>().expect("a number of rounds") < ROUNDS {
        return None;
    }
    let start = fen::parse(position, book.vocabulary.alphabet()).expect("a position");
    let moves: Vec<_> = moves
        .split(' ')
        .map(|mv| mv.parse().expect("a move"))
        .collect();
    let judged = judge(
        &book.engine,
        Cycle::unchecked(&start.position, &moves, None),
    );
    let bound = judged.ruling.outcome.against()?;
    if judged.ruling.outcome != Outcome::must_change(bound) {
        return None;
    }
    let does = |side| book.counted(&judged, side, Language::Chinese);
    let sort = format!("{} 对 {}", does(bound), does(bound.other()));
    Some((sort, varied == bound))
}

fn counts(book: &Rulebook, stretches: &[&str]) -> Counts {
    let mut counts = Counts::new();
    for (sort, varied) in stretches.iter().filter_map(|line| look(book, line)) {
        let (those, all) = counts.entry(sort).or_default();
        *those += usize::from(varied);
        *all += 1;
    }
    counts
}

#[test]
fn who_must_change_mostly_varied() {
    let book = Rulebook::open(&root().join("rules/2020").display().to_string())
        .expect("the edition opens");
    let text = std::fs::read_to_string(root().join("tests/data/cycles/masters.txt"))
        .expect("the stretches are there");
    let stretches: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all = Counts::new();
    std::thread::scope(|scope| {
        let parts = stretches.chunks(stretches.len().div_ceil(threads));
        let working: Vec<_> = parts
            .map(|part| scope.spawn(|| counts(&book, part)))
            .collect();
        for part in working {
            for (sort, (those, of)) in part.join().expect("judged") {
                let counted = all.entry(sort).or_default();
                counted.0 += those;
                counted.1 += of;
            }
        }
    });
    let total = all
        .values()
        .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let mut sorted: Vec<_> = all.into_iter().collect();
    sorted.sort_by(|(a, one), (b, other)| (other.1, a).cmp(&(one.1, b)));
    let mut shown = format!("who must change varied: {} of {}\n", total.0, total.1);
    for (sort, (those, of)) in sorted {
        let _ = writeln!(shown, "{those} of {of}: {sort}");
    }
    insta::assert_snapshot!(shown);
}
