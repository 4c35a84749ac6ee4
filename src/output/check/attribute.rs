//! Which attributes of which tags the check reads.

use gympress_derive::Variants;

/// The tags that matter by their name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(super) enum Tag {
    A,
    Base,
    Embed,
    Form,
    Frame,
    Image,
    Link,
    Media,
    Meta,
    Object,
    Script,
    /// `source`, of a picture by `srcset` and of a film by `src`.
    Source,
    Style,
    Other,
}

impl Tag {
    /// The tag called `name`, in lower case.
    pub(super) fn from_name(name: &[u8]) -> Self {
        match name {
            b"a" => Self::A,
            b"base" => Self::Base,
            b"embed" => Self::Embed,
            b"form" => Self::Form,
            b"iframe" => Self::Frame,
            b"img" => Self::Image,
            b"link" => Self::Link,
            b"video" | b"audio" | b"track" => Self::Media,
            b"meta" => Self::Meta,
            b"object" => Self::Object,
            b"script" => Self::Script,
            b"source" => Self::Source,
            b"style" => Self::Style,
            _ => Self::Other,
        }
    }
}

/// An attribute that is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attribute {
    Id,
    Name,
    /// An address.
    Link,
    /// The address of what the page shows or runs.
    Source,
    /// A list of addresses with widths or densities.
    SourceSet,
    Action,
    Method,
    Content,
    HttpEquiv,
    Type,
    Rel,
    Alt,
    Width,
    Sizes,
    Height,
    /// Ids of the same page; the attribute's name.
    Ids(&'static str),
    Style,
    Handler,
}

/// What the attribute `name` says on `tag`, if the check has any use for it.
pub(super) fn classify(tag: Tag, name: &[u8]) -> Option<Attribute> {
    Some(match name {
        b"class" => return None,
        b"href" | b"xlink:href" | b"poster" | b"formaction" => Attribute::Link,
        b"id" => Attribute::Id,
        b"src" => Attribute::Source,
        b"srcset" | b"imagesrcset" => Attribute::SourceSet,
        b"style" => Attribute::Style,
        b"data" if tag == Tag::Object => Attribute::Link,
        b"name" if tag == Tag::A => Attribute::Name,
        b"action" if tag == Tag::Form => Attribute::Action,
        b"method" if tag == Tag::Form => Attribute::Method,
        b"content" if tag == Tag::Meta => Attribute::Content,
        b"http-equiv" if tag == Tag::Meta => Attribute::HttpEquiv,
        b"type" if tag == Tag::Script => Attribute::Type,
        b"rel" if tag == Tag::Link => Attribute::Rel,
        b"alt" if tag == Tag::Image => Attribute::Alt,
        b"width" if tag == Tag::Image => Attribute::Width,
        b"sizes" if tag == Tag::Image => Attribute::Sizes,
        b"height" if tag == Tag::Image => Attribute::Height,
        b"for" => Attribute::Ids("for"),
        b"form" => Attribute::Ids("form"),
        b"list" => Attribute::Ids("list"),
        b"headers" => Attribute::Ids("headers"),
        b"popovertarget" => Attribute::Ids("popovertarget"),
        b"commandfor" => Attribute::Ids("commandfor"),
        b"aria-labelledby" => Attribute::Ids("aria-labelledby"),
        b"aria-controls" => Attribute::Ids("aria-controls"),
        b"aria-describedby" => Attribute::Ids("aria-describedby"),
        b"aria-details" => Attribute::Ids("aria-details"),
        b"aria-errormessage" => Attribute::Ids("aria-errormessage"),
        b"aria-activedescendant" => Attribute::Ids("aria-activedescendant"),
        b"aria-flowto" => Attribute::Ids("aria-flowto"),
        b"aria-owns" => Attribute::Ids("aria-owns"),
        _ if is_handler(name) => Attribute::Handler,
        _ => return None,
    })
}

/// `onclick` and its kind: all that a browser would run.
fn is_handler(name: &[u8]) -> bool {
    name.strip_prefix(b"on").is_some_and(|event| event.len() > 2 && event.iter().all(u8::is_ascii_lowercase))
}

#[cfg(test)]
mod tests {
    use super::is_handler;

    #[test]
    fn tells_handlers_from_others() {
        assert!(is_handler(b"onclick") && is_handler(b"oncut"));
        assert!(!is_handler(b"on") && !is_handler(b"once") && !is_handler(b"data-onclick"));
    }
}
