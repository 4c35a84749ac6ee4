//! Generated posts, the same each time.

use std::fmt::Write;

use crate::proportions::Proportions;

const TAGS: [&str; 8] = ["yoga", "crossfit", "gym", "workout", "boxing", "running", "fitness", "meditation"];
const WORDS: [&str; 48] = [
    "the", "week", "begins", "with", "a", "slow", "mile", "around", "block", "and", "ends", "under", "bar",
    "where", "every", "rep", "counts", "because", "nobody", "else", "will", "lift", "it", "for", "you",
    "breathe", "out", "when", "weight", "goes", "up", "hold", "your", "back", "flat", "look", "at", "wall",
    "then", "rest", "two", "minutes", "drink", "water", "again", "until", "song", "stops",
];

/// A post, of 300 words unless one asked for others.
pub struct Post {
    pub name: String,
    pub title: String,
    pub date: String,
    pub category: String,
    pub tags: [&'static str; 2],
    pub excerpt: String,
    /// In Markdown.
    pub body: String,
}

/// Numbers without pattern, the same each time (Knuth's multiplicative congruential generator).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn pick(&mut self, all: &[&'static str]) -> &'static str {
        all[self.roll(all.len())]
    }
}

/// All posts of a site.
pub fn posts(of: &Proportions) -> impl Iterator<Item = Post> {
    let mut dice = Dice(2026);
    let categories = of.category_ids();
    let words = of.words;
    (0..of.posts).map(move |number| post(number, words, &categories, &mut dice))
}

fn post(number: usize, words: usize, categories: &[String], dice: &mut Dice) -> Post {
    let (year, month, day) = (2010 + dice.roll(16), 1 + dice.roll(12), 1 + dice.roll(28));
    let category = categories[dice.roll(categories.len())].clone();
    let (tag, other) = (dice.roll(TAGS.len()), 1 + dice.roll(TAGS.len() - 1));
    Post {
        name: format!("post-{number}"),
        title: format!("Post {number} about {} and {}", dice.pick(&WORDS), dice.pick(&WORDS)),
        date: format!("{year}-{month:02}-{day:02}"),
        category,
        tags: [TAGS[tag], TAGS[(tag + other) % TAGS.len()]],
        excerpt: format!("What post {number} says in a sentence."),
        body: body(words, dice),
    }
}

fn body(words: usize, dice: &mut Dice) -> String {
    let mut body = String::new();
    for word in 0..words {
        match word % 60 {
            0 if word > 0 => write!(body, ".\n\n## {} {}\n\n", dice.pick(&WORDS), dice.pick(&WORDS)).unwrap(),
            30 => write!(body, " [{}](/classes/), **{}**", dice.pick(&WORDS), dice.pick(&WORDS)).unwrap(),
            _ => {}
        }
        write!(body, "{}{}", if word % 60 == 0 { "" } else { " " }, dice.pick(&WORDS)).unwrap();
    }
    body.push_str(".\n");
    body
}

impl Post {
    /// Its translation, as content of gympress.
    pub fn translation(&self) -> String {
        let Self { title, excerpt, body, .. } = self;
        format!("title = \"Makala: {title}\"\nexcerpt = \"{excerpt}\"\nbody = \'\'\'\n{body}\'\'\'\n")
    }

    /// As content of gympress.
    pub fn toml(&self) -> String {
        let Self { title, date, category, tags: [first, second], excerpt, body, .. } = self;
        format!(
            "title = \"{title}\"\ndate = {date}\ncategory = \"{category}\"\ntags = [\"{first}\", \"{second}\"]\n\
             image = {{ file = \"class-yoga.jpg\", alt = \"A class at work\" }}\nexcerpt = \"{excerpt}\"\n\
             body = '''\n{body}'''\n"
        )
    }

    /// As Markdown with front matter, which calls tags `tags_key` and categories `category_key`.
    pub fn markdown(&self, category_key: &str, tags_key: &str) -> String {
        let Self { title, date, category, tags: [first, second], excerpt, body, .. } = self;
        format!(
            "---\ntitle: \"{title}\"\ndescription: \"{excerpt}\"\ndate: {date}\n{category_key}: {category}\n\
             {tags_key}: [{first}, {second}]\n---\n{body}"
        )
    }
}
