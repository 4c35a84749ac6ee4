//! The ways to pay the gym: numbers that can't be right.

use std::ops::RangeInclusive;

use crate::{
    content::{Content, PayKind, WayToPay},
    diagnostic::{Applicability, Diagnostic, Diagnostics, Fix, code, diagnostic, report},
    schema::decode::in_quotes,
};

/// The number of digits of a till or a paybill.
const TILL: RangeInclusive<usize> = 5..=7;
/// The number of letters and digits of an account by its country, for the least and the most.
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
                help: "say how one pays here, such as title = \"By card at the desk\"";
                unwritten);
        }
        diagnostics.extend(wrong_number(way));
    }
}

/// The mistake in the number of a way to pay, if there is one.
fn wrong_number(way: &WayToPay) -> Option<Diagnostic> {
    let (number, at) = (way.number(), way.number.span);
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    match way.kind {
        PayKind::MpesaTill | PayKind::MpesaPaybill if is_phone(&number) => {
            Some(diagnostic!(code::MALFORMED, at, "this is a phone number, and no till or paybill";
                help: "write the 5 to 7 digits that M-Pesa gave you for business; to be paid on a phone, write kind = \"other\" and a title such as \"M-Pesa, send money\""))
        }
        PayKind::MpesaTill | PayKind::MpesaPaybill if !TILL.contains(&digits.len()) => {
            Some(diagnostic!(code::MALFORMED, at, "a till or a paybill has 5 to 7 digits";
                help: "write the number that M-Pesa gave you for business"))
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
        PayKind::Pix if is_brazilian_mobile(&number, &digits) => {
            Some(diagnostic!(code::MALFORMED, at, "this is not a Pix key";
                help: "a phone number has +55 before it: write \"+55{digits}\"";
                fix: Fix::replace(at, in_quotes(&format!("+55{digits}")), Applicability::Proposed)))
        }
        PayKind::Pix if !is_pix(&number) => Some(diagnostic!(code::MALFORMED, at, "this is not a Pix key";
            help: "it is an email address, a phone number with +55, a CNPJ or a CPF, or a random key of 36 signs")),
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

/// True for a phone number: with its country's code, or as it is dialled at home.
fn is_phone(number: &str) -> bool {
    let digits: String =
        number.trim_start_matches('+').chars().filter(|sign| !"-()".contains(*sign)).collect();
    let is_dialled = digits.starts_with('0') && digits.len() == 10;
    let is_mobile = digits.len() == 9 && digits.starts_with(['1', '7']);
    let has_code = digits.len() >= 11
        && (number.starts_with('+') || digits.starts_with("00") || digits.starts_with("25"));
    digits.chars().all(|sign| sign.is_ascii_digit()) && (is_dialled || is_mobile || has_code)
}

/// True for the number of a Brazilian mobile phone without +55, which isn't a person's tax number.
fn is_brazilian_mobile(key: &str, digits: &str) -> bool {
    let is_written_so = key.chars().all(|sign| "()-".contains(sign) || sign.is_ascii_digit());
    is_written_so && digits.len() == 11 && digits.get(2..3) == Some("9") && !is_cpf(key)
}

/// True for the tax number of a person in Brazil, whose check digits fit.
pub fn is_cpf(key: &str) -> bool {
    let digits: Vec<u32> = key.chars().filter_map(|sign| sign.to_digit(10)).collect();
    key.chars().all(is_of_tax_number)
        && digits.len() == 11
        && digits.get(9) == Some(&check_digit(&digits, 9))
        && digits.get(10) == Some(&check_digit(&digits, 10))
}

/// The digit that follows the first ones of a Brazilian tax number: the last one of them counts twice, and each before it once
/// more.
fn check_digit(digits: &[u32], count: u32) -> u32 {
    let weighted = digits.iter().zip((2..=count + 1).rev()).map(|(digit, weight)| digit * weight);
    weighted.sum::<u32>() * 10 % 11 % 10
}

fn is_of_tax_number(sign: char) -> bool {
    ".-/".contains(sign) || sign.is_ascii_digit()
}

/// True for what is written like the tax number of a business in Brazil, which may have letters before its check digits.
fn is_cnpj(key: &str) -> bool {
    let signs: String = key.chars().filter(|sign| !".-/".contains(*sign)).collect();
    signs.split_at_checked(12).is_some_and(|(number, check)| {
        number.bytes().all(|sign| sign.is_ascii_alphanumeric())
            && check.len() == 2
            && check.bytes().all(|sign| sign.is_ascii_digit())
    })
}

fn is_pix(key: &str) -> bool {
    let is_tax_number = is_cpf(key) || is_cnpj(key);
    let is_random = key.len() == 36 && key.split('-').count() == 5;
    key.contains('@') || key.starts_with("+55") || is_tax_number || is_random
}
