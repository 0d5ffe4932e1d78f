//! Walks through graphs that arenas may hold, with a stack of their own: what hangs together, in which order, and what
//! leads back to itself.

/// Where an edge of a node goes.
pub(super) enum Edge {
    /// To a node.
    To(usize),
    /// Nowhere.
    Skip,
    /// There is no such edge, nor any behind it.
    End,
}

/// What a walk found.
pub(super) struct Walk {
    /// The nodes that were reached, each behind those that it leads to unless there is a circle.
    pub(super) order: Vec<usize>,
    /// Nodes that lead back to themselves: one or more of each circle.
    pub(super) circles: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// Walks all that can be reached from `roots`, of so many nodes; `edge` says where the edges of a node go.
pub(super) fn walk(
    nodes: usize,
    roots: impl Iterator<Item = usize>,
    edge: impl Fn(usize, usize) -> Edge,
) -> Walk {
    let mut walk = Walk { order: Vec::new(), circles: Vec::new() };
    let mut states = vec![State::New; nodes];
    // Each with the edge that is next.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for root in roots {
        match states.get_mut(root) {
            Some(state) if *state == State::New => *state = State::Open,
            _ => continue,
        }
        open.push((root, 0));
        while let Some((node, next)) = open.last_mut() {
            let (from, index) = (*node, *next);
            *next += 1;
            let to = match edge(from, index) {
                Edge::To(to) => to,
                Edge::Skip => continue,
                Edge::End => {
                    open.pop();
                    if let Some(state) = states.get_mut(from) {
                        *state = State::Done;
                    }
                    walk.order.push(from);
                    continue;
                }
            };
            match states.get_mut(to) {
                Some(state) if *state == State::New => {
                    *state = State::Open;
                    open.push((to, 0));
                }
                Some(State::Open) => walk.circles.push(to),
                _ => {}
            }
        }
    }
    walk.circles.sort_unstable();
    walk.circles.dedup();
    walk
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walked(edges: &[&[usize]]) -> Walk {
        walk(edges.len(), 0..edges.len(), |node, index| {
            edges[node].get(index).map_or(Edge::End, |to| Edge::To(*to))
        })
    }

    #[test]
    fn nodes_come_behind_those_they_lead_to() {
        let walk = walked(&[&[1, 2], &[3], &[3], &[]]);
        assert_eq!(walk.order, [3, 1, 2, 0]);
        assert!(walk.circles.is_empty());
    }

    #[test]
    fn circles_are_found() {
        assert_eq!(walked(&[&[1], &[2], &[1], &[3]]).circles, [1, 3]);
    }

    #[test]
    fn depth_is_no_matter() {
        let nodes = 1_000_000;
        let walk = walk(nodes, 0..nodes, |node, index| match index {
            0 if node + 1 < nodes => Edge::To(node + 1),
            _ => Edge::End,
        });
        assert_eq!(walk.order.len(), nodes);
    }
}
