//! Feeds and calendars of declared collections, whose types say which field is which.

use jiff::civil::DateTime;

use super::{
    calendar::{Lines, local, write_zone},
    entry_date::{EntryDate, Occurrence},
    feed, moment, title_of,
    venue::Venue,
    xml::Xml,
};
use crate::{
    content::Entry,
    render::site::RenderSite,
    routes::EntryFile,
    schema::{CollectionType, Data, DeclaredFile, Table},
};

/// Entries that a feed holds; a site that follows it has the older ones already.
const MOST_ENTRIES: usize = 20;

/// The type of a collection with its entries.
fn found<'r>(of: &EntryFile, site: &'r RenderSite) -> Option<(&'r CollectionType, &'r [Entry])> {
    Some((site.types.collections.get(&of.collection)?, site.entries(&of.collection)))
}

/// The text of the field that programs call so.
fn text(entry: &Entry, file: &DeclaredFile, role: &str) -> Option<String> {
    let value = &entry.table.get(file.field(role)?)?.value;
    if let Data::Markdown(text) = value {
        return Some(text.as_str().to_owned());
    }
    Some(value.as_text()?.as_str().to_owned())
}

/// What readers call a feed or calendar of these entries: the gym, and the title of the page above theirs.
pub(in crate::render) fn title(found: &CollectionType, site: &RenderSite) -> String {
    let above = found.root().and_then(|root| site.page_at(root));
    title_of(above.map(|page| page.title.as_str()), site)
}

/// When an entry is, as a component of a calendar says it.
fn write_times(occurrences: &[Occurrence], zone_name: &str, lines: &mut Lines) {
    let Some((first, others)) = occurrences.split_first() else { return };
    let is_day = |date: EntryDate| matches!(date, EntryDate::Day(_));
    // All of them have to be of one kind.
    let are_days = is_day(first.start) && first.end.is_none_or(is_day);
    let parameter = if are_days { ";VALUE=DATE".to_owned() } else { format!(";TZID={zone_name}") };
    let written = |moment: DateTime| match are_days {
        true => moment.strftime("%Y%m%d").to_string(),
        false => local(moment),
    };
    lines.line(&format!("DTSTART{parameter}"), &written(first.start.first_moment()));
    if let Some(end) = first.end.map(EntryDate::last_moment).filter(|end| *end > first.start.first_moment()) {
        // Of days, the end is the first one on which it is over (RFC 5545, 3.6.1).
        lines.line(&format!("DTEND{parameter}"), &written(end));
    }
    if !others.is_empty() {
        let starts = others.iter().map(|other| written(other.start.first_moment()));
        lines.line(&format!("RDATE{parameter}"), &starts.collect::<Vec<_>>().join(","));
    }
}

/// What has to be said of an entry before all else, in the words of `content/events.toml`: that it is called off or put off.
pub(in crate::render) fn notice(entry: &Table, site: &RenderSite) -> Option<(&'static str, String)> {
    let words = site.single("events").and_then(|events| events.get("words"));
    let word = |key| match words.map(|words| &words.value) {
        Some(Data::Table(words)) => words.text(key).unwrap_or_default(),
        _ => "",
    };
    if let Some(kind) = ["cancelled", "postponed"].into_iter().find(|key| entry.is(key)) {
        return Some((kind, word(kind).to_owned()));
    }
    let Data::Datetime(old) = &entry.get("moved_from")?.value else { return None };
    let date = site.formats.day_and_month(old.civil().date());
    Some(("moved", word("moved").replace("{date}", &date)))
}

/// What an entry is called, after a notice.
fn titled(entry: &Entry, file: &DeclaredFile, site: &RenderSite) -> String {
    let title = text(entry, file, "title").unwrap_or_default();
    match notice(&entry.table, site) {
        Some((_, notice)) if !notice.is_empty() => format!("{notice}: {title}"),
        _ => title,
    }
}

/// The newest entries as a feed (Atom, RFC 4287).
pub(super) fn feed(of: &EntryFile, site: &RenderSite) -> Vec<u8> {
    let Some((found, entries)) = found(of, site) else { return Vec::new() };
    let Some(file) = &found.feed else { return Vec::new() };
    let date = |entry: &Entry| EntryDate::new(&entry.table, file, "date").map(EntryDate::first_moment);
    let mut dated: Vec<(DateTime, &Entry)> =
        entries.iter().filter_map(|entry| Some((date(entry)?, entry))).collect();
    dated.sort_by(|(a, first), (b, second)| b.cmp(a).then_with(|| first.id.cmp(&second.id)));
    let newest = dated.first().map_or_else(|| site.today.datetime(), |(date, _)| *date);
    let address = site.base.absolute(&of.path);
    let root = [("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", site.gym.language.as_str())];
    Xml::document("feed", &root, |xml| {
        xml.text("title", &[], &title(found, site));
        xml.text("id", &[], &address);
        xml.empty("link", &[("rel", "self"), ("type", "application/atom+xml"), ("href", &address)]);
        xml.text("updated", &[], &moment(newest, site));
        xml.element("author", &[], |xml| xml.text("name", &[], site.gym.name.as_str()));
        for (date, entry) in dated.iter().take(MOST_ENTRIES) {
            let path = found.path(&entry.id);
            let link = path.as_ref().map(|path| site.base.absolute(path));
            let id = path.map_or_else(|| format!("{address}#{}", entry.id), |path| feed::id(&path, site));
            xml.element("entry", &[], |xml| {
                xml.text("title", &[], &titled(entry, file, site));
                xml.text("id", &[], &id);
                xml.text("updated", &[], &moment(*date, site));
                let text = text(entry, file, "text").unwrap_or_default();
                match &link {
                    Some(link) => {
                        xml.empty("link", &[("rel", "alternate"), ("type", "text/html"), ("href", link)]);
                        xml.text("summary", &[], &text);
                    }
                    // Without a page of its own, all of the entry is here.
                    None => xml.text("content", &[("type", "text")], &text),
                }
            });
        }
    })
}

/// All entries as a calendar (iCalendar, RFC 5545).
pub(super) fn calendar(of: &EntryFile, site: &RenderSite) -> Vec<u8> {
    let Some((found, entries)) = found(of, site) else { return Vec::new() };
    let Some(file) = &found.calendar else { return Vec::new() };
    let zone = site.gym.time_zone.zone();
    let zone_name = zone.iana_name().unwrap_or("UTC");
    let year = site.first_of_year();
    let host = site.base.url().host_str().unwrap_or_default();
    let mut lines = Lines::default();
    lines.component("VCALENDAR", |lines| {
        lines.line("VERSION", "2.0");
        lines.line("PRODID", &format!("-//gympress//{}//EN", found.collection.name));
        lines.line("CALSCALE", "GREGORIAN");
        let title = title(found, site);
        lines.text("NAME", &title);
        lines.text("X-WR-CALNAME", &title);
        lines.text("X-WR-TIMEZONE", zone_name);
        write_zone(zone, zone_name, year.timestamp(), lines);
        for entry in entries {
            let occurrences = Occurrence::all(&entry.table, file);
            if occurrences.is_empty() {
                continue;
            }
            lines.component("VEVENT", |lines| {
                lines.line("UID", &format!("{}.{}@{host}", entry.id, found.collection.name));
                lines.revision(site.revised);
                write_times(&occurrences, zone_name, lines);
                let status = match notice(&entry.table, site) {
                    Some(("cancelled", _)) => "CANCELLED",
                    Some(("postponed", _)) => "TENTATIVE",
                    _ => "CONFIRMED",
                };
                lines.line("STATUS", status);
                lines.text("SUMMARY", &titled(entry, file, site));
                if let Some(summary) = text(entry, file, "text") {
                    lines.text("DESCRIPTION", &summary);
                }
                if let Some(place) = Venue::new(&entry.table, file, site).line() {
                    lines.text("LOCATION", &place);
                }
                if let Some(path) = found.path(&entry.id) {
                    lines.line("URL", &site.base.absolute(&path));
                }
            });
        }
    });
    lines.into_bytes()
}
