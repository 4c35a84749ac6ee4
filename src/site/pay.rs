//! The ways to pay the gym: numbers that can't be right.

use std::ops::RangeInclusive;

use crate::{
    content::{Content, PayKind, WayToPay},
    diagnostic::{Applicability, Diagnostic, Diagnostics, Fix, code, diagnostic, report},
    schema::decode::in_quotes,
};

/// How many digits a till or a paybill has.
const TILL: RangeInclusive<usize> = 5..=7;
/// How many letters and digits an account has by its country, for the least and the most.
const IBAN: RangeInclusive<usize> = 15..=34;

/// Reports numbers of `content/site.toml` that nobody can pay to.
pub(super) fn check(content: &Content, diagnostics: &mut Diagnostics) {
    let ways = &content.gym.value.pay;
    for (place, way) in ways.iter().enumerate().filter(|(_, way)| way.number.span.is_somewhere()) {
        if let Some(first) = ways.iter().take(place).find(|first| first.is_same(way)) {
            report!(diagnostics, code::DUPLICATE_ID, way.number.span, "two ways to pay have the number {}", way.number();
                related: first.number.span => "the first one";
                help: "remove one of the two");
        }
        if way.kind == PayKind::Other && way.title.is_none() {
            report!(diagnostics, code::MISSING_KEY, way.span, "the key \"title\" is missing";
                label: "\"title\" is missing here";
                help: "say how one pays here, such as title = \"By card at the desk\"");
        }
        diagnostics.extend(wrong_number(way));
    }
}

/// The mistake in the number of a way to pay, if there is one.
fn wrong_number(way: &WayToPay) -> Option<Diagnostic> {
    let (number, at) = (way.number(), way.number.span);
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    match way.kind {
        PayKind::MpesaTill | PayKind::MpesaPaybill if !TILL.contains(&digits.len()) => {
            Some(diagnostic!(code::MALFORMED, at, "a till or a paybill has 5 to 7 digits";
                help: "write the number that M-Pesa gave you for business; a phone number isn't one"))
        }
        PayKind::MpesaTill | PayKind::MpesaPaybill if digits != number => {
            Some(diagnostic!(code::MALFORMED, at, "here stands the number alone";
                help: "write \"{digits}\": what it is, the page says";
                fix: Fix::replace(at, in_quotes(&digits), Applicability::Certain)))
        }
        PayKind::Iban if !is_iban(&number) => Some(diagnostic!(code::MALFORMED, at, "this is not an IBAN";
            help: "its check digits don't fit: compare each letter and digit with those of the bank")),
        PayKind::Upi if number.split('@').filter(|part| !part.is_empty()).count() != 2 => Some(
            diagnostic!(code::MALFORMED, at, "this is not an address of UPI"; help: "it has an @ in it, such as \"gym@bank\""),
        ),
        PayKind::Pix if !is_pix(&number, &digits) => {
            Some(diagnostic!(code::MALFORMED, at, "this is not a Pix key";
            help: "it is an email address, a phone number with +55, a CNPJ or a CPF, or a random key of 36 signs"))
        }
        _ => None,
    }
}

/// True if the check digits of an account fit (ISO 13616).
fn is_iban(number: &str) -> bool {
    let Some((head, rest)) = number.split_at_checked(4) else { return false };
    let mut signs = rest.chars().chain(head.chars()).map(|sign| sign.to_digit(36));
    let remainder = signs.try_fold(0, |remainder, sign| {
        let sign = sign?;
        Some((remainder * if sign < 10 { 10 } else { 100 } + sign) % 97)
    });
    IBAN.contains(&number.len())
        && number.starts_with(|first: char| first.is_ascii_alphabetic())
        && remainder == Some(1)
}

fn is_pix(key: &str, digits: &str) -> bool {
    let is_tax_number = [11, 14].contains(&digits.len())
        && key.chars().all(|sign| ".-/".contains(sign) || sign.is_ascii_digit());
    let is_random = key.len() == 36 && key.split('-').count() == 5;
    key.contains('@') || key.starts_with("+55") || is_tax_number || is_random
}
