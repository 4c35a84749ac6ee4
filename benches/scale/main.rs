//! How long builds of large sites take, and how much memory: `cargo bench`, or
//! `cargo bench -- --posts 1000,10000,100000 --runs 5`. With `--peers DIR`, also other generators that are installed
//! in that folder; a `hugo` in the `PATH` does without it. Prints figures, writes them to `target/scale.json`, and judges nothing.

#![expect(clippy::unwrap_used, reason = "a benchmark that can't set itself up has nothing to say")]

mod edit;
mod measure;
mod options;
mod peer;
mod photos;
mod post;
mod preview;
mod proportions;
mod site;
mod table;

use std::{collections::BTreeMap, fs, path::Path, process::Command};

use measure::{Case, Figures, measure};
use options::Options;
use proportions::Proportions;
use serde_json::json;
use site::Synthetic;
use table::Generator;

/// The case that others are compared with: pages with as little on them as theirs, and the island besides.
const SAME_LAYOUT: &str = "build, layout of the others";

const NOW: &str = "2026-11-20T12:00:00+03:00";

fn main() {
    let Options { sites, runs, photos, peers, routes, write } = Options::read();
    if let (Some(folder), Some(site)) = (write, sites.first()) {
        return site::write(site, &folder);
    }
    if let (1.., Some(of)) = (photos, sites.first()) {
        return photos::measure(&Synthetic::new(of), photos);
    }
    let mut all = Vec::new();
    for of in sites {
        let site = Synthetic::new(&of);
        let Proportions { posts, words, categories, classes, rows } = of;
        println!(
            "\n{posts} posts of {words} words, {categories} categories, {classes} more classes, {rows} more rows"
        );
        println!("{:<28}{:>9}{:>18}{:>9}{:>10}{:>8}", "", "median", "spread", "CPU", "peak", "ratio");
        let writer = plain_writer(&site, runs);
        let mut figures = BTreeMap::from([("plain writer", writer.clone())]);
        print(&writer, "plain writer", &writer);
        for (name, case) in cases(&site) {
            let measured = measure(runs, &case);
            print(&measured, name, &writer);
            figures.insert(name, measured);
        }
        let bilingual = Synthetic::in_two_languages(&of);
        let whole = Synthetic::whole_in_two_languages(&of);
        for (name, case) in cases_in_two_languages(&bilingual, &whole) {
            let measured = measure(runs, &case);
            print(&measured, name, &writer);
            figures.insert(name, measured);
        }
        let first = preview::first_page(&site, runs);
        let previews = preview::measure(&site, runs, &preview::EDITS)
            .into_iter()
            .chain(preview::measure(&bilingual, runs, &preview::EDITS_IN_TWO_LANGUAGES))
            .chain(edit::measure(&site, runs));
        for (name, measured) in [("preview, first page", first)].into_iter().chain(previews) {
            print(&measured, name, &writer);
            figures.insert(name, measured);
        }
        let peers = peer::all(peers.as_deref(), &of);
        let generators = if peers.is_empty() { Vec::new() } else { compare(&site, &peers, runs, &writer) };
        table::print(&generators);
        let figures: BTreeMap<&str, _> = figures.iter().map(|(name, one)| (*name, one.json())).collect();
        all.push(json!({
            "posts": posts, "words": words, "categories": categories, "classes": classes, "rows": rows,
            "runs": runs, "figures": figures,
            "generators": generators.iter().map(Generator::json).collect::<Vec<_>>(),
        }));
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("scale.json");
    fs::write(&path, format!("{:#}\n", json!(all))).unwrap();
    println!("\n{}", path.display());
    if routes {
        println!();
        visit();
    }
}

/// What browsers ask for on each page of the shipped site.
fn visit() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/visitor/routes.js");
    let mut node = Command::new("node");
    let status = node.arg(script).env("GYMPRESS", env!("CARGO_BIN_EXE_gympress")).status().unwrap();
    assert!(status.success(), "{node:?} failed");
}

/// The site in the layout of the others, and each of the others, one after the other, so that the machine is as busy
/// for all.
fn compare(site: &Synthetic, peers: &[peer::Peer], runs: usize, writer: &Figures) -> Vec<Generator> {
    site.lay_out_as_others();
    let ours = measure(runs, &Case::new(|| site.clear(), || site.gympress(&["build", "--now", NOW])));
    print(&ours, SAME_LAYOUT, writer);
    let mut generators = vec![Generator {
        name: "gympress",
        version: env!("CARGO_PKG_VERSION").to_owned(),
        pages: site::pages(&site.path("dist")),
        figures: ours,
    }];
    for peer in peers {
        let figures = measure(runs, &Case::new(|| peer.clear(), || peer.build()));
        print(&figures, peer.name(), writer);
        let (version, pages) = (peer.version(), peer.pages());
        generators.push(Generator { name: peer.name(), version, pages, figures });
    }
    generators
}

/// What is measured, each with what is done before a run.
fn cases(site: &Synthetic) -> Vec<(&'static str, Case<'_>)> {
    let build = || site.gympress(&["build", "--now", NOW]);
    vec![
        ("build, empty output folder", Case::new(|| site.clear(), build)),
        ("build, one post edited", Case::new(|| site.edit(), build)),
        ("build, nothing edited", Case::new(|| {}, build)),
        ("check", Case::new(|| {}, || site.gympress(&["check", "--now", NOW]))),
        ("help", Case::new(|| {}, || site.gympress(&["--help"]))),
    ]
}

/// The same with a second language that has few of the posts, and with one that has all.
fn cases_in_two_languages<'s>(few: &'s Synthetic, all: &'s Synthetic) -> Vec<(&'static str, Case<'s>)> {
    let build = |site: &Synthetic| site.gympress(&["build", "--now", NOW]);
    let check = |site: &Synthetic| site.gympress(&["check", "--now", NOW]);
    vec![
        ("build, few in two languages", Case::new(|| few.clear(), move || build(few))),
        ("check, few in two languages", Case::new(|| {}, move || check(few))),
        ("build, all in two languages", Case::new(|| all.clear(), move || build(all))),
        ("check, all in two languages", Case::new(|| {}, move || check(all))),
    ]
}

/// What any generator needs at least: the same files written by a program that does nothing else.
fn plain_writer(site: &Synthetic, runs: usize) -> Figures {
    site.clear();
    let mut build = site.gympress(&["build", "--now", NOW]);
    let output = build.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let walls = (0..runs.max(1)).map(|_| site.write_plainly()).collect();
    Figures::of_walls(walls)
}

fn print(figures: &Figures, name: &str, writer: &Figures) {
    let milliseconds = |seconds: f64| format!("{:.0} ms", seconds * 1000.0);
    println!(
        "{name:<28}{:>9}{:>18}{:>9}{:>10}{:>8.1}",
        milliseconds(figures.median()),
        format!("{:.0} to {:.0} ms", figures.least() * 1000.0, figures.most() * 1000.0),
        figures.processor.map_or_else(String::new, milliseconds),
        figures.peak.map_or_else(String::new, |bytes| format!("{} MB", bytes / 1_000_000)),
        figures.median() / writer.median(),
    );
}
