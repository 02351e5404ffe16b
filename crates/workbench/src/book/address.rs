//! Where every page of a book is. Addresses last: they are made of what things are called, not of where they stand.

use qili_words::Language;

/// A page, or a file that pages share.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Address {
    /// The cover, in both languages.
    Cover,
    /// A file beside the cover.
    Asset(&'static str),
    /// What is searched in a language, for a script.
    Index(Lang),
    /// A page in a language.
    Page(Lang, Place),
}

/// A language, in an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Lang {
    Zh,
    En,
}

impl Lang {
    pub(super) const ALL: [Self; 2] = [Self::Zh, Self::En];

    pub(super) const fn language(self) -> Language {
        match self {
            Self::Zh => Language::Chinese,
            Self::En => Language::English,
        }
    }

    pub(super) const fn other(self) -> Self {
        match self {
            Self::Zh => Self::En,
            Self::En => Self::Zh,
        }
    }
}

/// A page, whatever its language.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Place {
    /// All editions.
    Editions,
    /// What is searched for.
    Search,
    /// An edition.
    Edition(String),
    /// A clause of an edition, in force in it or once in force in what it amends.
    Clause(String, String),
    /// The figures of an edition.
    Figures(String),
    /// A figure.
    Figure(String, String),
    /// What no figure of an edition shows.
    Gaps(String),
    /// Two editions, and whether all their cases are told or only those that differ.
    Compare(String, String, Extent),
}

/// How much a comparison tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Extent {
    /// What differs.
    Differing,
    /// Every case, by what it is about.
    All,
}

impl Address {
    /// The path of its file, from the folder of the book.
    pub(super) fn path(&self) -> String {
        match self {
            Self::Cover => "index.html".to_owned(),
            Self::Asset(file) => (*file).to_owned(),
            Self::Index(lang) => format!("{}/search-index.js", lang.language()),
            Self::Page(lang, place) => format!("{}/{}.html", lang.language(), place.path()),
        }
    }

    /// A link from here to another page.
    pub(super) fn to(&self, other: &Self) -> String {
        self.root() + &encoded(&other.path())
    }

    /// The way from here to the folder of the book.
    pub(super) fn root(&self) -> String {
        "../".repeat(self.path().matches('/').count())
    }
}

impl Place {
    fn path(&self) -> String {
        match self {
            Self::Editions => "index".to_owned(),
            Self::Search => "search".to_owned(),
            Self::Edition(id) => format!("{}/index", file(id)),
            Self::Clause(id, article) => format!("{}/clause/{}", file(id), file(article)),
            Self::Figures(id) => format!("{}/figures", file(id)),
            Self::Figure(id, case) => format!("{}/figure/{}", file(id), file(case)),
            Self::Gaps(id) => format!("{}/gaps", file(id)),
            Self::Compare(one, other, extent) => {
                let all = match extent {
                    Extent::Differing => "",
                    Extent::All => "-all",
                };
                format!("compare/{}/{}{all}", file(one), file(other))
            }
        }
    }

    /// The editions that it is about.
    pub(super) fn editions(&self) -> Vec<&str> {
        match self {
            Self::Editions | Self::Search => Vec::new(),
            Self::Edition(id)
            | Self::Clause(id, _)
            | Self::Figures(id)
            | Self::Figure(id, _)
            | Self::Gaps(id) => vec![id],
            Self::Compare(one, other, _) => vec![one, other],
        }
    }
}

/// A name as a file can be called everywhere: signs that some systems refuse are written by their numbers.
fn file(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '(' | ')');
    let signs = name.chars().map(|c| match plain(c) {
        true => c.to_string(),
        false => format!("~{:x}", u32::from(c)),
    });
    signs.collect()
}

/// A path or a fragment as it stands in a link.
pub(super) fn encoded(path: &str) -> String {
    let plain = |byte: u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'.' | b'-' | b'_' | b'(' | b')' | b'~' | b'/')
    };
    let bytes = path.bytes().map(|byte| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    bytes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_relative_and_files_can_have_their_names() {
        let page = |place| Address::Page(Lang::Zh, place);
        let clause = page(Place::Clause("2020".into(), "§1:2（一）".into()));
        assert_eq!(clause.path(), "zh/2020/clause/~a71~3a2~ff08一~ff09.html");
        let figure = page(Place::Figure("1965".into(), "figure-01".into()));
        assert_eq!(clause.to(&figure), "../../../zh/1965/figure/figure-01.html");
        assert_eq!(
            figure.to(&page(Place::Edition("草 案".into()))),
            "../../../zh/%E8%8D%89~20%E6%A1%88/index.html"
        );
        assert_eq!(Address::Cover.to(&Address::Asset("style.css")), "style.css");
    }
}
