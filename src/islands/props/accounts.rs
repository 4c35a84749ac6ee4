//! Signing in and signing up: words, errors, and the service behind them.

use super::props;

props! {
    /// The service that keeps accounts.
    AccountsConfig {
        /// The project's key, which is no secret.
        api_key: String,
        /// The project's name.
        project: String,
        /// The project's own host name.
        auth_domain: String,
        /// True if the page's own server speaks for the service, as in the preview.
        local: bool,
    }

    /// A field of a form for accounts.
    AuthField {
        /// What it asks for.
        label: String,
        /// A rule it has to follow, shown under it.
        hint: Option<String>,
        /// What to say when it can't be used.
        error: String,
    }

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
        /// What to say when it goes wrong.
        errors: AuthErrors,
        /// What to say when there is no service.
        unavailable: String,
        /// Where to go from here.
        home: String,
        /// The service, if the site has one.
        accounts: Option<AccountsConfig>,
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
