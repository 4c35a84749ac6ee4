//! What pages may do, as browsers enforce it (Content Security Policy).

use std::collections::BTreeSet;

use url::Url;

use crate::site::Site;

/// Where the account service answers: sign-in, its renewal, and the visitor's document.
const ACCOUNT_HOSTS: [&str; 3] = [
    "https://identitytoolkit.googleapis.com",
    "https://securetoken.googleapis.com",
    "https://firestore.googleapis.com",
];

/// What works wherever a policy can stand. `frame-ancestors` works in a header only.
pub(super) fn policy(site: &Site) -> String {
    let gym = &site.gym;
    let endpoint = gym.endpoint().0.map(|endpoint| origin(endpoint.url()));
    let mut connect = vec!["'self'".to_owned()];
    connect.extend(endpoint.clone());
    if gym.accounts.is_some() {
        connect.extend(ACCOUNT_HOSTS.map(str::to_owned));
    }
    // Without an endpoint the form opens the visitor's mail program.
    let form = format!("'self' {}", endpoint.as_deref().unwrap_or("mailto:"));
    let of_branches = site.branches.values().filter_map(|branch| branch.entry.map.as_ref());
    let maps = gym.map.iter().chain(of_branches).map(|map| origin(map.embed.url()));
    let maps: BTreeSet<String> = maps.collect();
    let frames = match maps.is_empty() {
        true => "'none'".to_owned(),
        false => maps.into_iter().collect::<Vec<_>>().join(" "),
    };
    let worker = gym.offline.as_ref().map(|_| ("worker-src", "'self'"));
    let directives = [
        ("default-src", "'none'"),
        ("script-src", "'self'"),
        ("style-src", "'self'"),
        ("img-src", "'self'"),
        ("font-src", "'self'"),
        ("manifest-src", "'self'"),
        ("connect-src", &connect.join(" ")),
        ("frame-src", &frames),
        ("form-action", &form),
        ("base-uri", "'none'"),
        ("require-trusted-types-for", "'script'"),
    ];
    let all = directives.into_iter().chain(worker);
    all.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join("; ")
}

/// What pages of `site` may do, as hosts say it in a header.
pub fn header(site: &Site) -> String {
    format!("{}; frame-ancestors 'none'", policy(site))
}

fn origin(url: Option<&Url>) -> String {
    url.map(|url| url.origin().ascii_serialization()).unwrap_or_default()
}
