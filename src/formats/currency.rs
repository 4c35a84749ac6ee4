//! The side of a number on which a language writes a currency, and the sign that it uses.

use icu_locale::{Locale, LocaleFallbacker, extensions::unicode::key};

/// The signs of each currency, as the Unicode CLDR 49 has them (currencies): its code, then each sign and the languages
/// that use it. All other languages write the code.
const SIGNS: &str = include_str!("currencies.tsv");

/// The pattern of amounts in some languages: `¤` stands for the sign, `0` for the number.
struct Pattern {
    usual: &'static str,
    /// The pattern for signs whose letters would touch the number.
    with_letters: &'static str,
    /// Their tags, with spaces between them.
    languages: &'static str,
}

/// The patterns in the Unicode CLDR 49 (currencyFormats).
const PATTERNS: &[Pattern] = &[
    Pattern {
        usual: "¤0",
        with_letters: "¤\u{a0}0",
        languages: "af ak am bho bn-IN ceb chr cop cy doi ee en es-419 es-CL es-DO es-EC es-GQ es-VE fil ga \
            gd gu hi hi-Latn id ig ja ki kn ko kok kok-Latn ks kxv kxv-Deva kxv-Orya kxv-Telu lo ml \
            mr ms mt om or pa pcm rm sa si so st su ta-u-nu-tamldec te th ti tn tr ug ur \
            ur-IN-u-nu-latn xh xnr yo yue yue-Hans zh zh-Hant zu",
    },
    Pattern { usual: "¤0", with_letters: "¤0", languages: "en-ZA" },
    Pattern {
        usual: "¤\u{a0}0",
        with_letters: "¤\u{a0}0",
        languages: "bgc-u-nu-latn ckb-u-nu-latn de-AT de-CH de-LI en-AT en-CH en-MV en-NL es-AR es-CO es-PE \
            es-PY es-UY fa-AF fa-AF-u-nu-latn ff-Adlm-u-nu-latn it-CH mai-u-nu-deva mni-u-nu-latn \
            ms-BN ne-u-nu-latn nqo-u-nu-latn raj-u-nu-latn sat-u-nu-latn sd-u-nu-latn und",
    },
    Pattern { usual: "0¤", with_letters: "0\u{a0}¤", languages: "bn kk-Arab km oc" },
    Pattern {
        usual: "0\u{a0}¤",
        with_letters: "0\u{a0}¤",
        languages: "ast az ba be bg br bs bs-Cyrl bua ca ckb cs cv da de dsb el en-150 en-PL en-PT en-RO \
            en-SI en-SK es et eu fi fo fr gl hr hsb hu hy is it ka kea kk ksh ku ky lb lij lld lt lv \
            mk my nds no pl pms prg pt-PT ro ru sah sc sd sk sl sq sr sr-Latn sv szl tg tk tt tyv uk \
            uz uz-Cyrl vi vmw",
    },
    Pattern { usual: "0\u{202f}¤", with_letters: "0\u{202f}¤", languages: "eo vec" },
    Pattern { usual: "\u{200f}0\u{a0}¤", with_letters: "\u{200f}0\u{a0}¤", languages: "ar" },
    Pattern {
        usual: "\u{200f}0\u{a0}\u{200f}¤", with_letters: "\u{200f}0\u{a0}\u{200f}¤", languages: "he"
    },
    Pattern { usual: "\u{200e}¤0", with_letters: "\u{200e}¤\u{a0}0", languages: "fa" },
    Pattern { usual: "\u{200e}¤\u{a0}0", with_letters: "\u{200e}¤\u{a0}0", languages: "fa-u-nu-latn" },
];

/// The texts before and behind an amount in the currency with this code. Both are empty where the sign takes the place
/// of the decimal point, as in Cape Verde.
pub(super) fn affixes(locale: &Locale, code: &str) -> (String, String) {
    let languages = fallbacks(locale);
    let sign = languages.iter().find_map(|language| sign(code, language)).unwrap_or(code);
    let pattern = languages.iter().find_map(|language| pattern(language));
    let Some(Pattern { usual, with_letters, .. }) = pattern.filter(|_| !sign.is_empty()) else {
        return Default::default();
    };
    let touches = usual.contains("¤0") && sign.ends_with(char::is_alphabetic)
        || usual.contains("0¤") && sign.starts_with(char::is_alphabetic);
    let pattern = if touches { *with_letters } else { *usual };
    let (before, after) = pattern.split_once('0').unwrap_or((pattern, ""));
    (before.replace('¤', sign), after.replace('¤', sign))
}

/// The language, then its fallbacks in the CLDR, down to `und`. If it asks for other digits, as in `hi-u-nu-deva`, all of
/// them come with these digits first.
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

fn pattern(language: &str) -> Option<&'static Pattern> {
    PATTERNS.iter().find(|pattern| has(pattern.languages, language))
}

fn has(languages: &str, language: &str) -> bool {
    languages.split(' ').any(|name| name == language)
}
