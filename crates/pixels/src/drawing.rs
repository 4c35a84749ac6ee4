//! Vector drawings as pixels.

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree, roxmltree},
};

use crate::{Flaw, Pixels, decode::damaged};

/// The settings that determine the pixels of a drawing. A test compares the library's version with the one in use.
pub const DRAWING: &str = "resvg 0.49.0 1920";

/// The length of a drawing's longer side in pixels: as wide as a picture is ever shown.
const LONGER_SIDE: f32 = 1920.0;

/// Elements that aren't drawn, as they need fonts or other files.
const NOT_DRAWN: [&str; 3] = ["text", "image", "foreignObject"];

/// True if the first bytes are those of an SVG drawing, after a byte order mark, a declaration and comments.
pub(crate) fn is_drawing(file: &[u8]) -> bool {
    let start = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file).trim_ascii_start();
    let is_markup =
        [&b"<?xml"[..], b"<!--", b"<!DOCTYPE svg", b"<svg"].iter().any(|tag| start.starts_with(tag));
    let head = start.get(..4096.min(start.len())).unwrap_or_default();
    is_markup && memchr::memmem::find(head, b"<svg").is_some()
}

/// Draws an SVG file.
///
/// # Errors
/// If it isn't one, or has an element that isn't drawn.
pub(crate) fn decode(file: &[u8]) -> Result<Pixels, Flaw> {
    let text = std::str::from_utf8(file).map_err(damaged)?;
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(text, options);
    let document = document.map_err(damaged)?;
    for name in NOT_DRAWN {
        let mut elements = document.descendants().filter(|node| node.tag_name().name() == name);
        // An element for one program only, such as Illustrator's own data, has an alternative for others beside it.
        if elements.any(|node| !node.has_attribute("requiredExtensions")) {
            return Err(Flaw::NotDrawn(name.to_owned()));
        }
    }
    let tree = Tree::from_xmltree(&document, &Options::default()).map_err(damaged)?;
    let size = tree.size();
    let scale = LONGER_SIDE / size.width().max(size.height());
    let [width, height] = [size.width(), size.height()].map(|side| ((side * scale).round() as u32).max(1));
    let mut pixmap = Pixmap::new(width, height).ok_or(Flaw::TooLarge)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(Pixels { width, height, rgba: pixmap.take_demultiplied() })
}

#[cfg(test)]
mod tests {
    use crate::{Flaw, Pixels};

    fn drawing(inside: &str) -> Result<Pixels, Flaw> {
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\">{inside}</svg>");
        Pixels::decode(svg.as_bytes())
    }

    #[test]
    fn what_illustrator_saves_for_itself_is_passed_over() {
        let svg = "\u{FEFF}<?xml version=\"1.0\"?><!-- Generator: Adobe Illustrator --><!DOCTYPE svg [<!ENTITY ns_ai \"http://ns.adobe.com/ai/\">]>\
            <svg xmlns:i=\"&ns_ai;\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\"><style>.st0{fill:#F00;}</style><switch>\
            <foreignObject requiredExtensions=\"&ns_ai;\"><i:aipgfRef/></foreignObject>\
            <g i:extraneous=\"self\"><rect class=\"st0\" width=\"40\" height=\"20\"/></g></switch><i:aipgf><![CDATA[eJzs]]></i:aipgf></svg>";
        let pixels = Pixels::decode(svg.as_bytes()).expect("a drawing");
        assert_eq!(pixels.pixel(0, 0), Some([255, 0, 0, 255]));
    }

    #[test]
    fn what_is_not_drawn_is_an_error() {
        assert_eq!(drawing("<g><text>Iron</text></g>").err(), Some(Flaw::NotDrawn("text".to_owned())));
        assert!(matches!(drawing("<g>"), Err(Flaw::Damaged(_))));
    }

    #[test]
    fn a_drawing_that_repeats_itself_without_end_is_refused() {
        let entities: String =
            (0..12).map(|n| format!("<!ENTITY e{} \"&e{n};&e{n};&e{n};&e{n};\">", n + 1)).collect();
        let bomb = format!(
            "<!DOCTYPE svg [<!ENTITY e0 \"x\">{entities}]><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"><desc>&e12;</desc></svg>"
        );
        assert!(matches!(Pixels::decode(bomb.as_bytes()), Err(Flaw::Damaged(_))));
        let circle = "<g id=\"a\"><use href=\"#b\"/></g><g id=\"b\"><use href=\"#a\"/></g>";
        assert!(matches!(drawing(circle), Err(Flaw::Damaged(_))));
    }
}
