//! The types of a project's components, checked by the compiler that it has installed.

use std::{io::ErrorKind, path::Path, process::Command};

use serde::{Deserialize, Serialize};

use crate::{
    cache,
    context::BuildContext,
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
    esbuild,
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
/// If the compiler can't be run, or can't use [`CONFIGURATION`].
pub fn check(
    root: &Path,
    sources: &Sources,
    context: &BuildContext,
    diagnostics: &mut Diagnostics,
) -> Result<(), Failure> {
    let path = root.join(CONFIGURATION);
    let configuration = match std::fs::read(&path) {
        Ok(configuration) => configuration,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Failure::io("read", &path, &error)),
    };
    let is_own = |path: &str| root.join(path).is_file();
    let components: Vec<_> = sources
        .texts_below(COMPONENTS)
        .map(|(_, source)| source)
        .filter(|source| is_own(&source.path))
        .collect();
    let folders = context.package_folders(sources.root());
    let installed = folders.iter().find(|folder| folder.join(COMPILER).is_file());
    let (Some(installed), false) = (installed, components.is_empty()) else { return Ok(()) };

    let packages = esbuild::fingerprint(installed);
    let texts = components.iter().flat_map(|source| [source.path.as_bytes(), source.text.as_bytes()]);
    let key = cache::key([configuration.as_slice(), packages.as_bytes()].into_iter().chain(texts));
    let errors = match context.cache.load::<Vec<CompilerError>>(KIND, key) {
        Some(errors) => errors,
        None => {
            let errors = run(root, &installed.join(COMPILER))?;
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
    let printed = String::from_utf8_lossy(&output.stdout);
    if let Some(refusal) = refusal(&printed) {
        return Err(Failure::new(format!("the compiler of TypeScript can't use {CONFIGURATION}: {refusal}"))
            .help("correct it, or remove it if types needn't be checked; `npx tsc --noEmit` says the same"));
    }
    let errors = parse(&printed);
    match output.status.success() || !errors.is_empty() {
        true => Ok(errors),
        false => Err(Failure::new(format!(
            "the compiler of TypeScript failed: {} {}",
            printed.trim(),
            String::from_utf8_lossy(&output.stderr).trim()
        ))),
    }
}

/// The first error of the configuration, or of none of its files. Returns `None` if there is no such error.
fn refusal(printed: &str) -> Option<&str> {
    let is_refusal = |line: &&str| line.starts_with("error TS") || line.starts_with(CONFIGURATION);
    printed.lines().find(is_refusal)
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
        let span = Span::of_name_at(file, &source.text, (self.line, self.column))?;
        Some(
            Diagnostic::new(Code::Typescript, span, self.text)
                .label(self.code)
                .help("the island would break at the visitor's; `npx tsc --noEmit` says the same"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{CompilerError, parse, refusal};

    #[test]
    fn an_error_of_the_configuration_is_none_of_a_component() {
        for printed in [
            "tsconfig.json(3,5): error TS5023: Unknown compiler option 'strickt'.",
            "error TS18003: No inputs were found in config file.",
        ] {
            assert_eq!(
                refusal(&format!("components/A.tsx(1,1): error TS1: No.\n{printed}\n")),
                Some(printed)
            );
        }
    }

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
