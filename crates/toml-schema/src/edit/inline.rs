//! Elements of lists in brackets, and entries of tables in braces.

use std::ops::Range;

use super::{
    Splicer, change,
    places::{Member, ValueNode},
};
use crate::diagnostic::{Edit, line_at, next_line};

/// The indentation of the first element that stands on a line of its own.
const INDENT: &str = "    ";

impl Splicer<'_> {
    /// Puts what is written into brackets, at a place among the members: with a comma, or on a line of its own if they stand on
    /// several.
    pub(super) fn member_put_in(&self, node: &ValueNode, at: usize, written: &str) -> Vec<Edit> {
        let members = node.members();
        if let Some(next) = members.get(at) {
            return vec![match self.places.indent(next.range.start) {
                Some(indent) => {
                    let start = line_at(self.text, self.comments_before(node, at)).start;
                    change(start..start, format!("{indent}{written},{}", self.line_end))
                }
                None => change(next.range.start..next.range.start, format!("{written}, ")),
            }];
        }
        let Some(last) = members.last() else { return self.first_member(node, written) };
        let Some(end) = self.line_end_behind(last).filter(|_| self.places.indent(last.range.start).is_some())
        else {
            return vec![change(last.range.end..last.range.end, format!(", {written}"))];
        };
        let indent = self.places.indent(last.range.start).unwrap_or_default();
        let line = format!("{}{indent}{written}", self.line_end);
        match last.comma {
            Some(_) => vec![change(end..end, line + ",")],
            None if end == last.range.end => vec![change(end..end, format!(",{line}"))],
            None => vec![change(last.range.end..last.range.end, ","), change(end..end, line)],
        }
    }

    fn first_member(&self, node: &ValueNode, written: &str) -> Vec<Edit> {
        let inner = node.range.start + 1..node.range.end - 1;
        if let Some(indent) =
            self.places.indent(inner.end).filter(|_| self.places.written(&inner).contains('\n'))
        {
            let start = next_line(self.text, node.range.start);
            return vec![change(start..start, format!("{indent}{INDENT}{written},{}", self.line_end))];
        }
        vec![change(inner, if node.is_list() { written.to_owned() } else { format!(" {written} ") })]
    }

    /// Cuts a member with its comma; its comments are cut or kept.
    pub(super) fn member_cut(&self, node: &ValueNode, index: usize, keeps_comments: bool) -> Vec<Edit> {
        let members = node.members();
        let Some(own) = members.get(index) else { return Vec::new() };
        let before = index.checked_sub(1).and_then(|before| members.get(before));
        let end = own.comma.map_or(own.range.end, |comma| comma + 1);
        // Without a comma behind it, the one before it takes its place.
        let comma_before = before.filter(|_| own.comma.is_none()).and_then(|before| before.comma);
        let comma_before = comma_before.map(|comma| change(comma..comma + 1, ""));
        if self.is_alone(node, index) {
            let kept = own.range.start..end;
            let first = if keeps_comments { own.range.start } else { self.comments_before(node, index) };
            let lines = line_at(self.text, first).start
                ..next_line(self.text, self.line_end_behind(own).unwrap_or(end));
            let rest = end..self.line_end_behind(own).unwrap_or(end);
            let cut = if keeps_comments && !self.places.comments(&rest).is_empty() {
                let space = self.places.written(&rest);
                change(kept.start..kept.end + space.len() - space.trim_start().len(), "")
            } else {
                change(lines, "")
            };
            return comma_before.into_iter().chain([cut]).collect();
        }
        let next = members.get(index + 1);
        let next_near = next.filter(|next| self.is_on_line(own.range.end..next.range.start));
        let before_near = before.filter(|before| self.is_on_line(before.range.end..own.range.start));
        let range = match (before_near.or(before.filter(|_| next.is_none())), next_near) {
            (_, Some(next)) => own.range.start..next.range.start,
            (Some(before), None) => before.range.end..own.range.end,
            (None, None) => match next {
                Some(next) => own.range.start..next.range.start,
                None => node.range.start + 1..node.range.end - 1,
            },
        };
        let around = [range.start..own.range.start.max(range.start), own.range.end.min(range.end)..range.end];
        let has_comments = around.iter().any(|part| !self.places.comments(part).is_empty());
        if has_comments {
            return comma_before.into_iter().chain([change(own.range.start..end, "")]).collect();
        }
        vec![change(range, "")]
    }

    /// Moves a member to another place among its own: with the comments above and behind it, if each has lines of its own.
    /// Commas and line ends stay.
    pub(super) fn members_permuted(&self, node: &ValueNode, from: usize, to: usize) -> Vec<Edit> {
        let places: Vec<usize> = (from.min(to)..=from.max(to)).collect();
        let takes_comments = places.iter().all(|index| self.is_alone(node, *index));
        let mut order = places.clone();
        if from < to {
            order.rotate_left(1);
        } else {
            order.rotate_right(1);
        }
        let parts = |index: usize| self.parts_of(node, index, takes_comments);
        let moves = places.iter().zip(&order).filter_map(|(at, from)| Some((parts(*at)?, parts(*from)?)));
        let edits = moves.flat_map(|(at, from)| {
            at.into_iter().zip(from).map(|(at, from)| change(at, self.places.written(&from)))
        });
        edits.collect()
    }

    /// The comments above a member, itself, and the comment behind it with the space before it.
    fn parts_of(&self, node: &ValueNode, index: usize, has_comments: bool) -> Option<[Range<usize>; 3]> {
        let own = node.members().get(index)?;
        let end = own.comma.map_or(own.range.end, |comma| comma + 1);
        if !has_comments {
            return Some([own.range.start..own.range.start, own.range.clone(), end..end]);
        }
        let behind = end..self.line_end_behind(own)?;
        let behind = if self.places.comments(&behind).is_empty() { end..end } else { behind };
        Some([self.comments_before(node, index)..own.range.start, own.range.clone(), behind])
    }

    fn is_on_line(&self, range: Range<usize>) -> bool {
        !self.places.written(&range).contains('\n')
    }

    /// True if no other member, nor a bracket, stands on the lines of a member.
    fn is_alone(&self, node: &ValueNode, index: usize) -> bool {
        let Some(own) = node.members().get(index) else { return false };
        self.places.indent(own.range.start).is_some() && self.line_end_behind(own).is_some()
    }

    /// The end of the line on which a member ends, if nothing but its comma and a comment is behind it.
    fn line_end_behind(&self, member: &Member) -> Option<usize> {
        let end = member.comma.map_or(member.range.end, |comma| comma + 1);
        let line = line_at(self.text, end);
        let is_near = !self.places.written(&(member.range.end..end)).contains(['\n', '#']);
        let rest = self.places.written(&(end..line.end)).trim_end_matches(['\r', '\n']);
        let is_last = rest.trim().is_empty() || rest.trim_start().starts_with('#');
        (is_near && is_last).then_some(end + rest.len())
    }

    /// The beginning of the comment lines directly above a member, or of the member.
    fn comments_before(&self, node: &ValueNode, index: usize) -> usize {
        let Some(own) = node.members().get(index) else { return node.range.start };
        let mut start = own.range.start;
        loop {
            let line = line_at(self.text, start).start;
            let Some(above) = line.checked_sub(1).map(|end| line_at(self.text, end)) else { return start };
            let written = self.places.written(&above);
            if above.start <= node.range.start || !written.trim_start().starts_with('#') {
                return start;
            }
            start = above.start + (written.len() - written.trim_start().len());
        }
    }
}
