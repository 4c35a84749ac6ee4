//! `content/site.toml`: the gym itself.

use std::sync::Arc;

use serde::Serialize;

use super::{
    budget::Budget,
    class::time_range,
    closure::{self, Closure},
    offline::Offline,
    parts::Picture,
    publish::{Publish, Redirect},
};
use crate::{
    decode::{
        Fields, Record,
        value::{
            Colour, CurrencyCode, Email, ImageFile, Language, Latitude, Longitude, Phone, Spanned, Text,
            Time, TimeRange, WebUrl, Weekday, Word, ZoneName,
        },
    },
    diagnostic::{Code, Diagnostic, Span},
};

/// The gym, and where its website lives.
#[derive(Clone, Debug)]
pub struct Gym {
    /// Its name.
    pub name: Text,
    /// Its promise.
    pub tagline: Text,
    /// What search engines show.
    pub description: Text,
    /// Where the site is published.
    pub base_url: Spanned<WebUrl>,
    /// The language of its texts.
    pub language: Language,
    /// The clock that times and dates are on.
    pub time_zone: ZoneName,
    /// What prices are in.
    pub currency: Text,
    /// The same, for search engines.
    pub currency_code: Option<CurrencyCode>,
    /// The front desk.
    pub phone: Phone,
    /// The front desk.
    pub email: Email,
    /// Where the gym is.
    pub address: Address,
    /// When it's open.
    pub hours: Vec<Hours>,
    /// When it stays closed nevertheless, in the order of the calendar.
    pub closures: Vec<Closure>,
    /// Its accounts elsewhere.
    pub social: Vec<Social>,
    /// The map of the contact page.
    pub map: Map,
    /// The two colours of the design that an editor may change.
    pub colours: Colours,
    /// Who receives the contact form.
    pub contact: Spanned<Contact>,
    /// The hosted account service.
    pub accounts: Option<Accounts>,
    /// Credentials that the sign-in page shows.
    pub test_account: Option<TestAccount>,
    /// How the site is published.
    pub publish: Publish,
    /// Old addresses.
    pub redirects: Vec<Arc<Redirect>>,
    /// Its sign, for tabs of browsers and home screens of phones.
    pub icon: Option<Spanned<ImageFile>>,
    /// How much its pages may weigh.
    pub budget: Budget,
    /// The picture of social cards.
    pub share: Option<Share>,
    /// What stands for pages without a network, if the site is to be read without one.
    pub offline: Option<Offline>,
    /// The first statement of the file.
    pub span: Span,
}

impl Record for Gym {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let span = fields.span();
        let name = fields.required("name", "The gym's name");
        let tagline = fields.required("tagline", "The gym's promise in a few words");
        let description = fields.required("description", "What search engines show of the site");
        let base_url = fields.required("base_url", "Where the site is published");
        let language = fields.required("language", "The language of the texts");
        let time_zone = fields.required("time_zone", "The clock that all times and dates are on");
        let currency = fields.required("currency", "What prices are in");
        let currency_code = fields.optional(
            "currency_code",
            "The currency's code in ISO 4217, with which search engines are told the prices",
        );
        let phone = fields.required("phone", "The front desk's phone number");
        let email = fields.required("email", "The front desk's email address");
        let icon = fields.optional(
            "icon",
            "The gym's sign: a square picture in content/images of 512 pixels or more, from which all icons are made",
        );
        let address = fields.table("address", "Where the gym is");
        let hours = fields.tables("hours", "Days with the same opening hours");
        let closures = fields.optional_tables("closure", "One or several days on which the gym stays closed");
        let closures = closure::in_order(closures, fields);
        let social = fields.optional_tables("social", "An account of the gym elsewhere");
        let map = fields.table("map", "The map of the contact page");
        let colours = fields.table("colours", "The colours of the design");
        let contact = read_contact(fields);
        let accounts = fields.optional_table("accounts", "The hosted service for visitors' accounts");
        let test_account = fields.optional_table("test_account", "Credentials that the sign-in page shows");
        let publish = fields.optional_table("publish", "How the site is published");
        let redirects =
            fields.optional_tables::<Redirect>("redirect", "An old address, and where it leads now");
        let budget = fields.optional_table("budget", "How many bytes a page may ask for");
        let share = fields.optional_table("share", "The picture of social cards");
        let offline = fields
            .optional_table("offline", "The page that stands for those not kept, while there is no network");
        Self {
            name,
            tagline,
            description,
            base_url,
            language,
            time_zone,
            currency,
            currency_code,
            phone,
            email,
            address,
            hours,
            closures,
            social,
            map,
            colours,
            contact,
            accounts,
            test_account,
            publish: publish.unwrap_or_default(),
            redirects: redirects.into_iter().map(Arc::new).collect(),
            icon,
            budget: budget.unwrap_or_default(),
            share,
            offline,
            span,
        }
    }
}

/// Without a table of its own, the file's first statement stands for it.
fn read_contact(fields: &mut Fields<'_, '_>) -> Spanned<Contact> {
    match fields.optional_table::<ContactTable>("contact", "Who receives the contact form") {
        Some(ContactTable(contact)) => contact,
        None => Spanned { value: Contact { endpoint: None }, span: fields.span() },
    }
}

/// Where the gym is.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the value of the key of its name")]
pub struct Address {
    pub street: Text,
    pub area: Text,
    pub city: Text,
    pub country: Text,
    pub latitude: Latitude,
    pub longitude: Longitude,
}

impl Record for Address {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let street = fields.required("street", "Street and number");
        let area = fields.required("area", "The part of the city");
        let city = fields.required("city", "The city");
        let country = fields.required("country", "The country");
        let latitude = fields.required("latitude", "Degrees north of the equator");
        let longitude = fields.required("longitude", "Degrees east of Greenwich");
        Self { street, area, city, country, latitude, longitude }
    }
}

/// Days with the same opening hours.
#[derive(Clone, Debug)]
pub struct Hours {
    /// The days.
    pub days: Vec<Spanned<Weekday>>,
    /// When the gym is open; nothing if it's closed.
    pub open: Option<TimeRange>,
}

impl Record for Hours {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let days = fields.list("days", "The days of the week");
        let closed = fields.optional::<bool>("closed", "true if the gym is closed on these days");
        let opens = fields.optional::<Spanned<Time>>("opens", "When the gym opens");
        let closes = fields.optional::<Spanned<Time>>("closes", "When the gym closes");
        fields.exactly_one(&["closed", "opens"]);
        fields.together(&["opens", "closes"]);
        report_contradiction(closed, fields);
        let open = match (opens, closes) {
            (Some(opens), Some(closes)) => Some(time_range(opens, closes, fields).value),
            _ if closed == Some(true) => None,
            // Unknown hours are no reason to call any class too early or too late.
            _ => Some(TimeRange::WHOLE_DAY),
        };
        Self { days, open }
    }
}

/// Reports days that are both closed and open, or neither.
fn report_contradiction(closed: Option<bool>, fields: &mut Fields<'_, '_>) {
    let message = match (fields.has("closed"), fields.has("opens"), fields.has("closes")) {
        (false, true, true) => return,
        (true, false, false) if closed != Some(false) => return,
        (true, false, false) | (false, false, false) => {
            "these days are neither closed nor do they have hours".to_owned()
        }
        (true, ..) => "a day can't be closed and have hours".to_owned(),
        (false, opens, _) => {
            let missing = if opens { "closes" } else { "opens" };
            format!("the key \"{missing}\" is missing")
        }
    };
    fields.report(
        Diagnostic::new(Code::MissingKey, fields.span(), message)
            .expected("either opens = \"07:00\" and closes = \"21:00\", or closed = true")
            .help("give both opens and closes, or closed = true"),
    );
}

/// An account of the gym elsewhere.
#[derive(Clone, Debug, Serialize)]
pub struct Social {
    /// Where.
    pub network: Network,
    /// Its address.
    pub url: WebUrl,
}

impl Record for Social {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let network = fields.required("network", "The network");
        let url = fields.required("url", "The address of the gym's page there");
        Self { network, url }
    }
}

/// A network that has an icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names explain themselves")]
pub enum Network {
    Facebook,
    Twitter,
    Instagram,
    Youtube,
    Tiktok,
    Whatsapp,
}

impl Network {
    /// As visitors read it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Facebook => "Facebook",
            Self::Twitter => "Twitter",
            Self::Instagram => "Instagram",
            Self::Youtube => "YouTube",
            Self::Tiktok => "TikTok",
            Self::Whatsapp => "WhatsApp",
        }
    }
}

impl Word for Network {
    const NOUN: &'static str = "a network that has an icon";
    const EXPECTED: &'static str = "a network, such as \"instagram\"";
    const EXAMPLE: &'static str = "\"instagram\"";
    const WORDS: &'static [(&'static str, Self)] = &[
        ("facebook", Self::Facebook),
        ("twitter", Self::Twitter),
        ("instagram", Self::Instagram),
        ("youtube", Self::Youtube),
        ("tiktok", Self::Tiktok),
        ("whatsapp", Self::Whatsapp),
    ];
}

/// The map of the contact page.
#[derive(Clone, Debug, Serialize)]
pub struct Map {
    /// What the frame shows.
    pub embed: WebUrl,
    /// Where the larger map is.
    pub url: WebUrl,
    /// What the map shows, for people who don't see it.
    pub title: Text,
}

impl Record for Map {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let embed = fields.required("embed", "The address that the frame shows");
        let url = fields.required("url", "The address of the larger map");
        let title = fields.required("title", "What the map shows, for people who don't see it");
        Self { embed, url, title }
    }
}

/// The colours that an editor may change.
#[derive(Clone, Debug, Serialize)]
pub struct Colours {
    /// Highlights.
    pub accent: Colour,
    /// Errors, and little else.
    pub alert: Colour,
}

impl Record for Colours {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let accent = fields.required("accent", "The colour of highlights");
        let alert = fields.required("alert", "The colour of errors");
        Self { accent, alert }
    }
}

/// Who receives the contact form.
#[derive(Clone, Debug)]
pub struct Contact {
    /// A service that takes posted forms; without one the form opens the visitor's mail program.
    pub endpoint: Option<WebUrl>,
}

struct ContactTable(Spanned<Contact>);

impl Record for ContactTable {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let endpoint = fields.optional("endpoint", "The address of a service that takes posted forms");
        // An endpoint that can't be read isn't missing.
        let span = if endpoint.is_none() && fields.has("endpoint") { Span::NOWHERE } else { fields.span() };
        Self(Spanned { value: Contact { endpoint }, span })
    }
}

/// The hosted account service (Firebase Authentication and Cloud Firestore).
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the text of the key of its name")]
pub struct Accounts {
    pub api_key: Text,
    pub project: Text,
    pub auth_domain: Text,
}

impl Record for Accounts {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let api_key = fields.required("api_key", "The web API key of the project; it is no secret");
        let project = fields.required("project", "The id of the project");
        let auth_domain = fields.required("auth_domain", "The project's domain for authentication");
        Self { api_key, project, auth_domain }
    }
}

/// Credentials that the sign-in page shows.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the value of the key of its name")]
pub struct TestAccount {
    pub email: Email,
    pub password: Text,
}

impl Record for TestAccount {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let email = fields.required("email", "The address to sign in with");
        let password = fields.required("password", "The password, shown to everybody");
        Self { email, password }
    }
}

/// The picture of social cards.
#[derive(Clone, Debug)]
pub struct Share {
    /// The picture.
    pub image: Picture,
}

impl Record for Share {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let image = fields.table("image", "The picture, 1200 by 630 or larger");
        Self { image }
    }
}
