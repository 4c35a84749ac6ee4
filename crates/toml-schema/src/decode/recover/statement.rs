//! A text cut into statements, so that no mistake spreads beyond its own.

use std::ops::Range;

use toml::de::DeTable;
use toml_parser::{Source, lexer::TokenKind};

use crate::diagnostic::{clean, is_odd, line_at, next_line};

/// One statement with the whole of its lines, but for the last line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::decode) struct Statement {
    pub range: Range<usize>,
    pub kind: StatementKind,
    /// True if it is TOML by itself.
    pub is_valid: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::decode) enum StatementKind {
    /// A comment or an empty line.
    Blank,
    /// The name of a table in brackets.
    Header,
    /// A key and its value.
    Entry,
    /// Anything else.
    Other,
}

/// A key, its value, and what stands between and behind them, by their places in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::decode) struct EntryParts {
    pub key: Range<usize>,
    /// The sign between key and value, with the space around it.
    pub sign: Range<usize>,
    /// Empty if there is none.
    pub value: Range<usize>,
}

/// All statements of a text, in order, without a gap but the line ends.
pub(in crate::decode) fn statements(text: &str) -> Vec<Statement> {
    let mut statements = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let natural = natural_end(text, at);
        let written = text.get(at..natural).unwrap_or_default();
        let closing = opened_with_fewer_quotes(text.get(at..).unwrap_or_default());
        let is_valid = closing.is_none() && is_toml(written) && !swallows_statements(written);
        let end = match closing {
            Some(closing) => at + closing,
            None if is_valid => natural,
            None => contained_end(text, at, natural),
        };
        let written = text.get(at..end).unwrap_or_default();
        statements.push(Statement {
            range: at..end,
            kind: kind(written),
            is_valid: is_valid || is_toml(written),
        });
        at = next_line(text, end);
    }
    statements
}

/// True if `text` is TOML. A byte order mark, which the parser passes over at the start of a file, is none elsewhere.
pub(super) fn is_toml(text: &str) -> bool {
    !text.starts_with('\u{FEFF}') && DeTable::parse(text).is_ok()
}

fn kind(written: &str) -> StatementKind {
    let plain = clean(written.trim());
    let plain = without_comment(plain.trim_start_matches(['“', '"']));
    if plain.is_empty() || plain.starts_with('#') {
        StatementKind::Blank
    } else if plain.starts_with("[[") && !plain.contains('=')
        || plain.starts_with('[') && !plain.contains(['=', ','])
        || is_open_header(plain)
    {
        StatementKind::Header
    } else if entry(written).is_some() {
        StatementKind::Entry
    } else {
        StatementKind::Other
    }
}

/// A header without the comment behind it, which may have any sign in it. Other lines stay as they are.
fn without_comment(line: &str) -> &str {
    let comment = ["#", "//"].into_iter().filter_map(|sign| line.find(sign)).min();
    let header = comment.and_then(|at| line.get(..at)).map(str::trim_end);
    header.filter(|header| header.starts_with('[') && header.ends_with(']')).unwrap_or(line)
}

/// `address]`
fn is_open_header(line: &str) -> bool {
    line.strip_suffix(']').is_some_and(|name| is_bare_key(name.trim_end_matches(']')))
}

pub(crate) fn is_bare_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// The end of the line on which all brackets and texts that are opened from `start` on are closed.
fn natural_end(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let mut depth = 0_usize;
    for token in Source::new(rest).lex() {
        match token.kind() {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => depth += 1,
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => depth = depth.saturating_sub(1),
            TokenKind::Newline if depth == 0 => return start + token.span().start(),
            _ => {}
        }
    }
    text.len()
}

/// True if more than `most` brackets are open at a time.
pub(super) fn is_deeper(text: &str, most: usize) -> bool {
    let mut depth = 0_usize;
    Source::new(text).lex().any(|token| {
        match token.kind() {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => depth += 1,
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > most
    })
}

/// True if a statement holds others, as a text of several lines does whose end got lost: it ends where the next one begins.
fn swallows_statements(written: &str) -> bool {
    lines_behind_first(written).last().is_some_and(|(_, line)| opens_text(line))
}

/// `body = '''`
fn opens_text(line: &str) -> bool {
    line.split_once('=')
        .is_some_and(|(key, value)| is_bare_key(key.trim()) && matches!(value.trim(), "'''" | "\"\"\""))
}

/// The end of a text of several lines that one or two quotes open, and three close on a line of their own: those of the
/// same kind, or without such a line others.
fn opened_with_fewer_quotes(text: &str) -> Option<usize> {
    let (key, value) = text.lines().next()?.split_once('=')?;
    if !FEWER_QUOTES.contains(&value.trim()) || !is_bare_key(key.trim()) {
        return None;
    }
    let [same, other] = if value.contains('"') { ["\"\"\"", "'''"] } else { ["'''", "\"\"\""] };
    end_of_line_with(same, text).or_else(|| end_of_line_with(other, text))
}

/// The end of the first line of nothing but these quotes, before the next statement.
fn end_of_line_with(quotes: &str, text: &str) -> Option<usize> {
    let mut lines = lines_behind_first(text).take_while(|(_, line)| !begins_statement(line));
    lines.find(|(_, line)| line.trim() == quotes).map(|(at, line)| at + line.len())
}

/// Quotes that open a text where three quotes belong.
pub(super) const FEWER_QUOTES: [&str; 4] = ["'", "''", "\"", "\"\""];

/// The lines of a text but for the first one, with their places.
fn lines_behind_first(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\r', '\n']))
    });
    lines.skip(1)
}

/// The end of a statement with a mistake, which seems to go on up to `natural`: before the next line that begins a
/// statement itself and is indented no further.
fn contained_end(text: &str, start: usize, natural: usize) -> usize {
    let first = line_at(text, start);
    let rest = text.get(start..).unwrap_or_default();
    let line = text.get(first.clone()).unwrap_or_default();
    let value = entry(line).and_then(|entry| line.get(entry.value));
    if let Some(end) = value.and_then(|value| continued_end(rest, value)) {
        return start + end;
    }
    let written = text.get(start..natural).unwrap_or_default();
    let indent = line.len() - line.trim_start().len();
    let mut lines = lines_behind_first(written);
    let next = lines
        .find(|(_, line)| line.len() - line.trim_start().len() <= indent && begins_statement(line))
        .map(|(at, _)| at);
    let whole = written.get(..next.unwrap_or(written.len())).unwrap_or_default();
    let end = whole.trim_end();
    if !end.contains('\n') && next.is_some() {
        return first.end;
    }
    // The line that the end of a text or list got lost from may still be there.
    let gap = whole.get(end.len()..).unwrap_or_default();
    let is_left =
        gap.matches('\n').count() > usize::from(next.is_some()) + 1 || next.is_none() && gap.contains('\n');
    if is_left { next_line(text, start + end.len()) } else { line_at(text, start + end.len()).end }
}

/// The end of a value that goes on below its line by mistake: a list or text that lost what opens it, or a text in
/// quotes of one line.
fn continued_end(text: &str, value: &str) -> Option<usize> {
    /// The most lines of such a text.
    const LINES: usize = 20;
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    // Brackets of TOML are counted.
    let is_open = value.is_empty() || matches!(value, "(" | "（" | "［" | "｛");
    if quote.is_some_and(|quote| value.matches(quote).count() != 1) || !is_open && quote.is_none() {
        return None;
    }
    let yaml_lines = lines_behind_first(text).take_while(|(_, line)| is_of_yaml(line));
    if let Some((at, line)) = yaml_lines.last().filter(|_| value.is_empty()) {
        return Some(at + line.len());
    }
    if value.is_empty()
        && let Some(end) = value_below(text)
    {
        return Some(end);
    }
    let lines = lines_behind_first(text).take(if quote.is_some() { LINES } else { usize::MAX });
    for (at, line) in lines {
        if begins_statement(line) {
            return None;
        }
        let written = line.trim();
        let is_end = match quote {
            Some(quote) => {
                // A comment may stand behind it.
                let code = written.get(..open_comment(written).unwrap_or(written.len())).unwrap_or_default();
                let code = code.trim_end();
                written.matches(quote).count() == 1 && (written.ends_with(quote) || code.ends_with(quote))
            }
            None => matches!(
                written.trim_end_matches(','),
                "'''" | "\"\"\"" | "]" | "}" | ")" | "）" | "］" | "｝"
            ),
        };
        if is_end {
            return Some(at + line.len());
        }
        if quote.is_some_and(|quote| line.contains(quote)) {
            return None;
        }
    }
    None
}

/// True for a line of a list or table as YAML writes it: an element behind a hyphen, or a key further in and a colon.
fn is_of_yaml(line: &str) -> bool {
    line.trim_start().starts_with("- ")
        || line
            .split_once(':')
            .is_some_and(|(key, _)| is_bare_key(key.trim()) && key.starts_with([' ', '\t']))
}

/// The end of a value that stands on the line below its key: a whole one, or a text of several lines.
fn value_below(text: &str) -> Option<usize> {
    let mut lines = lines_behind_first(text);
    let (at, opening) = lines.find(|(_, line)| !line.trim().is_empty())?;
    if is_toml(&format!("value = {}", opening.trim())) {
        return Some(at + opening.len());
    }
    let quotes = ["'''", "\"\"\""].into_iter().find(|quotes| opening.trim_start().starts_with(quotes))?;
    let mut lines = lines.take_while(|(_, line)| !begins_statement(line));
    lines.find(|(_, line)| line.trim_end().ends_with(quotes)).map(|(at, line)| at + line.len())
}

/// True for a header, and for a key with its value or what opens it.
fn begins_statement(line: &str) -> bool {
    let line = without_comment(line.trim());
    let name = line.trim_start_matches('[').trim_end_matches(']');
    if line.starts_with('[') && line.ends_with(']') && name.split('.').all(|part| is_bare_key(part.trim())) {
        return true;
    }
    line.split_once('=')
        .is_some_and(|(key, value)| key.trim().split('.').all(is_bare_key) && !value.starts_with(['=', '>']))
}

/// The parts of an entry. Returns `None` if the line says nothing of a key.
pub(in crate::decode) fn entry(written: &str) -> Option<EntryParts> {
    let start = written.len() - written.trim_start_matches(|c: char| c.is_whitespace() || is_odd(c)).len();
    let rest = written.get(start..)?;
    let end = match rest.chars().next()? {
        _ if let Some(end) = end_of_quoted_parts(rest) => end,
        quote @ ('"' | '\'') => rest.get(1..)?.find(quote)? + 2,
        '“' | '”' | '„' => rest
            .char_indices()
            .skip(1)
            .find(|(_, c)| matches!(c, '“' | '”'))
            .map(|(at, c)| at + c.len_utf8())?,
        _ => rest
            .find(|c: char| is_sign(c) || matches!(c, '\n' | '#' | '"' | '\'' | '“' | '„' | '[' | '{'))
            .unwrap_or(rest.len()),
    };
    let key = rest.get(..end)?.trim_end();
    let behind = rest.get(key.len()..)?;
    let mut sign =
        behind.len() - behind.trim_start_matches(|c: char| is_space(c) || is_sign(c) || c == '>').len();
    let mut key = start..start + key.len();
    if !behind.get(..sign)?.contains(is_sign) {
        if !is_bare_key(written.get(key.clone())?) {
            // `price 400`
            let (name, value) = written.get(key.clone())?.split_once([' ', '\t'])?;
            let is_value = matches!(value.trim(), "true" | "false")
                || value.trim_start().starts_with(|c: char| c.is_ascii_digit())
                    && !value.trim().contains(' ');
            if !is_value || !is_bare_key(name) {
                return None;
            }
            let gap = value.len() - value.trim_start().len() + 1;
            (key, sign) = (start..start + name.len(), gap);
        } else if sign == behind.len() || behind.get(sign..)?.starts_with(['\n', '\r', '#']) {
            return None;
        }
    }
    let sign = key.end..key.end + sign;
    let value = written.get(sign.end..)?;
    let is_prose = !is_bare_key(written.get(key.clone())?.trim_matches('"')) || value.starts_with("//");
    if is_prose && !written.get(sign.clone())?.contains(['=', '＝']) {
        return None;
    }
    let value = value.get(..comment(value).unwrap_or(value.len()))?;
    let space = value.len() - value.trim_start().len();
    let begin = if value.trim().is_empty() { sign.end } else { sign.end + space };
    Some(EntryParts { key, sign, value: begin..begin + value.trim().len() })
}

/// The end of a key of several parts of which some stand in quotes, such as `slot."open mat"`.
fn end_of_quoted_parts(text: &str) -> Option<usize> {
    let (mut rest, mut parts) = (text, 0);
    loop {
        let part = rest.trim_start_matches([' ', '\t']);
        let length = match part.chars().next()? {
            quote @ ('"' | '\'') => part.get(1..)?.find(quote)? + 2,
            _ => part.find(|c: char| !is_bare_key(c.encode_utf8(&mut [0; 4]))).unwrap_or(part.len()),
        };
        parts += 1;
        rest = part.get(length..).filter(|_| length > 0)?;
        let Some(next) = rest.trim_start_matches([' ', '\t']).strip_prefix('.') else { break };
        rest = next;
    }
    let end = text.len() - rest.len();
    (parts > 1 && text.get(..end)?.contains(['"', '\''])).then_some(end)
}

/// True for a sign between a key and its value.
fn is_sign(c: char) -> bool {
    matches!(c, '=' | '＝' | ':' | '：')
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t') || is_odd(c) && clean(c.encode_utf8(&mut [0; 4])).trim().is_empty()
}

/// The byte at which the comment behind a value begins, even behind a broken one.
fn comment(value: &str) -> Option<usize> {
    let last = value.trim_end().rfind('\n').map_or(0, |end| end + 1);
    let mut at = last;
    let tokens: Vec<_> = Source::new(value.get(last..)?).lex().collect();
    for token in &tokens {
        let (start, end) = (last + token.span().start(), last + token.span().end());
        let written = value.get(start..end)?;
        if token.kind() == TokenKind::Comment {
            if is_within_words(value.get(..start)?, written) || start == 0 && begins_with_colour(written) {
                break;
            }
            return Some(start);
        }
        let is_open =
            written.starts_with(['"', '\'']) && (written.len() == 1 || !written.ends_with(['"', '\'']));
        if is_open {
            break;
        }
        at = end;
    }
    open_comment(value.get(at..)?).map(|comment| at + comment)
}

/// True for a # that belongs to words without quotes, also in a list: `C# course`, `Studio #2`, `/contact/#map`.
fn is_within_words(before: &str, comment: &str) -> bool {
    let is_number = comment.trim_start_matches('#').starts_with(|c: char| c.is_ascii_digit());
    let is_part = is_number || !before.ends_with(char::is_whitespace);
    let element = before.rsplit(['[', ',']).next().unwrap_or(before);
    let are_words = element.trim_start().starts_with(|c: char| c.is_alphabetic() || c == '/');
    is_part && are_words && !element.contains(']') && !is_toml(&format!("x = {element}"))
}

/// True for a colour without quotes, with nothing behind it but a comment.
fn begins_with_colour(written: &str) -> bool {
    let (colour, rest) = written.split_once(char::is_whitespace).unwrap_or((written, ""));
    let rest = rest.trim_start();
    is_colour(colour) && (rest.is_empty() || rest.starts_with('#'))
}

/// The byte at which a comment begins behind what isn't TOML: at a # between spaces.
fn open_comment(text: &str) -> Option<usize> {
    let mut signs = text.match_indices('#').map(|(at, _)| at);
    signs.find(|at| {
        let (before, behind) = text.split_at(*at);
        before.ends_with(char::is_whitespace) && is_sign_alone(behind)
    })
}

/// True for a # that no word follows.
pub(super) fn is_sign_alone(comment: &str) -> bool {
    comment.trim_start_matches('#').chars().next().is_none_or(char::is_whitespace)
}

/// True for `#FFCC00`, which isn't intended as a comment.
pub(super) fn is_colour(written: &str) -> bool {
    let hex = written.trim_start_matches('#').trim_end_matches(['"', '\'', ' ']);
    matches!(hex.len(), 3 | 6) && hex.bytes().all(|byte| byte.is_ascii_hexdigit())
}
