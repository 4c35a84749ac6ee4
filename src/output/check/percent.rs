//! Percent-encoding in addresses, undone.

use std::borrow::Cow;

/// `text` with each `%41` as the character it stands for; as it is where that would be no text.
pub(super) fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = (first == b'%').then(|| after.get(..2)).flatten().and_then(|digits| {
            let digits = digits.iter().all(u8::is_ascii_hexdigit).then_some(digits)?;
            u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
        });
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn decodes_what_is_encoded() {
        for (text, decoded) in [("a%20b", "a b"), ("caf%C3%A9", "café"), ("100%", "100%"), ("%zz", "%zz"), ("%+1", "%+1"), ("%ff", "%ff")] {
            assert_eq!(decode(text), decoded);
        }
    }
}
