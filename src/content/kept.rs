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
pub(super) struct KeptPosts<'k>(HashMap<TextHash, KeptPost<'k>>);

#[derive(Debug, Serialize, Deserialize)]
struct KeptPost<'k> {
    #[serde(borrow)]
    title: Placed<&'k str>,
    date: Placed<PublicationDate>,
    author: Option<&'k str>,
    category: Placed<&'k str>,
    tags: Vec<Placed<&'k str>>,
    image: &'k str,
    alt: &'k str,
    excerpt: &'k str,
    draft: Option<Placed<bool>>,
    slug: Option<Placed<&'k str>>,
    body: Place,
    mentions: Vec<Placed<KeptMention<'k>>>,
}

/// Where something stands in the post's own file: its first byte, and the one behind its last.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Place(u32, u32);

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Placed<T>(T, Place);

/// What a post can need of the rest of the site.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
enum KeptMention<'k> {
    Category,
    /// By its place among the post's tags.
    Tag(usize),
    /// The picture at its top.
    TopPicture,
    Picture(&'k str),
    Page(&'k str),
}

/// What this program kept last in `store`, for [`KeptPosts::of`].
pub(super) fn load(store: &Store) -> Vec<u8> {
    store::program().and_then(|program| store.load_bytes(KIND, program)).unwrap_or_default()
}

/// Keeps these files instead.
pub(super) fn save<'f>(files: impl Iterator<Item = &'f File>, store: &Store) {
    let Some(program) = store::program() else { return };
    let kept = files.filter_map(|file| Some((file.text.hash(), KeptPost::of(file.decoded.as_ref()?)?)));
    store.save_packed(KIND, program, &kept.collect::<Vec<_>>());
}

impl<'k> KeptPosts<'k> {
    /// What was kept, from its bytes.
    pub fn of(bytes: &'k [u8]) -> Self {
        let kept: Vec<_> = postcard::from_bytes(bytes).unwrap_or_default();
        Self(kept.into_iter().collect())
    }

    /// What comes of the file when it's decoded, if that was kept.
    pub fn recall(&self, file: FileId, text: &Arc<SourceText>) -> Option<Decoded<Entry>> {
        self.0.get(&text.hash())?.decoded(file, text)
    }
}

impl<'k> KeptPost<'k> {
    fn of(decoded: &'k Decoded<Entry>) -> Option<Self> {
        let Decoded { value: Entry::Post(post), lost: false, diagnostics, allowances, mentions } = decoded
        else {
            return None;
        };
        if !diagnostics.is_empty() || !allowances.is_empty() {
            return None;
        }
        let Post { title, date, author, category, tags, image, excerpt, draft, slug, body } = &**post;
        let mention = |(mention, at): &'k (Mention, Span)| {
            Some(Placed(KeptMention::of(mention, post)?, Place::of(*at)))
        };
        let body = body.place()?;
        Some(Self {
            title: Placed::of(title).map(Text::as_str),
            date: Placed(date.value, Place::of(date.span)),
            author: author.as_ref().map(Text::as_str),
            category: Placed(&category.id, Place::of(category.span)),
            tags: tags.iter().map(|tag| Placed(&*tag.id, Place::of(tag.span))).collect(),
            image: image.file.as_str(),
            alt: &image.alt,
            excerpt: excerpt.as_str(),
            draft: draft.map(|draft| Placed(draft.value, Place::of(draft.span))),
            slug: slug.as_ref().map(|slug| Placed::of(slug).map(Slug::as_str)),
            body: Place(u32::try_from(body.start).ok()?, u32::try_from(body.end).ok()?),
            mentions: mentions.iter().map(mention).collect::<Option<_>>()?,
        })
    }

    fn decoded(&self, file: FileId, text: &Arc<SourceText>) -> Option<Decoded<Entry>> {
        let slug = |Placed(slug, at): Placed<&str>| Some(Placed(Slug::new(slug)?, at).within(file));
        let post = Post {
            title: Placed(Text::new(self.title.0)?, self.title.1).within(file),
            date: self.date.within(file),
            author: self.author.and_then(Text::new),
            category: self.category.reference(file),
            tags: self.tags.iter().map(|tag| tag.reference(file)).collect(),
            image: Picture { file: ImageFile::new(self.image)?, alt: self.alt.to_owned() },
            excerpt: Text::new(self.excerpt)?,
            draft: self.draft.map(|draft| draft.within(file)),
            slug: self.slug.and_then(slug),
            body: Markdown::written(text, self.body.within(file).range()),
        };
        let mention =
            |Placed(mention, at): &Placed<KeptMention<'_>>| Some((mention.of_post(&post)?, at.within(file)));
        Some(Decoded {
            mentions: self.mentions.iter().map(mention).collect::<Option<_>>()?,
            value: Entry::Post(Arc::new(post)),
            lost: false,
            diagnostics: Vec::new(),
            allowances: Vec::new(),
        })
    }
}

impl<'k, T> Placed<&'k T> {
    fn of(spanned: &'k Spanned<T>) -> Self {
        Self(&spanned.value, Place::of(spanned.span))
    }

    fn map(self, plain: impl FnOnce(&'k T) -> &'k str) -> Placed<&'k str> {
        Placed(plain(self.0), self.1)
    }
}

impl<T> Placed<T> {
    fn within(self, file: FileId) -> Spanned<T> {
        Spanned { value: self.0, span: self.1.within(file) }
    }
}

impl Placed<&str> {
    fn reference<T>(self, file: FileId) -> Reference<T> {
        Reference::new(self.0.into(), self.1.within(file))
    }
}

impl Place {
    fn of(span: Span) -> Self {
        Self(span.start, span.end)
    }

    fn within(self, file: FileId) -> Span {
        Span { file, start: self.0, end: self.1 }
    }
}

impl<'k> KeptMention<'k> {
    fn of(mention: &'k Mention, post: &Post) -> Option<Self> {
        match mention {
            Mention::Entry { kind, id } if *kind == Category::TARGET => {
                (*id == post.category.id).then_some(Self::Category)
            }
            Mention::Entry { kind, id } if *kind == Tag::TARGET => {
                post.tags.iter().position(|tag| tag.id == *id).map(Self::Tag)
            }
            Mention::Entry { .. } => None,
            Mention::Image(file) if *file == post.image.file => Some(Self::TopPicture),
            Mention::Image(file) => Some(Self::Picture(file.as_str())),
            Mention::Page(path) => Some(Self::Page(path)),
        }
    }

    fn of_post(self, post: &Post) -> Option<Mention> {
        Some(match self {
            Self::Category => Mention::Entry { kind: Category::TARGET, id: post.category.id.clone() },
            Self::Tag(at) => Mention::Entry { kind: Tag::TARGET, id: post.tags.get(at)?.id.clone() },
            Self::TopPicture => Mention::Image(post.image.file.clone()),
            Self::Picture(file) => Mention::Image(ImageFile::new(file)?),
            Self::Page(path) => Mention::Page(path.into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path, sync::Arc};

    use super::{Entry, FileId, KeptPosts, Post, SourceText, Store, load, save};
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
        save(files.iter(), &store);
        let bytes = load(&store);
        let kept = KeptPosts::of(&bytes);
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
        let files = texts.each_ref().map(|text| file(FileId(0), text));
        save(files.iter(), &store);
        let bytes = load(&store);
        let kept = KeptPosts::of(&bytes);
        let recalled = texts.map(|text| kept.recall(FileId(0), &text).is_some());
        assert_eq!(recalled, [true, false, false, false]);
    }
}
