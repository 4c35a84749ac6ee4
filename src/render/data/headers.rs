//! `_headers`: what the host says with each file. Netlify and Cloudflare Pages read the same form.
//!
//! Both join the values of all rules that match, so no two rules here give the same header to a path.

use std::collections::BTreeSet;

use super::worker::LASTING;
use crate::{
    render::policy,
    routes::{DataFile, Routes},
    site::Site,
};

/// What no page of a gym needs.
const NOT_NEEDED: &str = "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), \
    gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()";

pub(super) fn file(site: &Site, routes: &Routes) -> Vec<u8> {
    let base = &site.base;
    let rules_file = DataFile::SpeculationRules.path();
    let services = site.gym.services.as_ref();
    let has_widgets =
        services.is_some_and(|services| !services.frames.is_empty() || !services.scripts.is_empty());
    // Those who book pay in the frame, or in a window that it opens.
    let (not_needed, opener) = match has_widgets {
        true => (NOT_NEEDED.replace("payment=(), ", ""), "same-origin-allow-popups"),
        false => (NOT_NEEDED.to_owned(), "same-origin"),
    };
    let mut all = vec![
        ("Content-Security-Policy", policy::header(site)),
        ("X-Content-Type-Options", "nosniff".to_owned()),
        ("Referrer-Policy", "strict-origin-when-cross-origin".to_owned()),
        ("Permissions-Policy", not_needed),
        ("Cross-Origin-Opener-Policy", opener.to_owned()),
        ("X-Frame-Options", "DENY".to_owned()),
        ("Speculation-Rules", format!("\"{}\"", base.href(&rules_file))),
    ];
    if base.url().scheme() == "https" {
        all.push(("Strict-Transport-Security", "max-age=63072000; includeSubDomains".to_owned()));
    }
    let mut out = String::new();
    rule(&mut out, &base.href("/*"), &all);
    for folder in LASTING {
        let value = "public, max-age=31536000, immutable".to_owned();
        rule(&mut out, &base.href(&format!("/{folder}/*")), &[("Cache-Control", value)]);
    }
    for pattern in pages(routes) {
        rule(&mut out, &base.href(&pattern), &[("Cache-Control", "no-cache".to_owned())]);
    }
    let kind = "application/speculationrules+json".to_owned();
    rule(&mut out, &base.href(&rules_file), &[("Content-Type", kind)]);
    out.into_bytes()
}

fn rule(out: &mut String, pattern: &str, headers: &[(&str, String)]) {
    out.push_str(pattern);
    out.push('\n');
    for (name, value) in headers {
        out.push_str(&format!("  {name}: {value}\n"));
    }
}

/// Patterns that together match every page once.
fn pages(routes: &Routes) -> BTreeSet<String> {
    routes
        .pages()
        .map(|(path, _)| match path.trim_start_matches('/').split_once('/') {
            Some((first, _)) => format!("/{first}/*"),
            None => path.to_owned(),
        })
        .collect()
}
