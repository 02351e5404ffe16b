//! Chromium without a window, driven through chromedriver on this machine.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::http;

/// Under which name a driver gives an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// What is operated, as those who cannot see are told.
const OPERATED: [&str; 11] = [
    "button",
    "textbox",
    "combobox",
    "checkbox",
    "radio",
    "spinbutton",
    "gridcell",
    "link",
    "listbox",
    "option",
    "image",
];

/// Looks through the page for [`Browser::faults`].
const FAULTS: &str = r#"
const faults = [];
const parts = (colour) => colour.match(/[\d.]+/g).map(Number);
const ground = (one) => {
  for (let at = one; at; at = at.parentElement) {
    const [red, green, blue, solid = 1] = parts(getComputedStyle(at).backgroundColor);
    if (solid > 0.99) return [red, green, blue];
  }
  return [255, 255, 255];
};
const light = (colour) => colour.map((part) => part / 255)
  .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
const ratio = (one, other) => {
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};
let looked = 0;
for (const one of document.querySelectorAll('body *')) {
  if (one.closest('svg, noscript, script, :disabled, option') || !one.checkVisibility()) continue;
  const says = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  if (!says && !one.matches('input, select, textarea')) continue;
  looked += 1;
  const style = getComputedStyle(one);
  const large = parseFloat(style.fontSize) >= 24 || parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700;
  const found = ratio(parts(style.color).slice(0, 3), ground(one));
  if (found < (large ? 3 : 4.5)) faults.push(`${one.outerHTML.slice(0, 80)}: ${found.toFixed(2)}:1`);
}
if (looked < 5) faults.push(`only ${looked} texts`);
for (const { name } of performance.getEntriesByType('resource')) {
  if (!name.startsWith(location.origin) && !/^(file|blob|data):/.test(name)) faults.push(`loaded ${name}`);
}
const wide = document.documentElement.scrollWidth;
if (wide > innerWidth) faults.push(`${wide} wide on ${innerWidth}`);
return faults;
"#;

/// A browser with one page.
pub(crate) struct Browser {
    driver: Child,
    address: SocketAddr,
    session: String,
    // goes when the browser has gone
    _profile: tempfile::TempDir,
}

/// A driver, and the port at which it takes commands.
fn driver() -> Option<(Child, u16)> {
    let started = Command::new("chromedriver")
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut driver = started.ok()?;
    let lines = BufReader::new(driver.stdout.take()?).lines();
    let port = lines.map_while(Result::ok).find_map(|line| {
        let (_, port) = line.split_once("successfully on port ")?;
        port.trim_end_matches('.').parse().ok()
    });
    match port {
        Some(port) => Some((driver, port)),
        None => {
            let _ = driver.kill();
            let _ = driver.wait();
            None
        }
    }
}

impl Browser {
    /// A browser with a window of this size, if the machine has one; where not, a test says so and goes on.
    pub(crate) fn open(width: u32, height: u32) -> Option<Self> {
        let chromium = [
            "/usr/bin/chromium",
            "/usr/bin/chromium-browser",
            "/usr/bin/google-chrome",
        ];
        let chromium = chromium.into_iter().find(|path| Path::new(path).exists());
        // a driver may find that the port it has chosen is taken meanwhile
        let (Some(chromium), Some((driver, port))) = (chromium, (0..3).find_map(|_| driver()))
        else {
            eprintln!("no Chromium with chromedriver here: the page is not tried in a browser");
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            &format!("--user-data-dir={}", profile.path().display()),
            &format!("--window-size={width},{height}"),
        ];
        let options = json!({"binary": chromium, "args": arguments});
        let wanted = json!({"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}});
        let mut browser = Self {
            driver,
            address: SocketAddr::from(([127, 0, 0, 1], port)),
            session: String::new(),
            _profile: profile,
        };
        let session = browser.command("POST", "/session", &wanted);
        browser.session = session["sessionId"].as_str().unwrap().to_owned();
        // a window is never narrower than some hundred points; the page can be
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        browser.devtools("Emulation.setDeviceMetricsOverride", &size);
        Some(browser)
    }

    fn command(&self, method: &str, path: &str, body: &Value) -> Value {
        let head = format!(
            "Host: {}\r\nContent-Type: application/json\r\n",
            self.address
        );
        let body = body.to_string();
        let answer = http::request(self.address, method, path, &head, body.as_bytes());
        let mut json = answer.json();
        assert_eq!(answer.status, 200, "{path} {body}: {json}");
        json["value"].take()
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.command("POST", &format!("/session/{}{path}", self.session), body)
    }

    /// A command of the browser's own protocol.
    pub(crate) fn devtools(&self, name: &str, parameters: &Value) -> Value {
        self.post(
            "/goog/cdp/execute",
            &json!({"cmd": name, "params": parameters}),
        )
    }

    /// Opens a page.
    pub(crate) fn show(&self, url: &str) {
        self.post("/url", &json!({"url": "about:blank"}));
        self.post("/url", &json!({"url": url}));
    }

    /// Opens a page and waits until its script has filled it.
    pub(crate) fn go(&self, url: &str) {
        self.show(url);
        self.wait("document.body.dataset.ready === ''");
    }

    /// What a script gives.
    pub(crate) fn script(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({"script": script, "args": []}))
    }

    /// What an expression is now.
    pub(crate) fn is(&self, expression: &str) -> Value {
        self.script(&format!("return {expression}"))
    }

    /// Waits until an expression is true.
    pub(crate) fn wait(&self, expression: &str) {
        let since = Instant::now();
        while self.is(&format!("Boolean({expression})")) != json!(true) {
            if since.elapsed() > Duration::from_secs(30) {
                let page = self.is("document.body.innerText");
                panic!(
                    "not so: {expression}\n{}",
                    page.as_str().unwrap_or_default()
                );
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Agrees to what the page asks before it goes on.
    pub(crate) fn agree(&self) {
        self.post("/alert/accept", &json!({}));
    }

    /// A tap where an element can be tapped.
    pub(crate) fn tap(&self, selector: &str) {
        let found = self.post(
            "/element",
            &json!({"using": "css selector", "value": selector}),
        );
        let element = found[ELEMENT].as_str().unwrap();
        self.post(&format!("/element/{element}/click"), &json!({}));
    }

    /// Keys, one after the other, for whatever has the focus.
    pub(crate) fn keys(&self, keys: &str) {
        let pressed = |key: char| {
            [
                json!({"type": "keyDown", "value": key}),
                json!({"type": "keyUp", "value": key}),
            ]
        };
        let actions: Vec<Value> = keys.chars().flat_map(pressed).collect();
        self.post(
            "/actions",
            &json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]}),
        );
    }

    /// What the browser tells those who cannot see the page: role and name of everything, in the order of the page.
    pub(crate) fn told(&self) -> Vec<(String, String)> {
        let tree = self.devtools("Accessibility.getFullAXTree", &json!({}));
        let nodes = tree["nodes"].as_array().unwrap();
        let text = |node: &Value, field: &str| {
            node[field]["value"].as_str().unwrap_or_default().to_owned()
        };
        let heard = nodes.iter().filter(|node| node["ignored"] == false);
        heard
            .map(|node| (text(node, "role"), text(node, "name")))
            .collect()
    }

    /// What is wrong with the page as it is shown: text that does not stand out as WCAG AA asks, what can be operated and
    /// has no name, what was loaded from elsewhere, a width that does not fit.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults: Vec<String> = serde_json::from_value(self.script(FAULTS)).unwrap();
        let nameless = |(role, name): &&(String, String)| {
            OPERATED.contains(&role.as_str()) && name.trim().is_empty()
        };
        let told = self.told();
        let nameless = told.iter().filter(nameless);
        faults.extend(nameless.map(|(role, _)| format!("a {role} without a name")));
        faults
    }

    /// Keeps a picture of the page among the artefacts of the tests.
    pub(crate) fn picture(&self, name: &str) {
        let whole = json!({"format": "png", "captureBeyondViewport": true});
        let shot = self.devtools("Page.captureScreenshot", &whole);
        let bytes = base64(shot["data"].as_str().unwrap());
        std::fs::write(pictures().join(name).with_extension("png"), bytes).unwrap();
    }
}

/// Where pictures are kept.
fn pictures() -> PathBuf {
    let folder = qili_tests::root().join("target/screenshots");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text
        .bytes()
        .filter_map(|byte| DIGITS.iter().position(|digit| *digit == byte));
    let digits: Vec<usize> = digits.collect();
    let bytes = digits.chunks(4).flat_map(|four| {
        let number = four
            .iter()
            .enumerate()
            .fold(0, |sum, (place, digit)| sum | digit << (18 - 6 * place));
        (0..four.len() - 1).map(move |place| (number >> (16 - 8 * place)) as u8)
    });
    bytes.collect()
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.command("DELETE", &format!("/session/{}", self.session), &json!({}));
        } else {
            let head = format!("Host: {}\r\n", self.address);
            let path = format!("/session/{}", self.session);
            drop(http::request(self.address, "DELETE", &path, &head, b""));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
