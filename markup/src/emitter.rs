//! The tokenizer's events, reduced to tags.

use std::{convert::Infallible, mem};

use html5gum::{Emitter, Error, State};

use super::Tags;

/// Calls [`Tags`] for each tag. Stores only the tag and the attribute that are being read.
pub(super) struct TagEmitter<'t> {
    tags: &'t mut dyn Tags,
    name: Vec<u8>,
    last_start: Vec<u8>,
    in_start: bool,
    opened: bool,
    attribute: Vec<u8>,
    value: Vec<u8>,
    asked: bool,
    wanted: bool,
}

impl<'t> TagEmitter<'t> {
    pub(super) fn new(tags: &'t mut dyn Tags) -> Self {
        Self {
            tags,
            name: Vec::new(),
            last_start: Vec::new(),
            in_start: false,
            opened: false,
            attribute: Vec::new(),
            value: Vec::new(),
            asked: false,
            wanted: false,
        }
    }

    fn open(&mut self) {
        if self.in_start && !self.opened {
            self.opened = true;
            self.tags.open(&self.name);
        }
    }

    fn ask(&mut self) {
        if !self.asked {
            self.asked = true;
            self.wanted = self.in_start && self.tags.wants(&self.attribute);
        }
    }

    fn finish_attribute(&mut self) {
        if !self.attribute.is_empty() {
            self.ask();
            if self.wanted {
                self.tags.value(&self.attribute, &self.value);
            }
            self.attribute.clear();
            self.value.clear();
        }
        self.asked = false;
        self.wanted = false;
    }

    fn init_tag(&mut self, start: bool) {
        self.name.clear();
        self.attribute.clear();
        self.value.clear();
        self.asked = false;
        self.in_start = start;
        self.opened = false;
    }
}

impl Emitter for TagEmitter<'_> {
    type Token = Infallible;

    #[inline]
    fn should_emit_errors(&mut self) -> bool {
        false
    }

    #[inline]
    fn pop_token(&mut self) -> Option<Infallible> {
        None
    }

    #[inline]
    fn init_start_tag(&mut self) {
        self.init_tag(true);
    }

    #[inline]
    fn init_end_tag(&mut self) {
        self.init_tag(false);
    }

    #[inline]
    fn push_tag_name(&mut self, part: &[u8]) {
        push(&mut self.name, part);
    }

    #[inline]
    fn init_attribute(&mut self) {
        self.open();
        self.finish_attribute();
    }

    #[inline]
    fn push_attribute_name(&mut self, part: &[u8]) {
        push(&mut self.attribute, part);
    }

    #[inline]
    fn init_attribute_value(&mut self) {
        self.ask();
    }

    #[inline]
    fn push_attribute_value(&mut self, part: &[u8]) {
        if self.wanted {
            push(&mut self.value, part);
        }
    }

    #[inline]
    fn emit_current_tag(&mut self) -> Option<State> {
        self.open();
        self.finish_attribute();
        if !self.in_start {
            self.tags.end(&self.name);
            return None;
        }
        self.tags.close();
        mem::swap(&mut self.last_start, &mut self.name);
        text_state(&self.last_start)
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        !self.in_start && self.name == self.last_start
    }

    fn set_last_start_tag(&mut self, name: Option<&[u8]>) {
        self.last_start.clear();
        self.last_start.extend_from_slice(name.unwrap_or_default());
    }

    #[inline]
    fn emit_string(&mut self, text: &[u8]) {
        if self.tags.wants_text() && !text.trim_ascii().is_empty() {
            self.tags.text();
        }
    }
    fn emit_eof(&mut self) {}
    fn emit_error(&mut self, _: Error) {}
    fn init_comment(&mut self) {}
    fn push_comment(&mut self, _: &[u8]) {}
    fn emit_current_comment(&mut self) {}
    fn init_doctype(&mut self) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn emit_current_doctype(&mut self) {}
    fn set_force_quirks(&mut self) {}
    fn set_self_closing(&mut self) {}
}

/// Adds a part of a name or value, which comes letter by letter more often than not.
#[inline]
fn push(to: &mut Vec<u8>, part: &[u8]) {
    match part {
        [byte] => to.push(*byte),
        _ => to.extend_from_slice(part),
    }
}

/// How a browser reads what follows a start tag, where that isn't markup. What `noscript` holds is
/// markup to the visitors for whom it is there.
fn text_state(name: &[u8]) -> Option<State> {
    match name {
        b"textarea" | b"title" => Some(State::RcData),
        b"script" => Some(State::ScriptData),
        b"style" | b"iframe" | b"xmp" | b"noembed" | b"noframes" => Some(State::RawText),
        b"plaintext" => Some(State::PlainText),
        _ => None,
    }
}
