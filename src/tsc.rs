//! The types of a project's components, checked by the compiler that it has installed.

use std::{path::Path, process::Command};

use serde::{Deserialize, Serialize};

use crate::{
    cache,
    context::BuildContext,
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
    failure::Failure,
    source::Sources,
};

/// The inputs of the compiler besides the components.
const CONFIGURATION: &str = "tsconfig.json";

/// The compiler, in the folder of installed packages.
const COMPILER: &str = "typescript/bin/tsc";

/// The name under which what the compiler said is stored.
const KIND: &str = "types";

const COMPONENTS: &str = "components/";

/// Something the compiler had to say: file, line and column counted from 1, code, text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct CompilerError {
    path: String,
    line: usize,
    column: usize,
    code: String,
    text: String,
}

/// Reports every mistake of types in the components of the project in `root`. Nothing is checked where the project has
/// no components or no [`CONFIGURATION`], or where no compiler is installed.
///
/// # Errors
/// If the compiler can't be run.
pub fn check(
    root: &Path,
    sources: &Sources,
    context: &BuildContext,
    diagnostics: &mut Diagnostics,
) -> Result<(), Failure> {
    let Ok(configuration) = std::fs::read(root.join(CONFIGURATION)) else { return Ok(()) };
    let is_own = |path: &str| root.join(path).is_file();
    let components: Vec<_> = sources
        .texts_below(COMPONENTS)
        .map(|(_, source)| source)
        .filter(|source| is_own(&source.path))
        .collect();
    let folders = context.package_folders(sources.root());
    let compiler = folders.iter().map(|folder| folder.join(COMPILER)).find(|compiler| compiler.is_file());
    let (Some(compiler), false) = (compiler, components.is_empty()) else { return Ok(()) };

    let installed = folders.iter().find_map(|folder| std::fs::read(folder.join(".package-lock.json")).ok());
    let installed = installed.unwrap_or_default();
    let texts = components.iter().flat_map(|source| [source.path.as_bytes(), source.text.as_bytes()]);
    let key = cache::key([configuration.as_slice(), installed.as_slice()].into_iter().chain(texts));
    let errors = match context.cache.load::<Vec<CompilerError>>(KIND, key) {
        Some(errors) => errors,
        None => {
            let errors = run(root, &compiler)?;
            context.cache.save(KIND, key, &errors);
            errors
        }
    };
    diagnostics.extend(errors.into_iter().filter_map(|error| error.into_diagnostic(sources)));
    Ok(())
}

fn run(root: &Path, compiler: &Path) -> Result<Vec<CompilerError>, Failure> {
    let output = Command::new("node")
        .arg(compiler)
        .args(["--noEmit", "--pretty", "false", "--project", CONFIGURATION])
        .current_dir(root)
        .output()
        .map_err(|error| {
            Failure::io("run", compiler, &error)
                .help("Node runs it: install Node, or remove node_modules/typescript")
        })?;
    let errors = parse(&String::from_utf8_lossy(&output.stdout));
    match output.status.success() || !errors.is_empty() {
        true => Ok(errors),
        false => Err(Failure::new(format!(
            "the compiler of TypeScript failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        ))),
    }
}

/// Takes apart what the compiler printed: `components/A.tsx(12,5): error TS2322: Type ...`, with indented lines that
/// say more.
fn parse(printed: &str) -> Vec<CompilerError> {
    let mut all: Vec<CompilerError> = Vec::new();
    for line in printed.lines() {
        match (headline(line), all.last_mut()) {
            (Some(error), _) => all.push(error),
            (None, Some(last)) if line.starts_with(' ') => {
                last.text.push(' ');
                last.text.push_str(line.trim());
            }
            _ => {}
        }
    }
    all
}

fn headline(line: &str) -> Option<CompilerError> {
    let (place, rest) = line.split_once("): error ")?;
    let (path, place) = place.rsplit_once('(')?;
    let (line, column) = place.split_once(',')?;
    let (code, text) = rest.split_once(": ")?;
    Some(CompilerError {
        path: path.replace('\\', "/"),
        line: line.parse().ok()?,
        column: column.parse().ok()?,
        code: code.to_owned(),
        text: text.to_owned(),
    })
}

impl CompilerError {
    /// At its place. Returns `None` for a file that isn't a component.
    fn into_diagnostic(self, sources: &Sources) -> Option<Diagnostic> {
        let (file, source) = sources.text_at(&self.path)?;
        let before: usize =
            source.text.split_inclusive('\n').take(self.line.checked_sub(1)?).map(str::len).sum();
        let line = source.text.get(before..)?.lines().next().unwrap_or_default();
        let start = line.char_indices().nth(self.column.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
        let rest = line.get(start..).unwrap_or_default();
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()).max(1);
        let span = Span::new(file, before + start..before + (start + length).min(line.len()).max(start));
        Some(
            Diagnostic::new(Code::Typescript, span, self.text)
                .label(self.code)
                .help("the island would break at the visitor's; `npx tsc --noEmit` says the same"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{CompilerError, parse};

    #[test]
    fn reads_what_the_compiler_prints() {
        let printed = "components/A.tsx(12,5): error TS2322: Type 'number' is wrong.\n  Because of this.\nFound 1 error.\n";
        let error = CompilerError {
            path: "components/A.tsx".to_owned(),
            line: 12,
            column: 5,
            code: "TS2322".to_owned(),
            text: "Type 'number' is wrong. Because of this.".to_owned(),
        };
        assert_eq!(parse(printed), [error]);
    }
}
