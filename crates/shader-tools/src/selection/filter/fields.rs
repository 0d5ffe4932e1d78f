//! What can be asked of shaders: fields with values, and what may be in them. Separate because each is a row, which
//! help, parser and mistakes go by.

use dx_container::flags::FeatureFlags;
use dx_container::names::NamedFlags as _;

use crate::digest_state;
use crate::operations::NamedOperation;

/// A field of a shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    File,
    Stage,
    Profile,
    Model,
    Language,
    Entry,
    Size,
    Instructions,
    Threads,
    Resources,
    Hash,
    Debug,
    Digest,
}

/// What values a field has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// Any text.
    Text,
    /// A text in small letters, in whatever case it is asked for.
    SmallText,
    /// A number, in which `k` and `M` are 1024 and its square.
    Number,
    /// A shader model, such as 6.6.
    Model,
    /// A stage, such as `ps` or `pixel`.
    Stage,
    /// One of these words.
    Words(&'static [&'static str]),
}

/// The headings of `ls` that differ from the name of the field.
pub const HEADINGS: [(&str, &str); 2] = [("bytes", "size"), ("instr", "instructions")];

/// The fields: name, values, description.
pub const FIELDS: [(Field, &str, FieldKind, &str); 13] = [
    (Field::File, "file", FieldKind::Text, "path"),
    (Field::Stage, "stage", FieldKind::Stage, "ps, vs, cs, lib … or pixel, vertex, compute, library …"),
    (Field::Profile, "profile", FieldKind::SmallText, "profile, such as ps_6_6"),
    (Field::Model, "model", FieldKind::Model, "shader model, such as 6.6"),
    (
        Field::Language,
        "language",
        FieldKind::Words(&["dxil", "dxbc", "d3d9", "llvm"]),
        "dxil, dxbc, d3d9 or llvm",
    ),
    (Field::Entry, "entry", FieldKind::Text, "name of the entry function"),
    (Field::Size, "size", FieldKind::Number, "file size in bytes, such as 20K"),
    (Field::Instructions, "instructions", FieldKind::Number, "number of instructions"),
    (Field::Threads, "threads", FieldKind::Number, "threads of a thread group"),
    (Field::Resources, "resources", FieldKind::Number, "number of bound resources"),
    (Field::Hash, "hash", FieldKind::SmallText, "shader hash, in hexadecimal digits"),
    (
        Field::Debug,
        "debug",
        FieldKind::Words(&["none", "name", "embedded", "pdb"]),
        "none, name (name of a PDB in ILDN), embedded or pdb",
    ),
    (
        Field::Digest,
        "digest",
        FieldKind::Words(&digest_state::NAMES),
        "valid, valid-debug, unsigned, bypass, preview or wrong",
    ),
];

/// Something that may be in a shader.
#[derive(Debug, Clone)]
pub enum Predicate {
    /// An operation.
    Uses(NamedOperation),
    /// A register such as `t0` or `t3,space1`: its letter, number and space.
    Binds(char, u32, u32),
    /// An optional feature, as the bit of its flag.
    Flag(u64),
    /// A part.
    Part(String),
}

/// The functions: name, what stands in the parentheses, description.
pub const FUNCTIONS: [(&str, &str, &str); 4] = [
    ("uses", "the name of an operation", "the shader calls the operation: WaveActiveSum, dx.op.sample"),
    ("binds", "a register", "the shader binds the register: t0, u3, b0,space1"),
    ("flag", "the name of a feature flag", "the shader requires the optional feature: WaveOps, Doubles"),
    ("part", "the name of a part", "the container has the part: ILDB, RTS0"),
];

/// A shader model as a number that orders models.
pub fn model(major: u32, minor: u32) -> u64 {
    u64::from(major) << 32 | u64::from(minor)
}

/// The stages: the first word of profiles, and the name.
pub const STAGES: [(&str, &str); 9] = [
    ("ps", "pixel"),
    ("vs", "vertex"),
    ("gs", "geometry"),
    ("hs", "hull"),
    ("ds", "domain"),
    ("cs", "compute"),
    ("lib", "library"),
    ("ms", "mesh"),
    ("as", "amplification"),
];

/// The feature flag of a name, in whatever case.
pub fn flag(name: &str) -> Option<u64> {
    FeatureFlags::NAMES.iter().find(|row| row.name.eq_ignore_ascii_case(name)).map(|row| row.value)
}

/// The names of the feature flags.
pub fn flags() -> impl Iterator<Item = &'static str> {
    FeatureFlags::NAMES.iter().map(|row| row.name)
}
