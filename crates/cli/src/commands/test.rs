//! `qili test`

use qili_edition::folder::Folder;
use qili_report::Rulebook;
use qili_review::snapshot::{line_in, told};
use qili_review::{Check, Run, Scope, run as run_case};
use qili_words::Language;
use serde_json::{Value, json};

use crate::arguments::{Format, Test};
use crate::edited;
use crate::output::{Done, Failure, print, print_json};

pub(crate) fn run(arguments: &Test) -> Done {
    let language = arguments.form.language();
    let named = match &arguments.editions[..] {
        [] => Folder::shipped().map(str::to_owned).collect(),
        named => named.to_vec(),
    };
    let mut failed = 0;
    let mut editions = Vec::new();
    for reference in &named {
        let tested = Tested::run(&edited::here(reference, language), arguments)?;
        failed += tested.all - tested.passed;
        match arguments.form.format {
            Format::Text => print(&tested.summary(language))?,
            Format::Json => editions.push(tested.json()),
        }
    }
    if arguments.form.format == Format::Json {
        print_json(&json!({ "schema": "qili.test/1", "editions": editions }))?;
    }
    if failed == 0 {
        Ok(())
    } else {
        Err(Failure::Expectations)
    }
}

/// How many agree, of how many.
type Tally = (usize, usize);

/// The cases of an edition, run.
struct Tested {
    edition: String,
    all: usize,
    passed: usize,
    natures: Tally,
    targets: Tally,
    rulings: Tally,
    /// One for each scenario, if they are asked for.
    scenarios: Vec<Value>,
}

impl Tested {
    /// Runs the cases of an edition; as text, they are printed as they come.
    fn run(reference: &str, arguments: &Test) -> Result<Self, Failure> {
        let book = Rulebook::open(reference)?;
        let mut tested = Self {
            edition: book.edition.about.id.clone(),
            all: 0,
            passed: 0,
            natures: (0, 0),
            targets: (0, 0),
            rulings: (0, 0),
            scenarios: Vec::new(),
        };
        for case in &book.edition.cases()? {
            for (id, scenario) in case.scenarios() {
                let named = |wanted: &String| id.contains(wanted) || case.id.contains(wanted);
                if !arguments.case.as_ref().is_none_or(named) {
                    continue;
                }
                let run = run_case(&book, case, id, scenario)?;
                tested.count(&run);
                match arguments.form.format {
                    Format::Text => print(&tested.text(&book, &run, arguments))?,
                    Format::Json => tested.scenarios.push(scenario_json(&run)),
                }
            }
        }
        Ok(tested)
    }

    fn count(&mut self, run: &Run<'_>) {
        self.all += 1;
        self.passed += usize::from(run.passes());
        let add = |sum: &mut Tally, part: Tally| *sum = (sum.0 + part.0, sum.1 + part.1);
        let natures = run.tally(|scope| matches!(scope, Scope::Natures(_)));
        let targets = run.tally(|scope| matches!(scope, Scope::Targets(_)));
        add(&mut self.natures, natures);
        add(&mut self.targets, targets);
        add(&mut self.rulings, run.tally(|scope| scope == Scope::Ruling));
    }

    fn text(&self, book: &Rulebook, run: &Run<'_>, arguments: &Test) -> String {
        let language = arguments.form.language();
        let name = format!("{}/{}", self.edition, run.id);
        if arguments.verbose {
            return format!("── {name}\n{}\n", told(book, run, language));
        }
        if run.passes() {
            return String::new();
        }
        let differences = run.checks.iter().filter(|check| check.fails());
        differences.fold(format!("{name}\n"), |text, check| {
            text + "  " + &line_in(check, language)
        })
    }

    fn summary(&self, language: Language) -> String {
        let Self {
            edition,
            all,
            passed,
            natures,
            targets,
            rulings,
            ..
        } = self;
        let of = |(agree, all): &Tally| format!("{agree}/{all}");
        let (natures, targets, rulings) = (of(natures), of(targets), of(rulings));
        match language {
            Language::Chinese => format!(
                "{edition}：{all} 例中 {passed} 例相符，性质 {natures}，裁决 {rulings}，目标 {targets}\n"
            ),
            Language::English => format!(
                "{edition}: {passed} of {all} cases as expected, natures {natures}, rulings {rulings}, targets {targets}\n"
            ),
        }
    }

    fn json(self) -> Value {
        let tally = |(agree, all): Tally| json!({ "agree": agree, "all": all });
        json!({
            "edition": self.edition,
            "cases": self.all,
            "as_expected": self.passed,
            "natures": tally(self.natures),
            "targets": tally(self.targets),
            "rulings": tally(self.rulings),
            "scenarios": self.scenarios,
        })
    }
}

fn scenario_json(run: &Run<'_>) -> Value {
    json!({
        "case": run.case.id,
        "id": run.id,
        "title": run.case.title,
        "as_expected": run.passes(),
        "checks": run.checks.iter().map(check_json).collect::<Vec<_>>(),
    })
}

/// An expectation; of natures and patterns in Chinese, of outcomes by the words of a judgement's JSON.
fn check_json(check: &Check<'_>) -> Value {
    let (what, at) = match check.scope {
        Scope::Natures(ply) => ("natures", json!(ply)),
        Scope::Targets(ply) => ("targets", json!(ply)),
        Scope::Pattern(side) => ("pattern", json!(side.to_string())),
        Scope::Ruling => ("ruling", Value::Null),
        Scope::Clauses => ("clauses", Value::Null),
        Scope::Reach(from) => ("reaches", json!(from.to_string())),
    };
    let language = match check.scope {
        Scope::Ruling => Language::English,
        _ => Language::Chinese,
    };
    json!({
        "what": what,
        "at": at,
        "expected": check.expected.get(language),
        "got": check.got.get(language),
        "agrees": check.agrees,
        "known": check.known.map(|known| &known.reason),
    })
}
