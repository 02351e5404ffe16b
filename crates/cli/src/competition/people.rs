//! `officials` and `conduct`.

use miette::Result;
use qili_competition::conduct::Consequence;

use super::output::{Output, Table, clauses, json};
use super::{Common, Context};

/// How many arbiters an event needs.
#[derive(Debug, clap::Args)]
pub(super) struct Officials {
    /// The level of the event, as the rules name it
    #[arg(long, default_value = "national")]
    level: String,
    /// How many boards play at the same time
    #[arg(long)]
    boards: usize,
    #[command(flatten)]
    pub(super) common: Common,
}

/// Prohibitions and duties.
#[derive(Debug, clap::Args)]
pub(super) struct Conduct {
    #[command(flatten)]
    pub(super) common: Common,
}

pub(super) fn officials(wanted: &Officials, context: &Context) -> Result<Output> {
    let Context { rules, lang, .. } = context;
    let rules = &rules.officials;
    let report = rules.needed(&wanted.level, wanted.boards)?;
    let (name, boards) = (report.name.get(*lang), report.boards);
    let number = if report.fewest == report.most {
        report.fewest.to_string()
    } else {
        format!("{}–{}", report.fewest, report.most)
    };
    let mut text = lang.pick(
        format!(
            "{name}，{boards} 台：裁判员 {number} 人 [{}]\n",
            report.article
        ),
        format!(
            "{name}, {boards} board(s): {number} arbiter(s) [{}]\n",
            report.article
        ),
    );
    if report.chief_extra {
        text.push_str(lang.pick(
            "另设裁判长，不计入上数\n",
            "a chief arbiter on top of these\n",
        ));
    } else if report.chief {
        text.push_str(lang.pick("其中一人任裁判长\n", "one of them is the chief arbiter\n"));
    }
    text.push_str(&clauses(
        [&rules.chief.clause, &rules.committee]
            .into_iter()
            .chain(&rules.powers),
        *lang,
    ));
    Ok(Output {
        text,
        json: json("officials", &context.rules.edition, &report)?,
    })
}

pub(super) fn conduct(context: &Context) -> Result<Output> {
    let Context { rules, lang, .. } = context;
    let conduct = &rules.conduct;
    let consequence = |one: &Consequence| match one {
        Consequence::Record => lang.pick("记录", "record"),
        Consequence::Loss => lang.pick("判负", "loss"),
        Consequence::Discipline => lang.pick("纪律处分", "discipline"),
        Consequence::TieBreak => lang.pick("影响名次", "tie-break"),
    };
    let mut table = Table::new(lang.pick(
        ["条", "禁止", "后果", "封棋期间"],
        ["article", "prohibited", "consequences", "while adjourned"],
    ));
    for one in &conduct.prohibitions {
        let consequences: Vec<&str> = one.consequences.iter().map(consequence).collect();
        let adjourned = match one.during_adjournment {
            true => lang.pick("适用", "yes"),
            false => "",
        };
        table.row([
            &one.text.article,
            one.text.get(*lang),
            &consequences.join(lang.pick("、", ", ")),
            adjourned,
        ]);
    }
    let mut text = table.text();
    text.push('\n');
    let mut table = Table::new(lang.pick(["条", "义务"], ["article", "duty"]));
    for duty in &conduct.duties {
        table.row([&duty.article, duty.get(*lang)]);
    }
    text.push_str(&table.text());
    Ok(Output {
        text,
        json: json("conduct", &rules.edition, conduct)?,
    })
}
