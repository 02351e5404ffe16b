//! Runs the clocks of a game.

use super::{
    ClockReport, ClockRules, Control, Overstep, PlyNature, SideReport, Stage, TimedPly,
    UncountedRule,
};
use crate::both::{Both, mover};
use crate::duration::Duration;
use qili_board::Side;

/// Judges a game in which `first` moves first; `running` is the time spent on a move that is not finished.
///
/// The report ends with the first overstep.
#[must_use]
pub fn judge(
    control: &Control,
    plies: &[TimedPly],
    running: Option<Duration>,
    first: Side,
    rules: &ClockRules,
) -> ClockReport {
    let natures: Vec<&PlyNature> = plies.iter().map(|ply| &ply.nature).collect();
    let mut uncounted = match control {
        Control::Quota { .. } => uncounted(&natures, &rules.uncounted),
        Control::PerMove { .. } => Vec::new(),
    };
    let mut sides: Both<SideReport> = Both::default();
    let mut overstep = None;
    let times = plies.iter().map(|ply| (ply.spent, true));
    for (place, (spent, finished)) in times.chain(running.map(|spent| (spent, false))).enumerate() {
        let ply = place + 1;
        let side = mover(first, ply);
        let report = sides.of_mut(side);
        report.used = report.used.plus(spent);
        let over = match control {
            Control::Quota { stages, .. } => quota_missed(stages, report),
            Control::PerMove {
                seconds,
                reserve_minutes,
                ..
            } => {
                let beyond = spent.less(Duration::from_seconds(u64::from(*seconds)));
                let reserve = report.reserve_used.unwrap_or_default().plus(beyond);
                report.reserve_used = Some(reserve);
                let limit = Duration::from_minutes(*reserve_minutes);
                (reserve > limit).then_some((limit, 0))
            }
        };
        if let Some((limit, due)) = over {
            overstep = Some(Overstep {
                side,
                ply,
                move_number: report.moves as usize + 1,
                limit,
                due,
                made: report.counted,
            });
            uncounted.retain(|&one| one < ply);
            break;
        }
        if finished {
            report.moves += 1;
            report.counted += u32::from(uncounted.binary_search(&ply).is_err());
        }
    }
    if let Control::Quota { stages, .. } = control {
        for side in [Side::Red, Side::Black] {
            let report = sides.of_mut(side);
            let next = quotas(stages).find(|&(_, moves)| report.counted < moves);
            report.time_left = next.map(|(limit, _)| limit.less(report.used));
            report.moves_due = next.map(|(_, moves)| moves - report.counted);
        }
    }
    let mut clauses = vec![control.clause().clone(), rules.choice.clone()];
    if !uncounted.is_empty() {
        clauses.push(rules.uncounted.clause.clone());
    }
    ClockReport {
        control: control.id().to_owned(),
        overstep,
        sides,
        uncounted,
        clauses,
    }
}

/// The limits with the number of moves due until then, from the beginning of the game.
fn quotas(stages: &[Stage]) -> impl Iterator<Item = (Duration, u32)> {
    let once = stages.iter().filter(|stage| !stage.repeats).copied();
    // A stage without moves would come again for ever.
    let again: Vec<Stage> = stages
        .iter()
        .filter(|stage| stage.repeats && stage.moves > 0)
        .copied()
        .collect();
    once.chain(again.into_iter().cycle())
        .scan((0u32, 0u32), |(minutes, moves), stage| {
            *minutes = minutes.checked_add(stage.minutes)?;
            *moves = moves.checked_add(stage.moves)?;
            Some((Duration::from_minutes(*minutes), *moves))
        })
}

/// The first quota that was due before the time used and is not met.
fn quota_missed(stages: &[Stage], report: &SideReport) -> Option<(Duration, u32)> {
    let (limit, moves) = quotas(stages).find(|&(_, moves)| report.counted < moves)?;
    (report.used > limit).then_some((limit, moves))
}

/// The plies that do not count: in an unbroken run of a side's moves of the listed natures, those that repeat a position of the
/// run, beyond the first few of the cycle.
fn uncounted(natures: &[&PlyNature], rule: &UncountedRule) -> Vec<usize> {
    let mut found = Vec::new();
    for parity in 0..2 {
        // The ply at which the run began, and the one at which its cycle did.
        let mut run: Option<usize> = None;
        let mut cycle: Option<usize> = None;
        for place in (parity..natures.len()).step_by(2) {
            let ply = place + 1;
            let nature = natures[place];
            if !nature
                .natures
                .iter()
                .any(|nature| rule.natures.contains(nature))
            {
                run = None;
                cycle = None;
                continue;
            }
            let start = *run.get_or_insert(ply);
            let Some(repeated) = nature.repeats.filter(|&repeated| repeated >= start) else {
                cycle = None;
                continue;
            };
            let begin = *cycle.get_or_insert(repeated);
            let number = (ply - begin) / 2 + 1;
            if number > rule.free {
                found.push(ply);
            }
        }
    }
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nature(names: &[&str], repeats: Option<usize>) -> PlyNature {
        PlyNature {
            natures: names.iter().map(|&name| name.to_owned()).collect(),
            repeats,
        }
    }

    fn rule() -> UncountedRule {
        let rules = crate::rules::tests::rules();
        rules.clock.uncounted
    }

    /// Six checks in a cycle of two, each answered.
    #[test]
    fn repeated_checks_count_three_times_and_answers_always() {
        let natures: Vec<PlyNature> = (1..=12)
            .map(|ply| match ply % 2 {
                1 => nature(
                    &["将"],
                    (ply > 4).then_some(if ply % 4 == 1 { 1 } else { 3 }),
                ),
                _ => nature(&[], (ply > 4).then_some(if ply % 4 == 2 { 2 } else { 4 })),
            })
            .collect();
        assert_eq!(
            uncounted(&natures.iter().collect::<Vec<_>>(), &rule()),
            [7, 9, 11]
        );
    }

    #[test]
    fn checks_that_lead_to_new_positions_all_count() {
        let natures: Vec<PlyNature> = (0..20)
            .map(|ply| nature(if ply % 2 == 0 { &["将"] } else { &[] }, None))
            .collect();
        assert_eq!(
            uncounted(&natures.iter().collect::<Vec<_>>(), &rule()),
            Vec::<usize>::new()
        );
    }

    #[test]
    fn a_quiet_move_ends_the_run() {
        let mut natures: Vec<PlyNature> = (1..=11)
            .map(|ply| {
                nature(
                    if ply % 2 == 1 { &["捉"] } else { &[] },
                    (ply > 4 && ply % 2 == 1).then_some(1),
                )
            })
            .collect();
        natures[8] = nature(&["闲"], Some(1));
        assert_eq!(uncounted(&natures.iter().collect::<Vec<_>>(), &rule()), [7]);
    }
}
