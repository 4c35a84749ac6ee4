//! What browsers pass over in a stylesheet: values, names and rules that CSS doesn't have.

mod names;
mod selector;
mod value;

use std::ops::Range;

use names::Block;

use super::sheet::Token;
use crate::diagnostic::{Code, Diagnostic, FileId, Span, near};

/// Something that browsers pass over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mistake {
    pub at: Range<usize>,
    pub message: String,
    /// What comes of it.
    pub label: &'static str,
    pub help: String,
}

impl Mistake {
    fn new(at: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { at, message: message.into(), label: "browsers pass over the line", help: help.into() }
    }

    fn label(self, label: &'static str) -> Self {
        Self { label, ..self }
    }

    /// The warning of this mistake in `file`.
    pub fn report(&self, file: FileId) -> Diagnostic {
        Diagnostic::new(Code::Style, Span::new(file, self.at.clone()), self.message.clone())
            .label(self.label)
            .help(self.help.clone())
    }
}

/// A token and where it stands.
type Placed<'t> = (usize, Token<'t>);

/// All mistakes in a stylesheet. None in one with a bracket, comment or text without an end, which is an error of its
/// own.
pub(super) fn mistakes(text: &str) -> Vec<Mistake> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Ok(Some(token)) = Token::first(text, at) {
        tokens.push((at, token));
        at += token.length();
    }
    let mut parser = BlockParser { tokens: &tokens, at: 0, depth: 0, found: Vec::new() };
    if at == text.len() {
        parser.block(Block::Rules);
    }
    parser.found
}

/// The first words of `written` that `names` has something near to, as a question.
fn did_you_mean<'n>(written: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    near(written, names).map(|(near, _)| format!("did you mean {near}?"))
}

/// How many blocks may be within each other: parsing deeper ones would overflow the stack.
const DEEPEST: usize = 100;

struct BlockParser<'r, 't> {
    tokens: &'r [Placed<'t>],
    at: usize,
    /// How many blocks are open.
    depth: usize,
    found: Vec<Mistake>,
}

impl<'r, 't> BlockParser<'r, 't> {
    /// Reads what a block holds, and the bracket that closes it.
    fn block(&mut self, block: Block) {
        while let Some((_, token)) = self.tokens.get(self.at) {
            match token {
                Token::Space(_) | Token::Sign(';') => self.at += 1,
                Token::Sign('}') => {
                    self.at += 1;
                    return;
                }
                Token::Sign(_) | Token::Whole(_) | Token::Plain(_) => self.statement(block),
            }
        }
    }

    /// Reads a declaration, or a rule with its block.
    fn statement(&mut self, block: Block) {
        let rest = self.tokens.get(self.at..).unwrap_or_default();
        let is_variable = matches!(rest.first(), Some((_, Token::Plain(name))) if name.starts_with("--"));
        let (mut depth, mut length) = (0_usize, 0);
        for (_, token) in rest {
            match token {
                Token::Sign('{') if depth == 0 && !is_variable => break,
                Token::Sign('}' | ';') if depth == 0 => break,
                Token::Sign('(' | '[' | '{') => depth += 1,
                Token::Sign(')' | ']' | '}') => depth = depth.saturating_sub(1),
                Token::Sign(_) | Token::Space(_) | Token::Whole(_) | Token::Plain(_) => {}
            }
            length += 1;
        }
        let statement = trimmed(rest.get(..length).unwrap_or_default());
        self.at += length;
        let has_block = matches!(self.tokens.get(self.at), Some((_, Token::Sign('{'))));
        if !has_block {
            self.found.extend(declaration(statement, block));
            return;
        }
        self.at += 1;
        let (inner, mistake) = selector::prelude(statement, block);
        self.found.extend(mistake);
        if self.depth == DEEPEST {
            let message = format!("more than {DEEPEST} blocks are within each other");
            let help = "close the blocks before it, and write the rule beside them";
            self.found
                .push(Mistake::new(range(statement), message, help).label("what follows isn't checked"));
            self.at = self.tokens.len();
            return;
        }
        self.depth += 1;
        match inner {
            Some(inner) => self.block(inner),
            // The content of an unknown rule can't be checked.
            None => {
                let before = self.found.len();
                self.block(Block::Descriptors);
                self.found.truncate(before);
            }
        }
        self.depth -= 1;
    }
}

/// Tokens without the spaces around them.
fn trimmed<'r, 't>(mut tokens: &'r [Placed<'t>]) -> &'r [Placed<'t>] {
    while let [(_, Token::Space(_)), rest @ ..] | [rest @ .., (_, Token::Space(_))] = tokens {
        tokens = rest;
    }
    tokens
}

/// The bytes of these tokens.
fn range(tokens: &[Placed<'_>]) -> Range<usize> {
    let start = tokens.first().map_or(0, |(at, _)| *at);
    start..tokens.last().map_or(start, |(at, token)| at + token.length())
}

/// What is wrong with a declaration.
fn declaration(tokens: &[Placed<'_>], block: Block) -> Option<Mistake> {
    let [(at, Token::Plain(name)), rest @ ..] = tokens else { return None };
    // The name goes on with a character that isn't usual in one.
    if matches!(rest, [(_, Token::Plain(_)), ..]) && *name != "@" {
        return None;
    }
    if *name == "@" {
        return selector::at_rule(tokens).err();
    }
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-') {
        return None;
    }
    let rest = trimmed(rest);
    let [(_, Token::Sign(':')), value @ ..] = rest else {
        let message = format!("there is no colon behind \"{name}\"");
        return Some(Mistake::new(
            range(tokens),
            message,
            "write a property, a colon and a value: color: red;",
        ));
    };
    let value = trimmed(value);
    let lower = name.to_ascii_lowercase();
    let is_own = name.starts_with('-') || block == Block::Descriptors;
    let property = names::property(&lower).filter(|_| !is_own);
    if property.is_none() && !is_own {
        let help = did_you_mean(&lower, names::properties());
        let help = help.unwrap_or_else(|| {
            "correct its name; a value of your own begins with two dashes, such as --height".to_owned()
        });
        return Some(Mistake::new(*at..at + name.len(), format!("CSS has no property \"{name}\""), help));
    }
    if value.is_empty() {
        let is_variable = name.starts_with("--");
        let message = format!("\"{name}\" has no value");
        let help = "write one behind the colon, or remove the line";
        return (!is_variable).then(|| Mistake::new(range(tokens), message, help));
    }
    value::mistake(&lower, property, value)
}

#[cfg(test)]
mod tests {
    use super::mistakes;
    use crate::source::theme;

    /// What is underlined in a stylesheet.
    fn marked(text: &str) -> Vec<&str> {
        mistakes(text).into_iter().map(|mistake| &text[mistake.at]).collect()
    }

    #[test]
    fn the_theme_has_none() {
        let sheets = theme::paths().filter(|path| path.ends_with(".css"));
        for path in sheets {
            let text = theme::text(path).expect("the theme's texts are UTF-8");
            assert_eq!(marked(text), Vec::<&str>::new(), "{path}");
        }
    }

    #[test]
    fn what_css_has_is_right() {
        for text in [
            "a { width: 10px; margin: 0 auto -1.5rem; line-height: 1.5; color: #FfF8; inset: 0 }",
            "a { background: url(#m) no-repeat, linear-gradient(to right, #0000 10%, red); grid-area: 1 / 2 }",
            "@media (min-width: 40rem) { a { &:hover > b { color: var(--x, #fff) } .c & { top: 0 } } }",
            "@font-face { font-family: A; src: url(a.woff2) format(\"woff2\"); unicode-range: U+0025-00FF, u+4?? }",
            "@keyframes a { from { opacity: 0 } 50.5% { opacity: .5 } to { translate: 0 } }",
            "a { animation: rise 200ms both cubic-bezier(0.2, 0, 0, 1); transition: opacity 1s, color .2s }",
            "a { --x: { a: b }; --y:; --z: 1px solid; width: calc((1px + 2%) * -3); aspect-ratio: 16/9 }",
            "a { color: color-mix(in oklab, var(--a) 50%, transparent); filter: drop-shadow(0 1px 2px #000) }",
            "a { -webkit-line-clamp: 3; display: -webkit-box; align-items: safe center; margin: 1em !important }",
            "a:nth-child(2n + 1)::before, b:not(:focus-visible)::-moz-thing { content: \"a: b;\" / \"\" }",
            "@layer a, b; @import \"x.css\" layer(a); @supports (display: grid) and (not (top: 1px)) { a { top: 1e3px } }",
            "a { display: inline flow-root; grid-template: [a] 1fr [b] / auto 10px; font: 12px/1.5 Ariel, serif }",
            "a { background-image: image-set(\"a.png\" 1x, \"b.png\" 2x); scale: 1.1 -1; rotate: x 10deg }",
            "mask:hover { top: 1px } @container card (width > 10rem) { a { flex: 1 1 0; order: -1 } }",
        ] {
            assert_eq!(marked(text), Vec::<&str>::new(), "{text}");
        }
    }

    #[test]
    fn blocks_without_end_end_the_check() {
        let text = format!("{}{}", "a{".repeat(100_000), "}".repeat(100_000));
        assert_eq!(marked(&text), ["a"]);
    }

    #[test]
    fn what_browsers_pass_over_is_found() {
        for (text, expected) in [
            ("a { width: 10 px }", "10 px"),
            ("a { width: 50 % }", "50 %"),
            ("a { margin: 0 10 }", "10"),
            ("a { top: 10pxx }", "10pxx"),
            ("a { top: 1,5rem }", ","),
            ("a { color: #ggg }", "#ggg"),
            ("a { --accent: #12345 }", "#12345"),
            ("a { color: rde }", "rde"),
            ("a { display: flx }", "flx"),
            ("a { position: absolut }", "absolut"),
            ("a { border: 1px soild red }", "soild"),
            ("a { transform: rotat(9deg) }", "rotat"),
            ("a { color: red !imporant }", "!imporant"),
            ("a { color: red\n  top: 1px; left: 0 }", "top"),
            ("a { --x: red\n  --y: blue; left: 0 }", "--y"),
            ("a { color: red\n  &:hover { top: 1px } }", "color: red"),
            ("a { colr: red }", "colr"),
            ("a { frobnicate: 1 }", "frobnicate"),
            ("a { color red; }", "color red"),
            ("a { color: ; }", "color:"),
            ("a, { color: red }", ","),
            ("a:hovr { color: red }", "hovr"),
            ("@meida (min-width: 1px) { a { colr: red } }", "@meida"),
            ("@media (min-widht: 1px) { a { top: 0 } }", "min-widht"),
            ("@media pirnt { a { top: 0 } }", "pirnt"),
            ("@keyframes a { from { opactiy: 0 } }", "opactiy"),
        ] {
            assert_eq!(marked(text), [expected], "{text}");
        }
    }
}
