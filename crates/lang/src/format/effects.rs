//! Printing effects.

use super::expression::{print_expr, print_places, print_set};
use super::{Printer, Statement, quoted};
use crate::grammar::Rule;
use crate::keywords::TYPES;
use crate::syntax::*;
use qili_words::Language;

impl Printer {
    /// The lines of an effect, in the order in which the parser counts them.
    pub(super) fn effect(&self, effect: &Effect) -> Vec<Statement> {
        let word = |rule| self.word(rule);
        let mut lines = vec![Statement {
            indent: 2,
            text: self.head(effect),
        }];
        let mut add = |text: String| lines.push(Statement { indent: 4, text });
        match effect {
            Effect::Piece(piece) => {
                for (rule, glyphs) in [
                    (Rule::kw_letters, &piece.letters),
                    (Rule::kw_red, &piece.red),
                    (Rule::kw_black, &piece.black),
                ] {
                    if !glyphs.is_empty() {
                        add(format!("{} {}", word(rule), spaced(glyphs)));
                    }
                }
                if piece.royal {
                    add(word(Rule::kw_royal).to_owned());
                }
                if let Some(zone) = &piece.within {
                    add(format!("{} {}", word(Rule::kw_within), zone.text));
                }
                for motion in &piece.motions {
                    add(self.motion(motion));
                }
            }
            Effect::Search(search) => {
                for setting in &search.settings {
                    add(self.setting(setting));
                }
            }
            Effect::Ending(Ending::OnBoard { when, then, .. })
            | Effect::Ruling { when, then, .. } => {
                lines.push(self.said(4, word(Rule::kw_when), when));
                lines.push(self.then(then));
            }
            Effect::Ending(Ending::OnEvent { then, .. }) => lines.push(self.then(then)),
            Effect::Result { when, .. }
            | Effect::Discount { when, .. }
            | Effect::Exception { when, .. }
            | Effect::Quality { when, .. }
            | Effect::Pattern { when, .. } => lines.push(self.said(4, word(Rule::kw_when), when)),
            Effect::Define { body, .. } => {
                let mut body = self.said(4, "", body);
                body.text = body.text.trim_start().to_owned();
                lines.push(body);
            }
            Effect::Situation { places, .. } => add(print_places(places, self.language)),
            Effect::Nature(nature) => {
                if let Some(targets) = &nature.targets {
                    lines.push(self.targets(targets));
                }
                if let Some(when) = &nature.when {
                    lines.push(self.said(4, word(Rule::kw_when), when));
                }
            }
            Effect::Board { .. }
            | Effect::Zone { .. }
            | Effect::Facing { .. }
            | Effect::Unit { .. }
            | Effect::Worth { .. }
            | Effect::Severity { .. } => {}
        }
        lines
    }

    fn head(&self, effect: &Effect) -> String {
        let word = |rule| self.word(rule);
        match effect {
            Effect::Board {
                files,
                ranks,
                start,
            } => format!(
                "{} {} {} {} {} {}",
                word(Rule::kw_board),
                files.value,
                word(Rule::kw_by_size),
                ranks.value,
                word(Rule::kw_start),
                quoted(&start.value)
            ),
            Effect::Zone {
                names,
                files,
                ranks,
            } => {
                let mut line = format!("{} {}", word(Rule::kw_zone), both(names));
                let to = word(Rule::kw_to);
                if let Some(FileRange { from, to: last }) = files {
                    let files = word(Rule::kw_files);
                    line.push_str(&format!(" {files} {} {to} {}", file(*from), file(*last)));
                }
                if let Some(RankRange { from, to: last }) = ranks {
                    let ranks = word(Rule::kw_ranks);
                    line.push_str(&format!(" {ranks} {} {to} {}", from.value, last.value));
                }
                line
            }
            Effect::Piece(piece) => format!("{} {}", word(Rule::kw_piece), both(&piece.names)),
            Effect::Facing { one, other, along } => {
                let lines = match along {
                    Direction::File => Rule::kw_along_files,
                    Direction::Rank => Rule::kw_along_ranks,
                    _ => Rule::kw_along_lines,
                };
                let (facing, and) = (word(Rule::kw_facing), word(Rule::kw_and));
                format!("{facing} {} {and} {} {}", one.text, other.text, word(lines))
            }
            Effect::Ending(Ending::OnBoard { side, .. }) => {
                format!("{}{}", word(Rule::kw_ending), self.of_side(side.as_ref()))
            }
            Effect::Ending(Ending::OnEvent { event, side, .. }) => {
                let (ending, on) = (word(Rule::kw_ending), word(Rule::kw_on_event));
                format!(
                    "{ending} {on} {}{}",
                    event.text,
                    self.of_side(side.as_ref())
                )
            }
            Effect::Unit { names } => format!("{} {}", word(Rule::kw_unit), both(names)),
            Effect::Worth {
                kind,
                zone,
                amount,
                unit,
            } => {
                let zone = zone
                    .as_ref()
                    .map(|zone| format!(" {} {}", word(Rule::kw_on_zone), zone.text))
                    .unwrap_or_default();
                let (worth, is) = (word(Rule::kw_worth), word(Rule::kw_is));
                format!(
                    "{worth} {}{zone} {is} {} {}",
                    kind.text, amount.value, unit.text
                )
            }
            Effect::Result { names, .. } => format!("{} {}", word(Rule::kw_result), both(names)),
            Effect::Discount { variable, .. } => {
                format!("{} {}", word(Rule::kw_discount), variable.text)
            }
            Effect::Search(search) => {
                let like = search
                    .like
                    .as_ref()
                    .map(|like| format!(" {} {}", word(Rule::kw_like), like.text))
                    .unwrap_or_default();
                format!("{} {}{like}", word(Rule::kw_search), both(&search.names))
            }
            Effect::Define {
                names, parameters, ..
            } => {
                let parameters: Vec<String> = parameters
                    .iter()
                    .map(|parameter| self.parameter(parameter))
                    .collect();
                let parameters = match parameters.as_slice() {
                    [] => String::new(),
                    some => format!(" ({})", some.join(", ")),
                };
                format!(
                    "{} {}{parameters} {}",
                    word(Rule::kw_define),
                    both(names),
                    word(Rule::kw_as)
                )
            }
            Effect::Situation { names, .. } => format!(
                "{} {} {}",
                word(Rule::kw_situation),
                both(names),
                word(Rule::kw_as)
            ),
            Effect::Nature(nature) => format!("{} {}", word(Rule::kw_nature), both(&nature.names)),
            Effect::Severity { natures } => {
                format!("{} {}", word(Rule::kw_severity), spaced(natures))
            }
            Effect::Exception { of, variables, .. } => {
                let articles: Vec<&str> = of.iter().map(|article| article.text.as_str()).collect();
                let mut line = format!("{} {}", word(Rule::kw_exception), articles.join(", "));
                if !variables.is_empty() {
                    let names: Vec<&str> =
                        variables.iter().map(|name| name.text.as_str()).collect();
                    line.push_str(&format!(" {} {}", word(Rule::kw_for), names.join(", ")));
                }
                line
            }
            Effect::Quality {
                names,
                nature,
                variable,
                protection,
                joint,
                ..
            } => {
                let mut line = format!(
                    "{} {} {} {} {} {}",
                    word(Rule::kw_quality),
                    both(names),
                    word(Rule::kw_of),
                    nature.text,
                    word(Rule::kw_for),
                    variable.text
                );
                let root = protection.map(|protection| match protection {
                    Protection::None => Rule::kw_none,
                    Protection::Less => Rule::kw_less,
                    Protection::Full => Rule::kw_full,
                });
                let taken = joint.map(|joint| match joint {
                    true => Rule::kw_jointly,
                    false => Rule::kw_singly,
                });
                for (key, value) in [(Rule::kw_protection, root), (Rule::kw_taken, taken)] {
                    if let Some(value) = value {
                        line.push_str(&format!(" {} {}", word(key), word(value)));
                    }
                }
                line
            }
            Effect::Pattern { names, side, .. } => {
                format!(
                    "{} {}{}",
                    word(Rule::kw_pattern),
                    both(names),
                    self.of_side(Some(side))
                )
            }
            Effect::Ruling { side, .. } => {
                format!("{}{}", word(Rule::kw_ruling), self.of_side(side.as_ref()))
            }
        }
    }

    fn of_side(&self, side: Option<&Name>) -> String {
        side.map(|side| format!(" {} {}", self.word(Rule::kw_for), side.text))
            .unwrap_or_default()
    }

    fn parameter(&self, parameter: &Parameter) -> String {
        let ty = TYPES.iter().find(|(ty, _)| *ty == parameter.ty);
        let ty = ty.map_or("", |(_, word)| word.word(self.language));
        format!("{}: {ty}", parameter.name.text)
    }

    fn motion(&self, motion: &Motion) -> String {
        let verb = match motion.purpose {
            Purpose::Both => Rule::kw_goes,
            Purpose::Move => Rule::kw_moves,
            Purpose::Capture => Rule::kw_captures_only,
        };
        let legs: Vec<String> = motion
            .legs
            .iter()
            .map(|leg| {
                let distance = leg.distance.map(|distance| distance.value.to_string());
                let distance = distance.unwrap_or_else(|| self.word(Rule::kw_any).to_owned());
                let towards = match leg.direction {
                    Direction::Forward => Rule::kw_forward,
                    Direction::Backward => Rule::kw_backward,
                    Direction::Sideways | Direction::Rank | Direction::File => Rule::kw_sideways,
                    Direction::Orthogonal => Rule::kw_orthogonal,
                    Direction::Diagonal => Rule::kw_diagonal,
                };
                format!("{distance} {}", self.word(towards))
            })
            .collect();
        let then = format!(" {} ", self.word(Rule::kw_then_leg));
        let mut line = format!("{} {}", self.word(verb), legs.join(&then));
        match motion.path {
            Path::Leap => {}
            Path::Empty => line.push_str(&format!(" {}", self.word(Rule::kw_empty_path))),
            Path::Over(pieces) => {
                let counted = match (self.language, pieces) {
                    (Language::Chinese, _) => "子",
                    (Language::English, 1) => "piece",
                    (Language::English, _) => "pieces",
                };
                line.push_str(&format!(
                    " {} {pieces} {counted}",
                    self.word(Rule::kw_over_exactly)
                ));
            }
        }
        if let Some(zone) = &motion.from {
            line.push_str(&format!(" {} {}", self.word(Rule::kw_from), zone.text));
        }
        if let Some(zone) = &motion.to {
            line.push_str(&format!(" {} {}", self.word(Rule::kw_to), zone.text));
        }
        line
    }

    fn setting(&self, setting: &Setting) -> String {
        let value = match &setting.value {
            SettingValue::Number(Some(number)) => number.to_string(),
            SettingValue::Number(None) => self.word(Rule::kw_any).to_owned(),
            SettingValue::Words(words) if setting.key == SettingKey::Wants => spaced(words),
            SettingValue::Words(words) => {
                let words: Vec<&str> = words
                    .iter()
                    .map(|word| self.setting_word(&word.text))
                    .collect();
                words.join(" ")
            }
        };
        format!("{} {value}", setting.key.word(self.language))
    }

    fn setting_word<'w>(&self, english: &'w str) -> &'w str {
        let rules = [
            Rule::kw_retaking,
            Rule::kw_exposed,
            Rule::kw_any,
            Rule::kw_counted,
            Rule::kw_ignored,
            Rule::kw_free,
            Rule::kw_alone,
            Rule::kw_aim,
            Rule::kw_later,
            Rule::kw_again,
            Rule::kw_first,
        ];
        let rule = rules
            .into_iter()
            .find(|rule| crate::keywords::text(*rule, Language::English) == english);
        rule.map_or(english, |rule| self.word(rule))
    }

    fn targets(&self, targets: &Targets) -> Statement {
        let keyword = format!(
            "{} {} {} {} {}",
            self.word(Rule::kw_targets),
            targets.variable.text,
            self.word(Rule::kw_of),
            print_set(&targets.of, self.language),
            self.word(Rule::kw_where)
        );
        self.said(4, &keyword, &targets.filter)
    }

    fn then(&self, verdict: &Verdict) -> Statement {
        let verdict = match verdict {
            Verdict::Draw => self.word(Rule::kw_draw).to_owned(),
            Verdict::Arbiter => self.word(Rule::kw_arbiter).to_owned(),
            Verdict::MustChange(side) => {
                let side = print_expr(side, self.language);
                format!("{side} {}", self.word(Rule::kw_must_change))
            }
            Verdict::Loses(side) => {
                let side = print_expr(side, self.language);
                format!("{side} {}", self.word(Rule::kw_loses))
            }
        };
        Statement {
            indent: 4,
            text: format!("{} {verdict}", self.word(Rule::kw_then)),
        }
    }
}

fn spaced(names: &[Name]) -> String {
    let names: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
    names.join(" ")
}

fn both(names: &Names) -> String {
    spaced(&names.names)
}

fn file(file: Int) -> char {
    u8::try_from(file.value).map_or('?', |index| char::from(b'a'.saturating_add(index)))
}
