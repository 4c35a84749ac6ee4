//! Generators side by side, by what a page takes: each makes another number of lists from the same posts.

use serde_json::{Value, json};

use crate::measure::Figures;

/// A generator that built the site.
pub struct Generator {
    pub name: &'static str,
    pub version: String,
    /// The number of HTML files that it wrote.
    pub pages: usize,
    pub figures: Figures,
}

impl Generator {
    /// This share of a thousand pages.
    fn of_thousand(&self, seconds: f64) -> f64 {
        seconds * 1000.0 / self.pages.max(1) as f64
    }

    /// Seconds on the clock for a thousand pages.
    fn seconds(&self) -> f64 {
        self.of_thousand(self.figures.median())
    }

    /// Seconds of the processor for a thousand pages.
    fn processor(&self) -> f64 {
        self.of_thousand(self.figures.processor.unwrap_or_default())
    }

    pub fn json(&self) -> Value {
        json!({
            "name": self.name, "version": self.version, "pages": self.pages, "figures": self.figures.json(),
            "seconds_for_1000_pages": self.seconds(), "processor_seconds_for_1000_pages": self.processor(),
        })
    }
}

/// Prints the table. The first generator is the one that the others are compared with.
pub fn print(generators: &[Generator]) {
    let Some(first) = generators.first() else { return };
    println!("\n{:<12}{:<10}{:>8}{:>10}{:>34}{:>8}", "", "", "", "", "for 1000 pages", "");
    println!(
        "{:<12}{:<10}{:>8}{:>10}{:>12}{:>12}{:>10}{:>8}",
        "generator", "version", "pages", "peak", "seconds", "ratio", "CPU", "ratio"
    );
    for one in generators {
        println!(
            "{:<12}{:<10}{:>8}{:>10}{:>12.4}{:>12.1}{:>10.4}{:>8.1}",
            one.name,
            one.version,
            one.pages,
            format!("{} MB", one.figures.peak.unwrap_or_default() / 1_000_000),
            one.seconds(),
            one.seconds() / first.seconds(),
            one.processor(),
            one.processor() / first.processor(),
        );
    }
}
