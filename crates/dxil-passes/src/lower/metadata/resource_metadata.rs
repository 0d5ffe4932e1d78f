//! `dx.resources`: what handles say of resources, and the variables that stand for them. Separate because libraries
//! need some of it before there are handles.

use std::rc::Rc;

use bstr::{BString, ByteSlice as _};
use dx_container::enums::{ResourceClass, ResourceKind};
use dxil::shader::{Cbuffer, ResourceProperty, ResourceRange, Resources, Sampler, Shader, Srv, Uav};
use dxil_ir::constants::ConstantKind;
use dxil_ir::metadata::Metadata;
use dxil_ir::{CastOp, Dialect, GlobalId, MetadataId, Module, Type, TypeId, Value};
use hashbrown::HashMap;

use crate::error::{PassErrorKind, Result};
use crate::lower::handles::resources::{Binding, Bindings};
use crate::lower::metadata::cbuffer_layouts;
use crate::lower::state::State;

/// The variables that stand for resources, which libraries have: optimizers take those that nothing loads for unused.
pub(in crate::lower) fn variables(module: &Module, said: &Shader) -> Vec<(ResourceClass, u32, BString)> {
    let mut found = Vec::new();
    if let Some(resources) = &said.resources {
        resources.each_range(|class, range| {
            let global = range.global(module).and_then(|id| module.globals.get(id));
            found.extend(global.map(|global| (class, range.id, global.name.clone())));
        });
    }
    found
}

/// Variables of resources are pointers again: of those that an upgrade kept, only the types were there.
pub(in crate::lower) fn repair_variables(module: &mut Module, shader: &mut Shader, state: &State) {
    let Some(resources) = &mut shader.resources else { return };
    resources.each_record_mut(|class, range, extra| {
        let known = range.variable.and_then(|variable| module.type_of(None, variable));
        let known = known.filter(|ty| !matches!(module.types.get(*ty), Some(Type::Pointer(..))));
        let said = extra.last().copied().flatten().and_then(|id| object(module, id));
        if said.is_some() {
            extra.pop();
        }
        let Some(ty) = known.or(said) else { return };
        let address = address(module, ty);
        let is_it = |binding: &&Binding| (binding.class, binding.id) == (class, range.id);
        let made = state.bindings.iter().find(is_it).and_then(|binding| binding.variable.as_ref());
        // What LLVM has no handles of is loaded as it was.
        let had = || state.variables.iter().find(|one| (one.0, one.1) == (class, range.id));
        let name = made.or_else(|| had().map(|(.., name)| name));
        let global = name.and_then(|name| module.global_named(name.as_bstr()));
        range.variable = Some(match global {
            Some(global) => cast(module, global, address),
            None => module.undef(address),
        });
    });
}

/// What the variables of the resources that a module lists are in HLSL, by class and number.
pub(in crate::lower) fn objects(module: &Module) -> Result<HashMap<(ResourceClass, u32), TypeId>> {
    let shader = Shader::read(module).map_err(PassErrorKind::from)?;
    let mut objects = HashMap::new();
    if let Some(mut resources) = shader.resources {
        resources.each_record_mut(|class, range, extra| {
            let said = extra.last().copied().flatten().and_then(|id| object(module, id));
            let ty = said.or_else(|| module.type_of(None, range.variable?));
            objects.extend(ty.map(|ty| ((class, range.id), ty)));
        });
    }
    Ok(objects)
}

/// The type that metadata says, which an undefined object of it stands for.
pub(in crate::lower) fn object(module: &Module, metadata: MetadataId) -> Option<TypeId> {
    let Metadata::Value(ty, value) = module.metadata.get(metadata)? else { return None };
    module.is_undefined(value).then_some(ty)
}

/// What stands for a resource: a global in a library, and else nothing but a type.
fn variable(module: &mut Module, binding: &Binding) -> Value {
    let ty = hlsl_type(module, binding);
    let address = address(module, ty);
    let global = binding.variable.as_ref().and_then(|name| module.global_named(name.as_bstr()));
    match global {
        Some(global) if binding.is_symbol => global.into(),
        Some(global) => cast(module, global, address),
        None => module.undef(address),
    }
}

/// The type of addresses of a type, in the module's dialect.
fn address(module: &mut Module, of: TypeId) -> TypeId {
    match module.dialect {
        Dialect::Dxil37 => module.types.pointer(of, 0),
        Dialect::Modern => module.types.intern(Type::Pointer(None.into(), 0)),
    }
}

/// A global as a pointer of another type.
fn cast(module: &mut Module, global: GlobalId, address: TypeId) -> Value {
    if module.globals.get(global).is_some_and(|global| global.ty == address) {
        return global.into();
    }
    module.constant(address, ConstantKind::Cast(CastOp::Bitcast, global.into()))
}

/// Lists the resources that the module does not list already.
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
        resources.srvs.iter_mut().for_each(|all| all.sort_by_key(|one| one.range.id));
        resources.uavs.iter_mut().for_each(|all| all.sort_by_key(|one| one.range.id));
        resources.cbuffers.iter_mut().for_each(|all| all.sort_by_key(|one| one.range.id));
        resources.samplers.iter_mut().for_each(|all| all.sort_by_key(|one| one.range.id));
    }
}

fn add_resource(resources: &mut Resources, binding: &Binding, range: ResourceRange) {
    let said = &binding.description;
    let mut properties = Vec::new();
    match said.kind {
        ResourceKind::STRUCTURED_BUFFER => properties.push(ResourceProperty::Stride(said.bytes)),
        ResourceKind::FEEDBACK_TEXTURE_2D | ResourceKind::FEEDBACK_TEXTURE_2D_ARRAY => {
            properties.push(ResourceProperty::SamplerFeedback(said.feedback));
        }
        _ => properties.extend(said.element_type.map(|ty| ResourceProperty::ElementType(stored(ty)))),
    }
    let properties = (!properties.is_empty()).then(|| properties.into());
    let extra = Vec::new();
    match binding.class {
        ResourceClass::SRV => resources.srvs.get_or_insert_default().push(Srv {
            range,
            shape: said.kind,
            sample_count: said.sample_count,
            properties,
            extra,
        }),
        ResourceClass::UAV => resources.uavs.get_or_insert_default().push(Uav {
            range,
            shape: said.kind,
            is_globally_coherent: false,
            has_counter: binding.has_counter,
            is_rasterizer_ordered: said.is_rasterizer_ordered,
            properties,
            extra,
        }),
        ResourceClass::CBUFFER => resources.cbuffers.get_or_insert_default().push(Cbuffer {
            range,
            size: said.bytes,
            properties: None,
            extra,
        }),
        _ => resources.samplers.get_or_insert_default().push(Sampler {
            range,
            kind: said.sampler,
            properties: None,
            extra,
        }),
    }
}

/// What the lanes of an element are in memory: those of 64 bits are two of 32.
fn stored(ty: dx_container::enums::ElementType) -> dx_container::enums::ElementType {
    use dx_container::enums::ElementType;
    match ty {
        ElementType::I64 | ElementType::U64 | ElementType::F64 => ElementType::U32,
        other => other,
    }
}

/// The type of a resource in HLSL, as DXC names it: a structure around an element.
pub(in crate::lower) fn hlsl_type(module: &mut Module, binding: &Binding) -> TypeId {
    let said = &binding.description;
    let (element, text) = element(module, binding);
    let rw = match (said.is_uav, said.is_rasterizer_ordered) {
        (true, true) => "RasterizerOrdered",
        (true, false) => "RW",
        _ => "",
    };
    let i32 = module.types.int(32);
    let texture = |kind: ResourceKind| match kind {
        ResourceKind::TEXTURE_1D => Some("Texture1D"),
        ResourceKind::TEXTURE_2D => Some("Texture2D"),
        ResourceKind::TEXTURE_2D_MS => Some("Texture2DMS"),
        ResourceKind::TEXTURE_3D => Some("Texture3D"),
        ResourceKind::TEXTURE_CUBE => Some("TextureCube"),
        ResourceKind::TEXTURE_1D_ARRAY => Some("Texture1DArray"),
        ResourceKind::TEXTURE_2D_ARRAY => Some("Texture2DArray"),
        ResourceKind::TEXTURE_2D_MS_ARRAY => Some("Texture2DMSArray"),
        ResourceKind::TEXTURE_CUBE_ARRAY => Some("TextureCubeArray"),
        ResourceKind::TYPED_BUFFER => Some("Buffer"),
        ResourceKind::STRUCTURED_BUFFER => Some("StructuredBuffer"),
        _ => None,
    };
    let (name, member) = match said.kind {
        ResourceKind::RAW_BUFFER => (format!("struct.{rw}ByteAddressBuffer"), i32),
        ResourceKind::CBUFFER => (binding.name.to_str_lossy().into_owned(), element),
        ResourceKind::SAMPLER => {
            let comparison = said.sampler == dx_container::enums::SamplerKind::COMPARISON;
            (if comparison { "struct.SamplerComparisonState" } else { "struct.SamplerState" }.to_owned(), i32)
        }
        kind => match texture(kind) {
            Some(word) => (format!("class.{rw}{word}<{text}>"), element),
            None => ("class.Resource".to_owned(), i32),
        },
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

/// An element, and what HLSL calls it; of structures, only their size is known.
fn element(module: &mut Module, binding: &Binding) -> (TypeId, String) {
    use dx_container::enums::ElementType;
    let said = &binding.description;
    if let Some(ty) = said.element_type {
        let (scalar, word) = match ty {
            ElementType::I16 => (Type::Integer(16), "short"),
            ElementType::U16 => (Type::Integer(16), "unsigned short"),
            ElementType::I32 => (Type::Integer(32), "int"),
            ElementType::U32 => (Type::Integer(32), "unsigned int"),
            ElementType::I64 => (Type::Integer(64), "long long"),
            ElementType::U64 => (Type::Integer(64), "unsigned long long"),
            ElementType::F16 => (Type::Half, "half"),
            ElementType::F64 => (Type::Double, "double"),
            _ => (Type::Float, "float"),
        };
        let scalar = module.types.intern(scalar);
        return match said.components.unwrap_or(1) {
            1 => (scalar, word.to_owned()),
            lanes => (module.types.vector(scalar, lanes.into()), format!("vector<{word}, {lanes}> ")),
        };
    }
    let word = module.types.int(if said.bytes.is_multiple_of(4) { 32 } else { 8 });
    let bytes = if said.bytes.is_multiple_of(4) { 4 } else { 1 };
    let words = module.types.array(word, u64::from(said.bytes / bytes));
    (words, format!("{} bytes", said.bytes))
}
