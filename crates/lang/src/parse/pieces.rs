//! From the grammar's pairs to zones and pieces.

use super::build::{Builder, Built, Parts, names_in};
use super::error::Problem;
use crate::grammar::Rule;
use crate::syntax::*;
use pest::iterators::Pair;
use qili_words::Bilingual;

impl Builder<'_> {
    pub(super) fn files(&self, pair: Pair<'_, Rule>) -> Built<FileRange> {
        let file = |pair: Pair<'_, Rule>| Int {
            value: i64::from(
                pair.as_str()
                    .as_bytes()
                    .first()
                    .map_or(0, |letter| letter.wrapping_sub(b'a')),
            ),
            span: self.span(&pair),
        };
        let mut files = pair
            .into_inner()
            .filter(|part| part.as_rule() == Rule::file);
        Ok(FileRange {
            from: file(self.next(&mut files)?),
            to: file(self.next(&mut files)?),
        })
    }

    pub(super) fn ranks(&self, pair: Pair<'_, Rule>) -> Built<RankRange> {
        let mut ranks = pair.into_inner().filter(|part| part.as_rule() == Rule::int);
        Ok(RankRange {
            from: self.int(&self.next(&mut ranks)?)?,
            to: self.int(&self.next(&mut ranks)?)?,
        })
    }

    pub(super) fn piece(&self, mut parts: Parts<'_, '_>) -> Built<PieceDeclaration> {
        let glyphs = |list: Option<Pair<'_, Rule>>| -> Built<Vec<Name>> {
            list.into_iter()
                .flat_map(Pair::into_inner)
                .filter(|part| part.as_rule() == Rule::glyph)
                .map(|glyph| Ok(self.name(&self.only(glyph)?)))
                .collect()
        };
        Ok(PieceDeclaration {
            names: parts.names()?,
            letters: glyphs(parts.optional(Rule::letters))?,
            red: glyphs(parts.optional(Rule::red))?,
            black: glyphs(parts.optional(Rule::black))?,
            royal: parts.optional(Rule::royal).is_some(),
            within: match parts.optional(Rule::within) {
                Some(within) => names_in(within).next().map(|name| self.name(&name)),
                None => None,
            },
            motions: parts
                .all(Rule::motion)
                .map(|motion| self.motion(motion))
                .collect::<Built<_>>()?,
        })
    }

    pub(super) fn motion(&self, pair: Pair<'_, Rule>) -> Built<Motion> {
        let mut motion = Motion {
            purpose: Purpose::Both,
            legs: Vec::new(),
            path: Path::Leap,
            from: None,
            to: None,
            span: self.span(&pair),
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::purpose => {
                    motion.purpose = match self.only(part)?.as_rule() {
                        Rule::kw_moves => Purpose::Move,
                        Rule::kw_captures_only => Purpose::Capture,
                        _ => Purpose::Both,
                    };
                }
                Rule::leg => motion.legs.push(self.leg(part)?),
                Rule::path => motion.path = self.path(part)?,
                Rule::from => motion.from = names_in(part).next().map(|name| self.name(&name)),
                Rule::into => motion.to = names_in(part).next().map(|name| self.name(&name)),
                _ => {}
            }
        }
        Ok(motion)
    }

    pub(super) fn leg(&self, pair: Pair<'_, Rule>) -> Built<Leg> {
        let mut inner = pair.into_inner();
        let distance = self.next(&mut inner)?;
        let direction = self.only(self.next(&mut inner)?)?;
        let distance = match distance.as_rule() {
            Rule::int => Some(self.int(&distance)?),
            _ => None,
        };
        if let Some(Int { value, span }) = distance
            && !(1..=9).contains(&value)
        {
            return Err(Problem::new(
                Bilingual::new(
                    format!("棋子不能走 {value} 步"),
                    format!("a piece cannot go {value} points"),
                ),
                span,
                Bilingual::new(
                    "步数从 1 至 9；`任意`（`any`）是能走多远就多远",
                    "distances are from 1 to 9; `any` is as far as the path allows",
                ),
            ));
        }
        Ok(Leg {
            distance,
            direction: match direction.as_rule() {
                Rule::kw_forward => Direction::Forward,
                Rule::kw_backward => Direction::Backward,
                Rule::kw_sideways => Direction::Sideways,
                Rule::kw_orthogonal => Direction::Orthogonal,
                _ => Direction::Diagonal,
            },
        })
    }

    pub(super) fn path(&self, pair: Pair<'_, Rule>) -> Built<Path> {
        let Some(count) = pair.into_inner().find(|part| part.as_rule() == Rule::int) else {
            return Ok(Path::Empty);
        };
        let Int { value, span } = self.int(&count)?;
        match u8::try_from(value) {
            Ok(pieces @ 1..=8) => Ok(Path::Over(pieces)),
            _ => Err(Problem::new(
                Bilingual::new(
                    format!("不能恰隔 {value} 子"),
                    format!("nothing goes over exactly {value} pieces"),
                ),
                span,
                Bilingual::new(
                    "所隔子数从 1 至 8；不隔子写作 `经空点`（`through empty points`）",
                    "the number of pieces on the way is from 1 to 8; write `through empty points` for none",
                ),
            )),
        }
    }
}
