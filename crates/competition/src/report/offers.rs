//! Which draw offers were in order, and who may offer next.

use qili_edition::yaml::Document;
use qili_words::Language;

use super::table::Table;
use super::{Output, clauses, json};
use crate::document::{Fault, locate};
use crate::files::offers::OfferFile;
use crate::offers::{self, Answer, OfferBreach};
use crate::{Competition, Result};

/// Which draw offers were in order, and who may offer next.
///
/// # Errors
/// A diagnostic for a file that cannot be read and for data that the rules do not admit.
pub fn offers(
    document: &Document,
    competition: &Competition,
    language: Language,
) -> Result<Output> {
    let rules = &competition.rules;
    let file: OfferFile = document.decode()?;
    let first = file.first.unwrap_or(rules.colours.first_mover);
    let report = offers::judge(&file.offers, first, &rules.offers)
        .map_err(|error| locate(document, Fault::in_list("offers")(error)))?;
    let mut table = Table::new(language.of(
        ["方", "着后", "答复", "评定", "条"],
        ["side", "after ply", "answer", "verdict", "article"],
    ));
    for offer in &report.offers {
        let answer = match offer.answer {
            Answer::Accepted => language.of("同意", "accepted"),
            Answer::Refused => language.of("拒绝", "refused"),
            Answer::PlayedOn => language.of("续走（拒绝）", "played on (refused)"),
            Answer::Pending => language.of("未答", "pending"),
        };
        let verdict = match offer.breach {
            None => language.of("有效", "in order"),
            Some(OfferBreach::NotAfterOwnMove) => {
                language.of("未走自己的着", "not after an own move")
            }
            Some(OfferBreach::OutOfTurn) => language.of("未轮到提和", "not their turn to offer"),
        };
        table.row([
            offer.by.name(language),
            &offer.after_ply.to_string(),
            answer,
            verdict,
            &offer.article,
        ]);
    }
    let mut text = table.text();
    let may: Vec<&str> = report
        .may_offer
        .iter()
        .map(|side| side.name(language))
        .collect();
    text.push_str(&if report.drawn {
        language.of("和棋\n", "the game is a draw\n").to_owned()
    } else if report.pending {
        language
            .of("等待答复\n", "an offer waits for its answer\n")
            .to_owned()
    } else {
        let may = may.join(language.of("或", " or "));
        language
            .of(
                &format!("此后可提和：{may}\n"),
                &format!("next to offer: {may}\n"),
            )
            .clone()
    });
    text.push_str(&clauses(&report.clauses, language));
    Ok(Output {
        text,
        json: json("offers", &rules.edition, &report)?,
    })
}
