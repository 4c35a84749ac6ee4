//! Tables, with a class for the alignment of a column, as the policy allows no `style`.

use pulldown_cmark::{Alignment, Event, Tag, TagEnd};

/// The current position in a table.
#[derive(Default)]
pub(super) struct Tables {
    alignments: Vec<Alignment>,
    /// The column of the next cell.
    column: usize,
    in_head: bool,
}

impl Tables {
    /// The HTML of an event of a table. Returns `None` for other events.
    pub fn html(&mut self, event: &Event<'_>) -> Option<String> {
        Some(match event {
            Event::Start(Tag::Table(alignments)) => {
                self.alignments.clone_from(alignments);
                "<table>".to_owned()
            }
            Event::Start(Tag::TableHead) => {
                (self.column, self.in_head) = (0, true);
                "<thead><tr>".to_owned()
            }
            Event::End(TagEnd::TableHead) => {
                self.in_head = false;
                "</tr></thead><tbody>\n".to_owned()
            }
            Event::Start(Tag::TableRow) => {
                self.column = 0;
                "<tr>".to_owned()
            }
            Event::End(TagEnd::TableRow) => "</tr>\n".to_owned(),
            Event::Start(Tag::TableCell) => self.cell(),
            Event::End(TagEnd::TableCell) => if self.in_head { "</th>" } else { "</td>" }.to_owned(),
            Event::End(TagEnd::Table) => "</tbody></table>\n".to_owned(),
            _ => return None,
        })
    }

    fn cell(&mut self) -> String {
        let class = match self.alignments.get(self.column) {
            Some(Alignment::Left) => " class=\"left\"",
            Some(Alignment::Center) => " class=\"center\"",
            Some(Alignment::Right) => " class=\"right\"",
            Some(Alignment::None) | None => "",
        };
        self.column += 1;
        if self.in_head { format!("<th scope=\"col\"{class}>") } else { format!("<td{class}>") }
    }
}
