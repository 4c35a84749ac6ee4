//! Feeds (Atom, RFC 4287): the newest entries of a collection or of a term.

use jiff::civil::DateTime;

use super::xml::Xml;
use crate::{
    assets::Pictures,
    content::{Entry, Redirect},
    markdown::{self, Medium, TextContext},
    routes::FeedOf,
    schema::{CollectionType, Data, DeclaredFile, Name, Role, decode::value::Link},
    site::{BaseUrl, EntryDate, Site, author, entry_text, entry_title, moment},
};

/// The most entries of a feed; readers that follow it have the older ones already.
const MOST_ENTRIES: usize = 20;

#[derive(Default)]
struct Feed<'s> {
    subtitle: Option<&'s str>,
    /// The path of the page with the same entries.
    page: Option<String>,
    /// Newest first.
    entries: Vec<FeedEntry<'s>>,
}

#[derive(Default)]
struct FeedEntry<'s> {
    title: String,
    id: String,
    /// The absolute address of its page.
    page: Option<String>,
    published: Option<DateTime>,
    updated: DateTime,
    /// `None` for the author of the feed.
    author: Option<&'s str>,
    /// Ids and titles of terms.
    categories: Vec<(&'s str, &'s str)>,
    summary: Option<String>,
    html: Option<String>,
}

/// The feed at `path`.
pub fn atom(subject: &FeedOf, path: &str, site: &Site, pictures: &Pictures) -> Vec<u8> {
    let reader = FeedReader { site, pictures, path };
    let Feed { subtitle, page, entries } = match subject {
        FeedOf::Entries(name) => {
            let page = site.listing_page(name).map(|page| page.first_path().into_owned());
            reader.feed(name, site.entries(name).iter(), page)
        }
        FeedOf::Term { collection, id } => site.term(collection, id).and_then(|term| {
            let page = term.path.as_deref().map(str::to_owned);
            reader.feed(&term.lists, site.entries_of_term(term, 0..usize::MAX), page)
        }),
    }
    .unwrap_or_default();
    let root = [("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", site.gym.settings.language.as_str())];
    let address = site.address.base.absolute(path);
    Xml::document("feed", &root, |xml| {
        xml.text("title", &[], &subject.title(site));
        if let Some(subtitle) = subtitle {
            xml.text("subtitle", &[], subtitle);
        }
        xml.text("id", &[], &home(site).absolute(path));
        link(xml, "self", "application/atom+xml", &address);
        if let Some(page) = page {
            link(xml, "alternate", "text/html", &site.address.base.absolute(&page));
        }
        let newest = entries.iter().map(|entry| entry.updated).max();
        xml.text("updated", &[], &moment(newest.unwrap_or_else(|| site.clock.today.datetime()), site));
        xml.element("author", &[], |xml| xml.text("name", &[], site.gym.settings.name.as_str()));
        for entry in entries {
            xml.element("entry", &[], |xml| {
                xml.text("title", &[], &entry.title);
                xml.text("id", &[], &entry.id);
                if let Some(page) = &entry.page {
                    link(xml, "alternate", "text/html", page);
                }
                if let Some(published) = entry.published {
                    xml.text("published", &[], &moment(published, site));
                }
                xml.text("updated", &[], &moment(entry.updated, site));
                if let Some(author) = entry.author {
                    xml.element("author", &[], |xml| xml.text("name", &[], author));
                }
                for (id, title) in entry.categories {
                    xml.empty("category", &[("term", id), ("label", title)]);
                }
                if let Some(summary) = entry.summary {
                    // Without a page, the feed has the whole entry.
                    match &entry.page {
                        Some(_) => xml.text("summary", &[], &summary),
                        None => xml.text("content", &[("type", "text")], &summary),
                    }
                }
                if let Some(html) = entry.html {
                    xml.text("content", &[("type", "html")], &html);
                }
            });
        }
    })
}

fn link(xml: &mut Xml, rel: &str, kind: &str, to: &str) {
    xml.empty("link", &[("rel", rel), ("type", kind), ("href", to)]);
}

/// Reads entries for the feed at a path.
#[derive(Clone, Copy)]
struct FeedReader<'s> {
    site: &'s Site,
    pictures: &'s Pictures,
    path: &'s str,
}

impl<'s> FeedReader<'s> {
    /// The feed of entries of a collection, whose type declares which field is which.
    fn feed(
        self,
        name: &Name,
        entries: impl Iterator<Item = &'s Entry>,
        page: Option<String>,
    ) -> Option<Feed<'s>> {
        let site = self.site;
        let declared = site.project.types.collections.get(name)?;
        let file = declared.feed.as_ref()?;
        let mut dated = Vec::new();
        for entry in entries {
            let date = EntryDate::new(&entry.table, file, "date").map(EntryDate::first_moment);
            dated.extend(date.map(|date| (date, entry)));
        }
        dated.sort_by(|(a, first), (b, second)| b.cmp(a).then_with(|| first.slug().cmp(second.slug())));
        dated.truncate(MOST_ENTRIES);
        let mut feed = Feed { subtitle: None, page, entries: Vec::new() };
        for (date, entry) in dated {
            feed.entries.push(self.entry(entry, date, declared, file));
        }
        if declared.role == Some(Role::Blog) {
            let list = site.blog_page();
            feed.subtitle =
                Some(list.map_or_else(|| site.gym.settings.summary(), |page| page.description.as_str()));
            feed.page.get_or_insert_with(|| "/".to_owned());
        }
        Some(feed)
    }

    fn entry(
        self,
        entry: &'s Entry,
        date: DateTime,
        declared: &'s CollectionType,
        file: &DeclaredFile,
    ) -> FeedEntry<'s> {
        let site = self.site;
        let page = site.entry_href(&declared.collection.name, entry);
        let page = page.map(|href| site.address.base.with_path(&href));
        let mut categories: Vec<(&str, &str)> = Vec::new();
        for (_, term) in site.terms_of(declared, entry) {
            if !categories.iter().any(|(id, _)| *id == &*term.id) {
                categories.push((&term.id, &term.title));
            }
        }
        let html = match file.field("html").and_then(|field| Some(&entry.table.get(field)?.value)) {
            Some(Data::Markdown(text)) => {
                let address = page.clone().unwrap_or_else(|| site.address.base.absolute("/"));
                let context = TextContext::new(site, self.pictures);
                Some(markdown::render(text, &context, Medium::Feed { page: &address }))
            }
            _ => None,
        };
        FeedEntry {
            title: entry_title(&entry.table, file, &declared.collection.name, site),
            id: match path_and_site(&declared.collection.name, entry, site) {
                Some((path, site)) => id(&path, site),
                None => format!("{}#{}", home(site).absolute(self.path), entry.id),
            },
            page,
            published: declared.dated.is_some().then_some(date),
            updated: declared.last_change(&entry.table).map_or(date, |changed| changed.max(date)),
            author: author(&entry.table, declared, site),
            categories,
            summary: Some(entry_text(&entry.table, file, "text").unwrap_or_default()),
            html,
        }
    }
}

/// The path of the page of an entry, with the edition that has it: this one, or else that in the main language.
fn path_and_site<'s>(collection: &str, entry: &Entry, site: &'s Site) -> Option<(String, &'s Site)> {
    let own = site.entry_path(collection, entry).map(|path| (path, site));
    own.or_else(|| {
        let original = site.original.as_deref()?;
        Some((original.page_of(collection, &entry.id)?, original))
    })
}

/// The id of the entry whose page is at `path`: its first address, by which readers know it. This is an address that
/// redirects to the page and has the form of such an address.
fn id(path: &str, site: &Site) -> String {
    let first = site.gym.settings.redirects.iter().find(|redirect| is_former_address(redirect, path));
    home(site).absolute(first.map_or(path, |redirect| redirect.from.value.as_str()))
}

/// True for a redirect to exactly the page at `path`, from an address with as many parts.
fn is_former_address(redirect: &Redirect, path: &str) -> bool {
    let from = redirect.from.value.as_str();
    let is_alike = from.matches('/').count() == path.matches('/').count() && from.ends_with('/');
    let to = &redirect.to.value;
    is_alike && matches!(to, Link::Internal { path: to, suffix } if **to == *path && suffix.is_empty())
}

/// The first address of the site that content declares: ids must stay the same wherever a preview is published.
fn home(site: &Site) -> BaseUrl {
    let declared =
        site.gym.settings.first_url().or_else(|| site.gym.settings.declared_url()).and_then(BaseUrl::new);
    let root = declared.unwrap_or_else(|| site.address.root.clone());
    site.project.types.folder.as_ref().map_or_else(|| root.clone(), |folder| root.below(folder))
}
