//! The site as pages show it: the content with its pictures, and the formats of its language.

use std::{borrow::Borrow, fmt, ops::Deref, sync::Arc};

use minijinja::Value;

use super::marks::Marks;
use crate::{
    assets::{Picture, Pictures},
    markdown::TextContext,
    schema::{Name, Table, decode::value::ImageFile},
    site::Site,
};

/// A site with everything that views need.
pub(in crate::templates) struct RenderSite {
    site: Arc<Site>,
    pub pictures: Arc<Pictures>,
    /// The marks around values for an editor; none on published pages.
    pub marks: Option<Arc<Marks>>,
}

impl fmt::Debug for RenderSite {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("RenderSite")
    }
}

impl Deref for RenderSite {
    type Target = Site;

    fn deref(&self) -> &Site {
        &self.site
    }
}

impl RenderSite {
    pub fn new(site: &Arc<Site>, pictures: &Arc<Pictures>, marks: Option<Arc<Marks>>) -> Self {
        Self { site: site.clone(), pictures: pictures.clone(), marks }
    }

    /// The site, as others know it.
    pub fn shared(&self) -> &Arc<Site> {
        &self.site
    }

    /// The shown value of a field of a table; a page for an editor says so.
    pub fn said(&self, table: &Table, key: &str, shown: impl Into<Value>) -> Value {
        match &self.marks {
            Some(marks) => marks.noted(table, &Name::from(key), shown.into()),
            None => shown.into(),
        }
    }

    /// The shown value of a table as a whole; a page for an editor says so.
    pub fn said_of<T: Borrow<Table>>(&self, table: Option<&T>, shown: impl Into<Value>) -> Value {
        match self.marks.as_ref().zip(table) {
            Some((marks, table)) => marks.noted_table(table.borrow(), shown.into()),
            None => shown.into(),
        }
    }

    /// A value made of others, of which the first that is one of content counts; a page for an editor says so.
    pub fn made_of(&self, values: &[&Value], shown: impl Into<Value>) -> Value {
        match &self.marks {
            Some(marks) => marks.made_of(values, shown.into()),
            None => shown.into(),
        }
    }

    /// The picture made from this file; `None` if it can't be shown.
    pub fn picture(&self, file: &ImageFile) -> Option<&Picture> {
        self.pictures.get(file)
    }

    /// The context for Markdown of the content.
    pub fn text_context(&self) -> TextContext<'_> {
        TextContext::new(&self.site, &self.pictures)
    }
}
