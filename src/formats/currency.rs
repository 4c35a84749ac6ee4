//! The side of a number on which a language writes a currency, and the sign that it uses.

use icu_locale::{Locale, LocaleFallbacker, extensions::unicode::key};

/// The signs of each currency, as the Unicode CLDR 49 has them (currencies): its code, then each sign and the languages
/// that use it. All other languages write the code.
const SIGNS: &str = include_str!("currencies.tsv");

/// The patterns of amounts in the Unicode CLDR 49 (currencyFormats), with those for signs whose letters would touch the
/// number, by language.
const PATTERNS: [(&str, &str, &str); 10] = [
    (
        "¤0",
        "¤\u{a0}0",
        "af ak am bho bn-IN ceb chr cop cy doi ee en es-419 es-CL es-DO es-EC es-GQ es-VE fil ga gd gu hi hi-Latn id ig ja ki \
         kn ko kok kok-Latn ks kxv kxv-Deva kxv-Orya kxv-Telu lo ml mr ms mt om or pa pcm rm sa si so st su ta-u-nu-tamldec te \
         th ti tn tr ug ur ur-IN-u-nu-latn xh xnr yo yue yue-Hans zh zh-Hant zu",
    ),
    ("¤0", "¤0", "en-ZA"),
    (
        "¤\u{a0}0",
        "¤\u{a0}0",
        "bgc-u-nu-latn ckb-u-nu-latn de-AT de-CH de-LI en-AT en-CH en-MV en-NL es-AR es-CO es-PE es-PY es-UY fa-AF \
         fa-AF-u-nu-latn ff-Adlm-u-nu-latn it-CH mai-u-nu-deva mni-u-nu-latn ms-BN ne-u-nu-latn nqo-u-nu-latn \
         raj-u-nu-latn sat-u-nu-latn sd-u-nu-latn und",
    ),
    ("0¤", "0\u{a0}¤", "bn kk-Arab km oc"),
    (
        "0\u{a0}¤",
        "0\u{a0}¤",
        "ast az ba be bg br bs bs-Cyrl bua ca ckb cs cv da de dsb el en-150 en-PL en-PT en-RO en-SI en-SK es et eu fi fo fr gl hr hsb \
         hu hy is it ka kea kk ksh ku ky lb lij lld lt lv mk my nds no pl pms prg pt-PT ro ru sah sc sd sk sl sq sr sr-Latn sv \
         szl tg tk tt tyv uk uz uz-Cyrl vi vmw",
    ),
    ("0\u{202f}¤", "0\u{202f}¤", "eo vec"),
    ("\u{200f}0\u{a0}¤", "\u{200f}0\u{a0}¤", "ar"),
    ("\u{200f}0\u{a0}\u{200f}¤", "\u{200f}0\u{a0}\u{200f}¤", "he"),
    ("\u{200e}¤0", "\u{200e}¤\u{a0}0", "fa"),
    ("\u{200e}¤\u{a0}0", "\u{200e}¤\u{a0}0", "fa-u-nu-latn"),
];

/// The texts before and behind an amount in the currency with this code. Both are empty where the sign takes the place
/// of the decimal point, as in Cape Verde.
pub(super) fn affixes(locale: &Locale, code: &str) -> (String, String) {
    let languages = fallbacks(locale);
    let sign = languages.iter().find_map(|language| sign(code, language)).unwrap_or(code);
    let patterns = languages.iter().find_map(|language| patterns(language));
    let Some((pattern, with_letters)) = patterns.filter(|_| !sign.is_empty()) else {
        return Default::default();
    };
    let touches = pattern.contains("¤0") && sign.ends_with(char::is_alphabetic)
        || pattern.contains("0¤") && sign.starts_with(char::is_alphabetic);
    let pattern = if touches { with_letters } else { pattern };
    let (before, after) = pattern.split_once('0').unwrap_or((pattern, ""));
    (before.replace('¤', sign), after.replace('¤', sign))
}

/// The language, then its fallbacks in the CLDR, down to `und`. A tag that asks for other digits comes first with them.
fn fallbacks(locale: &Locale) -> Vec<String> {
    let fallbacker = LocaleFallbacker::new();
    let mut fallback = fallbacker.for_config(Default::default()).fallback_for(locale.into());
    let mut languages = vec![fallback.get().to_string()];
    while !fallback.get().is_unknown() {
        fallback.step();
        languages.push(fallback.get().to_string());
    }
    let Some(digits) = locale.extensions.unicode.keywords.get(&key!("nu")) else { return languages };
    let with_digits = languages.iter().map(|language| format!("{language}-u-nu-{digits}"));
    with_digits.chain(languages.iter().cloned()).collect()
}

fn sign(code: &str, language: &str) -> Option<&'static str> {
    let rows = SIGNS.lines().filter_map(|row| row.strip_prefix(code)?.strip_prefix('\t'));
    let mut cells = rows.flat_map(|row| row.split('\t'));
    while let (Some(sign), Some(languages)) = (cells.next(), cells.next()) {
        if has(languages, language) {
            return Some(sign);
        }
    }
    None
}

fn patterns(language: &str) -> Option<(&'static str, &'static str)> {
    let (pattern, with_letters, _) = PATTERNS.iter().find(|(.., languages)| has(languages, language))?;
    Some((pattern, with_letters))
}

fn has(languages: &str, language: &str) -> bool {
    languages.split(' ').any(|name| name == language)
}
