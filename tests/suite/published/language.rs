//! A site in another language: its dates and times, and that every word that visitors meet is the content's.

use std::collections::{BTreeMap, BTreeSet};

use gympress::schema::{Kind, Scalar, Schema};
use toml::{Table, Value};

use super::site::{GYM, Project};

/// The same text with an accent on each letter, but for what is filled in and where links lead.
fn translated(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '(']) {
        let (before, from) = rest.split_at(at);
        let kept = match from.starts_with('{') || before.ends_with(']') {
            true => from.find(['}', ')']).map_or(from.len(), |end| end + 1),
            false => 1,
        };
        out.extend(before.chars().map(accented));
        out.push_str(&from[..kept]);
        rest = &from[kept..];
    }
    out.extend(rest.chars().map(accented));
    out
}

fn accented(letter: char) -> char {
    const LOWER: &[char] = &[
        'å', 'ƀ', 'ç', 'ð', 'é', 'ƒ', 'ğ', 'ħ', 'î', 'ĵ', 'ķ', 'ļ', 'ɱ', 'ñ', 'ö', 'þ', 'ɋ', 'ř', 'š', 'ţ',
        'û', 'ṽ', 'ŵ', 'ẋ', 'ý', 'ž',
    ];
    match letter {
        'a'..='z' => LOWER[letter as usize - 'a' as usize],
        'A'..='Z' => LOWER[letter as usize - 'A' as usize].to_uppercase().next().unwrap(),
        _ => letter,
    }
}

/// Keys of texts that are no words for people.
const NO_WORDS: [&str; 2] = ["password", "path"];

/// Translates what is declared as text.
fn translate(table: &mut Table, schema: &Schema) {
    for (key, value) in table.iter_mut() {
        let is_words = !(value.is_str() && NO_WORDS.contains(&key.as_str()));
        if let Some(field) = schema.field(key).filter(|_| is_words) {
            translate_value(value, &field.kind);
        }
    }
}

fn translate_value(value: &mut Value, kind: &Kind) {
    match (value, kind) {
        (Value::Array(values), kind) => values.iter_mut().for_each(|value| translate_value(value, kind)),
        (Value::String(text), Kind::Scalar(Scalar::Text | Scalar::Markdown)) => *text = translated(text),
        (Value::Table(table), Kind::Table(schema)) => translate(table, schema),
        (Value::Table(table), Kind::Variants(variants)) => {
            let of = table[&*variants.by].as_str();
            let (_, schema) = variants.of.iter().find(|(word, _)| of == Some(&**word)).unwrap();
            translate(table, schema);
        }
        (Value::Table(forms), Kind::Plural(_)) => {
            for (_, form) in forms.iter_mut() {
                if let Value::String(text) = form {
                    *text = translated(text);
                }
            }
        }
        (Value::Table(picture), Kind::Picture(_)) => {
            if let Some(Value::String(alt)) = picture.get_mut("alt") {
                *alt = translated(alt);
            }
        }
        _ => {}
    }
}

fn in_another_language() -> Project {
    let project = Project::new().rewrite(|text, schema| {
        let mut table: Table = text.parse().unwrap();
        translate(&mut table, schema);
        toml::to_string(&table).unwrap()
    });
    project.replace("content/site.toml", "language = \"en-KE\"", "language = \"sw-KE\"")
}

/// What visitors read of a page, or screen readers read out: texts, and attributes that are read out or shown
/// elsewhere.
fn words(page: &str) -> BTreeSet<String> {
    let mut shown = String::new();
    let mut rest = page;
    while let Some((text, from)) = rest.split_once('<') {
        shown.push_str(text);
        shown.push(' ');
        let (tag, after) = from.split_once('>').unwrap();
        for name in ["alt=\"", "aria-label=\"", "title=\"", "placeholder=\"", "content=\""] {
            let value = tag.split(&format!(" {name}")).nth(1).and_then(|value| value.split('"').next());
            let for_machines = [
                "http-equiv",
                "name=\"format-detection\"",
                "name=\"viewport\"",
                "name=\"referrer\"",
                "name=\"color-scheme\"",
                "og:locale",
            ];
            let is_read = !for_machines.iter().any(|machine| tag.contains(machine));
            shown.extend(value.filter(|_| is_read).into_iter().flat_map(|value| [value, " "]));
        }
        rest = match tag {
            tag if tag.starts_with("script") => after.split_once("</script>").unwrap().1,
            _ => after,
        };
    }
    let parts = shown.split(|c: char| c.is_whitespace()).filter(|part| !part.contains(['/', '@']));
    let words = parts.flat_map(|part| part.split(|c: char| !c.is_alphabetic()));
    words.filter(|word| word.len() > 1 && word.is_ascii()).map(str::to_owned).collect()
}

/// What dates and days are called, names of networks, and words that aren't for people.
const KNOWN: &str = "Barua pepe Jumatatu Jumanne Jumatano Alhamisi Ijumaa Jumamosi Jumapili \
    Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba \
    Facebook Twitter Instagram WhatsApp Apple Google Outlook Jiunge jashohouse example quot amp lt gt noindex summary large image dark website article karibu jasho jpg";

#[test]
fn every_word_is_the_contents() {
    let site = in_another_language().build(&[]);
    let known: BTreeSet<&str> = KNOWN.split_whitespace().collect();
    let (mut pages, mut unexpected) = (0, BTreeMap::new());
    for (path, page) in site.iter().filter(|(path, _)| path.ends_with(".html")) {
        assert!(page.contains("<html lang=\"sw-KE\""), "{path}");
        for word in words(page).into_iter().filter(|word| !known.contains(word.as_str())) {
            unexpected.insert(word, path);
        }
        pages += 1;
    }
    assert!(unexpected.is_empty(), "{unexpected:?}");
    assert!(pages > 30);
    let pages = GYM.iter().filter(|(path, _)| path.ends_with(".html"));
    let english: BTreeSet<String> = pages.take(40).flat_map(|(_, page)| words(page)).collect();
    assert!(english.len() > 500, "words are found where there are any");
}

/// The texts of a feed: all that isn't an address, a date or a name for machines.
fn of_feed(feed: &str) -> String {
    let document = roxmltree::Document::parse(feed).unwrap();
    let mut texts = Vec::new();
    for node in document.descendants() {
        match node.tag_name().name() {
            "id" | "updated" | "published" => {}
            // Markup of its own.
            "content" => texts.push(node.text().unwrap()),
            "category" => texts.push(node.attribute("label").unwrap()),
            _ => texts.extend(node.children().filter(|child| child.is_text()).filter_map(|text| text.text())),
        }
    }
    texts.join(" ")
}

/// The texts of a calendar: all lines but those that only programs read.
fn of_calendar(calendar: &str) -> String {
    const FOR_PROGRAMS: &str = "BEGIN END VERSION PRODID CALSCALE X-WR-TIMEZONE REFRESH-INTERVAL URL TZID TZNAME \
        TZOFFSETFROM TZOFFSETTO UID DTSTAMP DTSTART DTEND RRULE EXDATE GEO";
    let whole = calendar.replace("\r\n ", "");
    let lines = whole.split_terminator("\r\n").map(|line| line.split_once(':').unwrap());
    let is_read =
        |name: &str| !FOR_PROGRAMS.split_whitespace().any(|known| name.split(';').next() == Some(known));
    let texts = lines.filter(|(name, _)| is_read(name)).map(|(_, text)| text.replace("\\n", " "));
    texts.collect::<Vec<_>>().join(" ")
}

/// The texts of a web manifest: all but those whose values are given by its standard.
fn of_manifest(manifest: &str) -> String {
    const FOR_PROGRAMS: [&str; 8] =
        ["lang", "id", "start_url", "scope", "display", "background_color", "theme_color", "icons"];
    let manifest: serde_json::Map<String, serde_json::Value> = serde_json::from_str(manifest).unwrap();
    let read = manifest.iter().filter(|(key, _)| !FOR_PROGRAMS.contains(&key.as_str()));
    read.map(|(_, text)| text.as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

/// The texts that the search shows: what categories and tags are called, then titles and excerpts.
fn of_index(index: &[u8]) -> String {
    let index: serde_json::Value = serde_json::from_slice(index).unwrap();
    let documents = index["documents"].as_array().unwrap().iter().flat_map(|line| [&line[0], &line[2]]);
    let shown = index["terms"].as_array().unwrap().iter().chain(documents);
    shown.map(|text| text.as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_word_for_other_programs_is_the_contents() {
    let project = in_another_language();
    let site = project.build(&[]);
    let index = project.published("search.json");
    let of = |end: &str, texts: fn(&str) -> String| -> Vec<(String, String)> {
        let files = site.iter().filter(|(path, _)| path.ends_with(end));
        files.map(|(path, text)| (path.clone(), texts(text))).collect()
    };
    let kinds = [
        of("feed.xml", of_feed),
        of(".ics", of_calendar),
        of(".webmanifest", of_manifest),
        index.iter().map(|(path, bytes)| (path.clone(), of_index(bytes))).collect(),
    ];
    let known: BTreeSet<&str> = KNOWN.split_whitespace().collect();
    for (files, least) in kinds.iter().zip([2, 12, 1, 1]) {
        assert_eq!(files.len(), least);
        for (path, texts) in files {
            let unexpected: Vec<_> = words(&format!("{texts}<p>"))
                .into_iter()
                .filter(|word| !known.contains(word.as_str()))
                .collect();
            assert!(unexpected.is_empty(), "{path}: {unexpected:?}");
            assert!(texts.chars().filter(|letter| !letter.is_ascii()).count() > 20, "{path}: {texts}");
        }
    }
    // Of the gym of the tests, the same way of looking finds words.
    let found = [
        of_feed(&GYM["/blog/feed.xml"]),
        of_calendar(&GYM["/schedule.ics"]),
        of_manifest(&GYM["/site.webmanifest"]),
    ];
    assert!(found.iter().all(|texts| words(&format!("{texts}<p>")).len() > 15));
}

#[test]
fn dates_times_and_days_are_the_languages() {
    let site = in_another_language().build(&[]);
    let has = |path: &str, text: &str| assert!(site[path].contains(text), "{path}: {text}");
    has("/blog/index.html", ">11 Machi 2022<");
    has("/index.html", ">11/03/2022<");
    has("/schedule/monday/index.html", "09:00–10:00");
    has("/schedule/index.html", ">Jumatano<");
    has("/contact/index.html", "Jumatatu–Ijumaa");
    has("/contact/index.html", "07:00–21:00");
    has("/contact/index.html", ">Ijumaa 25, Desemba 2026<");
    has("/contact/index.html", ">Jumamosi 26, Desemba 2026<");
    has("/pricing/index.html", "42,000");
    has("/blog/feed.xml", "xml:lang=\"sw-KE\"");
    has("/site.webmanifest", "\"lang\":\"sw-KE\"");
    // Machines read the days of schema.org, and dates as everywhere.
    has("/index.html", "https://schema.org/Monday");
    has("/blog/index.html", "datetime=\"2022-03-11\"");
}

/// The name at the foot of each page is drawn in letters 82 high; a mask cuts off what its drawing has no room for.
#[test]
fn the_name_at_the_foot_has_room_for_what_is_above_and_below_its_letters() {
    let rooms = [
        ("Jasho House", "0 0 484 84"),
        ("Café", "0 -24 176 108"),
        ("ÇİĞDEM ŞPOR AÇIK", "0 -24 704 130"),
        ("Щит", "0 -24 132 130"),
    ];
    for (name, room) in rooms {
        let stated = format!("name = \"{name}\"");
        let site = Project::new().replace("content/site.toml", "name = \"Jasho House\"", &stated).build(&[]);
        let page = &site["/about/index.html"];
        let drawing = page.split("class=\"footer__wordmark\"").nth(1).unwrap().split('>').next().unwrap();
        assert!(drawing.contains(&format!("viewBox=\"{room}\"")), "{name}: {drawing}");
    }
}
