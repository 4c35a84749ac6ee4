//! The props that a component of TypeScript has to be given, by the type of its parameter.

use super::{EXPORT, is_of_name};
use crate::render::TextFile;

/// The props of `component` without which it isn't whole: those that its type doesn't call optional, and for which its
/// parameter has no default. None where the type can't be read from the files of components.
pub(super) fn find<'t>(component: &'t str, files: &'t [TextFile<'_>]) -> Vec<&'t str> {
    let Some((parameter, annotation)) = parameter(component) else { return Vec::new() };
    let members = of_type(annotation, component, files, 0);
    members.into_iter().filter(|member| !has_default(parameter, member)).collect()
}

/// How far types may lead to other ones.
const DEEPEST: usize = 4;

/// The members of a type that have to be there.
fn of_type<'t>(kind: &'t str, component: &'t str, files: &'t [TextFile<'_>], depth: usize) -> Vec<&'t str> {
    if depth > DEEPEST {
        return Vec::new();
    }
    if kind.starts_with('{') {
        let body = block(kind).unwrap_or_default();
        let behind = kind.get(body.len() + 2..).unwrap_or_default().trim_start();
        // Of a union, others may be given.
        return if behind.starts_with('|') { Vec::new() } else { members(body) };
    }
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if let Some((name, keys)) = kind.strip_prefix("Pick<").and_then(|picked| picked.split_once(',')) {
        let all = of_type(name.trim(), component, files, depth + 1).into_iter();
        return all.filter(|member| keys.contains(&format!("\"{member}\""))).collect();
    }
    declared(kind, component, files)
        .map(|kind| of_type(kind, component, files, depth + 1))
        .unwrap_or_default()
}

/// The first parameter of the component, and its type.
fn parameter(component: &str) -> Option<(&str, &str)> {
    let at = component.find(EXPORT)? + EXPORT.len();
    let open = at + component.get(at..)?.find('(')?;
    let name = component.get(at..open)?.trim();
    let all = block(component.get(open..)?).filter(|_| name.chars().all(is_of_name))?;
    let pattern = if all.trim_start().starts_with('{') { block(all.trim_start())? } else { "" };
    let behind = all.find(pattern).map_or(0, |start| start + pattern.len());
    let (_, annotation) = all.get(behind..)?.split_once(':')?;
    Some((pattern, annotation.trim()))
}

/// What stands within the brackets with which `text` begins.
fn block(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    let mut characters = text.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' | '\'' | '`' => {
                characters.find(|(_, other)| *other == c)?;
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return text.get(1..at);
        }
    }
    None
}

/// What the interface of this name has in its braces, or what the type is: in the component, or else in the only file of
/// components that declares it.
fn declared<'t>(annotation: &str, component: &'t str, files: &'t [TextFile<'_>]) -> Option<&'t str> {
    let end = annotation.find(|c| !is_of_name(c)).unwrap_or(annotation.len());
    let (name, rest) = annotation.split_at_checked(end)?;
    // Of a union or an array, it would be a part.
    let is_whole = rest.trim().is_empty() || rest.starts_with('<') && rest.trim_end().ends_with('>');
    if !is_whole || name.is_empty() {
        return None;
    }
    if let Some(own) = declaration(name, component) {
        return Some(own);
    }
    let others = files.iter().filter(|(_, source)| source.path.starts_with("components/"));
    let mut found = others.filter_map(|(_, source)| declaration(name, &source.text));
    found.next().filter(|_| found.next().is_none())
}

fn declaration<'t>(name: &str, text: &'t str) -> Option<&'t str> {
    let interface = format!("interface {name}");
    let alias = format!("type {name}");
    [interface, alias].into_iter().find_map(|declared| {
        let at = text.find(&declared)? + declared.len();
        let rest = text.get(at..)?;
        if rest.starts_with(is_of_name) {
            return None;
        }
        let rest = without_parameters(rest.trim_start())?.trim_start();
        match (rest.strip_prefix('='), rest.strip_prefix("extends")) {
            (Some(kind), _) => Some(kind.trim_start()),
            (None, Some(others)) => others.get(others.find('{')?..),
            (None, None) => rest.starts_with('{').then_some(rest),
        }
    })
}

/// What stands behind the parameters of a generic type.
fn without_parameters(text: &str) -> Option<&str> {
    if !text.starts_with('<') {
        return Some(text);
    }
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text.get(at + 1..);
        }
    }
    None
}

/// The members of a type that have to be there.
fn members(body: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut is_comment = false;
    for line in body.lines().flat_map(|line| line.split_inclusive([';', ','])) {
        let part = line.trim().trim_end_matches([';', ',']);
        is_comment |= part.starts_with("/*");
        if !is_comment && depth == 0 && !part.starts_with("//") {
            found.extend(required(part));
        }
        if is_comment {
            is_comment = !line.contains("*/");
            continue;
        }
        let opened = line.matches(['(', '[', '{']).count();
        depth = (depth + opened).saturating_sub(line.matches([')', ']', '}']).count());
    }
    found
}

/// The name of a member that has to be there.
fn required(member: &str) -> Option<&str> {
    let (name, kind) = member.split_once(':')?;
    let name = name.trim().trim_start_matches("readonly ").trim();
    let is_required = !name.is_empty() && name.chars().all(is_of_name) && !kind.contains("undefined");
    is_required.then_some(name)
}

/// True if the pattern of the parameter says what the prop is where it isn't given.
fn has_default(pattern: &str, prop: &str) -> bool {
    let parts = pattern.split(',').map(str::trim);
    let mut of_prop =
        parts.filter(|part| part.strip_prefix(prop).is_some_and(|rest| !rest.starts_with(is_of_name)));
    of_prop.any(|part| part.contains('='))
}

#[cfg(test)]
mod tests {
    use super::find;

    fn required(text: &str) -> String {
        find(text, &[]).join(" ")
    }

    #[test]
    fn props_are_required_unless_type_or_default_says_otherwise() {
        let inline = "export default function A({ a, b = 1, c }: { a: string; b: number; c?: string }) {}";
        assert_eq!(required(inline), "a");
        let declared = "/** What it is given. */\ninterface Props<T extends { x: 1 }> {\n  /** d: no prop */\n  \
            readonly a: string;\n  b: { inner: string; other: number };\n  c?: T;\n  e: string | undefined;\n  \
            f: Record<string, number>;\n}\nexport default function A({ a, f = {} }: Props<T>) {}";
        assert_eq!(required(declared), "a b");
        assert_eq!(required("type P = {\n  a: string,\n}\nexport default function A(props: P) {}"), "a");
        let picked = "interface All { a: string; b: string; c?: string }\ntype P = Pick<All, \"a\" | \"c\">;\n\
            export default function A({ a, c }: P) {}";
        assert_eq!(required(picked), "a");
    }

    #[test]
    fn nothing_is_known_of_other_types() {
        for text in [
            "export default function A({ a }) {}",
            "export default function A({ a }: Other) {}",
            "interface P { a: 1 }\nexport default function A({ a }: P & Other) {}",
            "type P = { a: 1 } | { b: 1 };\nexport default function A(props: P) {}",
            "type P = P;\nexport default function A({ a }: P) {}",
            "export default function A() {}",
            "export default A;",
        ] {
            assert_eq!(required(text), "", "{text}");
        }
    }
}
