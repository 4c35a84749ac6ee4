//! Pictures of every kind, from `content/images` to the files that browsers choose from.

mod photos;

use std::{
    cell::RefCell,
    collections::BTreeMap,
    fs,
    sync::{Arc, Mutex},
    time::Duration,
};

use gympress::{
    build::{BuildContext, prepare},
    diagnostic::Diagnostics,
    source::Sources,
};
use gympress_pixels::{Encoding, Pixels};

use self::photos::{BLUE, RED, close, colour, seen};
use crate::project::{INDEX, Project, Run, SITE, files_below, repository, run, settings};

const CACHE: &str = ".gympress/cache/images";

/// A site with these pictures in its gallery, and a sign, without a cache.
struct Gallery(Project);

impl Gallery {
    fn new(pictures: &[(&str, &[u8])]) -> Self {
        let project = Project::minimal();
        fs::remove_file(project.path(".gympress/cache")).unwrap();
        crate::copy::bundles(project.root());
        project.write("content/site.toml", format!("{SITE}icon = \"icon.png\"\n"));
        project.write("content/images/icon.png", photos::cutout(512, 512));
        let mut list = String::new();
        for (id, (name, bytes)) in (1..).zip(pictures) {
            project.write(&format!("content/images/{name}"), bytes);
            list += &format!("[[image]]\nid = {id}\nfile = \"{name}\"\nalt = \"A room\"\n\n");
        }
        project.write("content/gallery.toml", list);
        let example = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sections/gallery.toml");
        let section = fs::read_to_string(example).unwrap().replace("size = 8", "size = 20");
        project.write("content/pages/index.toml", format!("{INDEX}\n{section}"));
        Self(project)
    }

    fn run(&self, command: &str, threads: &str) -> Run {
        self.0.run_alone(&[command], &[("RAYON_NUM_THREADS", threads)])
    }

    /// Every published picture, by its name.
    fn build(&self) -> BTreeMap<String, Vec<u8>> {
        self.run("build", "2").exits(0);
        files_below(&self.0.path("dist/images"))
    }

    fn cached(&self) -> BTreeMap<String, Vec<u8>> {
        files_below(&self.0.path(CACHE))
    }
}

/// The pictures of the source called `stem`: width and bytes of each with this extension, ascending.
fn widths(published: &BTreeMap<String, Vec<u8>>, stem: &str, extension: &str) -> BTreeMap<u32, Vec<u8>> {
    let width = |name: &str| {
        let rest = name.strip_prefix(stem)?.strip_prefix('-')?.strip_suffix(extension)?.strip_suffix('.')?;
        rest.rsplit_once('-')?.1.parse().ok()
    };
    published.iter().filter_map(|(name, bytes)| Some((width(name)?, bytes.clone()))).collect()
}

fn largest(published: &BTreeMap<String, Vec<u8>>, stem: &str) -> Vec<u8> {
    widths(published, stem, "webp").pop_last().unwrap_or_else(|| panic!("there is no picture of {stem}")).1
}

/// Browsers that block advertisements load no picture with such a name, though it is one of the gym's.
#[test]
fn published_names_have_no_words_that_browsers_block() {
    let photo = |level: u8| photos::cutout(40 + u32::from(level), 40);
    let names = [
        "ad-banner-728x90.png",
        "Ads.png",
        "sponsored_run.png",
        "pop-up.png",
        "Sommer-Werbung.png",
        "promo 300x250.png",
        "tracking.png",
        "boxer-adults.png",
    ];
    let pictures: Vec<Vec<u8>> = (0..).map(photo).take(names.len()).collect();
    let gallery: Vec<(&str, &[u8])> = names.into_iter().zip(pictures.iter().map(Vec::as_slice)).collect();
    let published = Gallery::new(&gallery).build();
    let stems = |name: &String| name.rsplit_once('-').map(|(stem, _)| stem.to_owned());
    let stems: std::collections::BTreeSet<String> = published.keys().filter_map(stems).collect();
    assert_eq!(stems.iter().filter(|stem| stem.starts_with("file-")).count(), names.len() - 1, "{stems:?}");
    assert!(stems.iter().any(|stem| stem.starts_with("boxer-adults-")), "{stems:?}");
}

/// The feature `asm`, with which this runs at night, changes how long that takes, and nothing else.
#[test]
fn avif_files_have_the_same_bytes_with_and_without_the_assembly_of_their_encoder() {
    let picture = Pixels::decode(&photos::detailed(480, 320)).unwrap();
    let file = picture.encode(Encoding::Avif).unwrap();
    assert_eq!(
        blake3::hash(&file).to_hex().as_str(),
        "f47d91128d2397f89049b2f440b08c22dec1b61dfab9a2cb36289791c85662d7"
    );
}

#[test]
fn every_kind_of_source_comes_out_right() {
    let gallery = Gallery::new(&[
        ("cmyk.jpg", &photos::cmyk(400, 300)),
        ("ycck.jpg", &photos::ycck(400, 300)),
        ("grey.jpg", &photos::grey(400, 300)),
        ("deep.jpg", &photos::sixteen_bits(400, 300)),
        ("deepgrey.jpg", &photos::grey_sixteen_bits(400, 300)),
        ("webp.jpg", &photos::webp(400, 300)),
        ("held.jpg", &photos::held(400, 300, 6)),
        ("wide.jpg", &photos::wide_gamut(400, 300)),
        ("cutout.png", &photos::cutout(400, 600)),
    ]);
    let published = gallery.build();
    for stem in ["cmyk", "ycck", "deep", "webp"] {
        let (size, [left, right]) = seen(&largest(&published, stem));
        assert_eq!(size, (400, 300), "{stem}");
        assert!(close(left, RED) && close(right, BLUE), "{stem}: {left:?} {right:?}");
    }
    for stem in ["grey", "deepgrey"] {
        let (_, [left, ..]) = seen(&largest(&published, stem));
        assert!(close(left, [200; 3]), "{stem}: {left:?}");
    }
    let (_, [[red, green, _], ..]) = seen(&largest(&published, "wide"));
    assert!(red < 30 && green > 210, "{red} {green}");
    let image = Pixels::decode(&largest(&published, "cutout")).unwrap();
    assert_eq!([50, 350].map(|x| image.pixel(x, 300).unwrap()[3]), [0, 255]);
    for (name, bytes) in published {
        for trace in ["Exif", "ICC", "36.8219"] {
            let found = bytes.windows(trace.len()).any(|window| window == trace.as_bytes());
            assert!(!found, "{name} says {trace}");
        }
    }
}

#[test]
fn inks_and_greys_look_as_their_profiles_say() {
    for colours in [jpeg_encoder::ColorType::Cmyk, jpeg_encoder::ColorType::CmykAsYcck] {
        let (size, [left, right]) = seen(&photos::green_press(60, 40, colours));
        assert_eq!(size, (60, 40));
        assert!(close(left, [0, 128, 0]) && close(right, [255; 3]), "{colours:?}: {left:?} {right:?}");
    }
    for file in photos::linear_grey(60, 40) {
        let (_, [left, right]) = seen(&file);
        assert!(close(left, [188; 3]) && left == right, "{left:?}");
    }
}

#[test]
fn photos_are_upright_however_the_phone_was_held() {
    // Where the first pixel that is stored belongs, as EXIF has it for its numbers 1 to 8.
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0), (1, 0), (1, 1), (0, 1)];
    let files: Vec<(String, Vec<u8>)> =
        (1..=8).map(|how| (format!("held-{how}.jpg"), photos::held(400, 300, how))).collect();
    let pictures: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
    let published = Gallery::new(&pictures).build();
    for (how, corner) in (1..).zip(corners) {
        let image = Pixels::decode(&largest(&published, &format!("held-{how}"))).unwrap();
        let (width, height) = image.size();
        assert_eq!((width, height), if how < 5 { (400, 300) } else { (300, 400) }, "{how}");
        for at in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let pixel = colour(&image, width / 4 + at.0 * width / 2, height / 4 + at.1 * height / 2);
            assert!(close(pixel, if at == corner { RED } else { BLUE }), "{how}: {pixel:?} at {at:?}");
        }
    }
}

#[test]
fn an_album_is_in_the_order_in_which_two_cameras_took_its_pictures() {
    let project = Project::minimal();
    let album = "title = \"Day\"\norder = \"time\"\nallow = [\"missing-alt-in-folder\"]\n";
    project.write("content/albums/day.toml", album);
    let photos = [
        ("IMG_2.jpg", photos::taken("2026:10:31 20:15:03", true)),
        ("DSC_1.jpg", photos::taken("2026:10:31 21:00:00", false)),
        ("DSC_2.jpg", photos::taken("2026:10:31 19:00:00", false)),
        ("IMG_10.jpg", photos::taken("2026:10:31 20:15:03", true)),
        ("A_clock.jpg", photos::taken("0000:00:00 00:00:00", true)),
        ("A_10.jpg", photos::plain(60, 40)),
        ("A_9.jpg", photos::plain(60, 40)),
    ];
    for (name, bytes) in photos {
        project.write(&format!("content/images/day/{name}"), bytes);
    }
    project.run(&["build"]).exits(0);
    let page = fs::read_to_string(project.path("dist/gallery/day/index.html")).unwrap();
    let links = page.split("href=\"/images/").skip(1);
    let names: Vec<&str> = links.filter_map(|link| link.split('"').next()).collect();
    let order = ["dsc-2", "img-2", "img-10", "dsc-1", "a-9", "a-10", "a-clock"];
    assert_eq!(names.len(), order.len(), "{page}");
    for (name, expected) in names.iter().zip(order) {
        assert!(name.starts_with(&format!("{expected}-")), "{names:?}");
    }
}

#[test]
fn a_picture_without_its_last_byte_is_damaged() {
    let (photo, cutout, webp) = (photos::plain(90, 90), photos::cutout(90, 90), photos::webp(90, 90));
    let whole = [("a.jpg", &photo[..]), ("b.png", &cutout), ("c.jpg", &webp)];
    Gallery::new(&whole).run("check", "2").exits(0);
    let mut cut = whole.map(|(name, bytes)| (name, &bytes[..bytes.len() - 1])).to_vec();
    cut.extend([("none.jpg", &b"no picture at all"[..]), ("empty.jpg", b""), ("lfs.jpg", LFS)]);
    let gallery = Gallery::new(&cut);
    let report = gallery.run("check", "2").exits(1).err;
    assert_eq!(gallery.run("check", "1").err, report);
    for (name, _) in whole {
        assert!(report.contains(&format!("{name} is damaged")), "{name}: {report}");
    }
    for wrong in [
        "none.jpg can't be read as a picture",
        "empty.jpg is empty",
        "lfs.jpg is only Git LFS's note",
        "git lfs pull",
    ] {
        assert!(report.contains(wrong), "{wrong}: {report}");
    }
}

/// What Git leaves in the place of a large file.
const LFS: &[u8] = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n";

#[test]
fn the_cache_is_used_never_trusted_and_holds_what_is_needed() {
    let gallery = Gallery::new(&[("a.jpg", &photos::plain(500, 300)), ("b.jpg", &photos::webp(700, 900))]);
    gallery.run("check", "2").exits(0);
    assert!(!gallery.0.path(CACHE).exists(), "a check encodes nothing");
    let published = gallery.build();
    let cached = gallery.cached();
    assert!(published.len() > 10 && cached.len() > 5);
    let times = || -> Vec<_> {
        cached
            .keys()
            .map(|name| fs::metadata(gallery.0.path(CACHE).join(name)).unwrap().modified().unwrap())
            .collect()
    };
    let before = times();
    fs::remove_dir_all(gallery.0.path("dist")).unwrap();
    assert_eq!((gallery.build(), times()), (published.clone(), before));

    for (number, (name, bytes)) in cached.iter().enumerate() {
        let damaged = match number % 3 {
            0 => Vec::new(),
            1 => bytes[..bytes.len() - 1].to_vec(),
            _ => bytes.iter().map(|byte| byte ^ 1).collect(),
        };
        fs::write(gallery.0.path(CACHE).join(name), damaged).unwrap();
    }
    // A build that has nothing to publish encodes none of them.
    fs::remove_dir_all(gallery.0.path("dist")).unwrap();
    assert_eq!((gallery.build(), gallery.cached()), (published.clone(), cached.clone()));

    fs::remove_dir_all(gallery.0.path("dist")).unwrap();
    fs::remove_dir_all(gallery.0.path(CACHE)).unwrap();
    gallery.run("build", "1").exits(0);
    assert_eq!(files_below(&gallery.0.path("dist/images")), published, "on one thread as on two");

    gallery.0.write("content/images/a.jpg", photos::cmyk(500, 300));
    gallery.build();
    let after = gallery.cached();
    assert_eq!(cached.len(), after.len());
    assert!(cached.keys().any(|name| !after.contains_key(name)), "what isn't needed any more is gone");
}

#[test]
fn the_progress_of_encoding_says_how_long_the_rest_takes() {
    let [wide, high] = [photos::plain(1000, 600), photos::plain(600, 1000)];
    // The first two are published under one name.
    let gallery = Gallery::new(&[("ad.jpg", &wide), ("ads.jpg", &wide), ("b.jpg", &high)]);
    let (mut diagnostics, root) = (Diagnostics::default(), gallery.0.root());
    let sources = Arc::new(Sources::load(root, &mut diagnostics).unwrap());
    let context = BuildContext::new(root, vec![repository().to_owned()]);
    let snapshot = prepare(&sources, &settings(), &context, &mut diagnostics).unwrap().unwrap();
    let site = snapshot.build(&context, &mut diagnostics, |_| Ok(())).unwrap();
    let steps = Mutex::new(Vec::new());
    let encoded = site.encode(&|step| steps.lock().unwrap().push(step)).unwrap();
    let mut steps = steps.into_inner().unwrap();
    steps.sort_by_key(|step| step.encoded);
    assert!(steps.iter().map(|step| step.encoded).eq(0..=encoded), "{steps:?}");
    assert!(steps.iter().all(|step| step.all == encoded), "{steps:?}");
    assert!(steps[0].left.is_none() && steps[0].pictures == 2, "{steps:?}");
    assert!(steps[1].left > Some(Duration::ZERO), "{steps:?}");
    assert_eq!(steps[encoded].left, Some(Duration::ZERO), "{steps:?}");
}

#[test]
fn every_choice_is_as_wide_as_it_says() {
    let gallery =
        Gallery::new(&[("a.jpg", &photos::plain(2500, 1200)), ("b.jpg", &photos::plain(1600, 1067))]);
    let published = gallery.build();
    let page = gallery.0.read("dist/index.html");
    let mut choices = 0;
    for srcset in page.split("srcset=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let mut last = 0;
        for candidate in srcset.split(", ") {
            let (address, width) = candidate.rsplit_once(' ').unwrap();
            let width: u32 = width.strip_suffix('w').unwrap().parse().unwrap();
            let bytes = &published[address.strip_prefix("/images/").unwrap()];
            assert_eq!(imagesize::blob_size(bytes).unwrap().width, width as usize, "{address}");
            assert!(last < width && width <= 1920, "{srcset}");
            last = width;
            choices += 1;
        }
    }
    assert!(choices > 20, "{choices}");
    assert_eq!(widths(&published, "a", "webp").into_keys().max(), Some(1920));
    assert!(page.contains("<source type=\"image/avif\"") && !page.contains("<source type=\"image/webp\""));
    for tag in page.split("<img ").skip(1).filter_map(|rest| rest.split('>').next()) {
        assert!(["width=", "height=", "alt"].iter().all(|attribute| tag.contains(attribute)), "{tag}");
    }
}

#[test]
fn a_sign_through_which_something_shows_is_on_dark_where_nothing_may() {
    let gallery = Gallery::new(&[("a.jpg", &photos::plain(60, 40))]);
    let arguments = ["build".into(), "--root".into(), gallery.0.root().into()];
    run(arguments, "", true).exits(0);
    let published = files_below(&gallery.0.path("dist/images"));
    for (purpose, size, shows_through) in
        [("tab", 96, true), ("touch", 180, false), ("large", 512, true), ("maskable", 512, false)]
    {
        let mut icons = published.iter().filter(|(name, _)| name.starts_with("icon-"));
        // What is on the colour behind the pages has it in its name.
        let end = if shows_through { format!("-{purpose}.png") } else { format!("-{purpose}-0b0a08.png") };
        let (_, bytes) = icons.find(|(name, _)| name.ends_with(&end)).unwrap();
        let icon = Pixels::decode(bytes).unwrap();
        assert_eq!(icon.size(), (size, size), "{purpose}");
        assert_eq!(icon.pixel(0, 0).unwrap()[3] < 255, shows_through, "{purpose}");
        assert_eq!(icon.pixel(size * 3 / 4, size / 2), Some([200, 30, 30, 255]), "{purpose}");
    }
}

#[test]
fn titles_on_cards_have_the_capitals_of_their_language() {
    let project = Project::minimal();
    crate::copy::bundles(project.root());
    project.write("content/site.toml", format!("{SITE}language = \"tr-TR\"\n"));
    let card = |title: &str| {
        project.write("content/pages/index.toml", INDEX.replace("Home", title));
        let published = project.build(&[]);
        let card = published.iter().find(|(path, _)| path.starts_with("images/card-"));
        card.unwrap().1.clone()
    };
    assert!(card("Işık ve ilk ders") == card("IŞIK VE İLK DERS"));
    assert!(card("Işık ve ilk ders") != card("IŞIK VE ILK DERS"));
}

#[test]
fn a_logo_may_be_a_drawing_and_is_on_cards_which_show_the_titles_of_pages() {
    let project = Project::minimal();
    // Cards that another program of this version drew are no test of this one.
    fs::remove_file(project.path(".gympress/cache")).unwrap();
    crate::copy::bundles(project.root());
    // Browsers and networks keep a card for as long as its name.
    let known = RefCell::new(BTreeMap::new());
    let cards = |logo: &str| {
        project.write("content/site.toml", format!("{SITE}{logo}"));
        let published = project.build(&[]);
        let pages = published.iter().filter(|(path, _)| path.ends_with(".html"));
        let card = |page: &[u8]| {
            let page = String::from_utf8_lossy(page).into_owned();
            let address = page.split("\"og:image\" content=\"").nth(1).unwrap().split('"').next().unwrap();
            let bytes = &published[address.strip_prefix("https://iron.example/").unwrap()];
            assert!(bytes.len() < 300_000, "{address}: {} bytes", bytes.len());
            let before = known.borrow_mut().insert(address.to_owned(), bytes.clone());
            assert!(before.is_none_or(|before| before == *bytes), "{address} is another picture now");
            let card = Pixels::decode(bytes).unwrap();
            assert_eq!(card.size(), (1200, 630));
            (0..630)
                .flat_map(|y| (0..1200).map(move |x| (x, y)))
                .map(|(x, y)| colour(&card, x, y))
                .collect::<Vec<_>>()
        };
        pages.map(|(_, page)| card(page)).collect::<Vec<_>>()
    };
    let long = "Everything that a gym of the neighbourhood has done since nineteen hundred and eighty-four, and counterrevolutionaries";
    let about = INDEX.replace("Home", long).replace("A gym.", "Who we are.");
    project.write("content/pages/about.toml", about);
    let post = "title = \"Post\"\ndate = 2026-01-01\nexcerpt = \"a\"\nbody = \"b\"\n";
    project.write(
        "content/posts/post.toml",
        format!("{post}image = {{ file = \"room.png\", decorative = true }}\n"),
    );
    project.write("content/images/room.png", photos::cutout(1200, 630));
    let without = cards("");
    for card in &without {
        let light = card.iter().filter(|colour| colour.iter().all(|value| *value > 200)).count();
        assert!((4_000..200_000).contains(&light), "{light} light pixels are no title");
        let pixels = (0..630).flat_map(|y| (0..1200).map(move |x| (x, y))).zip(card);
        let mut edges = pixels.filter(|((x, y), _)| !(64..740).contains(x) || !(80..570).contains(y));
        assert!(edges.all(|(_, colour)| colour.iter().any(|value| *value < 200)), "words leave their room");
    }
    assert!(without.len() == 3 && without[0] != without[1]);
    project.write("content/images/room.png", photos::detailed(1200, 630));
    assert_ne!(cards(""), without);

    let circle = "<circle cx=\"16\" cy=\"16\" r=\"16\" fill=\"#ffcc00\"/>";
    let drawing = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\">{circle}</svg>");
    project.write("content/images/logo.svg", drawing);
    assert_ne!(cards("logo = { file = \"logo.svg\", decorative = true }\n"), without);
    // Icons follow a square logo.
    let files = project.published();
    let (_, icon) = files.iter().find(|(path, _)| path.ends_with("-large.png")).unwrap();
    let icon = Pixels::decode(icon).unwrap();
    assert_eq!((icon.pixel(256, 256), icon.pixel(2, 2).unwrap()[3]), (Some([255, 204, 0, 255]), 0));
}

/// As on other pages, where content names no picture of all cards.
#[test]
fn the_card_of_the_front_page_has_the_picture_of_its_top() {
    let project = Project::minimal();
    crate::copy::bundles(project.root());
    project.write("content/images/room.png", photos::plain(1200, 630));
    let card = |image: &str| {
        let top = "layout = \"short\"\nheading = \"Come in\"";
        let index =
            INDEX.replace("layout = \"message\"\nheading = \"Come in\"\ntext = \"We open at six.\"", top);
        project.write("content/pages/index.toml", format!("{index}{image}"));
        let published = project.build(&[]);
        let card = published.iter().find(|(path, _)| path.starts_with("images/card-"));
        colour(&Pixels::decode(card.unwrap().1).unwrap(), 1100, 40)
    };
    let (without, with) = (card(""), card("image = { file = \"room.png\", decorative = true }\n"));
    assert!(without.iter().all(|value| *value < 60), "{without:?}");
    assert!(with.iter().all(|value| *value > 60), "{with:?} is nothing of the picture");
}

#[test]
fn a_picture_that_changes_during_a_build_is_refused() {
    let project = Project::minimal();
    project.write("content/images/room.png", photos::cutout(64, 64));
    let sources = Sources::load(project.root(), &mut Diagnostics::default()).unwrap();
    let picture = sources.binary_at("content/images/room.png").unwrap();
    picture.hash().unwrap();
    project.write("content/images/room.png", photos::cutout(32, 32));
    assert_eq!(picture.bytes().unwrap_err(), "it was changed meanwhile");
}
