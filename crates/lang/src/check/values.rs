//! Types in words, and what attributes and verbs ask for.

use crate::rules::Attribute;
use crate::syntax::Type;

/// A type as diagnostics name it.
pub(super) const fn described(ty: Type) -> &'static str {
    match ty {
        Type::Bool => "a condition",
        Type::Int => "a number",
        Type::Side => "a side",
        Type::Piece => "a piece",
        Type::Kind => "a kind of piece",
        Type::Move => "a move",
        Type::Ply => "a ply",
        Type::Nature => "a nature",
        Type::Pieces => "a set of pieces",
        Type::Moves => "a set of moves",
        Type::Plies => "a set of plies",
    }
}

/// Several types as diagnostics name them.
pub(super) fn any_of(types: &[Type]) -> String {
    let words: Vec<&str> = types.iter().map(|ty| described(*ty)).collect();
    words.join(" or ")
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
