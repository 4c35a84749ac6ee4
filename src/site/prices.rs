//! Prices that the currency can't express.

use crate::{
    content::Content,
    diagnostic::{Applicability, Diagnostic, Diagnostics, Span, code, diagnostic},
    schema::{
        Data, Scalar,
        decode::value::{Price, Text, decimals},
    },
    source::Sources,
};

/// Reports prices with more decimals than the currency has, which can't be shown as they are.
pub(super) fn check(content: &Content, diagnostics: &mut Diagnostics) {
    let Some(currency) = &content.gym.value.currency_code else { return };
    let most = decimals(currency.as_str());
    // Rows of a single are visited twice; the repeated report is dropped.
    for table in content.tables() {
        table.visit_scalar(Scalar::PRICE, &mut |value| {
            if let Data::Price(price) = value.value
                && (price.decimals() > most || most < 3 && price.three_decimals().is_some())
            {
                diagnostics.push(diagnostic(value.span, price, currency, &content.project.sources));
            }
        });
    }
}

fn diagnostic(span: Span, price: Price, currency: &Text, sources: &Sources) -> Diagnostic {
    let code = currency.as_str();
    // The three decimals may be thousands, as in `45.999`.
    let whole = price.three_decimals().map(|written| written.replace('.', ""));
    let price = price.three_decimals().unwrap_or_else(|| price.machine());
    let (most, expected) = match decimals(currency.as_str()) {
        0 => ("none".to_owned(), "a whole number".to_owned()),
        most => (most.to_string(), format!("a number with {most} decimals at most")),
    };
    let help = match &whole {
        Some(whole) => format!(
            "write {whole} if the point stands between thousands; or else round the price, or correct \
             currency_code in content/site.toml"
        ),
        None => "round the price, or correct currency_code in content/site.toml".to_owned(),
    };
    let diagnostic = diagnostic!(code::OUT_OF_RANGE, span,
        "{price} has more decimals than prices in {code}: {most}";
        expected;
        help);
    match whole {
        Some(whole) => diagnostic.rename(sources, &price, &whole, Applicability::Proposed),
        None => diagnostic,
    }
}
