use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use qili_edition::folder::{Folder, Memory};
use qili_words::Language;

use crate::error::{Error, ErrorKind};

/// An edition of the rules, read and checked. Cheap to clone.
///
/// ```
/// use qili::{Edition, Language};
///
/// let edition = Edition::open("2020")?;
/// assert_eq!(edition.id(), "2020");
/// assert!(edition.clauses().any(|clause| clause.article() == "26.9"));
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Clone)]
pub struct Edition(pub(crate) Arc<qili_edition::Edition>);

impl Edition {
    /// The names of the editions that ship with the library.
    ///
    /// ```
    /// assert!(qili::Edition::shipped().any(|name| name == "1965"));
    /// ```
    pub fn shipped() -> impl Iterator<Item = &'static str> {
        Folder::shipped()
    }

    /// Opens an edition by the name under which it ships, or by the path of its folder.
    ///
    /// ```
    /// assert!(qili::Edition::open("asian").is_ok());
    /// assert!(qili::Edition::open("no-such-edition").is_err());
    /// ```
    ///
    /// # Errors
    /// An unknown name, files that cannot be read, and whatever is wrong in them.
    pub fn open(reference: &str) -> Result<Self, Error> {
        let edition = qili_edition::Edition::open(reference);
        Ok(Self(Arc::new(
            edition.map_err(Error::of(ErrorKind::Edition))?,
        )))
    }

    /// Opens the edition in a folder; those that it amends lie beside it or ship with the library.
    ///
    /// ```no_run
    /// let club = qili::Edition::from_folder("rules/our-club")?;
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn from_folder(folder: impl AsRef<Path>) -> Result<Self, Error> {
        Self::at(Folder::Disk(folder.as_ref().to_path_buf()))
    }

    /// An edition whose files come from a database, an archive or a form: names within its folder, and texts. No file is read.
    ///
    /// ```
    /// let club = qili::Edition::from_files("club", [(
    ///     "edition.yaml",
    ///     "id: club\ntitle: { zh: 会规, en: Club rules }\nstatus: draft\namends: 2020\n",
    /// )])?;
    /// assert_eq!((club.id(), club.amends()), ("club", Some("2020")));
    /// # Ok::<(), qili::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn from_files<N: AsRef<Path>, T: Into<String>>(
        id: &str,
        files: impl IntoIterator<Item = (N, T)>,
    ) -> Result<Self, Error> {
        let path = PathBuf::from(id);
        let files = files.into_iter();
        let files = files.map(|(name, text)| (path.join(name), text.into().into()));
        let memory = Memory::alone(files);
        Self::at(Folder::Memory(path, memory.into()))
    }

    fn at(folder: Folder) -> Result<Self, Error> {
        let edition = qili_edition::Edition::from_folder(folder);
        Ok(Self(Arc::new(
            edition.map_err(Error::of(ErrorKind::Edition))?,
        )))
    }

    /// Its name.
    ///
    /// ```
    /// assert_eq!(qili::Edition::open("1965")?.id(), "1965");
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0.about.id
    }

    /// Its title.
    ///
    /// ```
    /// let title = qili::Edition::open("2020")?.title(qili::Language::Chinese).to_owned();
    /// assert!(title.contains("2020"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn title(&self, language: Language) -> &str {
        self.0.about.title.get(language)
    }

    /// The name of the edition that it amends.
    ///
    /// ```
    /// assert_eq!(qili::Edition::open("2011-training")?.amends(), Some("2007-trial"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn amends(&self) -> Option<&str> {
        self.0.about.amends.as_deref()
    }

    /// A digest of its law: the same on every machine, and another one as soon as a clause says anything else.
    ///
    /// ```
    /// assert_eq!(qili::Edition::open("2020")?.digest().len(), 16);
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn digest(&self) -> String {
        self.0.digest()
    }

    /// The clauses in force, in the order of the book.
    ///
    /// ```
    /// let edition = qili::Edition::open("2020")?;
    /// let clause = edition.clauses().find(|clause| clause.article() == "26.9").unwrap();
    /// assert_eq!(clause.title(qili::Language::English), "both break a prohibition, one more heavily");
    /// # Ok::<(), qili::Error>(())
    /// ```
    pub fn clauses(&self) -> impl Iterator<Item = Clause<'_>> {
        self.0
            .clauses
            .iter()
            .map(|in_force| Clause(&in_force.clause))
    }
}

impl fmt::Debug for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Edition").field(&self.id()).finish()
    }
}

/// A clause of an edition.
///
/// ```
/// let edition = qili::Edition::open("2020")?;
/// let clause = edition.clauses().next().unwrap();
/// assert!(!clause.article().is_empty());
/// # Ok::<(), qili::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Clause<'e>(&'e qili_lang::syntax::Clause);

impl Clause<'_> {
    /// Its article, or a handle where the printed number is not known.
    ///
    /// ```
    /// let edition = qili::Edition::open("1965")?;
    /// assert!(edition.clauses().any(|clause| clause.article() == "4.1(1)"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn article(&self) -> &str {
        &self.0.article.text
    }

    /// What it is about.
    ///
    /// ```
    /// let edition = qili::Edition::open("1965")?;
    /// let clause = edition.clauses().find(|clause| clause.article() == "4.1(1)").unwrap();
    /// assert_eq!(clause.title(qili::Language::Chinese), "长将");
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn title(&self, language: Language) -> &str {
        self.0.title.get(language)
    }

    /// Its text, in the rule language's keywords of a language.
    ///
    /// ```
    /// let edition = qili::Edition::open("2020")?;
    /// let clause = edition.clauses().find(|clause| clause.article() == "26.9").unwrap();
    /// assert!(clause.text(qili::Language::English).contains("then s must change"));
    /// # Ok::<(), qili::Error>(())
    /// ```
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        qili_lang::format::format_clause(self.0, language)
    }
}
