//! Pictures of every kind, from `content/images` to the files that browsers choose from.

mod gym;
mod photos;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    time::SystemTime,
};

use gym::Gym;
use gympress_pixels::{Encoding, Pixels};
use photos::{BLUE, RED, close, seen};
use walkdir::WalkDir;

const CACHE: &str = ".gympress/cache/images";

/// The feature `asm` changes how long that takes, and nothing else.
#[test]
fn avif_files_have_the_same_bytes_with_and_without_the_assembly_of_their_encoder() {
    let picture = Pixels::decode(&photos::detailed(480, 320)).unwrap();
    let file = picture.encode(Encoding::Avif).unwrap();
    assert_eq!(
        blake3::hash(&file).to_hex().as_str(),
        "99ce55a0250c79e788d1639c30e0bf3c61d52fd56e87be655885ac113709f7dd"
    );
}

#[test]
fn every_kind_of_source_comes_out_right() {
    let gym = Gym::with(&[
        ("class-boxing.jpg", &photos::cmyk(400, 300)),
        ("class-crossfit.jpg", &photos::ycck(400, 300)),
        ("class-yoga.jpg", &photos::grey(400, 300)),
        ("class-mma.jpg", &photos::sixteen_bits(400, 300)),
        ("class-fitness.jpg", &photos::grey_sixteen_bits(400, 300)),
        ("class-running.jpg", &photos::webp(400, 300)),
        ("class-karate.jpg", &photos::turned(400, 300)),
        ("class-cycling.jpg", &photos::wide_gamut(400, 300)),
    ]);
    gym.build();
    let largest = |stem: &str| {
        let mut files = gym.widths(stem, "webp");
        files.pop_last().unwrap_or_else(|| panic!("there is no picture of {stem}")).1
    };
    for stem in ["class-boxing", "class-crossfit", "class-mma", "class-running"] {
        let (size, [left, right, ..]) = seen(&largest(stem));
        assert_eq!(size, (400, 300), "{stem}");
        assert!(close(left, RED) && close(right, BLUE), "{stem}: {left:?} {right:?}");
    }
    for stem in ["class-yoga", "class-fitness"] {
        let (_, [left, ..]) = seen(&largest(stem));
        assert!(close(left, [200; 3]), "{stem}: {left:?}");
    }
    let (size, [.., top, bottom]) = seen(&largest("class-karate"));
    assert_eq!(size, (300, 400));
    assert!(close(top, RED) && close(bottom, BLUE), "{top:?} {bottom:?}");
    let (_, [[red, green, _], ..]) = seen(&largest("class-cycling"));
    assert!(red < 30 && green > 210, "{red} {green}");
    for (name, bytes) in gym.published() {
        for trace in ["Exif", "ICC", "36.8219"] {
            let found = bytes.windows(trace.len()).any(|window| window == trace.as_bytes());
            assert!(!found, "{name} says {trace}");
        }
    }
}

#[test]
fn photos_are_upright_however_the_phone_was_held() {
    // Where the first pixel that is stored belongs, as EXIF has it for its numbers 1 to 8.
    let corners = [
        ("boxing", (0, 0)),
        ("yoga", (1, 0)),
        ("mma", (1, 1)),
        ("fitness", (0, 1)),
        ("running", (0, 0)),
        ("karate", (1, 0)),
        ("cycling", (1, 1)),
        ("crossfit", (0, 1)),
    ];
    let files: Vec<(String, Vec<u8>)> = corners
        .iter()
        .zip(1..)
        .map(|((name, _), how)| (format!("class-{name}.jpg"), photos::held(400, 300, how)))
        .collect();
    let gym = Gym::with(&files.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])).collect::<Vec<_>>());
    gym.build();
    for (how, (name, corner)) in (1..).zip(corners) {
        let (_, bytes) = gym.widths(&format!("class-{name}"), "webp").pop_last().unwrap();
        let image = image::load_from_memory(&bytes).unwrap().into_rgb8();
        let (width, height) = image.dimensions();
        assert_eq!((width, height), if how < 5 { (400, 300) } else { (300, 400) }, "{how}");
        for at in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let pixel = image.get_pixel(width / 4 + at.0 * width / 2, height / 4 + at.1 * height / 2).0;
            assert!(close(pixel, if at == corner { RED } else { BLUE }), "{how}: {pixel:?} at {at:?}");
        }
    }
}

#[test]
fn what_shows_through_still_does() {
    let gym = Gym::with(&[("runner-transparent.png", &photos::cutout(400, 600))]);
    gym.build();
    let (width, bytes) = gym.widths("runner-transparent", "webp").pop_last().unwrap();
    assert_eq!(width, 400);
    let image = image::load_from_memory(&bytes).unwrap().into_rgba8();
    assert_eq!([image.get_pixel(50, 300).0[3], image.get_pixel(350, 300).0[3]], [0, 255]);
}

#[test]
fn damaged_pictures_are_reported_wherever_they_are_mentioned() {
    let (photo, cutout) = (photos::cmyk(400, 300), photos::cutout(400, 600));
    let gym = Gym::with(&[
        ("class-boxing.jpg", &photo[..photo.len() * 2 / 3]),
        ("runner-transparent.png", &cutout[..cutout.len() / 2]),
        ("class-yoga.jpg", &photos::webp(90, 90)[..100]),
        ("class-mma.jpg", b"no picture at all"),
        ("class-karate.jpg", b""),
        ("class-running.jpg", b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"),
    ]);
    let first = gym.run("check", 2);
    let again = gym.run("check", 1);
    assert_eq!(first.status.code(), Some(1));
    let report = String::from_utf8(first.stderr).unwrap();
    assert_eq!(report, String::from_utf8(again.stderr).unwrap());
    for name in ["class-boxing.jpg", "runner-transparent.png", "class-yoga.jpg"] {
        assert!(report.contains(&format!("{name} is damaged")), "{name}: {report}");
    }
    assert!(report.contains("class-mma.jpg is no picture"), "{report}");
    assert!(report.contains("class-karate.jpg is empty"), "{report}");
    assert!(
        report.contains("class-running.jpg is only Git LFS's note") && report.contains("git lfs pull"),
        "{report}"
    );
    assert!(report.contains("content/classes/boxing.toml:"), "{report}");
}

#[test]
fn a_picture_without_its_last_byte_is_damaged() {
    let (photo, cutout, webp) = (photos::plain(90, 90), photos::cutout(90, 90), photos::webp(90, 90));
    let whole =
        [("class-boxing.jpg", &photo), ("runner-transparent.png", &cutout), ("class-yoga.jpg", &webp)];
    assert!(Gym::with(&whole.map(|(name, bytes)| (name, &bytes[..]))).run("check", 2).status.success());
    let cut = Gym::with(&whole.map(|(name, bytes)| (name, &bytes[..bytes.len() - 1])));
    let report = String::from_utf8(cut.run("check", 2).stderr).unwrap();
    for (name, _) in whole {
        assert!(report.contains(&format!("{name} is damaged")), "{name}: {report}");
    }
}

#[test]
fn check_encodes_nothing_and_neither_does_a_second_build() {
    let gym = Gym::with(&[("class-boxing.jpg", &photos::plain(500, 300))]);
    assert!(gym.run("check", 2).status.success());
    assert!(!gym.path(CACHE).exists());
    gym.build();
    let (published, cached) = (gym.published(), times(&gym));
    assert!(published.len() > 20 && cached.len() > 5);
    fs::remove_dir_all(gym.path("dist")).unwrap();
    gym.build();
    assert_eq!(gym.published(), published);
    assert_eq!(times(&gym), cached);
}

#[test]
fn a_damaged_cached_file_is_made_again() {
    let gym = Gym::new();
    gym.build();
    let (published, cached) = (gym.published(), gym.files(CACHE));
    for (number, (name, bytes)) in cached.iter().enumerate() {
        let damaged = match number % 3 {
            0 => Vec::new(),
            1 => bytes[..bytes.len() - 1].to_vec(),
            _ => bytes.iter().map(|byte| byte ^ 1).collect(),
        };
        fs::write(gym.path(CACHE).join(name), damaged).unwrap();
    }
    // A build that has nothing to publish encodes none of them.
    fs::remove_dir_all(gym.path("dist")).unwrap();
    gym.build();
    assert_eq!(gym.published(), published);
    assert_eq!(gym.files(CACHE), cached);
}

#[test]
fn what_is_not_needed_any_more_is_forgotten() {
    let gym = Gym::with(&[("class-boxing.jpg", &photos::plain(500, 300))]);
    gym.build();
    let before = gym.files(CACHE);
    gym.put("class-boxing.jpg", &photos::cmyk(500, 300));
    gym.build();
    let after = gym.files(CACHE);
    assert_eq!(before.len(), after.len());
    assert!(before.keys().any(|name| !after.contains_key(name)));
}

#[test]
fn the_bytes_are_the_same_on_one_thread_and_on_many() {
    let gym = Gym::with(&[
        ("class-boxing.jpg", &photos::cmyk(1000, 700)),
        ("class-yoga.jpg", &photos::webp(700, 900)),
        ("runner-transparent.png", &photos::cutout(400, 600)),
    ]);
    let built = |threads: usize| {
        let _ = fs::remove_dir_all(gym.path("dist"));
        let _ = fs::remove_dir_all(gym.path(CACHE));
        assert!(gym.run("build", threads).status.success());
        gym.published()
    };
    assert_eq!(built(1), built(4));
}

#[test]
fn every_choice_is_as_wide_as_it_says() {
    let gym = Gym::with(&[
        ("hero-athlete-dumbbells.jpg", &photos::plain(2500, 1200)),
        ("class-boxing.jpg", &photos::plain(1600, 1067)),
    ]);
    gym.build();
    let published = gym.published();
    let page = fs::read_to_string(gym.path("dist/index.html")).unwrap();
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
    assert!(choices > 40, "{choices}");
    assert_eq!(gym.widths("hero-athlete-dumbbells", "webp").into_keys().max(), Some(1920));
    assert!(page.contains("<source type=\"image/avif\"") && !page.contains("<source type=\"image/webp\""));
    for tag in page.split("<img ").skip(1).filter_map(|rest| rest.split('>').next()) {
        for attribute in ["width=", "height=", "alt"] {
            assert!(tag.contains(attribute), "{tag}");
        }
    }
}

#[test]
fn a_portrait_is_the_first_choice_of_upright_phones() {
    let gym = Gym::with(&[
        ("hero-athlete-dumbbells.jpg", &photos::plain(1600, 900)),
        ("hero-portrait.jpg", &photos::plain(900, 1125)),
    ]);
    gym.build();
    let page = fs::read_to_string(gym.path("dist/index.html")).unwrap();
    let (hero, _) = page.split_once("fetchpriority=\"high\"").unwrap();
    let (_, hero) = hero.rsplit_once("<picture>").unwrap();
    let sources: Vec<&str> = hero.split("<source ").skip(1).collect();
    let (upright, others) = sources.split_at(2);
    for (source, format) in upright.iter().zip(["image/avif", "image/webp"]) {
        assert!(source.starts_with("media=\"(max-width: 30rem) and (orientation: portrait)\""), "{source}");
        assert!(source.contains(format) && source.contains("hero-portrait-"), "{source}");
        assert!(source.ends_with("width=\"900\" height=\"1125\">"), "{source}");
    }
    assert_eq!(others.len(), 1);
    assert!(others.iter().all(|source| !source.contains("media=") && source.contains("hero-athlete")));
    assert_eq!(gym.widths("hero-portrait", "avif").into_keys().max(), Some(900));
}

#[test]
fn a_sign_through_which_something_shows_is_on_dark_where_nothing_may() {
    let gym = Gym::new();
    gym.build();
    let published = gym.published();
    for (purpose, size, shows_through) in
        [("tab", 96, true), ("touch", 180, false), ("large", 512, true), ("maskable", 512, false)]
    {
        let mut icons = published.iter().filter(|(name, _)| name.starts_with("icon-"));
        // What is on the colour behind the pages has it in its name.
        let end = if shows_through { format!("-{purpose}.png") } else { format!("-{purpose}-0b0a08.png") };
        let (_, bytes) = icons.find(|(name, _)| name.ends_with(&end)).unwrap();
        let icon = image::load_from_memory(bytes).unwrap().into_rgba8();
        assert_eq!(icon.dimensions(), (size, size), "{purpose}");
        let (corner, right) = (icon.get_pixel(0, 0).0, icon.get_pixel(size * 3 / 4, size / 2).0);
        assert_eq!(corner[3] < 255, shows_through, "{purpose}");
        assert_eq!(right, [200, 30, 30, 255], "{purpose}");
    }
}

#[test]
fn every_page_has_a_card_that_shows_its_title() {
    let gym = Gym::new();
    gym.build();
    let published = gym.published();
    let (mut cards, mut pages) = (BTreeSet::new(), 0);
    for entry in WalkDir::new(gym.path("dist")).into_iter().map(Result::unwrap) {
        let page =
            fs::read(entry.path()).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        if entry.path().extension().is_none_or(|extension| extension != "html")
            || page.contains("\"refresh\"")
        {
            continue;
        }
        let address =
            page.split("<meta property=\"og:image\" content=\"").nth(1).unwrap().split('"').next().unwrap();
        let name = address.strip_prefix("https://jashohouse.example/images/").unwrap();
        let bytes = &published[name];
        assert!(bytes.len() < 300_000, "{name}: {} bytes", bytes.len());
        let card = image::load_from_memory(bytes).unwrap().into_rgb8();
        assert_eq!(card.dimensions(), (1200, 630), "{name}");
        let light = card.pixels().filter(|pixel| pixel.0.iter().all(|value| *value > 200)).count();
        assert!((4_000..200_000).contains(&light), "{name}: {light} light pixels are no title");
        cards.insert(name.to_owned());
        pages += 1;
    }
    assert!(pages > 30 && cards.len() > 25, "{pages} pages, {} cards", cards.len());
}

/// When each cached file was written.
fn times(gym: &Gym) -> BTreeMap<String, SystemTime> {
    let entries = fs::read_dir(gym.path(CACHE)).unwrap().map(Result::unwrap);
    entries
        .map(|entry| {
            (entry.file_name().into_string().unwrap(), entry.metadata().unwrap().modified().unwrap())
        })
        .collect()
}
