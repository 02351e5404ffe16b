//! No text makes the parser panic, hang or exhaust its stack.

use miette::Diagnostic;
use proptest::prelude::*;
use qili_lang::keywords::{ATTRIBUTES, KEYWORDS, WORDS};
use qili_lang::parse::{
    CLAUSE_LIMIT, CLAUSE_SIZE_LIMIT, NAME_LIMIT, SHOWN, SIZE_LIMIT, parse, parse_recovering,
};
use qili_lang::{check::check, format::format};
use qili_words::Language;

/// Reads a text as far as it goes, checks and prints what was read.
fn swallow(text: &str) {
    let (file, errors) = parse_recovering("soup.rule", text);
    for error in errors {
        assert!(error.span().start <= text.len());
        let _ = format!("{:?}", miette::Report::new(error));
    }
    let printed = format(&file, Language::Chinese);
    assert!(parse("printed.rule", &printed).is_ok(), "{printed}");
    let clauses: Vec<_> = file.clauses.into_iter().map(|clause| (0, clause)).collect();
    let _ = check(&clauses);
}

fn token() -> impl Strategy<Value = String> {
    let words: Vec<&str> = [KEYWORDS.as_slice(), WORDS, ATTRIBUTES]
        .iter()
        .flat_map(|table| table.iter().flat_map(|word| [word.english, word.chinese]))
        .collect();
    let marks = vec![
        "(",
        ")",
        "{",
        "}",
        ",",
        ":",
        "=",
        "<=",
        "+",
        "-",
        "\"",
        "“",
        "”",
        "#",
        "\n",
        "\nclause 1 \"a\" {",
    ];
    prop_oneof![
        6 => prop::sample::select(words).prop_map(str::to_owned),
        3 => prop::sample::select(marks).prop_map(str::to_owned),
        3 => prop::sample::select(vec!["x", "y", "s", "捉", "车", "1", "24.11", "\"一\"", "soldier"]).prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        swallow(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn arbitrary_text(text in "\\PC{0,200}") {
        swallow(&text);
        swallow(&format!("clause 1 \"\" {{ {text} }}"));
        swallow(&format!("clause 1 \"\" {{ ruling when {text} then draw }}"));
    }

    #[test]
    fn words_in_any_order(tokens in prop::collection::vec(token(), 0..80)) {
        let soup = tokens.join(" ");
        swallow(&soup);
        swallow(&format!("clause 1 \"\" {{ ruling for s when {soup} then draw }}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Words of a sound file are taken away, doubled or exchanged: most of the rest still makes sense to the checker.
    #[test]
    fn sound_files_with_accidents(
        accidents in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..3), 1..8)
    ) {
        let text = include_str!("good/edition.rule");
        let mut words: Vec<&str> = text.split_inclusive([' ', '\n', '(', ')', ',', ':']).collect();
        for (one, other, accident) in accidents {
            let (one, other) = (one.index(words.len()), other.index(words.len()));
            match accident {
                0 => { words.remove(one); }
                1 => words.insert(one, words[other]),
                _ => words.swap(one, other),
            }
        }
        swallow(&words.concat());
    }
}

fn ruling(condition: &str) -> String {
    format!("clause 1 \"\" {{ ruling for s when {condition} then draw }}")
}

#[test]
fn deep_nesting_is_an_error() {
    for (open, close) in [
        ("(", ")"),
        ("not ", ""),
        ("(not ", ")"),
        ("some x in moves: ", ""),
        ("every x in moves where ", ": true"),
        ("if ", " then true else true"),
        ("kind of ", ""),
        ("other ", ""),
        ("f(", ")"),
        ("true implies ", ""),
        ("count x in moves where ", ""),
    ] {
        let text = ruling(&format!(
            "{}true{}",
            open.repeat(1_000),
            close.repeat(1_000)
        ));
        let message = parse("deep.rule", &text).unwrap_err().to_string();
        assert_eq!(
            message, "expressions are nested more than 64 deep",
            "{open}"
        );
    }
    for more in [
        " + 1",
        " - 1",
        " 的 子",
        " passing",
        " at before",
        " after m",
        " without x",
        " 停着",
        " under s",
        " 处于 s",
    ] {
        let text = ruling(&format!("1{}", more.repeat(1_000)));
        let message = parse("deep.rule", &text).unwrap_err().to_string();
        assert_eq!(
            message, "expressions are nested more than 64 deep",
            "{more}"
        );
    }
}

#[test]
fn nesting_below_the_limit_is_read_checked_and_printed() {
    for open in ["(", "(not ", "some x in moves: ("] {
        let levels = if open == "(" { 60 } else { 20 };
        let text = ruling(&format!(
            "{}true{}",
            open.repeat(levels),
            ")".repeat(levels)
        ));
        assert!(parse("deep.rule", &text).is_ok(), "{open}");
        swallow(&text);
    }
}

/// The mistakes of an edition that consists of these clauses.
fn mistakes(text: &str) -> Vec<String> {
    let clauses = parse("large.rule", text)
        .map(|file| file.clauses)
        .unwrap_or_default();
    let clauses: Vec<_> = clauses.into_iter().map(|clause| (0, clause)).collect();
    let errors = check(&clauses).err().unwrap_or_default();
    errors
        .iter()
        .map(|error| error.message().en.clone())
        .collect()
}

#[test]
fn chains_are_bounded() {
    let definitions: String = (0..200)
        .map(|n| {
            format!(
                "clause {n} \"\" {{ define d{n} (x: piece) as x is d{} }}\n",
                n + 1
            )
        })
        .chain(["clause 200 \"\" { define d200 (x: piece) as x is material }".to_owned()])
        .collect();
    assert_eq!(
        mistakes(&definitions),
        ["definitions stand more than 64 deep on one another"]
    );
    let exceptions: String = (1..200)
        .map(|n| format!("clause {n} \"\" {{ exception to {} when true }}\n", n - 1))
        .chain(["clause 0 \"\" { nature a when true }".to_owned()])
        .collect();
    assert_eq!(
        mistakes(&exceptions),
        ["exceptions stand more than 64 deep on one another"]
    );
}

#[test]
fn nothing_grows_without_bound() {
    let results: String = (1..40)
        .map(|n| {
            format!(
                "clause {n} \"\" {{ result r{n} when r{0} and r{0} }}\n",
                n - 1
            )
        })
        .chain(["clause u \"\" { unit u }\nclause 0 \"\" { result r0 when u > 0 }".to_owned()])
        .collect();
    assert!(mistakes(&results).contains(&"this result has grown too large".to_owned()));
    let exceptions: String = (1..40)
        .flat_map(|n| (0..3).map(move |k| (n, k)))
        .map(|(n, k)| {
            let below = if n == 1 {
                "0".to_owned()
            } else {
                format!("{0}-0, {0}-1, {0}-2", n - 1)
            };
            format!("clause {n}-{k} \"\" {{ exception to {below} when true }}\n")
        })
        .chain(["clause 0 \"\" { nature a when true }".to_owned()])
        .collect();
    assert!(
        mistakes(&exceptions)
            .contains(&"exceptions to exceptions apply to too many clauses".to_owned())
    );
}

#[test]
fn situations_are_short() {
    let long = " passing".repeat(9);
    let text = format!(
        "clause 1 \"\" {{ situation s as{long} }}\nclause 2 \"\" {{ define d as true under s }}"
    );
    assert_eq!(mistakes(&text), ["a situation may have 8 places"]);
}

#[test]
fn long_conditions_are_fine() {
    let text = ruling(&vec!["s is x or not s is y"; 1_000].join(" and "));
    assert!(parse("long.rule", &text).is_ok());
}

#[test]
fn size_and_number_of_clauses_are_bounded() {
    let huge = "#".repeat(SIZE_LIMIT + 1);
    let message = parse("huge.rule", &huge).unwrap_err().to_string();
    assert_eq!(
        message,
        "a rule file of 262145 bytes is longer than the limit of 262144"
    );
    let many = "repeal clause 1\n".repeat(CLAUSE_LIMIT + 1);
    let message = parse("many.rule", &many).unwrap_err().to_string();
    assert_eq!(message, "a rule file may have at most 4096 clauses");
    let long = format!(
        "clause 1 \"\" {{ unit a }}\n{}",
        "# x\n".repeat(CLAUSE_SIZE_LIMIT / 4)
    );
    let message = parse("long.rule", &long).unwrap_err().to_string();
    assert_eq!(
        message,
        "a clause may have at most 32768 bytes, comments included"
    );
    // what is said of other clauses is said all the same
    let name = format!(
        "clause 1 \"\" {{ unit {} }}\nclause 2 \"\" {{ unti b }}",
        "将".repeat(NAME_LIMIT + 1)
    );
    assert_eq!(
        parse_recovering("name.rule", &name)
            .1
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        [
            "a name may have at most 64 characters",
            "expected a remark such as `cites` or what the clause does such as `piece`"
        ],
    );
}

#[test]
fn every_other_clause_is_read() {
    let text = "clause 1 \"一\" { unit a }\nclause 2 \"二 { unit b }\nclause 3 \"三\" { unit c\nclause 4 \"四\" { unit d }\n";
    let (file, errors) = parse_recovering("some.rule", text);
    let articles: Vec<_> = file
        .clauses
        .iter()
        .map(|clause| clause.article.text.as_str())
        .collect();
    assert_eq!(articles, ["1", "4"]);
    assert_eq!(errors.len(), 2);
}

#[test]
fn mistakes_are_told_together_up_to_a_limit() {
    let bad = |count: usize| -> String {
        (0..count)
            .map(|n| {
                format!(
                    "clause {n} \"一\" \"one\" {{ unti 子 }} # {}\n",
                    "将".repeat(20)
                )
            })
            .collect()
    };
    let told = |count| {
        let error = parse("bad.rule", &bad(count)).unwrap_err();
        let further: Vec<String> = error
            .related()
            .into_iter()
            .flatten()
            .map(|one| one.to_string())
            .collect();
        (further.len(), further.last().cloned())
    };
    assert_eq!(told(1), (0, None));
    assert_eq!(told(SHOWN).0, SHOWN - 1);
    assert_eq!(
        told(2000),
        (SHOWN, Some("and 1980 more mistakes".to_owned()))
    );
}

#[test]
fn long_lines_and_words_are_cut() {
    let long = "将".repeat(300_000);
    for text in [
        format!("clause 1 \"一\" \"one\" {{ {long} }}"),
        format!("clause 1 \"{long}\" \"one\" {{ unti 子 }}"),
        format!("{long} clause 1"),
        format!("{long}{long}"),
        format!("clause 1 \"一\" \"one\" {{ define d (x: {long}) as x is d }}"),
        format!(
            "clause 1 \"一\" \"one\" {{ define d as {} }}",
            "9".repeat(900_000)
        ),
    ] {
        let error = parse("long.rule", &text).unwrap_err();
        let shown = format!("{:?}", miette::Report::new(error));
        assert!(shown.len() < 8_000, "{}", shown.len());
    }
}

/// The grammar spells these words once more: see its rule `reserved`.
#[test]
fn a_keyword_that_is_no_name_is_none_in_either_language() {
    let is_name = |word: &str| parse("r", &format!("clause 1 \"\" {{ unit {word} x }}")).is_ok();
    for word in KEYWORDS.iter().filter(|word| !word.english.contains(' ')) {
        if is_name(word.english) {
            assert!(is_name(word.chinese), "{word:?}");
        }
    }
    let of_expressions = "if then else implies or and not some every no count in where of other true false unknown is at by barring when anything clause";
    for english in of_expressions.split(' ') {
        let alike = KEYWORDS.iter().filter(|word| word.english == english);
        let mut refused = alike.filter(|word| !is_name(word.english) && !is_name(word.chinese));
        assert!(refused.next().is_some(), "{english}");
    }
    for word in [
        "before", "after", "reply", "earlier", "nothing", "的", "不禁", "改条", "废条",
    ] {
        assert!(!is_name(word), "{word}");
    }
}
