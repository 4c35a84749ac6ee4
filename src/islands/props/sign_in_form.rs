//! Signing in: fields, errors, and where to go from there.

use super::{AccountsConfig, AuthField, props};

props! {
    /// What `SignInForm` is told.
    SignInFormProps {
        /// The address field.
        email: AuthField,
        /// The password field.
        password: AuthField,
        /// What the button says.
        button: String,
        /// What the button says while the service is asked.
        pending: String,
        /// The way to a new password.
        forgotten: ForgottenPassword,
        /// What to say when it goes wrong.
        errors: AuthErrors,
        /// What to say when there is no service.
        unavailable: String,
        /// Where to go from here.
        home: String,
        /// The service, if the site has one.
        accounts: Option<AccountsConfig>,
    }

    /// The way to a new password.
    ForgottenPassword {
        /// What asks for a link.
        button: String,
        /// What to say then, whether or not there is such an account.
        sent: String,
    }

    /// Why somebody could not be signed in.
    AuthErrors {
        /// Address and password don't belong together.
        wrong: String,
        /// The service took too long.
        timeout: String,
        /// The service can't be reached.
        connection: String,
        /// Anything else.
        other: String,
    }
}
