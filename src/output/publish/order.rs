//! Topological order of pages: each after those to which it refers.

use foldhash::HashSet;

/// Orders `nodes` such that those to which a node refers come before it, as far as they don't refer to
/// each other in a circle. `targets` gives the nodes to which one refers; others than `nodes` don't matter.
pub(super) fn targets_first(nodes: &[usize], targets: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
    let mut waiting: HashSet<usize> = nodes.iter().copied().collect();
    let mut ordered = Vec::with_capacity(nodes.len());
    let mut path: Vec<(usize, std::vec::IntoIter<usize>)> = Vec::new();
    for root in nodes {
        if waiting.remove(root) {
            path.push((*root, targets(*root).into_iter()));
        }
        while let Some((node, rest)) = path.last_mut() {
            let node = *node;
            match rest.find(|target| waiting.remove(target)) {
                Some(target) => path.push((target, targets(target).into_iter())),
                None => {
                    ordered.push(node);
                    path.pop();
                }
            }
        }
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::targets_first;

    #[test]
    fn orders_by_reference() {
        let graph: [&[usize]; 6] = [&[1, 2], &[2], &[9], &[0, 5], &[3], &[3]];
        let targets = |node: usize| graph[node].to_vec();
        assert_eq!(targets_first(&[0, 1, 2], targets), [2, 1, 0]);
        assert_eq!(targets_first(&[4, 3, 0], targets), [0, 3, 4]);
        assert_eq!(targets_first(&[4, 5, 3], targets), [5, 3, 4]);
        assert!(targets_first(&[], targets).is_empty());
    }
}
