//! The place that `gympress publish` brings the site to, and mistakes in it.

use super::site::Gym;
use crate::{
    diagnostic::{Applicability, Diagnostics, Fix, code, report},
    hosts::{NoTarget, PublishTarget},
    schema::decode::in_quotes,
};

/// Reports a place that can't be published to, or doesn't fit what else `content/site.toml` says.
pub(super) fn check(gym: &Gym, diagnostics: &mut Diagnostics) {
    let Some(to) = gym.publish_to() else { return };
    let target = match PublishTarget::parse(to.value.as_str()) {
        Ok(target) => target,
        Err(mistake) => return report_mistake(&mistake, gym, diagnostics),
    };
    if gym.base_url.is_none() {
        report!(diagnostics, code::NO_ADDRESS, to.span, "the site is published there, and has no base_url";
            label: "nobody knows the address at which visitors find it";
            help: "write base_url = \"https://...\" at the top of the file");
    }
    if !target.fits(gym.host())
        && let Some(right) = target.host()
    {
        report!(diagnostics, code::TARGET_AND_HOST, to.span,
            "the site is made to be served {}, and published to another host", gym.host().place;
            help: "write host = \"{}\" in [publish]", right.name);
    }
}

fn report_mistake(mistake: &NoTarget, gym: &Gym, diagnostics: &mut Diagnostics) {
    let Some(to) = gym.publish_to() else { return };
    match mistake {
        // The line with the secret isn't shown.
        NoTarget::Secret => report!(diagnostics, code::SECRET_IN_CONTENT, gym.host_span(),
            "`to` in [publish] has a password or token in it";
            help: "take it out, change it at your host, since others may have read it, and run `gympress publish`, \
                which asks for it once and keeps it on this machine"),
        NoTarget::PlainFtp => {
            let server = to.value.as_str().split_once("://").map_or("", |(_, server)| server);
            report!(diagnostics, code::PLAIN_FTP, to.span, "your password would cross the network readable";
                help: "write ftps://, or sftp:// if your host has SSH";
                fix: Fix::replace(to.span, in_quotes(&format!("ftps://{server}")), Applicability::Proposed));
        }
        NoTarget::Unknown(why) => report!(diagnostics, code::UNKNOWN_TARGET, to.span,
            "gympress can't publish there: {why}";
            help: "write \"sftp://user@host/folder\", \"ftps://user@host/folder\", \"netlify:name\", or the path of a \
                folder of this machine, such as \"../public\""),
    }
}
