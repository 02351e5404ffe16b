//! In which order definitions, results and qualities can be read, and whether there is one.

use super::Checker;
use super::error::{Fault, cited};
use super::names::Class;
use crate::syntax::{Effect, Expr, ExprKind};
use crate::visit::{expressions, walk};
use qili_words::{Bilingual, both};
use std::collections::HashSet;

/// How many definitions may stand on one another.
const CHAIN_LIMIT: usize = 64;

impl Checker<'_> {
    /// All clauses, each after those that it uses; `None` (and reports) if there is a circle.
    pub(super) fn order(&mut self) -> Option<Vec<usize>> {
        let lifting: Vec<Vec<usize>> = (0..self.clauses.len())
            .map(|place| {
                let lifting = self
                    .directory
                    .exceptions
                    .get(&place)
                    .cloned()
                    .unwrap_or_default();
                match self.clauses[place].1.effect {
                    Some(Effect::Exception { .. }) => lifting,
                    _ => Vec::new(),
                }
            })
            .collect();
        let exceptions = sorted(&lifting);
        for circle in &exceptions.circles {
            self.report_circle(
                circle,
                both!(
                    "例外互相针对，成了循环",
                    "exceptions lift each other in a circle"
                ),
                &both!("有例外", "is lifted by"),
            );
        }
        if !exceptions.circles.is_empty()
            || !self.bounded_depth(&exceptions.order, &lifting, &both!("例外", "exceptions"))
        {
            return None;
        }
        let uses: Vec<Vec<usize>> = (0..self.clauses.len())
            .map(|place| self.used_by(place))
            .collect();
        let order = sorted(&uses);
        for circle in &order.circles {
            self.report_circle(
                circle,
                both!("用自己来解释自己", "this is explained by itself"),
                &both!("用到", "uses"),
            );
        }
        let sound = order.circles.is_empty()
            && self.bounded_depth(&order.order, &uses, &both!("定义", "definitions"));
        sound.then_some(order.order)
    }

    /// Whether no chain of things that stand on one another is too long.
    fn bounded_depth(&mut self, order: &[usize], edges: &[Vec<usize>], what: &Bilingual) -> bool {
        let mut depths = vec![0_usize; edges.len()];
        for place in order {
            depths[*place] = edges[*place]
                .iter()
                .map(|used| depths[*used] + 1)
                .max()
                .unwrap_or(0);
            if depths[*place] > CHAIN_LIMIT {
                let span = self.clauses[*place].1.article.span;
                let message = both!(
                    "{}一层用一层，超过 {CHAIN_LIMIT} 层",
                    "{} stand more than {CHAIN_LIMIT} deep on one another"; what
                );
                self.report(*place, Fault::new("qili::rule::too_deep", span, message));
                return false;
            }
        }
        true
    }

    /// The definitions, results and qualities that a clause's effect uses, with its exceptions.
    fn used_by(&self, place: usize) -> Vec<usize> {
        let mut used = Vec::new();
        let mut pending = vec![place];
        let mut seen = HashSet::new();
        while let Some(clause) = pending.pop() {
            if !seen.insert(clause) {
                continue;
            }
            let Some(effect) = &self.clauses[clause].1.effect else {
                continue;
            };
            let class = match effect {
                Effect::Result { .. } => Class::Result,
                _ => Class::Word,
            };
            let lifts_result = matches!(self.clauses[place].1.effect, Some(Effect::Result { .. }));
            let class = if lifts_result { Class::Result } else { class };
            for expr in expressions(effect) {
                walk(expr, &mut |expr: &Expr| {
                    for name in mentioned(expr) {
                        if let Some(found) = self.directory.find(class, name)
                            && matches!(
                                self.clauses[found].1.effect,
                                Some(
                                    Effect::Define { .. }
                                        | Effect::Quality { .. }
                                        | Effect::Result { .. }
                                )
                            )
                            && !used.contains(&found)
                        {
                            used.push(found);
                        }
                    }
                });
            }
            pending.extend(self.directory.exceptions.get(&clause).into_iter().flatten());
        }
        used
    }

    fn report_circle(&mut self, circle: &[usize], message: Bilingual, verb: &Bilingual) {
        let Some(first) = circle.iter().min().copied() else {
            return;
        };
        let start = circle.iter().position(|place| *place == first).unwrap_or(0);
        let articles = circle[start..]
            .iter()
            .chain(&circle[..start])
            .chain([&first])
            .map(|place| cited(&self.clauses[*place].1));
        let (zh, en): (Vec<_>, Vec<_>) = articles.map(|named| (named.zh, named.en)).unzip();
        let help = Bilingual::new(
            zh.join(&verb.zh),
            en.join(&format!(", which {} ", verb.en))
                .replacen(", which", "", 1),
        );
        let span = self.clauses[first].1.article.span;
        let fault = Fault::new("qili::rule::circular", span, message)
            .label(both!("循环从这里开始", "the circle begins here"))
            .help(help);
        self.report(first, fault);
    }
}

/// The names that an expression itself mentions, apart from its parts.
pub(super) fn mentioned(expr: &Expr) -> Vec<&str> {
    match &*expr.kind {
        ExprKind::Name(name)
        | ExprKind::Call { name, .. }
        | ExprKind::Is {
            predicate: name, ..
        } => vec![&name.text],
        ExprKind::Wins { barring, .. } | ExprKind::Mates { barring, .. } => {
            barring.iter().map(|name| name.text.as_str()).collect()
        }
        _ => Vec::new(),
    }
}

struct Sorted {
    /// All nodes, each after those that it points to.
    order: Vec<usize>,
    /// Circles, each as the nodes along it.
    circles: Vec<Vec<usize>>,
}

/// Sorts a graph; its depth is bounded by nothing but its size, so this does not recurse.
fn sorted(edges: &[Vec<usize>]) -> Sorted {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        Fresh,
        Open,
        Done,
    }
    let mut marks = vec![Mark::Fresh; edges.len()];
    let mut sorted = Sorted {
        order: Vec::with_capacity(edges.len()),
        circles: Vec::new(),
    };
    for root in 0..edges.len() {
        if marks[root] != Mark::Fresh {
            continue;
        }
        marks[root] = Mark::Open;
        let mut path = vec![(root, 0)];
        while let Some((node, edge)) = path.last_mut() {
            let Some(to) = edges[*node].get(*edge).copied() else {
                marks[*node] = Mark::Done;
                sorted.order.push(*node);
                path.pop();
                continue;
            };
            *edge += 1;
            match marks[to] {
                Mark::Fresh => {
                    marks[to] = Mark::Open;
                    path.push((to, 0));
                }
                Mark::Open => {
                    let start = path.iter().position(|(node, _)| *node == to).unwrap_or(0);
                    sorted
                        .circles
                        .push(path[start..].iter().map(|(node, _)| *node).collect());
                }
                Mark::Done => {}
            }
        }
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::sorted;

    #[test]
    fn what_is_used_comes_first() {
        let sorted = sorted(&[vec![2], vec![0], vec![]]);
        assert_eq!(sorted.order, [2, 0, 1]);
        assert!(sorted.circles.is_empty());
    }

    #[test]
    fn circles_are_found() {
        let sorted = sorted(&[vec![1], vec![2], vec![0], vec![3]]);
        assert_eq!(sorted.circles, [vec![0, 1, 2], vec![3]]);
    }
}
