//! What lies in an edition's folder and is not read: nothing is left out in silence.

use std::fmt::{self, Display};
use std::path::Path;

use miette::{Diagnostic, LabeledSpan, Severity, SourceCode, SourceSpan};
use qili_words::{Bilingual, Language, Localized, Texts};

use crate::case::Case;
use crate::edition::Edition;
use crate::folder::Folder;
use crate::plain::Sort;
use crate::yaml::{Document, Source};

/// Something about an edition's folder that its author should know; a warning.
#[derive(Debug, Clone)]
pub struct Notice {
    /// The file that it is about.
    pub file: String,
    /// Which sort of notice: `qili::edition::unlisted`.
    pub code: &'static str,
    /// What is so.
    pub message: Bilingual,
    /// What can be done.
    pub help: Bilingual,
    /// The text that it points into, and where, if it points anywhere.
    pub place: Option<(Source, SourceSpan)>,
}

impl Notice {
    /// All of it on one line.
    #[must_use]
    pub fn said(&self, language: Language) -> String {
        let Self { message, help, .. } = self;
        match help.get(language) {
            "" => message.get(language).to_owned(),
            help => format!("{}{}{help}", message.get(language), language.of("；", "; ")),
        }
    }
}

impl Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message.get(Language::English))
    }
}

impl std::error::Error for Notice {}

impl Diagnostic for Notice {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.code))
    }

    fn severity(&self) -> Option<Severity> {
        Some(Severity::Warning)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.help.get(Language::English)))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.place.as_ref().map(|(text, _)| text as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (_, span) = self.place.as_ref()?;
        let label = LabeledSpan::new_with_span(Some("here".to_owned()), *span);
        Some(Box::new(std::iter::once(label)))
    }
}

impl Localized for Notice {
    fn chinese(&self) -> Texts {
        let help = self.help.get(Language::Chinese);
        Texts {
            message: self.message.get(Language::Chinese).to_owned(),
            labels: vec!["此处".to_owned()],
            help: (!help.is_empty()).then(|| help.to_owned()),
        }
    }
}

impl Edition {
    /// What lies in the edition's folder and is not read, and names that do not fit their places. The cases are those of
    /// [`cases`](Edition::cases).
    #[must_use]
    pub fn notices(&self, cases: &[Case]) -> Vec<Notice> {
        let mut notices = Vec::from_iter(self.of_the_folder());
        notices.extend(
            self.folder
                .entries("")
                .unwrap_or_default()
                .into_iter()
                .filter_map(|(name, sort)| self.not_read(&name, sort)),
        );
        let below = self.folder.entries("cases").unwrap_or_default();
        let beside_cases = below
            .into_iter()
            .filter(|(name, sort)| *sort != Sort::File || !name.ends_with(".yaml"))
            .filter(|(name, _)| !is_for_readers(name));
        notices.extend(beside_cases.map(|(name, _)| {
            let help = Bilingual::new(
                "判例文件以 `.yaml` 结尾，直接放在 `cases` 里",
                "a case file ends in `.yaml` and lies in `cases` itself",
            );
            unread(&self.folder, &format!("cases/{name}"), help)
        }));
        notices.extend(cases.iter().filter_map(other_name));
        notices
    }

    /// That the edition is called otherwise than its folder.
    fn of_the_folder(&self) -> Option<Notice> {
        let id = &self.about.id;
        let name = self.folder.name().filter(|name| name != id)?;
        Some(Notice {
            file: self.folder.display("edition.yaml"),
            code: "qili::edition::folder_name",
            message: Bilingual::new(
                format!("版本 `{id}` 放在名为 `{name}` 的文件夹里"),
                format!("the edition `{id}` lies in a folder named `{name}`"),
            ),
            help: Bilingual::new(
                "让两者同名：别的版本按文件夹名引用它",
                "give both one name: other editions refer to it by its folder",
            ),
            place: self.place("id"),
        })
    }

    /// That an entry of the folder is not read.
    fn not_read(&self, name: &str, sort: Sort) -> Option<Notice> {
        let known = match sort {
            Sort::File => {
                name == "edition.yaml"
                    || name == "competition.yaml"
                    || self.about.files.iter().any(|file| file == name)
            }
            Sort::Folder => name == "cases",
            Sort::Special(_) => false,
        };
        if known || is_for_readers(name) {
            return None;
        }
        if sort == Sort::File && name.ends_with(".rule") {
            return Some(Notice {
                file: self.folder.display(name),
                code: "qili::edition::unlisted",
                message: Bilingual::new(
                    format!("规则文件 `{name}` 未列入 `files`，因此不读"),
                    format!("the rule file `{name}` is not listed in `files` and so is not read"),
                ),
                help: Bilingual::new(
                    "列入 `edition.yaml` 的 `files`，或移出此文件夹",
                    "list it in `files` of edition.yaml, or take it out of the folder",
                ),
                place: self.place("files").or_else(|| self.place("id")),
            });
        }
        let help = Bilingual::new(
            "读的只有 `edition.yaml`、`competition.yaml`、`files` 所列规则文件和 `cases` 里的 `.yaml`",
            "what is read is edition.yaml, competition.yaml, the rule files in `files`, and `.yaml` files in `cases`",
        );
        Some(unread(&self.folder, name, help))
    }

    /// A place in `edition.yaml`.
    fn place(&self, path: &str) -> Option<(Source, SourceSpan)> {
        let text = self.folder.read("edition.yaml").ok()?;
        let document = Document::parse(self.folder.display("edition.yaml"), text).ok()?;
        Some((document.source(), document.find(path)?))
    }
}

fn unread(folder: &Folder, name: &str, help: Bilingual) -> Notice {
    Notice {
        file: folder.display(name),
        code: "qili::edition::unread",
        message: Bilingual::new(
            format!("`{}` 不读", folder.display(name)),
            format!("`{}` is not read", folder.display(name)),
        ),
        help,
        place: None,
    }
}

/// Whether a name says that the file is for people or for tools: hidden files, and what explains.
fn is_for_readers(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    name.starts_with('.')
        || name.ends_with(".md")
        || ["README", "LICENSE", "CHANGELOG"]
            .iter()
            .any(|known| stem.eq_ignore_ascii_case(known))
}

/// That a case is called otherwise than its file.
fn other_name(case: &Case) -> Option<Notice> {
    let source = case.source();
    let stem = Path::new(source.name()).file_stem()?.to_str()?;
    (stem != case.id).then(|| Notice {
        file: source.name().to_owned(),
        code: "qili::edition::case_name",
        message: Bilingual::new(
            format!("判例 `{}` 写在名为 `{stem}.yaml` 的文件里", case.id),
            format!(
                "the case `{}` stands in a file named `{stem}.yaml`",
                case.id
            ),
        ),
        help: Bilingual::new("让判例与文件同名", "give the case and its file one name"),
        place: Some((case.source(), case.place("case"))),
    })
}
