//! What cannot be answered, as `application/problem+json` (RFC 9457) with the diagnostic's code and place.

use axum::http::header::{self, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use miette::Diagnostic;
use qili_board::Bitboard;
use qili_words::{Bilingual, In, Language, Localized, Said, both};
use serde::Serialize;

/// A question that has no answer, said in both languages: which one is wanted is known where it is answered.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    status: StatusCode,
    english: Box<Body>,
    chinese: Box<Body>,
}

/// What is answered, in one language.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Body {
    /// What kind of problem, in the few words that every status has.
    title: &'static str,
    /// The status of the answer.
    status: u16,
    /// What is wrong.
    detail: String,
    /// The diagnostic's code.
    code: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    /// Where it is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    places: Vec<Place>,
    /// The points of the board that it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    squares: Vec<String>,
    /// Further problems of the same text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<Body>,
}

/// A place in a text that was sent, or in a rule file.
#[derive(Debug, Clone, Serialize)]
struct Place {
    /// The field of the question, or the file.
    source: String,
    /// The line, from 1.
    line: usize,
    /// The character of the line, from 1.
    column: usize,
    /// How many characters.
    length: usize,
    /// What is said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

impl Body {
    fn new(status: StatusCode, diagnostic: &dyn Diagnostic) -> Box<Self> {
        let related = diagnostic.related().into_iter().flatten();
        Box::new(Self {
            title: status.canonical_reason().unwrap_or_default(),
            status: status.as_u16(),
            detail: diagnostic.to_string(),
            code: diagnostic
                .code()
                .map(|code| code.to_string())
                .unwrap_or_default(),
            help: diagnostic.help().map(|help| help.to_string()),
            places: places(diagnostic),
            squares: Vec::new(),
            problems: related.map(|one| *Self::new(status, one)).collect(),
        })
    }
}

/// What the description of the service is for.
fn described() -> Bilingual {
    both!(
        "每个问题怎么问，见 `/api/openapi.json`",
        "`/api/openapi.json` describes every question"
    )
}

impl Problem {
    /// Something that the server itself refuses.
    fn own(
        status: StatusCode,
        code: &'static str,
        message: Bilingual,
        help: Option<Bilingual>,
    ) -> Self {
        let said = Said::new(code, message);
        let said = match help {
            Some(help) => said.help(help),
            None => said,
        };
        Self::with(status, &said)
    }

    fn with(status: StatusCode, diagnostic: &dyn Localized) -> Self {
        let said = |language| Body::new(status, &In::new(language, diagnostic));
        Self {
            status,
            english: said(Language::English),
            chinese: said(Language::Chinese),
        }
    }

    /// A question that can be read and makes no sense.
    pub(crate) fn of(diagnostic: &dyn Localized) -> Self {
        Self::with(StatusCode::UNPROCESSABLE_ENTITY, diagnostic)
    }

    /// What it says in a language.
    pub(crate) fn said(self, language: Language) -> Box<Body> {
        match language {
            Language::Chinese => self.chinese,
            Language::English => self.english,
        }
    }

    /// What is wrong, in a language.
    pub(crate) fn detail(&self, language: Language) -> &str {
        match language {
            Language::Chinese => &self.chinese.detail,
            Language::English => &self.english.detail,
        }
    }

    /// The same in one language only, whatever the reader's browser prefers.
    pub(crate) fn only(self, language: Language) -> Self {
        let status = self.status;
        let body = self.said(language);
        Self {
            status,
            english: body.clone(),
            chinese: body,
        }
    }

    fn change(mut self, change: impl Fn(&mut Body)) -> Self {
        change(&mut self.english);
        change(&mut self.chinese);
        self
    }

    /// The points that it is about.
    pub(crate) fn on(self, squares: Bitboard) -> Self {
        let named: Vec<String> = squares.squares().map(|square| square.to_string()).collect();
        self.change(|body| body.squares.clone_from(&named))
    }

    /// A question that is no JSON, or not the JSON that is wanted.
    pub(crate) fn json(error: &serde_json::Error) -> Self {
        let status = match error.classify() {
            serde_json::error::Category::Data => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::BAD_REQUEST,
        };
        let message = both!("所问不合格式：`{error}`", "{error}");
        let place = Place {
            source: "body".to_owned(),
            line: error.line(),
            column: error.column(),
            length: 0,
            label: None,
        };
        Self::own(status, "qili::serve::json", message, Some(described()))
            .change(|body| body.places = vec![place.clone()])
    }

    /// A question that lacks something, or says two things at once.
    pub(crate) fn question(message: Bilingual) -> Self {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        Self::own(status, "qili::serve::question", message, Some(described()))
    }

    /// A name that is none of the editions that can be asked for.
    pub(crate) fn no_edition(name: &str, known: &[String]) -> Self {
        let known = known.join(", ");
        Self::own(
            StatusCode::UNPROCESSABLE_ENTITY,
            "qili::serve::unknown",
            both!("没有版本 `{name}`", "there is no edition `{name}`"),
            Some(both!("请在其中选：`{known}`", "choose one of {known}")),
        )
    }

    /// A draft that only a browser has, asked for as one that can be saved.
    pub(crate) fn no_draft(name: &str) -> Self {
        Self::own(
            StatusCode::UNPROCESSABLE_ENTITY,
            "qili::serve::draft",
            both!(
                "所开的文件夹里没有版本 `{name}`",
                "the folder that is served has no edition `{name}`"
            ),
            Some(both!(
                "用 `qili serve FOLDER` 打开草案所在的文件夹",
                "open the folder of the draft with `qili serve FOLDER`"
            )),
        )
    }

    /// No folder of games is watched.
    pub(crate) fn no_round() -> Self {
        Self::own(
            StatusCode::UNPROCESSABLE_ENTITY,
            "qili::serve::no_round",
            both!("没有在看的棋局", "no games are watched"),
            Some(both!(
                "用 `qili serve --watch FOLDER` 写明棋局所在的文件夹",
                "name the folder of the games with `qili serve --watch FOLDER`"
            )),
        )
    }

    /// A name that no file of an edition has.
    pub(crate) fn no_file(name: &str) -> Self {
        Self::own(
            StatusCode::UNPROCESSABLE_ENTITY,
            "qili::serve::file",
            both!(
                "`{name}` 不能是版本的文件",
                "`{name}` cannot be a file of an edition"
            ),
            Some(both!(
                "文件是 `edition.yaml`、`NAME.rule` 或 `cases/NAME.yaml`",
                "a file is `edition.yaml`, `NAME.rule` or `cases/NAME.yaml`"
            )),
        )
    }

    /// A file that somebody else has changed.
    pub(crate) fn changed(file: &str) -> Self {
        Self::own(
            StatusCode::CONFLICT,
            "qili::serve::changed",
            both!(
                "`{file}` 打开之后已被别处改动，没有保存",
                "`{file}` has been changed elsewhere since it was opened; nothing has been saved"
            ),
            Some(both!(
                "下载补丁留存所改，再重新打开",
                "download your changes as a patch, then open it again"
            )),
        )
    }

    /// A file that the system does not let be read or written.
    pub(crate) fn refused(file: &str, why: Bilingual) -> Self {
        Self::own(
            StatusCode::UNPROCESSABLE_ENTITY,
            "qili::serve::refused",
            both!("`{file}`：{}", "`{file}`: {}"; why),
            None,
        )
    }

    /// A body that is too large, or did not come whole.
    pub(crate) fn body(status: StatusCode, limit: usize) -> Self {
        match status {
            StatusCode::PAYLOAD_TOO_LARGE => Self::own(
                status,
                "qili::serve::too_large",
                both!("所问太长", "the question is too large"),
                Some(both!("最多 {limit} 字节", "send at most {limit} bytes")),
            ),
            _ => Self::own(
                StatusCode::BAD_REQUEST,
                "qili::serve::body",
                both!("所问没有收全", "the question did not come whole"),
                None,
            ),
        }
    }

    /// Nothing is there.
    pub(crate) fn no_page(uri: &Uri) -> Self {
        let path = uri.path();
        Self::own(
            StatusCode::NOT_FOUND,
            "qili::serve::no_page",
            both!("没有 `{path}` 这一页", "there is no page `{path}`"),
            None,
        )
    }

    /// It is not asked like that.
    pub(crate) fn method(method: &Method) -> Self {
        Self::own(
            StatusCode::METHOD_NOT_ALLOWED,
            "qili::serve::method",
            both!("这里不能用 `{method}`", "this is not asked with {method}"),
            None,
        )
    }

    pub(super) fn other_host() -> Self {
        Self::own(
            StatusCode::FORBIDDEN,
            "qili::serve::host",
            both!(
                "所问的主机不是本服务",
                "the request names another host than this server"
            ),
            Some(both!(
                "用服务开通时写出的地址；`--allow-origin` 可添网站的名字",
                "use the address that the server has printed; `--allow-origin` adds the name of a site"
            )),
        )
    }

    pub(super) fn other_origin() -> Self {
        Self::own(
            StatusCode::FORBIDDEN,
            "qili::serve::origin",
            both!("别的网站的网页不能来问", "pages of other sites may not ask"),
            Some(both!(
                "开通时用 `--allow-origin` 写明那个网站",
                "start the server with `--allow-origin` and the site"
            )),
        )
    }

    pub(super) fn from_afar() -> Self {
        Self::own(
            StatusCode::FORBIDDEN,
            "qili::serve::afar",
            both!(
                "只有本机才能存入文件夹",
                "the folder is written to only from its own machine"
            ),
            Some(both!(
                "下载补丁，交给管这台机器的人",
                "download a patch, and give it to whoever is at that machine"
            )),
        )
    }

    pub(super) fn busy() -> Self {
        Self::own(
            StatusCode::SERVICE_UNAVAILABLE,
            "qili::serve::busy",
            both!("等着的问题太多", "too many questions are waiting"),
            Some(both!("过一秒再问", "ask again in a second")),
        )
    }

    pub(super) fn too_long() -> Self {
        Self::own(
            StatusCode::SERVICE_UNAVAILABLE,
            "qili::serve::too_long",
            both!("答复用时过长", "the answer took too long"),
            Some(both!(
                "问短一些的着法，或少问几个版本；命令行没有这个限制",
                "ask for a shorter stretch, or for fewer editions at once; the command has no such limit"
            )),
        )
    }

    pub(super) fn broken() -> Self {
        Self::own(
            StatusCode::INTERNAL_SERVER_ERROR,
            "qili::serve::broken",
            both!(
                "答不出来：这是程序的错误",
                "the answer could not be worked out: this is a mistake of the program"
            ),
            None,
        )
    }
}

/// The places that a diagnostic points to.
fn places(diagnostic: &dyn Diagnostic) -> Vec<Place> {
    let Some(source) = diagnostic.source_code() else {
        return Vec::new();
    };
    let labels = diagnostic.labels().into_iter().flatten();
    let place = |label: miette::LabeledSpan| {
        let found = source.read_span(label.inner(), 0, 0).ok()?;
        let length = std::str::from_utf8(found.data()).unwrap_or_default();
        let column = found.column() + 1;
        Some(Place {
            source: found.name().unwrap_or("text").to_owned(),
            line: found.line() + 1,
            column,
            length: length.chars().count(),
            label: label.label().map(str::to_owned),
        })
    };
    labels.filter_map(place).collect()
}

impl IntoResponse for Problem {
    /// In English; [`in_language`] says it in another.
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self.english).unwrap_or_default();
        let kind = HeaderValue::from_static("application/problem+json");
        let mut response = (self.status, [(header::CONTENT_TYPE, kind)], body).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response.extensions_mut().insert(self);
        response
    }
}

/// An answer as it is, a problem in a language.
pub(super) fn in_language(mut response: Response, language: Language) -> Response {
    match response.extensions_mut().remove::<Problem>() {
        Some(problem) => problem.only(language).into_response(),
        None => response,
    }
}
