//! The board: zones, kinds of pieces, their worth, and who may not face whom.

use super::error::{Fault, cited};
use super::names::Class;
use super::{Checker, KIND_LIMIT, Thing, named};
use crate::rules::{ClauseId, Facing, Handle, Kind, KindId, UnitId, Worth, Zone, ZoneId};
use crate::syntax::{Effect, FileRange, Int, Name, PieceDeclaration, RankRange};
use qili_words::{Bilingual, both};

impl Checker<'_> {
    /// Everything that stands on the board and what it is worth.
    pub(super) fn declare_board(&mut self) {
        let clauses = self.clauses;
        let effects = || {
            let numbered = clauses.iter().enumerate();
            numbered.filter_map(|(place, (_, clause))| Some((place, clause.effect.as_ref()?)))
        };
        for (place, effect) in effects() {
            match effect {
                Effect::Board {
                    files,
                    ranks,
                    start,
                } => self.declare_start(place, *files, *ranks, &start.value),
                Effect::Zone {
                    names,
                    files,
                    ranks,
                } => {
                    let files = self.file_range(place, *files);
                    let ranks = self.rank_range(place, *ranks);
                    self.rules.zones.push(Zone {
                        names: named(names),
                        files,
                        ranks,
                    });
                }
                Effect::Unit { names } => self.rules.units.push(named(names)),
                _ => {}
            }
        }
        for (place, effect) in effects() {
            if let Effect::Piece(piece) = effect {
                self.declare_kind(place, piece);
            }
        }
        for (place, effect) in effects() {
            match effect {
                Effect::Worth {
                    kind,
                    zone,
                    amount,
                    unit,
                } => self.declare_worth(place, kind, zone.as_ref(), *amount, unit),
                Effect::Facing { one, other, along } => {
                    let (one, other) = (self.kind(place, one), self.kind(place, other));
                    if let (Some(one), Some(other)) = (one, other) {
                        self.rules.facings.push(Facing {
                            clause: ClauseId::at(place),
                            one,
                            other,
                            along: *along,
                        });
                    }
                }
                _ => {}
            }
        }
    }

    fn declare_start(&mut self, place: usize, files: Int, ranks: Int, start: &str) {
        for (size, expected) in [(files, 9), (ranks, 10)] {
            if size.value != expected {
                let size_given = size.value;
                let message = both!(
                    "没有这样大小的棋盘：{size_given}",
                    "a board of this size is not supported: {size_given}"
                );
                let fault = Fault::new("qili::rule::board", size.span, message);
                self.report(
                    place,
                    fault.help(both!(
                        "棋盘有 9 路 10 线",
                        "the board has 9 files and 10 ranks: `board 9 by 10`"
                    )),
                );
            }
        }
        if self.rules.start.is_some() {
            let span = self.clauses[place].1.article.span;
            let fault = Fault::new(
                "qili::rule::duplicate_name",
                span,
                both!("棋盘写了两次", "the board is described twice"),
            );
            self.report(
                place,
                fault.help(both!(
                    "一个版本只有一个 `棋盘`（`board`）条",
                    "an edition has one `board` clause"
                )),
            );
            return;
        }
        self.rules.start = Some(start.to_owned());
    }

    fn file_range(&mut self, place: usize, range: Option<FileRange>) -> (u8, u8) {
        match range {
            Some(FileRange { from, to }) => self.range(place, from, to, 8, &both!("路", "files")),
            None => (0, 8),
        }
    }

    fn rank_range(&mut self, place: usize, range: Option<RankRange>) -> (u8, u8) {
        match range {
            Some(RankRange { from, to }) => self.range(place, from, to, 9, &both!("线", "ranks")),
            None => (0, 9),
        }
    }

    fn range(&mut self, place: usize, from: Int, to: Int, last: u8, what: &Bilingual) -> (u8, u8) {
        match (u8::try_from(from.value), u8::try_from(to.value)) {
            (Ok(from), Ok(to)) if from <= to && to <= last => (from, to),
            _ => {
                let message = both!(
                    "这些{}不在棋盘上，或次序颠倒",
                    "these {} are not on the board or in the wrong order"; what
                );
                let fault = Fault::new("qili::rule::board", from.span, message);
                self.report(
                    place,
                    fault.help(both!(
                        "路从 `a` 到 `i`，线从己方底线 0 到 9",
                        "files go from `a` to `i`, ranks from 0 at the own edge to 9"
                    )),
                );
                (0, last)
            }
        }
    }

    fn declare_kind(&mut self, place: usize, piece: &PieceDeclaration) {
        let within = piece
            .within
            .as_ref()
            .and_then(|zone| self.zone(place, zone));
        let mut motion_zones = Vec::new();
        for motion in &piece.motions {
            let from = motion.from.as_ref().and_then(|zone| self.zone(place, zone));
            let to = motion.to.as_ref().and_then(|zone| self.zone(place, zone));
            motion_zones.push((from, to));
        }
        let article = self.clauses[place].1.article.span;
        if self.rules.kinds.len() == KIND_LIMIT {
            let message = both!(
                "一个版本最多有 {KIND_LIMIT} 种棋子",
                "an edition may have at most {KIND_LIMIT} kinds of pieces"
            );
            self.report(
                place,
                Fault::new("qili::rule::too_many_kinds", article, message),
            );
        }
        let letters = self.letters(place, piece);
        let red = self.characters(place, &piece.red);
        let black = self.characters(place, &piece.black);
        let names = named(&piece.names);
        let shown = |characters: Vec<char>| {
            if characters.is_empty() {
                names.zh.chars().take(1).collect()
            } else {
                characters
            }
        };
        self.rules.kinds.push(Kind {
            clause: ClauseId::at(place),
            letters,
            red: shown(red),
            black: shown(black),
            royal: piece.royal,
            within,
            motions: piece.motions.clone(),
            motion_zones,
            worths: Vec::new(),
            names,
        });
    }

    fn letters(&mut self, place: usize, piece: &PieceDeclaration) -> Vec<char> {
        let mut letters = Vec::new();
        for letter in &piece.letters {
            let mut characters = letter.text.chars();
            let (first, more) = (characters.next(), characters.next());
            let owner = first.and_then(|first| {
                self.rules
                    .kinds
                    .iter()
                    .find(|kind| kind.letters.contains(&first))
            });
            let fault =
                |message: Bilingual| Fault::new("qili::rule::letters", letter.span, message);
            match (first, more, owner) {
                (Some(first), None, None)
                    if first.is_ascii_uppercase() && !letters.contains(&first) =>
                {
                    letters.push(first);
                }
                (Some(first), None, Some(owner)) => {
                    let owner = &owner.names.zh;
                    let message = both!(
                        "字母 `{first}` 已指{owner}",
                        "the letter `{first}` already stands for {owner}"
                    );
                    self.report(place, fault(message));
                }
                _ => {
                    let own = &letter.text;
                    let message = both!(
                        "`{own}` 不能作棋子的字母",
                        "`{own}` is no letter for a piece"
                    );
                    let fault = fault(message).help(both!(
                        "字母从 `A` 到 `Z`，大写，一个只指一种棋子",
                        "letters are capitals from `A` to `Z`, each for one kind only"
                    ));
                    self.report(place, fault);
                }
            }
        }
        if piece.letters.is_empty() {
            let span = self.clauses[place].1.article.span;
            let fault = Fault::new(
                "qili::rule::letters",
                span,
                both!("这种棋子没有字母", "this piece has no letter"),
            );
            self.report(
                place,
                fault.help(both!(
                    "加一行，如 `字母 R`：局面用它来写",
                    "add a line such as `letters R`: positions are written with it"
                )),
            );
        }
        letters
    }

    fn characters(&mut self, place: usize, glyphs: &[Name]) -> Vec<char> {
        let mut characters = Vec::new();
        for glyph in glyphs {
            let mut parts = glyph.text.chars();
            match (parts.next(), parts.next()) {
                (Some(character), None) => characters.push(character),
                _ => {
                    let own = &glyph.text;
                    let message = both!("`{own}` 不止一个字", "`{own}` is more than one character");
                    let fault = Fault::new("qili::rule::letters", glyph.span, message);
                    self.report(
                        place,
                        fault.help(both!(
                            "字与字之间要空格：`红 相 象`",
                            "put blanks between the characters: `red 相 象`"
                        )),
                    );
                }
            }
        }
        characters
    }

    fn declare_worth(
        &mut self,
        place: usize,
        kind: &Name,
        zone: Option<&Name>,
        amount: Int,
        unit: &Name,
    ) {
        let id = self.kind(place, kind);
        let zone = match zone {
            Some(name) => match self.zone(place, name) {
                Some(zone) => Some(zone),
                None => return,
            },
            None => None,
        };
        let (Some(id), Some(unit_id)) = (id, self.unit(place, unit)) else {
            return;
        };
        let Ok(amount) = i32::try_from(amount.value) else {
            return; // the parser bounds numbers
        };
        let Some(known) = self.rules.kinds.get(id.index()) else {
            return;
        };
        let again = known
            .worths
            .iter()
            .find(|worth| worth.zone == zone && worth.unit == unit_id);
        if let Some(first) = again {
            let article = cited(&self.clauses[first.clause.index()].1);
            let (own, of) = (&kind.text, &unit.text);
            let message = both!(
                "{own}值几个{of}定了两次",
                "the worth of {own} in {of} is stated twice"
            );
            let fault = Fault::new("qili::rule::duplicate_name", kind.span, message);
            let fault = fault.label(both!(
                "{}已经定了",
                "{} states it already"; article
            ));
            self.report(
                place,
                fault.help(both!(
                    "改写{}",
                    "replace {} instead"; article
                )),
            );
            return;
        }
        if let Some(known) = self.rules.kinds.get_mut(id.index()) {
            known.worths.push(Worth {
                clause: ClauseId::at(place),
                zone,
                amount,
                unit: unit_id,
            });
        }
    }

    fn zone(&mut self, place: usize, name: &Name) -> Option<ZoneId> {
        match self.look_up(place, Class::Zone, name, &both!("区域", "zone"))? {
            Thing::Zone(zone) => Some(zone),
            _ => None,
        }
    }

    fn kind(&mut self, place: usize, name: &Name) -> Option<KindId> {
        let what = both!("棋子种类", "kind of piece");
        match self.look_up(place, Class::Word, name, &what)? {
            Thing::Kind(kind) => Some(kind),
            _ => self.wrong(place, name, &what),
        }
    }

    fn unit(&mut self, place: usize, name: &Name) -> Option<UnitId> {
        let what = both!("子力单位", "unit of material");
        match self.look_up(place, Class::Word, name, &what)? {
            Thing::Unit(unit) => Some(unit),
            _ => self.wrong(place, name, &what),
        }
    }

    fn wrong<T>(&mut self, place: usize, name: &Name, what: &Bilingual) -> Option<T> {
        let own = &name.text;
        let message = both!("`{own}` 不是{}", "`{own}` is not a {}"; what);
        self.report(place, Fault::new("qili::rule::type", name.span, message));
        None
    }

    /// What a name stands for; reports if it is nothing.
    pub(super) fn look_up(
        &mut self,
        place: usize,
        class: Class,
        name: &Name,
        what: &Bilingual,
    ) -> Option<Thing> {
        match self.directory.find(class, &name.text) {
            Some(declared) => self.things[declared],
            None => {
                let fault = self.directory.unknown(&[class], &[], what, name);
                self.report(place, fault);
                None
            }
        }
    }
}
