//! What signing in and signing up have in common: the service behind them, and their fields.

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
}
