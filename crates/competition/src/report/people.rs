//! Officials and conduct.

use qili_words::Language;

use super::table::Table;
use super::{Output, clauses, json};
use crate::conduct::Consequence;
use crate::{Competition, Result};

/// How many arbiters `boards` boards need in an event of a level that the rules name.
///
/// # Errors
/// A level that the rules do not have.
pub fn officials(
    level: &str,
    boards: usize,
    competition: &Competition,
    language: Language,
) -> Result<Output> {
    let rules = &competition.rules.officials;
    let report = rules.needed(level, boards)?;
    let (name, boards) = (report.name.get(language), report.boards);
    let number = if report.fewest == report.most {
        report.fewest.to_string()
    } else {
        format!("{}–{}", report.fewest, report.most)
    };
    let mut text = language
        .of(
            &format!(
                "{name}，{boards} 台：裁判员 {number} 人 [{}]\n",
                report.article
            ),
            &format!(
                "{name}, {boards} board(s): {number} arbiter(s) [{}]\n",
                report.article
            ),
        )
        .clone();
    if report.chief_extra {
        text.push_str(language.of(
            "另设裁判长，不计入上数\n",
            "a chief arbiter on top of these\n",
        ));
    } else if report.chief {
        text.push_str(language.of("其中一人任裁判长\n", "one of them is the chief arbiter\n"));
    }
    text.push_str(&clauses(
        [&rules.chief.clause, &rules.committee]
            .into_iter()
            .chain(&rules.powers),
        language,
    ));
    Ok(Output {
        text,
        json: json("officials", &competition.rules.edition, &report)?,
    })
}

/// Prohibitions and duties of the players, with their consequences.
///
/// # Errors
/// None that the rules can cause.
pub fn conduct(competition: &Competition, language: Language) -> Result<Output> {
    let rules = &competition.rules;
    let conduct = &rules.conduct;
    let consequence = |one: &Consequence| match one {
        Consequence::Record => language.of("记录", "record"),
        Consequence::Loss => language.of("判负", "loss"),
        Consequence::Discipline => language.of("纪律处分", "discipline"),
        Consequence::TieBreak => language.of("影响名次", "tie-break"),
    };
    let mut table = Table::new(language.of(
        ["条", "禁止", "后果", "封棋期间"],
        ["article", "prohibited", "consequences", "while adjourned"],
    ));
    for one in &conduct.prohibitions {
        let consequences: Vec<&str> = one.consequences.iter().map(consequence).collect();
        let adjourned = match one.during_adjournment {
            true => language.of("适用", "yes"),
            false => "",
        };
        table.row([
            &one.text.article,
            one.text.get(language),
            &consequences.join(language.of("、", ", ")),
            adjourned,
        ]);
    }
    let mut text = table.text();
    text.push('\n');
    let mut table = Table::new(language.of(["条", "义务"], ["article", "duty"]));
    for duty in &conduct.duties {
        table.row([&duty.article, duty.get(language)]);
    }
    text.push_str(&table.text());
    Ok(Output {
        text,
        json: json("conduct", &rules.edition, conduct)?,
    })
}
