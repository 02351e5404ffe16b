//! Rulings tried on every combination of what the two sides can do.

use qili_board::Side;
use qili_interpreter::judge::outcome;
use qili_lang::Truth;
use qili_lang::rules::{ClauseId, Ruling};
use qili_report::Rulebook;

use qili_words::{Bilingual, both};

use super::Finding;
use super::world::{Does, LONGEST, Sorts};

/// What is proved about an edition's rulings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Proof {
    /// Combinations of what the two sides can do, each with one or two moves.
    pub combinations: usize,
    /// Those for which a ruling is certain.
    pub decided: usize,
    /// Those for which that depends on the board.
    pub open: usize,
}

/// More pairs than this are not tried: then one of the two sides plays one move only.
const MANY: usize = 100_000;

/// What the sides do in an example.
#[derive(Clone, Copy)]
struct Example<'d> {
    sides: [&'d Does; 2],
    /// No board may show it.
    assumed: bool,
}

impl Example<'_> {
    fn prefer(&mut self, other: Self) {
        if self.assumed && !other.assumed {
            *self = other;
        }
    }

    /// An error, or a warning where no board may show the example.
    fn finding(
        self,
        world: &Sorts<'_>,
        book: &Rulebook,
        (clause, code, message): (ClauseId, &'static str, Bilingual),
        advice: &Bilingual,
    ) -> Finding {
        let side = |does: &Does| {
            let said: Vec<Bilingual> = does.iter().map(|&class| world.said(class)).collect();
            let all = |of: fn(&Bilingual) -> &str| said.iter().map(of).collect::<Vec<_>>();
            Bilingual::new(
                all(|one| &one.zh).join(" + "),
                all(|one| &one.en).join(" + "),
            )
        };
        let [one, other] = self.sides.map(side);
        let help = both!(
            "例如一方走{}，另一方走{}；{}",
            "for example, one side plays {}, the other {}; {}"; one, other, advice
        );
        if self.assumed {
            let message = both!("{}（如果棋盘上可能）", "{}, if a board allows it"; message);
            Finding::warning(book, clause, code, message).help(help)
        } else {
            Finding::error(book, clause, code, message).help(help)
        }
    }
}

/// Tries every combination: which have no ruling, which rulings contradict themselves, which rulings and patterns never
/// come first.
pub(super) fn combinations(book: &Rulebook) -> (Proof, Vec<Finding>) {
    let rules = &book.edition.rules;
    let mut proof = Proof::default();
    let Some(last) = rules.rulings.last() else {
        return (proof, Vec::new());
    };
    let world = Sorts::new(rules);
    let all = world.all();
    let mut first = vec![false; rules.rulings.len()];
    let mut named = vec![false; rules.patterns.len()];
    let mut uncovered: Option<Example<'_>> = None;
    let mut contradicted: Vec<(ClauseId, Example<'_>)> = Vec::new();
    let many = all.len() * all.len() / 2 > MANY;
    for (at, red) in all.iter().enumerate() {
        // the sides are alike, so each pair is tried once
        for black in &all[at..] {
            if many && red.len() > 1 && black.len() > 1 {
                continue;
            }
            let sides = [red, black];
            let mut example = Example {
                sides,
                assumed: world.assumed(sides),
            };
            proof.combinations += 1;
            let mut certain = false;
            let mut possible = false;
            for (index, ruling) in rules.rulings.iter().enumerate() {
                let truths = truths(&world, ruling, sides);
                let any = truths[0].or(truths[1]);
                if any.is_no() {
                    continue;
                }
                first[index] = true;
                possible = true;
                let outcomes = [Side::Red, Side::Black].map(|side| outcome(ruling.then, side));
                let both = truths.iter().all(|truth| truth.is_yes());
                if both && ruling.for_side && outcomes[0] != outcomes[1] {
                    let known = contradicted
                        .iter_mut()
                        .find(|(clause, _)| *clause == ruling.clause);
                    match known {
                        Some((_, known)) => known.prefer(example),
                        None => contradicted.push((ruling.clause, example)),
                    }
                }
                // what comes later comes first only if this one does not apply
                example.assumed |= !any.is_yes();
                if any.is_yes() {
                    certain = true;
                    break;
                }
            }
            match (certain, possible) {
                (true, _) => proof.decided += 1,
                (false, true) => proof.open += 1,
                (false, false) => {
                    uncovered.get_or_insert(example).prefer(example);
                }
            }
        }
        name(&world, &mut named, red, &all);
    }
    let mut findings = Vec::new();
    for (clause, example) in contradicted {
        let message = both!(
            "这条裁决同时适用于双方，而结果不同",
            "the ruling applies to both sides at once, with different outcomes"
        );
        findings.push(example.finding(
            &world,
            book,
            (clause, "qili::check::contradiction", message),
            &both!(
                "写明另一方不是如此，或在这条之前写一条对双方的裁决",
                "say `and not` of the other side, or put a ruling for both before this one"
            ),
        ));
    }
    if let Some(example) = uncovered {
        let count = proof.combinations - proof.decided - proof.open;
        let all = proof.combinations;
        let message = both!(
            "{all} 种组合中有 {count} 种没有裁决，连这最后一条也不适用",
            "{count} of {all} combinations have no ruling, not even this last one"
        );
        findings.push(example.finding(
            &world,
            book,
            (last.clause, "qili::check::uncovered", message),
            &both!(
                "添一条裁决，必要时写 `则 由裁判定`",
                "add a ruling, if need be `then the arbiter decides`"
            ),
        ));
    }
    findings.extend(dead(book, &first, &named));
    (proof, findings)
}

/// Whether a ruling applies to each side.
pub(super) fn truths(world: &Sorts<'_>, ruling: &Ruling, sides: [&Does; 2]) -> [Truth; 2] {
    let ask = |side| world.truth(&ruling.when, &ruling.exceptions, ruling.frame, side, sides);
    if ruling.for_side {
        [ask(0), ask(1)]
    } else {
        [ask(0), Truth::No]
    }
}

/// Marks the patterns that could be the first that a side shows.
fn name(world: &Sorts<'_>, named: &mut [bool], does: &Does, all: &[Does]) {
    // what the other side does can matter to a pattern, but hardly ever does: two examples of it are enough
    for other in [all.first(), all.last()].into_iter().flatten() {
        for (id, named) in world.patterns().zip(named.iter_mut()) {
            let truth = world.pattern(id, 0, [does, other]);
            *named |= !truth.is_no();
            if truth.is_yes() {
                break;
            }
        }
    }
}

fn dead(book: &Rulebook, first: &[bool], named: &[bool]) -> Vec<Finding> {
    let rules = &book.edition.rules;
    let mut findings = Vec::new();
    for (ruling, _) in rules
        .rulings
        .iter()
        .zip(first)
        .filter(|(_, first)| !**first)
    {
        let message = both!(
            "双方各走至多 {LONGEST} 着的循环里，总有别的裁决先适用",
            "the ruling never comes first in a cycle of at most {LONGEST} moves by each side"
        );
        findings.push(
            Finding::warning(book, ruling.clause, "qili::check::dead_ruling", message)
                .help(both!(
                    "它所说的都被前面的裁决取走了；放到前面，或废除",
                    "a ruling before it takes everything that it speaks of; put it earlier, or repeal it"
                )),
        );
    }
    for (pattern, _) in rules
        .patterns
        .iter()
        .zip(named)
        .filter(|(_, named)| !**named)
    {
        let name = &pattern.names.zh;
        let message = both!(
            "双方各走至多 {LONGEST} 着的循环里，形 `{name}` 总不是最先合的",
            "no side shows the pattern `{name}` first in a cycle of at most {LONGEST} moves by each side"
        );
        findings.push(
            Finding::warning(book, pattern.clause, "qili::check::dead_pattern", message).help(
                both!(
                    "这样的循环都被前面的形取走了；放到前面，或废除",
                    "a pattern before it takes every such cycle; put it earlier, or repeal it"
                ),
            ),
        );
    }
    findings
}
