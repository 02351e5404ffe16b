//! An edition and those that it amends: whose `edition.yaml` says what.

use qili_words::{Bilingual, both};

use crate::about::About;
use crate::error::EditionError;
use crate::folder::{Folder, is_plain_name};
use crate::yaml::{Document, Source};

/// How many editions may amend one another in a row.
const MAX_LINEAGE: usize = 16;

/// One edition of the row.
#[derive(Debug)]
pub(crate) struct Layer {
    /// How many editions amend it in this row.
    pub(crate) depth: usize,
    pub(crate) folder: Folder,
    pub(crate) about: About,
    pub(crate) document: Document,
}

/// Reads `edition.yaml` of a folder and of every folder that it amends, the nearest first.
pub(crate) fn read(folder: &Folder) -> Result<Vec<Layer>, EditionError> {
    let mut lineage: Vec<Layer> = Vec::new();
    let mut next = Some(folder.clone());
    while let Some(folder) = next.take() {
        if lineage.len() >= MAX_LINEAGE {
            return Err(EditionError::Lineage { limit: MAX_LINEAGE });
        }
        let layer = Layer::read(folder, lineage.len())?;
        for earlier in &lineage {
            if earlier.about.id == layer.about.id {
                return Err(twice(earlier, &layer, &lineage));
            }
        }
        next = layer.amended()?;
        lineage.push(layer);
    }
    Ok(lineage)
}

/// The error that two editions of a row have one name: they are one, or one of them should have another.
fn twice(earlier: &Layer, later: &Layer, lineage: &[Layer]) -> EditionError {
    let id = &earlier.about.id;
    match lineage.last() {
        Some(last) if earlier.folder.is_same(&later.folder) => last.amends_error(both!(
            "`{id}` 又增改本版",
            "`{id}` amends this edition in turn"
        )),
        _ => EditionError::Id {
            problem: both!(
                "版本名 `{id}` 已有：所增改的一个版本用了它",
                "the id `{id}` is taken: an edition that this one amends has it"
            ),
            source_code: earlier.document.source(),
            span: earlier.document.span("id"),
        },
    }
}

impl Layer {
    fn read(folder: Folder, depth: usize) -> Result<Self, EditionError> {
        let name = folder.display("edition.yaml");
        let text = folder
            .read("edition.yaml")
            .map_err(|why| EditionError::unreadable(name.clone(), why))?;
        let document = Document::parse(name, text)?;
        let about: About = document.decode()?;
        if !is_plain_name(&about.id) {
            let id = &about.id;
            return Err(EditionError::Id {
                problem: both!(
                    "`{id}` 不能作文件夹的名字",
                    "`{id}` cannot be the name of a folder"
                ),
                source_code: document.source(),
                span: document.span("id"),
            });
        }
        Ok(Self {
            depth,
            folder,
            about,
            document,
        })
    }

    /// The folder of the edition that this one amends.
    fn amended(&self) -> Result<Option<Folder>, EditionError> {
        let Some(base) = &self.about.amends else {
            return Ok(None);
        };
        if !is_plain_name(base) {
            return Err(self.amends_error(both!(
                "`{base}` 不是版本名",
                "`{base}` is not the name of an edition"
            )));
        }
        match self.folder.neighbour(base) {
            Ok(Some(folder)) => Ok(Some(folder)),
            Ok(None) => Err(self.amends_error(both!(
                "旁边和程序里都没有版本 `{base}`",
                "there is no edition `{base}` beside this one or in the program"
            ))),
            Err(why) => Err(self.amends_error(both!(
                "`{base}` 读不出：{why:#}",
                "`{base}` cannot be read: {why}"
            ))),
        }
    }

    fn amends_error(&self, problem: Bilingual) -> EditionError {
        EditionError::Amends {
            problem,
            source_code: self.document.source(),
            span: self.document.span("amends"),
        }
    }

    /// The rule files that it lists, each with its name.
    pub(crate) fn rule_files(&self) -> impl Iterator<Item = Result<Source, EditionError>> {
        let names = self.about.files.iter().enumerate();
        names.map(|(index, name)| self.rule_file(index, name))
    }

    fn rule_file(&self, index: usize, name: &str) -> Result<Source, EditionError> {
        let span = self.document.span(&format!("files/{index}"));
        let error = |problem: Bilingual, help: Option<Bilingual>| EditionError::File {
            problem,
            help: help.unwrap_or_else(|| {
                both!(
                    "`files` 列出本文件夹里的规则文件，不带路径",
                    "`files` lists the rule files of this folder, without a path"
                )
            }),
            source_code: self.document.source(),
            span,
        };
        if !is_plain_name(name) {
            return Err(error(
                both!(
                    "`{name}` 在版本的文件夹之外",
                    "`{name}` leaves the edition's folder"
                ),
                None,
            ));
        }
        if let Some(first) = self.about.files[..index].iter().position(|one| one == name) {
            return Err(EditionError::ListedTwice {
                name: name.to_owned(),
                source_code: self.document.source(),
                first: self.document.span(&format!("files/{first}")),
                second: span,
            });
        }
        match self.folder.read(name) {
            Ok(text) => Ok(Source::new(self.folder.display(name), text)),
            Err(why) => Err(error(
                both!("`{name}` 读不出：{why:#}", "`{name}` cannot be read: {why}"),
                why.help(),
            )),
        }
    }
}
