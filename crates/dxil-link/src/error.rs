//! What keeps libraries from being linked. Separate so that all phases return the same errors; most name two files and
//! a symbol, and no bytes.

use bstr::{BStr, BString, ByteSlice as _};
use dx_container::ContainerErrorKind;
use dx_container::enums::{ShaderKind, ShaderProfile};
use dx_container::mangled_name::Shown;
use dx_container::names::NamedValue as _;
use dxil::DxilErrorKind;
use located::{Error, Kind};

use crate::phase::Phase;

/// What keeps libraries from being linked, and where it is.
pub type LinkError = Error<LinkErrorKind>;

/// What keeps libraries from being linked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LinkErrorKind {
    /// A container cannot be read or written.
    #[error(transparent)]
    Container(#[from] ContainerErrorKind),
    /// A program cannot be read, or no parts follow from it.
    #[error(transparent)]
    Dxil(#[from] DxilErrorKind),
    /// A pass cannot do its work, for another reason than those below.
    #[error(transparent)]
    Pass(#[from] dxil_passes::PassErrorKind),
    /// Functions that call each other in a circle.
    #[error("DXIL does not allow recursion: {}", circle(.cycle))]
    Recursion {
        /// The functions with their inputs, each of which calls the next one, and the last one the first.
        cycle: Vec<String>,
    },
    /// A call that cannot be replaced by what it calls.
    #[error("cannot inline the call of {callee}: {why}")]
    Inline {
        /// What is called, with its input.
        callee: String,
        /// Why.
        why: &'static str,
    },
    /// A result, or work on it, out of proportion to the inputs.
    #[error("pass {pass} needs {found} {what}, but the limit for inputs of this size is {limit}")]
    TooLarge {
        /// The pass.
        pass: &'static str,
        /// What there is too much of.
        what: &'static str,
        /// How much.
        found: u64,
        /// How much there may be.
        limit: u64,
    },
    /// There are more inputs than can be told apart.
    #[error("more input files than the limit of {limit}")]
    TooManyInputs {
        /// How many there may be.
        limit: usize,
    },
    /// A container without a program.
    #[error("container has no DXIL program (part DXIL)")]
    NoProgram,
    /// An input that is no library.
    #[error(
        "{file} is a program for {profile}, not a library; compile it with dxc -T lib_6_x or another library \
         profile"
    )]
    NotALibrary {
        /// The input.
        file: String,
        /// What it is.
        profile: String,
    },
    /// Two inputs define a function or a variable.
    #[error("{} is defined in {first} and in {second}", Shown(.name.as_bstr()))]
    DefinedTwice {
        /// Its name.
        name: BString,
        /// One input.
        first: String,
        /// The other one.
        second: String,
    },
    /// No input defines a function that is called.
    #[error("function {} is not defined, but called by {callers}", Shown(.function.as_bstr()))]
    Undefined {
        /// The function.
        function: BString,
        /// Who calls it, with their inputs and lines of source.
        callers: String,
    },
    /// No input defines the function that a shader is to begin in.
    #[error("no input file defines the entry function {}{}", Shown(.entry.as_bstr()), alternatives(.available))]
    NoEntry {
        /// The name that was asked for.
        entry: BString,
        /// Shaders that there are, as far as they are known.
        available: Vec<String>,
    },
    /// The function that a shader is to begin in is no shader.
    #[error("function {} of {file} is not a shader: add the attribute [shader(\"{}\")] in HLSL", Shown(.entry.as_bstr()), .stage.to_lowercase())]
    NotAnEntry {
        /// The function.
        entry: BString,
        /// Its input.
        file: String,
        /// The stage that was asked for.
        stage: &'static str,
    },
    /// The entry is for another stage.
    #[error("entry function {} of {file} has stage {}, but the profile {profile} is for another stage", Shown(.entry.as_bstr()), .found.to_lowercase())]
    Stage {
        /// The function.
        entry: BString,
        /// Its input.
        file: String,
        /// Its stage.
        found: &'static str,
        /// The profile that was asked for.
        profile: String,
    },
    /// A symbol table that names what its program does not define.
    #[error("the {source_of_names} of {file} lists function {}, but the program does not define it", Shown(.function.as_bstr()))]
    Lie {
        /// The input.
        file: String,
        /// What named it.
        source_of_names: &'static str,
        /// The function.
        function: BString,
    },
    /// Two inputs say different things of a function or a variable.
    #[error("{} has different declarations in {first} and {second}: in {second}, it is {what}", Shown(.name.as_bstr()))]
    Types {
        /// What it is in the second input.
        what: &'static str,
        /// Its name.
        name: BString,
        /// One input.
        first: String,
        /// The other one.
        second: String,
    },
    /// Something of an input that cannot be brought into the linked module.
    #[error("{what}")]
    Import {
        /// What it is.
        what: String,
    },
    /// Libraries of several compilers.
    #[error(
        "{first} was compiled by {first_version}, {second} by {second_version}; use --allow-mixed-compilers \
         to link them"
    )]
    Compilers {
        /// One input.
        first: String,
        /// Its compiler.
        first_version: String,
        /// The other one.
        second: String,
        /// Its compiler.
        second_version: String,
    },
    /// A flag of modules that two inputs set differently.
    #[error("module flag {flag} differs in {first} and {second}")]
    ModuleFlag {
        /// The flag.
        flag: BString,
        /// One input.
        first: String,
        /// The other one.
        second: String,
    },
    /// A choice of the compiler that all code of a program must share.
    #[error("{first} was compiled {how}, but {second} was not")]
    Choice {
        /// The input that was.
        first: String,
        /// How.
        how: &'static str,
        /// The other one.
        second: String,
    },
    /// Something that the shader model of the target does not have.
    #[error("function {} of {file} uses {what}, which requires shader model {needed}, but the target is \
             {target}", Shown(.function.as_bstr()))]
    Model {
        /// The function.
        function: BString,
        /// Its input.
        file: String,
        /// The operation or type.
        what: String,
        /// The shader model that is needed.
        needed: String,
        /// The profile that was asked for.
        target: String,
    },
    /// A version of the validator that does not know the target.
    #[error("validator version {validator} does not support {target}, which requires version {needed}")]
    Validator {
        /// The version that was asked for.
        validator: String,
        /// The profile that was asked for.
        target: String,
        /// The first version that knows it.
        needed: String,
    },
    /// No function is exported.
    #[error("linked library would export nothing: {why}")]
    NothingToExport {
        /// Why.
        why: &'static str,
    },
    /// An export that no input defines.
    #[error("no input file defines the function {} of --exports", Shown(.function.as_bstr()))]
    NoExport {
        /// The name that was asked for.
        function: BString,
    },
    /// Two exports have one name.
    #[error("two exported functions have the name {}: {first} and {second}", Shown(.name.as_bstr()))]
    ExportedTwice {
        /// The name.
        name: BString,
        /// One function, with its input.
        first: String,
        /// The other one.
        second: String,
    },
    /// Two resources have registers in common.
    #[error("resources {first} and {second} overlap at {registers}")]
    Overlap {
        /// One resource, and where it is from.
        first: String,
        /// The other one.
        second: String,
        /// The registers.
        registers: String,
    },
    /// Two inputs say different things of a resource.
    #[error("resource {name} is {first_is} in {first}, but {second_is} in {second}")]
    Resource {
        /// The resource.
        name: BString,
        /// One input.
        first: String,
        /// What it is there.
        first_is: String,
        /// The other one.
        second: String,
        /// What it is there.
        second_is: String,
    },
    /// A resource for which there are no registers left.
    #[error("space{space} has no free registers for {resource}")]
    NoRegisters {
        /// The resource.
        resource: String,
        /// The register space.
        space: u32,
    },
    /// A phase that did not do what it promises: a fault of this crate. Only debug builds look.
    #[error("internal error in link phase {phase}: {what}")]
    Wrong {
        /// The phase.
        phase: Phase,
        /// What does not hold.
        what: String,
    },
    /// A handle of which it is not known at link time which resource it is for.
    #[error("function {function} uses a resource handle that is not known at link time: {what}")]
    Handle {
        /// The function, with its input.
        function: String,
        /// Of which resource that is not known, and why.
        what: String,
    },
}

impl Kind for LinkErrorKind {
    fn code(&self) -> &'static str {
        match self {
            Self::Container(kind) => kind.code(),
            Self::Dxil(kind) => kind.code(),
            Self::Pass(kind) => kind.code(),
            Self::Recursion { .. } => "link.recursion",
            Self::Inline { .. } => "link.inline",
            Self::TooLarge { .. } => "link.too-large",
            Self::TooManyInputs { .. } => "link.too-many-inputs",
            Self::NoProgram => "link.no-program",
            Self::NotALibrary { .. } => "link.not-a-library",
            Self::DefinedTwice { .. } => "link.defined-twice",
            Self::Undefined { .. } => "link.undefined",
            Self::NoEntry { .. } => "link.no-entry",
            Self::NotAnEntry { .. } => "link.not-an-entry",
            Self::Stage { .. } => "link.stage",
            Self::Lie { .. } => "link.symbol-table",
            Self::Types { .. } => "link.types",
            Self::Import { .. } => "link.import",
            Self::Compilers { .. } => "link.compilers",
            Self::ModuleFlag { .. } => "link.module-flag",
            Self::Choice { .. } => "link.choice",
            Self::Model { .. } => "link.model",
            Self::Validator { .. } => "link.validator",
            Self::NothingToExport { .. } => "link.nothing-to-export",
            Self::NoExport { .. } => "link.no-export",
            Self::ExportedTwice { .. } => "link.exported-twice",
            Self::Overlap { .. } => "link.overlap",
            Self::Resource { .. } => "link.resource",
            Self::NoRegisters { .. } => "link.no-registers",
            Self::Handle { .. } => "link.handle",
            Self::Wrong { .. } => "link.wrong",
        }
    }
}

impl LinkErrorKind {
    /// What to do about it, where that is not said already.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::NoProgram => "link accepts only containers with a DXIL program".to_owned(),
            Self::DefinedTwice { .. } => {
                "link only one of the two, or move the library with default definitions to a --library-path \
                 folder"
                    .to_owned()
            }
            Self::Undefined { .. } => {
                "add the library that defines the function, or its folder with --library-path DIR".to_owned()
            }
            Self::NoEntry { available, .. } if available.is_empty() => {
                "an entry function needs the attribute [shader(\"...\")] in HLSL".to_owned()
            }
            Self::Stage { found, profile, .. } => {
                let model = profile.split_once('_').map_or("6_8", |(_, model)| model);
                let stage = ShaderKind::NAMES.iter().find(|row| row.name == *found);
                let stage = stage.and_then(|row| ShaderProfile(u32::try_from(row.value).ok()?).name());
                format!("use the profile -T {}_{model}", stage?)
            }
            Self::Lie { source_of_names: "index", file, .. } => format!(
                "{file} changed after it was indexed, but its size and modification time did not: delete \
                 the index file, and link rebuilds it"
            ),
            Self::Lie { source_of_names: "symbol table", .. } => {
                "`strip --symbols` removes the symbol table, `parts add --symbols` creates a new one"
                    .to_owned()
            }
            Self::Lie { .. } => "`derive` replaces the parts that are computed from the program".to_owned(),
            Self::Types { .. } => "compile both files with the same declaration".to_owned(),
            Self::ModuleFlag { .. } | Self::Choice { .. } => {
                "compile all libraries with the same options".to_owned()
            }
            Self::Model { needed, target, .. } => {
                let stage = target.split_once('_').map_or(target.as_str(), |(stage, _)| stage);
                format!("use the target {stage}_{} or later", needed.replace('.', "_"))
            }
            Self::Validator { needed, .. } => format!("use --validator-version {needed} or later"),
            Self::NothingToExport { why: "the input files define no entry function" } => {
                "list functions with --exports, or omit --export-shaders-only".to_owned()
            }
            Self::NoExport { .. } => "write the name as in HLSL, or mangled as `inspect` lists it".to_owned(),
            Self::ExportedTwice { .. } => "rename one function with --exports 'NEW=OLD'".to_owned(),
            Self::Recursion { .. } => "replace the recursion by a loop".to_owned(),
            Self::Handle { .. } => "declare the resources as an array and use a dynamic index".to_owned(),
            Self::Overlap { .. } | Self::Resource { .. } => {
                "resources with the same name must have the same declaration; other resources need distinct \
                 registers"
                    .to_owned()
            }
            _ => return None,
        })
    }
}

fn circle(cycle: &[String]) -> String {
    cycle.iter().chain(cycle.first()).map(String::as_str).collect::<Vec<_>>().join(" calls ")
}

/// What there is instead of a name that is not.
fn alternatives(available: &[String]) -> String {
    match available {
        [] => String::new(),
        names => format!("; shaders are {}", names.join(", ")),
    }
}

/// A name for messages.
pub(crate) fn shown(name: &BStr) -> String {
    Shown(name).to_string()
}
