//! What islands are told: content as finished text, without the address of the page they are on.

use minijinja::{Value, context};

use super::{gym::SocialView, navigation, value};
use crate::{
    assets::Pictures,
    content::{
        Measure,
        pages::{FormField, HintedField},
        parts::{Button, Picture},
    },
    decode::value::Text,
    islands::props::{
        AccountMenu, AccountsConfig, AuthErrors, AuthField, BlogSearchProps, BmiBand, BmiCalculatorProps,
        BmiField, Choice, ClassGridToggleProps, ContactField, ContactFormProps, CurrentLink,
        ForgottenPassword, Image, Link, NavigationMenu, NavigationPanel, NavigationProps, SignInFormProps,
        SignUpErrors, SignUpFormProps, SocialLink,
    },
    routes::{Data, Page},
    site::Site,
};

/// How wide the pictures of the side panel are: so narrow that one file is as good as a choice.
const PANEL_SIZES: &str = "7rem";

/// The bar, the menu and the side panel, in the section whose paths begin with `section`.
pub(super) fn navigation(site: &Site, section: &str, pictures: &Pictures) -> Value {
    let (words, gym) = (&site.navigation, &site.gym);
    let panel = &words.panel;
    let link = |button: &Button| Link { title: owned(&button.title), url: navigation::href(site, button) };
    let links = site.links.iter().map(|entry| {
        let Link { title, url } = link(entry);
        CurrentLink { title, url, current: navigation::is_current(entry, section) }
    });
    let social = gym.social.iter().map(SocialView::from);
    value(NavigationProps {
        brand: Link { title: owned(&gym.name), url: site.base.href("/") },
        links: links.collect(),
        menu: NavigationMenu {
            label: owned(&words.menu.label),
            open: owned(&words.menu.open),
            close: owned(&words.menu.close),
        },
        join: link(&words.join),
        account: AccountMenu {
            title: owned(&words.account.title),
            url: navigation::url(site, &words.account.to.as_written()),
            signed_in: owned(&words.account.signed_in),
            sign_out: owned(&words.account.sign_out),
            accounts: accounts(site),
        },
        panel: NavigationPanel {
            open: owned(&panel.open),
            close: owned(&panel.close),
            title: owned(&panel.title),
            text: owned(&panel.text),
            gallery_title: owned(&panel.gallery_title),
            images: site
                .panel_gallery
                .iter()
                .filter_map(|entry| image(site, &entry.picture, pictures))
                .collect(),
            contact_title: owned(&panel.contact_title),
            follow_title: owned(&panel.follow_title),
            chart: link(&panel.chart),
        },
        phone: Link { title: gym.phone.as_str().to_owned(), url: gym.phone.href() },
        email: Link { title: gym.email.as_str().to_owned(), url: format!("mailto:{}", gym.email.as_str()) },
        address: super::gym::address_line(site),
        social: social
            .filter_map(SocialView::into_link)
            .map(|(network, title, url)| SocialLink { network, title, url })
            .collect(),
    })
}

/// What the islands of this page are told, under the names that its template uses.
pub(super) fn of_page(page: &Page, site: &Site) -> Value {
    match page {
        Page::Home => context! { bmi_calculator => value(bmi_calculator(site)) },
        Page::Classes => context! { class_grid_toggle => value(class_grid_toggle(site)) },
        Page::Contact => context! { contact_form => value(contact_form(site)) },
        Page::Login => context! { sign_in_form => value(sign_in_form(site)) },
        Page::Signup => context! { sign_up_form => value(sign_up_form(site)) },
        _ => Value::from(()),
    }
}

fn owned(text: &Text) -> String {
    text.as_str().to_owned()
}

fn accounts(site: &Site) -> Option<AccountsConfig> {
    site.gym.accounts.as_ref().map(|accounts| AccountsConfig {
        api_key: owned(&accounts.api_key),
        project: owned(&accounts.project),
        auth_domain: owned(&accounts.auth_domain),
        local: false,
    })
}

fn image(site: &Site, picture: &Picture, pictures: &Pictures) -> Option<Image> {
    let file = pictures.get(&picture.file).ok().flatten()?.plain(PANEL_SIZES)?;
    Some(Image {
        src: site.base.href(&file.path()),
        srcset: None,
        sizes: None,
        width: file.width,
        height: file.height,
        alt: picture.alt.clone(),
    })
}

fn bmi_calculator(site: &Site) -> BmiCalculatorProps {
    let (bmi, words) = (&site.bmi, &site.bmi.words);
    let field = |measure: &Measure| BmiField {
        label: owned(&measure.label),
        unit: owned(&measure.unit),
        placeholder: owned(&measure.placeholder),
    };
    let fill = |pattern: &Text, from: Option<f64>, below: f64| {
        let from = from.map(|from| from.to_string()).unwrap_or_default();
        pattern.as_str().replace("{from}", &from).replace("{below}", &below.to_string())
    };
    let band = |band: &crate::content::Band| {
        let (from, below) = (band.from.map(|from| from.value.get()), band.below.value.get());
        let pattern = if from.is_some() { &words.between_range } else { &words.below_range };
        BmiBand { title: owned(&band.title), range: fill(pattern, from, below), from, below: Some(below) }
    };
    let rest = BmiBand {
        title: owned(&bmi.otherwise),
        range: owned(&words.otherwise_range),
        from: None,
        below: None,
    };
    BmiCalculatorProps {
        kicker: owned(&words.kicker),
        title: owned(&words.title),
        text: owned(&words.text),
        decimals: u8::try_from(bmi.decimals.get()).unwrap_or(1),
        weight: field(&words.weight),
        height: field(&words.height),
        button: owned(&words.button),
        result_title: owned(&words.result_title),
        category_title: owned(&words.category_title),
        chart_title: owned(&words.chart_title),
        alert: owned(&words.alert),
        no_script: owned(&words.no_script),
        bands: bmi.bands.iter().map(band).chain([rest]).collect(),
    }
}

fn class_grid_toggle(site: &Site) -> ClassGridToggleProps {
    let words = &site.classes_page.words;
    ClassGridToggleProps { show_more: owned(&words.show_more), show_less: owned(&words.show_less) }
}

fn contact_form(site: &Site) -> ContactFormProps {
    let form = &site.contact.words.form;
    let endpoint = site.gym.contact.value.endpoint.as_ref();
    let field = |field: &crate::content::pages::CheckedField| ContactField {
        label: owned(&field.label),
        placeholder: owned(&field.placeholder),
        error: owned(&field.error),
    };
    let classes = site.form_classes.iter().map(|class| (&class.id, &class.entry.title.value));
    let plans = site.plan_rows.iter().flatten().map(|plan| (&plan.id, &plan.entry.title.value));
    let choice =
        |(id, title): (&std::sync::Arc<str>, &Text)| Choice { id: id.to_string(), title: owned(title) };
    ContactFormProps {
        action: match endpoint {
            Some(endpoint) => endpoint.as_str().to_owned(),
            None => format!("mailto:{}", site.gym.email.as_str()),
        },
        enctype: endpoint.is_none().then(|| "text/plain".to_owned()),
        title: owned(&form.title),
        text: owned(&form.text),
        required: owned(&form.required),
        name: field(&form.name),
        email: field(&form.email),
        class_label: owned(&form.class.label),
        class_placeholder: owned(&form.class.placeholder),
        classes: classes.map(choice).collect(),
        plans: plans.map(choice).collect(),
        comment_label: owned(&form.comment.label),
        comment_placeholder: owned(&form.comment.placeholder),
        button: owned(&form.button),
        pending: owned(&form.pending),
        mail_note: endpoint.is_none().then(|| owned(&form.mail_note)),
        sent: owned(&form.sent),
        failed: owned(&form.failed),
    }
}

fn plain_field(field: &FormField) -> AuthField {
    AuthField { label: owned(&field.label), hint: None, error: owned(&field.error) }
}

fn hinted_field(field: &HintedField) -> AuthField {
    AuthField { label: owned(&field.label), hint: Some(owned(&field.hint)), error: owned(&field.error) }
}

fn sign_in_form(site: &Site) -> SignInFormProps {
    let (words, form) = (&site.login.words, &site.login.words.form);
    SignInFormProps {
        email: plain_field(&form.email),
        password: plain_field(&form.password),
        button: owned(&form.button),
        pending: owned(&form.pending),
        forgotten: ForgottenPassword {
            button: owned(&form.forgotten.button),
            sent: owned(&form.forgotten.sent),
        },
        errors: AuthErrors {
            wrong: owned(&words.errors.wrong),
            timeout: owned(&words.errors.timeout),
            connection: owned(&words.errors.connection),
            other: owned(&words.errors.other),
        },
        unavailable: owned(&form.unavailable),
        home: site.base.href("/#home"),
        accounts: accounts(site),
    }
}

fn sign_up_form(site: &Site) -> SignUpFormProps {
    let (words, form) = (&site.signup.words, &site.signup.words.form);
    SignUpFormProps {
        email: plain_field(&form.email),
        password: hinted_field(&form.password),
        button: owned(&form.button),
        pending: owned(&form.pending),
        errors: SignUpErrors {
            email_in_use: owned(&words.errors.email_in_use),
            weak_password: owned(&words.errors.weak_password),
            invalid_email: owned(&words.errors.invalid_email),
            timeout: owned(&words.errors.timeout),
            connection: owned(&words.errors.connection),
            other: owned(&words.errors.other),
        },
        unavailable: owned(&form.unavailable),
        home: site.base.href("/#home"),
        accounts: accounts(site),
    }
}

/// The search beside posts.
pub(super) fn blog_search(site: &Site) -> Value {
    let words = &site.blog.sidebar;
    value(BlogSearchProps {
        title: owned(&words.search_title),
        placeholder: owned(&words.search_placeholder),
        loading: owned(&words.search_loading),
        found: owned(&words.search_found),
        found_one: owned(&words.search_found_one),
        empty: owned(&words.search_empty),
        failed: owned(&words.search_failed),
        offline: owned(&words.search_offline),
        index: site.base.href(&Page::Data(Data::Search).path()),
    })
}
