//! Named searches.

use super::error::{Fault, cited};
use super::names::Class;
use super::{Checker, Thing, named};
use crate::rules::{AlsoQuiet, ClauseId, Handle, ResultId, Search};
use crate::syntax::{Effect, Name, SearchDeclaration, Setting, SettingKey, SettingValue};
use qili_words::both;

/// How many searches may stand on one another with `like`.
const LIKE_LIMIT: usize = 32;

/// What the lines of a search say so far; the initial value is that of a search without lines.
#[derive(Clone)]
struct Draft {
    wants: Option<ResultId>,
    replies_retaking: bool,
    replies_exposed: bool,
    replies_any: bool,
    opponent_checks: u8,
    initiatives: u8,
    quiet_captures: Option<u8>,
    quiet_checks: u8,
    losses_elsewhere: bool,
    alone_after_retaking: bool,
    defender_moves: Option<u8>,
    also_quiet: AlsoQuiet,
    first_mover_only: bool,
}

impl Default for Draft {
    fn default() -> Self {
        Self {
            wants: None,
            replies_retaking: false,
            replies_exposed: false,
            replies_any: false,
            opponent_checks: 0,
            initiatives: 1,
            quiet_captures: Some(1),
            quiet_checks: 0,
            losses_elsewhere: true,
            alone_after_retaking: false,
            defender_moves: None,
            also_quiet: AlsoQuiet::default(),
            first_mover_only: false,
        }
    }
}

impl Checker<'_> {
    /// Every search, after those that it is like.
    pub(super) fn declare_searches(&mut self) {
        let clauses = self.clauses;
        for (place, (_, clause)) in clauses.iter().enumerate() {
            let Some(Effect::Search(search)) = &clause.effect else {
                continue;
            };
            let draft = self.draft(place, search);
            let wants = draft.wants.unwrap_or(ResultId(0));
            if draft.wants.is_none() {
                let fault = Fault::new(
                    "qili::rule::search",
                    clause.article.span,
                    both!(
                        "这个算法没有写明求什么",
                        "this search does not say what it wants"
                    ),
                );
                self.report(
                    place,
                    fault.help(both!(
                        "加一行，如 `求 得子`，或写 `同` 另一个算法",
                        "add a line such as `wants 得子`, or `like` another search"
                    )),
                );
            }
            self.rules.searches.push(Search {
                clause: ClauseId::at(place),
                names: named(&search.names),
                wants,
                replies_retaking: draft.replies_retaking,
                replies_exposed: draft.replies_exposed,
                replies_any: draft.replies_any,
                opponent_checks: draft.opponent_checks,
                initiatives: draft.initiatives,
                quiet_captures: draft.quiet_captures,
                quiet_checks: draft.quiet_checks,
                losses_elsewhere: draft.losses_elsewhere,
                alone_after_retaking: draft.alone_after_retaking,
                defender_moves: draft.defender_moves,
                also_quiet: draft.also_quiet,
                first_mover_only: draft.first_mover_only,
            });
        }
    }

    /// A search with what it takes from the others that it is like.
    fn draft(&mut self, place: usize, search: &SearchDeclaration) -> Draft {
        let clauses = self.clauses;
        let mut chain = vec![(place, search)];
        while let Some((
            own,
            SearchDeclaration {
                like: Some(name), ..
            },
        )) = chain.last().copied()
        {
            let Some(found) = self.directory.find(Class::Search, &name.text) else {
                let fault =
                    self.directory
                        .unknown(&[Class::Search], &[], &both!("算法", "search"), name);
                self.report(own, fault);
                break;
            };
            if chain.iter().any(|(earlier, _)| *earlier == found) || chain.len() == LIKE_LIMIT {
                let message = both!(
                    "算法互相仿照成了循环，或超过 {LIKE_LIMIT} 层",
                    "searches that are like each other in a circle, or more than {LIKE_LIMIT} deep"
                );
                let articles = chain.iter().map(|(place, _)| cited(&clauses[*place].1));
                let (zh, en): (Vec<_>, Vec<_>) = articles.map(|named| (named.zh, named.en)).unzip();
                let fault = Fault::new("qili::rule::circular", name.span, message);
                let help = qili_words::Bilingual::new(zh.join("、"), en.join(", "));
                self.report(own, fault.help(help));
                break;
            }
            let Some(Effect::Search(other)) = &clauses[found].1.effect else {
                break;
            };
            chain.push((found, other));
        }
        let mut draft = Draft::default();
        for (place, search) in chain.into_iter().rev() {
            for setting in &search.settings {
                self.apply(place, setting, &mut draft);
            }
        }
        draft
    }

    fn apply(&mut self, place: usize, setting: &Setting, draft: &mut Draft) {
        let words: &[Name] = match &setting.value {
            SettingValue::Words(words) => words,
            SettingValue::Number(_) => &[],
        };
        let says = |word: &str| words.iter().any(|name| name.text == word);
        match setting.key {
            SettingKey::Wants => {
                let Some(name) = words.first() else {
                    return;
                };
                if let Some(Thing::Result(result)) =
                    self.look_up(place, Class::Result, name, &both!("得失", "result"))
                {
                    draft.wants = Some(result);
                }
            }
            SettingKey::Replies => {
                draft.replies_retaking = says("retaking");
                draft.replies_exposed = says("exposed");
                draft.replies_any = says("any");
            }
            SettingKey::OpponentChecks => self.bounded(place, setting, &mut draft.opponent_checks),
            SettingKey::Initiatives => self.bounded(place, setting, &mut draft.initiatives),
            SettingKey::QuietChecks => self.bounded(place, setting, &mut draft.quiet_checks),
            SettingKey::QuietCaptures => draft.quiet_captures = self.limited(place, setting),
            SettingKey::DefenderMoves => draft.defender_moves = self.limited(place, setting),
            SettingKey::LossesElsewhere => draft.losses_elsewhere = says("counted"),
            SettingKey::AfterRetaking => draft.alone_after_retaking = says("alone"),
            SettingKey::AlsoQuiet => {
                draft.also_quiet = AlsoQuiet {
                    aim: says("aim"),
                    later: says("later"),
                    again: says("again"),
                }
            }
            SettingKey::Movers => draft.first_mover_only = says("first"),
        }
    }

    /// A number that may be left open.
    fn limited(&mut self, place: usize, setting: &Setting) -> Option<u8> {
        if matches!(setting.value, SettingValue::Number(None)) {
            return None;
        }
        let mut limit = 0;
        self.bounded(place, setting, &mut limit);
        Some(limit)
    }

    fn bounded(&mut self, place: usize, setting: &Setting, value: &mut u8) {
        match setting.value {
            SettingValue::Number(Some(number @ 0..=99)) => {
                *value = u8::try_from(number).unwrap_or(u8::MAX)
            }
            _ => {
                let fault = Fault::new(
                    "qili::rule::search",
                    setting.span,
                    both!("这里要有限度", "a search must be bounded here"),
                );
                self.report(
                    place,
                    fault.help(both!("写 0 到 99 的数", "give a number from 0 to 99")),
                );
            }
        }
    }
}
