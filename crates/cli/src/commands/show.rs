//! `qili show`

use std::fmt::Write as _;

use qili_edition::Edition;
use qili_edition::folder::Folder;
use qili_lang::defines::defines;
use qili_lang::format::{Reader, format_clause, known_as, number};
use qili_lang::syntax::Clause;
use qili_review::law::{self, Fact};
use qili_review::things::label;
use qili_words::{Language, Said, both};

use crate::arguments::{Format, Show};
use crate::edited;
use crate::output::{Done, print, print_json};

pub(crate) fn run(arguments: &Show) -> Done {
    let language = arguments.form.language();
    let Some(reference) = &arguments.edition else {
        return list(arguments, language);
    };
    let edition = Edition::open(&edited::here(reference, language))?;
    let all: Vec<&Clause> = edition.clauses.iter().map(|one| &one.clause).collect();
    let defined = defines(&all);
    let wanted = |clause: &Clause, defines: &str| {
        arguments.clause.as_ref().is_none_or(|wanted| {
            let mut words = defines.split(' ').skip(1);
            clause.article.text.starts_with(wanted.as_str())
                || clause.title.zh == *wanted
                || clause.title.en == *wanted
                || words.any(|word| word == wanted)
        })
    };
    let shown: Vec<_> = edition
        .clauses
        .iter()
        .zip(&defined)
        .filter(|(in_force, defines)| wanted(&in_force.clause, defines))
        .map(|(in_force, _)| in_force)
        .collect();
    if shown.is_empty() {
        let clause = arguments.clause.as_deref().unwrap_or_default();
        let names = |language| {
            let clauses = edition.clauses.iter().map(|one| &one.clause);
            let names =
                clauses.map(|clause| known_as(&clause.article.text, &clause.title, language));
            let mut names: Vec<&str> = names.collect();
            names.dedup();
            names.join(language.of("、", ", "))
        };
        let (zh, en) = (names(Language::Chinese), names(Language::English));
        let message = both!(
            "版本 `{reference}` 没有 `{clause}` 这一条",
            "edition `{reference}` has no clause `{clause}`"
        );
        let help = both!("它的条目有{zh}", "its clauses are {en}");
        return Err(Said::new("qili::show::clause", message).help(help).into());
    }
    if arguments.form.format == Format::Json {
        let clauses: Vec<_> = shown
            .iter()
            .map(|in_force| {
                serde_json::json!({
                    "article": in_force.clause.article.text,
                    "title": in_force.clause.title,
                    "edition": edition.files[in_force.file].edition,
                    "file": edition.files[in_force.file].source.name(),
                    "text": format_clause(&in_force.clause, language),
                })
            })
            .collect();
        return print_json(&clauses);
    }
    let mut text = String::new();
    if arguments.clause.is_none() {
        let about = &edition.about;
        let _ = writeln!(
            text,
            "{} — {}",
            label(&about.id, language),
            language.of(&about.title.zh, &about.title.en)
        );
        for base in &edition.amended {
            let _ = writeln!(
                text,
                "{} {}",
                language.of("增改自", "amends"),
                label(&base.id, language)
            );
        }
        let lineage: Vec<_> = edition.lineage().collect();
        for fact in Fact::ALL {
            if let Some(said) = law::said(
                fact,
                &lineage,
                edition.procedure().map(|procedure| &**procedure),
                language,
            ) {
                let _ = writeln!(
                    text,
                    "{}{}{said}",
                    fact.name(language),
                    language.of("：", ": ")
                );
            }
        }
        text.push('\n');
    }
    let events = edition.lineage().flat_map(|about| &about.events);
    let reader = Reader::new(all, language).with_events(events);
    for in_force in shown {
        let clause = &in_force.clause;
        let article = clause.article.text.as_str();
        let file = label(edition.files[in_force.file].source.name(), language);
        let _ = match language {
            // a handle of ours is nothing to read, but is written where the clause is amended
            Language::Chinese if number(article, language) != article => {
                writeln!(text, "# 出自 {file}，条号写作 `{article}`")
            }
            Language::Chinese => writeln!(text, "# 出自 {file}"),
            Language::English => writeln!(text, "# from {file}"),
        };
        let _ = match language {
            Language::Chinese => writeln!(text, "{}\n", reader.clause(clause)),
            Language::English => writeln!(text, "{}", format_clause(clause, language)),
        };
    }
    print(&text)
}

fn list(arguments: &Show, language: Language) -> Done {
    let mut text = String::new();
    let mut rows = Vec::new();
    for name in Folder::shipped() {
        let edition = Edition::open(name)?;
        let title = language
            .of(&edition.about.title.zh, &edition.about.title.en)
            .to_owned();
        let _ = writeln!(text, "{:<16} {title}", label(name, language));
        rows.push(serde_json::json!({ "edition": name, "title": title, "clauses": edition.clauses.len() }));
    }
    match arguments.form.format {
        Format::Text => print(&text),
        Format::Json => print_json(&rows),
    }
}
