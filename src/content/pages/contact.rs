//! `content/pages/contact.toml`.

use serde::Serialize;

use super::Head;
use crate::{
    content::{
        Class,
        parts::{Banner, Intro, Titled},
    },
    decode::{
        Fields, Record,
        value::{Reference, Text},
    },
};

/// The contact page.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the value of the key of its name")]
pub struct ContactPage {
    #[serde(flatten)]
    pub head: Head,
    pub banner: Banner,
    pub intro: Intro,
    pub branch: Titled,
    pub hours: HoursWords,
    pub reach: Titled,
    pub social: Titled,
    pub form: ContactForm,
}

impl Record for ContactPage {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let head = Head::read(fields);
        let banner = fields.table("banner", "The head of the page");
        let intro = fields.table("intro", "The text above the blocks");
        let branch = fields.table("branch", "The block with the address");
        let hours = fields.table("hours", "The block with the hours");
        let reach = fields.table("reach", "The block with phone and email");
        let social = fields.table("social", "The block with the social links");
        let form = fields.table("form", "The form");
        Self { head, banner, intro, branch, hours, reach, social, form }
    }
}

/// When somebody answers.
#[derive(Clone, Debug, Serialize)]
pub struct HoursWords {
    pub title: Text,
    #[serde(rename = "line")]
    pub lines: Vec<HoursLine>,
    pub closures: Option<Text>,
}

impl Record for HoursWords {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let title = fields.required("title", "The heading of the block");
        let lines = fields.tables("line", "A line of the block");
        let closures =
            fields.optional("closures", "What stands above the days on which the gym stays closed");
        Self { title, lines, closures }
    }
}

/// A line of the block with the hours.
#[derive(Clone, Debug, Serialize)]
pub struct HoursLine {
    pub label: Text,
    pub text: Text,
}

impl Record for HoursLine {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let label = fields.required("label", "Whose hours they are");
        let text = fields.required("text", "The hours");
        Self { label, text }
    }
}

/// The form.
#[derive(Clone, Debug, Serialize)]
pub struct ContactForm {
    pub title: Text,
    pub text: Text,
    pub required: Text,
    pub button: Text,
    pub pending: Text,
    pub mail_note: Text,
    pub sent: Text,
    pub failed: Text,
    pub name: CheckedField,
    pub email: CheckedField,
    pub class: PlainField,
    pub comment: PlainField,
    /// The classes that can be chosen, in order.
    #[serde(skip)]
    pub classes: Vec<Reference<Class>>,
}

impl Record for ContactForm {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let title = fields.required("title", "The heading of the form");
        let text = fields.required("text", "The text below it");
        let classes = fields.list("classes", "The classes that can be chosen, in order");
        let required = fields.required("required", "What marks a field that must be filled");
        let button = fields.required("button", "The button that sends");
        let pending = fields.required("pending", "What the button says while sending");
        let mail_note = fields.required("mail_note", "What is said where the form opens the mail program");
        let sent = fields.required("sent", "What is said when the message arrived");
        let failed = fields.required("failed", "What is said when it did not");
        let name = fields.table("name", "The field for the name");
        let email = fields.table("email", "The field for the email address");
        let class = fields.table("class", "The choice of a class");
        let comment = fields.table("comment", "The field for the message");
        Self {
            title,
            text,
            classes,
            required,
            button,
            pending,
            mail_note,
            sent,
            failed,
            name,
            email,
            class,
            comment,
        }
    }
}

/// A field that must be filled.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the text of the key of its name")]
pub struct CheckedField {
    pub label: Text,
    pub placeholder: Text,
    pub error: Text,
}

impl Record for CheckedField {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let label = fields.required("label", "What is asked for");
        let placeholder = fields.required("placeholder", "An example");
        let error = fields.required("error", "What is said when it is missing or wrong");
        Self { label, placeholder, error }
    }
}

/// A field that may stay empty.
#[derive(Clone, Debug, Serialize)]
pub struct PlainField {
    pub label: Text,
    pub placeholder: Text,
}

impl Record for PlainField {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let label = fields.required("label", "What is asked for");
        let placeholder = fields.required("placeholder", "An example, or the first entry of the choice");
        Self { label, placeholder }
    }
}
