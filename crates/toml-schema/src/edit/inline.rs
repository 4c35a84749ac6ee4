//! Elements of lists in brackets, and entries of tables in braces.

use std::ops::Range;

use super::{
    Splicer, change, moved,
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
                    let start = line_at(self.text, self.comments_before(node, next)).start;
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
        let cut = if self.is_alone(own) {
            self.lines_of_member(node, own, keeps_comments)
        } else {
            let range = match (before, members.get(index + 1)) {
                (_, Some(next)) if self.is_on_line(own.end()..next.range.start) => {
                    own.range.start..next.range.start
                }
                (Some(before), next) if next.is_none() || self.is_on_line(before.end()..own.range.start) => {
                    before.range.end..own.range.end
                }
                (_, Some(next)) => own.range.start..next.range.start,
                (_, None) => node.range.start + 1..node.range.end - 1,
            };
            if self.places.comments(&range).len() == self.places.comments(&own.range).len() {
                return vec![change(range, "")];
            }
            own.range.start..own.end()
        };
        // Without a comma behind it, the one before it takes its place.
        let comma = before.filter(|_| own.comma.is_none()).and_then(|before| before.comma);
        let comma = comma.map(|comma| change(comma..comma + 1, ""));
        comma.into_iter().chain([change(cut, "")]).collect()
    }

    /// The bytes of a member that has lines of its own: all of them, or without the comments.
    fn lines_of_member(&self, node: &ValueNode, own: &Member, keeps_comments: bool) -> Range<usize> {
        let rest = own.end()..self.line_end_behind(own).unwrap_or(own.end());
        if !keeps_comments || self.places.comments(&rest).is_empty() {
            let first = if keeps_comments { own.range.start } else { self.comments_before(node, own) };
            return line_at(self.text, first).start..next_line(self.text, rest.end);
        }
        let behind = self.places.written(&rest);
        own.range.start..rest.end - behind.trim_start().len()
    }

    /// Moves a member to another place among its own: with the comments above and behind it, if each has lines of its own.
    /// Commas and line ends stay.
    pub(super) fn members_permuted(&self, node: &ValueNode, from: usize, to: usize) -> Vec<Edit> {
        let members = node.members();
        let places = members.get(from.min(to)..=from.max(to)).unwrap_or_default();
        let takes_comments = places.iter().all(|member| self.is_alone(member));
        let taken = moved(from, to).into_iter().filter_map(|at| members.get(at));
        let moves = places
            .iter()
            .zip(taken)
            .map(|pair| <[&Member; 2]>::from(pair).map(|member| self.parts_of(node, member, takes_comments)));
        let edits = moves.flat_map(|[at, taken]| at.into_iter().zip(taken));
        edits.map(|(at, taken)| change(at, self.places.written(&taken))).collect()
    }

    /// The comments above a member, itself, and the comment behind it with the space before it.
    fn parts_of(&self, node: &ValueNode, own: &Member, has_comments: bool) -> [Range<usize>; 3] {
        let (mut start, mut end) = (own.range.start, own.end());
        if has_comments {
            start = self.comments_before(node, own);
            let rest = end..self.line_end_behind(own).unwrap_or(end);
            end = if self.places.comments(&rest).is_empty() { end } else { rest.end };
        }
        [start..own.range.start, own.range.clone(), own.end()..end]
    }

    fn is_on_line(&self, range: Range<usize>) -> bool {
        !self.places.written(&range).contains('\n')
    }

    /// True if no other member, nor a bracket, stands on the lines of a member.
    fn is_alone(&self, own: &Member) -> bool {
        self.places.indent(own.range.start).is_some() && self.line_end_behind(own).is_some()
    }

    /// The end of the line on which a member ends, if nothing but its comma and a comment is behind it.
    fn line_end_behind(&self, member: &Member) -> Option<usize> {
        let end = member.end();
        let line = line_at(self.text, end);
        let is_near = !self.places.written(&(member.range.end..end)).contains(['\n', '#']);
        let rest = self.places.written(&(end..line.end)).trim_end_matches(['\r', '\n']);
        let is_last = rest.trim().is_empty() || rest.trim_start().starts_with('#');
        (is_near && is_last).then_some(end + rest.len())
    }

    /// The beginning of the comment lines directly above a member, or of the member.
    fn comments_before(&self, node: &ValueNode, own: &Member) -> usize {
        // The last line of a text before it may look like a comment.
        let ends = node.members().iter().map(Member::end);
        let before = ends.take_while(|end| *end <= own.range.start).last().unwrap_or(node.range.start);
        let mut start = own.range.start;
        loop {
            let line = line_at(self.text, start).start;
            let Some(above) = line.checked_sub(1).map(|end| line_at(self.text, end)) else { return start };
            let written = self.places.written(&above);
            if above.start <= before || !written.trim_start().starts_with('#') {
                return start;
            }
            start = above.start + (written.len() - written.trim_start().len());
        }
    }
}
