//! Who may ask: by the name that a request uses for this server, and by the page that it comes from.

use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State as Extract};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::uri::Authority;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use qili_words::Language;
use thiserror::Error;
use tokio::time::timeout;

use super::problem::in_language;
use super::{Problem, State};

/// A site whose pages may ask: scheme, host, and perhaps a port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    text: String,
    host: String,
}

/// A text that names no site.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is no site: write `https://example.org`, without a path")]
pub struct BadOrigin(String);

impl FromStr for Origin {
    type Err = BadOrigin;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || BadOrigin(text.to_owned());
        let (scheme, authority) = text.split_once("://").ok_or_else(bad)?;
        let authority: Authority = authority.parse().map_err(|_| bad())?;
        if !matches!(scheme, "http" | "https") || authority.as_str().contains('@') {
            return Err(bad());
        }
        Ok(Self {
            text: text.to_ascii_lowercase(),
            host: host_of(&authority),
        })
    }
}

/// Whom the server answers.
#[derive(Debug)]
pub(crate) struct Access {
    listens: IpAddr,
    origins: Vec<Origin>,
}

impl Access {
    pub(super) const fn new(listens: IpAddr, origins: Vec<Origin>) -> Self {
        Self { listens, origins }
    }

    /// Whether a request means this server: a page that has another name led here (DNS rebinding) does not.
    fn knows(&self, host: &str) -> bool {
        if host == "localhost" || self.origins.iter().any(|origin| origin.host == host) {
            return true;
        }
        // an address cannot be made to lead elsewhere
        host.parse::<IpAddr>().is_ok_and(|address| {
            address.is_loopback() || address == self.listens || self.listens.is_unspecified()
        })
    }

    /// The other site that a request comes from, if it does, and may.
    fn check(&self, headers: &HeaderMap) -> Result<Option<&Origin>, Problem> {
        let text = |name| {
            headers
                .get(name)
                .and_then(|value: &HeaderValue| value.to_str().ok())
        };
        // who names two means one of them for somebody else
        let once = headers.get_all(header::HOST).iter().count() == 1;
        let host: Option<Authority> = text(header::HOST).and_then(|host| host.parse().ok());
        let host = host
            .filter(|host| once && self.knows(&host_of(host)))
            .ok_or_else(Problem::other_host)?;
        if !headers.contains_key(header::ORIGIN) {
            return Ok(None);
        }
        let origin = text(header::ORIGIN)
            .unwrap_or_default()
            .to_ascii_lowercase();
        if origin.strip_prefix("http://") == Some(&host.as_str().to_ascii_lowercase()) {
            return Ok(None);
        }
        let known = self.origins.iter().find(|known| known.text == origin);
        known.map(Some).ok_or_else(Problem::other_origin)
    }
}

/// The host of an authority as it is compared: in lower case, an address without brackets.
fn host_of(authority: &Authority) -> String {
    let host = authority.host().to_ascii_lowercase();
    host.trim_start_matches('[')
        .trim_end_matches(']')
        .to_owned()
}

/// Where a request comes from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Peer(pub(super) IpAddr);

/// The language of whoever asks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader(pub(crate) Language);

/// The language that an address asks for with `lang`, or the one of ours that the browser wants most.
fn language(query: Option<&str>, headers: &HeaderMap) -> Option<Language> {
    let mut parameters = query.unwrap_or_default().split('&');
    let asked = parameters.find_map(|pair| pair.strip_prefix("lang="));
    let asked = asked.and_then(|lang| lang.parse().ok());
    asked.or_else(|| {
        let wanted = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
        let known = wanted.split(',').filter_map(|one| {
            let (tag, weight) = one.split_once(';').unwrap_or((one, ""));
            let language = match tag.trim().to_ascii_lowercase().split('-').next()? {
                "zh" => Language::Chinese,
                "en" => Language::English,
                _ => return None,
            };
            let weight = weight.trim().strip_prefix("q=");
            let weight: f32 = weight.map_or(Some(1.0), |weight| weight.parse().ok())?;
            (weight > 0.0).then_some((language, weight))
        });
        // of those that are wanted as much as each other the first
        let best = known.reduce(|best, one| if one.1 > best.1 { one } else { best });
        best.map(|(language, _)| language)
    })
}

/// What writes into the served folder: only who sits at this machine may, whoever else may read.
const WRITES: &str = "/draft/save";

fn may_write(request: &Request) -> bool {
    let peer = request.extensions().get::<Peer>();
    request.uri().path() != WRITES
        || peer.is_some_and(|Peer(peer)| peer.to_canonical().is_loopback())
}

/// How long a request may take from its head to its answer; a body that trickles in is not waited for longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// What every answer says to browsers: nothing from elsewhere, nothing inline, in nobody's frame.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::CACHE_CONTROL, "no-cache"),
];

/// Lets through who may ask, and says to browsers what they may do with the answer.
pub(super) async fn guard(
    Extract(state): Extract<Arc<State>>,
    mut request: Request,
    next: Next,
) -> Response {
    let language = language(request.uri().query(), request.headers()).unwrap_or(state.language);
    request.extensions_mut().insert(Reader(language));
    let (response, site) = match state.access.check(request.headers()) {
        Err(problem) => (problem.into_response(), None),
        Ok(site) if !may_write(&request) => (Problem::from_afar().into_response(), site),
        Ok(Some(site)) if request.method() == Method::OPTIONS => {
            (StatusCode::NO_CONTENT.into_response(), Some(site))
        }
        Ok(site) => {
            let answer = timeout(PATIENCE, next.run(request)).await;
            (
                answer.unwrap_or_else(|_| Problem::too_long().into_response()),
                site,
            )
        }
    };
    let mut response = in_language(response, language);
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    if let Some(site) = site.and_then(|site| HeaderValue::from_str(&site.text).ok()) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, site);
        let allowed = [
            (header::VARY, "origin"),
            (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
            (header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type"),
        ];
        for (name, value) in allowed {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(listens: &str, origins: &[&str]) -> Access {
        let origins = origins.iter().map(|origin| origin.parse().unwrap());
        Access::new(listens.parse().unwrap(), origins.collect())
    }

    fn passes(access: &Access, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        access.check(&headers).is_ok()
    }

    #[test]
    fn names_that_others_may_have_led_here_are_refused() {
        let local = access("127.0.0.1", &[]);
        for host in ["127.0.0.1:7000", "localhost", "LOCALHOST:1", "[::1]:80"] {
            assert!(passes(&local, host, None), "{host}");
        }
        for host in [
            "example.org",
            "localhost.example.org:7000",
            "192.0.2.7",
            "a@b",
            "",
        ] {
            assert!(!passes(&local, host, None), "{host}");
        }
        let mut two = HeaderMap::new();
        two.append(header::HOST, HeaderValue::from_static("localhost"));
        two.append(header::HOST, HeaderValue::from_static("example.org"));
        assert!(local.check(&two).is_err());
        assert!(passes(&access("192.0.2.7", &[]), "192.0.2.7:7000", None));
        assert!(passes(&access("0.0.0.0", &[]), "192.0.2.8:7000", None));
        assert!(!passes(&access("0.0.0.0", &[]), "hall.example.org", None));
    }

    #[test]
    fn pages_of_other_sites_are_refused_unless_they_are_named() {
        let local = access("127.0.0.1", &["https://Club.example"]);
        let asked_by = |origin| passes(&local, "localhost:7000", Some(origin));
        assert!(asked_by("http://localhost:7000"));
        assert!(asked_by("https://club.example"));
        for origin in [
            "null",
            "http://localhost:7001",
            "https://localhost:7000",
            "http://club.example",
            "",
        ] {
            assert!(!asked_by(origin), "{origin}");
        }
        // a proxy passes the site's own name on
        assert!(passes(&local, "club.example", Some("https://club.example")));
    }

    #[test]
    fn the_address_comes_before_the_browser() {
        let asked = |query: Option<&str>, wanted: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, wanted.parse().unwrap());
            language(query, &headers)
        };
        let (zh, en) = (Some(Language::Chinese), Some(Language::English));
        for (query, wanted, language) in [
            (Some("x=1&lang=en"), "zh-CN", en),
            (Some("lang=xx"), "zh-CN,zh;q=0.9,en;q=0.8", zh),
            (None, "fr-FR, ZH-Hant;q=0.5, en;q=0.4", zh),
            (None, "zh;q=0.3,en;q=0.7", en),
            (None, "zh;q=0,en;q=0.1", en),
            (None, "fr,*", None),
            (None, "", None),
        ] {
            assert_eq!(asked(query, wanted), language, "{query:?} {wanted}");
        }
    }

    #[test]
    fn a_site_has_a_scheme_and_no_path() {
        for text in [
            "example.org",
            "ftp://example.org",
            "https://example.org/x",
            "https://",
            "null",
        ] {
            assert!(text.parse::<Origin>().is_err(), "{text}");
        }
    }
}
