//! Cheapest perfect matching of a general graph: Edmonds' blossom algorithm with dual variables, in cubic time.
//!
//! Own code because no maintained crate offers weighted matching of general graphs (`petgraph` has the unweighted one only);
//! the tests compare it with all matchings of small graphs.

use std::collections::VecDeque;

/// The cost of putting two vertices together; `None` where they must not meet.
pub type Cost<'a> = dyn Fn(usize, usize) -> Option<i64> + 'a;

/// Matches all of `0..count` in pairs with the least total cost; `cost` is symmetric and not negative.
///
/// Returns the partner of each vertex, or `None` if no perfect matching exists. The result depends on the arguments only.
///
/// ```
/// use qili_competition::pairing::matching::cheapest;
///
/// // 0-1 is forbidden, so 0 takes the nearer of the others.
/// let partners = cheapest(4, &|a, b| (a + b != 1).then(|| (a.abs_diff(b) as i64).pow(2)));
/// assert_eq!(partners, Some(vec![2, 3, 0, 1]));
/// ```
#[must_use]
pub fn cheapest(count: usize, cost: &Cost<'_>) -> Option<Vec<usize>> {
    if !count.is_multiple_of(2) {
        return None;
    }
    let mut dearest = 0;
    for one in 0..count {
        for other in one + 1..count {
            dearest = dearest.max(cost(one, other).unwrap_or(0));
        }
    }
    // One more pair must be worth more than any saving on the others.
    let base = (dearest + 1) * (i64::try_from(count).ok()? + 1);
    let mut solver = Solver::new(count, |one, other| {
        cost(one, other).map_or(0, |cost| base - cost)
    });
    while solver.grow() {}
    let partners: Vec<usize> = (1..=count)
        .filter_map(|vertex| solver.mate[vertex].checked_sub(1))
        .collect();
    (partners.len() == count).then_some(partners)
}

/// An edge between two real vertices, kept also for edges that lead to blossoms.
#[derive(Clone, Copy, Default)]
struct Edge {
    from: usize,
    to: usize,
    weight: i64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    Even,
    Odd,
}

/// Vertices are 1..=count, blossoms count+1..; 0 means none.
struct Solver {
    count: usize,
    last: usize,
    width: usize,
    edges: Vec<Edge>,
    dual: Vec<i64>,
    mate: Vec<usize>,
    slack: Vec<usize>,
    /// The outermost blossom of a node.
    top: Vec<usize>,
    parent: Vec<usize>,
    /// For a blossom and a vertex: the child that contains the vertex.
    inside: Vec<Vec<usize>>,
    label: Vec<Label>,
    seen: Vec<u32>,
    clock: u32,
    children: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
}

impl Solver {
    fn new(count: usize, weight: impl Fn(usize, usize) -> i64) -> Self {
        let width = count + count / 2 + 2;
        let mut edges = vec![Edge::default(); width * width];
        let mut heaviest = 0;
        for from in 1..=count {
            for to in 1..=count {
                let weight = if from == to {
                    0
                } else {
                    weight(from - 1, to - 1)
                };
                heaviest = heaviest.max(weight);
                edges[from * width + to] = Edge { from, to, weight };
            }
        }
        let mut inside = vec![vec![0; count + 1]; width];
        for (vertex, row) in inside.iter_mut().enumerate().take(count + 1).skip(1) {
            row[vertex] = vertex;
        }
        let mut dual = vec![0; width];
        dual[1..=count].fill(heaviest);
        let mut top = vec![0; width];
        for (vertex, top) in top.iter_mut().enumerate().take(count + 1) {
            *top = vertex;
        }
        Self {
            count,
            last: count,
            width,
            edges,
            dual,
            mate: vec![0; width],
            slack: vec![0; width],
            top,
            parent: vec![0; width],
            inside,
            label: vec![Label::Free; width],
            seen: vec![0; width],
            clock: 0,
            children: vec![Vec::new(); width],
            queue: VecDeque::new(),
        }
    }

    fn edge(&self, from: usize, to: usize) -> Edge {
        self.edges[from * self.width + to]
    }

    /// How far an edge is from being tight.
    fn gap(&self, edge: Edge) -> i64 {
        self.dual[edge.from] + self.dual[edge.to] - 2 * self.edge(edge.from, edge.to).weight
    }

    fn update_slack(&mut self, from: usize, to: usize) {
        let best = self.slack[to];
        if best == 0 || self.gap(self.edge(from, to)) < self.gap(self.edge(best, to)) {
            self.slack[to] = from;
        }
    }

    fn reset_slack(&mut self, to: usize) {
        self.slack[to] = 0;
        for from in 1..=self.count {
            if self.edge(from, to).weight > 0
                && self.top[from] != to
                && self.label[self.top[from]] == Label::Even
            {
                self.update_slack(from, to);
            }
        }
    }

    fn enqueue(&mut self, node: usize) {
        if node <= self.count {
            self.queue.push_back(node);
        } else {
            for place in 0..self.children[node].len() {
                self.enqueue(self.children[node][place]);
            }
        }
    }

    fn set_top(&mut self, node: usize, top: usize) {
        self.top[node] = top;
        if node > self.count {
            for place in 0..self.children[node].len() {
                self.set_top(self.children[node][place], top);
            }
        }
    }

    /// The even distance from the base of a blossom to a child, turning the blossom round if needed.
    fn turn(&mut self, blossom: usize, child: usize) -> usize {
        let children = &mut self.children[blossom];
        let place = children.iter().position(|&one| one == child).unwrap_or(0);
        if place % 2 == 1 {
            children[1..].reverse();
            children.len() - place
        } else {
            place
        }
    }

    fn set_mate(&mut self, node: usize, other: usize) {
        let edge = self.edge(node, other);
        self.mate[node] = edge.to;
        if node <= self.count {
            return;
        }
        let child = self.inside[node][edge.from];
        let place = self.turn(node, child);
        for step in 0..place {
            let (one, two) = (self.children[node][step], self.children[node][step ^ 1]);
            self.set_mate(one, two);
        }
        self.set_mate(child, other);
        self.children[node].rotate_left(place);
    }

    fn augment(&mut self, mut node: usize, mut other: usize) {
        loop {
            let next = self.top[self.mate[node]];
            self.set_mate(node, other);
            if next == 0 {
                return;
            }
            let parent = self.top[self.parent[next]];
            self.set_mate(next, parent);
            (node, other) = (parent, next);
        }
    }

    fn common_ancestor(&mut self, mut one: usize, mut other: usize) -> usize {
        self.clock += 1;
        while one != 0 || other != 0 {
            if one != 0 {
                if self.seen[one] == self.clock {
                    return one;
                }
                self.seen[one] = self.clock;
                one = self.top[self.mate[one]];
                if one != 0 {
                    one = self.top[self.parent[one]];
                }
            }
            std::mem::swap(&mut one, &mut other);
        }
        0
    }

    fn shrink(&mut self, one: usize, ancestor: usize, other: usize) {
        let mut blossom = self.count + 1;
        while blossom <= self.last && self.top[blossom] != 0 {
            blossom += 1;
        }
        self.last = self.last.max(blossom);
        self.dual[blossom] = 0;
        self.label[blossom] = Label::Even;
        self.mate[blossom] = self.mate[ancestor];
        self.children[blossom] = vec![ancestor];
        self.climb(blossom, one, ancestor);
        self.children[blossom][1..].reverse();
        self.climb(blossom, other, ancestor);
        self.set_top(blossom, blossom);

        let width = self.width;
        for node in 1..=self.last {
            self.edges[blossom * width + node].weight = 0;
            self.edges[node * width + blossom].weight = 0;
        }
        self.inside[blossom].fill(0);
        for place in 0..self.children[blossom].len() {
            let child = self.children[blossom][place];
            for node in 1..=self.last {
                let known = self.edge(blossom, node);
                if known.weight == 0 || self.gap(self.edge(child, node)) < self.gap(known) {
                    self.edges[blossom * width + node] = self.edge(child, node);
                    self.edges[node * width + blossom] = self.edge(node, child);
                }
            }
            for vertex in 1..=self.count {
                if self.inside[child][vertex] != 0 {
                    self.inside[blossom][vertex] = child;
                }
            }
        }
        self.reset_slack(blossom);
    }

    /// Collects the nodes from `node` up to the ancestor into a new blossom.
    fn climb(&mut self, blossom: usize, mut node: usize, ancestor: usize) {
        while node != ancestor {
            let mate = self.top[self.mate[node]];
            self.children[blossom].push(node);
            self.children[blossom].push(mate);
            self.enqueue(mate);
            node = self.top[self.parent[mate]];
        }
    }

    fn expand(&mut self, blossom: usize) {
        let children = self.children[blossom].clone();
        for &child in &children {
            self.set_top(child, child);
        }
        let entry = self.inside[blossom][self.edge(blossom, self.parent[blossom]).from];
        let place = self.turn(blossom, entry);
        let children = self.children[blossom].clone();
        for step in (0..place).step_by(2) {
            let (odd, even) = (children[step], children[step + 1]);
            self.parent[odd] = self.edge(even, odd).from;
            self.label[odd] = Label::Odd;
            self.label[even] = Label::Even;
            self.slack[odd] = 0;
            self.reset_slack(even);
            self.enqueue(even);
        }
        self.label[entry] = Label::Odd;
        self.parent[entry] = self.parent[blossom];
        for &child in &children[place + 1..] {
            self.label[child] = Label::Free;
            self.reset_slack(child);
        }
        self.top[blossom] = 0;
    }

    /// Follows a tight edge; true when the matching grew.
    fn follow(&mut self, edge: Edge) -> bool {
        let (from, to) = (self.top[edge.from], self.top[edge.to]);
        match self.label[to] {
            Label::Free => {
                self.parent[to] = edge.from;
                self.label[to] = Label::Odd;
                let mate = self.top[self.mate[to]];
                self.slack[to] = 0;
                self.slack[mate] = 0;
                self.label[mate] = Label::Even;
                self.enqueue(mate);
            }
            Label::Even => {
                let ancestor = self.common_ancestor(from, to);
                if ancestor == 0 {
                    self.augment(from, to);
                    self.augment(to, from);
                    return true;
                }
                self.shrink(from, ancestor, to);
            }
            Label::Odd => {}
        }
        false
    }

    /// Adds one pair to the matching; false when that brings no gain.
    fn grow(&mut self) -> bool {
        self.label.fill(Label::Free);
        self.slack.fill(0);
        self.queue.clear();
        for node in 1..=self.last {
            if self.top[node] == node && self.mate[node] == 0 {
                self.parent[node] = 0;
                self.label[node] = Label::Even;
                self.enqueue(node);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if self.scan() {
                return true;
            }
            if !self.adjust() {
                return false;
            }
            self.queue.clear();
            for node in 1..=self.last {
                let near = self.slack[node];
                if self.top[node] == node && near != 0 && self.top[near] != node {
                    let edge = self.edge(near, node);
                    if self.gap(edge) == 0 && self.follow(edge) {
                        return true;
                    }
                }
            }
            for blossom in self.count + 1..=self.last {
                if self.top[blossom] == blossom
                    && self.label[blossom] == Label::Odd
                    && self.dual[blossom] == 0
                {
                    self.expand(blossom);
                }
            }
        }
    }

    /// Follows tight edges from all queued vertices; true when the matching grew.
    fn scan(&mut self) -> bool {
        while let Some(from) = self.queue.pop_front() {
            if self.label[self.top[from]] == Label::Odd {
                continue;
            }
            for to in 1..=self.count {
                let edge = self.edge(from, to);
                if edge.weight > 0 && self.top[from] != self.top[to] {
                    if self.gap(edge) == 0 {
                        if self.follow(edge) {
                            return true;
                        }
                    } else {
                        self.update_slack(from, self.top[to]);
                    }
                }
            }
        }
        false
    }

    /// Changes the dual variables until an edge becomes tight; false when a free vertex is worth nothing any more.
    fn adjust(&mut self) -> bool {
        let mut step = i64::MAX;
        for blossom in self.count + 1..=self.last {
            if self.top[blossom] == blossom && self.label[blossom] == Label::Odd {
                step = step.min(self.dual[blossom] / 2);
            }
        }
        for node in 1..=self.last {
            if self.top[node] == node && self.slack[node] != 0 {
                let gap = self.gap(self.edge(self.slack[node], node));
                match self.label[node] {
                    Label::Free => step = step.min(gap),
                    Label::Even => step = step.min(gap / 2),
                    Label::Odd => {}
                }
            }
        }
        if step == i64::MAX {
            return false;
        }
        for vertex in 1..=self.count {
            match self.label[self.top[vertex]] {
                Label::Even if self.dual[vertex] <= step => return false,
                Label::Even => self.dual[vertex] -= step,
                Label::Odd => self.dual[vertex] += step,
                Label::Free => {}
            }
        }
        for blossom in self.count + 1..=self.last {
            if self.top[blossom] == blossom {
                match self.label[blossom] {
                    Label::Even => self.dual[blossom] += 2 * step,
                    Label::Odd => self.dual[blossom] -= 2 * step,
                    Label::Free => {}
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The least cost over all perfect matchings.
    fn exhaustive(free: &[usize], cost: &Cost<'_>) -> Option<i64> {
        let Some((&first, rest)) = free.split_first() else {
            return Some(0);
        };
        rest.iter()
            .filter_map(|&other| {
                let left: Vec<usize> = rest.iter().copied().filter(|&one| one != other).collect();
                Some(cost(first, other)? + exhaustive(&left, cost)?)
            })
            .min()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]
        #[test]
        fn agrees_with_trying_everything(half in 1usize..6, costs in prop::collection::vec(prop::option::weighted(0.6, 0i64..12), 100)) {
            let count = half * 2;
            let cost = |a: usize, b: usize| costs[a.min(b) * 10 + a.max(b)];
            let all: Vec<usize> = (0..count).collect();
            let found = cheapest(count, &cost).map(|partners| {
                (0..count).map(|one| {
                    assert_eq!(partners[partners[one]], one);
                    assert_ne!(partners[one], one);
                    cost(one, partners[one]).unwrap()
                }).sum::<i64>() / 2
            });
            prop_assert_eq!(found, exhaustive(&all, &cost));
        }
    }

    #[test]
    fn an_odd_number_has_no_perfect_matching() {
        assert_eq!(cheapest(3, &|_, _| Some(0)), None);
    }
}
