//! Elements of lists that are put in, taken out, moved and copied, however the lists are written.

use toml::Value;

use super::{
    NewValue, Operation, Path, Refusal, Splicer,
    places::{Located, ValueNode},
    values::{ID, free_id, moved_target},
    write,
};
use crate::diagnostic::Edit;

impl Splicer<'_> {
    pub(super) fn insert(&self, list: &Path, at: usize, value: &NewValue) -> Result<String, Refusal> {
        if let Some(node) = self.list_in_brackets(list) {
            let edits = self.member_put_in(node, at, &write::value(value, None, self.line_end));
            return self.spliced(self.of_own(node, edits));
        }
        match value {
            NewValue::Table(table) if self.has_blocks(list) || self.may_have_blocks(list) => {
                self.spliced(vec![self.block_put_in(list, at, &self.new_block(list, table))?])
            }
            _ if self.value(list).is_none() => self.set(list, &NewValue::List(vec![value.clone()])),
            _ => Err(Refusal::Unfit),
        }
    }

    pub(super) fn remove(&self, element: &Path) -> Result<String, Refusal> {
        let (list, at) = element.element().ok_or_else(|| Refusal::NoList(element.clone()))?;
        match self.list_in_brackets(&list) {
            Some(node) => self.spliced(self.of_own(node, self.member_cut(node, at, false))),
            None => self.spliced(vec![self.block_cut(element)?]),
        }
    }

    pub(super) fn move_to(&self, element: &Path, to: &Path, at: usize) -> Result<String, Refusal> {
        let (list, from) = element.element().ok_or_else(|| Refusal::NoList(element.clone()))?;
        let node = self.list_in_brackets(&list);
        if list == *to {
            return self.spliced(match node {
                Some(node) => self.of_own(node, self.members_permuted(node, from, at)),
                None => self.blocks_permuted(&list, from, at)?,
            });
        }
        let target = moved_target(element, to)?;
        let written = match node.and_then(|node| node.members().get(from)) {
            Some(member) => self.places.written(&member.range).to_owned(),
            None => self.block_text(element, to)?,
        };
        let takes_text = match node {
            Some(_) => self.list_in_brackets(to).is_some(),
            None => self.has_blocks(to) || self.value(to).is_none() && self.may_have_blocks(to),
        };
        let cut = match node {
            Some(node) => self.spliced(self.of_own(node, self.member_cut(node, from, true)))?,
            None if takes_text => self.remove(element)?,
            None => self.spliced(vec![self.block_cut_but_comments(element)?])?,
        };
        let splicer = Splicer::new(&cut, self.schema).map_err(|_| Refusal::Unusual)?;
        if !takes_text {
            let value = self.value(element).ok_or_else(|| Refusal::NotThere(element.clone()))?;
            return splicer.insert(&target, at, &NewValue::from(value));
        }
        let edits = match splicer.list_in_brackets(&target) {
            Some(node) => splicer.of_own(node, splicer.member_put_in(node, at, &written)),
            None => vec![splicer.block_put_in(&target, at, &written)?],
        };
        splicer.spliced(edits)
    }

    pub(super) fn copy(&self, element: &Path) -> Result<String, Refusal> {
        let (list, at) = element.element().ok_or_else(|| Refusal::NoList(element.clone()))?;
        let edits = match self.list_in_brackets(&list) {
            Some(node) => {
                let member = node.members().get(at).ok_or_else(|| Refusal::NotThere(element.clone()))?;
                self.of_own(node, self.member_put_in(node, at + 1, self.places.written(&member.range)))
            }
            None => vec![self.block_put_in(&list, at + 1, &self.block_text(element, &list)?)?],
        };
        let copied = self.spliced(edits)?;
        let elements = self.value(&list).and_then(Value::as_array);
        let Some(id) = elements.and_then(|elements| free_id(elements, at)) else { return Ok(copied) };
        let set = Operation::Set { path: list.with(at + 1).with(ID), value: NewValue::from(&id) };
        Splicer::new(&copied, self.schema).map_err(|_| Refusal::Unusual)?.perform(&set)
    }

    /// Edits of a list, which is somebody's own then: the comment that marks it as a placeholder goes.
    fn of_own(&self, list: &ValueNode, mut edits: Vec<Edit>) -> Vec<Edit> {
        edits.extend(self.placeholder_behind(list.range.end));
        edits
    }

    fn list_in_brackets(&self, list: &Path) -> Option<&ValueNode> {
        match self.places.locate(list) {
            Located::Value(place) => place.node.is_list().then_some(place.node),
            Located::Parts | Located::Nothing => None,
        }
    }
}
