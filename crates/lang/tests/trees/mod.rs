//! Arbitrary syntax trees.

use proptest::prelude::*;
use qili_lang::keywords::KEYWORDS;
use qili_lang::parse::parse;
use qili_lang::syntax::*;
use qili_words::Bilingual;
use std::sync::LazyLock;

fn span() -> Span {
    Span::default()
}

fn name() -> impl Strategy<Value = Name> + Clone {
    let words = vec![
        "x",
        "y",
        "m",
        "p",
        "side",
        "piece",
        "move",
        "own-half",
        "捉",
        "车",
        "一将一捉",
        "a1",
        "_b",
        "naïve",
        "子",
        "方",
    ];
    prop_oneof![
        9 => prop::sample::select(words).prop_map(str::to_owned),
        1 => prop::sample::select(ODD_NAMES.clone()),
    ]
    .prop_map(|text| Name { text, span: span() })
}

/// Words of the language that a clause may use as names all the same.
static ODD_NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let is_name = |text: &String| {
        let clause = format!("clause 1 \"\" \"\" {{ unit {text} {text} }}");
        parse("name", &clause).is_ok()
    };
    let words = KEYWORDS
        .iter()
        .flat_map(|word| [word.english, word.chinese]);
    words
        .flat_map(|words| words.split(' '))
        .map(str::to_owned)
        .filter(is_name)
        .collect()
});

fn word() -> impl Strategy<Value = Name> {
    let words = prop::sample::select(vec![
        "mover",
        "opponent",
        "moved",
        "last-moved",
        "initiatives",
        "material",
    ]);
    prop_oneof![
        3 => name(),
        1 => words.prop_map(|text| Name { text: text.to_owned(), span: span() }),
    ]
}

fn attribute() -> impl Strategy<Value = Name> {
    prop::sample::select(vec![
        "kind", "other", "plies", "targets", "next", "previous", "number", "retakes", "colour",
    ])
    .prop_map(|text| Name {
        text: text.to_owned(),
        span: span(),
    })
}

fn names() -> impl Strategy<Value = Names> {
    prop::collection::vec(name(), 1..=2).prop_map(|names| Names { names })
}

fn list() -> impl Strategy<Value = Vec<Name>> {
    prop::collection::vec(name(), 0..3)
}

fn int(range: std::ops::Range<i64>) -> impl Strategy<Value = Int> {
    range.prop_map(|value| Int {
        value,
        span: span(),
    })
}

fn said() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z 一二三()#{}]{0,12}",
        Just("a \"quoted\" text\n over two lines".to_owned())
    ]
}

fn boxed(kind: ExprKind) -> Expr {
    Expr {
        kind: Box::new(kind),
        span: span(),
    }
}

fn place(inner: impl Strategy<Value = Expr> + Clone + 'static) -> impl Strategy<Value = Place> {
    prop_oneof![
        Just(Place::Before),
        Just(Place::After),
        Just(Place::Reply),
        Just(Place::Earlier),
        Just(Place::Passing),
        Just(Place::WaivingChecks),
        Just(Place::AsIfUnchecked),
        Just(Place::CountingEveryCapture),
        Just(Place::BarringNothing),
        inner.clone().prop_map(Place::Played),
        (inner.clone(), inner.clone()).prop_map(|(by, what)| Place::Taken { by, what }),
        inner.clone().prop_map(Place::Without),
        inner.prop_map(Place::Ply),
        name().prop_map(Place::Under),
    ]
}

fn expr() -> impl Strategy<Value = Expr> + Clone {
    let leaf = prop_oneof![
        any::<bool>().prop_map(ExprKind::Bool),
        Just(ExprKind::Unknown),
        (-999_i64..999).prop_map(ExprKind::Int),
        word().prop_map(ExprKind::Name),
        int(0..99).prop_map(|checks| ExprKind::Captureless { checks }),
    ]
    .prop_map(boxed);
    leaf.prop_recursive(4, 40, 3, |inner| {
        let place = place(inner.clone());
        let binder = (name(), inner.clone(), prop::option::of(inner.clone()))
            .prop_map(|(name, set, filter)| Binder { name, set, filter });
        let two = || (inner.clone(), inner.clone());
        let several = || prop::collection::vec(inner.clone(), 2..4);
        let said = prop_oneof![
            (inner.clone(), any::<bool>(), word()).prop_map(|(subject, negated, predicate)| {
                ExprKind::Is {
                    subject,
                    negated,
                    predicate,
                }
            }),
            (inner.clone(), name()).prop_map(|(subject, nature)| ExprKind::Has { subject, nature }),
            (two(), any::<bool>()).prop_map(|((subject, set), negated)| ExprKind::In {
                subject,
                negated,
                set
            }),
            (
                two(),
                prop::sample::select(vec![
                    Verb::Takes,
                    Verb::Attacks,
                    Verb::Protects,
                    Verb::DearerThan
                ])
            )
                .prop_map(|((subject, object), verb)| ExprKind::Verb {
                    subject,
                    verb,
                    object
                }),
            (
                inner.clone(),
                prop::sample::select(vec![
                    LoneVerb::Checks,
                    LoneVerb::Captures,
                    LoneVerb::IsInCheck,
                    LoneVerb::HasMove
                ])
            )
                .prop_map(|(subject, verb)| ExprKind::Alone { subject, verb }),
            (
                inner.clone(),
                prop::sample::select(vec![
                    Fact::ChecksWithAnother,
                    Fact::CapturedBefore,
                    Fact::Retakes
                ])
            )
                .prop_map(|(subject, fact)| ExprKind::Fact { subject, fact }),
            (
                inner.clone(),
                prop::option::of(inner.clone()),
                name(),
                list()
            )
                .prop_map(|(first, target, search, barring)| ExprKind::Wins {
                    first,
                    target,
                    search,
                    barring
                }),
            (two(), list()).prop_map(|((subject, within), barring)| ExprKind::Mates {
                subject,
                within,
                barring
            }),
        ];
        let joined = prop_oneof![
            inner.clone().prop_map(ExprKind::Not),
            several().prop_map(ExprKind::And),
            several().prop_map(ExprKind::Or),
            two().prop_map(|(left, right)| ExprKind::Implies(left, right)),
            (two(), inner.clone()).prop_map(|((condition, then), otherwise)| ExprKind::If {
                condition,
                then,
                otherwise
            }),
            (
                two(),
                prop::sample::select(vec![
                    Comparison::Equal,
                    Comparison::NotEqual,
                    Comparison::Less,
                    Comparison::LessOrEqual,
                    Comparison::Greater,
                    Comparison::GreaterOrEqual
                ])
            )
                .prop_map(|((left, right), operator)| ExprKind::Compare {
                    left,
                    operator,
                    right
                }),
            (two(), any::<bool>()).prop_map(|((left, right), minus)| ExprKind::Sum {
                left,
                minus,
                right
            }),
            (
                prop::sample::select(vec![Quantifier::Some, Quantifier::Every, Quantifier::No]),
                prop::collection::vec(binder.clone(), 1..3),
                prop::option::of(inner.clone())
            )
                .prop_map(|(quantifier, binders, body)| ExprKind::Quantified {
                    body: body.or_else(
                        || (quantifier == Quantifier::Every).then(|| boxed(ExprKind::Unknown))
                    ),
                    quantifier,
                    binders,
                }),
            binder.prop_map(|binder| ExprKind::Count { binder }),
            (inner.clone(), place).prop_map(|(body, place)| ExprKind::At { body, place }),
        ];
        let values = prop_oneof![
            (name(), prop::collection::vec(inner.clone(), 0..3))
                .prop_map(|(name, arguments)| ExprKind::Call { name, arguments }),
            (attribute(), inner.clone()).prop_map(|(name, of)| ExprKind::Of { name, of }),
            (inner.clone(), name()).prop_map(|(ply, nature)| ExprKind::TargetsAs { ply, nature }),
        ];
        prop_oneof![said, joined, values].prop_map(boxed)
    })
}

fn verdict() -> impl Strategy<Value = Verdict> {
    let side = (name(), any::<bool>()).prop_map(|(name, other)| {
        let side = boxed(ExprKind::Name(name));
        let other_word = Name {
            text: "other".to_owned(),
            span: span(),
        };
        if other {
            boxed(ExprKind::Of {
                name: other_word,
                of: side,
            })
        } else {
            side
        }
    });
    prop_oneof![
        Just(Verdict::Draw),
        Just(Verdict::Arbiter),
        side.clone().prop_map(Verdict::MustChange),
        side.prop_map(Verdict::Loses),
    ]
}

fn motion() -> impl Strategy<Value = Motion> {
    let directions = vec![
        Direction::Forward,
        Direction::Backward,
        Direction::Sideways,
        Direction::Orthogonal,
        Direction::Diagonal,
    ];
    let leg = (
        prop::option::of(int(1..10)),
        prop::sample::select(directions),
    )
        .prop_map(|(distance, direction)| Leg {
            distance,
            direction,
        });
    (
        prop::sample::select(vec![Purpose::Both, Purpose::Move, Purpose::Capture]),
        prop::collection::vec(leg, 1..3),
        prop_oneof![
            Just(Path::Leap),
            Just(Path::Empty),
            (1_u8..9).prop_map(Path::Over)
        ],
        prop::option::of(name()),
        prop::option::of(name()),
    )
        .prop_map(|(purpose, legs, path, from, to)| Motion {
            purpose,
            legs,
            path,
            from,
            to,
            span: span(),
        })
}

fn setting() -> impl Strategy<Value = Setting> {
    let words = |words: Vec<&'static str>, count: std::ops::Range<usize>| {
        prop::collection::vec(prop::sample::select(words), count).prop_map(|words| {
            let names = words.into_iter().map(|text| Name {
                text: text.to_owned(),
                span: span(),
            });
            SettingValue::Words(names.collect())
        })
    };
    let number = || prop::option::of(0_u32..20).prop_map(SettingValue::Number);
    prop_oneof![
        (
            Just(SettingKey::Wants),
            name().prop_map(|name| SettingValue::Words(vec![name]))
        ),
        (
            Just(SettingKey::Replies),
            words(vec!["retaking", "exposed", "any"], 1..3)
        ),
        (Just(SettingKey::OpponentChecks), number()),
        (Just(SettingKey::Initiatives), number()),
        (Just(SettingKey::QuietCaptures), number()),
        (Just(SettingKey::QuietChecks), number()),
        (
            Just(SettingKey::LossesElsewhere),
            words(vec!["counted", "ignored"], 1..2)
        ),
        (
            Just(SettingKey::AfterRetaking),
            words(vec!["free", "alone"], 1..2)
        ),
        (
            Just(SettingKey::AlsoQuiet),
            words(vec!["aim", "later", "again"], 1..4)
        ),
        (Just(SettingKey::DefenderMoves), number()),
        (Just(SettingKey::Movers), words(vec!["any", "first"], 1..2)),
    ]
    .prop_map(|(key, value)| Setting {
        key,
        value,
        span: span(),
    })
}

fn effect() -> impl Strategy<Value = Effect> {
    let article = || {
        "[0-9]{1,2}(\\.[0-9a-z]{1,3})?(\\([0-9]\\))?"
            .prop_map(|text| Article { text, span: span() })
    };
    let types = vec![
        Type::Bool,
        Type::Int,
        Type::Side,
        Type::Piece,
        Type::Kind,
        Type::Move,
        Type::Ply,
        Type::Nature,
    ];
    let parameter =
        (name(), prop::sample::select(types)).prop_map(|(name, ty)| Parameter { name, ty });
    let board = prop_oneof![
        (int(1..20), int(1..20), said()).prop_map(|(files, ranks, value)| Effect::Board {
            files,
            ranks,
            start: Text {
                value,
                span: span()
            }
        }),
        (
            names(),
            prop::option::of((int(0..9), int(0..9)).prop_map(|(from, to)| FileRange { from, to })),
            prop::option::of((int(0..9), int(0..9)).prop_map(|(from, to)| RankRange { from, to }))
        )
            .prop_map(|(names, files, ranks)| Effect::Zone {
                names,
                files,
                ranks
            }),
        (
            (names(), list(), list(), list()),
            any::<bool>(),
            prop::option::of(name()),
            prop::collection::vec(motion(), 0..3)
        )
            .prop_map(|((names, letters, red, black), royal, within, motions)| {
                Effect::Piece(PieceDeclaration {
                    names,
                    letters,
                    red,
                    black,
                    royal,
                    within,
                    motions,
                })
            }),
        (
            name(),
            name(),
            prop::sample::select(vec![
                Direction::File,
                Direction::Rank,
                Direction::Orthogonal
            ])
        )
            .prop_map(|(one, other, along)| Effect::Facing { one, other, along }),
        (prop::option::of(name()), expr(), verdict())
            .prop_map(|(side, when, then)| Effect::Ending(Ending::OnBoard { side, when, then })),
        (name(), prop::option::of(name()), verdict())
            .prop_map(|(event, side, then)| Effect::Ending(Ending::OnEvent { event, side, then })),
    ];
    let material = prop_oneof![
        names().prop_map(|names| Effect::Unit { names }),
        (name(), prop::option::of(name()), int(0..9), name()).prop_map(
            |(kind, zone, amount, unit)| Effect::Worth {
                kind,
                zone,
                amount,
                unit
            }
        ),
        (names(), expr()).prop_map(|(names, when)| Effect::Result { names, when }),
        (name(), expr()).prop_map(|(variable, when)| Effect::Discount { variable, when }),
        (
            names(),
            prop::option::of(name()),
            prop::collection::vec(setting(), 0..4)
        )
            .prop_map(|(names, like, settings)| Effect::Search(SearchDeclaration {
                names,
                like,
                settings
            })),
    ];
    let law = prop_oneof![
        (names(), prop::collection::vec(parameter, 0..3), expr()).prop_map(
            |(names, parameters, body)| Effect::Define {
                names,
                parameters,
                body
            }
        ),
        (names(), prop::collection::vec(place(expr()), 1..4))
            .prop_map(|(names, places)| Effect::Situation { names, places }),
        (
            names(),
            prop::option::of(
                (name(), expr(), expr()).prop_map(|(variable, of, filter)| Targets {
                    variable,
                    of,
                    filter
                })
            ),
            prop::option::of(expr())
        )
            .prop_map(|(names, targets, when)| Effect::Nature(NatureDeclaration {
                names,
                targets,
                when
            })),
        prop::collection::vec(name(), 1..5).prop_map(|natures| Effect::Severity { natures }),
        (prop::collection::vec(article(), 1..3), list(), expr()).prop_map(
            |(of, variables, when)| Effect::Exception {
                of,
                variables,
                when
            }
        ),
        (
            (names(), name(), name()),
            prop::option::of(prop::sample::select(vec![
                Protection::None,
                Protection::Less,
                Protection::Full
            ])),
            prop::option::of(any::<bool>()),
            expr()
        )
            .prop_map(|((names, nature, variable), protection, joint, when)| {
                Effect::Quality {
                    names,
                    nature,
                    variable,
                    protection,
                    joint,
                    when,
                }
            }),
        (names(), name(), expr()).prop_map(|(names, side, when)| Effect::Pattern {
            names,
            side,
            when
        }),
        (prop::option::of(name()), expr(), verdict())
            .prop_map(|(side, when, then)| Effect::Ruling { side, when, then }),
    ];
    prop_oneof![board, material, law]
}

/// Any clause that the grammar can express.
pub(crate) fn clause() -> impl Strategy<Value = Clause> {
    let remark = prop_oneof![
        said().prop_map(Remark::Cites),
        Just(Remark::NumberUnknown),
        said().prop_map(Remark::Reading),
        said().prop_map(Remark::Says),
    ];
    let article = || "[0-9]{1,2}\\.[0-9a-z]{1,3}".prop_map(|text| Article { text, span: span() });
    let amendment = prop_oneof![
        effect().prop_map(|effect| (Amendment::Add, None, Some(effect))),
        (prop::option::of(article()), effect()).prop_map(|(former, effect)| (
            Amendment::Replace,
            former,
            Some(effect)
        )),
        Just((Amendment::Repeal, None, None)),
    ];
    (
        amendment,
        article(),
        said(),
        said(),
        prop::collection::vec(remark, 0..3),
    )
        .prop_map(
            |((amendment, former, effect), article, title_zh, title_en, remarks)| Clause {
                amendment,
                article,
                former,
                title: Bilingual::new(title_zh, title_en),
                remarks,
                effect,
                comments: Vec::new(),
                span: span(),
            },
        )
}
