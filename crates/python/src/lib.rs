//! The Python module `qili`: the crate `qili` with strings in and plain values out.

#![allow(
    missing_docs,
    reason = "what a Python sees of it is described in `_qili.pyi`"
)]

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use qili::request::Desk;
use qili::{Detail, Drawing, Language, Policy, Side, Status, Verdict};
use rayon::prelude::*;
use serde_json::{Value, json};

create_exception!(qili, Error, PyValueError, "What went wrong.");

/// An error of the crate as an exception that carries what it knows.
fn raised(py: Python<'_>, error: &qili::Error) -> PyErr {
    let raised = Error::new_err(error.message());
    let value = raised.value(py);
    let place = error.place();
    let place = place.map(|place| (place.file, place.line, place.column));
    let told = value
        .setattr("code", error.code())
        .and_then(|()| value.setattr("help", error.help()))
        .and_then(|()| value.setattr("place", place));
    told.err().unwrap_or(raised)
}

trait OrRaise<T> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T> OrRaise<T> for Result<T, qili::Error> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| raised(py, &error))
    }
}

/// A word that the crate reads by itself.
fn word<T: std::str::FromStr>(word: &str) -> PyResult<T>
where
    T::Err: std::fmt::Display,
{
    let read = word.parse();
    read.map_err(|error: T::Err| PyValueError::new_err(error.to_string()))
}

fn side(word: &str) -> PyResult<Side> {
    match word {
        "red" => Ok(Side::Red),
        "black" => Ok(Side::Black),
        _ => Err(PyValueError::new_err(format!(
            "`{word}` is neither `red` nor `black`"
        ))),
    }
}

fn name(side: Side) -> &'static str {
    match side {
        Side::Red => "red",
        Side::Black => "black",
    }
}

/// JSON as Python's values.
fn python<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}

/// Anything that can be written as JSON, as Python's values.
macro_rules! values {
    ($py:expr, $value:expr) => {
        python(
            $py,
            &serde_json::to_string(&$value)
                .map_err(|error| PyValueError::new_err(error.to_string()))?,
        )
    };
}

#[derive(FromPyObject)]
enum Moves {
    Text(String),
    List(Vec<String>),
}

impl Moves {
    fn text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::List(moves) => moves.join(" "),
        }
    }
}

#[derive(FromPyObject)]
enum Source {
    Text(String),
    Bytes(Vec<u8>),
}

impl Source {
    fn bytes(self) -> Vec<u8> {
        match self {
            Self::Text(text) => text.into_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

#[pyfunction]
fn editions() -> Vec<&'static str> {
    qili::Edition::shipped().collect()
}

#[pyclass(frozen, module = "qili")]
struct Edition(qili::Engine);

#[pymethods]
impl Edition {
    #[new]
    #[pyo3(signature = (name_or_path, *, budget=None))]
    fn new(py: Python<'_>, name_or_path: &str, budget: Option<u32>) -> PyResult<Self> {
        let engine = py
            .detach(|| qili::Engine::open(name_or_path))
            .or_raise(py)?;
        Ok(Self(match budget {
            Some(nodes) => engine.with_budget(nodes),
            None => engine,
        }))
    }

    #[staticmethod]
    fn from_files(py: Python<'_>, name: &str, files: BTreeMap<String, String>) -> PyResult<Self> {
        let opened: Result<_, qili::Error> = py.detach(|| {
            let edition = qili::Edition::from_files(name, files)?;
            qili::Engine::new(&edition)
        });
        Ok(Self(opened.or_raise(py)?))
    }

    #[getter]
    fn id(&self) -> String {
        self.0.edition().id().to_owned()
    }

    #[getter]
    fn digest(&self) -> String {
        self.0.edition().digest()
    }

    #[pyo3(signature = (language="en"))]
    fn title(&self, language: &str) -> PyResult<String> {
        Ok(self.0.edition().title(word(language)?).to_owned())
    }

    #[getter]
    fn start(&self) -> Position {
        Position(self.0.start())
    }

    fn position(&self, py: Python<'_>, fen: &str) -> PyResult<Position> {
        Ok(Position(self.0.position(fen).or_raise(py)?))
    }

    #[pyo3(signature = (fen, moves, *, cycle=true, language="en"))]
    fn judge<'py>(
        &self,
        py: Python<'py>,
        fen: &str,
        moves: Moves,
        cycle: bool,
        language: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let language: Language = word(language)?;
        let moves = moves.text();
        let judged: Result<_, qili::Error> = py.detach(|| {
            let start = self.0.position(fen)?;
            Ok(if cycle {
                serde_json::to_string(&start.stretch(&moves)?.judge().json(language))
            } else {
                let game = start.game(&moves)?;
                serde_json::to_string(&game.adjudicate(Policy::Last)?.json(language))
            })
        });
        let json = judged.or_raise(py)?;
        python(
            py,
            &json.map_err(|error| PyValueError::new_err(error.to_string()))?,
        )
    }

    fn games(&self, py: Python<'_>, source: Source) -> PyResult<Vec<Game>> {
        let source = source.bytes();
        let games: Result<_, qili::Error> = py.detach(|| {
            let games = self.0.games(source.as_slice(), "source")?;
            games.map(|game| game.map(Game)).collect()
        });
        games.or_raise(py)
    }

    #[pyo3(signature = (source, format, notation="chinese"))]
    fn convert<'py>(
        &self,
        py: Python<'py>,
        source: Source,
        format: &str,
        notation: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let source = source.bytes();
        let (format, notation) = (word(format)?, word(notation)?);
        let written: Result<_, qili::Error> = py.detach(|| {
            let mut written = Vec::new();
            for game in self.0.games(source.as_slice(), "source")? {
                if !written.is_empty() {
                    written.push(b'\n');
                }
                written.extend(game?.write(format, notation)?);
            }
            Ok(written)
        });
        Ok(PyBytes::new(py, &written.or_raise(py)?))
    }

    fn __repr__(&self) -> String {
        format!("Edition('{}')", self.id())
    }
}

#[pyclass(frozen, eq, module = "qili")]
#[derive(PartialEq)]
struct Position(qili::Position);

#[pymethods]
impl Position {
    #[getter]
    fn fen(&self) -> String {
        self.0.fen()
    }

    #[getter]
    fn turn(&self) -> &'static str {
        name(self.0.turn())
    }

    fn legal_moves(&self) -> Vec<String> {
        self.0
            .legal_moves()
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    fn is_check(&self) -> bool {
        self.0.is_check()
    }

    fn outcome(&self) -> Option<String> {
        self.0.ended().map(|outcome| outcome.to_string())
    }

    fn perft(&self, py: Python<'_>, plies: u32) -> u64 {
        py.detach(|| self.0.perft(plies))
    }

    fn read(&self, py: Python<'_>, mv: &str) -> PyResult<String> {
        Ok(self.0.read(mv).or_raise(py)?.to_string())
    }

    #[pyo3(signature = (mv, notation="chinese"))]
    fn write(&self, py: Python<'_>, mv: &str, notation: &str) -> PyResult<String> {
        let mv = self.0.read(mv).or_raise(py)?;
        Ok(self.0.write(mv, word(notation)?))
    }

    fn play(&self, py: Python<'_>, mv: &str) -> PyResult<Self> {
        Ok(Self(self.0.play(mv).or_raise(py)?))
    }

    fn judge(&self, py: Python<'_>, moves: Moves) -> PyResult<Judgement> {
        let moves = moves.text();
        let judged: Result<_, qili::Error> = py.detach(|| {
            let stretch = self.0.stretch(&moves)?;
            Ok((stretch.judge(), stretch.closes()))
        });
        let (judged, closes) = judged.or_raise(py)?;
        Ok(Judgement { judged, closes })
    }

    fn referee(&self) -> Referee {
        Referee(Mutex::new(qili::Referee::new(&self.0)))
    }

    fn text(&self) -> String {
        self.0.text()
    }

    #[pyo3(signature = (*, last=None, line=None))]
    fn svg(&self, last: Option<&str>, line: Option<Vec<String>>) -> PyResult<String> {
        let mut drawing = Drawing::new();
        if let Some(last) = last {
            drawing = drawing.last(word(last)?);
        }
        let line = line.unwrap_or_default();
        let line = line
            .iter()
            .map(|mv| word(mv))
            .collect::<PyResult<Vec<qili::Move>>>()?;
        Ok(self.0.svg(&drawing.line(&line)))
    }

    #[pyo3(signature = (width=616))]
    fn png<'py>(&self, py: Python<'py>, width: u32) -> PyResult<Bound<'py, PyBytes>> {
        let drawn = py.detach(|| self.0.png(&Drawing::new(), width));
        Ok(PyBytes::new(py, &drawn.or_raise(py)?))
    }

    fn _repr_svg_(&self) -> String {
        self.0.svg(&Drawing::new())
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.fen())
    }
}

#[pyclass(frozen, module = "qili")]
struct Judgement {
    judged: qili::Judgement,
    closes: bool,
}

#[pymethods]
impl Judgement {
    #[getter]
    fn outcome(&self) -> String {
        self.judged.ruling().outcome().to_string()
    }

    #[getter]
    fn articles(&self) -> Vec<String> {
        self.judged.ruling().articles()
    }

    #[getter]
    fn closes(&self) -> bool {
        self.closes
    }

    #[getter]
    fn natures(&self) -> Vec<Option<String>> {
        let natures = self.judged.plies();
        natures
            .map(|ply| ply.nature(Language::Chinese).map(str::to_owned))
            .collect()
    }

    #[pyo3(signature = (side, language="en"))]
    fn pattern(&self, side: &str, language: &str) -> PyResult<String> {
        Ok(self.judged.pattern(self::side(side)?, word(language)?))
    }

    #[pyo3(signature = (language="en", *, full=false))]
    fn text(&self, language: &str, full: bool) -> PyResult<String> {
        let detail = if full { Detail::Full } else { Detail::Short };
        Ok(self.judged.text(word(language)?, detail))
    }

    #[pyo3(signature = (language="en"))]
    fn json<'py>(&self, py: Python<'py>, language: &str) -> PyResult<Bound<'py, PyAny>> {
        values!(py, self.judged.json(word(language)?))
    }

    fn __repr__(&self) -> String {
        format!("Judgement({})", self.outcome())
    }
}

#[pyclass(frozen, module = "qili")]
struct Game(qili::Game);

#[pymethods]
impl Game {
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        values!(py, self.0.tags().collect::<BTreeMap<_, _>>())
    }

    #[getter]
    fn start(&self) -> Position {
        Position(self.0.start())
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.moves().iter().map(ToString::to_string).collect()
    }

    #[getter]
    fn result(&self) -> &'static str {
        self.0.result().symbol()
    }

    #[getter]
    fn problems(&self) -> Vec<String> {
        self.0.problems().collect()
    }

    #[pyo3(signature = (format, notation="chinese"))]
    fn write<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        notation: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let written = self.0.write(word(format)?, word(notation)?);
        Ok(PyBytes::new(py, &written.or_raise(py)?))
    }

    #[pyo3(signature = (language="en"))]
    fn judge<'py>(&self, py: Python<'py>, language: &str) -> PyResult<Bound<'py, PyAny>> {
        let language: Language = word(language)?;
        let adjudged: Result<_, qili::Error> =
            py.detach(|| Ok(self.0.adjudicate(Policy::Last)?.json(language)));
        values!(py, adjudged.or_raise(py)?)
    }

    fn __repr__(&self) -> String {
        format!("Game({} moves, {})", self.0.moves().len(), self.result())
    }
}

#[pyclass(frozen, module = "qili")]
struct Referee(Mutex<qili::Referee>);

impl Referee {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut qili::Referee) -> T + Send,
    ) -> T {
        py.detach(|| work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

#[pymethods]
impl Referee {
    fn play(&self, py: Python<'_>, mv: &str) -> PyResult<String> {
        let played = self.with(py, |referee| referee.play(mv));
        Ok(played.or_raise(py)?.mv.to_string())
    }

    fn undo(&self, py: Python<'_>) -> Option<String> {
        self.with(py, |referee| Some(referee.undo()?.to_string()))
    }

    #[getter]
    fn position(&self, py: Python<'_>) -> Position {
        Position(self.with(py, |referee| referee.position()))
    }

    #[getter]
    fn moves(&self, py: Python<'_>) -> Vec<String> {
        self.with(py, |referee| {
            referee.moves().iter().map(ToString::to_string).collect()
        })
    }

    fn claims<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let claim = self.with(py, |referee| referee.claims());
        let said = claim.map_or(Value::Null, |claim| {
            let by: Vec<&str> = claim.by.iter().map(|&side| name(side)).collect();
            json!({
                "by": by,
                "unasked": claim.unasked,
                "occurrences": claim.occurrences,
                "since": claim.since,
                "outcome": claim.ruling.outcome().to_string(),
                "articles": claim.ruling.articles(),
            })
        });
        python(py, &said.to_string())
    }

    fn claim(&self, py: Python<'_>, side: &str) -> PyResult<String> {
        let side = self::side(side)?;
        let ruling = self.with(py, |referee| referee.claim(side));
        Ok(ruling.or_raise(py)?.outcome().to_string())
    }

    fn arbiter(&self, py: Python<'_>) -> Option<String> {
        let ruling = self.with(py, |referee| referee.arbiter())?;
        Some(ruling.outcome().to_string())
    }

    fn resign(&self, py: Python<'_>, side: &str) -> PyResult<Option<String>> {
        let side = self::side(side)?;
        let outcome = self.with(py, |referee| referee.resign(side));
        Ok(outcome.map(|outcome| outcome.to_string()))
    }

    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let said = match self.with(py, |referee| referee.status()) {
            Status::MustChange { side, .. } => json!({"state": "must-change", "side": name(side)}),
            Status::Over { outcome, article } => {
                json!({"state": "over", "outcome": outcome.to_string(), "article": article})
            }
            _ => json!({"state": "playing"}),
        };
        python(py, &said.to_string())
    }
}

#[pyclass(frozen, module = "qili")]
struct Oracle(Mutex<qili::Oracle>);

#[pymethods]
impl Oracle {
    #[new]
    fn new(edition: PyRef<'_, Edition>) -> Self {
        Self(Mutex::new(qili::Oracle::new(&edition.0)))
    }

    #[pyo3(signature = (side, position, moves, work=100_000))]
    fn against(
        &self,
        py: Python<'_>,
        side: &str,
        position: PyRef<'_, Position>,
        moves: Moves,
        work: u64,
    ) -> PyResult<Option<bool>> {
        let side = self::side(side)?;
        let stretch = position.0.stretch(&moves.text()).or_raise(py)?;
        let verdict = py.detach(|| {
            let mut oracle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            oracle.verdict(side, &stretch, work)
        });
        Ok(match verdict {
            Verdict::Against(_) => Some(true),
            Verdict::NotAgainst => Some(false),
            _ => None,
        })
    }
}

/// The rows of two columns, which must be equally long.
fn rows(
    fens: Vec<Option<String>>,
    moves: Vec<Option<String>>,
) -> PyResult<Vec<(Option<String>, Option<String>)>> {
    if fens.len() != moves.len() {
        let (fens, moves) = (fens.len(), moves.len());
        let text = format!("there are {fens} positions and {moves} lists of moves");
        return Err(PyValueError::new_err(text));
    }
    Ok(fens.into_iter().zip(moves).collect())
}

#[pyfunction]
fn judge_many<'py>(
    py: Python<'py>,
    edition: PyRef<'_, Edition>,
    fens: Vec<Option<String>>,
    moves: Vec<Option<String>>,
    cycle: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let rows = rows(fens, moves)?;
    let engine = edition.0.clone();
    let answers = py.detach(|| {
        let desk = Desk::new(&engine, Language::English);
        let rows = rows.par_iter().map(|(fen, moves)| {
            let request = json!({"fen": fen, "moves": moves, "cycle": cycle});
            desk.answer(&request.to_string())
        });
        rows.collect::<Vec<String>>()
    });
    python(py, &format!("[{}]", answers.join(",")))
}

#[pyfunction]
fn outcomes(
    py: Python<'_>,
    edition: PyRef<'_, Edition>,
    fens: Vec<Option<String>>,
    moves: Vec<Option<String>>,
) -> PyResult<Vec<Option<String>>> {
    let rows = rows(fens, moves)?;
    let engine = edition.0.clone();
    let ruled = |fen: &str, moves: &str| -> Result<String, qili::Error> {
        let stretch = engine.position(fen)?.stretch(moves)?;
        Ok(stretch.rule().outcome().to_string())
    };
    Ok(py.detach(|| {
        let rows = rows.par_iter();
        rows.map(|(fen, moves)| ruled(fen.as_deref()?, moves.as_deref()?).ok())
            .collect()
    }))
}

#[pymodule]
fn _qili(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Error", module.py().get_type::<Error>())?;
    module.add_class::<Edition>()?;
    module.add_class::<Position>()?;
    module.add_class::<Judgement>()?;
    module.add_class::<Game>()?;
    module.add_class::<Referee>()?;
    module.add_class::<Oracle>()?;
    module.add_function(wrap_pyfunction!(editions, module)?)?;
    module.add_function(wrap_pyfunction!(judge_many, module)?)?;
    module.add_function(wrap_pyfunction!(outcomes, module)?)
}
