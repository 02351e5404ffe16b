//! Tables in text.

use unicode_width::UnicodeWidthStr as _;

/// A table whose columns are aligned whatever the width of the characters.
pub(super) struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Self {
        Self {
            head: head.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    pub(super) fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// The table with two spaces between columns; columns of numbers and marks only stand to the right.
    pub(super) fn text(&self) -> String {
        let columns = self.head.len();
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells
                .chain(self.head.get(column))
                .map(|cell| cell.width())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let is_number = |cell: &String| {
            cell.chars()
                .all(|one| one.is_ascii_digit() || " .:+-*".contains(one))
        };
        let right: Vec<bool> = (0..columns)
            .map(|column| {
                self.rows
                    .iter()
                    .filter_map(|row| row.get(column))
                    .all(is_number)
            })
            .collect();
        let mut text = String::new();
        for row in std::iter::once(&self.head).chain(&self.rows) {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let padding = " ".repeat(
                    widths
                        .get(column)
                        .map_or(0, |width| width.saturating_sub(cell.width())),
                );
                if right.get(column) == Some(&true) {
                    line.push_str(&padding);
                    line.push_str(cell);
                } else {
                    line.push_str(cell);
                    line.push_str(&padding);
                }
                line.push_str("  ");
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_by_width() {
        let mut table = Table::new(["名次", "姓名", "分"]);
        table.row(["1", "欧阳修", "12"]);
        table.row(["2", "李白", "8"]);
        assert_eq!(
            table.text(),
            "名次  姓名    分\n   1  欧阳修  12\n   2  李白     8\n"
        );
    }
}
