//! Web and email addresses that stand in a text as they are, without brackets.

use linkify::{LinkFinder, LinkKind};
use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

use crate::decode::value::ascii_mailto;

/// The events of a text, in which each bare address is a link: what begins with `https://`, `http://` or `www.`, and
/// email addresses.
pub(super) fn link<'a>(events: Vec<Event<'a>>, source: &str) -> Vec<Event<'a>> {
    if !["://", "www.", "@"].iter().any(|signs| source.contains(signs)) {
        return events;
    }
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false);
    let mut output = Vec::with_capacity(events.len());
    // Within a link, a picture's description or code, an address is a part of it.
    let mut depth = 0_usize;
    for event in events {
        match event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_)) => depth += 1,
            Event::End(TagEnd::Link | TagEnd::Image | TagEnd::CodeBlock) => depth = depth.saturating_sub(1),
            Event::Text(text) if depth == 0 => {
                push_linked(&finder, text, &mut output);
                continue;
            }
            _ => {}
        }
        output.push(event);
    }
    output
}

fn push_linked<'a>(finder: &LinkFinder, text: CowStr<'a>, output: &mut Vec<Event<'a>>) {
    let mut rest = 0;
    for found in finder.links(&text) {
        let Some(target) = target(found.as_str(), found.kind()) else { continue };
        let before = text.get(rest..found.start()).unwrap_or_default();
        if !before.is_empty() {
            output.push(Event::Text(before.to_owned().into()));
        }
        let (dest_url, shown) = (target.into(), found.as_str().to_owned());
        let (title, id) = (CowStr::Borrowed(""), CowStr::Borrowed(""));
        output.push(Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url, title, id }));
        output.push(Event::Text(shown.into()));
        output.push(Event::End(TagEnd::Link));
        rest = found.end();
    }
    match rest {
        0 => output.push(Event::Text(text)),
        _ => {
            let behind = text.get(rest..).unwrap_or_default();
            if !behind.is_empty() {
                output.push(Event::Text(behind.to_owned().into()));
            }
        }
    }
}

/// Where the address leads. Returns `None` for words with a dot in them, such as `etc.The`.
fn target(address: &str, kind: &LinkKind) -> Option<String> {
    let lower = address.to_ascii_lowercase();
    if *kind == LinkKind::Email {
        return Some(ascii_mailto(address));
    }
    if lower.starts_with("www.") {
        return Some(format!("https://{address}"));
    }
    (lower.starts_with("https://") || lower.starts_with("http://")).then(|| address.to_owned())
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Options, Parser, html};

    use super::link;

    fn html(text: &str) -> String {
        let mut output = String::new();
        let events = Parser::new_ext(text, Options::empty()).collect();
        html::push_html(&mut output, link(events, text).into_iter());
        output.replace("<p>", "").replace("</p>\n", "")
    }

    #[test]
    fn bare_addresses_lead_there() {
        for (text, expected) in [
            (
                "Sign up at https://tickets.example/day?a=1&b=2 (until Friday).",
                "Sign up at <a href=\"https://tickets.example/day?a=1&amp;b=2\">https://tickets.example/day?a=1&amp;b=2</a> (until Friday).",
            ),
            ("(see www.club.example).", "(see <a href=\"https://www.club.example\">www.club.example</a>)."),
            ("Write to sam@example.com.", "Write to <a href=\"mailto:sam@example.com\">sam@example.com</a>."),
        ] {
            assert_eq!(html(text), expected);
        }
    }

    #[test]
    fn what_is_a_link_or_code_stays() {
        for text in ["Warm up.Then lift, e.g. etc.The end", "7.30am at home.here"] {
            assert_eq!(html(text), text);
        }
        let linked = "<a href=\"https://a.example\">www.b.example</a>";
        assert_eq!(html("[www.b.example](https://a.example)"), linked);
        assert_eq!(html("`www.b.example`"), "<code>www.b.example</code>");
    }
}
