//! BMI bands with holes between them.

use super::Context;
use crate::diagnostic::{Diagnostic, Lint};

pub(super) fn check(Context { content, .. }: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let bmi = &content.bmi.value;
    let mut bands: Vec<_> = bmi.bands.iter().collect();
    if bands.iter().any(|band| !band.below.span.is_somewhere()) {
        // Where a band ends isn't known, so that it may fill any hole.
        return;
    }
    bands.sort_by(|a, b| a.below.value.total_cmp(&b.below.value));
    let mut covered: Option<&crate::content::Band> = None;
    for band in bands {
        let reached = covered.map_or(0.0, |covered| covered.below.value);
        if let Some(from) = &band.from
            && from.value > reached
        {
            let message = format!(
                "a BMI from {reached} up to {} is in no band, so it counts as {}",
                from.value,
                bmi.otherwise.as_str()
            );
            let hole = Diagnostic::new(Lint::BandHole, from.span, message)
                .label(format!("{} begins here", band.title.as_str()))
                .help(format!("write from = {reached}, or allow = [\"band-hole\"] if this is meant"));
            found.push(match covered {
                Some(covered) => {
                    hole.related(covered.below.span, format!("{} ends here", covered.title.as_str()))
                }
                None => hole,
            });
        }
        covered = Some(band);
    }
}
