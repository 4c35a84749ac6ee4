//! What is seen of a picture before it arrives: its colours on the left and on the right, as two classes,
//! since a policy that forbids inline styles leaves no other way.

use std::{collections::BTreeSet, fmt};

use serde::{Deserialize, Serialize};

/// The levels of red, green and blue that tones have, as hexadecimal digits: close together in the dark,
/// where eyes are keen, and so few that the stylesheet stays small however many pictures there are.
const LEVELS: [u8; 10] = [0x0, 0x1, 0x2, 0x3, 0x4, 0x6, 0x8, 0xa, 0xc, 0xf];

/// A colour in few levels, which shows as `#rgb` does in CSS.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Tone([u8; 3]);

impl Tone {
    /// The nearest to this colour.
    pub fn of(rgb: [u8; 3]) -> Self {
        Self(rgb.map(|value| {
            let distance = |level: &u8| (level * 17).abs_diff(value);
            LEVELS.into_iter().min_by_key(distance).unwrap_or_default()
        }))
    }
}

impl fmt::Display for Tone {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|digit| write!(out, "{digit:x}"))
    }
}

/// The tones of the left and the right half of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tones(pub Tone, pub Tone);

impl Tones {
    /// The classes of an `img`.
    pub fn classes(self) -> String {
        format!("from-{} to-{}", self.0, self.1)
    }
}

/// The rules for the classes of all these.
pub(super) fn rules(tones: impl Iterator<Item = Tones>) -> String {
    let (mut left, mut right) = (BTreeSet::new(), BTreeSet::new());
    for Tones(from, to) in tones {
        left.insert(from);
        right.insert(to);
    }
    let left = left.into_iter().map(|tone| format!(".from-{tone}{{--from:#{tone}}}"));
    left.chain(right.into_iter().map(|tone| format!(".to-{tone}{{--to:#{tone}}}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Tone, Tones, rules};

    #[test]
    fn each_tone_has_one_rule() {
        let (dark, gold) = (Tone::of([12, 9, 0]), Tone::of([250, 199, 4]));
        let tones = [Tones(dark, gold), Tones(dark, dark)];
        assert_eq!(tones[0].classes(), "from-110 to-fc0");
        assert_eq!(rules(tones.into_iter()), ".from-110{--from:#110}.to-110{--to:#110}.to-fc0{--to:#fc0}");
    }
}
