//! The addresses to which links lead that name a way to reach the gym, or a service.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::Site;
use crate::{
    content::{BranchFields, Content, ServiceLink},
    diagnostic::{Applicability, Diagnostic, Diagnostics, Span, code, diagnostic, nearest, report},
    schema::decode::{
        Reference,
        value::{Channel, Link, Phone, ascii_mailto},
    },
};

/// The thing that a link is about: its first line can name it, and its branch is the one that is reached.
#[derive(Clone, Copy, Default)]
pub struct LinkSubject<'s> {
    pub branch: Option<&'s str>,
    pub title: &'s str,
    /// The day and time.
    pub when: &'s str,
    /// The kind and the id of the entry that a form selects.
    pub picked: Option<(&'s str, &'s str)>,
}

impl LinkSubject<'_> {
    /// A first line with what it is about. A line about a time says only the name of what has none, such as a plan.
    fn filled(&self, line: &str) -> String {
        if self.when.is_empty() && line.contains("{when}") {
            return if line.contains("{title}") { self.title.to_owned() } else { String::new() };
        }
        line.replace("{title}", self.title).replace("{when}", self.when).trim().to_owned()
    }
}

impl Site {
    /// The address of a link as it is written, under the base path.
    pub fn href(&self, written: &str) -> String {
        self.link_address(&Link::new(written), LinkSubject::default())
    }

    /// The address to which a link leads, under the base path. Empty for a message to a number that content lacks, which was
    /// reported.
    pub fn link_address(&self, link: &Link, subject: LinkSubject<'_>) -> String {
        match link {
            Link::Internal { path, suffix } => format!("{}{suffix}", self.href_of_named(path)),
            Link::External(address) => address.to_string(),
            Link::Message { channel, line } => {
                self.message_address(*channel, &subject.filled(line), subject.branch).unwrap_or_default()
            }
            Link::Form { id } => {
                let form = self.here_or_main(|site| site.form_path(id, subject.picked));
                form.unwrap_or_else(|| link.as_written())
            }
            Link::Service { id, path } => {
                let service = self.service_links().iter().find(|service| *service.id.value == **id);
                service.map_or_else(|| link.as_written(), |service| service.address(path))
            }
        }
    }

    /// The address at which a message begins with `line`; `None` if content has no number or address for it.
    fn message_address(&self, channel: Channel, line: &str, branch: Option<&str>) -> Option<String> {
        let branch = branch.and_then(|id| Some(&*self.gym.branches.get(id)?.entry));
        let to = self.reached(channel, branch)?;
        let line = utf8_percent_encode(line, NON_ALPHANUMERIC).to_string();
        let (to, query) = match channel {
            Channel::WhatsApp => (to.replacen("tel:+", "https://wa.me/", 1), "?text="),
            // Phones of one maker read the text behind `?`, others behind `&`.
            Channel::Sms => (to.replacen("tel:", "sms:", 1), "?&body="),
            Channel::Call => return Some(to),
            Channel::Mail => (to, "?subject="),
        };
        Some(if line.is_empty() { to } else { [&*to, query, &line].concat() })
    }

    /// The link to a branch, or else the gym, by its number or address.
    fn reached(&self, channel: Channel, branch: Option<&BranchFields>) -> Option<String> {
        let gym = &self.gym.settings;
        let dial = |own: Option<&Phone>, of_gym: Option<&Phone>| {
            own.or(of_gym).map(|phone| self.gym.formats.dial(phone))
        };
        match channel {
            Channel::WhatsApp => {
                dial(branch.and_then(|branch| branch.whatsapp.as_ref()), gym.whatsapp.as_ref())
            }
            Channel::Sms => {
                let own = branch.and_then(|branch| branch.sms.as_ref().or(branch.phone.as_ref()));
                dial(own, gym.sms.as_ref().or(gym.phone.as_ref()))
            }
            Channel::Call => dial(branch.and_then(|branch| branch.phone.as_ref()), gym.phone.as_ref()),
            Channel::Mail => {
                let own = branch.and_then(|branch| branch.email.as_ref());
                own.or(gym.email.as_ref()).map(|email| ascii_mailto(email.as_str()))
            }
        }
    }

    /// True for a link within a text that is read by a word: all others are addresses of other programs.
    pub fn is_read(&self, link: &Link) -> bool {
        match link {
            Link::Message { .. } | Link::Form { .. } => true,
            Link::Service { id, .. } => {
                let mut ids = self.service_links().iter().map(|service| &*service.id.value);
                nearest(id, ids.by_ref()).is_some()
            }
            Link::Internal { .. } | Link::External(_) => false,
        }
    }

    fn service_links(&self) -> &[ServiceLink] {
        self.gym.settings.services.as_ref().map_or(&[], |services| &services.links)
    }
}

/// Reports links of content that name a number, an address or a service that it doesn't have.
pub(super) fn check(content: &Content, site: &Site, diagnostics: &mut Diagnostics) {
    check_ids(site.service_links(), diagnostics);
    for (reference, places) in content.references.iter() {
        let Reference::Link { address, in_text } = reference else { continue };
        let link = Link::new(address);
        let is_known = !in_text || site.is_read(&link);
        let wrong = places.iter().filter(|_| is_known).filter_map(|place| leads_nowhere(&link, *place, site));
        diagnostics.extend(wrong);
    }
}

/// Reports services whose id another one has, or that links read as something else.
fn check_ids(services: &[ServiceLink], diagnostics: &mut Diagnostics) {
    for (place, ServiceLink { id, .. }) in services.iter().enumerate() {
        if let Some(first) = services.iter().take(place).find(|first| first.id.value == id.value) {
            report!(diagnostics, code::DUPLICATE_ID, id.span, "two services have the id \"{}\"", id.value;
                related: first.id.span => "the first one"; help: "give one of the two another id");
        }
        let is_read = matches!(Link::new(&format!("{}:x", id.value)), Link::Service { id: read, .. } if *read == *id.value);
        if id.span.is_somewhere() && !is_read {
            report!(diagnostics, code::MALFORMED, id.span, "links read \"{}:\" as something else", id.value;
                help: "give the service another id, such as its name: letters first");
        }
    }
}

fn leads_nowhere(link: &Link, at: Span, site: &Site) -> Option<Diagnostic> {
    match link {
        Link::Internal { .. } | Link::External(_) => None,
        Link::Message { channel, .. } => {
            let branches = &site.gym.branches;
            let has_each = !branches.is_empty()
                && branches.values().all(|branch| site.reached(*channel, Some(&branch.entry)).is_some());
            let key = match channel {
                Channel::WhatsApp => "whatsapp",
                Channel::Sms | Channel::Call => "phone",
                Channel::Mail => "email",
            };
            (!has_each && site.reached(*channel, None).is_none()).then(|| {
                diagnostic!(code::MISSING_KEY, at, "content/site.toml doesn't say where \"{}\" leads", channel.prefix();
                    help: "add {key} = \"...\" to content/site.toml")
            })
        }
        Link::Form { id } => leads_to_no_form(id, at, site),
        Link::Service { id, .. } => {
            let known: Vec<&str> = site.service_links().iter().map(|service| &*service.id.value).collect();
            if known.contains(&&**id) {
                return None;
            }
            let wrong =
                diagnostic!(code::UNKNOWN_WORD, at, "[services] in content/site.toml has no link \"{id}\"");
            let Some(near) = nearest(id, known.iter().copied()) else {
                return Some(wrong.help(format!(
                    "add it below [services]: [[services.link]] with id = \"{id}\" and its url, or write a whole address"
                )));
            };
            let wrong = wrong.help(format!("did you mean \"{near}\"?"));
            let [written, meant] = [&**id, near].map(|id| format!("{id}:"));
            Some(wrong.rename(&*site.project.sources, &written, &meant, Applicability::Proposed))
        }
    }
}

/// Reports a link to a form that there isn't, or that no page shows.
fn leads_to_no_form(id: &str, at: Span, site: &Site) -> Option<Diagnostic> {
    let forms = &site.collections.forms;
    if forms.contains_key(id) {
        return site.form_path(id, None).is_none().then(|| {
            diagnostic!(code::BROKEN_LINK, at, "no page shows the form \"{id}\"";
                label: "leads nowhere";
                help: "add a [[section]] with form = \"{id}\" to a page")
        });
    }
    let wrong = diagnostic!(code::UNKNOWN_WORD, at, "there is no form \"{id}\"");
    Some(match nearest(id, forms.keys().map(|id| &**id)) {
        Some(near) => wrong.help(format!("did you mean \"{near}\"?")).rename(
            &*site.project.sources,
            id,
            near,
            Applicability::Proposed,
        ),
        None => wrong.help("write the name of its file, without .toml"),
    })
}
