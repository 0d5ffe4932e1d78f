//! A container with another program in the place of its own. Separate from assembling one: everything that the
//! program does not decide stays as it is.

use dx_container::flags::HashFlags;
use dx_container::parts::debug_name::{DebugName, DebugNameBuf};
use dx_container::parts::program::{ProgramHeader, ProgramPartBuf};
use dx_container::parts::rdat::Rdat;
use dx_container::parts::shader_hash::{ShaderHash, ShaderHashBuf, md5};
use dx_container::parts::{PartBuf as _, View as _};
use dx_container::reader::Payload;
use dx_container::{Container, ContainerBuilder, FourCc};

use super::debug_information::{has_debug_information, strip_debug_information};
use super::error::{container_error, error};
use super::error_kind::AssembleErrorKind;
use super::rederive::{DERIVED, Stored, put, set};
use super::reflected::keep_stored_metadata;
use super::reflection::reflection;
use super::validator_version::validator_version;
use super::{metadata, missing_view_id_state, parts, root_signature, symbols};
use crate::Result;
use crate::derive::{self, DescribedModule};
use crate::shader::{Shader, Subobject, ViewIdState};
use crate::stored::StoredProgram;
use dxil_ir::bitcode::{self, keep_orders};
use dxil_ir::function::Local;
use dxil_ir::{IrError, Module, ValueKind};

/// A container whose program was replaced.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Replaced<'a> {
    /// The container.
    pub builder: ContainerBuilder<'a>,
    /// Parts that were there and are about the program before: its debug program.
    pub dropped: Vec<FourCc>,
    /// Parts that stay and are about the program before: the name of its PDB.
    pub stale: Vec<FourCc>,
}

/// Puts a module in the place of the program of a container.
///
/// The parts that follow from the program are derived where what follows from it has changed: SFI0, signatures, PSV0,
/// RDAT, HASH, SYM0 and STR0. STAT describes the new program, with the names that it had for resources, structures
/// and functions that are still there. A module with debug information becomes ILDB, and DXIL is made of it; one
/// without it becomes DXIL, and an ILDB of another program is dropped. All other parts, their order, and in all
/// programs the orders in which things are stored, stay as they are ([`keep_orders`]). `dx.viewIdState` is computed
/// from the code where the edit changed the code and not what it says.
///
/// # Errors
///
/// The container has no part DXIL, or one of its programs cannot be read; what the module does not say of itself, or
/// says in a way that no part can; a version of the validator that is not known; what LLVM 3.7 cannot write.
pub fn replace<'a>(container: &Container<'a>, module: Module) -> Result<Replaced<'a>> {
    for name in [FourCc::DXIL, FourCc::ILDB, FourCc::STAT] {
        if container.parts().iter().filter(|part| part.name == name).count() > 1 {
            return Err(error(AssembleErrorKind::RepeatedPart(name)));
        }
    }
    let old = Stored::read(container, FourCc::DXIL)?.ok_or_else(|| error(AssembleErrorKind::NoProgram))?;
    // One that cannot be read has nothing to keep.
    let debug = Stored::read(container, FourCc::ILDB).ok().flatten();
    let new = Edited::of(module, &old, debug.as_ref())?;
    let mut replaced =
        Replaced { builder: ContainerBuilder::from(container), dropped: Vec::new(), stale: Vec::new() };
    let builder = &mut replaced.builder;

    let subobjects = old_subobjects(container, &old)?;
    let [old_shader, new_shader] = [&old.shader, &new.shader].map(|shader| {
        let mut shader = shader.clone();
        if shader.subobjects.is_empty() {
            shader.subobjects.clone_from(&subobjects);
        }
        shader
    });
    let before = DescribedModule::new(&old.module, &old_shader);
    let after = DescribedModule::new(&new.module, &new_shader);
    set_derived(builder, &before, &after, new.root_signature.as_deref())?;
    let is_library = new_shader.model.as_ref().is_some_and(|model| model.is_library());
    if is_library && builder.remove(FourCc::RTS0) > 0 {
        replaced.dropped.push(FourCc::RTS0);
    }
    let builder = &mut replaced.builder;
    let header = Header { before: parts::header(&before).ok(), after: parts::header(&after)? };
    set_program(builder, FourCc::DXIL, &header, &new.bitcode)?;
    match &new.debug_bitcode {
        Some(bitcode) => set_program(builder, FourCc::ILDB, &header, bitcode)?,
        None if !new.is_same_program && builder.remove(FourCc::ILDB) > 0 => {
            replaced.dropped.push(FourCc::ILDB);
        }
        None => {}
    }
    if let Some(bitcode) = new_reflection(container, &old, &new)? {
        set_program(builder, FourCc::STAT, &header, &bitcode)?;
    }
    let hashes = set_hash(builder, container, debug.as_ref(), &new)?;
    let is_stale = set_debug_name(builder, container, hashes.as_ref(), new.debug_bitcode.is_some())?;
    if is_stale && !new.is_same_program {
        replaced.stale.push(FourCc::ILDN);
    }
    symbols::rename(builder, (container, &old_shader), &new_shader)?;
    Ok(replaced)
}

/// The program that comes into the container.
struct Edited {
    /// What becomes DXIL.
    module: Module,
    shader: Shader,
    /// The module's bitcode.
    bitcode: Vec<u8>,
    /// What becomes ILDB, where the module that was given has debug information.
    debug_bitcode: Option<Vec<u8>>,
    /// What becomes RTS0, where the module says it.
    root_signature: Option<Vec<u8>>,
    /// Whether it is the program that is in the container.
    is_same_program: bool,
}

impl Edited {
    fn of(mut module: Module, old: &Stored, debug: Option<&Stored>) -> Result<Self> {
        module.forget_encoding();
        let mut given = Shader::read(&module)?;
        validator_version(&given, None)?;
        if let Some(state) = new_view_id_state(&module, &given, old)? {
            given.view_id_state = Some(state);
            given.write(&mut module);
        }
        let root_signature = root_signature(&DescribedModule::new(&module, &given), None)?;
        metadata::remove_what_parts_hold(&mut module, &given);
        let mut debug_bitcode = None;
        // A compiler may leave it in DXIL and write no ILDB.
        let has_debug_program = debug.is_some() || !has_debug_information(&old.module);
        if has_debug_program && has_debug_information(&module) {
            let program = without_debug_information(&module, old, debug)?;
            if let Some(debug) = debug {
                keep_orders(&mut module, &debug.module);
            }
            debug_bitcode = Some(bitcode::write(&module).map_err(IrError::lift)?);
            module = program;
        }
        keep_orders(&mut module, &old.module);
        // What a reader does not tell apart may still be stored in other records.
        let is_same_program = old.module.difference(&module).is_none();
        let bitcode = if is_same_program {
            old.part.bitcode.clone()
        } else {
            bitcode::write(&module).map_err(IrError::lift)?
        };
        let mut shader = Shader::read(&module)?;
        // They are derived from the module as it was given.
        shader.subobjects = given.subobjects;
        Ok(Self { module, shader, bitcode, debug_bitcode, root_signature, is_same_program })
    }
}

/// The program to go beside a program with debug information: it says as much of names as the one before.
fn without_debug_information(module: &Module, old: &Stored, debug: Option<&Stored>) -> Result<Module> {
    let stripped = |module: &Module| -> Result<Module> {
        let mut stripped = module.clone();
        strip_debug_information(&mut stripped);
        let shader = Shader::read(&stripped)?;
        metadata::write_anew(&mut stripped, shader);
        Ok(stripped)
    };
    let mut program = stripped(module)?;
    let base = stripped(debug.map_or(&old.module, |debug| &debug.module))?;
    keep_stored_metadata(&old.module, &base, &mut program)?;
    // DXC leaves the names of instructions and blocks in the debug program only, those of arguments in both.
    let is_argument = |local: &Local| match local {
        Local::Value(value) => matches!(value.kind(), ValueKind::Argument(_)),
        Local::Block(_) => false,
    };
    let has_names = old.module.bodies().any(|(_, _, body)| !body.names.keys().all(is_argument));
    if !has_names {
        let bodies = program.globals.values_mut().filter_map(|global| global.body_mut());
        bodies.for_each(|body| body.names.retain(|local, _| is_argument(local)));
    }
    Ok(program)
}

/// What depends on what in the edited code, where that is not what it was before and the edit left what the module
/// says of it, or took it out.
fn new_view_id_state(module: &Module, shader: &Shader, old: &Stored) -> Result<Option<ViewIdState>> {
    if shader.view_id_state.is_none() && old.shader.view_id_state.is_some() {
        return missing_view_id_state(module, shader);
    }
    if shader.view_id_state.is_none() || shader.view_id_state != old.shader.view_id_state {
        return Ok(None);
    }
    // Code that it cannot be computed of is the validator's business.
    let state = |program: &DescribedModule<'_>| program.view_id_state().ok().flatten();
    let before = state(&DescribedModule::new(&old.module, &old.shader));
    let after = state(&DescribedModule::new(module, shader));
    Ok(after.filter(|after| before.is_some_and(|before| before != *after)))
}

/// The subobjects of a library, which no module has any more once it is in a container.
fn old_subobjects(container: &Container<'_>, old: &Stored) -> Result<Vec<Subobject>> {
    match container.view::<Rdat<'_>>(FourCc::RDAT).transpose().map_err(container_error)? {
        Some(rdat) if old.shader.subobjects.is_empty() => derive::subobjects(&rdat),
        _ => Ok(old.shader.subobjects.clone()),
    }
}

/// Writes the derived parts that are others than before, and the root signature where the program says it.
fn set_derived(
    builder: &mut ContainerBuilder<'_>,
    before: &DescribedModule<'_>,
    after: &DescribedModule<'_>,
    root_signature: Option<&[u8]>,
) -> Result<()> {
    let mut after = parts::derived(after)?;
    after.extend(root_signature.map(|signature| (FourCc::RTS0, signature.to_vec())));
    let has = |parts: &[(FourCc, Vec<u8>)], name| parts.iter().any(|part| part.0 == name);
    match parts::derived(before) {
        Ok(before) => {
            builder.retain(|_, part| !has(&before, part.name) || has(&after, part.name));
            put(builder, &after, |part| !before.contains(part));
        }
        // Nothing follows from the program before: everything is new.
        Err(_) => {
            builder.retain(|_, part| !DERIVED.contains(&part.name) || has(&after, part.name));
            put(builder, &after, |_| true);
        }
    }
    Ok(())
}

/// What stands before programs, before the edit and after it.
struct Header {
    before: Option<ProgramHeader>,
    after: ProgramHeader,
}

/// Parts that stand behind ILDB.
const BEHIND_DEBUG: [FourCc; 4] = [FourCc::STAT, FourCc::ILDN, FourCc::HASH, FourCc::DXIL];

/// Gives a part another program; what the container says before it stays unless the edit changed it.
fn set_program(
    builder: &mut ContainerBuilder<'_>,
    name: FourCc,
    header: &Header,
    bitcode: &[u8],
) -> Result<()> {
    let Some(part) = builder.parts.iter_mut().find(|part| part.name == name) else {
        let program = ProgramPartBuf { header: header.after, bitcode: bitcode.to_vec() };
        let index = builder.parts.iter().position(|part| BEHIND_DEBUG.contains(&part.name));
        let data = program.arrange(None).map_err(container_error)?;
        builder.insert(index.unwrap_or(builder.parts.len()), name, data);
        return Ok(());
    };
    let replaced = match StoredProgram::in_part(Payload::new(name, &part.data)) {
        Ok(Some(stored)) => {
            let own = stored.program.header;
            let is_kept = header.before == Some(header.after);
            let header = if is_kept { own } else { ProgramHeader { reserved: own.reserved, ..header.after } };
            stored.replaced(header, bitcode)
        }
        _ => ProgramPartBuf { header: header.after, bitcode: bitcode.to_vec() }.arrange(None),
    };
    part.data = replaced.map_err(container_error)?.into();
    Ok(())
}

/// The bitcode of STAT, where the edit changed what it says.
fn new_reflection(container: &Container<'_>, old: &Stored, new: &Edited) -> Result<Option<Vec<u8>>> {
    if new.is_same_program || container.part(FourCc::STAT).is_none() {
        return Ok(None);
    }
    let (base, mut edited) = (reflection(&old.module)?, reflection(&new.module)?);
    if base.difference(&edited).is_none() {
        return Ok(None);
    }
    // One that cannot be read has no names to keep.
    if let Ok(Some(stored)) = Stored::read(container, FourCc::STAT) {
        keep_stored_metadata(&stored.module, &base, &mut edited)?;
        keep_orders(&mut edited, &stored.module);
    }
    Ok(Some(bitcode::write(&edited).map_err(IrError::lift)?))
}

/// Writes HASH where a program that it stands for is another; says what it was and what it is.
fn set_hash(
    builder: &mut ContainerBuilder<'_>,
    container: &Container<'_>,
    debug: Option<&Stored>,
    new: &Edited,
) -> Result<Option<[ShaderHashBuf; 2]>> {
    let hash = container.view::<ShaderHash<'_>>(FourCc::HASH).transpose().map_err(container_error)?;
    let Some(before) = hash.map(|hash| hash.to_buf()) else { return Ok(None) };
    let mut hash = before.clone();
    let old_debug = debug.map(|debug| &debug.part.bitcode);
    let is_same_debug = new.debug_bitcode.is_none() || new.debug_bitcode.as_ref() == old_debug;
    match &new.debug_bitcode {
        _ if new.is_same_program && is_same_debug => return Ok(Some([before, hash])),
        Some(bitcode) if hash.flags.contains(HashFlags::INCLUDES_SOURCE) => hash.digest = md5(bitcode),
        _ => {
            // Without a debug program there are no sources that it could stand for.
            hash.flags.remove(HashFlags::INCLUDES_SOURCE);
            hash.digest = md5(&new.bitcode);
        }
    }
    set(builder, FourCc::HASH, &hash.arrange(None).map_err(container_error)?);
    Ok(Some([before, hash]))
}

/// Makes ILDN follow the hash where it was named after it and there is a debug program; says whether it names the PDB
/// of the program before.
fn set_debug_name(
    builder: &mut ContainerBuilder<'_>,
    container: &Container<'_>,
    hashes: Option<&[ShaderHashBuf; 2]>,
    has_debug: bool,
) -> Result<bool> {
    let name = container.view::<DebugName<'_>>(FourCc::ILDN).transpose().map_err(container_error)?;
    let Some(name) = name.map(|name| name.to_buf()) else { return Ok(false) };
    let Some([before, after]) = hashes else { return Ok(true) };
    if before == after {
        return Ok(false);
    }
    if !has_debug || name.name != derive::debug_name(before).name {
        return Ok(true);
    }
    let name = DebugNameBuf { name: derive::debug_name(after).name, ..name };
    set(builder, FourCc::ILDN, &name.arrange(None).map_err(container_error)?);
    Ok(false)
}
