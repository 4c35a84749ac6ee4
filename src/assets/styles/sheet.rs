//! A stylesheet split into imports and rules, without comments and meaningless white space.

use std::ops::Range;

use memchr::memchr3;

/// The content of a stylesheet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The `@layer` statements before the imports.
    pub layers: String,
    pub imports: Vec<SheetImport>,
    pub rules: String,
}

/// An `@import` of another file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetImport {
    /// The path as written, relative to the importing file.
    pub path: String,
    /// The at-rules around the imported file, such as `@layer base`, from the outermost.
    pub within: Vec<String>,
    /// The position in the text.
    pub at: usize,
}

/// The reason why a text isn't a stylesheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    pub message: &'static str,
    /// The position in the text.
    pub at: usize,
}

/// Returns the address that replaces an address in `url()`, given with its position; `None` keeps it.
pub type ReplaceUrl<'r> = dyn FnMut(&str, usize) -> Option<String> + 'r;

impl SyntaxError {
    fn new(message: &'static str, at: usize) -> Self {
        Self { message, at }
    }
}

impl Sheet {
    /// Splits a stylesheet.
    ///
    /// # Errors
    /// If a bracket, a comment or a string has no end, or if an import can't be joined.
    pub fn read(text: &str, replace_url: &mut ReplaceUrl<'_>) -> Result<Self, SyntaxError> {
        let mut sheet = Self::default();
        for CssStatement { at, css, has_block } in statements(text, replace_url)? {
            let is_head = sheet.rules.is_empty();
            // Nobody means anything by a semicolon behind a block, which spoils the next rule for browsers.
            if css.starts_with("@charset") || css == ";" {
                continue;
            }
            if css.starts_with("@import") {
                if !is_head {
                    return Err(SyntaxError::new("an @import stands at the top of a file", at));
                }
                sheet.imports.push(import(&css, at)?);
            } else if css.starts_with("@layer") && !has_block && is_head && sheet.imports.is_empty() {
                sheet.layers.push_str(&css);
            } else {
                sheet.rules.push_str(&css);
            }
        }
        Ok(sheet)
    }
}

/// A statement among parsed rules, or within a block of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CssItem<'c> {
    /// A declaration, or an at-rule that ends with a semicolon.
    Line(&'c str),
    /// A rule or an at-rule, and the block between its braces.
    Block { head: &'c str, block: &'c str },
}

/// The statements of `rules`, which were parsed by [`Sheet::read`].
pub fn items(mut rules: &str) -> impl Iterator<Item = CssItem<'_>> {
    std::iter::from_fn(move || {
        // There is nothing between two semicolons.
        rules = rules.trim_start_matches(';');
        // A custom property may hold braces.
        let ends = if rules.starts_with("--") { ";" } else { ";{" };
        let (head, rest) = split_at(rules, ends);
        if let Some(block) = rest.strip_prefix('{') {
            let (block, behind) = split_at(block, "}");
            rules = behind.get(1..).unwrap_or_default();
            return Some(CssItem::Block { head, block });
        }
        rules = rest.get(1..).unwrap_or_default();
        (!head.is_empty()).then_some(CssItem::Line(head))
    })
}

/// Splits parsed `css` at `signs` outside of brackets, and trims the parts.
pub fn parts<'c>(mut css: &'c str, signs: &'c str) -> impl Iterator<Item = &'c str> {
    std::iter::from_fn(move || {
        let (part, rest) = split_at(css, signs);
        css = rest.get(1..).unwrap_or_default();
        (!part.is_empty() || !rest.is_empty()).then(|| part.trim())
    })
}

/// Splits parsed `css` before the first of `signs`, which are of ASCII, that stands outside of brackets, strings and addresses.
pub fn split_at<'c>(css: &'c str, signs: &str) -> (&'c str, &'c str) {
    let (mut at, mut open) = (0, 0_usize);
    while let Some(rest) = css.get(at..)
        && let Some(first) = rest.as_bytes().first()
    {
        if open == 0 && signs.as_bytes().contains(first) {
            break;
        }
        match first {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        at += token_length(rest);
    }
    css.split_at_checked(at).unwrap_or((css, ""))
}

/// The length of the string, address or word at the beginning of parsed `css`, else of its first character.
pub fn token_length(css: &str) -> usize {
    let length = match css.as_bytes().first() {
        None => 0,
        Some(b'"' | b'\'') => string_length(css).unwrap_or(1),
        Some(b'\\') => css.chars().take(2).map(char::len_utf8).sum(),
        Some(b'u' | b'U') if is_url(css) => url(css).map_or(1, |(_, length)| length),
        Some(_) => css.bytes().position(is_outside_word).unwrap_or(css.len()),
    };
    length.max(1)
}

/// The tokens of a stylesheet as written, each with its position. Comments are left out.
pub fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
            let Some(comment) = rest.strip_prefix("/*") else {
                let start = at;
                at += token_length(rest);
                return Some((start, text.get(start..at)?));
            };
            at += comment.find("*/").map_or(rest.len(), |end| end + "/**/".len());
        }
    })
}

/// A declaration or an at-rule of a stylesheet as written, by its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The property, or the name of the rule.
    pub name: Range<usize>,
    /// Everything behind the colon, or behind the name of the rule.
    pub value: Range<usize>,
}

/// The declarations and at-rules of a stylesheet as written.
pub fn declarations(text: &str) -> Vec<Declaration> {
    let mut found = Vec::new();
    // The first word of the statement, and the position of its value once a colon has made it a property.
    let (mut word, mut value): (Option<Range<usize>>, Option<usize>) = (None, None);
    let mut open = 0_usize;
    for (at, token) in tokens(text).chain([(text.len(), ";")]) {
        let name = word.clone().and_then(|word| text.get(word)).unwrap_or_default();
        match token {
            "(" | "[" => open += 1,
            // A custom property may hold braces.
            "{" if open > 0 || name.starts_with("--") => open += 1,
            ")" | "]" => open = open.saturating_sub(1),
            "}" if open > 0 => open -= 1,
            ";" | "{" | "}" if open == 0 => {
                let is_selector = token == "{" && !name.starts_with('@');
                let statement = word.take().zip(value.take()).filter(|_| !is_selector);
                found.extend(statement.map(|(name, start)| Declaration { name, value: start..at }));
            }
            ":" if word.is_some() && value.is_none() => value = Some(at + 1),
            _ if token.trim().is_empty() => {}
            _ if word.is_none() => word = Some(at..at + token.len()),
            _ if name == "@" => {
                let end = at + token.len();
                word = word.map(|word| word.start..end);
                value = Some(end);
            }
            _ => {}
        }
    }
    found
}

/// True for a byte that isn't part of a word. All characters beyond ASCII are.
fn is_outside_word(byte: u8) -> bool {
    byte.is_ascii() && !byte.is_ascii_alphanumeric() && !matches!(byte, b'-' | b'_')
}

/// True if `css` begins with an address.
fn is_url(css: &str) -> bool {
    css.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("url("))
}

/// Calls `visit` with each address that a stylesheet loads; up to the first error, if it has one.
pub fn addresses(text: &str, mut visit: impl FnMut(&str)) {
    let sheet = Sheet::read(text, &mut |address, _| {
        // A fragment alone refers to the page that uses the stylesheet.
        if !address.is_empty() && !address.starts_with('#') {
            visit(address);
        }
        None
    });
    for import in sheet.into_iter().flat_map(|sheet| sheet.imports) {
        visit(&import.path);
    }
}

/// Reads `@import "./a.css" layer(base) (width > 40rem);`; layer, which may have no name, and media query are optional.
fn import(css: &str, at: usize) -> Result<SheetImport, SyntaxError> {
    let message =
        "an @import names a file, then at most a layer and a media query: @import \"./a.css\" layer(base);";
    let failed = SyntaxError::new(message, at);
    let statement = css.trim_start_matches("@import").trim_end_matches(';').trim_start();
    let quote = statement.chars().next().filter(|first| matches!(first, '"' | '\''));
    let Some((path, rest)) = quote.and_then(|quote| statement.get(1..)?.split_once(quote)) else {
        return Err(failed);
    };
    let mut within = Vec::new();
    let mut rest = rest.trim_start();
    if let Some(layer) = rest.strip_prefix("layer(") {
        let Some((name, behind)) = layer.split_once(')') else { return Err(failed) };
        within.push(format!("@layer {name}"));
        rest = behind.trim_start();
    } else if let Some(behind) = rest.strip_prefix("layer")
        && (behind.is_empty() || behind.starts_with(' '))
    {
        within.push("@layer".to_owned());
        rest = behind.trim_start();
    }
    if rest.starts_with("supports(") {
        return Err(failed);
    }
    if !rest.is_empty() {
        within.push(format!("@media {rest}"));
    }
    Ok(SheetImport { path: path.to_owned(), within, at })
}

/// A rule, or an at-rule that ends with a semicolon.
struct CssStatement {
    at: usize,
    css: String,
    has_block: bool,
}

/// The statements at the outermost level of a file, with only the white space that has a meaning.
fn statements(text: &str, replace_url: &mut ReplaceUrl<'_>) -> Result<Vec<CssStatement>, SyntaxError> {
    let mut statements = Vec::new();
    let mut css = String::new();
    // The text that separates the next token from the last: white space or a comment. A comment isn't white space, so
    // that `.a/**/.b` is one element.
    let mut apart = "";
    // The open brackets by position, each with the character that closes it.
    let mut open: Vec<(usize, char)> = Vec::new();
    let (mut at, mut start) = (0, 0);
    while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        if first.is_ascii_whitespace() {
            apart = " ";
            at += 1;
            continue;
        }
        if let Some(comment) = rest.strip_prefix("/*") {
            let Some(length) = comment.find("*/") else {
                return Err(SyntaxError::new("this comment has no end", at));
            };
            apart = if apart.is_empty() { "/**/" } else { apart };
            at += length + "/**/".len();
            continue;
        }
        if css.is_empty() {
            start = at;
        }
        // An import names a sheet to be joined, no file to be published.
        let mut keep = |_: &str, _: usize| None::<String>;
        let replace: &mut ReplaceUrl<'_> =
            if css.starts_with("@import") { &mut keep } else { &mut *replace_url };
        let CssToken { length, replacement } = read_token(rest, at, &mut open, replace)?;
        let apart = std::mem::take(&mut apart);
        if !stands_alone(css.chars().next_back(), first) {
            css.push_str(apart);
        }
        if first == '}' && css.ends_with(';') {
            css.pop();
        }
        css.push_str(replacement.as_deref().or(rest.get(..length)).unwrap_or_default());
        at += length;
        if open.is_empty() && matches!(first, '}' | ';') {
            statements.push(CssStatement {
                at: start,
                css: std::mem::take(&mut css),
                has_block: first == '}',
            });
        }
    }
    if let Some((opened, _)) = open.last() {
        return Err(SyntaxError::new("this bracket is never closed", *opened));
    }
    if !css.is_empty() {
        return Err(SyntaxError::new("this statement has no end", start));
    }
    Ok(statements)
}

/// A token of a stylesheet.
struct CssToken {
    length: usize,
    /// The text that takes its place.
    replacement: Option<String>,
}

/// Reads the token with which `rest` begins at the position `at`. `open` are the brackets around it.
fn read_token(
    rest: &str,
    at: usize,
    open: &mut Vec<(usize, char)>,
    replace_url: &mut ReplaceUrl<'_>,
) -> Result<CssToken, SyntaxError> {
    let first = rest.chars().next().unwrap_or_default();
    let length = match first {
        '"' | '\'' => string_length(rest).ok_or_else(|| SyntaxError::new("this string has no end", at))?,
        'u' | 'U' if is_url(rest) => {
            let (address, length) =
                url(rest).ok_or_else(|| SyntaxError::new("this address has no end", at))?;
            let replacement = replace_url(address, at).map(|address| format!("url(\"{address}\")"));
            return Ok(CssToken { length, replacement });
        }
        '{' | '(' | '[' => {
            let close = match first {
                '{' => '}',
                '(' => ')',
                _ => ']',
            };
            open.push((at, close));
            1
        }
        '}' | ')' | ']' => match open.pop() {
            Some((_, close)) if close == first => 1,
            Some((opened, _)) => return Err(SyntaxError::new("this bracket is never closed", opened)),
            None => return Err(SyntaxError::new("a bracket closes here that nothing opened", at)),
        },
        _ => token_length(rest),
    };
    Ok(CssToken { length, replacement: None })
}

/// True if white space between these two characters means nothing.
fn stands_alone(last: Option<char>, next: char) -> bool {
    let Some(last) = last else { return true };
    matches!(last, '{' | '}' | ';' | ',' | ':' | '(') || matches!(next, '{' | '}' | ';' | ',' | ')')
}

/// The length of the string in quotes at the start of `text`. Returns `None` if it has no end.
fn string_length(text: &str) -> Option<usize> {
    let quote = *text.as_bytes().first()?;
    let mut at = 1;
    loop {
        at += memchr3(quote, b'\\', b'\n', text.as_bytes().get(at..)?)?;
        match text.as_bytes().get(at)? {
            b'\\' => at += 2,
            b'\n' => return None,
            _ => return Some(at + 1),
        }
    }
}

/// The address in the `url()` at the start of `text`, with or without quotes, and the length of the whole. Returns
/// `None` if it has no end.
fn url(text: &str) -> Option<(&str, usize)> {
    let inside = text.get(4..)?.trim_start();
    let address = match string_length(inside).filter(|_| inside.starts_with(['"', '\''])) {
        Some(length) => inside.get(..length)?,
        None => inside.get(..inside.find(')')?)?,
    };
    let behind = inside.get(address.len()..)?.trim_start().strip_prefix(')')?;
    Some((address.trim().trim_matches(['"', '\'']), text.len() - behind.len()))
}
