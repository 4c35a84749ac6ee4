//! How many bytes of script a page may load: counted as a server would send them, in brotli.

use std::{collections::BTreeMap, io, sync::atomic::Ordering};

use super::{ComponentId, Islands, React, bundle::Bundle, lock};
use crate::{
    content::Budget,
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
    output::weight::Payload,
};

/// The most bytes, in brotli, of each part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// What a page loads before it needs an island.
    pub page: usize,
    /// The chunk with React, which all islands share.
    pub react: usize,
    /// What an island loads beside that chunk.
    pub island: usize,
}

impl Budgets {
    /// As content states them.
    pub fn from_content(stated: &Budget) -> Self {
        Self { page: stated.boot, react: stated.react, island: stated.island }
    }
}

/// The scripts that a page loads.
#[derive(Clone, Debug)]
pub struct PageScripts<'a> {
    /// The page's address, for messages.
    pub page: &'a str,
    /// What the page was made from.
    pub origin: Span,
    /// Its `<script src>`, by their names in [`Islands::FOLDER`].
    pub scripts: &'a [&'a str],
    /// Its islands.
    pub islands: &'a [ComponentId],
}

/// Lengths by name, counted once.
pub(super) type Weights = BTreeMap<String, usize>;

impl Islands {
    /// Reports every page that loads more than the budgets allow, with the file to blame. React and
    /// an island are reported with the first page that has them: the others have the same. The React for
    /// tests has no budget.
    pub fn check_budgets(&self, pages: &[PageScripts<'_>], budgets: &Budgets) -> Diagnostics {
        let mut found = Diagnostics::default();
        let Some(bundled) = self.bundled.as_ref().filter(|_| self.react == React::Production) else {
            return found;
        };
        let bundle = &*bundled.bundle;
        let mut react_seen = false;
        let mut seen: Vec<ComponentId> = Vec::new();
        // Most pages have the same.
        let mut last: Option<(&[&str], Payload)> = None;
        for page in pages {
            let before = match last.take() {
                Some((scripts, payload)) if scripts == page.scripts => payload,
                _ => self.payload(page.scripts.iter().copied()),
            };
            if before.bytes > budgets.page {
                found.push(over(&before, page, page.origin, "before it needs an island", budgets.page));
            }
            if !page.islands.is_empty() && !react_seen {
                react_seen = true;
                let react = self.payload(bundle.react.iter().map(String::as_str));
                if react.bytes > budgets.react {
                    found.push(over(&react, page, page.origin, "to have React", budgets.react));
                }
            }
            for component in page.islands {
                if !seen.contains(component) {
                    seen.push(*component);
                    found.extend(self.island_over(bundle, page, *component, budgets.island));
                }
            }
            last = Some((page.scripts, before));
        }
        found
    }

    fn island_over(
        &self,
        bundle: &Bundle,
        page: &PageScripts<'_>,
        component: ComponentId,
        budget: usize,
    ) -> Option<Diagnostic> {
        let name = self.name(component)?;
        let loads = bundle.islands.get(name)?;
        let own = loads.shared.iter().filter(|name| !bundle.react.contains(name));
        let payload = self.payload(std::iter::once(&loads.entry).chain(own).map(String::as_str));
        let span = self.place(component).unwrap_or(page.origin);
        let purpose = format!("for the island {name}");
        (payload.bytes > budget).then(|| over(&payload, page, span, &purpose, budget))
    }

    /// What these scripts weigh together.
    pub(super) fn payload<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Payload {
        let mut payload = Payload::default();
        for name in names {
            payload.add(&Payload::new(self.weight(name), name));
        }
        payload
    }

    /// How many bytes of a script travel.
    pub fn weight(&self, name: &str) -> usize {
        if let Some(known) = lock(&self.markup.weights).get(name) {
            return *known;
        }
        let text = self
            .bundled
            .as_ref()
            .and_then(|bundled| bundled.bundle.scripts.get(name))
            .map_or("", |script| &script.text);
        let weight = brotli_length(text.as_bytes());
        lock(&self.markup.weights).insert(name.to_owned(), weight);
        self.markup.is_unsaved.store(true, Ordering::Relaxed);
        weight
    }
}

/// That a page loads more than its budget.
fn over(payload: &Payload, page: &PageScripts<'_>, span: Span, purpose: &str, budget: usize) -> Diagnostic {
    let (page, bytes, (most, culprit)) = (page.page, payload.bytes, &payload.heaviest);
    Diagnostic::new(
        Code::Budget,
        span,
        format!("{page} loads {bytes} bytes of script {purpose}; the budget is {budget}"),
    )
    .help(format!(
        "{most} bytes of it are {culprit}, counted in brotli: make that smaller, or raise the budget"
    ))
}

/// The length of `bytes` in brotli at its best level.
pub fn brotli_length(bytes: &[u8]) -> usize {
    let params = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
    let mut counter = Counter(0);
    match brotli::BrotliCompress(&mut &*bytes, &mut counter, &params) {
        Ok(_) => counter.0,
        // Counting can't fail; the plain length is never too small.
        Err(_) => bytes.len(),
    }
}

struct Counter(usize);

impl io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
