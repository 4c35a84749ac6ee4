//! `content/site.toml`: the gym, the looks of its site, and its host.

use std::sync::Arc;

use jiff::tz::TimeZone;
use phonelib::PhoneNumber;
use serde::Deserialize;
use url::Url;

use super::{
    closure::{DeclaredException, HoursException},
    hours::Hours,
    services::Services,
};
use crate::{
    diagnostic::Span,
    formats::{AddressParts, Currency},
    hosts::Host,
    schema::{
        Choice, Data, EntryRef, FromData, Name, PictureRef, Table, View, ViewKind,
        decode::{
            Spanned,
            value::{
                Colour, Country, Destination, FontFile, ImageFile, Language, Link, Phone, Text, WebUrl,
                Weekday,
            },
        },
    },
};

#[derive(Debug, View)]
pub struct Gym {
    pub name: Text,
    pub tagline: Option<Text>,
    pub description: Option<Text>,
    pub base_url: Option<Spanned<WebUrl>>,
    pub language: Language,
    #[view(key = "translation")]
    pub translations: Vec<FurtherLanguage>,
    first_day: Option<Weekday>,
    /// The time zone of its times and dates.
    pub time_zone: TimeZone,
    pub currency: Option<Text>,
    /// The code of that currency in ISO 4217, for search engines.
    pub currency_code: Option<Text>,
    pub phone: Option<Phone>,
    /// The number that answers on WhatsApp.
    pub whatsapp: Option<Phone>,
    /// The number that reads messages, if that isn't the phone's.
    pub sms: Option<Phone>,
    /// The place to book classes and plans that don't say it themselves.
    pub book: Option<Destination>,
    pub email: Option<Text>,
    address: Option<Address>,
    pub hours: Vec<Hours>,
    #[view(key = "closure")]
    closures: Vec<DeclaredException>,
    pub social: Vec<Social>,
    pub pay: Vec<WayToPay>,
    pub map: Option<Map>,
    colours: Option<Colours>,
    pub design: Design,
    pub contact: Contact,
    pub services: Option<Services>,
    pub accounts: Option<Accounts>,
    pub test_account: Option<TestAccountFields>,
    publish: Option<Publish>,
    pub foreign_words: Vec<ForeignWords>,
    #[view(key = "redirect")]
    pub redirects: Vec<Arc<Redirect>>,
    /// The logo, in the header and on cards.
    pub logo: Option<PictureRef>,
    /// The sign, for tabs of browsers and home screens of phones.
    pub icon: Option<Spanned<ImageFile>>,
    pub share: Option<Share>,
    /// The page that visitors without a network see, if the site is to be read without one.
    pub offline: Option<Offline>,
    /// The first statement of the file.
    #[view(span)]
    pub span: Span,
}

impl Gym {
    /// The text that search engines show of a page without a description.
    pub fn summary(&self) -> &str {
        self.description.as_ref().or(self.tagline.as_ref()).unwrap_or(&self.name).as_str()
    }

    /// The days of the week in the order in which they are shown.
    pub fn week(&self) -> [Weekday; 7] {
        self.first_day.unwrap_or_else(|| Weekday::first_of_week(&self.language)).week()
    }

    pub fn declared_url(&self) -> Option<&Url> {
        self.base_url.as_ref()?.value.url()
    }

    /// The code of the country of the gym's address, or else of its language, or of its phone number.
    pub fn country(&self) -> Option<&'static str> {
        let named = self.address().country.as_ref().and_then(|name| Country::find(name.as_str()).ok());
        let named = named.or_else(|| Country::named_in(self.language.as_str())).map(|country| country.code);
        named.or_else(|| Some(PhoneNumber::parse(self.phone.as_ref()?.as_str())?.country().code))
    }

    /// The currency of its prices.
    pub fn currency(&self) -> Currency<'_> {
        let [sign, code] = [&self.currency, &self.currency_code].map(|text| text.as_ref().map(Text::as_str));
        Currency { sign, code }
    }

    /// The parts of the gym's address that content has.
    pub fn address(&self) -> &Address {
        self.address.as_ref().unwrap_or(&Address::UNKNOWN)
    }

    pub fn colours(&self) -> &Colours {
        self.colours.as_ref().unwrap_or(&Colours::UNCHANGED)
    }

    /// When it stays closed although it would be open, in the order of the calendar.
    pub fn closures(&self) -> Vec<HoursException> {
        HoursException::sorted(&self.closures)
    }

    /// The origins whose pages may show those of the site in a frame.
    pub fn framed_by(&self) -> &[WebUrl] {
        self.publish.as_ref().map_or(&[], |publish| &publish.framed_by)
    }

    /// The value of `Strict-Transport-Security`. By default hosts that send all headers speak of the site's own host, as its
    /// subdomains may be on other servers; whether a shared host has HTTPS everywhere, its customer knows.
    pub fn hsts(&self) -> Option<&'static str> {
        let by_default = if self.host().sends_policy() { Hsts::Host } else { Hsts::Off };
        let declared = self.publish.as_ref().and_then(|publish| publish.hsts);
        declared.unwrap_or(by_default).header()
    }

    /// The address at which the site was published first, if that has changed.
    pub fn first_url(&self) -> Option<&Url> {
        self.publish.as_ref()?.first_base_url.as_ref()?.url()
    }

    /// Who serves the site.
    pub fn host(&self) -> &'static Host {
        self.publish.as_ref().map_or(Host::DEFAULT, |publish| publish.host)
    }

    /// The place that `gympress publish` brings the site to, as it is written.
    pub fn publish_to(&self) -> Option<&Spanned<Text>> {
        self.publish.as_ref()?.to.as_ref()
    }

    /// The table that names the host, or else the first statement of the file.
    pub fn host_span(&self) -> Span {
        self.publish.as_ref().map_or(self.span, |publish| publish.span)
    }
}

/// A further language of the site.
#[derive(Debug, View)]
pub struct FurtherLanguage {
    pub language: Spanned<Language>,
    #[view(key = "draft")]
    pub is_draft: Option<bool>,
    pub folder: Option<Spanned<Name>>,
}

#[derive(Debug, View)]
pub struct Address {
    pub street: Option<Text>,
    pub area: Option<Text>,
    pub city: Option<Text>,
    pub region: Option<Text>,
    pub postcode: Option<Text>,
    pub country: Option<Text>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
}

impl Address {
    /// The parts that visitors read.
    pub fn parts(&self) -> AddressParts<'_> {
        let [street, area, city] =
            [&self.street, &self.area, &self.city].map(|text| text.as_ref().map(Text::as_str));
        let [region, postcode, country] =
            [&self.region, &self.postcode, &self.country].map(|text| text.as_ref().map(Text::as_str));
        AddressParts { street, area, city, region, postcode, country }
    }

    const UNKNOWN: Self = Self {
        street: None,
        area: None,
        city: None,
        region: None,
        postcode: None,
        country: None,
        latitude: None,
        longitude: None,
    };
}

/// Words of another language in the texts.
#[derive(Debug, View)]
pub struct ForeignWords {
    pub language: Language,
    pub words: Vec<Text>,
    /// Names with one of the words in them.
    pub names: Vec<Text>,
}

#[derive(Debug, View)]
pub struct Social {
    pub network: Name,
    pub url: WebUrl,
    #[view(table)]
    pub table: Arc<Table>,
}

/// The name of a network, as people write it.
pub fn network_title(network: &str) -> &str {
    match network {
        "facebook" => "Facebook",
        "twitter" => "Twitter",
        "instagram" => "Instagram",
        "youtube" => "YouTube",
        "tiktok" => "TikTok",
        "x" => "X",
        "threads" => "Threads",
        "linkedin" => "LinkedIn",
        "telegram" => "Telegram",
        "bluesky" => "Bluesky",
        "google" => "Google",
        "strava" => "Strava",
        "whatsapp" => "WhatsApp",
        other => other,
    }
}

/// The icon of a network.
pub fn network_icon(network: &str) -> &str {
    match network {
        "twitter" => "x",
        other => other,
    }
}

/// A way to pay the gym.
#[derive(Debug, View)]
pub struct WayToPay {
    pub kind: PayKind,
    /// The word of that kind.
    #[view(key = "kind")]
    pub word: Name,
    /// The name, if not that of its kind.
    pub title: Option<Text>,
    pub number: Spanned<Text>,
    account: Option<Text>,
    branch: Option<Spanned<EntryRef>>,
    #[view(span)]
    pub span: Span,
}

/// The kinds whose numbers can be told from wrong ones, and all others.
#[derive(Choice, Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PayKind {
    MpesaTill,
    MpesaPaybill,
    Upi,
    Pix,
    Iban,
    /// The kind that is called as content says.
    Other,
    #[default]
    #[serde(other)]
    Unchecked,
}

impl WayToPay {
    /// The number without the gaps that help the eye.
    pub fn number(&self) -> String {
        self.number.value.as_str().chars().filter(|sign| !sign.is_whitespace()).collect()
    }

    /// True if one pays to the same account of one service at the same branch by both. Several services know people by one number
    /// or address.
    pub fn is_same(&self, other: &Self) -> bool {
        let is_one_service =
            self.word == other.word && (self.kind != PayKind::Other || self.title == other.title);
        let [own_branch, other_branch] =
            [self, other].map(|way| way.branch.as_ref().map(|branch| &branch.value.id));
        is_one_service
            && self.number() == other.number()
            && self.account == other.account
            && own_branch == other_branch
    }
}

#[derive(Debug, View)]
pub struct Map {
    pub embed: Spanned<WebUrl>,
    pub url: WebUrl,
}

#[derive(Debug, View)]
pub struct Colours {
    pub accent: Option<Spanned<Colour>>,
    /// The colour of errors.
    pub alert: Option<Colour>,
}

impl Colours {
    /// The colours of the stylesheets.
    const UNCHANGED: Self = Self { accent: None, alert: None };

    pub fn accent(&self) -> Option<&Colour> {
        self.accent.as_ref().map(|accent| &accent.value)
    }
}

#[derive(Debug, View)]
pub struct Contact {
    /// A service that takes posted forms; without one they open the visitor's mail program.
    pub endpoint: Option<Spanned<WebUrl>>,
    /// Fields that are sent with each message.
    pub hidden: Vec<HiddenField>,
    /// The name of the form that says none itself at the host, which takes what is posted to the site.
    pub netlify: Option<Text>,
    /// The name of the field that only robots fill.
    pub trap: Text,
    #[view(span)]
    pub span: Span,
}

#[derive(Debug, View)]
pub struct HiddenField {
    pub name: Text,
}

/// The hosted account service (Firebase Authentication and Cloud Firestore).
#[derive(Debug, View)]
pub struct Accounts {
    pub api_key: Text,
    pub project: Text,
}

#[derive(Debug, View)]
pub struct TestAccountFields {
    pub email: Text,
    pub password: Text,
}

#[derive(Debug, View)]
pub struct Share {
    pub image: PictureRef,
}

#[derive(Debug, View)]
pub struct Design {
    pub scheme: Scheme,
    /// The typeface of headings, by the name of its file in the theme.
    pub headings: Name,
    pub headings_file: Option<Spanned<FontFile>>,
    /// The size of its letters, in percent of the usual size of headings.
    pub headings_size: Option<u32>,
    /// The typeface of everything else, by the name of its file in the theme.
    pub text: Name,
    pub text_file: Option<Spanned<FontFile>>,
}

/// The colours of pages.
#[derive(Choice, Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scheme {
    /// Light text on dark surfaces: those of `templates/styles/colours.css`.
    #[default]
    Dark,
    /// Dark text on light surfaces.
    Light,
    /// The setting of the visitor's device.
    Auto,
}

/// The stylesheets that the choices of the table `[design]` of a gym add to the base sheet, in the order of its fields:
/// `corners = "round"` adds `styles/design/corners-round.css`. Those that don't exist add nothing.
pub fn design_sheets(gym: &Table) -> Vec<String> {
    let Some(Data::Table(design)) = gym.get("design").map(|design| &design.value) else { return Vec::new() };
    let words = design.iter().filter_map(|(name, value)| match &value.value {
        Data::Bool(is_on) => Some(format!("styles/design/{name}-{is_on}.css")),
        value => Some(format!("styles/design/{name}-{}.css", value.as_word()?)),
    });
    words.collect()
}

#[derive(Debug, View)]
pub struct Publish {
    #[view(span)]
    pub span: Span,
    pub host: &'static Host,
    /// The address at which the site was published first, by which readers of feeds know its entries.
    pub first_base_url: Option<WebUrl>,
    framed_by: Vec<WebUrl>,
    hsts: Option<Hsts>,
    to: Option<Spanned<Text>>,
}

/// The part of a domain that browsers visit by HTTPS only (`Strict-Transport-Security`).
#[derive(Choice, Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hsts {
    Off,
    #[default]
    Host,
    Subdomains,
    /// The domain and all its subdomains, and browsers may have it in the list that they are shipped with
    /// (<https://hstspreload.org>).
    Preload,
}

impl Hsts {
    fn header(self) -> Option<&'static str> {
        match self {
            Self::Off => None,
            Self::Host => Some("max-age=63072000"),
            Self::Subdomains => Some("max-age=63072000; includeSubDomains"),
            Self::Preload => Some("max-age=63072000; includeSubDomains; preload"),
        }
    }
}

impl FromData for &'static Host {
    const KIND: ViewKind = ViewKind::Text;

    fn from_data(data: Option<&Spanned<Data>>) -> Self {
        Host::named(&Name::from_data(data)).unwrap_or(Host::DEFAULT)
    }
}

impl Redirect {
    /// The old address up to its question mark.
    pub fn old_path(&self) -> &str {
        self.from.value.as_str().split('?').next().unwrap_or_default()
    }

    /// The folder whose other addresses it redirects: `/author/` for `/author/*`.
    pub fn folder(&self) -> Option<&str> {
        self.from.value.as_str().strip_suffix('*')
    }

    /// The query of the old address, behind its question mark.
    pub fn query(&self) -> Option<&str> {
        self.from.value.as_str().split_once('?').map(|(_, query)| query)
    }
}

/// An old address, and where it leads now.
#[derive(Clone, Debug, PartialEq, View)]
pub struct Redirect {
    pub from: Spanned<Text>,
    pub to: Spanned<Link>,
    /// The text for visitors where a host can't redirect by itself.
    pub text: Option<Text>,
}

/// The page that visitors without a network see in place of one that they never opened. With it, browsers keep the pages
/// that a visitor opens.
#[derive(Debug, View)]
pub struct Offline {
    pub title: Text,
    pub text: Text,
}
