//! Writes pages of islands for the browser tests: `islands_pages <root> <out>`, with the pages as JSON on
//! standard input. Beside each page's HTML come the scripts and the styles of the project.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fs, io,
    path::{Path, PathBuf},
};

use gympress::{
    assets::styles::{self, SetStyles, Styles},
    cache::Cache,
    diagnostic::{Diagnostics, ReportFormat},
    islands::{BundleOptions, Bundler, Bundles, IslandCall, Islands, React, Strategy},
    source::Sources,
};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Request {
    development: bool,
    pages: BTreeMap<String, Vec<Piece>>,
}

/// A part of a page's body.
#[derive(Deserialize)]
#[serde(untagged)]
enum Piece {
    Island { component: String, props: Value, on: String },
    Html(String),
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [root, out] = arguments.as_slice() else { return Err("islands_pages <root> <out>".into()) };
    let request: Request = serde_json::from_reader(io::stdin())?;
    let packages = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR"))];
    let scratch = out.join(".scratch");
    let mut diagnostics = Diagnostics::default();
    let sources = Sources::load(root, &mut diagnostics)?;
    let texts =
        ["templates/sections", "templates/collections"].into_iter().flat_map(|at| sources.texts_below(at));
    let names = texts.filter_map(|(_, source)| source.path.strip_prefix("templates/"));
    let everything: styles::StyleSet =
        names.filter(|name| name.ends_with(".css")).map(str::to_owned).collect();
    let sets = BTreeSet::from([everything.clone()]);
    let styles = Styles::join(&sources, &[], None, &sets, &mut diagnostics);
    let react = if request.development { React::Development } else { React::Production };
    let options = BundleOptions { packages: packages.clone(), scratch: scratch.clone(), react };
    let islands = Islands::prepare(
        &sources,
        &options,
        &Bundler::new(Cache::default(), Bundles::default()),
        &mut diagnostics,
    )?;
    let (entry, _) = sources.text_at(styles::ENTRY).ok_or("the theme has no stylesheet")?;
    for artifact in islands.artifacts().iter().chain(&styles.artifacts(entry)) {
        write(out, artifact.path.as_str(), &artifact.bytes.ready())?;
    }
    let of_sections = match styles.of_set(&everything) {
        // The policy of these pages has no hashes.
        Some(SetStyles::Inline(css)) => {
            write(out, "assets/sections.css", css.css.as_bytes())?;
            Some("sections.css")
        }
        Some(SetStyles::File(name)) => Some(name.as_str()),
        None => None,
    };
    for (name, pieces) in &request.pages {
        let mut body = String::new();
        let mut used = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Html(html) => body.push_str(html),
                Piece::Island { component, props, on } => {
                    let strategy = Strategy::ALL.into_iter().find(|strategy| strategy.name() == on);
                    let strategy = strategy.ok_or("no such strategy")?;
                    islands.named(component).map_err(|unknown| unknown.message)?;
                    let props = props.to_string();
                    let call = IslandCall { component, props: &props, strategy, instance: used.len() };
                    match islands.render(&call, &mut Vec::new(), &mut diagnostics) {
                        Ok(html) => body.push_str(&html),
                        Err(error) => diagnostics.push(*error),
                    }
                    used.push(component);
                }
            }
        }
        let boot = islands.boot().unwrap_or_default();
        let sheets = styles.base().into_iter().chain(of_sections);
        let sheets = sheets.map(|name| format!("<link rel=\"stylesheet\" href=\"/assets/{name}\">"));
        let html = format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{name}</title>{}\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <script type=\"module\" src=\"/assets/{boot}\"></script></head><body>{body}</body></html>",
            sheets.collect::<String>(),
        );
        write(out, name, html.as_bytes())?;
    }
    print!("{}", ReportFormat::Human.render(&diagnostics, &sources, false));
    Ok(())
}

fn write(out: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let path = out.join(name);
    fs::create_dir_all(path.parent().unwrap_or(out))?;
    fs::write(path, bytes)
}
