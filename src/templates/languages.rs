//! The languages of a site: the versions of each page, and which of them a reader is led to.

use std::sync::Arc;

use foldhash::HashMap;

use crate::{
    routes::{NOT_FOUND, Page, RouteKey, Routes, Subject, shows_same},
    schema::language_code,
    site::Site,
};

/// The site in all of its languages.
pub struct Languages {
    main: LanguageEdition,
    further: Vec<LanguageEdition>,
}

/// The site in one language, with its pages by what they are.
pub struct LanguageEdition {
    pub site: Arc<Site>,
    pub routes: Arc<Routes>,
    pages: HashMap<RouteKey, Arc<Page>>,
    pub words: Arc<LanguageWords>,
    /// The front page.
    home: Option<RouteKey>,
}

/// The name of a language.
#[derive(Debug)]
pub struct LanguageWords {
    /// Its name in itself.
    pub name: Arc<str>,
    pub tag: Arc<str>,
    /// The tag by which search engines know it: its code, unless two languages of the site share that.
    pub hreflang: Arc<str>,
    /// The language and country, as networks write them.
    pub locale: Arc<str>,
    pub direction: &'static str,
}

/// A version of a page in some language.
pub struct PageVersion<'l> {
    pub edition: &'l LanguageEdition,
    pub page: &'l Arc<Page>,
}

/// The version of a page that a reader is led to who chooses a language.
pub enum Switch<'l> {
    /// The page itself in that language.
    Version(PageVersion<'l>),
    /// The nearest page above it that is in that language.
    Above(PageVersion<'l>),
}

impl Languages {
    /// The languages of a site with these editions.
    pub fn new(main: (Arc<Site>, Arc<Routes>), further: Vec<(Arc<Site>, Arc<Routes>)>) -> Self {
        // A site with one language has no versions.
        let has_versions = !further.is_empty();
        let tags =
            std::iter::once(&main).chain(&further).map(|(site, _)| site.gym.settings.language.as_str());
        let codes: Vec<String> = tags.map(language_code).collect();
        let edition = |(site, routes)| LanguageEdition::new(site, routes, has_versions, &codes);
        Self { main: edition(main), further: further.into_iter().map(edition).collect() }
    }

    /// The site in its main language.
    pub fn main(&self) -> &LanguageEdition {
        &self.main
    }

    /// The site in its further languages.
    pub fn further(&self) -> &[LanguageEdition] {
        &self.further
    }

    /// The editions, the main one first.
    pub fn editions(&self) -> impl Iterator<Item = &LanguageEdition> {
        std::iter::once(&self.main).chain(&self.further)
    }

    /// The versions of a page that search engines may list, itself among them; none of one that is in one language alone.
    pub fn versions(&self, page: &Page, site: &Site) -> Vec<PageVersion<'_>> {
        if self.further.is_empty() || !page.meta.is_listed {
            return Vec::new();
        }
        let key = page.key();
        // Most pages of a large site are in one language.
        let mut others = self.editions().filter(|edition| !edition.is_of(site));
        if !others.any(|edition| edition.pages.contains_key(&key)) {
            return Vec::new();
        }
        let versions = self.editions().filter_map(|edition| {
            let other = edition.pages.get(&key)?;
            let is_version = other.meta.is_listed && shows_same((page, site), (other, &edition.site));
            is_version.then_some(PageVersion { edition, page: other })
        });
        let versions: Vec<_> = versions.collect();
        if versions.len() > 1 { versions } else { Vec::new() }
    }

    /// The versions of a page for search engines: each language with its address, and the main version for all others.
    pub fn alternates(&self, page: &Page, site: &Site) -> Vec<(String, String)> {
        let versions = self.versions(page, site);
        let main = versions.iter().find(|version| version.edition.site.original.is_none());
        let rest = main.map(|main| ("x-default".to_owned(), main.absolute()));
        let own =
            versions.iter().map(|version| (version.edition.words.hreflang.to_string(), version.absolute()));
        own.chain(rest).collect()
    }

    /// The page to which a reader is led who chooses the language of an edition.
    pub fn switch<'l>(&'l self, page: &Page, edition: &'l LanguageEdition) -> Option<Switch<'l>> {
        let is_error = matches!(page.subject, Subject::Offline) || &*page.address.path == NOT_FOUND;
        if let Some(page) = edition.pages.get(&page.key()).filter(|_| !is_error) {
            return Some(Switch::Version(PageVersion { edition, page }));
        }
        let first = Some(&page.kind.name).filter(|_| page.number() > 1);
        let parent = page.place.parent.as_ref().map(|parent| &parent.name);
        let keys = [first, parent].into_iter().flatten().map(|name| RouteKey::Page {
            name: name.clone(),
            day: None,
            number: 1,
        });
        let page = keys.filter_map(|key| edition.pages.get(&key)).next();
        let page = page.or_else(|| edition.pages.get(edition.home.as_ref()?))?;
        Some(Switch::Above(PageVersion { edition, page }))
    }
}

impl LanguageEdition {
    /// The site in a language; `codes` are those of all languages of the site.
    fn new(site: Arc<Site>, routes: Arc<Routes>, has_versions: bool, codes: &[String]) -> Self {
        let pages = routes.pages().filter(|_| has_versions).map(|page| (page.key(), page.clone())).collect();
        let home = site.pages.iter().find(|page| page.is_home());
        let home = home.map(|home| RouteKey::Page { name: home.name.clone(), day: None, number: 1 });
        let words = Arc::new(LanguageWords::new(&site, codes));
        Self { site, routes, pages, words, home }
    }

    fn is_of(&self, site: &Site) -> bool {
        std::ptr::eq(&*self.site, site)
    }
}

impl LanguageWords {
    fn new(site: &Site, codes: &[String]) -> Self {
        let language = &site.gym.settings.language;
        let tag = language.as_str();
        let code = language_code(tag);
        let is_shared = codes.iter().filter(|other| **other == code).count() > 1;
        // An extension, such as the numerals of `ar-u-nu-latn`, is no part of a language.
        let plain = tag.split("-u-").next().unwrap_or(tag);
        Self {
            name: site.name_of_language().into(),
            tag: tag.into(),
            hreflang: if is_shared { plain } else { &code }.into(),
            locale: site.locale().into(),
            direction: if language.is_right_to_left() { "rtl" } else { "ltr" },
        }
    }
}

impl PageVersion<'_> {
    /// The address under the base path.
    pub fn href(&self) -> String {
        self.edition.site.address.base.href(&self.page.address.path)
    }

    /// The absolute address.
    pub fn absolute(&self) -> String {
        self.edition.site.address.base.absolute(&self.page.address.path)
    }
}
