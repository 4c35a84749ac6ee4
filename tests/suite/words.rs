//! Words: each language of the theme has all of them, and no word that visitors meet is in a template, a component or the
//! program.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use gympress::{
    build,
    diagnostic::Diagnostics,
    schema::{Kind, Scalar, Schema},
    source::Sources,
};
use toml::{Table, Value};

use crate::{
    project::{NOW, Project},
    renamed::gym_with_all,
};

const LANGUAGES: [&str; 7] = ["en", "sw", "de", "fr", "es", "pt", "ar"];

fn theme() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/words"))
}

/// The form of a text with a number in it that stands for all numbers without one. Returns `None` for other tables.
fn other_form(table: &Table) -> Option<&str> {
    let is_form = |key: &String| ["zero", "one", "two", "few", "many", "other"].contains(&key.as_str());
    table.get("other").filter(|_| table.keys().all(is_form))?.as_str()
}

/// The words of a language that visitors read, each by its path. Addresses are those of the types, where a language has none.
fn words_of(language: &str) -> BTreeMap<String, String> {
    fn gather(table: &Table, path: &str, words: &mut BTreeMap<String, String>) {
        for (key, value) in table {
            let path = format!("{path}.{key}");
            match value {
                Value::Table(inner) => match other_form(inner) {
                    Some(form) => drop(words.insert(path, form.to_owned())),
                    None => gather(inner, &path, words),
                },
                value => drop(words.insert(path, value.as_str().unwrap().to_owned())),
            }
        }
    }
    let mut words = BTreeMap::new();
    let text = fs::read_to_string(theme().join(format!("{language}.toml"))).unwrap();
    gather(&text.parse().unwrap(), "", &mut words);
    words.retain(|path, _| !path.contains(".addresses."));
    words
}

/// What is filled in.
fn slots(word: &str) -> BTreeSet<&str> {
    word.split('{').skip(1).map(|rest| rest.split('}').next().unwrap()).collect()
}

#[test]
fn each_language_has_the_words_that_english_has_and_each_region_what_is_other_there() {
    let english = words_of("en");
    assert!(english.len() > 150, "{}", english.len());
    for file in fs::read_dir(theme()).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let tag = name.strip_suffix(".toml").unwrap();
        let words = words_of(tag);
        if let Some((code, _)) = tag.split_once('-') {
            let general = words_of(code);
            let is_other =
                |(key, word): (&String, &String)| general.get(key).is_some_and(|other| other != word);
            assert!(words.iter().all(is_other), "{tag}");
        } else {
            assert!(LANGUAGES.contains(&tag), "{tag}");
            assert_eq!(words.keys().collect::<Vec<_>>(), english.keys().collect::<Vec<_>>(), "{tag}");
        }
        let differing = words.iter().find(|(key, word)| slots(word) != slots(&english[*key]));
        assert_eq!(differing, None, "{tag}");
    }
}

#[test]
fn no_language_of_the_theme_lacks_words_and_all_words_are_those_of_types() {
    for language in LANGUAGES.into_iter().chain(["pt-PT", "de-AT", "ar-EG"]) {
        let project = Project::minimal();
        project.write("content/site.toml", format!("name = \"Ngome\"\nlanguage = \"{language}\"\n"));
        let contact = "title = \"Contact\"\ndescription = \"Write.\"\n\n[[section]]\ntype = \"contact\"\nheading = \"a\"\n";
        project.write("content/pages/contact.toml", contact);
        for file in fs::read_dir(theme()).unwrap().map(Result::unwrap) {
            // With a comment, so that it isn't what the theme says, and is judged as a project's.
            let text = fs::read_to_string(file.path()).unwrap() + "# ours\n";
            project.write(&format!("templates/words/{}", file.file_name().into_string().unwrap()), text);
        }
        let printed = project.run(&["check", "--format", "short", "--now", NOW]).exits(0).err;
        assert!(!printed.contains("words") && !printed.contains("missing-form"), "{language}: {printed}");
    }
}

/// The same text in letters that no program writes, but for what is filled in and where links lead.
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

/// Cyrillic in the place of Latin letters.
fn accented(letter: char) -> char {
    match letter {
        'a'..='z' => char::from_u32('а' as u32 + (letter as u32 - 'a' as u32)).unwrap(),
        'A'..='Z' => char::from_u32('А' as u32 + (letter as u32 - 'A' as u32)).unwrap(),
        _ => letter,
    }
}

/// Translates what is declared as text.
fn translate(table: &mut Table, schema: &Schema) {
    for (key, value) in table.iter_mut() {
        // Texts that are no words for people.
        let is_words = !(value.is_str() && ["password", "path"].contains(&key.as_str()));
        if let Some(field) = schema.field(key).filter(|_| is_words) {
            translate_value(value, &field.kind);
        }
    }
}

fn translate_value(value: &mut Value, kind: &Kind) {
    match (value, kind) {
        (Value::Array(values), kind) => values.iter_mut().for_each(|value| translate_value(value, kind)),
        (Value::String(text), kind) if kind.is_one_of(&[Scalar::TEXT, Scalar::MARKDOWN]) => {
            *text = translated(text)
        }
        (Value::Table(table), Kind::Table(schema)) => translate(table, schema),
        (Value::Table(table), Kind::Variants(variants)) => {
            let of = table[&*variants.by].as_str();
            let (_, schema) = variants.tables.iter().find(|(word, _)| of == Some(&**word)).unwrap();
            translate(table, schema);
        }
        (Value::Table(forms), Kind::Plural(_)) => {
            for (_, form) in forms.iter_mut() {
                translate_value(form, &Kind::Scalar(Scalar::TEXT));
            }
        }
        (Value::Table(picture), Kind::Picture(_)) => {
            if let Some(alt) = picture.get_mut("alt") {
                translate_value(alt, &Kind::Scalar(Scalar::TEXT));
            }
        }
        _ => {}
    }
}

/// What a gym may have besides: a notice, a season, a course, prices in tiers, ways to pay, films, stars, each kind of field, a
/// second level of the menu.
const MORE: [(&str, &str); 8] = [
    (
        "content/notice.toml",
        "[[notice]]\ntext = \"The showers are cold.\"\nkind = \"warning\"\nuntil = 2027-03-01\n\
         button = { title = \"Ask us\", to = \"/contact/\" }\n[[notice]]\ntext = \"We are hiring.\"\n",
    ),
    (
        "content/seasons/one-more.toml",
        "title = \"Winter\"\nfrom = 2027-01-04\nuntil = 2027-03-26\nannounce = 2026-01-01\n\
         note = \"Doors close at ten.\"\n[[weekly]]\nclass = \"yoga\"\ndays = [\"monday\", \"friday\"]\n\
         trainer = \"wanjiru-kamau\"\nstart = \"07:30\"\nend = \"08:30\"\nplaces = 12\nlevel = \"Beginners\"\n\
         audience = \"Women only\"\nlanguage = \"English\"\nroom = \"Studio\"\nnote = \"Bring a towel.\"\n\
         online = \"https://video.example/\"\n",
    ),
    (
        "content/events/course.toml",
        "title = \"Yoga for beginners\"\nsummary = \"Eight evenings.\"\nstart = 2027-01-12T18:00:00\n\
         end = 2027-01-12T19:00:00\ncourse = true\ntimes = 8\nleft_out = [2027-02-02]\nplaces = 12\nplaces_left = 1\n\
         waiting = \"form:every\"\nroom = \"Studio\"\nhosts = [\"wanjiru-kamau\"]\nprice = 100\nbook = \"mail:\"\n\
         text = \"From the mat up.\"\n[offer]\ntitle = \"Early bird\"\nprice = 80\nuntil = 2027-01-01\n",
    ),
    (
        "content/events/fight-night.toml",
        "title = \"Fight night\"\nsummary = \"Six bouts.\"\nstart = 2027-02-27T18:00:00\nsold_out = true\n\
         waiting = \"form:every\"\nprice = 800\ntext = \"Doors at five.\"\n[[date]]\nstart = 2027-03-06T18:00:00\n\
         moved_from = 2027-03-05T18:00:00\nnote = \"In the hall.\"\n[[date]]\nstart = 2027-03-13T18:00:00\n\
         cancelled = true\n[[rate]]\ntitle = \"Ringside\"\nprice = 3000\nsold_out = true\nnote = \"By the ropes.\"\n\
         [[rate]]\ntitle = \"Children\"\nprice = 0\nuntil = 2027-02-01\n",
    ),
    (
        "content/forms/every.toml",
        "title = \"Every kind\"\ntext = \"We answer soon.\"\n\
         [[field]]\nid = \"name\"\nlabel = \"Name\"\nhint = \"As friends call you\"\nplaceholder = \"Achieng\"\nrequired = true\n\
         [[field]]\nid = \"story\"\nkind = \"text\"\nlabel = \"Story\"\nrequired = true\n\
         [[field]]\nid = \"email\"\nkind = \"email\"\nlabel = \"Mail\"\nrequired = true\n\
         [[field]]\nid = \"phone\"\nkind = \"phone\"\nlabel = \"Number\"\nrequired = true\n\
         [[field]]\nid = \"age\"\nkind = \"number\"\nlabel = \"Age\"\nleast = 12\nrequired = true\n\
         [[field]]\nid = \"birthday\"\nkind = \"date\"\nlabel = \"Birthday\"\nrequired = true\n\
         [[field]]\nid = \"hour\"\nkind = \"choice\"\nlabel = \"When\"\noptions = [\"Morning\", \"Evening\"]\nrequired = true\n\
         [[field]]\nid = \"goal\"\nkind = \"choices\"\nlabel = \"Why\"\noptions = [\"Strength\", \"Breath\"]\nrequired = true\n\
         [[field]]\nid = \"class\"\nkind = \"class\"\nlabel = \"Class\"\nall = \"/classes/\"\n\
         [[field]]\nid = \"plan\"\nkind = \"plan\"\nlabel = \"Plan\"\n\
         [[field]]\nid = \"event\"\nkind = \"event\"\nlabel = \"Date\"\n\
         [[field]]\nid = \"consent\"\nkind = \"consent\"\nlabel = \"You may keep this.\"\n\
         link = { title = \"What we keep\", to = \"/about/\" }\nrequired = true\n",
    ),
    (
        "content/pages/every.toml",
        "title = \"Every kind\"\ndescription = \"All fields.\"\n[[section]]\ntype = \"form\"\nform = \"every\"\n\
         heading = \"Every kind\"\n",
    ),
    (
        "content/pages/films.toml",
        "title = \"Films\"\ndescription = \"To watch.\"\n[[section]]\ntype = \"hero\"\nheading = \"Films\"\n\
         image = { file = \"banner-gym-floor.jpg\", decorative = true }\nfilm = \"hero.mp4\"\n\
         [[section]]\ntype = \"video\"\ntitle = \"A morning\"\nfile = \"hero.mp4\"\ncaptions = \"hero.vtt\"\n\
         image = { file = \"class-cycling.jpg\", alt = \"Six people ride.\" }\n",
    ),
    ("content/films/hero.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nRow!\n"),
];

/// What stands at the end of files that are there.
const BEHIND: [(&str, &str); 4] = [
    (
        "content/site.toml",
        "[[pay]]\nkind = \"mpesa-till\"\nnumber = \"5123456\"\nname = \"House\"\nnote = \"Show the message.\"\n\
         [[pay]]\nkind = \"mpesa-paybill\"\nnumber = \"247247\"\naccount = \"14\"\n\
         [[pay]]\nkind = \"other\"\ntitle = \"At the desk\"\nnumber = \"14\"\n",
    ),
    ("content/quotes/kamau.toml", "stars = 5\nsource = \"Friends\"\nto = \"https://reviews.example/gym\"\n"),
    (
        "content/plans/one-month.toml",
        "joining_fee = 1000\nlowest = true\n[offer]\ntitle = \"New year\"\nprice = 3000\njoining_fee = 0\n\
         until = 2027-01-31\n[[rate]]\ntitle = \"Students\"\nprice = 3500\nnote = \"with a card\"\nuntil = 2027-06-30\n\
         [[rate]]\ntitle = \"Founders\"\nprice = 2900\nsold_out = true\n",
    ),
    (
        "content/schedule.toml",
        "[[extra]]\ndate = 2026-12-23\nclass = \"yoga\"\nstart = \"11:00\"\nend = \"12:00\"\n\
         [[cancelled]]\ndate = 2026-12-22\nclass = \"boxing\"\n[[saturday]]\nclass = \"cycling\"\nstart = \"10:00\"\n\
         end = \"11:00\"\nevery = 2\nfrom = 2027-04-03\n[[sunday]]\nclass = \"boxing\"\nstart = \"10:00\"\n\
         end = \"11:00\"\nweek_of_month = [1, -1]\n",
    ),
];

/// The gym of the tests with all of it.
fn gym_with_more() -> Project {
    let project = gym_with_all();
    for (path, text) in MORE {
        project.write(path, text);
    }
    for (path, text) in BEHIND {
        project.write(path, format!("{}\n{text}", project.read(path)));
    }
    project.write("content/films/hero.mp4", b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom");
    let below =
        "under = [{ title = \"Prices\", to = \"/pricing/\" }, { title = \"All\", to = \"/schedule/\" }]\n";
    project.replace("content/navigation.toml", "to = \"/about/\"\n", &format!("to = \"/about/\"\n{below}"));
    project
}

/// The words of the theme in that language, in the same letters.
fn translate_all(table: &mut Table) {
    for (key, value) in table.iter_mut() {
        match value {
            Value::String(text) => *text = translated(text),
            Value::Table(inner) if key != "addresses" => translate_all(inner),
            _ => {}
        }
    }
}

/// The same gym in letters of another script, in Swahili by its settings.
fn in_another_language() -> Project {
    let project = gym_with_more();
    let mut diagnostics = Diagnostics::default();
    let sources = Sources::load(project.root(), &mut diagnostics).unwrap();
    let types = build::load_types(&sources, &mut diagnostics);
    for (_, source) in sources.texts_below("content/") {
        if let Some((of, _)) = types.file_type(&source.path) {
            let mut table: Table = source.text.parse().unwrap();
            translate(&mut table, of.schema());
            project.write(&source.path, toml::to_string(&table).unwrap());
        }
    }
    project.replace("content/site.toml", "language = \"en-KE\"", "language = \"sw-KE\"");
    let mut words: Table = fs::read_to_string(theme().join("sw.toml")).unwrap().parse().unwrap();
    translate_all(&mut words);
    project.write("templates/words/sw.toml", toml::to_string(&words).unwrap());
    project
}

/// Attributes that are read out, shown elsewhere, or put in by a script.
const READ_OUT: [&str; 9] = [
    "alt",
    "aria-label",
    "title",
    "placeholder",
    "content",
    "label",
    "data-play",
    "data-stop",
    "data-copied",
];

/// Words in Latin letters that visitors read of a page, or screen readers read out: texts, and attributes that are read out
/// or shown elsewhere.
fn latin(page: &str) -> BTreeSet<String> {
    const FOR_MACHINES: [&str; 6] = [
        "http-equiv",
        "name=\"format-detection\"",
        "name=\"viewport\"",
        "name=\"referrer\"",
        "name=\"color-scheme\"",
        "og:locale",
    ];
    let mut shown = String::new();
    let mut rest = page;
    while let Some((text, from)) = rest.split_once('<') {
        shown.push_str(text);
        shown.push(' ');
        let (tag, after) = from.split_once('>').unwrap();
        let is_read = !FOR_MACHINES.iter().any(|machine| tag.contains(machine));
        for name in READ_OUT.into_iter().filter(|_| is_read) {
            let value = tag.split(&format!(" {name}=\"")).nth(1).and_then(|value| value.split('"').next());
            shown.extend([value.unwrap_or_default(), " "]);
        }
        let end = ["</script>", "</style>"]
            .into_iter()
            .find(|end| tag.split(' ').next() == end.get(2..end.len() - 1));
        rest = end.map_or(after, |end| after.split_once(end).unwrap().1);
    }
    shown.push_str(rest);
    let parts = shown.split(char::is_whitespace).filter(|part| !part.contains(['/', '@']));
    let words = parts.flat_map(|part| part.split(|c: char| !c.is_alphabetic()));
    words.filter(|word| word.len() > 1 && word.is_ascii()).map(str::to_owned).collect()
}

/// What dates and days are called, names of networks, and words that aren't for people.
const KNOWN: &str = "Barua pepe Jumatatu Jumanne Jumatano Alhamisi Ijumaa Jumamosi Jumapili \
    Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba \
    Facebook Twitter Instagram WhatsApp Apple Google Outlook Jiunge jashohouse example quot amp lt gt noindex summary \
    large image dark website article karibu jasho jpg calendly com";

/// The texts of a calendar: all lines but those that only programs read.
fn of_calendar(calendar: &str) -> String {
    const FOR_PROGRAMS: &str = "BEGIN END VERSION PRODID CALSCALE X-WR-TIMEZONE REFRESH-INTERVAL URL TZID TZNAME \
        TZOFFSETFROM TZOFFSETTO UID DTSTAMP DTSTART DTEND RRULE EXDATE GEO STATUS";
    let whole = calendar.replace("\r\n ", "").replace("\\n", " ");
    let lines = whole.split_terminator("\r\n").map(|line| line.split_once(':').unwrap());
    let is_read = |name: &str| !FOR_PROGRAMS.split(' ').any(|known| name.split(';').next() == Some(known));
    lines.filter(|(name, _)| is_read(name)).map(|(_, text)| format!("{text} ")).collect()
}

/// The texts of a feed.
fn of_feed(feed: &str) -> String {
    let document = roxmltree::Document::parse(feed).unwrap();
    let texts = document.descendants().map(|node| match node.tag_name().name() {
        "title" | "subtitle" | "name" | "summary" | "content" => node.text().unwrap_or_default(),
        "category" => node.attribute("label").unwrap_or_default(),
        _ => "",
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// The texts of JSON: the manifest's names, what the search shows.
fn of_json(text: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    let names = [&value["name"], &value["short_name"], &value["description"]];
    let documents = value["documents"].as_array().into_iter().flatten().flat_map(|line| [&line[0], &line[2]]);
    let shown = names.into_iter().chain(value["terms"].as_array().into_iter().flatten()).chain(documents);
    shown.filter_map(|text| text.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_word_for_visitors_and_for_other_programs_is_the_contents() {
    let gyms = [gym_with_more(), in_another_language()];
    let known: BTreeSet<&str> = KNOWN.split_whitespace().collect();
    let [english, other] = gyms.map(|gym| {
        let mut found: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for (path, bytes) in gym.build(&[]) {
            let text = String::from_utf8_lossy(&bytes);
            let (kind, read) = match path.rsplit('.').next() {
                Some("html") => ("pages", latin(&text)),
                Some("ics") => ("calendars", latin(&of_calendar(&text))),
                Some("xml") if path.contains("feed") => ("feeds", latin(&of_feed(&text))),
                Some("webmanifest" | "json") => ("data", latin(&of_json(&text))),
                _ => continue,
            };
            found.entry(kind).or_default().extend(read.into_iter().filter(|word| !known.contains(&**word)));
        }
        found
    });
    assert!(other.values().all(BTreeSet::is_empty), "{other:#?}");
    assert_eq!(english.len(), 4);
    assert!(english.values().all(|words| words.len() > 8) && english["pages"].len() > 250, "{english:?}");
}
