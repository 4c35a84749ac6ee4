//! BMI bands with holes between them.

use crate::{
    content::Content,
    diagnostic::{Diagnostic, Lint},
    schema::Data,
};

pub(super) fn check(content: &Content, found: &mut Vec<Diagnostic>) {
    check_units(content, found);
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

/// The units with which `components/BmiCalculator.tsx` computes.
const WEIGHTS: [&str; 4] = ["kg", "lb", "lbs", "st"];
const HEIGHTS: [&str; 4] = ["cm", "m", "in", "ft"];

fn check_units(content: &Content, found: &mut Vec<Diagnostic>) {
    for (key, known, usual) in [("weight", WEIGHTS, "kilograms"), ("height", HEIGHTS, "centimetres")] {
        let Some(Data::Table(measure)) = content.bmi.table.get(key).map(|measure| &measure.value) else {
            continue;
        };
        let (Some(unit), Some(at)) = (measure.text("unit"), measure.get("unit")) else { continue };
        if !known.contains(&unit) && at.span.is_somewhere() {
            found.push(
                Diagnostic::new(
                    Lint::UnknownUnit,
                    at.span,
                    format!("the calculator doesn't know the unit \"{unit}\""),
                )
                .label(format!("it computes as if this were {usual}"))
                .expected(format!("one of {}", known.join(", ")))
                .help(format!("if it is another word for {usual}, allow this warning here")),
            );
        }
    }
}
