//! The contact form: where it goes and what it says.

use super::props;

props! {
    /// What `ContactForm` is told.
    ContactFormProps {
        /// Where the form is posted: an address, or `mailto:` with `enctype` of plain text.
        action: String,
        /// How the fields are written; nothing for what browsers do by themselves.
        enctype: Option<String>,
        /// The form's title.
        title: String,
        /// Stands under the title.
        text: String,
        /// Stands beside the label of a field that must be filled in.
        required: String,
        /// The visitor's name.
        name: ContactField,
        /// The visitor's address.
        email: ContactField,
        /// The label of the list of classes.
        class_label: String,
        /// The entry of the list that stands for no class.
        class_placeholder: String,
        /// The classes; `?class=` in the page's address chooses one.
        classes: Vec<Choice>,
        /// What `?plan=` in the page's address may name.
        plans: Vec<Choice>,
        /// The label of the message.
        comment_label: String,
        /// An example of a message.
        comment_placeholder: String,
        /// What the button says.
        button: String,
        /// What the button says while the message is on its way.
        pending: String,
        /// Says that a mail program will open; nothing if the message is posted.
        mail_note: Option<String>,
        /// What to say when the message has arrived.
        sent: String,
        /// What to say when it has not.
        failed: String,
    }

    /// A field of the contact form.
    ContactField {
        /// What it asks for.
        label: String,
        /// An example.
        placeholder: String,
        /// What to say when it can't be used.
        error: String,
    }

    /// An entry of a list.
    Choice {
        /// What is sent.
        id: String,
        /// What is shown.
        title: String,
    }
}
