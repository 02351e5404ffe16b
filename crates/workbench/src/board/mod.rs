//! The board: a page on which positions are set up, games played, and stretches judged.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::State as Extract;
use axum::http::StatusCode;
use axum::http::header;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use axum::{Extension, Router};
use qili_board::{Kind, Piece, Position, Side, Square};
use qili_notation::diagram::{self, Options, Parts};
use qili_notation::files::Edition;
use qili_report::Rulebook;

use crate::server::{Reader, State};

mod view;

pub(crate) use view::{VIEW, home, rules, workbench};

/// The page, and what it loads.
pub(crate) fn routes() -> Router<Arc<State>> {
    let router = Router::new()
        .route("/", get(page))
        .route("/favicon.ico", get(|| async { StatusCode::NO_CONTENT }))
        .route("/style.css", get(|| async { asset("text/css", STYLE) }));
    ASSETS
        .into_iter()
        .fold(router, |router, (path, kind, text)| {
            router.route(path, get(move || async move { asset(kind, text) }))
        })
}

/// How all pages look, and those that the server makes.
const STYLE: &str = concat!(
    include_str!("../../../review/src/page.css"),
    include_str!("../../assets/page.css"),
    include_str!("../../assets/board.css"),
    include_str!("../../assets/draft.css")
);

pub(crate) const SCRIPT: &str = "text/javascript";

const ASSETS: [(&str, &str, &str); 6] = [
    ("/board.js", SCRIPT, include_str!("../../assets/board.js")),
    (
        "/board/address.js",
        SCRIPT,
        include_str!("../../assets/board/address.js"),
    ),
    (
        "/board/grid.js",
        SCRIPT,
        include_str!("../../assets/board/grid.js"),
    ),
    (
        "/board/make.js",
        SCRIPT,
        include_str!("../../assets/board/make.js"),
    ),
    (
        "/board/server.js",
        SCRIPT,
        include_str!("../../assets/board/server.js"),
    ),
    (
        "/board/words.js",
        SCRIPT,
        include_str!("../../assets/board/words.js"),
    ),
];

pub(crate) fn asset(kind: &'static str, text: &'static str) -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, format!("{kind}; charset=utf-8"))],
        text,
    )
}

async fn page(
    state: Extract<Arc<State>>,
    Extension(Reader(language)): Extension<Reader>,
) -> Html<String> {
    view::page(language, state.watch.is_some())
}

/// Every man of an edition and its empty board, as a drawing whose parts a page uses: `<g id="ground">`, and a
/// `<g data-man="LETTER">` for each man, in capitals for Red.
pub(crate) fn men(book: &Rulebook) -> String {
    let edition = Edition {
        movement: book.movement(),
        vocabulary: &book.vocabulary,
    };
    let pieces = Side::ALL.into_iter().flat_map(|side| {
        let kinds = Kind::all().take(book.vocabulary.len());
        kinds.map(move |kind| Piece { side, kind })
    });
    let mut all = Position::empty(Side::Red);
    let mut letters = Vec::new();
    for (piece, square) in pieces.zip(Square::all()) {
        all.place(square, piece);
        letters.push((square, piece));
    }
    let Parts {
        definitions,
        board,
        men,
    } = diagram::parts(&all, edition, &Options::default());
    let definitions: String = definitions.into_values().collect();
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{}\"><defs>\n{definitions}</defs>\n<g id=\"ground\">{board}</g>\n",
        diagram::VIEW
    );
    // the men stand in the order of the squares
    let used = men
        .lines()
        .filter_map(|line| line.split_once("href=\"#")?.1.split('"').next());
    for ((_, piece), id) in letters.iter().zip(used) {
        let letter = book.vocabulary.letter(piece.kind);
        let letter = match piece.side {
            Side::Red => letter.to_ascii_uppercase(),
            Side::Black => letter.to_ascii_lowercase(),
        };
        let kind = book.edition.rules.kinds.get(piece.kind.index());
        let name = kind.map_or("", |kind| kind.names.en.as_str());
        let character =
            book.vocabulary
                .character(piece.side, piece.kind, qili_notation::Script::Simplified);
        let _ = writeln!(
            text,
            "<use href=\"#{id}\" data-man=\"{letter}\" data-zh=\"{character}\" data-en=\"{name}\"/>"
        );
    }
    text + "</svg>\n"
}
