//! What relocations mean: their type, their addend, the value of their symbol.

use amdgpu_link::SpecialSymbol;
use amdgpu_link::elf::{Elf, Relocation};
use amdgpu_link::elf_names::{RelocationAction, RelocationType};
use amdgpu_link::relocation::Binding;
use amdgpu_link::state::user_data::{DRIVER_SET, Wanted};
use bstr::ByteSlice as _;
use dx_container::fields::Printable;

/// What is in place before a relocation of 32 bits without an addend of its own is carried out.
pub fn addend(elf: &Elf<'_>, section: u32, relocation: &Relocation) -> Option<i64> {
    relocation.addend.or_else(|| {
        let data = elf.sections.get(usize::try_from(section).ok()?)?.data;
        let word = data.get(usize::try_from(relocation.offset).ok()?..)?.first_chunk()?;
        Some(u32::from_le_bytes(*word).into())
    })
}

/// The name of its type.
pub fn type_name(relocation: &Relocation) -> String {
    RelocationType::of(relocation.kind).map_or_else(|| relocation.kind.to_string(), |ty| ty.name.to_owned())
}

/// What its symbol is called, without the characters that a terminal obeys.
pub fn symbol_name(elf: &Elf<'_>, relocation: &Relocation) -> Result<String, String> {
    let symbol = elf.symbol(relocation).map_err(|error| error.kind().to_string())?;
    if symbol.name.is_empty()
        && let Some(section) = elf.sections.get(usize::from(symbol.section))
    {
        return Ok(Printable(section.name).to_string());
    }
    Ok(Printable(symbol.name).to_string())
}

/// What becomes of it when the file is linked, in words.
pub fn meaning(elf: &Elf<'_>, relocation: &Relocation) -> String {
    let Some(ty) = RelocationType::of(relocation.kind) else { return "unknown type".to_owned() };
    let symbol = match elf.symbol(relocation) {
        Ok(symbol) => symbol,
        Err(error) => return error.kind().to_string(),
    };
    let special = symbol.name.to_str().map(SpecialSymbol::parse);
    match (ty.action, special) {
        (RelocationAction::Ignore, _) => "ignored".to_owned(),
        (RelocationAction::Refuse, _) => "cannot be linked".to_owned(),
        (RelocationAction::Resolve, Ok(Ok(Some(special)))) => of_special(special),
        (RelocationAction::Resolve, Ok(Err(error))) => error.kind().to_string(),
        _ if !symbol.is_defined() => "undefined here: another input must define it".to_owned(),
        _ => "kept for the loader".to_owned(),
    }
}

/// The value of a special symbol, in words.
fn of_special(symbol: SpecialSymbol) -> String {
    match symbol {
        SpecialSymbol::DescriptorOffset(at) => format!("byte offset of the {}", of_binding(at)),
        SpecialSymbol::DescriptorStride(at) => format!("byte stride of the {}", of_binding(at)),
        SpecialSymbol::CompactBuffer(at) => {
            format!("1 if the {} is compact (a 64-bit address), else 0", of_buffer(at))
        }
        SpecialSymbol::UseSpillTable(at) => {
            format!("1 if the {} is in the spill table, 0 if in the set's table", of_buffer(at))
        }
        SpecialSymbol::TableOffset(set) => {
            format!("byte offset of the pointer to {} in the user data", of_set(set))
        }
        SpecialSymbol::PushConstants => "byte offset of the push constants in the user data".to_owned(),
        SpecialSymbol::SampleCount => "samples per pixel".to_owned(),
        SpecialSymbol::SamplePattern => "index of the sample pattern".to_owned(),
        SpecialSymbol::DeviceIndex => "index of the device in the device group (multi-GPU)".to_owned(),
        SpecialSymbol::ShadowEnabled => "1 if there is a shadow descriptor table, else 0".to_owned(),
        SpecialSymbol::ShadowTable => "high half of the shadow descriptor table's address".to_owned(),
    }
}

fn of_buffer(at: Binding) -> String {
    of_binding(Binding { wanted: Wanted::Buffer, ..at })
}

fn of_binding(Binding { set, binding, wanted }: Binding) -> String {
    format!("{wanted} at {}, binding {binding}", of_set(set))
}

fn of_set(set: u32) -> String {
    if set == DRIVER_SET { "the descriptor set of the driver".to_owned() } else { format!("set {set}") }
}
