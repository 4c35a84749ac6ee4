//! The prelude of a block: selectors, and the conditions of at-rules.

use super::{Block, Mistake, Placed, did_you_mean, names, range, trimmed};
use crate::assets::styles::sheet::Token;

const WHOLE_RULE: &str = "browsers pass over the whole rule";

/// What `@media` asks about, without `min-` and `max-`.
const FEATURES: &str = "\
    any-hover any-pointer aspect-ratio color color-gamut color-index device-aspect-ratio \
    device-height device-posture device-width display-mode dynamic-range environment-blending \
    forced-colors grid height horizontal-viewport-segments hover inverted-colors monochrome \
    nav-controls orientation overflow-block overflow-inline pointer prefers-color-scheme \
    prefers-contrast prefers-reduced-data prefers-reduced-motion prefers-reduced-transparency \
    resolution scan scripting shape transform-3d update vertical-viewport-segments \
    video-dynamic-range width";

const MEDIA: &str = "all and not only or print screen speech tty";

/// The kind of the block that follows these tokens, and their mistakes. No block where it can't be determined.
pub(super) fn prelude(tokens: &[Placed<'_>], block: Block) -> (Option<Block>, Option<Mistake>) {
    if let [(_, Token::Plain("@")), ..] = tokens {
        return match at_rule(tokens) {
            Ok((inner, rest)) => (Some(inner), rest),
            Err(mistake) => (None, Some(mistake)),
        };
    }
    let mistake = match block {
        Block::Rules => swallowed(tokens).or_else(|| selector(tokens)),
        Block::Keyframes | Block::Descriptors => None,
    };
    (Some(if block == Block::Descriptors { block } else { Block::Rules }), mistake)
}

/// What the block of an at-rule holds, and what is wrong behind its name.
///
/// # Errors
/// If CSS has no such at-rule.
pub(super) fn at_rule(tokens: &[Placed<'_>]) -> Result<(Block, Option<Mistake>), Mistake> {
    let [(at, _), (_, Token::Plain(name)), rest @ ..] = tokens else { return Ok((Block::Descriptors, None)) };
    // Some browser's own.
    if name.starts_with('-') {
        let is_keyframes = name.ends_with("-keyframes");
        return Ok((if is_keyframes { Block::Keyframes } else { Block::Rules }, None));
    }
    let lower = name.to_ascii_lowercase();
    match names::block(&lower) {
        Some(block) => Ok((block, if lower == "media" { media(rest) } else { None })),
        None => {
            let help = did_you_mean(&lower, names::at_rules());
            let help = help.unwrap_or_else(|| "correct its name, or remove the rule".to_owned());
            Err(Mistake::new(*at..at + 1 + name.len(), format!("CSS has no rule @{name}"), help)
                .label("browsers pass over all of it"))
        }
    }
}

/// A feature or kind of media that there isn't.
fn media(tokens: &[Placed<'_>]) -> Option<Mistake> {
    let mut depth = 0_usize;
    let significant: Vec<&Placed<'_>> =
        tokens.iter().filter(|(_, token)| !matches!(token, Token::Space(_))).collect();
    for (number, (at, token)) in significant.iter().enumerate() {
        match token {
            Token::Sign('(') => depth += 1,
            Token::Sign(')') => depth = depth.saturating_sub(1),
            Token::Plain(word) if word.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                let lower = word.to_ascii_lowercase();
                let opens =
                    |offset: usize| number.checked_sub(offset).and_then(|before| significant.get(before));
                let is_first = matches!(opens(1), Some((_, Token::Sign('('))));
                let bare = lower.trim_start_matches("min-").trim_start_matches("max-");
                let (what, known) = match (depth, is_first) {
                    (0, _) => ("kind of media", MEDIA),
                    (_, true) => ("feature of media", FEATURES),
                    (_, false) => continue,
                };
                if names::has(known, bare) || names::has(MEDIA, bare) {
                    continue;
                }
                let prefix = lower.strip_suffix(bare).unwrap_or_default();
                let near = did_you_mean(bare, known.split(' '))?;
                let help = near.replacen("mean ", &format!("mean {prefix}"), 1);
                let message = format!("CSS has no {what} \"{word}\"");
                return Some(Mistake::new(*at..at + word.len(), message, help).label(WHOLE_RULE));
            }
            Token::Sign(_) | Token::Space(_) | Token::Whole(_) | Token::Plain(_) => {}
        }
    }
    None
}

/// A declaration without a semicolon, which looks like the beginning of the selector behind it.
fn swallowed(tokens: &[Placed<'_>]) -> Option<Mistake> {
    let [(_, Token::Plain(name)), rest @ ..] = tokens else { return None };
    let [(_, Token::Sign(':')), (_, Token::Space(_)), ..] = trimmed(rest) else { return None };
    names::property(&name.to_ascii_lowercase())?;
    let line =
        tokens.iter().position(|(_, token)| matches!(token, Token::Space(text) if text.contains('\n')));
    let line = tokens.get(..line.unwrap_or(tokens.len()))?;
    let message = "no semicolon ends this declaration";
    let help = "write ; at its end: without one it is a part of the selector behind it";
    Some(Mistake::new(range(line), message, help).label("browsers pass over it, and over the rule behind it"))
}

/// What is wrong with a selector.
fn selector(tokens: &[Placed<'_>]) -> Option<Mistake> {
    let comma =
        [tokens.last(), tokens.first()].into_iter().flatten().find(|(_, token)| *token == Token::Sign(','));
    if let Some((at, _)) = comma {
        let message = "there is no selector beside the comma";
        return Some(Mistake::new(*at..at + 1, message, "write one, or remove the comma").label(WHOLE_RULE));
    }
    tokens.windows(2).find_map(|pair| {
        let [(_, Token::Sign(':')), (at, Token::Plain(name))] = pair else { return None };
        let lower = name.to_ascii_lowercase();
        if name.starts_with('-') || names::pseudos().any(|known| known == lower) {
            return None;
        }
        let help = did_you_mean(&lower, names::pseudos())?;
        let message = format!("CSS has no pseudo-class \"{name}\"");
        Some(Mistake::new(*at..at + name.len(), message, help).label(WHOLE_RULE))
    })
}
