//! A module and what follows from it as a container, with the parts and in the order that DXC's assembler gives it.
//! This is how a front end comes from an [`ir::Module`](dxil_ir::Module) to a shader that runs.
//!
//! ```
//! use dx_container::{Container, FourCc};
//! use dxil::assemble::{Options, assemble};
//! use dxil_ir::Module;
//! use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
//! use dxil::shader::{EntryPoint, EntryProperty, Grid, Shader, ShaderModel, Version};
//! use dx_container::enums::ShaderKind;
//!
//! // A compute shader that does nothing.
//! let mut module = Module::dxil();
//! let void = module.types.void();
//! let ty = module.types.function(void, &[]);
//! let main = module.define_function("main", ty);
//! let mut code = FunctionBuilder::new(&mut module, main)?;
//! code.ret(None);
//! drop(code);
//! let shader = Shader {
//!     version: Some(Version::new(1, 6)),
//!     validator_version: Some(Version::new(1, 8)),
//!     model: ShaderModel::new(ShaderKind::COMPUTE, 6, 6),
//!     entry_points: vec![EntryPoint {
//!         function: Some(main),
//!         name: "main".into(),
//!         signatures: None,
//!         resources: None,
//!         properties: Some(vec![EntryProperty::ThreadGroup(Grid::new(8, 8, 1))].into()),
//!         extra: Vec::new(),
//!     }],
//!     ..Shader::default()
//! };
//! shader.write(&mut module);
//!
//! let bytes = assemble(module, &Options::default())?;
//! assert!(Container::parse(&bytes)?.part(FourCc::PSV0).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The parts
//!
//! SFI0; ISG1, OSG1, PSG1 where it has elements, PSV0 and RTS0, or of a library RDAT; ILDB where there is debug
//! information; STAT; ILDN where there is debug information, or a name for it was given; HASH; DXIL; SYM0 and STR0
//! where they are asked for; PRIV. What older validators do not know is left out. VERS is the compiler's affair.
//!
//! The module that is given is the one in ILDB, or in DXIL where it has no debug information, but for what the parts
//! RTS0 and RDAT take over, and for `dx.viewIdState`: where it is missing, it is computed from the code. DXIL without
//! debug information, and STAT, are written anew as DXC does, which is to say: with the metadata of `dx.` in DXC's
//! order, and without annotations of structures that have no data. Where a list of payload annotations names several
//! structures, DXC's assembler keeps the first, and so does this. All programs are written in LLVM's own orders.
//!
//! Source: DirectXShaderCompiler, DxilContainerAssembler.cpp, dxcassembler.cpp.

mod annotations;
mod counters;
mod debug_information;
mod error;
mod error_kind;
mod metadata;
mod parts;
mod rederive;
mod reflected;
mod reflection;
mod replace;
mod symbols;
mod validator_version;

use bstr::{BString, ByteSlice as _};
use dx_container::parts::debug_name::DebugNameBuf;
use dx_container::parts::root_signature::RootSignature;
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::reader::Payload;
use dx_container::{FourCc, Signing};

use crate::Result;
use crate::derive::{self, DescribedModule};
use crate::shader::{Shader, Version, ViewIdState};
pub use counters::counters;
pub use debug_information::{has_debug_information, may_have_debug_information, strip_debug_information};
use dxil_ir::bitcode;
pub use dxil_ir::instruction_numbers::is_debug_function;
use dxil_ir::{IrError, Module};
use error::{container_error, error};
pub use error_kind::AssembleErrorKind;
use parts::Parts;
pub use rederive::rederive;
pub use reflection::reflection;
pub use replace::{Replaced, replace};
pub use symbols::{exported_symbols, internal_functions};
pub use validator_version::NEWEST_VALIDATOR;
use validator_version::validator_version;

/// How a container is to be assembled.
#[derive(Debug, Clone, Default)]
pub struct Options<'o> {
    /// The version of the validator that is to accept it; else the one that the module names, or [`NEWEST_VALIDATOR`].
    pub validator_version: Option<Version>,
    /// What to write into the digest.
    pub signing: Signing,
    /// The name of the PDB; else where there is debug information one by the hash, or none.
    pub debug_name: Option<BString>,
    /// PRIV.
    pub private_data: Option<&'o [u8]>,
    /// RTS0; else what the module says of it.
    pub root_signature: Option<&'o [u8]>,
    /// Whether to write SYM0 and STR0, which the reference validator refuses.
    pub symbols: bool,
    /// Whether DXIL leaves out what only those ask who reflect on a shader: names of resources, and what HLSL said of
    /// types. STAT and ILDB have it all the same.
    pub strips_reflection: bool,
}

/// The container of a module.
///
/// # Errors
///
/// What the module does not say of itself, or says in a way that no part can; a root signature for a library, or one
/// that is none; a version of the validator that is not known; what LLVM 3.7 cannot write.
pub fn assemble(module: Module, options: &Options<'_>) -> Result<Vec<u8>> {
    assemble_with_program(module, options).map(|assembled| assembled.container)
}

/// A container, and the program in its part DXIL.
#[derive(Debug)]
pub struct Assembled {
    /// The bytes of the container.
    pub container: Vec<u8>,
    /// The module in part DXIL: without debug information, and without metadata that other parts store.
    pub program: Module,
}

/// Like [`assemble`], but also returns the module of part DXIL, so that a caller who validates it need not read it.
///
/// # Errors
///
/// The errors of [`assemble`].
pub fn assemble_with_program(mut module: Module, options: &Options<'_>) -> Result<Assembled> {
    module.forget_encoding();
    let mut shader = Shader::read(&module)?;
    let validator = validator_version(&shader, options.validator_version.as_ref())?;
    if shader.validator_version.as_ref() != Some(&validator) {
        metadata::set_validator_version(&mut module, &validator);
        shader.validator_version = Some(validator);
    }
    if let Some(state) = missing_view_id_state(&module, &shader)? {
        shader.view_id_state = Some(state);
        shader.write(&mut module);
    }
    let program = DescribedModule::new(&module, &shader);
    let mut parts = Parts::new(&program)?;
    for (name, data) in parts::derived(&program)? {
        parts.add(name, data);
    }
    if let Some(signature) = root_signature(&program, options.root_signature)? {
        parts.add(FourCc::RTS0, signature);
    }
    let program = add_programs(&mut parts, module, &shader, options)?;
    if options.symbols {
        symbols::add(&mut parts, &shader)?;
    }
    if let Some(data) = options.private_data {
        parts.add(FourCc::PRIV, data.to_vec());
    }
    let container = parts.builder.build(options.signing).map_err(container_error)?;
    Ok(Assembled { container, program })
}

/// What depends on what, where the module does not say it and its code does: validators compare what parts say of it
/// with what the module says.
fn missing_view_id_state(module: &Module, shader: &Shader) -> Result<Option<ViewIdState>> {
    let has_code = shader.entry_points.first().is_some_and(|entry| entry.function.is_some());
    if shader.view_id_state.is_some() || !has_code {
        return Ok(None);
    }
    DescribedModule::new(module, shader).view_id_state()
}

/// Adds the programs, the name of the PDB, and the hash. Returns the module of part DXIL.
fn add_programs(
    parts: &mut Parts<'_>,
    mut module: Module,
    shader: &Shader,
    options: &Options<'_>,
) -> Result<Module> {
    let write = |module: &Module| bitcode::write(module).map_err(IrError::lift);
    // With debug information, the hash stands for the module as it was, and for the sources.
    let whole = if has_debug_information(&module) { Some(write(&module)?) } else { None };
    let whole_hash = whole.as_deref().map(derive::hash_with_sources);
    let is_other = metadata::remove_what_parts_hold(&mut module, shader);
    match whole {
        Some(whole) if !is_other => parts.add_program(FourCc::ILDB, whole)?,
        Some(_) => parts.add_program(FourCc::ILDB, write(&module)?)?,
        None => {}
    }
    if may_have_debug_information(&module) {
        strip_debug_information(&mut module);
        let mut stripped = Shader::read(&module)?;
        parts.add_program(FourCc::STAT, write(&reflection::described(&module, &stripped))?)?;
        if options.strips_reflection {
            reflection::strip(&mut stripped);
        }
        metadata::write_anew(&mut module, stripped);
    } else {
        parts.add_program(FourCc::STAT, write(&reflection::described(&module, shader))?)?;
        if options.strips_reflection {
            let mut stripped = Shader::read(&module)?;
            reflection::strip(&mut stripped);
            metadata::write_anew(&mut module, stripped);
        }
    }
    let program = write(&module)?;
    let name = match &options.debug_name {
        Some(name) => Some(DebugNameBuf { flags: 0, name: name.clone() }),
        None => whole_hash.as_ref().map(derive::debug_name),
    };
    let hash = whole_hash.unwrap_or_else(|| derive::hash(&program));
    if let Some(name) = name.filter(|_| parts.validator_is_at_least(parts::WITH_DEBUG_NAME)) {
        parts.add(FourCc::ILDN, name.arrange(None).map_err(container_error)?);
    }
    if parts.validator_is_at_least(parts::WITH_HASH) {
        parts.add(FourCc::HASH, hash.arrange(None).map_err(container_error)?);
    }
    parts.add_program(FourCc::DXIL, program)?;
    Ok(module)
}

/// The content of RTS0.
fn root_signature(program: &DescribedModule<'_>, given: Option<&[u8]>) -> Result<Option<Vec<u8>>> {
    let is_library = program.shader.model.as_ref().is_some_and(|model| model.is_library());
    if is_library {
        return match given {
            Some(_) => Err(error(AssembleErrorKind::LibraryRootSignature)),
            None => Ok(None),
        };
    }
    let said = derive::root_signature(program).map(|bytes| bytes.as_bytes());
    let Some(bytes) = given.or(said) else { return Ok(None) };
    RootSignature::parse(Payload::new(FourCc::RTS0, bytes)).map_err(container_error)?;
    Ok(Some(bytes.to_vec()))
}
