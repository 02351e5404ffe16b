//! Which clauses two editions have in common, and what changed in them.

use std::collections::HashSet;

use qili_edition::{Draft, InForce};
use qili_lang::check::names_used;
use qili_lang::defines::defines;
use qili_lang::format::{Reader, format_clause, numbered};
use qili_lang::syntax::{Amendment, Clause, Effect, Verdict};
use qili_words::Bilingual;
use qili_words::Language;
use serde::Serialize;

use super::words::{Part, likeness, parts};
use crate::things;

/// Numbered things (exceptions, discounts, …) are the same thing in two editions if at least this much of their text is.
const LIKE: f32 = 0.5;
/// They also use this much of the same names, unless nearly all of their text is the same.
const KINDRED: f32 = 0.5;
/// Of a text of which less than this stayed, both versions are shown whole.
const MARKED: f32 = 0.5;

/// A difference between the clauses of two editions.
#[derive(Debug, Clone, Serialize)]
pub struct ClauseChange {
    /// What the clause defines, in words that stay the same from edition to edition.
    pub defines: String,
    /// The same for a reader of the report's language.
    #[serde(skip)]
    pub said: String,
    /// Its number in the first edition, if it has one there.
    pub old_article: Option<String>,
    /// Its number in the second edition, if it has one there.
    pub new_article: Option<String>,
    /// Its title.
    pub title: Bilingual,
    /// What happened.
    pub change: Change,
    /// The text, with what changed marked.
    pub text: Vec<Part>,
}

/// What happened to a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Only the second edition has it.
    Added,
    /// Only the first edition has it.
    Repealed,
    /// It says something else.
    Changed,
    /// It says the same under another number, under another title, or with other remarks.
    Described,
}

/// The differences in the order of the second edition; what it no longer has stands at the end.
#[must_use]
pub fn changes(old: &Draft, new: &Draft, language: Language) -> Vec<ClauseChange> {
    let (old, new) = (sides_of(old, language), sides_of(new, language));
    let pairs = pair(&old, &new);
    let mut changes: Vec<ClauseChange> = Vec::new();
    for (at, clause) in new.iter().enumerate() {
        match pairs[at] {
            Some(before) => changes.extend(compared(&old[before], clause, language)),
            None => changes.push(clause.only(Change::Added)),
        }
    }
    for (at, clause) in old.iter().enumerate() {
        if !pairs.contains(&Some(at)) {
            changes.push(clause.only(Change::Repealed));
        }
    }
    changes
}

/// For each clause of the second edition the place of its counterpart in the first: what defines the same, or what is most
/// like it of what has no name.
#[must_use]
pub fn counterparts(old: &[InForce], new: &[InForce]) -> Vec<Option<usize>> {
    let language = Language::English;
    pair(&sides(old, [], language), &sides(new, [], language))
}

/// A clause of one edition, as it is compared.
struct Side<'c> {
    clause: &'c Clause,
    /// What it defines.
    defines: String,
    /// The same without its number.
    thing: String,
    /// What it defines, for a reader of the report's language.
    said: String,
    /// Its effect alone, in canonical form.
    effect: String,
    /// All of it, in canonical form.
    text: String,
    /// What a reader of the report's language is shown of it.
    shown: String,
    /// Its number and title for such a reader.
    name: String,
}

fn sides_of(draft: &Draft, language: Language) -> Vec<Side<'_>> {
    let lineage = std::iter::once(&draft.about).chain(&draft.amended);
    let events = lineage.flat_map(|about| &about.events);
    sides(&draft.clauses, events, language)
}

fn sides<'c, 'e>(
    clauses: &'c [InForce],
    events: impl IntoIterator<Item = &'e Bilingual>,
    language: Language,
) -> Vec<Side<'c>> {
    let all: Vec<&Clause> = clauses.iter().map(|in_force| &in_force.clause).collect();
    let defines = defines(&all);
    let reader = Reader::new(all.iter().copied(), language).with_events(events);
    let side = |(clause, defines): (_, String)| {
        let thing = match defines.rsplit_once(" #") {
            Some((thing, _)) => thing.to_owned(),
            None => defines.clone(),
        };
        let said = match defines.strip_prefix("ending on ") {
            Some(event) => format!("ending on {}", reader.event(event)),
            None => defines.clone(),
        };
        Side {
            clause,
            said: things::thing(&said, language),
            defines,
            thing,
            effect: effect(clause, language),
            text: canonical(clause, language),
            shown: reader.clause(clause),
            name: numbered(&clause.article.text, &clause.title, language),
        }
    };
    all.into_iter().zip(defines).map(side).collect()
}

/// A clause as its edition would print it had it written all of it itself.
fn canonical(clause: &Clause, language: Language) -> String {
    let plain = Clause {
        amendment: Amendment::Add,
        former: None,
        comments: Vec::new(),
        ..clause.clone()
    };
    format_clause(&plain, language).trim_end().to_owned()
}

/// What a clause does, without its number, its titles and what is said about it.
fn effect(clause: &Clause, language: Language) -> String {
    let mut bare = clause.clone();
    bare.article.text.clear();
    bare.title = Bilingual::default();
    bare.remarks.clear();
    canonical(&bare, language)
}

/// For each clause of the second edition its counterpart in the first.
fn pair(old: &[Side<'_>], new: &[Side<'_>]) -> Vec<Option<usize>> {
    let mut pairs = vec![None; new.len()];
    let mut taken = vec![false; old.len()];
    let mut each = |same: &dyn Fn(&Side<'_>, &Side<'_>) -> bool| {
        for (at, clause) in new.iter().enumerate() {
            if pairs[at].is_some() {
                continue;
            }
            let found = (0..old.len()).find(|&before| !taken[before] && same(&old[before], clause));
            if let Some(before) = found {
                taken[before] = true;
                pairs[at] = Some(before);
            }
        }
    };
    let article = |side: &Side<'_>| side.clause.article.text.clone();
    let numbered = |side: &Side<'_>| side.thing != side.defines;
    let former = |side: &Side<'_>| {
        side.clause
            .former
            .as_ref()
            .map(|former| former.text.clone())
    };
    let sort = |side: &Side<'_>| side.clause.effect.as_ref().map(std::mem::discriminant);
    each(&|old, new| old.thing == new.thing && article(old) == article(new));
    each(&|old, new| old.thing == new.thing && old.effect == new.effect);
    each(&|old, new| !numbered(new) && old.defines == new.defines);
    each(&|old, new| former(new) == Some(article(old)) && sort(old) == sort(new));
    likest(old, new, &mut pairs, &mut taken);
    pairs
}

/// Pairs what is left of the numbered things, the likest first.
fn likest(old: &[Side<'_>], new: &[Side<'_>], pairs: &mut [Option<usize>], taken: &mut [bool]) {
    let mut candidates = Vec::new();
    for (at, clause) in new.iter().enumerate() {
        for (before, earlier) in old.iter().enumerate() {
            if pairs[at].is_none() && !taken[before] && earlier.thing == clause.thing {
                let like = alike(earlier, clause);
                candidates.extend(like.map(|like| (like, at, before)));
            }
        }
    }
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    for (_, at, before) in candidates {
        if pairs[at].is_none() && !taken[before] {
            pairs[at] = Some(before);
            taken[before] = true;
        }
    }
}

/// How alike two numbered things are, if they are alike in what they do.
///
/// Rulings do the same where they decide alike about the same patterns, whatever their words.
fn alike(old: &Side<'_>, new: &Side<'_>) -> Option<f32> {
    let like = likeness(&old.effect, &new.effect);
    let kindred = kindred(old.clause, new.clause);
    let same = match (sentence(old.clause), sentence(new.clause)) {
        (Some(one), Some(other)) => one == other && kindred >= KINDRED,
        _ => like >= 0.8 || like >= LIKE && kindred >= KINDRED,
    };
    same.then_some(like + kindred)
}

/// How a ruling decides: against a side (`true`), with a draw, or not at all.
fn sentence(clause: &Clause) -> Option<Option<bool>> {
    match clause.effect.as_ref()? {
        Effect::Ruling { then, .. } => Some(match then {
            Verdict::Draw => Some(false),
            Verdict::MustChange(_) | Verdict::Loses(_) => Some(true),
            Verdict::Arbiter => None,
        }),
        _ => None,
    }
}

/// How much of the names that two clauses use is the same, from 0 to 1; their variables are no names.
fn kindred(old: &Clause, new: &Clause) -> f32 {
    let names = |clause: &'_ Clause| -> HashSet<String> {
        let used = clause.effect.iter().flat_map(names_used);
        let names = used.filter(|name| name.len() > 1 || !name.is_ascii());
        names.map(str::to_owned).collect()
    };
    let (old, new) = (names(old), names(new));
    match old.union(&new).count() {
        0 => 1.0,
        all => old.intersection(&new).count() as f32 / all as f32,
    }
}

/// A row of clauses of which the first that applies decides, told in another order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reordered {
    /// What they define: `ruling`, `pattern`.
    pub thing: &'static str,
    /// Those that both editions have, by what the first calls them and in its order.
    pub old: Vec<String>,
    /// The same in the order of the second.
    pub new: Vec<String>,
}

/// The orders of rulings and patterns that differ.
#[must_use]
pub fn reordered(old: &[InForce], new: &[InForce], language: Language) -> Vec<Reordered> {
    let (old, new) = (sides(old, [], language), sides(new, [], language));
    let pairs = pair(&old, &new);
    let order = |thing: &'static str, is: fn(&Effect) -> bool| {
        let places = new.iter().zip(&pairs);
        let places: Vec<usize> = places
            .filter(|(clause, _)| clause.clause.effect.as_ref().is_some_and(is))
            .filter_map(|(_, before)| *before)
            .collect();
        let article = |at: &usize| match language {
            Language::Chinese => old[*at].name.clone(),
            Language::English => old[*at].clause.article.text.clone(),
        };
        let mut sorted = places.clone();
        sorted.sort_unstable();
        (sorted != places).then(|| Reordered {
            thing,
            old: sorted.iter().map(article).collect(),
            new: places.iter().map(article).collect(),
        })
    };
    let rulings = order("ruling", |effect| matches!(effect, Effect::Ruling { .. }));
    let patterns = order("pattern", |effect| matches!(effect, Effect::Pattern { .. }));
    rulings.into_iter().chain(patterns).collect()
}

fn compared(old: &Side<'_>, new: &Side<'_>, language: Language) -> Option<ClauseChange> {
    if old.text == new.text {
        return None;
    }
    let change = if old.effect == new.effect {
        Change::Described
    } else {
        Change::Changed
    };
    Some(ClauseChange {
        old_article: Some(old.clause.article.text.clone()),
        text: if likeness(&old.text, &new.text) < MARKED {
            vec![
                Part::Old(old.shown.clone() + "\n"),
                Part::New(new.shown.clone()),
            ]
        } else if old.shown != new.shown {
            parts(&old.shown, &new.shown)
        } else {
            match language {
                Language::Chinese => {
                    vec![Part::Same(format!("{}\n# 只有英文的文字不同", new.shown))]
                }
                Language::English => parts(&old.text, &new.text),
            }
        },
        ..new.only(change)
    })
}

impl Side<'_> {
    fn only(&self, change: Change) -> ClauseChange {
        let article = || Some(self.clause.article.text.clone());
        ClauseChange {
            defines: self.defines.clone(),
            said: self.said.clone(),
            old_article: (change == Change::Repealed).then(article).flatten(),
            new_article: (change != Change::Repealed).then(article).flatten(),
            title: self.clause.title.clone(),
            change,
            text: vec![match change {
                Change::Added => Part::New(self.shown.clone()),
                Change::Repealed => Part::Old(self.shown.clone()),
                Change::Changed | Change::Described => Part::Same(self.shown.clone()),
            }],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<InForce> {
        qili_lang::parse::parse("test.rule", text)
            .unwrap()
            .clauses
            .into_iter()
            .map(|clause| InForce { clause, file: 0 })
            .collect()
    }

    fn compare(old: &str, new: &str) -> Vec<(Change, String)> {
        changes(&read(old), &read(new), Language::English)
            .into_iter()
            .map(|change| (change.change, change.defines))
            .collect()
    }

    const WORTH: &str = r#"clause 1 "马" "horse" { worth 马 is 1 强子 }"#;

    #[test]
    fn nothing_changed() {
        assert_eq!(compare(WORTH, WORTH), []);
        let commented = format!("# a comment\n{WORTH}");
        assert_eq!(compare(WORTH, &commented), []);
    }

    #[test]
    fn the_language_of_the_keywords_is_no_difference() {
        let chinese = "语言 中文\n条 1 \"马\" \"horse\" { 价值 马 是 1 强子 }";
        assert_eq!(compare(WORTH, chinese), []);
    }

    #[test]
    fn another_number_or_title_describes() {
        let moved = r#"clause 2 "马" "horse" { worth 马 is 1 强子 }"#;
        let said = r#"clause 1 "马" "horse" { says "one" worth 马 is 1 强子 }"#;
        for new in [moved, said] {
            let expected = (Change::Described, "worth 马 强子".to_owned());
            assert_eq!(compare(WORTH, new), [expected]);
        }
    }

    #[test]
    fn a_thing_is_recognised_under_another_number() {
        let new = r#"clause 9 "马" "horse" { worth 马 is 2 强子 }"#;
        let change = &changes(&read(WORTH), &read(new), Language::English)[0];
        assert_eq!(change.change, Change::Changed);
        assert_eq!(change.old_article.as_deref(), Some("1"));
        assert_eq!(change.new_article.as_deref(), Some("9"));
    }

    #[test]
    fn what_an_amendment_renumbers_is_one_clause() {
        let old = r#"clause 28.4 "打" "strike" { define 打 strikes (p: ply) as p is 将 }"#;
        let new = r#"replace clause 28.4 as 1.2 "犯禁" "prohibited" { define 犯禁 prohibited (p: ply) as p is 杀 }"#;
        let change = &changes(&read(old), &read(new), Language::English)[0];
        assert_eq!(change.change, Change::Changed);
        assert_eq!(change.old_article.as_deref(), Some("28.4"));
        assert_eq!(change.new_article.as_deref(), Some("1.2"));
    }

    #[test]
    fn a_ruling_put_first_is_added_and_moves_no_other() {
        let ruling = |article, pattern| {
            format!(
                "clause {article} \"\" \"\" {{ ruling for s when s is {pattern} then s loses }}"
            )
        };
        let old = [ruling("1", "长将"), ruling("2", "长捉")].join("\n");
        let new = [
            ruling("0", "长杀"),
            ruling("1", "长将"),
            ruling("2", "长捉"),
        ]
        .join("\n");
        assert_eq!(
            compare(&old, &new),
            [(Change::Added, "ruling #1".to_owned())]
        );
        assert_eq!(
            compare(&new, &old),
            [(Change::Repealed, "ruling #1".to_owned())]
        );
    }
}
