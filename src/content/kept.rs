//! Posts as they are kept between builds: one is decoded again when its file says something else.
//!
//! A post with anything to tell about isn't kept. Places are kept without their file, whose number is another one when
//! files come and go.

use std::sync::Arc;

use foldhash::HashMap;
use serde::{Deserialize, Serialize};

use super::{Category, Entry, Post, Tag, part::File, parts::Picture};
use crate::{
    decode::{
        Decoded, Mention,
        value::{ImageFile, Markdown, PublicationDate, Reference, Slug, Spanned, Target, Text},
    },
    diagnostic::{FileId, Span},
    source::{SourceText, TextHash},
    store::{self, Store},
};

/// The name under which posts are kept.
const KIND: &str = "posts";

/// What was kept of posts, by what their files said.
#[derive(Debug, Default)]
pub(super) struct KeptPosts(HashMap<TextHash, KeptPost>);

#[derive(Debug, Serialize, Deserialize)]
struct KeptPost {
    title: (Text, Place),
    date: (PublicationDate, Place),
    author: Option<Text>,
    category: (Arc<str>, Place),
    tags: Vec<(Arc<str>, Place)>,
    image: Picture,
    excerpt: Text,
    draft: Option<(bool, Place)>,
    slug: Option<(Slug, Place)>,
    body: Place,
    mentions: Vec<(KeptMention, Place)>,
}

/// Where something stands in the post's own file: its first byte, and the one behind its last.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Place(u32, u32);

/// What a post can need of the rest of the site.
#[derive(Debug, Serialize, Deserialize)]
enum KeptMention {
    Category(Arc<str>),
    Tag(Arc<str>),
    Image(ImageFile),
    Page(Arc<str>),
}

impl KeptPosts {
    /// What this program kept last.
    pub fn load(store: &Store) -> Self {
        let kept = store::program().and_then(|program| store.load_packed(KIND, program));
        Self(kept.map(|posts: Vec<_>| posts.into_iter().collect()).unwrap_or_default())
    }

    /// Keeps these instead.
    pub fn save<'f>(files: impl Iterator<Item = &'f File>, store: &Store) {
        let Some(program) = store::program() else { return };
        let kept = files.filter_map(|file| Some((file.text.hash(), KeptPost::of(file.decoded.as_ref()?)?)));
        store.save_packed(KIND, program, &kept.collect::<Vec<_>>());
    }

    /// What comes of the file when it's decoded, if that was kept.
    pub fn recall(&self, file: FileId, text: &Arc<SourceText>) -> Option<Decoded<Entry>> {
        Some(self.0.get(&text.hash())?.decoded(file, text))
    }
}

impl KeptPost {
    fn of(decoded: &Decoded<Entry>) -> Option<Self> {
        let Decoded { value: Entry::Post(post), lost: false, diagnostics, allowances, mentions } = decoded
        else {
            return None;
        };
        if !diagnostics.is_empty() || !allowances.is_empty() {
            return None;
        }
        let Post { title, date, author, category, tags, image, excerpt, draft, slug, body } = &**post;
        let mention = |(mention, at): &(Mention, Span)| Some((KeptMention::of(mention)?, Place::of(*at)));
        let body = body.place()?;
        Some(Self {
            title: parts(title),
            date: parts(date),
            author: author.clone(),
            category: (category.id.clone(), Place::of(category.span)),
            tags: tags.iter().map(|tag| (tag.id.clone(), Place::of(tag.span))).collect(),
            image: image.clone(),
            excerpt: excerpt.clone(),
            draft: draft.as_ref().map(parts),
            slug: slug.as_ref().map(parts),
            body: Place(u32::try_from(body.start).ok()?, u32::try_from(body.end).ok()?),
            mentions: mentions.iter().map(mention).collect::<Option<_>>()?,
        })
    }

    fn decoded(&self, file: FileId, text: &Arc<SourceText>) -> Decoded<Entry> {
        let Self { title, date, author, category, tags, image, excerpt, draft, slug, body, mentions } = self;
        let post = Post {
            title: spanned(title, file),
            date: spanned(date, file),
            author: author.clone(),
            category: Reference::new(category.0.clone(), category.1.within(file)),
            tags: tags.iter().map(|(id, at)| Reference::new(id.clone(), at.within(file))).collect(),
            image: image.clone(),
            excerpt: excerpt.clone(),
            draft: draft.as_ref().map(|draft| spanned(draft, file)),
            slug: slug.as_ref().map(|slug| spanned(slug, file)),
            body: Markdown::written(text, body.within(file).range()),
        };
        Decoded {
            value: Entry::Post(Arc::new(post)),
            lost: false,
            diagnostics: Vec::new(),
            allowances: Vec::new(),
            mentions: mentions.iter().map(|(mention, at)| (mention.mention(), at.within(file))).collect(),
        }
    }
}

fn parts<T: Clone>(spanned: &Spanned<T>) -> (T, Place) {
    (spanned.value.clone(), Place::of(spanned.span))
}

fn spanned<T: Clone>((value, at): &(T, Place), file: FileId) -> Spanned<T> {
    Spanned { value: value.clone(), span: at.within(file) }
}

impl Place {
    fn of(span: Span) -> Self {
        Self(span.start, span.end)
    }

    fn within(self, file: FileId) -> Span {
        Span { file, start: self.0, end: self.1 }
    }
}

impl KeptMention {
    fn of(mention: &Mention) -> Option<Self> {
        match mention {
            Mention::Entry { kind, id } if *kind == Category::TARGET => Some(Self::Category(id.clone())),
            Mention::Entry { kind, id } if *kind == Tag::TARGET => Some(Self::Tag(id.clone())),
            Mention::Entry { .. } => None,
            Mention::Image(file) => Some(Self::Image(file.clone())),
            Mention::Page(path) => Some(Self::Page(path.clone())),
        }
    }

    fn mention(&self) -> Mention {
        match self {
            Self::Category(id) => Mention::Entry { kind: Category::TARGET, id: id.clone() },
            Self::Tag(id) => Mention::Entry { kind: Tag::TARGET, id: id.clone() },
            Self::Image(file) => Mention::Image(file.clone()),
            Self::Page(path) => Mention::Page(path.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path, sync::Arc};

    use super::{Entry, FileId, KeptPosts, Post, SourceText, Store};
    use crate::{
        content::{Kind, part::File},
        decode::Decoded,
    };

    fn decoded(id: FileId, text: &Arc<SourceText>) -> Decoded<Entry> {
        Kind::Post.decode(id, text)
    }

    fn file(id: FileId, text: &Arc<SourceText>) -> File {
        File { id, text: text.clone(), decoded: Some(Arc::new(decoded(id, text))) }
    }

    fn text(name: &str, text: &str) -> Arc<SourceText> {
        Arc::new(SourceText::whole(format!("content/posts/{name}.toml"), text))
    }

    /// Everything about it: references show their ids only.
    fn shown(decoded: &Decoded<Entry>) -> String {
        let Entry::Post(post) = &decoded.value else { return String::new() };
        let Post { category, tags, .. } = &**post;
        let spans: Vec<_> = [category.span].into_iter().chain(tags.iter().map(|tag| tag.span)).collect();
        format!("{decoded:#?} {spans:?}")
    }

    fn posts() -> Vec<Arc<SourceText>> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("content/posts");
        let files =
            fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("a file").path());
        let shipped = files.map(|path| text("a", &fs::read_to_string(path).expect("a post")));
        let all = "title = \"A\"\ndate = 2026-01-02T18:00:00\nauthor = \"B\"\ncategory = \"c\"\ntags = [\"d\", \"e\"]\n\
            excerpt = \"F\"\ndraft = true\nslug = \"g\"\nbody = '''\n[H](/h/) ![I](i.jpg)\n'''\n\
            [image]\nfile = \"j.jpg\"\nalt = \"K\"\n";
        shipped.chain([text("all", all)]).collect()
    }

    #[test]
    fn what_is_recalled_is_what_comes_of_decoding() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Store::new(Some(folder.path().to_owned()));
        let posts = posts();
        let files: Vec<File> = posts.iter().map(|text| file(FileId(7), text)).collect();
        KeptPosts::save(files.iter(), &store);
        let kept = KeptPosts::load(&store);
        for text in posts {
            let recalled = kept.recall(FileId(8), &text).expect("it was kept");
            assert_eq!(shown(&recalled), shown(&decoded(FileId(8), &text)));
        }
    }

    #[test]
    fn what_there_is_something_to_tell_about_is_decoded_each_time() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Store::new(Some(folder.path().to_owned()));
        let sound = "title = \"A\"\ndate = 2026-01-02\ncategory = \"c\"\nexcerpt = \"F\"\nbody = 'b'\n\
            image = { file = \"j.jpg\", alt = \"K\" }\n";
        let allows = format!("allow = [\"closed-day\"]\n{sound}");
        let escaped = sound.replace("'b'", "\"\\u0062\"");
        let wrong = sound.replace("title", "titel");
        let texts = [text("sound", sound), text("allows", &allows), text("b", &escaped), text("c", &wrong)];
        KeptPosts::save(texts.iter().map(|text| file(FileId(0), text)).collect::<Vec<_>>().iter(), &store);
        let kept = KeptPosts::load(&store);
        let recalled = texts.map(|text| kept.recall(FileId(0), &text).is_some());
        assert_eq!(recalled, [true, false, false, false]);
    }
}
