//! The card of each page, shown where its address is shared.

use minijinja::{Value, context};

use crate::{
    assets::{Card, Cards, Picture, cards},
    routes::{CardSubject, Page},
    templates::site::RenderSite,
};

/// The card with this title and picture.
pub(super) fn card(subject: &CardSubject, site: &RenderSite, cards: &Cards) -> Option<Card> {
    let own = own_picture(subject, site).map(|picture| (picture, cards::CardFrame::Right));
    let shown = own.or_else(|| Some((site_picture(site)?, cards::CardFrame::Whole)));
    Some(cards.card(&subject.title, shown))
}

fn own_picture<'s>(subject: &CardSubject, site: &'s RenderSite) -> Option<&'s Picture> {
    site.picture(subject.picture.as_ref()?)
}

pub(super) fn view(page: &Page, site: &RenderSite, cards: Option<&Cards>) -> Value {
    // Cards are named by absolute addresses.
    let Some(subject) = page.meta.card.as_ref().filter(|_| site.address.has_base_url) else {
        return Value::from(());
    };
    let alt = format!("{}{}{}", site.gym.settings.name.as_str(), site.gym.formats.colon(), subject.title);
    let shown = match cards {
        Some(cards) => card(subject, site, cards).map(|card| (card.path(), cards::SIZE)),
        // Without a font there are no words on the card.
        None => own_picture(subject, site).or_else(|| site_picture(site)).map(|picture| {
            let file = picture.largest();
            (file.path.to_string(), (file.width, file.height))
        }),
    };
    let Some((path, (width, height))) = shown else { return Value::from(()) };
    context! { url => site.address.root.absolute(&path), width, height, alt }
}

fn site_picture(site: &RenderSite) -> Option<&Picture> {
    let share = site.gym.settings.share.as_ref()?;
    site.picture(&share.image.file)
}
