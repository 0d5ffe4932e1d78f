//! Adds records of resources to the metadata `dx.resources`, with the global variable and HLSL type of each resource,
//! for `dxil-translate-metadata`. Separate because the lowering of handles in libraries needs the variables and types
//! earlier.

use std::rc::Rc;

use bstr::{BString, ByteSlice as _};
use dx_container::enums::{ResourceClass, ResourceKind};
use dxil::shader::{
    Cbuffer, ResourceProperty, ResourceRange, Resources, Sampler, Shader, Srv, Uav, hlsl_element,
    hlsl_template,
};
use dxil_ir::constants::ConstantKind;
use dxil_ir::metadata::Metadata;
use dxil_ir::{CastOp, Dialect, GlobalId, MetadataId, Module, Type, TypeId, Value};
use hashbrown::HashMap;

use crate::error::{PassErrorKind, Result};
use crate::lower::handles::resources::{Binding, Bindings};
use crate::lower::metadata::cbuffer_layouts;
use crate::lower::state::State;

/// Returns the class, range id and name of the global variable of each resource in `dx.resources`. Only libraries have
/// these variables, and optimizers delete the ones that no code loads.
pub(in crate::lower) fn variables(module: &Module, shader: &Shader) -> Vec<(ResourceClass, u32, BString)> {
    let mut found = Vec::new();
    if let Some(resources) = &shader.resources {
        resources.each_range(|class, range| {
            let global = range.global(module).and_then(|id| module.globals.get(id));
            found.extend(global.map(|global| (class, range.id, global.name.clone())));
        });
    }
    found
}

/// Sets the variable of each resource record to a pointer: the global variable, or `undef` if it does not exist. An
/// upgrade preserves only the HLSL type of a resource, as `undef` of the type.
pub(in crate::lower) fn repair_variables(module: &mut Module, shader: &mut Shader, state: &State) {
    let Some(resources) = &mut shader.resources else { return };
    resources.each_record_mut(|class, range, extra| {
        let known = range.variable.and_then(|variable| module.type_of(None, variable));
        let known = known.filter(|ty| !matches!(module.types.get(*ty), Some(Type::Pointer(..))));
        let preserved = extra.last().copied().flatten().and_then(|id| object(module, id));
        if preserved.is_some() {
            extra.pop();
        }
        let Some(ty) = known.or(preserved) else { return };
        let pointer = pointer(module, ty);
        let has_id = |binding: &&Binding| (binding.class, binding.id) == (class, range.id);
        let bound = state.bindings.iter().find(has_id).and_then(|binding| binding.variable.as_ref());
        // A resource without a handle type in LLVM keeps its variable from before the upgrade.
        let original =
            || state.variables.iter().find(|variable| (variable.0, variable.1) == (class, range.id));
        let name = bound.or_else(|| original().map(|(.., name)| name));
        let global = name.and_then(|name| module.global_named(name.as_bstr()));
        range.variable = Some(match global {
            Some(global) => cast(module, global, pointer),
            None => module.undef(pointer),
        });
    });
}

/// Returns the HLSL types of the resources in `dx.resources`, by class and range id.
///
/// # Errors
///
/// The shader metadata is invalid.
pub(in crate::lower) fn objects(module: &Module) -> Result<HashMap<(ResourceClass, u32), TypeId>> {
    let shader = Shader::read(module).map_err(PassErrorKind::from)?;
    let mut objects = HashMap::new();
    if let Some(mut resources) = shader.resources {
        resources.each_record_mut(|class, range, extra| {
            let preserved = extra.last().copied().flatten().and_then(|id| object(module, id));
            let ty = preserved.or_else(|| module.type_of(None, range.variable?));
            objects.extend(ty.map(|ty| ((class, range.id), ty)));
        });
    }
    Ok(objects)
}

/// Returns the type of metadata that is an `undef` value, and `None` for other metadata: an upgrade represents a type
/// in metadata by `undef` of the type.
pub(in crate::lower) fn object(module: &Module, metadata: MetadataId) -> Option<TypeId> {
    let Metadata::Value(ty, value) = module.metadata.get(metadata)? else { return None };
    module.is_undefined(value).then_some(ty)
}

/// Returns the operand for the variable in a resource record: the global variable of the resource, or `undef` of a
/// pointer to its HLSL type.
fn variable(module: &mut Module, binding: &Binding) -> Value {
    let ty = hlsl_type(module, binding);
    let pointer = pointer(module, ty);
    let global = binding.variable.as_ref().and_then(|name| module.global_named(name.as_bstr()));
    match global {
        Some(global) if binding.is_symbol => global.into(),
        Some(global) => cast(module, global, pointer),
        None => module.undef(pointer),
    }
}

/// Returns the type of a pointer to `pointee`, in the dialect of the module.
fn pointer(module: &mut Module, pointee: TypeId) -> TypeId {
    match module.dialect {
        Dialect::Dxil37 => module.types.pointer(pointee, 0),
        Dialect::Modern => module.types.intern(Type::Pointer(None.into(), 0)),
    }
}

/// Returns a global as a pointer of type `pointer`, with a constant bitcast if its type differs.
fn cast(module: &mut Module, global: GlobalId, pointer: TypeId) -> Value {
    if module.globals.get(global).is_some_and(|global| global.ty == pointer) {
        return global.into();
    }
    module.constant(pointer, ConstantKind::Cast(CastOp::Bitcast, global.into()))
}

/// Adds records for the resources that `shader` does not list, and annotations for the layouts of constant buffers.
pub(in crate::lower) fn add_resources(module: &mut Module, shader: &mut Shader, bindings: &Bindings) {
    let mut known = Vec::new();
    let mut annotated = Vec::new();
    if let Some(resources) = &shader.resources {
        resources.each_range(|class, range| known.push((class, range.id)));
    }
    for binding in bindings.iter() {
        if known.contains(&(binding.class, binding.id)) {
            continue;
        }
        known.push((binding.class, binding.id));
        let variable = variable(module, binding);
        if let Some(layout) = &binding.layout {
            let ty = layout.declare(module, &binding.name);
            annotated.push((ty, Rc::clone(layout), binding.description.bytes));
        }
        let range = ResourceRange {
            id: binding.id,
            variable: Some(variable),
            name: binding.name.clone(),
            space: binding.space,
            lower_bound: binding.lower_bound,
            size: binding.size,
        };
        add_resource(shader.resources.get_or_insert_default(), binding, range);
    }
    cbuffer_layouts::annotate(module, shader, &annotated);
    if let Some(resources) = &mut shader.resources {
        resources.srvs.iter_mut().for_each(|list| list.sort_by_key(|record| record.range.id));
        resources.uavs.iter_mut().for_each(|list| list.sort_by_key(|record| record.range.id));
        resources.cbuffers.iter_mut().for_each(|list| list.sort_by_key(|record| record.range.id));
        resources.samplers.iter_mut().for_each(|list| list.sort_by_key(|record| record.range.id));
    }
}

/// Adds a record for a resource to the list of its class.
fn add_resource(resources: &mut Resources, binding: &Binding, range: ResourceRange) {
    let description = &binding.description;
    let mut properties = Vec::new();
    match description.kind {
        ResourceKind::STRUCTURED_BUFFER => properties.push(ResourceProperty::Stride(description.bytes)),
        ResourceKind::FEEDBACK_TEXTURE_2D | ResourceKind::FEEDBACK_TEXTURE_2D_ARRAY => {
            properties.push(ResourceProperty::SamplerFeedback(description.feedback));
        }
        _ => properties.extend(description.element_type.map(|ty| ResourceProperty::ElementType(stored(ty)))),
    }
    let properties = (!properties.is_empty()).then(|| properties.into());
    let extra = Vec::new();
    match binding.class {
        ResourceClass::SRV => resources.srvs.get_or_insert_default().push(Srv {
            range,
            shape: description.kind,
            sample_count: description.sample_count,
            properties,
            extra,
        }),
        ResourceClass::UAV => resources.uavs.get_or_insert_default().push(Uav {
            range,
            shape: description.kind,
            is_globally_coherent: false,
            has_counter: binding.has_counter,
            is_rasterizer_ordered: description.is_rasterizer_ordered,
            properties,
            extra,
        }),
        ResourceClass::CBUFFER => resources.cbuffers.get_or_insert_default().push(Cbuffer {
            range,
            size: description.bytes,
            properties: None,
            extra,
        }),
        _ => resources.samplers.get_or_insert_default().push(Sampler {
            range,
            kind: description.sampler,
            properties: None,
            extra,
        }),
    }
}

/// Returns the component type that metadata declares for elements of a resource: `U32` for 64-bit components, because
/// each is stored as two 32-bit components.
fn stored(ty: dx_container::enums::ElementType) -> dx_container::enums::ElementType {
    use dx_container::enums::ElementType;
    match ty {
        ElementType::I64 | ElementType::U64 | ElementType::F64 => ElementType::U32,
        other => other,
    }
}

/// Returns the HLSL type of a resource: a struct that has DXC's name for the type, and the element type as its only
/// member. A constant buffer has the members of its layout. A resource array has an array of the struct, with length 0
/// if the resource array is unbounded.
pub(in crate::lower) fn hlsl_type(module: &mut Module, binding: &Binding) -> TypeId {
    let description = &binding.description;
    let (element, text) = element(module, binding);
    let rw = match (description.is_uav, description.is_rasterizer_ordered) {
        (true, true) => "RasterizerOrdered",
        (true, false) => "RW",
        _ => "",
    };
    let i32 = module.types.int(32);
    let (name, member) = match description.kind {
        ResourceKind::RAW_BUFFER => (format!("struct.{rw}ByteAddressBuffer"), i32),
        ResourceKind::CBUFFER => (binding.name.to_str_lossy().into_owned(), element),
        ResourceKind::SAMPLER => {
            let comparison = description.sampler == dx_container::enums::SamplerKind::COMPARISON;
            (if comparison { "struct.SamplerComparisonState" } else { "struct.SamplerState" }.to_owned(), i32)
        }
        kind if (ResourceKind::TEXTURE_1D..=ResourceKind::STRUCTURED_BUFFER).contains(&kind) => {
            (format!("class.{rw}{}<{text}>", hlsl_template(kind)), element)
        }
        _ => ("class.Resource".to_owned(), i32),
    };
    let ty = match &binding.layout {
        Some(layout) => layout.declare(module, &binding.name),
        None => module.types.structure(&name, &[member]),
    };
    if binding.size == 1 {
        return ty;
    }
    let count = if binding.size == ResourceRange::UNBOUNDED { 0 } else { binding.size };
    module.types.array(ty, count.into())
}

/// Returns the element type of a resource, and its name as a template argument. An element without a component type is
/// a struct of which only the size is known: it becomes an array of `i32`, or of `i8` if the size is not a multiple of
/// 4.
fn element(module: &mut Module, binding: &Binding) -> (TypeId, String) {
    let description = &binding.description;
    if let Some(ty) = description.element_type {
        return hlsl_element(module, ty, description.components.unwrap_or(1));
    }
    let word = module.types.int(if description.bytes.is_multiple_of(4) { 32 } else { 8 });
    let bytes = if description.bytes.is_multiple_of(4) { 4 } else { 1 };
    let words = module.types.array(word, u64::from(description.bytes / bytes));
    (words, format!("{} bytes", description.bytes))
}
