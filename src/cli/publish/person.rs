//! The person who answers what a publication asks: at the terminal, or at an editor.

use std::{
    cell::{Cell, RefCell},
    process::{Command, Stdio},
};

use serde::Deserialize;
use serde_json::json;

use super::{super::Streams, screen::say_event};
use crate::online::{Asker, Question, QuestionKind, QuestionReply};

/// A person at the terminal, if one is there.
pub(super) struct Person<'a, 's> {
    pub is_there: bool,
    /// True for an editor, which shows questions to a person elsewhere.
    in_json: bool,
    /// The number of questions in JSON.
    asked: Cell<u64>,
    pub streams: RefCell<&'a mut Streams<'s>>,
}

impl<'a, 's> Person<'a, 's> {
    pub fn new(is_there: bool, in_json: bool, streams: &'a mut Streams<'s>) -> Self {
        Self { is_there, in_json, asked: Cell::new(0), streams: RefCell::new(streams) }
    }

    /// A line of what is typed; `None` at its end.
    pub fn line(&self, prompt: &str) -> Option<String> {
        let mut streams = self.streams.borrow_mut();
        let _ = write!(streams.err, "{prompt}");
        let _ = streams.err.flush();
        let mut line = String::new();
        let read = streams.answers.read_line(&mut line).ok()?;
        (read > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned())
    }

    /// True unless somebody says no; `None` if nobody says anything any more.
    pub fn agrees(&self, words: &str) -> Option<bool> {
        let answer = self.line(&format!("\r\x1b[K{words} [Y/n] "))?;
        Some(!answer.trim().to_ascii_lowercase().starts_with('n'))
    }

    /// The same as a line, without showing it, as far as the terminal can do that: Windows has no `stty`.
    fn hidden_line(&self, words: &str) -> Option<String> {
        let is_hidden = set_terminal("-echo");
        let remark = if is_hidden { "isn't shown" } else { "is shown" };
        let line = self.line(&format!("\r\x1b[K{words}, which {remark} while you type: "));
        if is_hidden {
            set_terminal("echo");
            let _ = writeln!(self.streams.borrow_mut().err);
        }
        line
    }
}

/// Changes a setting of the terminal. Returns false if there is none that can be changed.
fn set_terminal(setting: &str) -> bool {
    let mut stty = Command::new("stty");
    stty.arg(setting).stdin(Stdio::inherit()).stdout(Stdio::null()).stderr(Stdio::null());
    stty.status().is_ok_and(|status| status.success())
}

impl Asker for Person<'_, '_> {
    fn ask(&self, question: &Question) -> Option<QuestionReply> {
        if self.in_json {
            return self.ask_in_json(question);
        }
        if !self.is_there {
            return None;
        }
        let words = &question.words;
        let text = match question.kind {
            QuestionKind::Password => self.hidden_line(words)?,
            QuestionKind::Text => self.line(&format!("\r\x1b[K{words} "))?,
            QuestionKind::Keep => if self.agrees(words)? { "yes" } else { "no" }.to_owned(),
            _ => self.line(&format!("\r\x1b[K{words} [y/N] "))?,
        };
        Some(QuestionReply { text, keep: None })
    }
}

impl Person<'_, '_> {
    /// The reply that an editor hands on; `None` if nobody wants to answer, or it is gone.
    fn ask_in_json(&self, question: &Question) -> Option<QuestionReply> {
        let Question { kind, words, files, can_keep } = question;
        let id = self.asked.get() + 1;
        self.asked.set(id);
        say_event(&json!({
            "event": "question", "id": id, "kind": kind, "words": words, "files": files, "canKeep": can_keep,
        }));
        let EditorReply { answer, keep } = serde_json::from_str(&self.line("")?).ok()?;
        Some(QuestionReply { text: answer?, keep: Some(keep) })
    }
}

/// The reply of a person at an editor; without an answer, nobody wants to give one.
#[derive(Deserialize)]
struct EditorReply {
    answer: Option<String>,
    keep: bool,
}

/// Nobody to ask.
pub(super) struct Nobody;

impl Asker for Nobody {
    fn ask(&self, _: &Question) -> Option<QuestionReply> {
        None
    }
}
