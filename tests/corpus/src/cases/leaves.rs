//! Types without parts.

use crate::{
    build::{Built, Container, Source, Tagging, VariantOf},
    shape::{Form, Int, Key, Precision, Shape},
};

/// The integer types, with their bounds and whether zero is left out.
#[rustfmt::skip]
const INTEGERS: [(&str, i128, i128, bool); 26] = [
    ("u8", 0, 255, false), ("u16", 0, 65_535, false), ("u32", 0, 4_294_967_295, false),
    ("u64", 0, u64::MAX as i128, false), ("usize", 0, u64::MAX as i128, false), ("u128", 0, i128::MAX, false),
    ("i8", -128, 127, false), ("i16", -32_768, 32_767, false), ("i32", -2_147_483_648, 2_147_483_647, false),
    ("i64", i64::MIN as i128, i64::MAX as i128, false), ("isize", i64::MIN as i128, i64::MAX as i128, false),
    ("i128", i128::MIN, i128::MAX, false),
    ("NonZeroU8", 0, 255, true), ("NonZeroU16", 0, 65_535, true), ("NonZeroU32", 0, 4_294_967_295, true),
    ("NonZeroU64", 0, u64::MAX as i128, true), ("NonZeroUsize", 0, u64::MAX as i128, true),
    ("NonZeroU128", 0, i128::MAX, true),
    ("NonZeroI8", -128, 127, true), ("NonZeroI16", -32_768, 32_767, true),
    ("NonZeroI32", -2_147_483_648, 2_147_483_647, true),
    ("NonZeroI64", i64::MIN as i128, i64::MAX as i128, true),
    ("NonZeroIsize", i64::MIN as i128, i64::MAX as i128, true), ("NonZeroI128", i128::MIN, i128::MAX, true),
    ("Wrapping<u8>", 0, 255, false), ("Box<i16>", -32_768, 32_767, false),
];

const TEXTS: [(&str, Form); 16] = [
    ("String", Form::Free),
    ("Box<str>", Form::Free),
    ("Cow<'static, str>", Form::Free),
    ("PathBuf", Form::Free),
    ("char", Form::Char),
    ("chrono::NaiveDate", Form::Date),
    ("chrono::NaiveTime", Form::Time),
    ("chrono::NaiveDateTime", Form::DateTime),
    ("chrono::DateTime<chrono::Utc>", Form::Instant),
    ("chrono::DateTime<chrono::FixedOffset>", Form::Instant),
    ("uuid::Uuid", Form::Uuid),
    ("url::Url", Form::Url),
    ("IpAddr", Form::Ip),
    ("Ipv4Addr", Form::Ipv4),
    ("Ipv6Addr", Form::Ipv6),
    ("SocketAddr", Form::Socket),
];

/// Returns an integer type.
///
/// # Panics
///
/// If there is none of that name.
pub fn integer(name: &str) -> Built {
    let (rust, least, most, nonzero) =
        *INTEGERS.iter().find(|(rust, ..)| *rust == name).expect("an integer type");
    let wide = rust.ends_with("128");
    let int = Int { least, most, nonzero, wide, says: (None, None), step: 1 };
    let built = Built::new(rust, Shape::Int(int.clone()));
    // A wrapper reads keys as its number does, but is no key itself.
    if rust.contains('<') { built } else { built.with_key(Key::Int(int)) }
}

/// Returns a text type.
///
/// # Panics
///
/// If there is none of that name.
pub fn text(name: &str) -> Built {
    let (rust, form) = *TEXTS.iter().find(|(rust, _)| *rust == name).expect("a text type");
    let built = Built::new(rust, Shape::text(form));
    match form {
        Form::Free => built.with_key(Key::Text),
        Form::Char => built.with_key(Key::Char),
        form => built.with_key(Key::Form(form)),
    }
}

/// Returns `f64` or `f32`.
pub fn float(name: &str) -> Built {
    let precision = if name == "f32" { Precision::Single } else { Precision::Double };
    Built::new(name, Shape::Float { precision, says: (None, None) })
}

/// Returns `bool`.
pub fn boolean() -> Built {
    Built::new("bool", Shape::Bool).with_key(Key::Bool)
}

/// Returns `serde_json::Value`.
pub fn any() -> Built {
    Built::new("Value", Shape::Any)
}

/// Returns a decimal number, which may come as a text.
pub fn decimal() -> Built {
    let number = Shape::Float { precision: Precision::Decimal, says: (None, None) };
    let forms = vec![Shape::text(Form::Decimal), number];
    Built::new("rust_decimal::Decimal", Shape::Either(forms))
}

/// Returns all types without parts.
pub fn all() -> Vec<Built> {
    let mut all: Vec<Built> = INTEGERS.iter().map(|(name, ..)| integer(name)).collect();
    all.extend(TEXTS.iter().map(|(name, _)| text(name)));
    all.extend([float("f32"), float("f64"), boolean(), any(), decimal()]);
    all.push(Built::new(
        "serde_json::Number",
        Shape::Float { precision: Precision::Double, says: (None, None) },
    ));
    all
}

/// Returns an enum of unit variants without docs.
pub fn plain_enum(source: &mut Source) -> Built {
    let variants = ["Alpha", "BetaTwo", "Gamma"].map(VariantOf::unit);
    source.enumeration(&Container::default(), Tagging::External, &variants)
}

/// Returns an enum of unit variants with docs, names and other names.
pub fn documented_enum(source: &mut Source) -> Built {
    let variants = [
        VariantOf::unit("FirstOne").docs("The first."),
        VariantOf::unit("SecondOne").alias("two"),
        VariantOf::unit("Third").rename("third!").docs("The third, \"quoted\"."),
    ];
    let container = Container::default().attribute("/// How to draw.").rename_all("kebab-case");
    source.enumeration(&container, Tagging::External, &variants)
}
