//! A difference as Markdown, fit for a comment on a pull request.

use std::fmt::Write as _;

use qili_words::Language;

use super::text::{
    EXPECTATIONS, LAW, SECTIONS, counted, counted_games, named_game, of, outcome, printed,
    said_problems, title,
};
use super::{Change, Difference, Part};

/// Forges refuse longer comments; what is left out is said at the end. In bytes.
const LIMIT: usize = 60_000;

/// The difference as Markdown.
#[must_use]
pub fn markdown(difference: &Difference, language: Language) -> String {
    let mut blocks = vec![format!(
        "## {} `{}` → `{}`\n\n{}\n",
        language.of("规则比较", "Rules compared:"),
        difference.old,
        difference.new,
        summary(difference, language)
    )];
    if !difference.problems.is_empty() {
        let mut block = format!("> [!WARNING]\n> {}\n", said_problems(difference, language));
        for problem in &difference.problems {
            let _ = writeln!(block, "> - {}", prose(problem));
        }
        blocks.push(block);
    }
    // consequences first: they are what a reviewer looks for
    blocks.extend(cases(difference, language));
    blocks.extend(games(difference, language));
    blocks.extend(expected(difference, language));
    blocks.extend(law(difference, language));
    for (change, heading) in SECTIONS {
        let those = of(difference, change);
        if those.is_empty() {
            continue;
        }
        if change == Change::Repealed {
            let titles = those.iter().map(|clause| prose(&title(clause, language)));
            let titles: Vec<String> = titles.map(|title| format!("- {title}\n")).collect();
            let heading = capital(heading.of(language));
            blocks.push(format!(
                "### {heading} ({})\n\n{}",
                those.len(),
                titles.concat()
            ));
            continue;
        }
        blocks.push(format!(
            "### {} ({})\n",
            capital(heading.of(language)),
            those.len()
        ));
        let open = if change == Change::Changed {
            " open"
        } else {
            ""
        };
        for clause in those {
            blocks.push(format!(
                "<details{open}><summary>{}</summary>\n\n<pre>{}</pre>\n\n</details>\n",
                prose(&title(clause, language)),
                marked(&clause.text)
            ));
        }
    }
    limited(&blocks, language)
}

/// What is said otherwise outside the clauses, as a table.
fn law(difference: &Difference, language: Language) -> Option<String> {
    let rows = difference.law.iter();
    let rows = rows.map(|one| [&one.what, &one.old, &one.new].map(|cell| prose(cell)));
    table(difference, LAW.of(language), rows.collect())
}

/// What cases expect otherwise, as a table.
fn expected(difference: &Difference, language: Language) -> Option<String> {
    let said = |side: &Option<String>| side.clone().unwrap_or_default();
    let rows = difference.expectations.iter();
    let rows = rows.map(|one| {
        let what = format!("{} {}", code(&one.case, language), prose(&one.what));
        [what, prose(&said(&one.old)), prose(&said(&one.new))]
    });
    table(difference, EXPECTATIONS.of(language), rows.collect())
}

fn table(difference: &Difference, heading: &str, rows: Vec<[String; 3]>) -> Option<String> {
    if rows.is_empty() {
        return None;
    }
    let mut block = format!(
        "### {}\n\n| | `{}` | `{}` |\n| --- | --- | --- |\n",
        capital(heading),
        difference.old,
        difference.new
    );
    for row in rows {
        let row = row.map(|cell| cell.replace('\n', "<br>"));
        let _ = writeln!(block, "| {} |", row.join(" | "));
    }
    Some(block)
}

fn summary(difference: &Difference, language: Language) -> String {
    let counts: Vec<String> = SECTIONS
        .iter()
        .map(|(change, heading)| (of(difference, *change).len(), heading.of(language)))
        .filter(|(count, _)| *count > 0)
        .map(|(count, heading)| format!("{count} {heading}"))
        .collect();
    let mut clauses = if counts.is_empty() {
        language.of("条目相同", "no clause differs").to_owned()
    } else {
        counts.join(language.of("，", ", "))
    };
    for (count, heading) in [
        (difference.law.len(), &LAW),
        (difference.expectations.len(), &EXPECTATIONS),
    ] {
        if count > 0 {
            let comma = language.of("，", ", ");
            let _ = write!(clauses, "{comma}{count} {}", heading.of(language));
        }
    }
    if difference.compared == 0 {
        return clauses;
    }
    format!(
        "{clauses}{}{}",
        language.of("；", "; "),
        counted(difference, language)
    )
}

fn cases(difference: &Difference, language: Language) -> Vec<String> {
    if difference.cases.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![format!("### {}\n", capital(&counted(difference, language)))];
    let mut table = format!(
        "| {} | {} | `{}` | `{}` |\n| --- | --- | --- | --- |\n",
        language.of("判例", "case"),
        language.of("书", "the book"),
        difference.old,
        difference.new
    );
    for case in &difference.cases {
        let row = |old: &str, new: &str| {
            let title = escaped(case.title.get(language));
            let printed: Vec<_> = case.printed.iter().map(|one| &*one.ruling).collect();
            let printed = printed.join(" / ");
            let names = names(case, language);
            format!("| {names} {title} | {printed} | {old} | {new} |\n")
        };
        table += &match (&case.ruling, &case.problem) {
            (_, Some(problem)) => row(&prose(problem), ""),
            (Some(ruling), None) => {
                let said = |side: &super::Side| outcome(&side.says, language).to_owned();
                row(&said(&ruling.old), &said(&ruling.new))
            }
            (None, None) => {
                let natures = |of: fn(&super::PlyChange) -> &super::Side| {
                    case.plies
                        .iter()
                        .map(|ply| format!("{}. {}", ply.ply, of(ply).says))
                        .collect::<Vec<_>>()
                        .join(" ")
                };
                let sides = |of: fn(&super::PatternChange) -> &String| {
                    let patterns = case.patterns.iter();
                    let said: Vec<_> = patterns
                        .map(|one| format!("{} {}", one.side, of(one)))
                        .collect();
                    said.join(" ")
                };
                if case.plies.is_empty() {
                    row(&sides(|one| &one.old), &sides(|one| &one.new))
                } else {
                    row(&natures(|ply| &ply.old), &natures(|ply| &ply.new))
                }
            }
        };
    }
    blocks.push(table);
    for case in &difference.cases {
        let heading = language.of(&case.title.zh, &case.title.en);
        let mut block = format!(
            "<details><summary>{} {}</summary>\n\n`{}`\n\n",
            names(case, language),
            escaped(heading),
            case.fen
        );
        for ply in &case.plies {
            let _ = writeln!(block, "{}. {} {}", ply.ply, ply.side, escaped(&ply.played));
            let _ = writeln!(
                block,
                "   - `{}`: {}",
                difference.old,
                prose(&ply.old.because)
            );
            let _ = writeln!(
                block,
                "   - `{}`: {}",
                difference.new,
                prose(&ply.new.because)
            );
        }
        if let Some(ruling) = &case.ruling {
            let _ = writeln!(block, "\n{}\n", language.of("裁决", "Ruling"));
            for line in printed(case, language) {
                let _ = writeln!(block, "- {}", prose(&line));
            }
            let _ = writeln!(
                block,
                "- `{}`: {}",
                difference.old,
                prose(&ruling.old.because)
            );
            let _ = writeln!(
                block,
                "- `{}`: {}",
                difference.new,
                prose(&ruling.new.because)
            );
        }
        block += "\n</details>\n";
        blocks.push(block);
    }
    blocks
}

fn games(difference: &Difference, language: Language) -> Vec<String> {
    let Some(games) = &difference.games else {
        return Vec::new();
    };
    let mut blocks = vec![format!(
        "### {}\n",
        capital(&counted_games(games, language))
    )];
    if games.changes.is_empty() {
        return blocks;
    }
    let mut table = format!(
        "| {} | `{}` | `{}` |\n| --- | --- | --- |\n",
        language.of("棋局", "game"),
        difference.old,
        difference.new
    );
    for game in &games.changes {
        let _ = writeln!(
            table,
            "| {} | {} ({}) | {} ({}) |",
            escaped(&named_game(game, language)),
            outcome(&game.old.says, language),
            prose(&game.old.because),
            outcome(&game.new.says, language),
            prose(&game.new.because)
        );
    }
    blocks.push(table);
    blocks
}

/// The names of a case.
fn names(case: &super::CaseChange, language: Language) -> String {
    let names: Vec<String> = case.names.iter().map(|name| code(name, language)).collect();
    names.join(" = ")
}

/// A name from a file; in Chinese one with Latin letters is shown as code.
fn code(name: &str, language: Language) -> String {
    let latin = name.contains(|c: char| c.is_ascii_alphabetic());
    match language {
        Language::Chinese if latin => prose(&format!("`{name}`")),
        _ => escaped(name),
    }
}

/// As many blocks as fit, and how many do not.
fn limited(blocks: &[String], language: Language) -> String {
    let mut text = String::new();
    for (index, block) in blocks.iter().enumerate() {
        if text.len() + block.len() > LIMIT {
            let left = blocks.len() - index;
            let _ = match language {
                Language::Chinese => {
                    writeln!(text, "\n（其余 {left} 项从略，请在本地运行 `qili diff`）")
                }
                Language::English => writeln!(
                    text,
                    "\n({left} more parts are left out; run `qili diff` to see them)"
                ),
            };
            break;
        }
        text += block;
        text.push('\n');
    }
    text
}

fn marked(parts: &[Part]) -> String {
    let whole = parts.len() == 1;
    parts
        .iter()
        .map(|part| match part {
            Part::Same(text) => escaped(text),
            Part::Old(text) | Part::New(text) if whole => escaped(text),
            Part::Old(text) => format!("<del>{}</del>", escaped(text)),
            Part::New(text) => format!("<ins>{}</ins>", escaped(text)),
        })
        .collect()
}

/// Text in which nothing is markup but what stands in backticks, which is code.
fn prose(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(number, part)| match number % 2 {
        1 => format!("<code>{}</code>", escaped(part)),
        _ => escaped(part),
    });
    parts.collect()
}

/// Text in which nothing is markup.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '|' => escaped += "&#124;",
            '*' => escaped += "&#42;",
            '_' => escaped += "&#95;",
            '`' => escaped += "&#96;",
            '[' => escaped += "&#91;",
            '@' => escaped += "&#64;",
            c => escaped.push(c),
        }
    }
    escaped
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map(|first| first.to_uppercase().chain(chars).collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_smuggle_markup_in() {
        assert_eq!(
            escaped("<b>|x|</b> @all"),
            "&lt;b&gt;&#124;x&#124;&lt;/b&gt; &#64;all"
        );
    }

    #[test]
    fn a_comment_stays_within_what_forges_accept() {
        let blocks = vec!["x".repeat(LIMIT / 2 - 10); 5];
        let text = limited(&blocks, Language::English);
        assert!(text.len() < LIMIT + 100);
        assert!(text.ends_with("(3 more parts are left out; run `qili diff` to see them)\n"));
    }
}
