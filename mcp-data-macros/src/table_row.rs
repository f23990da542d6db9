//! `#[derive(TableRow)]`.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{
    Attribute, Data, DeriveInput, Field, Fields, Ident, LitStr, Meta, Path, Type, ext::IdentExt,
    spanned::Spanned,
};

use crate::{
    args::{self, ColumnArgs},
    diag::Errors,
    docs, fragments, messages,
    model::{Text, default_runtime},
    texts,
};

/// A column of the row.
struct Column {
    field: Ident,
    ty: Type,
    constant: Ident,
    header: String,
    unit: Option<LitStr>,
    description: Option<Text>,
}

/// The expansion of `#[derive(TableRow)]`.
pub(crate) fn derive(item: TokenStream) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(fragments::flatten_item(item)) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Errors::default();
    let runtime = runtime(&input.attrs, &mut errors);
    if !input.generics.params.is_empty() {
        errors.at(&input.generics, messages::ROW_GENERIC);
    }
    let columns = columns(&input, &mut errors);
    if errors.is_empty() {
        expand(&input, &columns, &runtime)
    } else {
        let stub = stub(&input, &runtime);
        let errors = errors.into_tokens();
        quote!(#stub #errors)
    }
}

/// The runtime's path, from the struct's attributes.
fn runtime(attributes: &[Attribute], errors: &mut Errors) -> Path {
    let mut runtime = None;
    let mut seen = false;
    for attribute in attributes {
        if attribute.path().is_ident("column") {
            errors.at(attribute, messages::COLUMN_PLACE);
        }
        if !attribute.path().is_ident("table_row") {
            continue;
        }
        match &attribute.meta {
            _ if seen => errors.at(attribute, messages::repeated_option("table_row")),
            Meta::List(list) if !list.tokens.is_empty() => {
                runtime = args::parse_table_row(list.tokens.clone(), errors);
            }
            _ => errors.at(attribute, messages::TABLE_ROW_FORM),
        }
        seen = true;
    }
    runtime.unwrap_or_else(default_runtime)
}

fn columns(input: &DeriveInput, errors: &mut Errors) -> Vec<Column> {
    let fields = match &input.data {
        Data::Struct(data) => &data.fields,
        _ => {
            errors.at(&input.ident, messages::ROW_NOT_STRUCT);
            return Vec::new();
        }
    };
    let Fields::Named(fields) = fields else {
        errors.at(&input.ident, messages::ROW_NOT_STRUCT);
        return Vec::new();
    };
    if fields.named.is_empty() {
        errors.at(&input.ident, messages::ROW_EMPTY);
    }
    let mut columns: Vec<Column> = Vec::new();
    for field in &fields.named {
        if let Some(column) = column(field, &columns, errors) {
            columns.push(column);
        }
    }
    columns
}

fn column(field: &Field, others: &[Column], errors: &mut Errors) -> Option<Column> {
    let ident = field.ident.clone()?;
    let mut args: Option<ColumnArgs> = None;
    for attribute in &field.attrs {
        if attribute.path().is_ident("table_row") {
            errors.at(attribute, messages::TABLE_ROW_PLACE);
        }
        if !attribute.path().is_ident("column") {
            continue;
        }
        match &attribute.meta {
            _ if args.is_some() => errors.at(attribute, messages::repeated_option("column")),
            Meta::List(list) => args = Some(args::parse_column(list.tokens.clone(), errors)),
            _ => errors.at(attribute, messages::COLUMN_FORM),
        }
    }
    let args = args.unwrap_or_default();
    let name = ident.unraw().to_string();
    let header = args.header.as_ref().map_or_else(|| words(&name), LitStr::value);
    let span = args.header.as_ref().map_or_else(|| ident.span(), Spanned::span);
    if header.trim().is_empty() {
        errors.at_span(span, messages::EMPTY_HEADER);
    } else if others.iter().any(|other| other.header == header) {
        errors.at_span(span, messages::same_header(&header));
    }
    if let Some(unit) = args.unit.as_ref().filter(|unit| unit.value().trim().is_empty()) {
        errors.at(unit, messages::EMPTY_TEXT);
    }
    let constant = constant(&ident);
    if constant == "COLUMNS" {
        errors.at(&ident, messages::CONSTANT_COLUMNS);
    }
    if others.iter().any(|other| other.constant == constant) {
        errors.at(&ident, messages::same_constant(&constant.to_string()));
    }
    Some(Column {
        ty: field.ty.clone(),
        constant,
        header,
        unit: args.unit,
        description: docs::parse_docs(&field.attrs).map(Text::Docs),
        field: ident,
    })
}

/// `net_generation` as "Net generation".
fn words(name: &str) -> String {
    let text = name.replace('_', " ");
    let mut chars = text.trim().chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn expand(input: &DeriveInput, columns: &[Column], runtime: &Path) -> TokenStream {
    let (ident, visibility) = (&input.ident, &input.vis);
    let constants = columns.iter().enumerate().map(|(index, column)| {
        let Column { constant, header, .. } = column;
        let docs = format!(" The column {header:?}.");
        quote! {
            #[doc = #docs]
            #visibility const #constant: #runtime::Column<Self> = #runtime::Column::at(#index);
        }
    });
    let descriptors = columns.iter().map(|column| {
        let Column { ty, header, unit, .. } = column;
        let description = texts::write_description(column.description.as_ref());
        let unit = match unit {
            Some(unit) => quote!(::core::option::Option::Some(#unit)),
            None => quote!(::core::option::Option::None),
        };
        quote! {
            #runtime::ColumnDescriptor {
                name: #header,
                unit: #unit,
                description: #description,
                cell_type: <#ty as #runtime::IntoCell>::TYPE,
                nullable: <#ty as #runtime::IntoCell>::NULLABLE,
            }
        }
    });
    let cells = columns.iter().map(|column| {
        let Column { field, ty, .. } = column;
        // As the descriptor names it, so that a type that fits no cell is reported once.
        quote!(<#ty as #runtime::IntoCell>::into_cell(self.#field))
    });
    quote! {
        impl #ident {
            #(#constants)*
        }

        #[automatically_derived]
        impl #runtime::TableRow for #ident {
            const COLUMNS: &'static [#runtime::ColumnDescriptor] = &[#(#descriptors),*];

            fn into_cells(self) -> ::std::vec::Vec<#runtime::Cell> {
                ::std::vec![#(#cells),*]
            }
        }
    }
}

/// A row that lets the rest of the file resolve while the struct has errors.
fn stub(input: &DeriveInput, runtime: &Path) -> TokenStream {
    let (ident, visibility) = (&input.ident, &input.vis);
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    let mut constants: Vec<Ident> = Vec::new();
    if let Data::Struct(data) = &input.data {
        for field in data.fields.iter().filter_map(|field| field.ident.as_ref()) {
            let constant = constant(field);
            if constant != "COLUMNS" && !constants.contains(&constant) {
                constants.push(constant);
            }
        }
    }
    quote! {
        impl #impl_generics #ident #ty_generics #where_clause {
            #(#visibility const #constants: #runtime::Column<Self> = #runtime::Column::at(0);)*
        }

        #[automatically_derived]
        impl #impl_generics #runtime::TableRow for #ident #ty_generics #where_clause {
            const COLUMNS: &'static [#runtime::ColumnDescriptor] =
                &[#runtime::ColumnDescriptor::of::<#runtime::Cell>("", ::core::option::Option::None, "")];

            fn into_cells(self) -> ::std::vec::Vec<#runtime::Cell> {
                ::core::unreachable!()
            }
        }
    }
}

/// Names the constant of a field's column. The name is the expansion's own, so that no lint asks for a use.
fn constant(field: &Ident) -> Ident {
    let own = Span::call_site().located_at(field.span());
    Ident::new(&field.unraw().to_string().to_uppercase(), own)
}
