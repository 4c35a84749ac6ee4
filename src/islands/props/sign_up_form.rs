//! Signing up: fields, errors, and where to go from there.

use super::{AccountsConfig, AuthField, props};

props! {
    /// What `SignUpForm` is told.
    SignUpFormProps {
        /// The address field.
        email: AuthField,
        /// The password field.
        password: AuthField,
        /// What the button says.
        button: String,
        /// What the button says while the service is asked.
        pending: String,
        /// What to say when it goes wrong.
        errors: SignUpErrors,
        /// What to say when there is no service.
        unavailable: String,
        /// Where to go from here.
        home: String,
        /// The service, if the site has one.
        accounts: Option<AccountsConfig>,
    }

    /// Why somebody could not be signed up.
    SignUpErrors {
        /// There is an account with this address.
        email_in_use: String,
        /// The password is too easy to guess.
        weak_password: String,
        /// The address is none.
        invalid_email: String,
        /// The service took too long.
        timeout: String,
        /// The service can't be reached.
        connection: String,
        /// Anything else.
        other: String,
    }
}
