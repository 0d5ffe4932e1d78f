//! What a module says of its shader, written anew: in the order in which DXC's assembler has it once it has changed
//! something. Separate because two modules of a container are written so, each with another version of the validator.

use bstr::ByteSlice as _;

use super::annotations::{drop_empty, keep_first_payloads};
use crate::shader::{EntryPoint, Shader, Version};
use dxil_ir::{Module, NamedMetadata};

/// The version of the validator that the program is for.
const VALIDATOR: &str = "dx.valver";
/// What a part says in a stage's container: the root signature in RTS0,
const ROOT_SIGNATURE: &str = "dx.rootSignature";
/// and in a library's: subobjects in RDAT.
const SUBOBJECTS: &str = "dx.subobjects";
/// Who may do what with ray payloads.
const PAYLOADS: &str = "dx.dxrPayloadAnnotations";

/// The metadata that is written anew, in order; all other stays before it.
const ORDER: [&str; 10] = [
    "dx.version",
    VALIDATOR,
    "dx.shaderModel",
    "dx.intermediateOptions",
    "dx.resources",
    "dx.typeAnnotations",
    "dx.viewIdState",
    PAYLOADS,
    "dx.entryPoints",
    "dx.counters",
];

/// What else begins like this describes variables that nobody needs.
const TYPE_VARIABLES: &str = "dx.typevar.";

/// The version of DXIL from which on libraries have their payload annotations written anew.
const WITH_PAYLOADS: (u32, u32) = (1, 6);

/// Makes a module name this version of the validator.
pub(super) fn set_validator_version(module: &mut Module, validator: &Version) {
    let i32 = module.types.int(32);
    let numbers = [validator.major, validator.minor].map(|number| {
        let value = module.int(i32, number.into());
        Some(module.value_as_metadata(value))
    });
    let node = module.tuple(&numbers);
    match module.named_metadata.iter_mut().find(|named| named.name == VALIDATOR) {
        Some(named) => named.operands = vec![node],
        None => module.add_named_metadata(VALIDATOR, &[node]),
    }
}

/// Takes out what a part says in the container of such a program. Says whether there was any.
pub(super) fn remove_what_parts_hold(module: &mut Module, shader: &Shader) -> bool {
    let is_library = shader.model.as_ref().is_some_and(|model| model.is_library());
    let held = if is_library { SUBOBJECTS } else { ROOT_SIGNATURE };
    let before = module.named_metadata.len();
    module.named_metadata.retain(|named| named.name != held);
    module.named_metadata.len() != before
}

/// Writes what a module says of its shader anew, as much as DXC's assembler leaves of it.
pub(super) fn write_anew(module: &mut Module, mut shader: Shader) {
    drop_empty(&module.types, &mut shader.type_annotations);
    if renews_payloads(&shader) {
        keep_first_payloads(&mut shader.payload_annotations);
    }
    write_in_order(module, shader);
}

/// Whether payload annotations are written anew.
fn renews_payloads(shader: &Shader) -> bool {
    let is_library = shader.model.as_ref().is_some_and(|model| model.is_library());
    let version = shader.version.as_ref().map_or((0, 0), Version::pair);
    is_library && version >= WITH_PAYLOADS
}

/// Writes what a module says of its shader, but for what parts hold, in the order that DXC's assembler gives it.
pub(super) fn write_in_order(module: &mut Module, mut shader: Shader) {
    shader.subobjects.clear();
    shader.root_signature = None;
    if let Some((_, entries)) = shader.entry_points.split_first_mut() {
        // The first one of a library stands for it.
        entries.sort_by_cached_key(|entry: &EntryPoint| {
            entry.function.and_then(|id| module.globals.get(id)).map(|global| global.name.clone())
        });
    }
    shader.write(module);
    module.forget_encoding();
    module.named_metadata.retain(|named| !named.name.starts_with_str(TYPE_VARIABLES));
    let renews_payloads = renews_payloads(&shader);
    // What has no place comes first, in the order that it has.
    module.named_metadata.sort_by_key(|named: &NamedMetadata| {
        let place = ORDER.iter().position(|name| named.name == *name);
        place.filter(|_| renews_payloads || named.name != PAYLOADS)
    });
}
