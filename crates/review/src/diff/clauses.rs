//! Which clauses two editions have in common, and what changed in them.

use qili_edition::InForce;
use qili_lang::defines::defines;
use qili_lang::format::format_clause;
use qili_lang::syntax::{Amendment, Clause};
use qili_words::Bilingual;
use qili_words::Language;
use serde::Serialize;

use super::words::{Part, likeness, parts};

/// Numbered things (exceptions, rulings, …) are the same thing in two editions if at least this much of their text is.
const LIKE: f32 = 0.5;

/// A difference between the clauses of two editions.
#[derive(Debug, Clone, Serialize)]
pub struct ClauseChange {
    /// What the clause defines, in words that stay the same from edition to edition.
    pub defines: String,
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
pub fn changes(old: &[InForce], new: &[InForce], language: Language) -> Vec<ClauseChange> {
    let (old, new) = (sides(old, language), sides(new, language));
    let pairs = pair(&old, &new);
    let mut changes: Vec<ClauseChange> = Vec::new();
    for (at, clause) in new.iter().enumerate() {
        match pairs[at] {
            Some(before) => changes.extend(compared(&old[before], clause)),
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

/// A clause of one edition, as it is compared.
struct Side<'c> {
    clause: &'c Clause,
    /// What it defines.
    defines: String,
    /// The same without its number.
    thing: String,
    /// Its effect alone, in canonical form.
    effect: String,
    /// All of it, in canonical form.
    text: String,
}

fn sides(clauses: &[InForce], language: Language) -> Vec<Side<'_>> {
    let all: Vec<&Clause> = clauses.iter().map(|in_force| &in_force.clause).collect();
    let defines = defines(&all);
    let side = |(clause, defines): (_, String)| {
        let thing = match defines.rsplit_once(" #") {
            Some((thing, _)) => thing.to_owned(),
            None => defines.clone(),
        };
        Side {
            clause,
            defines,
            thing,
            effect: effect(clause, language),
            text: canonical(clause, language),
        }
    };
    all.into_iter().zip(defines).map(side).collect()
}

/// A clause as its edition would print it had it written all of it itself.
fn canonical(clause: &Clause, language: Language) -> String {
    let plain = Clause {
        amendment: Amendment::Add,
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
    each(&|old, new| old.thing == new.thing && article(old) == article(new));
    each(&|old, new| old.thing == new.thing && old.effect == new.effect);
    each(&|old, new| !numbered(new) && old.defines == new.defines);
    likest(old, new, &mut pairs, &mut taken);
    pairs
}

/// Pairs what is left of the numbered things, the likest first.
fn likest(old: &[Side<'_>], new: &[Side<'_>], pairs: &mut [Option<usize>], taken: &mut [bool]) {
    let mut candidates = Vec::new();
    for (at, clause) in new.iter().enumerate() {
        for (before, earlier) in old.iter().enumerate() {
            if pairs[at].is_none() && !taken[before] && earlier.thing == clause.thing {
                let like = likeness(&earlier.effect, &clause.effect);
                if like >= LIKE {
                    candidates.push((like, at, before));
                }
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

fn compared(old: &Side<'_>, new: &Side<'_>) -> Option<ClauseChange> {
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
        text: parts(&old.text, &new.text),
        ..new.only(change)
    })
}

impl Side<'_> {
    fn only(&self, change: Change) -> ClauseChange {
        let article = || Some(self.clause.article.text.clone());
        ClauseChange {
            defines: self.defines.clone(),
            old_article: (change == Change::Repealed).then(article).flatten(),
            new_article: (change != Change::Repealed).then(article).flatten(),
            title: self.clause.title.clone(),
            change,
            text: vec![match change {
                Change::Added => Part::New(self.text.clone()),
                Change::Repealed => Part::Old(self.text.clone()),
                Change::Changed | Change::Described => Part::Same(self.text.clone()),
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
