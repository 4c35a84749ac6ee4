//! The derive macros of the crate `toml-schema`, which exports them beside its trait `View` and tells their attributes there.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{Data, DeriveInput, Error, Field, Fields, LitStr, Result, parse_macro_input};

/// Implements `toml_schema::schema::View`.
#[proc_macro_derive(View, attributes(view))]
pub fn derive_view(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Implements `toml_schema::schema::FromData` for an enum, by `serde::Deserialize` and `Default`.
#[proc_macro_derive(Choice)]
pub fn derive_choice(input: TokenStream) -> TokenStream {
    let name = parse_macro_input!(input as DeriveInput).ident;
    quote! {
        impl ::toml_schema::schema::FromData for #name {
            const KIND: ::toml_schema::schema::ViewKind = ::toml_schema::schema::ViewKind::Text;

            fn from_data(
                data: ::std::option::Option<&::toml_schema::Spanned<::toml_schema::Data>>,
            ) -> Self {
                ::toml_schema::schema::read_choice(data)
            }
        }
    }
    .into()
}

/// The source of a field's value.
enum FieldSource {
    Key(String),
    Flatten,
    Span,
    Table,
    Default,
}

fn expand(input: &DeriveInput) -> Result<Tokens> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(input, "only a struct can be a view"));
    };
    let Fields::Named(fields) = &data.fields else {
        return Err(Error::new_spanned(input, "the fields of a view need names"));
    };
    let name = &input.ident;
    let (mut reads, mut read_fields) = (Vec::new(), Vec::new());
    for field in &fields.named {
        let (ident, field_type) = (&field.ident, &field.ty);
        match source(field)? {
            FieldSource::Key(key) => {
                let value = quote!(<#field_type as ::toml_schema::schema::FromData>);
                reads.push(quote!(#ident: #value::from_data(table.get(#key))));
                read_fields.push(quote!(::toml_schema::schema::ViewField {
                    key: #key,
                    kind: #value::KIND,
                    need: #value::NEED,
                    inner: #value::INNER,
                }));
            }
            FieldSource::Flatten => {
                let view = quote!(<#field_type as ::toml_schema::schema::View>);
                reads.push(quote!(#ident: #view::view(table)));
                read_fields.push(quote!(::toml_schema::schema::ViewField::flattened(#view::FIELDS)));
            }
            FieldSource::Span => reads.push(quote!(#ident: table.span)),
            FieldSource::Table => reads.push(quote!(#ident: table.clone())),
            FieldSource::Default => reads.push(quote!(#ident: std::default::Default::default())),
        }
    }
    Ok(quote! {
        impl ::toml_schema::schema::View for #name {
            const FIELDS: &'static [::toml_schema::schema::ViewField] = &[#(#read_fields),*];

            fn view(table: &std::sync::Arc<::toml_schema::schema::Table>) -> Self {
                Self { #(#reads,)* }
            }
        }
    })
}

fn source(field: &Field) -> Result<FieldSource> {
    let own = field.ident.as_ref().map(|ident| ident.to_string()).unwrap_or_default();
    let mut source = FieldSource::Key(own.trim_start_matches("r#").to_owned());
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("view")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("key") {
                source = FieldSource::Key(meta.value()?.parse::<LitStr>()?.value());
            } else if meta.path.is_ident("flatten") {
                source = FieldSource::Flatten;
            } else if meta.path.is_ident("span") {
                source = FieldSource::Span;
            } else if meta.path.is_ident("table") {
                source = FieldSource::Table;
            } else if meta.path.is_ident("default") {
                source = FieldSource::Default;
            } else {
                return Err(meta.error("expected key, flatten, span, table or default"));
            }
            Ok(())
        })?;
    }
    Ok(source)
}
