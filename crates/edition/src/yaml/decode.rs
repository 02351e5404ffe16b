//! From the tree to plain structs, by serde; every error keeps the place of the node where it arose.

use std::ops::Range;

use serde::de::{
    self, DeserializeOwned, DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::{Deserializer, forward_to_deserialize_any};

use qili_words::{Bilingual, both};

use super::error::{Problem, ProblemKind};
use super::node::{Content, Entry, Node};

/// Decodes a tree.
pub(super) fn decode<T: DeserializeOwned>(root: &Node) -> Result<T, Problem> {
    T::deserialize(root)
}

impl de::Error for Problem {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        ProblemKind::Custom(Bilingual::of(&message)).into()
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        ProblemKind::Type {
            found: describe(found),
            expected: plain_words(&expected.to_string()),
        }
        .into()
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn invalid_length(length: usize, expected: &dyn de::Expected) -> Self {
        let found = both!("有 {length} 个的列表", "a list of {length}");
        ProblemKind::Type {
            found,
            expected: plain_words(&expected.to_string()),
        }
        .into()
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Self {
        ProblemKind::UnknownWord {
            word: word.to_owned(),
            known,
        }
        .into()
    }

    fn unknown_field(field: &str, known: &'static [&'static str]) -> Self {
        ProblemKind::UnknownField {
            field: field.to_owned(),
            known,
        }
        .into()
    }

    fn missing_field(field: &'static str) -> Self {
        ProblemKind::MissingField(field).into()
    }
}

/// What was found, in the words of a person who writes YAML.
fn describe(found: Unexpected<'_>) -> Bilingual {
    match found {
        Unexpected::Unit | Unexpected::Option => both!("空白", "nothing"),
        Unexpected::Bool(value) => both!("`{value}`", "`{value}`"),
        Unexpected::Unsigned(value) => both!("数 `{value}`", "the number `{value}`"),
        Unexpected::Signed(value) => both!("数 `{value}`", "the number `{value}`"),
        Unexpected::Float(value) => both!("数 `{value}`", "the number `{value}`"),
        Unexpected::Str(text) => both!("`{text}`", "`{text}`"),
        Unexpected::Seq => both!("列表", "a list"),
        Unexpected::Map => both!("一组项", "a mapping"),
        other => both!("别的东西", "{other}"),
    }
}

/// What serde expects, without the names of Rust types.
fn plain_words(expected: &str) -> Bilingual {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => {
            both!("不小于零的整数", "a whole number, not negative")
        }
        "i8" | "i16" | "i32" | "i64" | "isize" => both!("整数", "a whole number"),
        "f32" | "f64" => both!("数", "a number"),
        "a boolean" => both!("`true` 或 `false`", "`true` or `false`"),
        "a string" | "a borrowed string" => both!("文字", "text"),
        "a sequence" => both!("列表", "a list"),
        "a map" => both!("一组项", "a mapping"),
        "unit" => both!("空白", "nothing"),
        other if other.starts_with("struct ") => both!("一组项", "a mapping"),
        other if other.starts_with("enum ") || other.ends_with("identifier") => {
            both!("一个词", "a word")
        }
        other => both!("别的东西", "{other}"),
    }
}

fn at<T>(span: Range<usize>, result: Result<T, Problem>) -> Result<T, Problem> {
    result.map_err(|problem| problem.or_at(span))
}

impl Node {
    fn unexpected(&self) -> Unexpected<'_> {
        match &self.content {
            Content::Scalar { .. } if self.is_null() => Unexpected::Unit,
            Content::Scalar { text, .. } => Unexpected::Str(text),
            Content::Sequence(_) => Unexpected::Seq,
            Content::Mapping(_) => Unexpected::Map,
        }
    }

    fn mismatch<'de, V: Visitor<'de>>(&self, visitor: &V) -> Problem {
        <Problem as de::Error>::invalid_type(self.unexpected(), visitor).or_at(self.head())
    }

    /// The text of a plain, unquoted scalar.
    fn plain(&self) -> Option<&str> {
        match &self.content {
            Content::Scalar { text, plain: true } => Some(text),
            _ => None,
        }
    }

    fn visit_seq<'de, V: Visitor<'de>>(
        &'de self,
        items: &'de [Node],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        at(self.head(), visitor.visit_seq(Items(items.iter())))
    }

    fn visit_map<'de, V: Visitor<'de>>(
        &'de self,
        entries: &'de [Entry],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        at(
            self.head(),
            visitor.visit_map(Entries {
                rest: entries.iter(),
                value: None,
            }),
        )
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident $type:ty,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
            match self.plain().and_then(|text| text.parse::<$type>().ok()) {
                Some(number) => at(self.head(), visitor.$visit(number)),
                None => Err(self.mismatch(&visitor)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for &'de Node {
    type Error = Problem;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        let text = match &self.content {
            Content::Sequence(items) => return self.visit_seq(items, visitor),
            Content::Mapping(entries) => return self.visit_map(entries, visitor),
            Content::Scalar { text, plain } if !plain => {
                return at(self.head(), visitor.visit_borrowed_str(text));
            }
            Content::Scalar { text, .. } => text,
        };
        let result = if self.is_null() {
            visitor.visit_unit()
        } else if let Ok(value) = text.parse::<bool>() {
            visitor.visit_bool(value)
        } else if let Ok(number) = text.parse::<u64>() {
            visitor.visit_u64(number)
        } else if let Ok(number) = text.parse::<i64>() {
            visitor.visit_i64(number)
        } else if let Some(number) = decimal(text) {
            visitor.visit_f64(number)
        } else {
            visitor.visit_borrowed_str(text)
        };
        at(self.head(), result)
    }

    numbers! {
        deserialize_bool visit_bool bool,
        deserialize_u8 visit_u8 u8,
        deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64,
        deserialize_i8 visit_i8 i8,
        deserialize_i16 visit_i16 i16,
        deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64,
        deserialize_f32 visit_f32 f32,
        deserialize_f64 visit_f64 f64,
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match &self.content {
            Content::Scalar { text, .. } if !self.is_null() => {
                at(self.head(), visitor.visit_borrowed_str(text))
            }
            // some texts may be given in two languages
            Content::Mapping(entries) => self.visit_map(entries, visitor),
            _ => Err(self.mismatch(&visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        if self.is_null() {
            visitor.visit_none()
        } else {
            at(self.head(), visitor.visit_some(self))
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        at(self.head(), visitor.visit_newtype_struct(self))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match &self.content {
            Content::Sequence(items) => self.visit_seq(items, visitor),
            _ => Err(self.mismatch(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        match &self.content {
            Content::Sequence(items) if items.len() != length => Err(
                <Problem as de::Error>::invalid_length(items.len(), &visitor).or_at(self.head()),
            ),
            _ => self.deserialize_seq(visitor),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match &self.content {
            Content::Mapping(entries) => self.visit_map(entries, visitor),
            _ => Err(self.mismatch(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        let result = match &self.content {
            Content::Scalar { text, .. } => visitor.visit_enum(Choice {
                name: text,
                name_span: self.span.clone(),
                value: None,
            }),
            Content::Mapping(entries) if entries.len() == 1 => {
                let Entry {
                    key,
                    key_span,
                    value,
                } = &entries[0];
                visitor.visit_enum(Choice {
                    name: key,
                    name_span: key_span.clone(),
                    value: Some(value),
                })
            }
            _ => Err(self.mismatch(&visitor)),
        };
        at(self.head(), result)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i128 u128 bytes byte_buf unit unit_struct }
}

/// A decimal number; `inf`, `nan` and the like stay text.
fn decimal(text: &str) -> Option<f64> {
    let starts_like_one =
        text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first));
    if starts_like_one && text.contains(|c: char| c.is_ascii_digit()) {
        text.parse().ok()
    } else {
        None
    }
}

struct Items<'de>(std::slice::Iter<'de, Node>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Problem;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Problem> {
        let Some(node) = self.0.next() else {
            return Ok(None);
        };
        at(node.head(), seed.deserialize(node)).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Entries<'de> {
    rest: std::slice::Iter<'de, Entry>,
    value: Option<&'de Node>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Problem;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Problem> {
        let Some(entry) = self.rest.next() else {
            return Ok(None);
        };
        self.value = Some(&entry.value);
        let key: de::value::BorrowedStrDeserializer<'de, Problem> =
            de::value::BorrowedStrDeserializer::new(&entry.key);
        at(entry.key_span.clone(), seed.deserialize(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Problem> {
        match self.value.take() {
            Some(node) => at(node.head(), seed.deserialize(node)),
            None => Err(de::Error::custom(both!(
                "要值的时候还没有项名",
                "a value was asked for before its key"
            ))),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

struct Choice<'de> {
    name: &'de str,
    name_span: Range<usize>,
    value: Option<&'de Node>,
}

impl<'de> EnumAccess<'de> for Choice<'de> {
    type Error = Problem;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Problem> {
        let name: de::value::StrDeserializer<'_, Problem> = self.name.into_deserializer();
        let value = at(self.name_span.clone(), seed.deserialize(name))?;
        Ok((value, self))
    }
}

impl Choice<'_> {
    fn without_value(&self) -> Problem {
        let name = self.name;
        Problem::new(
            ProblemKind::Custom(both!("`{name}` 后面要有值", "`{name}` needs a value")),
            self.name_span.clone(),
        )
    }
}

impl<'de> VariantAccess<'de> for Choice<'de> {
    type Error = Problem;

    fn unit_variant(self) -> Result<(), Problem> {
        let name = self.name;
        match self.value {
            Some(node) if !node.is_null() => Err(Problem::new(
                ProblemKind::Custom(both!("`{name}` 后面不写值", "`{name}` takes no value")),
                node.head(),
            )),
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Problem> {
        match self.value {
            Some(node) => at(node.head(), seed.deserialize(node)),
            None => Err(self.without_value()),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        match self.value {
            Some(node) => node.deserialize_tuple(length, visitor),
            None => Err(self.without_value()),
        }
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Problem> {
        match self.value {
            Some(node) => node.deserialize_map(visitor),
            None => Err(self.without_value()),
        }
    }
}
