//! What can be written at a place, and what a call asks for.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionResponse,
    CompletionTextEdit, Documentation, ParameterInformation, ParameterLabel, SignatureHelp,
    SignatureHelpParams, SignatureInformation, TextEdit,
};
use pinyin::ToPinyinMulti as _;
use qili_lang::check::{Class, declaration};
use qili_lang::expected::{Expected, expected};
use qili_lang::keywords::{ATTRIBUTES, TYPES, WORDS, Word, canonical};
use qili_lang::meaning::{Sort as Meant, meaning};
use qili_lang::syntax::{Clause, Effect, Parameter, Remark, Span, Type};
use qili_lang::tokens::{Sort, Token, tokens};
use qili_words::Language;

use crate::hover::described;
use crate::names::{At, base};
use crate::position::Lines;
use crate::world::World;

/// How well a word fits what is typed; the smaller, the better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Match {
    /// It begins so.
    Begins,
    /// Its other name begins so.
    OtherBegins,
    /// The initials of its pinyin begin so.
    Initials,
    /// It has that in it.
    Inside,
}

/// Whether words that stand for one thing fit what is typed, and how well.
pub(crate) fn matches<'w>(
    typed: &str,
    words: impl IntoIterator<Item = &'w str>,
    pinyin: bool,
) -> Option<Match> {
    let typed = typed.to_lowercase();
    let fit = |(index, word): (usize, &str)| {
        let word = word.to_lowercase();
        if word.starts_with(&typed) {
            Some(if index == 0 {
                Match::Begins
            } else {
                Match::OtherBegins
            })
        } else if pinyin && !word.is_ascii() && begins(&word, &typed) {
            Some(Match::Initials)
        } else if word.contains(&typed) {
            Some(Match::Inside)
        } else {
            None
        }
    };
    words.into_iter().enumerate().filter_map(fit).min()
}

/// Whether the pinyin of a text begins with these initials; a character with several readings has several.
fn begins(word: &str, initials: &str) -> bool {
    let mut characters = word.chars();
    initials.chars().all(|initial| {
        let Some(c) = characters.next() else {
            return false;
        };
        let read = |one: pinyin::Pinyin| one.first_letter().starts_with(initial);
        match c.to_pinyin_multi() {
            Some(readings) => readings.into_iter().any(read),
            None => c == initial,
        }
    })
}

/// Something to propose.
pub(crate) struct Candidate {
    /// What would be written.
    pub(crate) text: String,
    /// By which other words it is found.
    pub(crate) others: Vec<String>,
    /// What it is.
    pub(crate) kind: CompletionItemKind,
    /// A word about it.
    pub(crate) detail: String,
    /// What it means.
    pub(crate) meaning: String,
}

/// The proposals that fit what is typed in a span, the likely ones first. They carry their range, and what is typed as the
/// text that clients filter by: which of them fit is decided here, and asked again with every letter.
pub(crate) fn list(
    world: &World,
    lines: &Lines,
    typed: Span,
    candidates: Vec<Candidate>,
) -> CompletionResponse {
    let written = &lines.text()[typed.start..typed.end];
    let range = lines.range(typed);
    let item = |(order, candidate): (usize, Candidate)| {
        let words = std::iter::once(&candidate.text).chain(&candidate.others);
        let fit = matches(written, words.map(String::as_str), world.options.pinyin)?;
        let filter = if written.is_empty() {
            candidate.text.clone()
        } else {
            written.to_owned()
        };
        let item = CompletionItem {
            label: candidate.text.clone(),
            kind: Some(candidate.kind),
            detail: Some(candidate.detail).filter(|detail| !detail.is_empty()),
            documentation: Some(candidate.meaning)
                .filter(|meaning| !meaning.is_empty())
                .map(Documentation::String),
            sort_text: Some(format!("{}{order:04}", fit as u8)),
            filter_text: Some(filter),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit {
                range,
                new_text: candidate.text,
            })),
            ..CompletionItem::default()
        };
        Some((fit, order, item))
    };
    let mut items: Vec<_> = candidates
        .into_iter()
        .enumerate()
        .filter_map(item)
        .collect();
    items.sort_by_key(|(fit, order, _)| (*fit, *order));
    CompletionResponse::List(CompletionList {
        is_incomplete: true,
        items: items.into_iter().map(|(.., item)| item).collect(),
    })
}

/// What can be written at a place.
pub(crate) fn complete(world: &World, params: CompletionParams) -> Option<CompletionResponse> {
    let place = params.text_document_position;
    let Some(at) = At::of(world, &place) else {
        return crate::cases::complete(world, &place);
    };
    let text = at.lines.text();
    let here = expected(text, at.offset);
    let mut candidates = Vec::new();
    let writing = Writing {
        world,
        at: &at,
        here: &here,
        before: tokens(&text[..here.word.start])
            .into_iter()
            .filter(|token| token.span.start >= here.clause)
            .collect(),
    };
    writing.names(&mut candidates);
    writing.words(&mut candidates);
    let typed = Span {
        start: here.word.start,
        end: at.offset,
    };
    Some(list(world, &at.lines, typed, candidates))
}

struct Writing<'w> {
    world: &'w World,
    at: &'w At,
    here: &'w Expected,
    /// The words of the clause before the place.
    before: Vec<Token>,
}

impl Writing<'_> {
    fn text(&self, span: Span) -> &str {
        &self.at.lines.text()[span.start..span.end]
    }

    /// Keywords, words of the vocabulary and types, in the file's language.
    fn words(&self, candidates: &mut Vec<Candidate>) {
        let language = self.at.parsed.file.language;
        let mut add = |word: Word, sort: Meant, kind| {
            let reader = self.world.language();
            let said = meaning(word, sort).map(|one| reader.of(one.zh, one.en));
            candidates.push(Candidate {
                text: word.word(language).to_owned(),
                others: vec![word.word(crate::hover::other(language)).to_owned()],
                kind,
                detail: word.word(crate::hover::other(language)).to_owned(),
                meaning: said.unwrap_or_default().to_owned(),
            });
        };
        for word in &self.here.keywords {
            add(*word, Meant::Keyword, CompletionItemKind::KEYWORD);
        }
        if self.here.ty {
            for (_, word) in TYPES {
                add(*word, Meant::Type, CompletionItemKind::TYPE_PARAMETER);
            }
        }
        let said = matches!(
            self.here.after.map(|word| word.english),
            Some("is" | "is not")
        );
        if self.here.value || self.here.name && said {
            for word in WORDS {
                add(*word, Meant::Word, CompletionItemKind::CONSTANT);
            }
        }
        if self.here.value {
            for word in ATTRIBUTES {
                add(*word, Meant::Attribute, CompletionItemKind::FIELD);
            }
        }
    }

    fn names(&self, candidates: &mut Vec<Candidate>) {
        let Some(analysis) = &self.at.analysis else {
            return;
        };
        let after = self.here.after.map(|word| word.english);
        if self.here.article {
            match after {
                Some("replace clause" | "repeal clause") => {
                    let base = base(self.world, analysis);
                    let clauses = base.iter().flat_map(|base| base.clauses());
                    candidates.extend(clauses.map(|one| self.article(&one.clause)));
                }
                Some("exception to") => {
                    let clauses = analysis.clauses().iter();
                    candidates.extend(clauses.map(|one| self.article(&one.clause)));
                }
                _ => {}
            }
            return;
        }
        if !self.here.name {
            return;
        }
        let subject = self
            .here
            .subject
            .and_then(|span| self.type_of(self.text(span)));
        let classes: &[Class] = match after {
            Some("has" | "severity") => &[Class::Nature],
            Some("by" | "like") => &[Class::Search],
            Some("under") => &[Class::Situation],
            Some("wants") => &[Class::Result],
            Some("within" | "from") => &[Class::Zone],
            Some("is" | "is not") => match subject {
                Some(Type::Ply | Type::Nature) => &[Class::Nature, Class::Word],
                Some(Type::Side) => &[Class::Pattern, Class::Word],
                Some(_) => &[Class::Word],
                None => &[Class::Word, Class::Nature, Class::Pattern],
            },
            Some("is in" | "is not in") => &[Class::Zone, Class::Word],
            Some("as") if !self.here.value => &[Class::Nature],
            Some("of") if !self.here.value => &[Class::Nature],
            _ => &[Class::Word],
        };
        if self.here.value {
            for variable in self.variables() {
                candidates.push(Candidate {
                    detail: self
                        .type_of(&variable)
                        .map_or("", |ty| described(ty, self.world.language()))
                        .to_owned(),
                    text: variable,
                    others: Vec::new(),
                    kind: CompletionItemKind::VARIABLE,
                    meaning: String::new(),
                });
            }
        }
        let is_said = matches!(after, Some("is" | "is not"));
        for class in classes {
            for one in analysis.clauses() {
                let Some((declared, _)) = one.clause.effect.as_ref().and_then(declaration) else {
                    continue;
                };
                if declared == *class && (!is_said || can_be_said(&one.clause, subject)) {
                    candidates.extend(self.declared(&one.clause));
                }
            }
        }
    }

    fn article(&self, clause: &Clause) -> Candidate {
        Candidate {
            text: clause.article.text.clone(),
            others: vec![clause.title.zh.clone(), clause.title.en.clone()],
            kind: CompletionItemKind::REFERENCE,
            detail: clause.title.get(self.world.language()).to_owned(),
            meaning: said(clause, self.world.language()),
        }
    }

    /// What a clause declares, by each of its names: that of the file's language first.
    fn declared(&self, clause: &Clause) -> Vec<Candidate> {
        let names = clause.effect.as_ref().and_then(declaration);
        let names: Vec<String> = names
            .map(|(_, names)| names.names.iter().map(|name| name.text.clone()).collect())
            .unwrap_or_default();
        let kind = match &clause.effect {
            Some(Effect::Define { .. }) => CompletionItemKind::FUNCTION,
            Some(Effect::Nature(_)) => CompletionItemKind::CLASS,
            Some(Effect::Pattern { .. }) => CompletionItemKind::INTERFACE,
            Some(Effect::Search(_)) => CompletionItemKind::METHOD,
            Some(Effect::Quality { .. }) => CompletionItemKind::PROPERTY,
            Some(Effect::Zone { .. }) => CompletionItemKind::MODULE,
            _ => CompletionItemKind::VALUE,
        };
        let each = names.iter().map(|name| Candidate {
            text: name.clone(),
            others: names
                .iter()
                .filter(|other| *other != name)
                .cloned()
                .collect(),
            kind,
            detail: format!(
                "{} {}",
                clause.article.text,
                clause.title.get(self.world.language())
            ),
            meaning: said(clause, self.world.language()),
        });
        each.collect()
    }

    /// The variables that the clause has introduced so far.
    fn variables(&self) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for (index, token) in self.before.iter().enumerate() {
            let name = self.text(token.span);
            let introduced = token.sort == Sort::Name && self.introduced(index).is_some();
            if introduced && !found.iter().any(|known| known == name) {
                found.push(name.to_owned());
            }
        }
        found
    }

    /// The type of a variable, where it is plain.
    fn type_of(&self, name: &str) -> Option<Type> {
        let mut places = (0..self.before.len()).rev();
        let of_name = |index: &usize| {
            let token = self.before[*index];
            token.sort == Sort::Name && self.text(token.span) == name
        };
        let word = canonical(WORDS, name);
        match word {
            Some("mover" | "opponent" | "turn") => Some(Type::Side),
            Some("moved" | "last-moved") => Some(Type::Piece),
            Some("played") => Some(Type::Move),
            _ => places.find_map(|index| {
                Some(index)
                    .filter(of_name)
                    .and_then(|index| self.introduced(index))
                    .flatten()
            }),
        }
    }

    /// If the name at an index introduces a variable, its type where that is plain.
    fn introduced(&self, index: usize) -> Option<Option<Type>> {
        let keyword = |token: Option<&Token>| {
            let token = token.filter(|token| token.sort == Sort::Keyword)?;
            let written = self.text(token.span);
            qili_lang::meaning::meanings(written)
                .first()
                .map(|one| one.word.english)
        };
        let next = self.before.get(index + 1);
        if let Some(ty) = next.filter(|token| token.sort == Sort::Type) {
            let written = self.text(ty.span);
            let known = TYPES
                .iter()
                .find(|(_, word)| word.english == written || word.chinese == written);
            return Some(known.map(|(ty, _)| *ty));
        }
        let before = index
            .checked_sub(1)
            .and_then(|before| self.before.get(before));
        match keyword(before) {
            Some("for") => {
                let quality = self
                    .before
                    .iter()
                    .any(|token| keyword(Some(token)) == Some("quality"));
                return Some(Some(if quality { Type::Piece } else { Type::Side }));
            }
            Some("targets") => return Some(Some(Type::Piece)),
            Some("discount") => return Some(Some(Type::Move)),
            _ => {}
        }
        if keyword(next) != Some("in") {
            return None;
        }
        // `p in plies of s`, and in Chinese `p 于 s 的 着`
        let set = self.before[index + 2..].iter().take(4);
        let words = set.filter(|token| token.sort == Sort::Word);
        let mut element = words.filter_map(|token| {
            let written = self.text(token.span);
            match canonical(ATTRIBUTES, written).or(canonical(WORDS, written))? {
                "plies" => Some(Type::Ply),
                "retakes" | "initiatives" | "moves" => Some(Type::Move),
                "pieces" | "targets" | "attackers" | "protectors" | "screens" | "checkers"
                | "exposers" => Some(Type::Piece),
                _ => None,
            }
        });
        Some(element.next_back())
    }
}

/// Whether what a clause declares can be said of a thing of a type with `is`.
fn can_be_said(clause: &Clause, subject: Option<Type>) -> bool {
    let Some(subject) = subject else {
        return true;
    };
    match &clause.effect {
        Some(Effect::Define { parameters, .. }) => {
            matches!(parameters.as_slice(), [Parameter { ty, .. }] if *ty == subject)
        }
        Some(Effect::Piece(_)) => matches!(subject, Type::Piece | Type::Kind),
        Some(Effect::Unit { .. } | Effect::Quality { .. }) => subject == Type::Piece,
        _ => true,
    }
}

/// What a clause says of itself in a language.
pub(crate) fn said(clause: &Clause, language: Language) -> String {
    let says = clause.remarks.iter().filter_map(|remark| match remark {
        Remark::Says(said) => Some(said.as_str()),
        _ => None,
    });
    let mut says = says.filter(|said| said.is_ascii() == (language == Language::English));
    says.next().unwrap_or(clause.title.get(language)).to_owned()
}

/// What the call around a place asks for.
pub(crate) fn signature(world: &World, params: SignatureHelpParams) -> Option<SignatureHelp> {
    let at = At::of(world, &params.text_document_position_params)?;
    let analysis = at.analysis.as_ref()?;
    let text = &at.lines.text()[..at.offset];
    let (open, commas) = call(text)?;
    let before = tokens(&text[..open]);
    let name = before
        .last()
        .filter(|token| token.sort == Sort::Name && token.span.end == open)?;
    let called = analysis.declares(Class::Word, &text[name.span.start..name.span.end])?;
    let Some(Effect::Define { parameters, .. }) = &called.clause.effect else {
        return None;
    };
    Some(help(&called.clause, parameters, commas, world.language()))
}

/// The bracket that is open at the end of a text, and how many commas stand behind it.
fn call(text: &str) -> Option<(usize, usize)> {
    let (mut depth, mut commas) = (0_usize, 0);
    for (at, c) in text.char_indices().rev() {
        match c {
            ')' | '）' => depth += 1,
            '(' | '（' if depth == 0 => return Some((at, commas)),
            '(' | '（' => depth -= 1,
            ',' | '，' | '、' if depth == 0 => commas += 1,
            '{' | '}' | '"' => return None,
            _ => {}
        }
    }
    None
}

fn help(
    clause: &Clause,
    parameters: &[Parameter],
    commas: usize,
    language: Language,
) -> SignatureHelp {
    let name = crate::analysis::names(clause).and_then(|(_, names)| names.names.first());
    let shown = |one: &Parameter| format!("{}: {}", one.name.text, described(one.ty, language));
    let listed: Vec<String> = parameters.iter().map(shown).collect();
    let label = format!(
        "{}({})",
        name.map_or("", |name| name.text.as_str()),
        listed.join(", ")
    );
    let parameters = listed.into_iter().map(|label| ParameterInformation {
        label: ParameterLabel::Simple(label),
        documentation: None,
    });
    SignatureHelp {
        signatures: vec![SignatureInformation {
            label,
            documentation: Some(Documentation::String(said(clause, language))),
            parameters: Some(parameters.collect()),
            active_parameter: None,
        }],
        active_signature: Some(0),
        active_parameter: u32::try_from(commas).ok(),
    }
}
