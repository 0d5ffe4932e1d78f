//! SYM0 and STR0: the functions that others may call by name. Separate because containers get them when they are
//! assembled and when their program is replaced.

use std::collections::HashSet;

use bstr::BString;
use dx_container::symbols::{Symbol, SymbolTable};
use dx_container::{Container, ContainerBuilder, FourCc, Signing};
use dxil_ir::{IrError, Linkage};

use super::error::container_error;
use super::parts::Parts;
use super::rederive::set;
use crate::Result;
use crate::shader::Shader;
use crate::stored::StoredProgram;

/// The symbols that a container is to have: a library's are the functions of RDAT without those that the program keeps
/// to itself, as far as that can be read; another shader's its entry.
///
/// # Errors
///
/// Neither RDAT nor PSV0 names a function.
pub fn exported_symbols(container: &Container<'_>) -> Result<SymbolTable> {
    let mut table = SymbolTable::of_functions(container).map_err(container_error)?;
    if container.part(FourCc::RDAT).is_some() {
        let internal = internal_functions(container).unwrap_or_default();
        table.symbols.retain(|symbol| !internal.contains(&symbol.name));
    }
    Ok(table)
}

/// The names of the functions that the program of a container defines and keeps to itself. RDAT lists them as well.
///
/// # Errors
///
/// The program cannot be read.
pub fn internal_functions(container: &Container<'_>) -> Result<HashSet<BString>> {
    let stored = StoredProgram::find(container, &[FourCc::DXIL]).map_err(container_error)?;
    let Some(stored) = stored else { return Ok(HashSet::new()) };
    let module = stored.module().map_err(|error| IrError::lift(error).within(stored.part()))?;
    let internal = module
        .bodies()
        .filter(|(_, global, _)| matches!(global.linkage, Linkage::Internal | Linkage::Private))
        .map(|(_, global, _)| global.name.clone());
    Ok(internal.collect())
}

/// Adds both parts behind all others.
pub(super) fn add(parts: &mut Parts<'_>, shader: &Shader) -> Result<()> {
    let bytes = parts.builder.build(Signing::Zero).map_err(container_error)?;
    let table = table(&Container::parse(&bytes).map_err(container_error)?, shader)?;
    let (symbols, strings) = table.to_parts(Default::default()).map_err(container_error)?;
    parts.add(FourCc::SYM0, symbols);
    if let Some(strings) = strings {
        parts.add(FourCc::STR0, strings);
    }
    Ok(())
}

/// Writes both parts anew where they are there and the functions have other names than before.
pub(super) fn rename(
    builder: &mut ContainerBuilder<'_>,
    (before, old): (&Container<'_>, &Shader),
    new: &Shader,
) -> Result<()> {
    let Some(index) = builder.parts.iter().position(|part| part.name == FourCc::SYM0) else { return Ok(()) };
    let bytes = builder.build(Signing::Zero).map_err(container_error)?;
    let table_after = table(&Container::parse(&bytes).map_err(container_error)?, new)?;
    let names =
        |table: &SymbolTable| -> Vec<_> { table.symbols.iter().map(|symbol| symbol.name.clone()).collect() };
    if table(before, old).is_ok_and(|before| names(&before) == names(&table_after)) {
        return Ok(());
    }
    let (symbols, strings) = table_after.to_parts(Default::default()).map_err(container_error)?;
    set(builder, FourCc::SYM0, &symbols);
    match strings {
        None => {
            builder.remove(FourCc::STR0);
        }
        Some(strings) if builder.parts.iter().any(|part| part.name == FourCc::STR0) => {
            set(builder, FourCc::STR0, &strings);
        }
        Some(strings) => builder.insert(index + 1, FourCc::STR0, strings),
    }
    Ok(())
}

/// The symbols of a container with such a program.
fn table(container: &Container<'_>, shader: &Shader) -> Result<SymbolTable> {
    let is_library = shader.model.as_ref().is_some_and(|model| model.is_library());
    match shader.entry_points.first() {
        // Older versions of PSV0 do not name it.
        Some(entry) if !is_library => {
            let program = container.parts().iter().position(|part| part.name == FourCc::DXIL);
            let program = program.and_then(|index| u32::try_from(index).ok()).unwrap_or_default();
            Ok(SymbolTable { symbols: vec![Symbol::function(entry.name.clone(), program)] })
        }
        _ => exported_symbols(container),
    }
}
