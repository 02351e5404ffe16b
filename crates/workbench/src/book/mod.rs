//! The rule book as pages: every edition as a publication, its figures, and editions compared.
//!
//! A [`Book`] is a pure function from paths to pages. [`Book::paths`] lists those of the static export, which opens from a
//! folder and reads without script; a server may ask for any of them.

mod address;
mod clause;
mod compare;
mod edition;
mod figure;
mod gaps;
mod home;
mod search;
mod text;
mod volume;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use maud::Markup;
use miette::Diagnostic;
use qili_edition::EditionError;
use qili_edition::about::Status;
use qili_edition::case::{Case, CaseError, Reference, Scenario};
use qili_report::{OpenError, Rulebook};
use qili_review::diff::{Gathered, counterparts, gather, name};
use qili_review::table::{Judged, Row, judged};
use qili_words::{Language, Localized, Texts};
use rayon::prelude::*;
use thiserror::Error;

use crate::page::{self, Frame, POLICY, STYLE, Script};
use address::{Address, Extent, Lang, Place};
pub(crate) use figure::{numbered, parts};
use volume::Volume;

/// Why there is no book.
#[derive(Debug, Error, Diagnostic)]
pub enum BookError {
    /// An edition that cannot be used, or one of whose cases cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Open(#[from] OpenError),
    /// A case that cannot be played.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Case(#[from] CaseError),
    /// Two editions of one name.
    #[error("two editions are called `{0}`")]
    #[diagnostic(
        code(qili::book::twice),
        help("name each edition once, or give one of them another `id` in its edition.yaml")
    )]
    Twice(String),
}

impl Localized for BookError {
    fn chinese(&self) -> Texts {
        match self {
            Self::Open(error) => error.chinese(),
            Self::Case(error) => error.chinese(),
            Self::Twice(id) => Texts::new(format!("有两个版本都叫 `{id}`"))
                .help("每版只写一次，或在 `edition.yaml` 里把其中一版的 `id` 改掉"),
        }
    }

    fn further(&self) -> Vec<&dyn Localized> {
        match self {
            Self::Open(error) => error.further(),
            Self::Case(error) => error.further(),
            Self::Twice(_) => Vec::new(),
        }
    }
}

impl From<EditionError> for BookError {
    fn from(error: EditionError) -> Self {
        Self::Open(error.into())
    }
}

/// Editions as a book.
#[derive(Debug)]
pub struct Book {
    volumes: Vec<Volume>,
    scenes: Vec<Scene>,
    pages: BTreeMap<String, Address>,
    /// For each two editions, what the clauses of the second are in the first.
    pairs: BTreeMap<(usize, usize), OnceLock<Vec<Option<usize>>>>,
}

/// A position with moves, wherever it is printed.
#[derive(Debug)]
struct Scene {
    /// Everywhere it stands: the numbers of the volume, of its case, and of the scenario in the case.
    places: Vec<[usize; 3]>,
    /// What each edition says, once it has been asked.
    judged: Vec<OnceLock<Option<Judged>>>,
}

/// A page, or a file that pages share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// What it is.
    pub media_type: &'static str,
    /// What is in it.
    pub text: String,
}

/// The files that all pages share.
const ASSETS: [(&str, &str, &str); 3] = [
    ("style.css", "text/css; charset=utf-8", STYLE),
    ("steps.js", SCRIPT_TYPE, qili_review::html::SCRIPT),
    (
        "search.js",
        SCRIPT_TYPE,
        include_str!("../../assets/search.js"),
    ),
];
const SCRIPT_TYPE: &str = "text/javascript; charset=utf-8";
const PAGE_TYPE: &str = "text/html; charset=utf-8";

impl Book {
    /// The book of some editions, the earlier first.
    ///
    /// # Errors
    /// Two editions of one name; cases that cannot be read or played.
    pub fn new(books: Vec<Rulebook>) -> Result<Self, BookError> {
        let volumes: Vec<Volume> = books
            .into_par_iter()
            .map(Volume::new)
            .collect::<Result<_, _>>()?;
        for (at, volume) in volumes.iter().enumerate() {
            if volumes[..at].iter().any(|other| other.id() == volume.id()) {
                return Err(BookError::Twice(volume.id().to_owned()));
            }
        }
        let editions: Vec<(&Rulebook, &[Case])> = volumes
            .iter()
            .map(|volume| (&volume.book, volume.cases.as_slice()))
            .collect();
        let scenes = gather(&editions)
            .into_iter()
            .map(|one| Scene {
                places: one.places,
                judged: volumes.iter().map(|_| OnceLock::new()).collect(),
            })
            .collect();
        let numbers = 0..volumes.len();
        let pairs = numbers
            .clone()
            .flat_map(|one| numbers.clone().map(move |other| (one, other)));
        let mut book = Self {
            scenes,
            pages: BTreeMap::new(),
            pairs: pairs.map(|pair| (pair, OnceLock::new())).collect(),
            volumes,
        };
        let all = book.addresses().into_iter();
        book.pages = all.map(|address| (address.path(), address)).collect();
        Ok(book)
    }

    /// The paths of the static export, in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.pages
            .iter()
            .filter(|(_, address)| self.is_printed(address))
            .map(|(path, _)| path.as_str())
    }

    /// Two editions are printed side by side once, the earlier first.
    fn is_printed(&self, address: &Address) -> bool {
        match address {
            Address::Page(_, Place::Compare(one, other, _)) => self.at(one) < self.at(other),
            _ => true,
        }
    }

    /// The page at a path.
    #[must_use]
    pub fn page(&self, path: &str) -> Option<Page> {
        let address = self.pages.get(path)?;
        let (media_type, text) = match address {
            Address::Cover => (PAGE_TYPE, home::cover(self)),
            Address::Asset(file) => {
                let (_, media_type, text) = ASSETS.iter().find(|(name, ..)| name == file)?;
                (*media_type, (*text).to_owned())
            }
            Address::Index(lang) => (SCRIPT_TYPE, search::index(self, *lang)),
            Address::Page(lang, place) => {
                let here = Here {
                    book: self,
                    lang: *lang,
                    address,
                };
                (PAGE_TYPE, here.page(place)?)
            }
        };
        Some(Page { media_type, text })
    }

    /// Judges what all pages need, on all cores; without it, each page judges what it needs when it is asked for.
    pub fn prepare(&self) {
        self.scenes.par_iter().for_each(|scene| {
            for at in 0..self.volumes.len() {
                self.judged(scene, at);
            }
        });
        for volume in &self.volumes {
            volume.coverage();
        }
    }

    /// Tries what every clause decides: its changes, on the cases that it touches. It takes long; `step` hears of every
    /// clause done.
    pub fn decide(&self, step: &(dyn Fn() + Sync)) {
        for volume in &self.volumes {
            volume.decide(step);
        }
    }

    /// How many clauses [`decide`](Self::decide) tries.
    #[must_use]
    pub fn clauses(&self) -> usize {
        let clauses = self.volumes.iter().map(|volume| volume.clauses().len());
        clauses.sum()
    }

    /// The path of a clause's page, as it stands in a link.
    pub(crate) fn clause(language: Language, edition: &str, article: &str) -> String {
        let lang = match language {
            Language::Chinese => Lang::Zh,
            Language::English => Lang::En,
        };
        let place = Place::Clause(edition.to_owned(), article.to_owned());
        address::encoded(&Address::Page(lang, place).path())
    }

    fn addresses(&self) -> Vec<Address> {
        let mut places = vec![Place::Editions, Place::Search];
        for volume in &self.volumes {
            let id = || volume.id().to_owned();
            places.extend([
                Place::Edition(id()),
                Place::Figures(id()),
                Place::Gaps(id()),
            ]);
            let articles = volume.clauses().iter();
            let articles = articles.map(|one| &one.clause.article.text);
            let articles = articles.chain(volume.gone.iter().map(|one| &one.article));
            places.extend(articles.map(|article| Place::Clause(id(), article.clone())));
            let cases = volume.cases.iter();
            places.extend(cases.map(|case| Place::Figure(id(), case.id.clone())));
            for other in self.volumes.iter().filter(|other| volume.compares(other)) {
                let pair = |extent| Place::Compare(id(), other.id().to_owned(), extent);
                places.extend([Extent::Differing, Extent::All].map(pair));
            }
        }
        let pages = places
            .iter()
            .flat_map(|place| Lang::ALL.map(|lang| Address::Page(lang, place.clone())));
        let shared = ASSETS.map(|(file, ..)| Address::Asset(file)).into_iter();
        let indices = Lang::ALL.map(Address::Index).into_iter();
        let rest = std::iter::once(Address::Cover).chain(shared).chain(indices);
        pages.chain(rest).collect()
    }

    /// The clause of another edition that is the same as one of an edition.
    fn counterpart(&self, volume: &Volume, at: usize, other: &Volume) -> Option<usize> {
        let pair = (self.at(other.id())?, self.at(volume.id())?);
        let pairs = self.pairs.get(&pair)?;
        let pairs = pairs.get_or_init(|| counterparts(other.clauses(), volume.clauses()));
        pairs.get(at).copied().flatten()
    }

    /// The number of an edition.
    fn at(&self, id: &str) -> Option<usize> {
        self.volumes.iter().position(|volume| volume.id() == id)
    }

    /// What an edition says of a scene.
    fn judged<'s>(&self, scene: &'s Scene, at: usize) -> Option<&'s Judged> {
        let judge = || {
            let one = self.gathered(scene, |_| true)?;
            Some(judged(&one, &self.volumes.get(at)?.book))
        };
        scene.judged.get(at)?.get_or_init(judge).as_ref()
    }

    /// A scene as it stands in some of the editions; nothing if it stands in none of them.
    fn gathered(&self, scene: &Scene, in_volume: impl Fn(usize) -> bool) -> Option<Gathered<'_>> {
        let places = scene
            .places
            .iter()
            .filter(|[volume, ..]| in_volume(*volume));
        let mut places: Vec<[usize; 3]> = places.copied().collect();
        let own = |&[volume, case, _]: &[usize; 3]| case < self.volumes[volume].own;
        if places.iter().any(own) {
            places.retain(own);
        }
        let (case, scenario) = self.scenario(*places.first()?)?;
        let mut one = Gathered {
            names: Vec::new(),
            case,
            scenario,
            places: places.clone(),
            printed: Vec::new(),
        };
        for place in places {
            let volume = &self.volumes[place[0]];
            let case = &volume.cases[place[1]];
            let (id, scenario) = case.scenarios().nth(place[2])?;
            one.names.push(name(volume.id(), case, id));
            one.printed.push((place[0], scenario));
        }
        Some(one)
    }

    /// The scene that stands at a place.
    fn scene(&self, place: [usize; 3]) -> Option<&Scene> {
        self.scenes
            .iter()
            .find(|scene| scene.places.contains(&place))
    }

    fn scenario(&self, [volume, case, which]: [usize; 3]) -> Option<(&Case, &Scenario)> {
        let case = &self.volumes[volume].cases[case];
        Some((case, case.scenarios().nth(which)?.1))
    }

    /// The row of a scene in a table of some editions.
    fn row(&self, scene: &Scene, columns: &[usize], language: Language) -> Option<Row> {
        let one = self.gathered(scene, |volume| columns.contains(&volume))?;
        let columns = columns.iter();
        let columns: Vec<_> = columns
            .filter_map(|&at| Some((&self.volumes[at].book, self.judged(scene, at)?)))
            .collect();
        Some(Row::of(&one, &columns, language))
    }
}

/// A page that is being written: in which language, and from where its links lead.
#[derive(Clone, Copy)]
struct Here<'b> {
    book: &'b Book,
    lang: Lang,
    address: &'b Address,
}

/// What a page says, and what it is called.
struct Content {
    title: String,
    trail: Vec<Place>,
    scripts: Vec<String>,
    body: Markup,
}

impl<'b> Here<'b> {
    fn page(self, place: &Place) -> Option<String> {
        let content = match place {
            Place::Editions => home::editions(self),
            Place::Search => search::page(self),
            Place::Edition(id) => edition::page(self, self.volume(id)?),
            Place::Clause(id, article) => clause::page(self, self.volume(id)?, article)?,
            Place::Figures(id) => figure::list(self, self.volume(id)?),
            Place::Figure(id, case) => figure::page(self, self.volume(id)?, case)?,
            Place::Gaps(id) => gaps::page(self, self.volume(id)?),
            Place::Compare(one, other, extent) => {
                compare::page(self, [self.volume(one)?, self.volume(other)?], *extent)
            }
        };
        let language = self.language();
        let other = Address::Page(self.lang.other(), place.clone());
        let trail: Vec<(String, String)> = content
            .trail
            .iter()
            .map(|place| (self.called(place), self.to(place)))
            .collect();
        let scripts: Vec<Script<'_>> = content
            .scripts
            .iter()
            .map(|file| Script::Classic(file))
            .collect();
        let notice = self.notice(place);
        let frame = Frame {
            language,
            title: &content.title,
            root: &self.address.root(),
            other: &self.address.to(&other),
            search: Some(&self.to(&Place::Search)),
            trail: &trail,
            notice: notice.as_deref(),
            scripts: &scripts,
            policy: Some(POLICY),
            foot: &self.foot(place),
        };
        Some(page::page(&frame, &content.body))
    }

    fn language(self) -> Language {
        self.lang.language()
    }

    /// The one of two texts that is for the readers of this page.
    fn say(self, zh: &'static str, en: &'static str) -> &'static str {
        self.language().of(zh, en)
    }

    fn volume(self, id: &str) -> Option<&'b Volume> {
        self.book.at(id).map(|at| &self.book.volumes[at])
    }

    /// A link to another page in the same language.
    fn to(self, place: &Place) -> String {
        self.address.to(&Address::Page(self.lang, place.clone()))
    }

    fn to_clause(self, volume: &Volume, at: usize) -> String {
        let article = volume.clause(at).article.text.clone();
        self.to(&Place::Clause(volume.id().to_owned(), article))
    }

    /// An edition in few words: its name; in Chinese its title where the name has Latin letters.
    fn edition(self, id: &str) -> String {
        let latin = id.contains(|c: char| c.is_ascii_alphabetic());
        let about = self.book.volumes.iter().find_map(|volume| {
            let bases = volume.bases.iter().map(|base| &base.about);
            let mut all = std::iter::once(&volume.book.edition.about).chain(bases);
            all.find(|about| about.id == id)
        });
        match about {
            Some(about) if latin && self.language() == Language::Chinese => about.title.zh.clone(),
            _ => id.to_owned(),
        }
    }

    /// What a page is called in the trail of others.
    fn called(self, place: &Place) -> String {
        match place {
            Place::Edition(id) => {
                let title =
                    |volume: &'b Volume| volume.book.edition.about.title.get(self.language());
                self.volume(id).map_or(id.as_str(), title).to_owned()
            }
            Place::Figures(_) => self.say("判例", "Cases").to_owned(),
            _ => self.say("各版", "Editions").to_owned(),
        }
    }

    /// That a draft is not in force.
    fn notice(self, place: &Place) -> Option<String> {
        let drafts: Vec<String> = place
            .editions()
            .into_iter()
            .filter_map(|id| self.volume(id))
            .map(|volume| &volume.book.edition.about)
            .filter(|about| about.status == Status::Draft)
            .map(|about| about.title.get(self.language()).to_owned())
            .collect();
        let named = self.language().list(&drafts);
        (!drafts.is_empty()).then(|| match self.language() {
            Language::Chinese => format!("草案，未生效：{named}"),
            Language::English => format!("A draft, not in force: {named}"),
        })
    }

    /// By which law the page was made.
    fn foot(self, place: &Place) -> String {
        let laws: Vec<String> = place
            .editions()
            .into_iter()
            .filter_map(|id| self.volume(id))
            .map(|volume| format!("{} ({})", volume.id(), volume.book.law))
            .collect();
        let made = self.say("由棋例制成", "Made by Qili");
        match laws.is_empty() {
            true => made.to_owned(),
            false => format!(
                "{made}{}{}",
                self.say("；所据：", "; law: "),
                self.language().list(&laws)
            ),
        }
    }
}

/// Where a figure stands in its book: `第8章图13`, `ch. 8, fig. 13`; nothing where the book has no numbers.
fn reference(reference: &Reference, language: Language) -> Option<String> {
    let parts = [
        (reference.part, ["第", "部分"], "part "),
        (reference.chapter, ["第", "章"], "ch. "),
        (reference.section, ["第", "节"], "sec. "),
        (reference.item, ["第", "项"], "item "),
        (reference.appendix, ["附录", ""], "app. "),
        (reference.example, ["例", ""], "ex. "),
        (reference.figure, ["图", ""], "fig. "),
    ];
    let said: Vec<String> = parts
        .into_iter()
        .filter_map(|(number, [before, after], en)| {
            let number = number?;
            Some(match language {
                Language::Chinese => format!("{before}{number}{after}"),
                Language::English => format!("{en}{number}"),
            })
        })
        .collect();
    (!said.is_empty()).then(|| said.join(language.of("", ", ")))
}
