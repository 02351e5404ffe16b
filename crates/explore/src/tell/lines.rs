//! The sentences of a report.

use qili_board::Side;
use qili_interpreter::judge::Judgement;
use qili_report::explain::brief;
use qili_review::things::label;
use qili_words::Language;

use crate::kind::{Class, Kind};
use crate::question::{Question, Wanted};
use crate::reading::Reading;
use crate::report::{Find, Report};
use crate::simplicity::Simplicity;
use crate::stretch::Stretch;

/// A number with its thousands apart.
pub(super) fn number(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// So many of something.
fn several(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// What is compared, or asked.
pub(super) fn title(question: &Question, language: Language) -> String {
    let first = label(&question.first().label, language);
    match (&question.wanted, question.readings.len()) {
        (Wanted::Otherwise, 2) if question.readings[1].change.is_none() => {
            format!("{first} → {}", label(&question.readings[1].label, language))
        }
        (Wanted::Otherwise, 2) => {
            let change = change(&question.readings[1], language);
            format!("{first} → {change}")
        }
        (Wanted::Otherwise, changes) => match language {
            Language::Chinese => format!("{first}：{} 处改动", changes - 1),
            Language::English => format!("{first}: {} changes", changes - 1),
        },
        (Wanted::Undetermined, _) => match language {
            Language::Chinese => format!("{first}：未能裁定的局面"),
            Language::English => format!("{first}: what it leaves open"),
        },
        (Wanted::Shown { .. }, _) => match language {
            Language::Chinese => format!("{first}：所求的形"),
            Language::English => format!("{first}: the pattern that was asked for"),
        },
    }
}

/// What an edition is called, or the change that was made to it.
pub(super) fn change(reading: &Reading, language: Language) -> String {
    match &reading.change {
        Some(change) => change.get(language).to_owned(),
        None => label(&reading.label, language),
    }
}

/// How much came out.
pub(super) fn counted(question: &Question, report: &Report, language: Language) -> Vec<String> {
    let tried = &report.tried;
    let all = number(tried.stretches);
    let mut lines = Vec::new();
    if report.replayed {
        let (still, kept) = (report.finds.len(), tried.stretches);
        lines.push(match language {
            Language::Chinese => format!("重判所存的 {kept} 个循环，其中 {still} 个仍是所求。"),
            Language::English => {
                format!("{kept} kept stretches judged again: {still} are finds still.")
            }
        });
        match report.left.len() {
            0 => {}
            left => lines.push(match language {
                Language::Chinese => format!("时间已到，还有 {left} 个没有重判。"),
                Language::English => {
                    format!("The time was up: {left} more were not judged again.")
                }
            }),
        }
        return lines;
    }
    if tried.found == 0 {
        let alone = !matches!(question.wanted, Wanted::Otherwise);
        lines.push(match (language, alone) {
            (Language::Chinese, false) => format!("试了 {all} 个循环，没有一个不同。"),
            (Language::Chinese, true) => format!("试了 {all} 个循环，没有找到所求的。"),
            (Language::English, false) => format!("No difference in {all} stretches."),
            (Language::English, true) => format!("Nothing of the kind in {all} stretches."),
        });
    } else {
        let (found, kinds, consequences, shown) = (
            number(tried.found),
            report.kinds,
            report.consequences,
            report.finds.len(),
        );
        lines.push(match language {
            Language::Chinese => format!(
                "试了 {all} 个循环，找到 {found} 个，分 {kinds} 类；连同化简中遇到的，共 {consequences} 种后果；下列 {shown} 个，简单的在前。"
            ),
            Language::English => format!(
                "Finds in {all} stretches: {found}, of {}; with what was come by in making them simpler, {}; {shown} shown, the simplest first.",
                several(kinds, "kind", "kinds"),
                several(consequences, "consequence", "consequences")
            ),
        });
    }
    let seed = report.seed.map(|seed| match language {
        Language::Chinese => format!("，种子 {seed}"),
        Language::English => format!(", seed {seed}"),
    });
    let seed = seed.unwrap_or_default();
    let [cases, games, changed, made_up, open] = [
        tried.cases,
        tried.games,
        tried.changed,
        tried.made_up,
        tried.undetermined,
    ]
    .map(number);
    let reached = report.reached.as_ref();
    lines.push(match language {
        Language::Chinese if reached.is_some() => {
            format!("其中 {open} 个有一方未能判定，不算不同。")
        }
        Language::English if reached.is_some() => {
            format!("Of {open} somebody could not say what they are, which is no difference.")
        }
        Language::Chinese => format!(
            "所试：判例 {cases}，实战 {games}，改动而成 {changed}，随机摆成 {made_up}；其中 {open} 个有一方未能判定，不算不同{seed}。"
        ),
        Language::English => format!(
            "Tried: {cases} from cases, {games} from games, {changed} changed from others, {made_up} made up; of {open} somebody could not say what they are, which is no difference{seed}."
        ),
    });
    if let Some(class) = reached.and_then(|reached| reached.exhausted.as_ref()) {
        lines.push(match language {
            Language::Chinese => format!("已试遍：{}。在此范围内，没有找到的就没有。", class.zh),
            Language::English => format!(
                "Exhausted: {}. Of this class what was not found is not there.",
                class.en
            ),
        });
    }
    let further = reached.and_then(|reached| reached.further.as_ref());
    if let Some(further) = further {
        lines.push(match language {
            Language::Chinese => format!("时间已到：{}。", further.zh),
            Language::English => format!("The time was up: {}.", further.en),
        });
    }
    if reached.is_none() || further.is_some() {
        let no_proof = language.of(
            "没有找到不等于没有：这不是证明。",
            "What was not found may still be there: this is no proof.",
        );
        lines.push(no_proof.to_owned());
    }
    lines
}

/// The heading of a find: what everybody rules, and by which clauses.
pub(crate) fn heading(question: &Question, find: &Find, language: Language) -> String {
    let said: Vec<String> = find
        .judged
        .iter()
        .map(|(reading, judged)| {
            let reading = &question.readings[*reading];
            let colon = language.of("：", ": ");
            format!(
                "{}{colon}{}",
                change(reading, language),
                ruling(reading, judged, language)
            )
        })
        .collect();
    said.join(language.of("；", "; "))
}

/// A ruling with its articles.
fn ruling(reading: &Reading, judged: &Judgement, language: Language) -> String {
    let said = reading.book.ruling(&judged.ruling, language);
    let clauses = reading.book.numbers(&judged.ruling.clauses, language);
    match clauses.is_empty() {
        true => said,
        false => format!("{said} [{}]", language.list(&clauses)),
    }
}

/// A find that is not judged in full, on one line.
#[must_use]
pub fn one_line(question: &Question, kind: &Kind, stretch: &Stretch, language: Language) -> String {
    let alphabet = question.first().book.vocabulary.alphabet();
    let fen = qili_board::fen::write(&stretch.start, alphabet);
    let clauses = kind.numbers(question, language);
    let class = kind.class().said(language);
    format!(
        "{class} [{}] {fen} {}",
        language.list(&clauses),
        coordinates(stretch).join(" ")
    )
}

/// The moves of a stretch as programs read them.
pub(super) fn coordinates(stretch: &Stretch) -> Vec<String> {
    stretch.moves.iter().map(ToString::to_string).collect()
}

/// A line for each ply: the move, and what each edition says of it where they differ.
pub(super) fn plies(
    question: &Question,
    find: &Find,
    language: Language,
) -> Vec<(String, Vec<String>)> {
    let Some((_, first)) = find.judged.first() else {
        return Vec::new();
    };
    let plies = first.plies.iter().enumerate();
    plies
        .map(|(index, ply)| {
            let before = &first.cycle.before(ply.ply).position;
            let written = question.first().book.written(ply.played, before, language);
            let said = find.judged.iter().filter_map(|(reading, judged)| {
                let book = &question.readings[*reading].book;
                let ply = judged.plies.get(index)?;
                let name = ply
                    .nature
                    .map(|id| book.nature(id).get(language).to_owned());
                Some((name, brief(book, judged, ply, language)))
            });
            let mut said: Vec<_> = said.collect();
            if said.iter().all(|(name, _)| *name == said[0].0) {
                said.truncate(1);
            }
            let said = said.into_iter().map(|(_, brief)| brief);
            (
                format!("{}. {} {written}", index + 1, ply.side.name(language)),
                said.collect(),
            )
        })
        .collect()
}

/// What both sides do, where the editions call it otherwise; else once.
pub(super) fn patterns(
    question: &Question,
    find: &Find,
    language: Language,
) -> Vec<(String, Vec<String>)> {
    let of = |side: Side| {
        let said = find.judged.iter().map(|(reading, judged)| {
            question.readings[*reading]
                .book
                .pattern(judged, side, language)
        });
        let mut said: Vec<String> = said.collect();
        said.dedup();
        (side.name(language).to_owned(), said)
    };
    Side::ALL.into_iter().map(of).collect()
}

/// What is told of a find beside its judgements; how often it was found only by a search.
pub(super) fn remarks(
    question: &Question,
    report: &Report,
    find: &Find,
    language: Language,
) -> Vec<String> {
    let mut remarks = Vec::new();
    let caption = find.caption(question).unwrap_or_default();
    if !caption.get(language).is_empty() {
        let heading = language.of("要紧的：", "What matters: ");
        remarks.push(format!("{heading}{}", caption.get(language)));
    }
    remarks.extend(left_undone(report, find, language));
    let clauses = language.list(&find.numbers(question, language));
    let (stretches, kinds) = (number(find.stretches), find.kinds);
    let how_often = match language {
        _ if report.replayed => String::new(),
        Language::Chinese => format!("同一后果的循环 {stretches} 个，{kinds} 类。"),
        Language::English => format!(
            " With this consequence: {stretches} of the stretches tried, of {}.",
            several(kinds, "kind", "kinds")
        ),
    };
    let Simplicity { men, distance, .. } = find.simplicity;
    let plausible = find.simplicity.plausibility();
    remarks.push(match language {
        Language::Chinese => format!(
            "相关条目：{clauses}。{how_often}{men} 子；可信度 {plausible}(百着之中棋手会走的)；与最近的图例有 {distance} 子不同。"
        ),
        Language::English => format!(
            "Clauses: {clauses}.{how_often} {}; plausibility {plausible} (of a hundred moves, those that a player might make); elsewhere than in the nearest printed figure: {}.",
            several(men, "man", "men"),
            several(distance, "man", "men")
        ),
    });
    remarks
}

/// What there was no time for.
fn left_undone(report: &Report, find: &Find, language: Language) -> Option<String> {
    let undone = [
        (
            find.shrunk || report.replayed,
            language.of("尽量化简", "made as simple as can be"),
        ),
        (find.judged_again, language.of("重判", "judged again")),
        (
            find.matter.is_some(),
            language.of("看出什么要紧", "looked at for what matters"),
        ),
    ];
    let undone: Vec<String> = undone
        .into_iter()
        .filter(|(done, _)| !done)
        .map(|(_, what)| what.to_owned())
        .collect();
    (!undone.is_empty()).then(|| match language {
        Language::Chinese => format!("时间或预算不够，未能{}。", undone.join("、")),
        Language::English => format!(
            "For want of time or budget it was not {}.",
            undone.join(", not ")
        ),
    })
}

/// The command that judges the find again.
pub(super) fn command(question: &Question, find: &Find) -> String {
    let alphabet = question.first().book.vocabulary.alphabet();
    let fen = qili_board::fen::write(&find.stretch.start, alphabet);
    let labels: Vec<&str> = find
        .judged
        .iter()
        .map(|(reading, _)| &question.readings[*reading])
        .filter(|reading| reading.change.is_none())
        .map(|reading| reading.reference.as_str())
        .collect();
    let moves = coordinates(&find.stretch).join(" ");
    let rules = match labels[..] {
        [one] => format!("--rules {}", quoted(one)),
        _ => format!("--compare {}", quoted(&labels.join(","))),
    };
    format!("qili judge {rules} --fen \"{fen}\" --moves \"{moves}\" --cycle")
}

/// The find in the workbench: all editions side by side.
pub(super) fn address(question: &Question, find: &Find) -> String {
    let book = &question.first().book;
    let fen = qili_board::fen::write(&find.stretch.start, book.vocabulary.alphabet());
    let fen: Vec<&str> = fen.split(' ').take(2).collect();
    let (edition, law) = (&book.edition.about.id, &book.law);
    let moves = coordinates(&find.stretch).concat();
    format!(
        "/#e={edition}&law={law}&f={}&m={moves}&all=1",
        fen.join("_")
    )
}

fn quoted(word: &str) -> String {
    match word.contains(char::is_whitespace) {
        true => format!("\"{word}\""),
        false => word.to_owned(),
    }
}

/// The table of directions: its head and its rows.
pub(super) fn directions(
    question: &Question,
    report: &Report,
    language: Language,
) -> Option<(Vec<String>, Vec<Vec<String>>)> {
    if report.directions.is_empty() {
        return None;
    }
    let first = label(&question.first().label, language);
    let head = [
        match language {
            Language::Chinese => format!("双方所走(依 {first})"),
            Language::English => format!("what the two sides do (by {first})"),
        },
        language.of("后者较严", "the other is stricter").to_owned(),
        language.of("后者较宽", "milder").to_owned(),
        language
            .of("归咎另一方", "against the other side")
            .to_owned(),
    ];
    let rows = report.directions.iter().take(ROWS).map(|(patterns, row)| {
        let pattern = language.of(&patterns[0], &patterns[1]);
        vec![
            pattern.clone(),
            number(row.stricter),
            number(row.milder),
            number(row.other_side),
        ]
    });
    Some((head.to_vec(), rows.collect()))
}

/// How many rows of the table of directions are shown.
const ROWS: usize = 12;

/// The changes that did not show, and kept finds that are none any more.
pub(super) fn missing(question: &Question, report: &Report, language: Language) -> Vec<String> {
    let all = number(report.tried.stretches);
    let said = report.missing.iter().map(|&against| {
        let change = change(&question.readings[against], language);
        match language {
            Language::Chinese => format!("{change}：{all} 个循环中没有看得出的"),
            Language::English => format!("{change}: shows in none of {all} stretches"),
        }
    });
    let first = question.first();
    let gone = report.gone.iter().map(|stretch| {
        let fen = qili_board::fen::write(&stretch.start, first.book.vocabulary.alphabet());
        let heading = language.of("不再是所求：", "no find any more: ");
        format!("{heading}{fen} {}", coordinates(stretch).join(" "))
    });
    said.chain(gone).collect()
}

/// Of which class a find is, where that says something.
pub(super) fn class(find: &Find, language: Language) -> Option<&'static str> {
    (find.class != Class::Alone).then(|| find.class.said(language))
}
