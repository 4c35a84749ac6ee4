//! What is wrong with the value of a declaration.

use std::ops::Range;

use super::{
    Mistake, Placed, did_you_mean,
    names::{self, Property},
    range,
};
use crate::{
    assets::styles::sheet::Token,
    diagnostic::{Applicability, near},
};

/// A part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind<'t> {
    Number {
        is_zero: bool,
        unit: &'t str,
    },
    Word(&'t str),
    /// What stands behind a `#`.
    Hash(&'t str),
    Function(&'t str),
    /// What stands behind an exclamation mark.
    Mark(&'t str),
    Sign(char),
    Space,
    Text,
}

struct PlacedToken<'t> {
    at: Range<usize>,
    kind: Kind<'t>,
    /// In how many brackets it stands.
    depth: usize,
}

/// The mistake in the value of the property `name`. `property` is the syntax of its value, for properties whose syntax
/// is known.
pub(super) fn mistake(name: &str, property: Option<&Property>, tokens: &[Placed<'_>]) -> Option<Mistake> {
    let parts = parts(tokens);
    lost_semicolon(&parts, tokens)
        .or_else(|| parts.iter().find_map(|part| own_mistake(name, part)))
        .or_else(|| parts.windows(3).find_map(apart))
        .or_else(|| word(name, property?, &parts))
        .or_else(|| bare_number(name, &parts))
}

/// Puts tokens together to parts.
fn parts<'t>(tokens: &[Placed<'t>]) -> Vec<PlacedToken<'t>> {
    let mut parts = Vec::new();
    let mut depth = 0_usize;
    let mut rest = tokens;
    while let [(at, token), behind @ ..] = rest {
        let (kind, more) = match (*token, behind) {
            (Token::Space(_), _) => (Kind::Space, 0),
            (Token::Whole(_), _) => (Kind::Text, 0),
            (Token::Plain("#"), [(_, Token::Plain(word)), ..]) => (Kind::Hash(word), 1),
            (Token::Plain("!"), [(_, Token::Plain(word)), ..]) => (Kind::Mark(word), 1),
            (Token::Plain("!"), [(_, Token::Space(_)), (_, Token::Plain(word)), ..]) => (Kind::Mark(word), 2),
            (Token::Plain(word), _) if is_number(word, behind) => number(word, behind),
            (Token::Plain(word), [(_, Token::Sign('(')), ..]) => (Kind::Function(word), 0),
            (Token::Plain(word), _) if is_word(word) => (Kind::Word(word), 0),
            (Token::Plain(word), _) => (Kind::Sign(word.chars().next().unwrap_or(' ')), 0),
            (Token::Sign(sign), _) => (Kind::Sign(sign), 0),
        };
        let taken = rest.get(..=more).unwrap_or(rest);
        if matches!(token, Token::Sign(')' | ']' | '}')) {
            depth = depth.saturating_sub(1);
        }
        parts.push(PlacedToken { at: *at..range(taken).end, kind, depth });
        if matches!(token, Token::Sign('(' | '[' | '{')) {
            depth += 1;
        }
        rest = behind.get(more..).unwrap_or_default();
    }
    parts
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) || text.len() > 1 && text.starts_with(['-', '_'])
}

/// True where a number begins: `1`, `-1`, `.5`, `-.5`.
fn is_number(word: &str, behind: &[Placed<'_>]) -> bool {
    let begins = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    match word {
        "." => matches!(behind, [(_, Token::Plain(next)), ..] if begins(next)),
        word => begins(word.strip_prefix('-').unwrap_or(word)),
    }
}

/// A number that begins with `word`, and how many of the tokens behind belong to it.
fn number<'t>(word: &'t str, behind: &[Placed<'t>]) -> (Kind<'t>, usize) {
    let is_whole = |text: &str| text.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    let (last, more) = match behind {
        [(_, Token::Plain(fraction)), ..] if word == "." => (*fraction, 1),
        [(_, Token::Plain(".")), (_, Token::Plain(fraction)), ..]
            if is_whole(word) && fraction.starts_with(|c: char| c.is_ascii_digit()) =>
        {
            (*fraction, 2)
        }
        _ => (word, 0),
    };
    let digits = last.trim_start_matches('-').trim_start_matches(|c: char| c.is_ascii_digit());
    let unit = exponent(digits);
    let is_zero = ![word, last].iter().any(|text| text.contains(|c: char| matches!(c, '1'..='9')));
    match behind.get(more) {
        Some((_, Token::Plain("%"))) if unit.is_empty() => (Kind::Number { is_zero, unit: "%" }, more + 1),
        _ => (Kind::Number { is_zero, unit }, more),
    }
}

/// A unit without the exponent before it, as in `1e3px`.
fn exponent(unit: &str) -> &str {
    let Some(digits) = unit.strip_prefix(['e', 'E']) else { return unit };
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < digits.len() { rest } else { unit }
}

/// Another declaration in the value, as no semicolon ends this one.
fn lost_semicolon(parts: &[PlacedToken<'_>], tokens: &[Placed<'_>]) -> Option<Mistake> {
    let colon = parts.iter().position(|part| part.depth == 0 && part.kind == Kind::Sign(':'))?;
    let (at, name) = parts.get(..colon)?.iter().rev().find_map(|part| {
        let Kind::Word(word) = part.kind else { return None };
        Some((part.at.clone(), word))
    })?;
    // The old filters of Microsoft.
    if name.eq_ignore_ascii_case("progid") || range(tokens).start == at.start {
        return None;
    }
    let message = format!("no semicolon ends the declaration before \"{name}\"");
    let help = "write ; where the line before this one ends";
    Some(Mistake::new(at, message, help).label("browsers pass over both declarations"))
}

/// What is wrong with a part by itself.
fn own_mistake(name: &str, part: &PlacedToken<'_>) -> Option<Mistake> {
    let at = part.at.clone();
    match part.kind {
        Kind::Number { unit, .. } => {
            let lower = unit.to_ascii_lowercase();
            if unit.is_empty() || name == "unicode-range" || names::units().any(|known| known == lower) {
                return None;
            }
            let help = did_you_mean(&lower, names::units());
            let help = help.unwrap_or_else(|| "write one that CSS has, such as px, rem or %".to_owned());
            Some(Mistake::new(at, format!("CSS has no unit \"{unit}\""), help))
        }
        Kind::Hash(digits) => {
            let is_colour =
                matches!(digits.len(), 3 | 4 | 6 | 8) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            let help = "write three or six digits from 0 to f behind the sign, such as #ffcc00";
            (!is_colour).then(|| Mistake::new(at, format!("\"#{digits}\" is no colour"), help))
        }
        Kind::Mark(word) => (!word.eq_ignore_ascii_case("important")).then(|| {
            Mistake::new(at, format!("CSS has no mark \"!{word}\""), "write !important, or remove it")
        }),
        Kind::Function(function) => {
            let lower = function.to_ascii_lowercase();
            if names::functions().any(|known| known == lower) || function.starts_with('-') {
                return None;
            }
            let (right, Applicability::Certain) = near(&lower, names::functions())? else { return None };
            let message = format!("CSS has no function \"{function}\"");
            Some(Mistake::new(at, message, format!("did you mean {right}?")))
        }
        Kind::Word(_) | Kind::Sign(_) | Kind::Space | Kind::Text => None,
    }
}

/// A number with a space before its unit.
fn apart(parts: &[PlacedToken<'_>]) -> Option<Mistake> {
    let [number, space, unit] = parts else { return None };
    let (Kind::Number { unit: "", .. }, Kind::Space) = (number.kind, space.kind) else { return None };
    let unit_text = if let Kind::Word(word) = unit.kind
        && names::is_lone_unit(&word.to_ascii_lowercase())
    {
        word
    } else if unit.kind == Kind::Sign('%') {
        "%"
    } else {
        return None;
    };
    let message = format!("there is a space before the unit \"{unit_text}\"");
    Some(Mistake::new(number.at.start..unit.at.end, message, "take out the space, as in 10px"))
}

/// A word that the property doesn't take.
fn word(name: &str, property: &Property, parts: &[PlacedToken<'_>]) -> Option<Mistake> {
    if names::has_own_words(name) {
        return None;
    }
    let has_function = parts.iter().any(|part| matches!(part.kind, Kind::Function(_)));
    let words = parts.iter().filter(|part| part.depth == 0);
    words.into_iter().find_map(|part| {
        let is_value = matches!(part.kind, Kind::Number { .. } | Kind::Hash(_) | Kind::Text);
        let written = if let Kind::Word(word) = part.kind {
            word
        } else if is_value && property.has_only_words() && !has_function {
            ""
        } else {
            return None;
        };
        if property.takes(written) {
            return None;
        }
        let near = near(&written.to_ascii_lowercase(), property.words());
        let is_meant = matches!(near, Some((_, Applicability::Certain)));
        if !is_meant && !property.has_all_words(name) {
            return None;
        }
        let help = match near {
            Some((near, _)) => format!("did you mean {near}?"),
            None if property.has_only_words() => {
                format!("it takes {}", property.words().collect::<Vec<_>>().join(", "))
            }
            None => format!("write a value that {name} takes"),
        };
        let message = match written {
            "" => format!("{name} takes words only"),
            written => format!("{name} doesn't take \"{written}\""),
        };
        Some(Mistake::new(part.at.clone(), message, help))
    })
}

/// A number without a unit, or with a comma in it, where a length is expected.
fn bare_number(name: &str, parts: &[PlacedToken<'_>]) -> Option<Mistake> {
    if !names::is_length(name) {
        return None;
    }
    parts.iter().filter(|part| part.depth == 0).find_map(|part| {
        let Kind::Number { is_zero: false, unit: "" } = part.kind else { return None };
        let behind = parts.iter().find(|next| next.at.start == part.at.end);
        let is_decimal = matches!(behind.map(|next| next.kind), Some(Kind::Sign(',')));
        let (message, help) = match is_decimal {
            true => ("there is a comma in this number", "write a point, as in 1.5rem"),
            false => ("this length has no unit", "write one behind the number, such as px, rem or %"),
        };
        let at = behind.filter(|_| is_decimal).map_or(part.at.clone(), |next| next.at.clone());
        Some(Mistake::new(at, message, help))
    })
}
