//! Hashes of decoded values: of what they say, wherever in their files they are.

use std::hash::{Hash, Hasher};

use super::{Data, Table};

impl Hash for Data {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Self::Text(text) => text.as_str().hash(state),
            Self::Str(scalar, text) => (scalar, text).hash(state),
            Self::Markdown(text) => text.as_str().hash(state),
            Self::Bool(value) => value.hash(state),
            Self::Integer(number) => number.hash(state),
            Self::Price(price) => price.thousandths().hash(state),
            Self::Number(number) => number.to_bits().hash(state),
            Self::Date(day) => day.date().hash(state),
            Self::Datetime(moment) => moment.civil().hash(state),
            Self::Time(time) => time.hash(state),
            Self::Weekday(day) => day.hash(state),
            Self::Choice(word) => word.hash(state),
            Self::Ref(reference) => (&*reference.collection.name, &*reference.id).hash(state),
            Self::Picture(picture) => picture.hash(state),
            Self::Plural(plural) => plural.hash(state),
            Self::Table(table) => table.hash(state),
            Self::List(elements) => {
                elements.len().hash(state);
                elements.iter().for_each(|element| element.value.hash(state));
            }
        }
    }
}

/// The fields that are there, by name: which type the table has is the same for all tables of its place.
impl Hash for Table {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for (name, value) in self.iter() {
            (name, &value.value).hash(state);
        }
        state.write_u8(0xff);
    }
}
