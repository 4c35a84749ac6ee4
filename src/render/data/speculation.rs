//! Which pages a browser may prefetch: those at whose link a visitor points.

use serde_json::json;

use crate::site::Site;

pub(super) fn rules(site: &Site) -> Vec<u8> {
    let own = json!({ "href_matches": site.base.href("/*") });
    // Files to download are none to fetch ahead.
    let files = json!({ "not": { "href_matches": site.base.href("/*.(ics|xml|json|txt)") } });
    let rules = json!({ "prefetch": [{ "where": { "and": [own, files] }, "eagerness": "moderate" }] });
    rules.to_string().into_bytes()
}
