//! `qili serve`

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;
use qili_words::Language;
use qili_workbench::server::{self, Address, Options, Origin};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use crate::arguments::Lang;
use crate::output::{self, Done, Failure, rendered};

/// The port that is listened on where none is named.
const PORT: u16 = 7420;

/// Show boards and rulings in a browser, and answer other programs
#[derive(Debug, Args)]
#[command(after_help = "\
The pages are at the address that is printed on standard error as soon as it can be opened: the board at /, the book at /book/, \
drafts at /draft; /api/openapi.json describes what other programs can ask. Nobody else can reach it unless --host names an address that other machines reach, such as 0.0.0.0; \
then a QR code of the address is printed for their phones, which may read drafts but not save them. A page is in the language of its address, or the one that the browser wants; where it wants neither, in that of --lang.

It ends when it is interrupted. Exit status: 0 ended; 2 the address cannot be listened on, the folder has no edition, \
or there is no folder of games.")]
pub(crate) struct Serve {
    /// A folder with an edition or with several, such as drafts, served beside those that ship and edited at /draft; read anew for every question
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// The port to listen on; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// The address to listen on
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    host: IpAddr,
    /// Another site whose pages may ask, such as https://example.org
    #[arg(long, value_name = "SITE")]
    allow_origin: Vec<Origin>,
    /// A folder of game files that are being written: their boards are at /watch, those in which a ruling may be asked for first
    #[arg(long, value_name = "FOLDER")]
    watch: Option<PathBuf>,
    #[command(flatten)]
    lang: Lang,
}

pub(crate) fn run(arguments: &Serve) -> Done {
    let language = arguments.lang.language();
    let options = Options {
        host: arguments.host,
        port: arguments.port,
        origins: arguments.allow_origin.clone(),
        folder: arguments.folder.clone(),
        watch: arguments.watch.clone(),
        language,
    };
    server::serve(options, |address| {
        output::complain(&greeting(address, language))
    })
    .map_err(|error| {
        output::complain(&rendered(language, &error));
        Failure::Quiet
    })
}

/// Where the server is, for phones too where they can reach it.
fn greeting(address: Address, language: Language) -> String {
    let mut text = format!("{}{address}\n", language.of("已开通：", "listening on "));
    if address.is_public()
        && let Ok(code) = QrCode::new(address.to_string())
    {
        text += &code.render::<Dense1x2>().build();
        text.push('\n');
    }
    text
}
