//! The variants of an enum: all of them, and their names.

use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, LitStr, Result, Variant};

fn variants(input: &DeriveInput) -> Result<impl Iterator<Item = &Variant>> {
    match &input.data {
        Data::Enum(data) => Ok(data.variants.iter()),
        Data::Struct(_) | Data::Union(_) => Err(Error::new_spanned(input, "only an enum has variants")),
    }
}

/// The constant `ALL`.
pub(crate) fn all(input: &DeriveInput) -> Result<Tokens> {
    let name = &input.ident;
    let units = variants(input)?.filter(|variant| matches!(variant.fields, Fields::Unit));
    let units: Vec<_> = units.map(|variant| &variant.ident).collect();
    let count = units.len();
    Ok(quote! {
        impl #name {
            /// All variants without fields, in the order of their declaration.
            pub const ALL: [Self; #count] = [#(Self::#units),*];
        }
    })
}

/// The method `name`.
pub(crate) fn names(input: &DeriveInput) -> Result<Tokens> {
    let name = &input.ident;
    let arms = variants(input)?.map(arm).collect::<Result<Vec<_>>>()?;
    Ok(quote! {
        impl #name {
            /// The name of the variant, in lower case with hyphens.
            pub const fn name(self) -> &'static str {
                match self {
                    #(#arms,)*
                }
            }
        }
    })
}

fn arm(variant: &Variant) -> Result<Tokens> {
    let ident = &variant.ident;
    let declared = variant.attrs.iter().find(|attribute| attribute.path().is_ident("named"));
    match &variant.fields {
        Fields::Unit => {
            let name = match declared {
                Some(attribute) => attribute.parse_args::<LitStr>()?.value(),
                None => hyphenated(&ident.to_string()),
            };
            Ok(quote!(Self::#ident => #name))
        }
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            Ok(quote!(Self::#ident(inner) => inner.name()))
        }
        Fields::Unnamed(_) | Fields::Named(_) => {
            Err(Error::new_spanned(variant, "a variant with a name has one field with a name, or none"))
        }
    }
}

/// `UnknownKey` as `unknown-key`.
fn hyphenated(ident: &str) -> String {
    let mut name = String::new();
    for letter in ident.chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}
