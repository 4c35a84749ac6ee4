//! The site as pages show it: the content with its pictures, and the formats of its language.

use std::{fmt, ops::Deref, sync::Arc};

use crate::{
    assets::{Picture, Pictures},
    markdown::TextContext,
    schema::decode::value::ImageFile,
    site::Site,
};

/// A site with everything that views need.
pub(in crate::templates) struct RenderSite {
    site: Arc<Site>,
    pub pictures: Arc<Pictures>,
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
    pub fn new(site: &Arc<Site>, pictures: &Arc<Pictures>) -> Self {
        Self { site: site.clone(), pictures: pictures.clone() }
    }

    /// The site, as others know it.
    pub fn shared(&self) -> &Arc<Site> {
        &self.site
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
