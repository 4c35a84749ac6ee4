//! Completion in a template: names of other templates, of values in its context, and of functions.

use std::ops::Range;

use minijinja::{Value, context, value::ValueKind};

use super::{
    Renderer,
    jinja::{CompletionContext, completion_context},
    lookups::FailedLookups,
    mistake::{filters, keys},
    placements::{CONTEXT_NAME, PageIslands},
};

/// The names that can be written at a place, and the range that they replace.
pub struct TemplateCandidates {
    pub names: Vec<String>,
    /// The range of the name written so far.
    pub written: Range<usize>,
}

impl Renderer {
    /// The names that can be written at `offset` in the text of a template, whose context is that of the first page
    /// with it. Returns `None` in plain text, and if no page shows the template.
    pub fn candidates(&self, template: &str, text: &str, offset: usize) -> Option<TemplateCandidates> {
        let (context, written) = completion_context(text, offset)?;
        let mut names: Vec<String> = match context {
            CompletionContext::Template => {
                self.templates.keys().filter(|name| name.ends_with(".html")).cloned().collect()
            }
            CompletionContext::Filter => filters(&self.environment),
            CompletionContext::Name { path } => {
                let context = self.context_of(template)?;
                let value = path.iter().try_fold(context, |value, name| value.get_attr(name).ok())?;
                let mut names = names(&value);
                if path.is_empty() {
                    names.extend(self.environment.globals().map(|(name, _)| name.to_owned()));
                }
                names.retain(|name| name != CONTEXT_NAME);
                names
            }
        };
        names.sort_unstable();
        names.dedup();
        Some(TemplateCandidates { names, written })
    }

    /// The context of a template on the first page that shows it; any page for partials.
    fn context_of(&self, template: &str) -> Option<Value> {
        let is_section = template.starts_with("sections/");
        let is_own = template.starts_with("collections/") || !template.contains('/');
        let own = self.context.routes.pages().filter(|page| !is_own || *page.kind.template == *template);
        for page in own {
            let context = self.context_of_page(page, &PageIslands::on_page(&page.place.part));
            if !is_section {
                return Some(context);
            }
            let sections = context.get_attr("sections").ok();
            let mut sections = sections.iter().filter_map(|sections| sections.try_iter().ok()).flatten();
            let folder = template.rsplit_once('/').map(|(folder, _)| folder);
            if let Some(section) = sections.find(|section| has_template_in(folder, section)) {
                return Some(context! { section, ..context });
            }
        }
        None
    }
}

/// True for a section whose template is in `folder`, as the templates of all its layouts are.
fn has_template_in(folder: Option<&str>, section: &Value) -> bool {
    let template = section.get_attr("template").unwrap_or_default();
    template.as_str().and_then(|name| name.rsplit_once('/')).map(|(shown, _)| shown) == folder
}

/// The names that a value has.
fn names(value: &Value) -> Vec<String> {
    FailedLookups::forget();
    // No value has this name, and a value that knows its names records them.
    let _ = value.get_attr("");
    if let Some((_, known)) = FailedLookups::take().last() {
        return known.names.clone();
    }
    if value.kind() != ValueKind::Map {
        return Vec::new();
    }
    keys(value).collect()
}
