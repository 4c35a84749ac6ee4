//! Icons: the function `icon("phone")` of templates, and a check of the icons that content and templates name.

use std::{collections::BTreeMap, sync::Arc};

use minijinja::{Environment, Error, State, Value, value::Kwargs};
use roxmltree::{Document, ParsingOptions};

use super::{functions::check_defined, jinja};
use crate::{
    content::Content,
    diagnostic::{Diagnostics, Span, code, diagnostic, report},
    output::escape,
    schema::{Data, decode::ICON},
    source::Sources,
};

/// The icons of the theme: the path of each, on a grid of 24 by 24. Islands import the icons that they show.
const ICONS: &str = "components/icons.json";

/// The folder of the project's own icons, as SVG files.
const OWN: &str = "templates/icons/";

/// The icons of a site, by name.
#[derive(Debug)]
pub struct Icons(BTreeMap<String, Icon>);

/// The `viewBox` and the shapes of an `svg` element.
#[derive(Debug)]
struct Icon {
    view_box: String,
    shapes: String,
}

impl Icons {
    /// Reads the icons of the theme and of the project, and reports those that can't be read.
    pub fn read(sources: &Sources, diagnostics: &mut Diagnostics) -> Self {
        let mut icons = BTreeMap::new();
        if let Some((file, source)) = sources.text_at(ICONS) {
            match serde_json::from_str::<BTreeMap<String, String>>(&source.text) {
                Ok(paths) => icons.extend(paths.into_iter().map(|(name, path)| (name, Icon::stroke(&path)))),
                Err(error) => {
                    report!(diagnostics, code::TEMPLATE, Span::whole(file), "{ICONS} can't be read: {error}");
                }
            }
        }
        for (file, source) in sources.texts_below(OWN) {
            let Some(name) = source.path.strip_prefix(OWN).and_then(|name| name.strip_suffix(".svg")) else {
                continue;
            };
            match Icon::parse(&source.text) {
                Ok(icon) => {
                    icons.insert(name.to_owned(), icon);
                }
                Err(reason) => report!(diagnostics, code::TEMPLATE, Span::whole(file),
                    "{} can't be drawn: {reason}", source.path;
                    help: "an icon is an SVG with a viewBox: close every element, and quote every attribute"),
            }
        }
        Self(icons)
    }

    /// The names of all icons, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Reports icons that content or a template of the project names and the site doesn't have.
    pub fn check(&self, content: &Content, sources: &Sources, diagnostics: &mut Diagnostics) {
        for content in content.in_all_languages() {
            let project = &content.project;
            for table in content.tables() {
                table.visit_scalar(ICON, &mut |value| {
                    if !project.is_foreign(value.span)
                        && let Data::Str(_, icon) = &value.value
                    {
                        self.check_name(icon, value.span, sources, diagnostics);
                    }
                });
            }
        }
        for (file, source) in sources.templates().filter(|(_, source)| source.theme.is_none()) {
            for (icon, at) in jinja::icons(&source.text) {
                self.check_name(&icon, Span::new(file, at), sources, diagnostics);
            }
        }
    }

    fn check_name(&self, icon: &str, at: Span, sources: &Sources, diagnostics: &mut Diagnostics) {
        if self.0.contains_key(icon) {
            return;
        }
        let names: Vec<&str> = self.names().collect();
        diagnostics.push(
            diagnostic!(code::UNKNOWN_WORD, at, "there is no icon \"{icon}\"";
                expected: "one of {}", names.join(", ");
                help: "choose one of these, or draw {OWN}{icon}.svg")
            .did_you_mean(sources, icon, names),
        );
    }

    /// Writes the icon as an element with this class. An unknown icon is a dot.
    fn draw(&self, name: &str, class: &str) -> String {
        // The attributes are for pages without styles.
        const SIZE: &str = "width=\"24\" height=\"24\" fill=\"none\" stroke=\"currentColor\"";
        const DOT: &str = "<circle cx=\"12\" cy=\"12\" r=\"4\"/>";
        let icon = self.0.get(name);
        let (view_box, shapes) = icon.map_or(("0 0 24 24", DOT), |icon| (&icon.view_box, &icon.shapes));
        format!(
            "<svg class=\"{}\" {SIZE} viewBox=\"{view_box}\" aria-hidden=\"true\" focusable=\"false\">{shapes}</svg>",
            escape(class)
        )
    }
}

impl Icon {
    fn stroke(path: &str) -> Self {
        Self { view_box: "0 0 24 24".to_owned(), shapes: format!("<path d=\"{}\"/>", escape(path)) }
    }

    /// Reads the `svg` element of a file.
    ///
    /// # Errors
    /// The reason why it can't be used.
    fn parse(text: &str) -> Result<Self, String> {
        // Programs for drawing write a document type.
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, options).map_err(|error| error.to_string())?;
        let root = document.root_element();
        let inside = root.first_child().zip(root.last_child()).filter(|_| root.tag_name().name() == "svg");
        let (first, last) = inside.ok_or("it has no <svg> with something in it")?;
        let view_box = root.attribute("viewBox").ok_or("its <svg> has no viewBox")?;
        let shapes = text.get(first.range().start..last.range().end).unwrap_or_default();
        Ok(Self { view_box: escape(view_box), shapes: shapes.trim().to_owned() })
    }
}

/// Registers the function `icon("phone", class="icon")`.
pub(super) fn register(environment: &mut Environment<'_>, icons: Arc<Icons>) {
    environment.add_function(
        "icon",
        move |state: &mut State<'_, '_>, name: Value, class: Option<&str>, options: Kwargs| {
            let class = class.map_or_else(|| options.get("class"), |class| Ok(Some(class)))?;
            options.assert_all_used()?;
            check_defined(&name, state)?;
            let svg = icons.draw(name.as_str().unwrap_or_default(), class.unwrap_or("icon"));
            Ok::<_, Error>(Value::from_safe_string(svg))
        },
    );
}
