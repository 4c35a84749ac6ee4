//! `content/pages/login.toml` and `content/pages/signup.toml`.

use serde::Serialize;

use super::Head;
use crate::{
    content::parts::{Banner, Button},
    decode::{Fields, Record, value::Text},
};

/// The page to sign in.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the value of the key of its name")]
pub struct LoginPage {
    #[serde(flatten)]
    pub head: Head,
    pub new_to: Text,
    pub sign_up: Button,
    pub no_script: Text,
    pub banner: Banner,
    pub intro: FormIntro,
    pub form: LoginForm,
    pub test_account: TestAccountWords,
    pub errors: LoginErrors,
}

impl Record for LoginPage {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let head = Head::read(fields);
        let new_to = fields.required("new_to", "What stands before the gym's name and the link to sign up");
        let sign_up = fields.table("sign_up", "The link to sign up");
        let no_script = fields.required("no_script", "What is said where JavaScript is off");
        let banner = fields.table("banner", "The head of the page");
        let intro = fields.table("intro", "The text above the form");
        let form = fields.table("form", "The form");
        let test_account = fields.table("test_account", "The words around the test account");
        let errors = fields.table("errors", "What is said when signing in fails");
        Self { head, new_to, sign_up, no_script, banner, intro, form, test_account, errors }
    }
}

/// The page to sign up.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the value of the key of its name")]
pub struct SignupPage {
    #[serde(flatten)]
    pub head: Head,
    pub have_account: Text,
    pub sign_in: Button,
    pub test_account: Text,
    pub test_account_link: Button,
    pub no_script: Text,
    pub banner: Banner,
    pub intro: FormIntro,
    pub form: SignupForm,
    pub errors: SignupErrors,
}

impl Record for SignupPage {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let head = Head::read(fields);
        let have_account = fields.required("have_account", "What stands before the link to sign in");
        let sign_in = fields.table("sign_in", "The link to sign in");
        let test_account = fields.required("test_account", "The note on the test account");
        let test_account_link = fields.table("test_account_link", "The link behind the note");
        let no_script = fields.required("no_script", "What is said where JavaScript is off");
        let banner = fields.table("banner", "The head of the page");
        let intro = fields.table("intro", "The text above the form");
        let form = fields.table("form", "The form");
        let errors = fields.table("errors", "What is said when signing up fails");
        Self {
            head,
            have_account,
            sign_in,
            test_account,
            test_account_link,
            no_script,
            banner,
            intro,
            form,
            errors,
        }
    }
}

/// The text above a form.
#[derive(Clone, Debug, Serialize)]
pub struct FormIntro {
    pub heading: Text,
    pub text: Text,
}

impl Record for FormIntro {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let heading = fields.required("heading", "The heading");
        let text = fields.required("text", "The text below it");
        Self { heading, text }
    }
}

/// The form to sign in.
#[derive(Clone, Debug, Serialize)]
pub struct LoginForm {
    pub button: Text,
    pub pending: Text,
    pub unavailable: Text,
    pub email: FormField,
    pub password: FormField,
    pub forgotten: Forgotten,
}

impl Record for LoginForm {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let button = fields.required("button", "The button");
        let pending = fields.required("pending", "What the button says while waiting");
        let unavailable = fields.required("unavailable", "What is said where there is no account service");
        let email = fields.table("email", "The field for the email address");
        let password = fields.table("password", "The field for the password");
        let forgotten = fields.table("forgotten", "What helps somebody who forgot their password");
        Self { button, pending, unavailable, email, password, forgotten }
    }
}

/// The way to a new password.
#[derive(Clone, Debug, Serialize)]
pub struct Forgotten {
    pub button: Text,
    pub sent: Text,
}

impl Record for Forgotten {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let button = fields.required("button", "What asks for a link to a new password");
        let sent = fields.required("sent", "What is said then, whether or not there is such an account");
        Self { button, sent }
    }
}

/// The form to sign up.
#[derive(Clone, Debug, Serialize)]
pub struct SignupForm {
    pub button: Text,
    pub pending: Text,
    pub unavailable: Text,
    pub email: FormField,
    pub password: HintedField,
}

impl Record for SignupForm {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let button = fields.required("button", "The button");
        let pending = fields.required("pending", "What the button says while waiting");
        let unavailable = fields.required("unavailable", "What is said where there is no account service");
        let email = fields.table("email", "The field for the email address");
        let password = fields.table("password", "The field for the password");
        Self { button, pending, unavailable, email, password }
    }
}

/// A field.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the text of the key of its name")]
pub struct FormField {
    pub label: Text,
    pub error: Text,
}

impl Record for FormField {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let label = fields.required("label", "What is asked for");
        let error = fields.required("error", "What is said when it is missing");
        Self { label, error }
    }
}

/// A field with a hint below it.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the text of the key of its name")]
pub struct HintedField {
    pub label: Text,
    pub hint: Text,
    pub error: Text,
}

impl Record for HintedField {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let label = fields.required("label", "What is asked for");
        let hint = fields.required("hint", "What is asked of it");
        let error = fields.required("error", "What is said when it is missing or too weak");
        Self { label, hint, error }
    }
}

/// The words around the test account.
#[derive(Clone, Debug, Serialize)]
pub struct TestAccountWords {
    pub title: Text,
    pub text: Text,
    pub email_label: Text,
    pub password_label: Text,
}

impl Record for TestAccountWords {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let title = fields.required("title", "The heading");
        let text = fields.required("text", "What it is for");
        let email_label = fields.required("email_label", "What stands before the address");
        let password_label = fields.required("password_label", "What stands before the password");
        Self { title, text, email_label, password_label }
    }
}

/// What is said when signing in fails (specification, section 8).
#[derive(Clone, Debug, Serialize)]
pub struct LoginErrors {
    pub wrong: Text,
    pub timeout: Text,
    pub connection: Text,
    pub other: Text,
}

impl Record for LoginErrors {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let wrong = fields.required("wrong", "Address or password are wrong");
        let timeout = fields.required("timeout", "The service does not answer");
        let connection = fields.required("connection", "The service can't be reached");
        let other = fields.required("other", "Anything else");
        Self { wrong, timeout, connection, other }
    }
}

/// What is said when signing up fails.
#[derive(Clone, Debug, Serialize)]
pub struct SignupErrors {
    pub email_in_use: Text,
    pub weak_password: Text,
    pub invalid_email: Text,
    pub timeout: Text,
    pub connection: Text,
    pub other: Text,
}

impl Record for SignupErrors {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let email_in_use = fields.required("email_in_use", "The address has an account already");
        let weak_password = fields.required("weak_password", "The password is too weak");
        let invalid_email = fields.required("invalid_email", "The address is none");
        let timeout = fields.required("timeout", "The service does not answer");
        let connection = fields.required("connection", "The service can't be reached");
        let other = fields.required("other", "Anything else");
        Self { email_in_use, weak_password, invalid_email, timeout, connection, other }
    }
}
