//! Coverage as text and as Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use qili_lang::format::numbered;
use qili_words::{Bilingual, Language};

use super::{ClauseCoverage, Coverage, Mutation};
use crate::things::{label, thing};

/// How many scenarios are named; the others are counted.
const NAMED: usize = 3;

/// The coverage as text.
#[must_use]
pub fn text(coverage: &Coverage, language: Language) -> String {
    let mut text = format!("{}\n\n", heading(coverage, language));
    for clause in coverage.told() {
        let (open, close) = language.of(("（", "）"), (" (", ")"));
        let _ = writeln!(
            text,
            "{}{open}{}{close}\n    {}{}",
            numbered(&clause.article, &clause.title, language),
            thing(&clause.defines, language),
            exercised(clause, &coverage.titles, language),
            mutants(clause, coverage.mutated, language),
        );
    }
    text += &lists(coverage, language, "\n== ", "  ");
    text
}

/// The coverage as Markdown.
#[must_use]
pub fn markdown(coverage: &Coverage, language: Language) -> String {
    format!(
        "## {}\n{}",
        heading(coverage, language),
        lists(coverage, language, "\n### ", "- ")
    )
}

fn heading(coverage: &Coverage, language: Language) -> String {
    let (all, cases, found) = (coverage.told().count(), coverage.scenarios, coverage.found);
    let edition = label(&coverage.edition, language);
    let s = if all == 1 { "" } else { "s" };
    let cases = match (language, coverage.own_only) {
        (Language::Chinese, false) => format!("{edition}：条目 {all} 条，判例 {cases} 则"),
        (Language::English, false) => format!("{edition}: {all} clause{s}, {cases} cases"),
        (Language::Chinese, true) => {
            format!("{edition}：自身条目 {all} 条，判例连沿用的 {cases} 则")
        }
        (Language::English, true) => {
            format!("{edition}: {all} clause{s} of its own, {cases} cases with those inherited")
        }
    };
    match (language, found) {
        (_, 0) => cases,
        (Language::Chinese, _) => format!("{cases}，其中书上没有的 {found} 则"),
        (Language::English, _) => format!("{cases}, {found} of them in no book"),
    }
}

/// Who exercises a clause; in Chinese by titles, since names are English words.
fn exercised(
    clause: &ClauseCoverage,
    titles: &BTreeMap<String, Bilingual>,
    language: Language,
) -> String {
    let by = &clause.exercised_by;
    let named = by[..by.len().min(NAMED)].iter();
    let named = named.map(|name| match (language, titles.get(name)) {
        (Language::Chinese, Some(title)) => format!("《{}》", title.zh),
        _ => label(name, language),
    });
    let named: Vec<String> = named.collect();
    let named = language.list(&named);
    match (language, by.len()) {
        (Language::Chinese, _) if !clause.used => "本版没有一条用到".to_owned(),
        (Language::English, _) if !clause.used => "used by nothing in this edition".to_owned(),
        (Language::Chinese, _) if !clause.traced => "只能以改动检验".to_owned(),
        (Language::English, _) if !clause.traced => "can be tested by changing it only".to_owned(),
        (Language::Chinese, 0) => "没有判例用到".to_owned(),
        (Language::English, 0) => "exercised by no case".to_owned(),
        (Language::Chinese, count) => {
            format!("{count} 则判例用到：{named}{}", more(count, language))
        }
        (Language::English, count) => {
            format!("exercised by {count}: {named}{}", more(count, language))
        }
    }
}

const fn more(count: usize, language: Language) -> &'static str {
    if count > NAMED {
        language.of("等", ", …")
    } else {
        ""
    }
}

fn mutants(clause: &ClauseCoverage, mutated: bool, language: Language) -> String {
    let all = clause.mutants.len();
    if !mutated || all == 0 {
        return String::new();
    }
    let noticed = clause.mutants.iter().filter(|(_, by)| by.is_some()).count();
    match language {
        Language::Chinese => format!("；改动 {all} 处，发现 {noticed} 处"),
        Language::English => format!("; {noticed} of {all} changes noticed"),
    }
}

fn lists(coverage: &Coverage, language: Language, heading: &str, item: &str) -> String {
    let mut text = String::new();
    let name = |clause: &ClauseCoverage| numbered(&clause.article, &clause.title, language);
    let unexercised: Vec<&ClauseCoverage> = coverage.unexercised().collect();
    let _ = match language {
        Language::Chinese => writeln!(text, "{heading}没有判例用到的条目：{}", unexercised.len()),
        Language::English => {
            writeln!(
                text,
                "{heading}clauses that no case exercises: {}",
                unexercised.len()
            )
        }
    };
    text += "\n";
    for clause in unexercised {
        let _ = writeln!(text, "{item}{}", name(clause));
    }
    let unused: Vec<&ClauseCoverage> = coverage.unused().collect();
    if !unused.is_empty() {
        let said = language.of(
            "本版没有一条用到的条目：",
            "clauses that nothing in this edition uses: ",
        );
        let _ = writeln!(text, "{heading}{said}{}\n", unused.len());
        for clause in unused {
            let _ = writeln!(text, "{item}{}", name(clause));
        }
    }
    if !coverage.mutated {
        return text;
    }
    let score = coverage.score();
    let (noticed, all) = (score.noticed(), score.all);
    if all == 0 {
        return text;
    }
    let _ = match language {
        Language::Chinese => writeln!(text, "{heading}没有判例发现的改动：{}", all - noticed),
        Language::English => {
            writeln!(
                text,
                "{heading}changes that no case notices: {}",
                all - noticed
            )
        }
    };
    text += "\n";
    for (clause, mutation) in coverage.survivors() {
        let colon = language.of("：", ": ");
        let said = said(mutation, language);
        let _ = writeln!(text, "{item}{}{colon}{said}", name(clause));
    }
    let percent = (noticed * 1000).checked_div(all).unwrap_or(1000);
    let (whole, tenth) = (percent / 10, percent % 10);
    let (printed, found) = (score.printed, score.found);
    let _ = match language {
        Language::Chinese => {
            writeln!(
                text,
                "{heading}得分：{all} 处改动发现 {noticed} 处（{whole}.{tenth}%），书中图例发现 {printed} 处，另 {found} 处只有书上没有的判例发现"
            )
        }
        Language::English => {
            writeln!(
                text,
                "{heading}score: {noticed} of {all} changes noticed ({whole}.{tenth}%), {printed} by figures of the book, {found} only by cases in no book"
            )
        }
    };
    text
}

fn said(mutation: Mutation, language: Language) -> String {
    match language {
        Language::Chinese => mutation.zh(),
        Language::English => mutation.en(),
    }
}
