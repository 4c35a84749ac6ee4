//! Long lines of published files over several, so that people can read them: data with a line for each long value, markup
//! with one for each tag. Nothing but line ends and spaces is added.

use super::messages::{WIDTH, folded};

/// The longest line that stays one.
const LONG: usize = 400;

/// The elements of HTML that have no end.
const VOID: [&str; 6] = ["<br", "<img", "<input", "<link", "<meta", "<source"];

/// The text with its long lines over several.
pub fn broken_up(text: &str) -> String {
    let mut lines = String::new();
    for line in text.lines() {
        if line.len() <= LONG {
            lines += line;
        } else {
            break_up(line, &mut lines);
        }
        lines.push('\n');
    }
    lines
}

fn break_up(line: &str, out: &mut String) {
    let data = line.find('{').zip(line.rfind('}'));
    match data.filter(|(start, _)| *start == 0 || line[..*start].ends_with('>')) {
        // A file of data, or the element of a page that has some.
        Some((start, end)) if !line[..=end].contains("</") => {
            out.push_str(&line[..start]);
            write_data(&line[start..=end], 0, out);
            out.push_str(&line[end + 1..]);
        }
        _ => write_tags(line, out),
    }
}

/// JSON as it is written, a line for each value of a long list or table.
fn write_data(json: &str, depth: usize, out: &mut String) {
    let is_table = json.starts_with(['{', '[']) && json.len() > 1;
    if !is_table || json.len() + 2 * depth <= WIDTH {
        out.push_str(json);
        return;
    }
    out.push_str(&json[..1]);
    for part in values(&json[1..json.len() - 1]) {
        *out += &format!("\n{}", "  ".repeat(depth + 1));
        let value = part.find("\":").filter(|_| json.starts_with('{')).map_or(0, |key| key + "\":".len());
        out.push_str(&part[..value]);
        let end = if part.ends_with(',') { part.len() - 1 } else { part.len() };
        write_data(&part[value..end], depth + 1, out);
        out.push_str(&part[end..]);
    }
    *out += &format!("\n{}{}", "  ".repeat(depth), &json[json.len() - 1..]);
}

/// The values of a list or a table, each with the comma behind it.
fn values(inside: &str) -> Vec<&str> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let (mut depth, mut is_text, mut is_escaped) = (0, false, false);
    for (at, byte) in inside.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_text = !is_text,
            _ if is_text => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(&inside[start..=at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inside[start..]);
    parts
}

/// Markup with a line for each tag and the text behind it, indented as far as elements are in others.
fn write_tags(line: &str, out: &mut String) {
    let margin = line.len() - line.trim_start().len();
    let mut depth = 0_usize;
    for (at, part) in line.trim_start().split('<').enumerate() {
        if part.is_empty() && at == 0 {
            continue;
        }
        let tag = if at == 0 { part.to_owned() } else { format!("<{part}") };
        let is_end = tag.starts_with("</");
        depth = depth.saturating_sub(usize::from(is_end));
        let indentation = " ".repeat(margin + 2 * depth);
        // Data in an attribute has no spaces to break it at.
        let apart = tag.replace(",&quot;", &format!(",\n{indentation}    &quot;"));
        if !out.is_empty() && !out.ends_with('\n') {
            out.push('\n');
        }
        *out += folded(&format!("{indentation}{apart}"), &format!("{indentation}    ")).trim_end();
        let has_content = !is_end && at > 0 && !VOID.iter().any(|void| tag.starts_with(void));
        depth += usize::from(has_content);
    }
}
