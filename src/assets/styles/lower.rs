//! Lowers styles to the syntax of Safari 15.4 and Chromium 100: nested rules become flat, ranges in media queries
//! become minima and maxima, and values that these browsers don't know get a fallback before them.

use std::fmt::Write as _;

use super::sheet::{CssItem, items, parts, split_at, token_length};

/// The deepest nesting that is lowered.
const DEEPEST: usize = 32;

/// At-rules with a block of rules, which may be nested in a rule.
const GROUPS: [&str; 5] = ["@media", "@supports", "@container", "@layer", "@starting-style"];

/// Features of media queries that have a minimum and a maximum.
const RANGES: [&str; 7] =
    ["width", "height", "device-width", "device-height", "aspect-ratio", "device-aspect-ratio", "resolution"];

/// Units of the window without the browser's bars, and the units that older browsers have.
const WINDOW_UNITS: [(&str, &str); 3] = [("svh", "vh"), ("lvh", "vh"), ("dvh", "vh")];

/// A condition for browsers that know mixed colours and the units of windows: `rlh` came to all of them later or at the
/// same time. It is shorter than a test for a mixture, and stands before many rules.
const KNOWS_ALL: &str = "@supports(top:1rlh)";

/// The shortest name of the transparent colour.
const TRANSPARENT: &str = "#0000";

/// The share of a colour, in percent, from which a mixture with transparency counts as a shade behind words.
const LEAST_SHADE: f32 = 40.0;

/// Properties that older browsers know only with the prefix of WebKit, which all others know as well.
const WITH_PREFIX: [&str; 3] = ["background-clip", "mask", "mask-image"];

/// Properties that nobody needs for reading.
const ORNAMENTS: [&str; 6] =
    ["animation-range", "box-shadow", "filter", "stroke", "text-decoration-color", "text-shadow"];

/// Lowers styles for older browsers; newer ones show them as before.
pub fn lower(css: &str) -> String {
    let mut nodes = Vec::new();
    lower_group(css, None, 0, &mut nodes);
    let mut lowered = String::with_capacity(css.len());
    write_nodes(&nodes, &mut lowered);
    lowered
}

/// A part of a lowered stylesheet.
enum Node {
    /// Kept as written.
    Verbatim(String),
    Rule {
        selector: String,
        declarations: Vec<String>,
    },
    Group {
        head: String,
        nodes: Vec<Node>,
    },
}

impl Node {
    /// Appends the node to `nodes`, or merges it with the last one if both have the same selector or condition.
    fn push_to(self, nodes: &mut Vec<Self>) {
        match (self, nodes.last_mut()) {
            (
                Self::Rule { selector, declarations },
                Some(Self::Rule { selector: last, declarations: all }),
            ) if selector == *last => {
                all.extend(declarations);
            }
            // Each layer without a name is a different one.
            (Self::Group { head, nodes: inner }, Some(Self::Group { head: last, nodes: all }))
                if head == *last && head != "@layer" =>
            {
                for node in inner {
                    node.push_to(all);
                }
            }
            (node, _) => nodes.push(node),
        }
    }
}

/// Lowers the block of an at-rule within the rule `parent`, if there is one.
fn lower_group(css: &str, parent: Option<&str>, depth: usize, nodes: &mut Vec<Node>) {
    let mut declarations = Vec::new();
    for item in items(css) {
        match (item, parent) {
            (CssItem::Line(line), Some(_)) if !line.starts_with('@') => declarations.push(line),
            (CssItem::Line(line), _) => Node::Verbatim(format!("{line};")).push_to(nodes),
            (CssItem::Block { head, block }, parent) => {
                if let Some(parent) = parent {
                    lower_declarations(parent, &declarations, nodes);
                    declarations.clear();
                }
                lower_block(head, block, parent, depth + 1, nodes);
            }
        }
    }
    if let Some(parent) = parent {
        lower_declarations(parent, &declarations, nodes);
    }
}

/// Lowers a rule or an at-rule.
fn lower_block(head: &str, block: &str, parent: Option<&str>, depth: usize, nodes: &mut Vec<Node>) {
    let is_group = GROUPS.iter().any(|group| {
        head.strip_prefix(group).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '(']))
    });
    if depth > DEEPEST || head.starts_with('@') && !is_group {
        Node::Verbatim(format!("{head}{{{block}}}")).push_to(nodes);
    } else if is_group {
        let head = if head.starts_with("@media") { lower_ranges(head) } else { head.to_owned() };
        let head = tight_condition(&head);
        let mut inner = Vec::new();
        lower_group(block, parent, depth, &mut inner);
        Node::Group { head, nodes: inner }.push_to(nodes);
    } else {
        let head = &tight_selector(head);
        let selector = parent.map_or_else(|| head.to_owned(), |parent| nested(parent, head));
        lower_group(block, Some(&selector), depth, nodes);
    }
}

/// Adds a rule with these declarations, and one for browsers that know more.
fn lower_declarations(selector: &str, declarations: &[&str], nodes: &mut Vec<Node>) {
    if declarations.is_empty() {
        return;
    }
    let (mut plain, mut newer) = (Vec::new(), Vec::<String>::new());
    for declaration in declarations {
        let (property, value) = declaration.split_once(':').unwrap_or((declaration, ""));
        let value = &tight(value);
        let declaration = format!("{property}:{value}");
        if WITH_PREFIX.contains(&property) && plain.last() == Some(&format!("-webkit-{declaration}")) {
            continue;
        }
        let lowered = without_mixes(property, &with_window_units(value));
        if value == "clip" && property.starts_with("overflow") {
            plain.extend([format!("{property}:hidden"), declaration]);
        } else if lowered == *value || ORNAMENTS.contains(&property) {
            // A newer declaration would override this one, as `background` does `background-size`.
            if newer.iter().any(|other| overrides(other, property)) {
                newer.push(declaration.clone());
            }
            plain.push(declaration);
        } else if value.contains("var(") || property.starts_with("--") {
            // Browsers learn only when they use such a value whether they know it, too late to fall back on the one
            // before it.
            plain.push(format!("{property}:{lowered}"));
            newer.push(declaration);
        } else {
            plain.extend([format!("{property}:{lowered}"), declaration]);
        }
    }
    Node::Rule { selector: selector.to_owned(), declarations: plain }.push_to(nodes);
    if !newer.is_empty() {
        let rule = Node::Rule { selector: selector.to_owned(), declarations: newer };
        Node::Group { head: KNOWS_ALL.to_owned(), nodes: vec![rule] }.push_to(nodes);
    }
}

/// True if a declaration sets this property, a shorthand of it, or a part of it, as `background` and `background-size`.
fn overrides(declaration: &str, property: &str) -> bool {
    let other = declaration.split(':').next().unwrap_or_default();
    let begins = |name: &str, start: &str| {
        name.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    begins(other, property) || begins(property, other) || other == "font" && property == "line-height"
}

/// Shortens a value: without spaces at slashes, stars and exclamation marks, and without a zero before a decimal point.
fn tight(value: &str) -> String {
    let mut tight = String::with_capacity(value.len());
    let mut rest = value;
    while !rest.is_empty() {
        let (token, behind) = rest.split_at_checked(token_length(rest)).unwrap_or((rest, ""));
        let is_number = tight.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '#'));
        rest = if matches!(token, "/" | "*") { behind.trim_start() } else { behind };
        match token {
            " " if rest.starts_with(['/', '*', '!']) => {}
            "transparent" => tight.push_str(TRANSPARENT),
            "0" if rest.starts_with('.') && !is_number => {}
            "-0" if rest.starts_with('.') && !is_number => tight.push('-'),
            _ => tight.push_str(token),
        }
    }
    tight
}

/// Shortens a selector: without spaces at combinators and quotes around words: `.a>[b=c]`.
fn tight_selector(selector: &str) -> String {
    const COMBINATORS: [char; 4] = ['>', '+', '~', ','];
    let mut tight = String::with_capacity(selector.len());
    let (mut rest, mut last) = (selector, "");
    while !rest.is_empty() {
        let (token, behind) = rest.split_at_checked(token_length(rest)).unwrap_or((rest, ""));
        rest = behind;
        let word = token.get(1..token.len().saturating_sub(1)).filter(|_| token.starts_with(['"', '\'']));
        match (token, word) {
            (" ", _) if rest.starts_with(COMBINATORS) || last.starts_with(COMBINATORS) => {}
            (_, Some(word)) if last == "=" && is_word(word) => tight.push_str(word),
            _ => tight.push_str(token),
        }
        last = token;
    }
    tight
}

/// True for an attribute's value that needs no quotes.
fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// Shortens the head of an at-rule: a bracket ends its name, so that the space isn't needed.
fn tight_condition(head: &str) -> String {
    match head.split_once(' ') {
        Some((name, condition)) if condition.starts_with('(') => format!("{name}{condition}"),
        _ => head.to_owned(),
    }
}

/// Flattens a nested selector. Each `&` stands for the outer selectors, with the specificity of the strongest one.
fn nested(parent: &str, selectors: &str) -> String {
    parts(selectors, ",").map(|selector| flattened(parent, selector)).collect::<Vec<_>>().join(",")
}

fn flattened(parent: &str, selector: &str) -> String {
    let mut flat = String::new();
    let mut rest = selector;
    while !rest.is_empty() {
        let (token, behind) = rest.split_at_checked(token_length(rest)).unwrap_or((rest, ""));
        rest = behind;
        if token != "&" {
            flat.push_str(token);
            continue;
        }
        // The name of an element has to come first: `&li` is the item of a list.
        if rest.starts_with(|c: char| c.is_alphabetic()) {
            let (name, behind) = rest.split_at_checked(token_length(rest)).unwrap_or((rest, ""));
            rest = behind;
            write!(flat, "{name}:is({parent})").unwrap_or_default();
        } else if stands_for_itself(parent, &flat) {
            flat.push_str(parent);
        } else {
            write!(flat, ":is({parent})").unwrap_or_default();
        }
    }
    if has_parent(selector) {
        return flat;
    }
    let outer = if stands_for_itself(parent, "") { parent.to_owned() } else { format!(":is({parent})") };
    let space = if flat.starts_with(['>', '+', '~']) { "" } else { " " };
    format!("{outer}{space}{flat}")
}

/// True if the selector contains `&`.
fn has_parent(selector: &str) -> bool {
    let mut rest = selector;
    while !rest.is_empty() {
        if rest.starts_with('&') {
            return true;
        }
        rest = rest.get(token_length(rest)..).unwrap_or_default();
    }
    false
}

/// True if `parent` can replace `&` behind `before` without `:is()`.
fn stands_for_itself(parent: &str, before: &str) -> bool {
    let is_one = split_at(parent, ",").1.is_empty() && !parent.contains("::");
    let is_simple = split_at(parent, " >+~").1.is_empty();
    let begins = before.is_empty() || before.ends_with([' ', '>', '+', '~', '(', ',']);
    is_one && (before.is_empty() || is_simple && (begins || parent.starts_with(['.', '#', '[', ':'])))
}

/// Replaces the ranges of a media query by minima and maxima.
fn lower_ranges(query: &str) -> String {
    let query = &query.replace("(hover:hover)", "(hover)");
    // A condition with alternatives can't be split.
    let is_plain = !query.contains(" or ") && !query.contains("not ");
    let mut lowered = String::new();
    let mut rest = query.as_str();
    loop {
        let (before, behind) = split_at(rest, "(");
        lowered.push_str(before);
        let Some(behind) = behind.strip_prefix('(') else { return lowered };
        let (condition, behind) = split_at(behind, ")");
        match range(condition, is_plain) {
            Some(range) => lowered.push_str(&range),
            None if condition.contains(['<', '>']) && condition.contains('(') => {
                write!(lowered, "({})", lower_ranges(condition)).unwrap_or_default();
            }
            None => write!(lowered, "({condition})").unwrap_or_default(),
        }
        rest = behind.get(1..).unwrap_or_default();
    }
}

/// Rewrites `width < 48rem` or `26rem <= width < 48rem` with features that older browsers know. Returns `None` for
/// anything else.
fn range(condition: &str, is_plain: bool) -> Option<String> {
    let mut sides = Vec::new();
    let mut comparisons = Vec::new();
    let mut rest = condition;
    loop {
        let (side, behind) = split_at(rest, "<>=");
        sides.push(side.trim());
        if behind.is_empty() {
            break;
        }
        let value = behind.trim_start_matches(['<', '>', '=']);
        comparisons.push(behind.get(..behind.len() - value.len())?);
        rest = value;
    }
    match (sides.as_slice(), comparisons.as_slice()) {
        ([feature, value], [comparison]) if RANGES.contains(feature) => bound(feature, comparison, value),
        ([value, feature], [comparison]) => bound(feature, turned(comparison), value),
        ([low, feature, high], [first, second]) if is_plain => {
            Some(format!("{} and {}", bound(feature, turned(first), low)?, bound(feature, second, high)?))
        }
        _ => None,
    }
}

/// The comparison with its sides exchanged.
fn turned(comparison: &str) -> &str {
    match comparison {
        "<" => ">",
        "<=" => ">=",
        ">" => "<",
        ">=" => "<=",
        other => other,
    }
}

/// One end of a range. An excluded value is replaced by one so near that browsers, which count in 64ths of a pixel, see
/// no difference.
fn bound(feature: &str, comparison: &str, value: &str) -> Option<String> {
    let end = if comparison.starts_with('<') { "max" } else { "min" };
    match comparison {
        _ if !RANGES.contains(&feature) => None,
        "=" => Some(format!("({feature}:{value})")),
        "<=" | ">=" => Some(format!("({end}-{feature}:{value})")),
        "<" | ">" => {
            let unit = value.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'));
            let step = match unit {
                "px" => 0.02,
                "em" | "rem" => 0.001,
                _ => return None,
            };
            let number: f64 = value.strip_suffix(unit)?.parse().ok()?;
            let excluded = if comparison == "<" { number - step } else { number + step };
            Some(format!("({end}-{feature}:{}{unit})", (excluded * 10_000.0).round() / 10_000.0))
        }
        _ => None,
    }
}

/// Replaces each mixture of colours by the colour with the larger share. Text never becomes transparent.
fn without_mixes(property: &str, value: &str) -> String {
    let Some((before, rest)) = value.split_once("color-mix(") else { return value.to_owned() };
    let (mixture, behind) = split_at(rest, ")");
    let mut colours = parts(mixture, ",").skip(1);
    let (first, second) = (colours.next().unwrap_or_default(), colours.next().unwrap_or_default());
    let share =
        |colour| parts(colour, " ").find_map(|part: &str| part.strip_suffix('%')?.parse::<f32>().ok());
    let most = share(first).or_else(|| share(second).map(|share| 100.0 - share)).unwrap_or(50.0);
    let is_first = most >= if second == TRANSPARENT { LEAST_SHADE } else { 50.0 }
        || second == TRANSPARENT && property == "color";
    let chosen = if is_first { first } else { second };
    let colour = parts(chosen, " ").find(|part| !part.ends_with('%')).unwrap_or(chosen);
    let behind = without_mixes(property, behind.get(1..).unwrap_or_default());
    // The colour may be a mixture itself.
    format!("{before}{}{behind}", without_mixes(property, colour))
}

/// Replaces the units of the window without the browser's bars.
fn with_window_units(value: &str) -> String {
    let mut changed = value.to_owned();
    for (unit, other) in WINDOW_UNITS {
        let mut pieces = changed.split(unit);
        let mut joined = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            joined.push_str(if joined.ends_with(|c: char| c.is_ascii_digit()) { other } else { unit });
            joined.push_str(piece);
        }
        changed = joined;
    }
    changed
}

fn write_nodes(nodes: &[Node], css: &mut String) {
    for node in nodes {
        match node {
            Node::Verbatim(text) => css.push_str(text),
            Node::Rule { selector, declarations } => {
                css.extend([selector, "{", &declarations.join(";"), "}"]);
            }
            Node::Group { head, nodes } => {
                css.extend([head, "{"]);
                write_nodes(nodes, css);
                css.push('}');
            }
        }
    }
}
