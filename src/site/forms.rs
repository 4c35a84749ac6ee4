//! The forms that visitors fill in: who receives what they write, and the pages that show them.

use std::{borrow::Cow, collections::HashMap};

use url::Url;

use super::{Section, Site};
use crate::{
    content::FormFields,
    diagnostic::{Applicability, Diagnostic, Diagnostics, Fix, Span, code, diagnostic, report},
    schema::{
        Role,
        decode::{
            Spanned,
            value::{Text, WebUrl},
        },
    },
    widgets::FormTargets,
};

/// The fields that each form sends besides its own.
const SENT_BESIDES: [&str; 3] = ["form", "form-name", "language"];

/// Who receives what is written into a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver<'s> {
    /// The host of the site, which knows the form by this name.
    Host(&'s str),
    /// A service.
    Service(&'s Url),
    /// The gym, by the visitor's mail program.
    Mail(&'s Text),
}

/// A section that shows a form, and the path of its page.
struct FormPlace<'s> {
    path: Cow<'s, str>,
    section: &'s Section,
}

impl FormPlace<'_> {
    /// The path to the form. With the kind and the id of an entry, it selects that.
    fn path(&self, picked: Option<(&str, &str)>) -> String {
        let path = &self.path;
        let Some((kind, id)) = picked else { return format!("{path}#{}-form", self.section.id) };
        let kind = [&*self.section.prefix, kind].concat();
        format!("{path}?{kind}={id}#{kind}-{id}")
    }

    /// The path to the section.
    fn section_path(&self) -> String {
        format!("{}#{}", self.path, self.section.id)
    }
}

impl Site {
    /// The places of all forms, in the order of the pages: first those that are listed, then others, such as the page for
    /// what isn't found, and those of entries last.
    fn form_places(&self) -> impl Iterator<Item = (&FormFields, FormPlace<'_>)> {
        let (listed, others): (Vec<_>, Vec<_>) = self.pages.iter().partition(|page| page.is_listed);
        let of_files = listed
            .into_iter()
            .chain(others)
            .flat_map(|page| page.sections.iter().map(move |section| (page.first_path(), section)));
        let of_entries = self.collections.sections.iter().flat_map(|(id, sections)| {
            let path = self.page_of(&id.collection, &id.id);
            sections.iter().filter_map(move |section| Some((Cow::Owned(path.clone()?), section)))
        });
        of_files.chain(of_entries).filter_map(|(path, section)| {
            let form = self.collections.forms.get(section.form.as_ref()?)?;
            Some((&*form.entry, FormPlace { path, section }))
        })
    }

    /// The forms that pages show; one that several show comes several times.
    pub fn shown_forms(&self) -> impl Iterator<Item = &FormFields> {
        self.form_places().map(|(form, _)| form)
    }

    /// The path to a form, with what it selects; `None` if no page shows it. Classes and plans can be selected in any form,
    /// other entries in one that asks for them.
    pub fn form_path(&self, id: &str, picked: Option<(&str, &str)>) -> Option<String> {
        let mut places = self.form_places();
        let (form, place) = places.find(|(_, place)| place.section.form.as_deref() == Some(id))?;
        let picked = picked.filter(|(kind, _)| ["class", "plan"].contains(kind) || form.asks_for(kind));
        Some(self.path_at(&place, form, picked))
    }

    /// The path to the form for everything that says no other, with what it selects: that of a section about the gym and
    /// how to reach it, else the first one; one that somebody receives before all others.
    pub fn contact_path(&self, picked: (&str, &str)) -> Option<String> {
        let (form, place) = self.form_places().min_by_key(|(form, place)| {
            let is_of_contact = place.section.role == Some(Role::ContactForm);
            (self.receiver(form).is_none(), !is_of_contact, place.section.is_of_branch)
        })?;
        Some(self.path_at(&place, form, Some(picked)))
    }

    /// The path to a form, with what it selects. A form that nobody receives isn't shown: that to its section.
    fn path_at(&self, place: &FormPlace<'_>, form: &FormFields, picked: Option<(&str, &str)>) -> String {
        if self.receiver(form).is_none() { place.section_path() } else { place.path(picked) }
    }

    /// The receiver of a form: its own, else that of all forms.
    pub fn receiver<'s>(&'s self, form: &'s FormFields) -> Option<Receiver<'s>> {
        let gym = &self.gym.settings;
        let own = Receiver::named(form.netlify.as_ref().map(|name| &name.value), form.endpoint.as_ref());
        own.or_else(|| Receiver::named(gym.contact.netlify.as_ref(), gym.contact.endpoint.as_ref()))
            .or_else(|| gym.email.as_ref().map(Receiver::Mail))
    }

    /// The receivers of the forms that pages show, for the policy.
    pub(super) fn form_targets(&self) -> FormTargets<'_> {
        let mut targets = FormTargets::default();
        for receiver in self.shown_forms().filter_map(|form| self.receiver(form)) {
            match receiver {
                Receiver::Service(url) => targets.services.push(url),
                Receiver::Mail(_) => targets.has_mail = true,
                Receiver::Host(_) => {}
            }
        }
        targets
    }
}

impl<'s> Receiver<'s> {
    fn named(netlify: Option<&'s Text>, endpoint: Option<&'s Spanned<WebUrl>>) -> Option<Self> {
        let host = netlify.map(|name| Self::Host(name.as_str()));
        host.or_else(|| endpoint?.value.url().map(Self::Service))
    }
}

/// Reports fields and forms that can't be told from others, and addresses that take no message.
pub(super) fn check(site: &Site, diagnostics: &mut Diagnostics) {
    let contact = &site.gym.settings.contact;
    let reserved: Vec<&str> =
        SENT_BESIDES.into_iter().chain(contact.hidden.iter().map(|hidden| hidden.name.as_str())).collect();
    let mut names = HashMap::new();
    diagnostics.extend(contact.endpoint.as_ref().and_then(page_of_service));
    for form in site.collections.forms.values().map(|form| &form.entry) {
        check_ids(form.fields.iter().map(|field| &field.id), "fields", diagnostics);
        check_ids(form.offers.iter().map(|offer| &offer.id), "offers", diagnostics);
        for field in form.fields.iter().filter(|field| reserved.contains(&field.id.value.as_str())) {
            report!(diagnostics, code::DUPLICATE_ID, field.id.span,
                "each form sends \"{}\" besides its fields", field.id.value.as_str();
                help: "give the field another id");
        }
        diagnostics.extend(form.endpoint.as_ref().and_then(page_of_service));
        let named = form.netlify.as_ref().map(|name| (&name.value, name.span));
        if let Some((name, span)) = named.or(contact.netlify.as_ref().map(|name| (name, form.span)))
            && let Some(first) = names.insert(name.as_str(), span)
        {
            report!(diagnostics, code::DUPLICATE_ID, span, "two forms are called \"{}\" at Netlify", name.as_str();
                related: first => "the other one";
                help: "give each a name of its own: netlify = \"...\"");
        }
    }
}

/// Reports ids that another element of a list has.
fn check_ids<'i>(ids: impl Iterator<Item = &'i Spanned<Text>>, noun: &str, diagnostics: &mut Diagnostics) {
    let mut known: HashMap<&str, Span> = HashMap::new();
    for id in ids.filter(|id| id.span.is_somewhere()) {
        if let Some(first) = known.insert(id.value.as_str(), id.span) {
            report!(diagnostics, code::DUPLICATE_ID, id.span, "two {noun} have the id \"{}\"", id.value.as_str();
                related: first => "the first one"; help: "give one of the two another id");
        }
    }
}

/// Reports the address of a page on which a form is set up at Formspree, in the place of the one that takes messages.
fn page_of_service(endpoint: &Spanned<WebUrl>) -> Option<Diagnostic> {
    let url = endpoint.value.url().filter(|url| url.host_str() == Some("formspree.io"))?;
    let id = url.path().strip_prefix("/forms/")?.split('/').next().filter(|id| !id.is_empty())?;
    let right = format!("\"https://formspree.io/f/{id}\"");
    Some(diagnostic!(code::MALFORMED, endpoint.span, "this is the page on which the form is set up";
        label: "takes no messages";
        help: format!("write {right}");
        fix: Fix::replace(endpoint.span, right, Applicability::Certain)))
}
