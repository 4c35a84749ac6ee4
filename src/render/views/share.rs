//! The card of each page: which title and which picture stand on it.

use serde::Serialize;

use super::{heading, term_title};
use crate::{
    assets::{Card, Cards, Picture, Pictures, cards},
    content::parts,
    routes::Page,
    site::Site,
};

/// What a page says of its card.
#[derive(Serialize)]
pub(super) struct ShareView {
    url: String,
    width: u32,
    height: u32,
    alt: String,
}

/// The card of a page that people share; nothing for what only leads on, and for files that programs read.
pub(super) fn card(page: &Page, site: &Site, cards: &Cards, pictures: &Pictures) -> Option<Card> {
    let picture = picture(page, site)?;
    let own = picture.and_then(|picture| pictures.get(&picture.file).ok().flatten());
    let own = own.map(|picture| (picture, cards::Frame::Right));
    let shown = own.or_else(|| Some((of_site(site, pictures)?, cards::Frame::Whole)));
    Some(cards.card(&title(page, site), shown))
}

pub(super) fn view(
    page: &Page,
    site: &Site,
    cards: Option<&Cards>,
    pictures: &Pictures,
) -> Option<ShareView> {
    let alt = format!("{}: {}", site.gym.name.as_str(), title(page, site));
    match cards {
        Some(cards) => {
            let card = card(page, site, cards, pictures)?;
            let (width, height) = cards::SIZE;
            Some(ShareView { url: site.base.absolute(&card.path()), width, height, alt })
        }
        // Without a font there are no words on it.
        None => {
            let file = of_site(site, pictures)?.largest();
            let (width, height) = (file.width, file.height);
            Some(ShareView { url: site.base.absolute(&file.path()), width, height, alt })
        }
    }
}

/// The pages of a list have one title, and so one card.
fn title(page: &Page, site: &Site) -> String {
    match page {
        Page::Home => site.gym.tagline.as_str().to_owned(),
        Page::Blog(_) => site.blog_page.words.head.title.as_str().to_owned(),
        Page::GalleryPage(_) => site.gallery_page.words.head.title.as_str().to_owned(),
        Page::Term(place) => term_title(place, site),
        Page::Post(place) if !place.has_own_card => site.blog_page.words.head.title.as_str().to_owned(),
        _ => heading(page, site).0,
    }
}

fn of_site<'p>(site: &Site, pictures: &'p Pictures) -> Option<&'p Picture> {
    let share = site.gym.share.as_ref()?;
    pictures.get(&share.image.file).ok().flatten()
}

/// The page's own picture, or none if it's the one of the whole site; nothing for a page that has no card.
fn picture<'s>(page: &'s Page, site: &'s Site) -> Option<Option<&'s parts::Picture>> {
    Some(match page {
        Page::Home | Page::NotFound => None,
        Page::About => Some(&site.about.words.banner.image),
        Page::Classes => Some(&site.classes_page.words.banner.image),
        Page::Pricing => Some(&site.pricing.words.banner.image),
        Page::Contact => Some(&site.contact.words.banner.image),
        Page::Login => Some(&site.login.words.banner.image),
        Page::Signup => Some(&site.signup.words.banner.image),
        Page::Week | Page::Day(_) => Some(&site.schedule_page.words.banner.image),
        Page::GalleryPage(_) => Some(&site.gallery_page.words.banner.image),
        Page::Blog(_) | Page::Term(_) => Some(&site.blog_page.words.banner.image),
        Page::Post(place) => Some(&place.post.entry.image),
        Page::Gallery | Page::Offline | Page::Moved(_) | Page::Data(_) => return None,
    })
}
