//! Types in words, and what attributes and verbs ask for.

use crate::rules::Attribute;
use crate::syntax::Type;
use qili_words::{Bilingual, both};

/// A type as diagnostics name it.
pub(super) fn described(ty: Type) -> Bilingual {
    match ty {
        Type::Bool => both!("条件", "a condition"),
        Type::Int => both!("数", "a number"),
        Type::Side => both!("一方", "a side"),
        Type::Piece => both!("棋子", "a piece"),
        Type::Kind => both!("棋子种类", "a kind of piece"),
        Type::Move => both!("着法", "a move"),
        Type::Ply => both!("一着", "a ply"),
        Type::Nature => both!("性质", "a nature"),
        Type::Pieces => both!("一组棋子", "a set of pieces"),
        Type::Moves => both!("一组着法", "a set of moves"),
        Type::Plies => both!("一组着", "a set of plies"),
    }
}

/// Several types as diagnostics name them.
pub(super) fn any_of(types: &[Type]) -> Bilingual {
    let words: Vec<Bilingual> = types.iter().map(|ty| described(*ty)).collect();
    let all = |of: fn(&Bilingual) -> &str| words.iter().map(of).collect::<Vec<_>>();
    Bilingual::new(
        all(|word| &word.zh).join("或"),
        all(|word| &word.en).join(" or "),
    )
}

/// The type of a set's elements.
pub(super) const fn element(set: Type) -> Option<Type> {
    match set {
        Type::Pieces => Some(Type::Piece),
        Type::Moves => Some(Type::Move),
        Type::Plies => Some(Type::Ply),
        _ => None,
    }
}

/// The attribute of a word, what it can be asked of, and the type of the answer.
pub(super) fn attribute(word: &str) -> Option<(Attribute, &'static [Type], Type)> {
    Some(match word {
        "pieces" => (Attribute::Pieces, &[Type::Side], Type::Pieces),
        "plies" => (Attribute::Plies, &[Type::Side], Type::Plies),
        "targets" => (Attribute::Targets, &[Type::Ply], Type::Pieces),
        "kind" => (Attribute::Kind, &[Type::Piece], Type::Kind),
        "side" => (
            Attribute::Side,
            &[Type::Piece, Type::Move, Type::Ply],
            Type::Side,
        ),
        "piece" => (Attribute::Piece, &[Type::Move, Type::Ply], Type::Piece),
        "attackers" => (Attribute::Attackers, &[Type::Piece], Type::Pieces),
        "protectors" => (Attribute::Protectors, &[Type::Piece], Type::Pieces),
        "screens" => (Attribute::Screens, &[Type::Move], Type::Pieces),
        "checkers" => (Attribute::Checkers, &[Type::Side], Type::Pieces),
        "retakes" => (Attribute::Retakes, &[Type::Move], Type::Moves),
        "exposers" => (Attribute::Exposers, &[Type::Move], Type::Pieces),
        "other" => (Attribute::Other, &[Type::Side], Type::Side),
        "next" => (Attribute::Next, &[Type::Ply], Type::Ply),
        "previous" => (Attribute::Previous, &[Type::Ply], Type::Ply),
        "number" => (
            Attribute::Number,
            &[Type::Pieces, Type::Moves, Type::Plies],
            Type::Int,
        ),
        _ => return None,
    })
}
