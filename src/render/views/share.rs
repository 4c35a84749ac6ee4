//! The card of each page: which title and which picture stand on it.

use minijinja::{Value, context};

use super::{heading, term_title};
use crate::{
    assets::{Card, Cards, Picture, cards},
    render::site::RenderSite,
    routes::Page,
    schema,
};

/// The card of a page. Returns `None` for a page that has none.
pub(super) fn card(page: &Page, site: &RenderSite, cards: &Cards) -> Option<Card> {
    let picture = picture(page, site)?;
    let own = picture.and_then(|picture| site.picture(&picture.file).ok().flatten());
    let own = own.map(|picture| (picture, cards::Frame::Right));
    let shown = own.or_else(|| Some((of_site(site)?, cards::Frame::Whole)));
    Some(cards.card(&title(page, site), shown))
}

pub(super) fn view(page: &Page, site: &RenderSite, cards: Option<&Cards>) -> Value {
    // Cards are named by full addresses.
    if !site.is_placed {
        return Value::from(());
    }
    let alt = format!("{}: {}", site.gym.name.as_str(), title(page, site));
    let shown = match cards {
        Some(cards) => card(page, site, cards).map(|card| (card.path(), cards::SIZE)),
        // Without a font there are no words on it.
        None => of_site(site).map(|picture| {
            let file = picture.largest();
            (file.path(), (file.width, file.height))
        }),
    };
    let Some((path, (width, height))) = shown else { return Value::from(()) };
    context! { url => site.base.absolute(&path), width, height, alt }
}

/// The pages of a list have one title, and so one card.
pub(super) fn title(page: &Page, site: &RenderSite) -> String {
    match page {
        Page::File(place) if place.page.first_path() == "/" => {
            site.gym.tagline.as_ref().unwrap_or(&place.page.title).as_str().to_owned()
        }
        Page::File(place) if place.page.paged.is_some() => place.page.title.as_str().to_owned(),
        Page::Term(place) => term_title(place, site),
        Page::Post(place) if !place.has_own_card => {
            let blog = site.paged("posts");
            blog.map_or(site.gym.name.as_str(), |page| page.title.as_str()).to_owned()
        }
        Page::File(_) | Page::Post(_) | Page::Entry(_) | Page::Offline(_) => heading(page, site).0,
    }
}

fn of_site(site: &RenderSite) -> Option<&Picture> {
    let share = site.gym.share.as_ref()?;
    site.picture(&share.image.file).ok().flatten()
}

/// The page's own picture, or `Some(None)` if it's the one of the whole site; `None` for a page that has no card.
fn picture<'s>(page: &'s Page, site: &'s RenderSite) -> Option<Option<&'s schema::Picture>> {
    Some(match page {
        Page::File(place) if !place.page.is_listed || place.page.first_path() == "/" => None,
        Page::File(place) => place.page.picture(),
        Page::Term(_) => site.paged("posts").and_then(|page| page.picture()),
        Page::Post(place) => place.post.entry.image.as_ref(),
        Page::Entry(place) => match place.entry.table.get("image").map(|image| &image.value) {
            Some(schema::Data::Picture(picture)) => Some(picture),
            _ => None,
        },
        Page::Offline(_) => return None,
    })
}
