//! `qili show`

use std::fmt::Write as _;

use qili_edition::Edition;
use qili_edition::folder::Folder;
use qili_lang::format::format_clause;
use qili_words::Language as Keywords;
use qili_words::Language;

use crate::arguments::{Format, Show};
use crate::output::{Done, Failure, print, print_json};

pub(crate) fn run(arguments: &Show) -> Done {
    let language = arguments.form.language();
    let Some(reference) = &arguments.edition else {
        return list(arguments, language);
    };
    let edition = Edition::open(reference)?;
    let wanted = |article: &str| {
        arguments
            .clause
            .as_ref()
            .is_none_or(|clause| article.starts_with(clause.as_str()))
    };
    let shown: Vec<_> = edition
        .clauses
        .iter()
        .filter(|in_force| wanted(&in_force.clause.article.text))
        .collect();
    if shown.is_empty() {
        let articles: Vec<&str> = edition
            .clauses
            .iter()
            .map(|in_force| in_force.clause.article.text.as_str())
            .collect();
        let clause = arguments.clause.as_deref().unwrap_or_default();
        return Err(Failure::Report(miette::miette!(
            code = "qili::show::clause",
            help = format!("its clauses are {}", articles.join(", ")),
            "edition `{reference}` has no clause `{clause}`"
        )));
    }
    let keywords = match language {
        Language::Chinese => Keywords::Chinese,
        Language::English => Keywords::English,
    };
    if arguments.form.format == Format::Json {
        let clauses: Vec<_> = shown
            .iter()
            .map(|in_force| {
                serde_json::json!({
                    "article": in_force.clause.article.text,
                    "title": in_force.clause.title,
                    "edition": edition.files[in_force.file].edition,
                    "file": edition.files[in_force.file].source.name(),
                    "text": format_clause(&in_force.clause, keywords),
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
            about.id,
            language.of(&about.title.zh, &about.title.en)
        );
        for base in &edition.amended {
            let _ = writeln!(text, "{} {}", language.of("增改自", "amends"), base.id);
        }
        text.push('\n');
    }
    for in_force in shown {
        let file = &edition.files[in_force.file];
        let _ = writeln!(
            text,
            "# {} {}",
            language.of("出自", "from"),
            file.source.name()
        );
        let _ = writeln!(text, "{}", format_clause(&in_force.clause, keywords));
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
        let _ = writeln!(text, "{name:<14} {title}");
        rows.push(serde_json::json!({ "edition": name, "title": title, "clauses": edition.clauses.len() }));
    }
    match arguments.form.format {
        Format::Text => print(&text),
        Format::Json => print_json(&rows),
    }
}
