//! `qili test`

use qili_edition::folder::Folder;
use qili_report::Rulebook;
use qili_review::inherited::{Changed, Standing, standing};
use qili_review::snapshot::{line_in, told};
use qili_review::things::label;
use qili_review::{Check, Run, Scope, run as run_case};
use qili_words::{Bilingual, Language};
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
        failed += tested.all - tested.passed + tested.inherited.unsaid();
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
    inherited: Inherited,
}

/// The inherited cases of which the edition says nothing itself.
#[derive(Default)]
struct Inherited {
    any: bool,
    as_before: usize,
    otherwise: Vec<(String, Bilingual, Vec<Changed>)>,
    unplayable: Vec<(String, Bilingual, Bilingual)>,
}

impl Inherited {
    fn run(book: &Rulebook, wanted: impl Fn(&str, &str) -> bool) -> Result<Self, Failure> {
        let mut inherited = Self::default();
        let base = book.edition.base()?;
        let Some(base) = base.filter(|_| book.edition.inherits_cases()) else {
            return Ok(inherited);
        };
        inherited.any = true;
        let base = Rulebook::new(base)?;
        for case in &book.edition.inherited_cases()? {
            for (id, scenario) in case.scenarios().filter(|(id, _)| wanted(&case.id, id)) {
                let name = match id == case.id {
                    true => id.to_owned(),
                    false => format!("{} {id}", case.id),
                };
                match standing(&base, book, case, scenario) {
                    Standing::AsBefore => inherited.as_before += 1,
                    Standing::Otherwise(changed) => {
                        let title = case.title.clone();
                        inherited.otherwise.push((name, title, changed));
                    }
                    Standing::Unplayable(why) => {
                        let title = case.title.clone();
                        inherited.unplayable.push((name, title, why));
                    }
                }
            }
        }
        Ok(inherited)
    }

    /// How many come out otherwise, or cannot be played, without the edition saying so.
    fn unsaid(&self) -> usize {
        self.otherwise.len() + self.unplayable.len()
    }

    fn text(&self, language: Language) -> String {
        if !self.any {
            return String::new();
        }
        let mut text = String::new();
        let colon = language.of("：", ": ");
        for (name, title, changed) in &self.otherwise {
            text += &format!("{} {}\n", label(name, language), title.get(language));
            for Changed { what, old, new } in changed {
                let (what, old, new) = (what.get(language), old.get(language), new.get(language));
                text += &format!("  {what}{colon}{old} → {new}\n");
            }
        }
        for (name, title, why) in &self.unplayable {
            let (name, title) = (label(name, language), title.get(language));
            text += &format!("{name} {title}\n  {}\n", why.get(language));
        }
        let (before, otherwise, unplayable) =
            (self.as_before, self.otherwise.len(), self.unplayable.len());
        text + &match language {
            Language::Chinese => format!(
                "沿用的判例：结果如前 {before} 例，结果不同 {otherwise} 例，走不成 {unplayable} 例\n"
            ),
            Language::English => format!(
                "inherited cases: {before} as before, {otherwise} otherwise, {unplayable} that cannot be played\n"
            ),
        }
    }

    fn json(&self) -> Value {
        let otherwise = self.otherwise.iter();
        let otherwise = otherwise.map(
            |(name, title, changed)| json!({ "case": name, "title": title, "changed": changed }),
        );
        let unplayable = self.unplayable.iter();
        let unplayable = unplayable
            .map(|(name, title, why)| json!({ "case": name, "title": title, "problem": why }));
        json!({
            "as_before": self.as_before,
            "otherwise": otherwise.collect::<Vec<_>>(),
            "unplayable": unplayable.collect::<Vec<_>>(),
        })
    }
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
            inherited: Inherited::default(),
        };
        let wanted = |case: &str, id: &str| {
            let asked = arguments.case.as_ref();
            asked.is_none_or(|text| id.contains(text) || case.contains(text))
        };
        for case in &book.edition.cases()? {
            for (id, scenario) in case.scenarios() {
                if !wanted(&case.id, id) {
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
        tested.inherited = Inherited::run(&book, wanted)?;
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
        let name = label(&format!("{}/{}", self.edition, run.id), language);
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
        let edition = label(edition, language);
        let own = match language {
            Language::Chinese => format!(
                "{edition}：{all} 例中 {passed} 例相符，性质 {natures}，裁决 {rulings}，目标 {targets}\n"
            ),
            Language::English => format!(
                "{edition}: {passed} of {all} cases as expected, natures {natures}, rulings {rulings}, targets {targets}\n"
            ),
        };
        own + &self.inherited.text(language)
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
            "inherited": self.inherited.any.then(|| self.inherited.json()),
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
