//! `components/props.ts`, made from the structs here. After a change of these:
//! `WRITE_PROPS=1 cargo test --lib props`.

use std::{env, fs, path::Path};

use ts_rs::{Config, TS};

/// A doc comment to a line and a field to a line, as the formatter of the other TypeScript has it.
pub(super) fn declaration<T: TS>(config: &Config) -> String {
    let mut text = String::from("\n");
    let mut indent = "";
    for line in format!("{}export {}", T::docs().unwrap_or_default(), T::decl(config)).lines() {
        let line = line.trim();
        if let Some(comment) = line.strip_prefix("* ") {
            text.push_str(&format!("{indent}/** {comment} */\n"));
        } else if let Some(name) = line.strip_prefix("export type ") {
            text.push_str(&format!("export interface {}\n", name.replace(" = {", " {")));
            indent = "  ";
        } else if line != "/**" && line != "*/" {
            let (field, closes) = line.strip_suffix(" };").map_or((line, false), |field| (field, true));
            text.push_str(&format!("{indent}{};\n", field.trim_end_matches(',')));
            if closes {
                text.push_str("}\n");
            }
        }
    }
    text
}

fn text() -> String {
    let head = "// Made from src/islands/props/ by `WRITE_PROPS=1 cargo test --lib props`; a test compares the two.\n";
    format!("{head}{}", super::typescript(&Config::new().with_large_int("number")))
}

#[test]
fn typescript_has_the_props_that_rust_has() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("components/props.ts");
    let text = text();
    if env::var_os("WRITE_PROPS").is_some() {
        fs::write(&path, &text).expect("components/props.ts can be written");
    }
    let checked_in = fs::read_to_string(&path).unwrap_or_default();
    assert!(checked_in == text, "components/props.ts is out of date: WRITE_PROPS=1 cargo test --lib props");
}
