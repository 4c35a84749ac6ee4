//! The functions of templates (`picture()`, `image_url()`, `asset()`, `fonts()`, `surface()`, `subscribe()`, `colon()`,
//! `comma()`, `booked()`) and the filters `url`, `host`, `urlencode`, `original`, `number`, `digits`, `line_breaks`,
//! `long_word`, `service` and `widget`.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use minijinja::{
    Environment, Error, State, Value, context, filters,
    value::{ArgType, Kwargs, ValueKind, from_args},
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;

use super::{contexts::entries::picked, foreign, long_word, refusal::refused, site::RenderSite};
use crate::{
    assets::{
        Cards, Picture,
        styles::{self, Background, SetStyles, StyleSet, Styles},
        widget_files,
    },
    formats::Formats,
    markdown::picture::{FULL_WIDTH, Look, PictureTag, Portrait},
    output::{Artifact, escape, html::Fragment},
    schema::{FocusPoint, decode::value::ImageFile},
    site::{BaseUrl, Site},
    widgets::{WidgetCode, WidgetPart},
};

/// The files with hashes in their names, to which templates refer by plain names.
#[derive(Clone, Debug)]
pub struct Assets {
    /// The path within the site by plain name, such as `styles/site.css`.
    pub assets: BTreeMap<String, String>,
    /// The paths of the fonts that every page needs at once.
    pub fonts: Vec<String>,
    /// The styles of pages, by the key of their set ([`styles::set_key`]).
    pub styles: BTreeMap<String, PageStyles>,
    /// The content security policy of all pages, as hosts send it.
    pub policy: String,
    /// The colours behind all pages.
    pub background: Background,
    /// Draws the pages' cards.
    pub cards: Option<Cards>,
}

/// The styles of pages with the same set of sections.
#[derive(Clone, Debug)]
pub struct PageStyles {
    /// The tags for the head.
    pub tags: Arc<Fragment>,
    /// The content security policy of these pages, for hosts that can't send it as a header.
    pub policy: Option<Arc<str>>,
}

impl PageStyles {
    fn new(base_sheet: Option<&str>, of_set: Option<&SetStyles>, site: &Site) -> Self {
        let base_tag = base_sheet.map(|name| style_tag(name, site));
        let tag_of_set = of_set.map(|styles| match styles {
            SetStyles::File(name) => style_tag(name, site),
            SetStyles::Inline(styles) => format!("<style>{}</style>", styles.css),
        });
        let tags: Vec<String> = base_tag.into_iter().chain(tag_of_set).collect();
        let inline: Vec<&str> = of_set.and_then(SetStyles::source).into_iter().collect();
        let policy = (!site.gym.settings.host().sends_policy()).then(|| site.policy(&inline).into());
        Self { tags: Fragment::new(tags.join("\n"), false), policy }
    }
}

impl Assets {
    /// The styles of pages with these sets, their fonts, and the graphics.
    pub fn new(
        site: &Site,
        styles: &Styles,
        sets: &BTreeSet<StyleSet>,
        graphics: &[(String, Artifact)],
        background: Background,
        cards: Option<Cards>,
    ) -> Self {
        // A stylesheet that can't be joined was reported; pages are still rendered, to report their mistakes.
        let base = ("styles/site.css".to_owned(), styles.base().map(style_path).unwrap_or_default());
        let graphics = graphics.iter().map(|(name, graphic)| (name.clone(), graphic.path.address()));
        let of_pages = sets
            .iter()
            .map(|set| (styles::set_key(set), PageStyles::new(styles.base(), styles.of_set(set), site)));
        let sources: BTreeSet<&str> = styles.of_sets().filter_map(SetStyles::source).collect();
        let inline: Vec<&str> = sources.into_iter().collect();
        Self {
            assets: graphics.chain([base]).collect(),
            fonts: styles.fonts(&site.gym.settings.language).into_iter().map(style_path).collect(),
            styles: of_pages.collect(),
            policy: site.policy_header(&inline),
            background,
            cards,
        }
    }
}

/// The tag that loads a stylesheet.
fn style_tag(name: &str, site: &Site) -> String {
    let href = site.address.root.href(&style_path(name));
    format!("<link rel=\"stylesheet\" href=\"{}\">", escape(&href))
}

/// The path within the site of a stylesheet or font.
fn style_path(name: &str) -> String {
    format!("/{}/{name}", styles::FOLDER)
}

/// The addresses at which programs subscribe to a calendar, whose path includes the base path. `webcal:` is for Apple's
/// programs, and Outlook on a computer. Returns none if the site has no base URL.
fn subscribe(calendar: &str, site: &RenderSite) -> Value {
    let Some(url) = site.address.base.url().join(calendar).ok().filter(|_| site.address.has_base_url) else {
        return ().into();
    };
    let apple = format!("webcal{}", url.as_str().trim_start_matches("http").trim_start_matches('s'));
    context! {
        google => format!("https://calendar.google.com/calendar/r?cid={}", encoded(&apple)),
        outlook => format!("https://outlook.live.com/calendar/0/addfromweb?url={}", encoded(url.as_str())),
        apple,
    }
}

/// The address at which a class, a row of the week or a plan is booked where `section` shows it: the one that it names itself,
/// else that of the section, else that of the whole gym. None if the section has no buttons, or there is nothing to book.
fn booked(shown: &Value, section: &Value, site: &RenderSite) -> Value {
    let field = |of: &Value, name: &str| of.get_attr(name).unwrap_or_default();
    let (place, url) = (field(section, "book"), field(shown, "join_url"));
    let has_buttons =
        section.is_true() && ![&place, &field(section, "with_join")].contains(&&Value::from(false));
    if !has_buttons || !url.is_true() {
        return ().into();
    }
    if !place.is_true() || field(shown, "is_booked_apart").is_true() {
        return url;
    }
    // A form shows what was pressed.
    let (form, picked) = (field(&place, "form"), picked(shown, site));
    let picked = picked.as_ref().map(|(kind, id)| (*kind, &**id));
    let form = form.as_str().and_then(|form| site.here_or_main(|site| site.form_path(form, picked)));
    form.map_or(place, Value::from)
}

/// Percent-encodes a text as a part of an address.
fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

pub(super) fn register(environment: &mut Environment<'_>, site: &Arc<RenderSite>, assets: &Arc<Assets>) {
    register_filters(environment, site);
    environment.add_function("subscribe", {
        let site = site.clone();
        move |calendar: &str| subscribe(calendar, &site)
    });
    environment.add_function("colon", {
        let site = site.clone();
        move || site.gym.formats.colon()
    });
    environment.add_function("comma", {
        let site = site.clone();
        move || site.gym.formats.comma()
    });
    environment.add_function("booked", {
        let site = site.clone();
        move |shown: Value, section: Value| booked(&shown, &section, &site)
    });
    environment.add_function("picture", {
        let site = site.clone();
        move |image: Value, options: Kwargs| picture(&image, &options, &site)
    });
    environment.add_function("image_url", {
        let site = site.clone();
        move |image: Value| {
            let picture = find(&image, &site)?;
            let url = picture.map(|picture| site.address.root.href(&picture.largest().path));
            Ok::<_, Error>(url.unwrap_or_default())
        }
    });
    environment.add_function("asset", {
        let (site, assets) = (site.clone(), assets.clone());
        move |name: &str| match assets.assets.get(name) {
            Some(path) => Ok(site.address.root.href(path)),
            None => Err(refused(format!("there is no asset \"{name}\""))),
        }
    });
    environment.add_function("surface", {
        let assets = assets.clone();
        move || {
            let Background { colours, scheme } = &assets.background;
            let mut colors = Vec::with_capacity(colours.len());
            for (colour, media) in colours {
                colors.push(context! { color => colour.as_str(), media });
            }
            context! { colors, scheme => *scheme }
        }
    });
    environment.add_function("fonts", {
        let (site, assets) = (site.clone(), assets.clone());
        move || assets.fonts.iter().map(|path| site.address.root.href(path)).collect::<Vec<_>>()
    });
}

/// A text in the words of the main language, if visitors choose it, and each text of a list.
fn original(text: Value, site: &RenderSite) -> Value {
    if let Some(text) = text.as_str() {
        return site.originals.of(&foreign::unmarked(text)).into();
    }
    match text.kind() {
        ValueKind::Seq => text.try_iter().into_iter().flatten().map(|text| original(text, site)).collect(),
        _ => text,
    }
}

fn register_filters(environment: &mut Environment<'_>, site: &Arc<RenderSite>) {
    environment.add_filter("url", {
        let site = site.clone();
        move |link: &str| site.href(link)
    });
    // The filter of Jinja.
    environment.add_filter("urlencode", |text: Cow<'_, str>| encoded(&foreign::unmarked(&text)));
    environment.add_filter("original", {
        let site = site.clone();
        move |text: Value| original(text, &site)
    });
    environment.add_filter("number", {
        let site = site.clone();
        move |state: &mut State<'_, '_>, number: Value| {
            check_defined(&number, state)?;
            written(&number, &site.gym.formats)
        }
    });
    environment.add_filter("digits", {
        let (site, numerals) = (site.clone(), site.gym.formats.numerals());
        move |text: Value| {
            if text.is_none() {
                return text;
            }
            site.made_of(&[&text], in_numerals(&text.to_string(), &numerals))
        }
    });
    environment.add_filter("line_breaks", {
        let site = site.clone();
        move |state: &mut State<'_, '_>, text: Value| {
            check_defined(&text, state)?;
            let Some(lines) = text.as_str().filter(|lines| lines.contains('\n') && !text.is_safe()) else {
                return Ok::<_, Error>(text);
            };
            let html = Value::from_safe_string(escape(lines).replace('\n', "<br>"));
            Ok(site.made_of(&[&text], html))
        }
    });
    if site.marks.is_some() {
        register_noting_filters(environment, site);
    }
    environment.add_filter("long_word", {
        let site = site.clone();
        move |text: Value, more_than: Option<usize>| {
            let names = &site.project.types.style_names;
            if text.is_none() {
                String::new()
            } else {
                long_word::class(&foreign::unmarked(&text.to_string()), more_than, names)
            }
        }
    });
    environment.add_filter("host", |url: &str| {
        Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
    });
    environment.add_filter("service", {
        let site = site.clone();
        move |code: &str| {
            let code = code_of(code, &site)?;
            let hosts = site.hosts_of(code);
            let url = match &code.page {
                Some(page) => Some(page.to_string()),
                None => hosts.first().map(|host| format!("https://{host}/")),
            };
            let hosts: Value = hosts.into_iter().map(Value::from).collect();
            Ok::<_, Error>(context! { hosts, url })
        }
    });
    environment.add_filter("widget", {
        let site = site.clone();
        move |state: &State<'_, '_>, code: Option<&str>, options: Kwargs| widget(state, code, &options, &site)
    });
}

/// Registers filters of the engine, which on a page for an editor note what is made of values.
fn register_noting_filters(environment: &mut Environment<'_>, site: &Arc<RenderSite>) {
    environment.add_filter("replace", {
        let site = site.clone();
        move |state: &mut State<'_, '_>, text: Value, old: Value, new: Value| {
            let arguments = [text.clone(), old, new.clone()];
            let (of, from, to) = from_args(&arguments)?;
            let replaced = filters::replace(state, of, from, to)?;
            Ok::<_, Error>(site.made_of(&[&text, &new], replaced))
        }
    });
}

/// The code in a field of content.
fn code_of<'s>(text: &str, site: &'s RenderSite) -> Result<&'s WidgetCode, Error> {
    let message = "this is no code of a service: its field in the type is { type = \"code\" }";
    site.widgets.get(text).ok_or_else(|| refused(message))
}

/// The template that asks visitors before a code loads.
const ASKING: &str = "partials/widget.html";

/// The HTML of a code, or of the question before it loads.
fn widget(
    state: &State<'_, '_>,
    text: Option<&str>,
    options: &Kwargs,
    site: &RenderSite,
) -> Result<Value, Error> {
    let asks = option::<Option<bool>>(options, "ask")?.flatten().unwrap_or_else(|| site.asks());
    options.assert_all_used()?;
    // Content leaves out the field.
    let Some(text) = text else { return Ok(Value::from("")) };
    let code = code_of(text, site)?;
    // The words of the question are in `[services]`.
    let can_ask = site.gym.settings.services.is_some();
    let html = if asks && can_ask && !site.hosts_of(code).is_empty() {
        let template = state.env().get_template(ASKING)?;
        template.render(context! { code => text, site => state.lookup("site") })?
    } else {
        code.parts.iter().map(|part| html_of(part, &site.address.root)).collect()
    };
    Ok(Value::from_safe_string(html))
}

fn html_of(part: &WidgetPart, root: &BaseUrl) -> String {
    match part {
        WidgetPart::Html(html) => html.clone(),
        WidgetPart::File(file) => root.href(&widget_files::path(file)),
    }
}

/// Fails if `value` is undefined, with the error of the engine's own filters, which names what is undefined.
pub(super) fn check_defined(value: &Value, state: &mut State<'_, '_>) -> Result<(), Error> {
    if value.is_undefined() {
        state.apply_filter("upper", std::slice::from_ref(value))?;
    }
    Ok(())
}

/// A number in the notation of the site's language; none for none.
fn written(number: &Value, formats: &Formats) -> Result<Value, Error> {
    if number.is_none() {
        return Ok(Value::from(()));
    }
    let machine = match number.kind() {
        ValueKind::Number if number.is_integer() => Some(number.to_string()),
        // Rust writes large numbers without an exponent.
        ValueKind::Number => Some(f64::try_from(number.clone())?.to_string()),
        _ => None,
    };
    let text = machine.and_then(|machine| formats.number(&machine));
    let text =
        text.ok_or_else(|| refused(format!("the filter `number` takes a number, and this is {number}")))?;
    Ok(text.into())
}

/// A text with its digits in these numerals, of which the first is zero.
pub(super) fn in_numerals(text: &str, numerals: &str) -> String {
    text.chars().map(|letter| in_numeral(letter, numerals).unwrap_or(letter)).collect()
}

/// The digit that a letter is in these numerals; `None` for any other letter.
fn in_numeral(letter: char, numerals: &str) -> Option<char> {
    numerals.chars().nth(usize::try_from(letter.to_digit(10)?).ok()?)
}

fn picture(image: &Value, options: &Kwargs, site: &RenderSite) -> Result<Value, Error> {
    // Content leaves out the field.
    if image.is_none() {
        return Ok(Value::from(""));
    }
    let own_alt = image.get_attr("alt")?;
    let focus = focus(image)?;
    let unmirrored = image.get_attr("mirror")? == Value::from(false);
    let is_whole = image.get_attr("whole")?.is_true();
    let Some(picture) = find(image, site)? else { return Ok(Value::from("")) };
    let sizes = sizes_of(picture, option(options, "sizes")?);
    let portrait = option::<Value>(options, "portrait")?.filter(|portrait| !portrait.is_none());
    let portrait = portrait.map(|portrait| find(&portrait, site)).transpose()?.flatten();
    let portrait_sizes = option(options, "portrait_sizes")?;
    let portrait = portrait.map(|portrait| (portrait, sizes_of(portrait, portrait_sizes)));
    let alt = option(options, "alt")?.or(own_alt.as_str()).unwrap_or_default();
    // The description is where an editor finds the picture.
    let alt = site.marks.as_ref().map_or(Cow::Borrowed(alt), |marks| marks.marked(image, alt).into());
    let look = Look {
        sizes: &sizes,
        alt: &alt,
        class: option(options, "class")?.unwrap_or_default(),
        focus,
        unmirrored,
        is_whole,
        labelled_by: option(options, "labelledby")?.unwrap_or_default(),
        portrait: portrait.as_ref().map(|(picture, sizes)| Portrait { picture, sizes }),
        first: option(options, "priority")?.unwrap_or(false),
    };
    options.assert_all_used()?;
    Ok(Value::from_safe_string(PictureTag { picture, base: &site.address.root, look }.to_string()))
}

/// An optional argument. Most calls leave it out, so its presence is checked before the lookup.
fn option<'o, T: ArgType<'o, Output = T>>(options: &'o Kwargs, key: &'o str) -> Result<Option<T>, Error> {
    if options.args().any(|given| given == key) { options.get(key) } else { Ok(None) }
}

/// The `sizes` attribute. The width of a picture that fills a height depends on its proportions.
fn sizes_of<'s>(picture: &Picture, sizes: Option<&'s str>) -> Cow<'s, str> {
    let sizes = sizes.unwrap_or(FULL_WIDTH);
    if memchr::memchr(b'{', sizes.as_bytes()).is_none() {
        return sizes.into();
    }
    let (width, height) = picture.size();
    let ratio = format!("{:.2}", f64::from(width) / f64::from(height.max(1)));
    sizes.replace("{ratio}", &ratio).into()
}

/// The point that stays in view where the picture is cropped; `None` if content names none.
fn focus(image: &Value) -> Result<Option<FocusPoint>, Error> {
    let point = image.get_attr("focus")?;
    if point.is_undefined() || point.is_none() {
        Ok(None)
    } else {
        Ok(Some(FocusPoint { x: coordinate(&point, "x")?, y: coordinate(&point, "y")? }))
    }
}

fn coordinate(point: &Value, key: &str) -> Result<u8, Error> {
    u8::try_from(point.get_attr(key)?)
}

/// A picture of the content. Returns `None` for one that can't be shown, which was reported.
fn find<'r>(image: &Value, site: &'r RenderSite) -> Result<Option<&'r Picture>, Error> {
    let named = image.get_attr("file").unwrap_or_default();
    let file = named.as_str().and_then(ImageFile::new).filter(|file| site.pictures.has(file));
    let file =
        file.ok_or_else(|| refused("this is no picture of the content; pictures are { file, alt }"))?;
    Ok(site.picture(&file))
}
