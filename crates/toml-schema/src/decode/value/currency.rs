//! Currencies by their codes.

use std::sync::Arc;

use serde_json::json;

use super::rule::{ScalarDecoder, ScalarError, ScalarRule, no_reference};

/// The currencies of ISO 4217 that are in circulation.
const CODES: &str = "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD \
    CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD \
    GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT \
    LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR \
    NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP \
    STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD \
    XCG XOF XPF YER ZAR ZMW ZWG";

/// The currencies whose prices have no decimals, as the Unicode CLDR 49 has them (currencyData).
const WITHOUT_DECIMALS: &str = "AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK PYG RWF SOS SYP \
    UGX VND VUV XAF XOF XPF YER";

/// Those with three. All others have two.
const WITH_THREE_DECIMALS: &str = "BHD JOD KWD LYD OMR TND";

/// The code that is written for a currency in its own country, for those that are often mistaken for it.
const SHORT: [(&str, &str); 8] = [
    ("KSH", "KES"),
    ("TSH", "TZS"),
    ("USH", "UGX"),
    ("RMB", "CNY"),
    ("NTD", "TWD"),
    ("STG", "GBP"),
    ("SFR", "CHF"),
    ("GHC", "GHS"),
];

fn has(codes: &str, text: &str) -> bool {
    codes.split(' ').any(|code| code == text)
}

/// The number of decimals of prices in the currency of this code.
pub fn decimals(code: &str) -> usize {
    match code {
        code if has(WITHOUT_DECIMALS, code) => 0,
        code if has(WITH_THREE_DECIMALS, code) => 3,
        _ => 2,
    }
}

pub(super) const CURRENCY: ScalarRule = ScalarRule {
    name: "currency",
    expected: "the three capital letters of a currency, such as \"EUR\"",
    plural: "currency codes",
    example: "\"EUR\"",
    // The code of ISO 4217 for no currency.
    decoder: ScalarDecoder::Text { check: currency, fallback: "XXX", reference: no_reference },
    json: || json!({ "type": "string", "pattern": "^[A-Z]{3}$" }),
    ..ScalarRule::PLAIN
};

fn currency(text: &str) -> Result<Arc<str>, ScalarError> {
    if has(CODES, text) {
        return Ok(text.into());
    }
    let misread = ScalarError::new(format!("\"{text}\" is not a currency's code"));
    let capital = text.to_uppercase();
    Err(match SHORT.into_iter().find(|(short, _)| *short == capital) {
        Some((_, code)) => misread.certainly(code),
        None if has(CODES, &capital) => misread.certainly(capital),
        None => misread,
    })
}
