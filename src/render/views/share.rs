//! The card of each page: which title and which picture stand on it.

use minijinja::{Value, context};

use super::{heading, term_title};
use crate::{
    assets::{Card, Cards, Picture, cards},
    render::reads::{PageLink, PageQuery, Reader},
    routes::Page,
    schema,
};

/// The card of a page. Returns `None` for a page that has none.
pub(super) fn card(page: &Page, reader: &Reader, cards: &Cards) -> Option<Card> {
    let picture = picture(page, reader)?;
    let own = picture.and_then(|picture| reader.picture(&picture.file).ok().flatten());
    let own = own.map(|picture| (picture, cards::Frame::Right));
    let shown = own.or_else(|| Some((of_site(reader)?, cards::Frame::Whole)));
    Some(cards.card(&title(page, reader), shown))
}

pub(super) fn view(page: &Page, reader: &Reader, cards: Option<&Cards>) -> Value {
    // Cards are named by full addresses.
    if !reader.is_placed() {
        return Value::from(());
    }
    let alt = format!("{}: {}", reader.gym_name(), title(page, reader));
    let shown = match cards {
        Some(cards) => card(page, reader, cards).map(|card| (card.path(), cards::SIZE)),
        // Without a font there are no words on it.
        None => of_site(reader).map(|picture| {
            let file = picture.largest();
            (file.path(), (file.width, file.height))
        }),
    };
    let Some((path, (width, height))) = shown else { return Value::from(()) };
    context! { url => reader.base().absolute(&path), width, height, alt }
}

/// The pages of a list have one title, and so one card.
fn title(page: &Page, reader: &Reader) -> String {
    match page {
        Page::File(place) if place.page.first_path() == "/" => {
            reader.gym_fields(&["tagline"]).tagline.as_ref().unwrap_or(&place.page.title).as_str().to_owned()
        }
        Page::File(place) if place.page.paged.is_some() => place.page.title.as_str().to_owned(),
        Page::Term(place) => term_title(place, reader),
        Page::Post(place) if !place.has_own_card => {
            let blog = reader.page(PageQuery::Paged("posts"));
            blog.map_or(reader.gym_name(), |page| page.title().as_str()).to_owned()
        }
        Page::File(_) | Page::Post(_) | Page::Entry(_) | Page::Offline(_) => heading(page, reader).0,
    }
}

fn of_site(reader: &Reader) -> Option<&Picture> {
    let share = reader.gym_fields(&["share"]).share.as_ref()?;
    reader.picture(&share.image.file).ok().flatten()
}

/// The page's own picture, or `Some(None)` if it's the one of the whole site; `None` for a page that has no card.
fn picture<'s>(page: &'s Page, reader: &'s Reader) -> Option<Option<&'s schema::Picture>> {
    Some(match page {
        Page::File(place) if !place.page.is_listed || place.page.first_path() == "/" => None,
        Page::File(place) => place.page.picture(),
        Page::Term(_) => reader.page(PageQuery::Paged("posts")).and_then(PageLink::picture),
        Page::Post(place) => place.post.entry.image.as_ref(),
        Page::Entry(place) => match place.entry.table.get("image").map(|image| &image.value) {
            Some(schema::Data::Picture(picture)) => Some(picture),
            _ => None,
        },
        Page::Offline(_) => return None,
    })
}
