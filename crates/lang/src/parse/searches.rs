//! From the grammar's pairs to named searches.

use super::build::{Builder, Built, Parts};
use super::error::Problem;
use crate::grammar::Rule;
use crate::syntax::*;
use pest::iterators::Pair;
use qili_words::Bilingual;

impl Builder<'_> {
    pub(super) fn search(&self, mut parts: Parts<'_, '_>) -> Built<SearchDeclaration> {
        Ok(SearchDeclaration {
            names: parts.names()?,
            like: match parts.optional(Rule::kw_like) {
                Some(_) => Some(parts.name()?),
                None => None,
            },
            settings: parts
                .all(Rule::setting)
                .map(|setting| self.setting(setting))
                .collect::<Built<_>>()?,
        })
    }

    pub(super) fn setting(&self, pair: Pair<'_, Rule>) -> Built<Setting> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let rule = self.next(&mut inner)?.as_rule();
        let key = SettingKey::ALL
            .into_iter()
            .find(|key| key.rule() == rule)
            .unwrap_or(SettingKey::Movers);
        let numeric = matches!(
            key,
            SettingKey::OpponentChecks
                | SettingKey::Initiatives
                | SettingKey::QuietCaptures
                | SettingKey::QuietChecks
                | SettingKey::DefenderMoves
        );
        let mut words = Vec::new();
        for value in inner {
            if numeric {
                let number = match value.as_rule() {
                    Rule::int => Some(self.int(&value)?),
                    _ => None,
                };
                let number = number
                    .map(|Int { value, span }| {
                        u32::try_from(value).map_err(|_| {
                            Problem::new(
                                Bilingual::new(
                                    format!("`{value}` 太大"),
                                    format!("`{value}` is too large"),
                                ),
                                span,
                                Bilingual::new(
                                    "不限写作 `任意`（`any`）",
                                    "write `any` for no limit",
                                ),
                            )
                        })
                    })
                    .transpose()?;
                return Ok(Setting {
                    key,
                    value: SettingValue::Number(number),
                    span,
                });
            }
            // Words of the language are kept in English, names as they are.
            let mut name = self.name(&value);
            if let Some(word) = crate::keywords::keyword(value.as_rule()) {
                word.english.clone_into(&mut name.text);
            }
            words.push(name);
        }
        Ok(Setting {
            key,
            value: SettingValue::Words(words),
            span,
        })
    }
}
