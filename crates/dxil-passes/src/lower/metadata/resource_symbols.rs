//! Declares the global variable that LLVM's back end writes for each resource, for `dxil-translate-metadata`: its type
//! is a struct whose name is the HLSL type of the resource. Separate because DXC does not write these variables for
//! shaders; the lowering declares them only if it runs just the passes of LLVM's back end.
//!
//! Source: LLVM's DXILResource.cpp, 22.1. Type names are equal to LLVM's, which include `uint32_t` for unsigned 64-bit
//! integers.

use bstr::ByteSlice as _;
use dx_container::enums::{ElementType, ResourceClass, ResourceKind};
use dxil::shader::{ResourceRange, hlsl_template};
use dxil_ir::globals::GlobalKind;
use dxil_ir::{Global, Module, Type, TypeId};

use crate::lower::handles::resources::{Binding, Bindings};
use crate::lower::state::State;

/// The maximum nesting depth of the types of a constant buffer from which padding is removed.
const DEPTH: usize = 16;

/// Declares a global variable for each resource that does not have one.
pub(in crate::lower) fn add(state: &mut State) {
    let State { module, bindings, .. } = state;
    for binding in bindings.iter_mut().filter(|binding| binding.variable.is_none()) {
        let ty = symbol_type(module, binding);
        binding.is_symbol = true;
        let name = name(binding);
        if binding.name.is_empty() {
            restore_placeholder_name(module, &name, ty);
        }
        // The variable exists if the pass runs a second time.
        if is_symbol(module, &name, ty) {
            binding.variable = Some(name.into());
            continue;
        }
        let name = unused_name(module, binding, name);
        let id = module.add_variable(&name, ty, 0, None);
        if let Some(GlobalKind::Variable(variable)) =
            module.globals.get_mut(id).map(|global| &mut global.kind)
        {
            variable.is_constant = true;
        }
        binding.variable = Some(name.into());
    }
}

/// Removes the names of the variables of resources without a name, as in LLVM. Other passes find the variables by name,
/// so this is the last step.
pub(in crate::lower) fn remove_placeholder_names(module: &mut Module, bindings: &Bindings) {
    for binding in bindings.iter().filter(|binding| binding.is_symbol && binding.name.is_empty()) {
        let variable = binding.variable.as_ref().and_then(|name| module.global_named(name.as_bstr()));
        if let Some(global) = variable.and_then(|id| module.globals.get_mut(id)) {
            global.name = Default::default();
        }
    }
}

/// Names the first variable of this type without a name, which an earlier run of the pass declared.
fn restore_placeholder_name(module: &mut Module, name: &str, ty: TypeId) {
    let is_taken = module.global_named(name.into()).is_some();
    let is_unnamed = |global: &Global| global.name.is_empty() && is_declared(global, ty);
    let unnamed = module.globals.values_mut().find(|global| !is_taken && is_unnamed(global));
    if let Some(global) = unnamed {
        global.name = name.into();
    }
}

/// Returns true if the module declares a constant with this name and value type, without an initializer.
fn is_symbol(module: &Module, name: &str, ty: TypeId) -> bool {
    let global = module.global_named(name.into()).and_then(|id| module.globals.get(id));
    global.is_some_and(|global| is_declared(global, ty))
}

fn is_declared(global: &Global, ty: TypeId) -> bool {
    let variable = global.variable();
    variable.is_some_and(|variable| variable.is_constant && variable.initializer.is_none())
        && global.value_type == ty
}

/// The prefix of the register of a resource, such as `T` in `T0`, by its class.
fn register_prefix(binding: &Binding) -> &'static str {
    match binding.class {
        ResourceClass::SRV => "T",
        ResourceClass::UAV => "U",
        ResourceClass::CBUFFER => "CB",
        _ => "S",
    }
}

/// Returns the name of a resource. A resource without a name has a placeholder: its register prefix and range id, such
/// as `CB0`.
fn name(binding: &Binding) -> String {
    match binding.name.to_string() {
        name if name.is_empty() => format!("{}{}", register_prefix(binding), binding.id),
        name => name,
    }
}

/// Returns `name` if no global has this name, otherwise `name` with a unique suffix such as `.T0`.
fn unused_name(module: &Module, binding: &Binding, name: String) -> String {
    let class = register_prefix(binding);
    let exists = |name: &str| module.global_named(name.into()).is_some();
    if !exists(&name) {
        return name;
    }
    let mut others = (binding.id..).map(|number| format!("{name}.{class}{number}"));
    others.find(|other| !exists(other)).unwrap_or(name)
}

/// Returns the value type of the variable of a resource: a struct with the element type as its only member. A resource
/// array has an array of this struct, with length 0 if the resource array is unbounded.
fn symbol_type(module: &mut Module, binding: &Binding) -> TypeId {
    let description = &binding.description;
    let i32 = module.types.int(32);
    let prefix = match (description.is_uav, description.is_rasterizer_ordered) {
        (true, true) => "RasterizerOrdered",
        (true, false) => "RW",
        _ => "",
    };
    let element = description.element.unwrap_or(i32);
    let (name, member) = match description.kind {
        ResourceKind::RAW_BUFFER => (format!("{prefix}ByteAddressBuffer"), i32),
        ResourceKind::CBUFFER => {
            let dot = if binding.name.is_empty() { "" } else { "." };
            (format!("CBuffer{dot}{}", binding.name), without_padding(module, element, DEPTH))
        }
        ResourceKind::SAMPLER => (format!("SamplerState<{}>", description.sampler.0), i32),
        ResourceKind::FEEDBACK_TEXTURE_2D | ResourceKind::FEEDBACK_TEXTURE_2D_ARRAY => {
            (format!("{}<{}>", hlsl_template(description.kind), description.feedback.0), i32)
        }
        kind => {
            let is_signed = kind == ResourceKind::STRUCTURED_BUFFER || is_signed(description.element_type);
            (format!("{prefix}{}{}", hlsl_template(kind), element_text(module, element, is_signed)), element)
        }
    };
    // The struct inside a `dx.Layout` type, which also contains the offsets (LLVM 21), has the members of the buffer.
    let members = match module.types.get(element) {
        Some(Type::Target(layout)) if description.kind == ResourceKind::CBUFFER => {
            layout.types.first().and_then(|inner| module.types.members(*inner)).map(|all| all.to_vec())
        }
        _ => None,
    };
    let ty = module.types.structure(&name, members.as_deref().unwrap_or(&[member]));
    match binding.size {
        1 => ty,
        ResourceRange::UNBOUNDED => module.types.array(ty, 0),
        count => module.types.array(ty, count.into()),
    }
}

fn is_signed(element: Option<ElementType>) -> bool {
    matches!(element, Some(ElementType::I16 | ElementType::I32 | ElementType::I64))
}

/// Returns the template argument of a resource type with its brackets, such as `<float4>`, or an empty string for a
/// struct without a name.
fn element_text(module: &Module, element: TypeId, is_signed: bool) -> String {
    let mut dimensions = String::new();
    let mut innermost = element;
    while let Some(Type::Array(inner, count)) = module.types.get(innermost) {
        dimensions.push_str(&format!("[{count}]"));
        innermost = *inner;
    }
    let lanes = match module.types.get(innermost) {
        Some(Type::Vector(_, lanes)) => lanes.to_string(),
        _ => String::new(),
    };
    let scalar = match (module.types.get(module.types.scalar(innermost)), is_signed) {
        (Some(Type::Integer(1)), _) => "bool",
        (Some(Type::Integer(16)), true) => "int16_t",
        (Some(Type::Integer(16)), false) => "uint16_t",
        (Some(Type::Integer(32)), true) => "int32_t",
        (Some(Type::Integer(32 | 64)), false) => "uint32_t",
        (Some(Type::Integer(64)), true) => "int64_t",
        (Some(Type::Half), _) => "half",
        (Some(Type::Float), _) => "float",
        (Some(Type::Double), _) => "double",
        _ => match module.types.named(innermost) {
            Some(named) => return format!("<{}{dimensions}>", named.name),
            None => return String::new(),
        },
    };
    format!("<{scalar}{lanes}{dimensions}>")
}

/// Returns the type of a constant buffer without its padding members (`dx.Padding`).
fn without_padding(module: &mut Module, ty: TypeId, depth: usize) -> TypeId {
    let Some(depth) = depth.checked_sub(1) else { return ty };
    if let Some(Type::Array(inner, count)) = module.types.get(ty) {
        let (inner, count) = (*inner, *count);
        let inner = without_padding(module, inner, depth);
        return module.types.array(inner, count);
    }
    let Some(members) = module.types.members(ty).map(|all| all.to_vec()) else { return ty };
    let is_padding = |ty: &TypeId| matches!(module.types.get(*ty), Some(Type::Target(target)) if target.name == "dx.Padding");
    let mut kept: Vec<TypeId> = members.iter().copied().filter(|ty| !is_padding(ty)).collect();
    kept.iter_mut().for_each(|member| *member = without_padding(module, *member, depth));
    // A front end represents an array of N + 1 elements as a struct: N elements with padding after each, and the last
    // element without padding. Here the paddings are already removed.
    if let [first, last] = kept[..]
        && let Some(Type::Array(inner, count)) = module.types.get(first)
        && *inner == last
    {
        let count = count.saturating_add(1);
        return module.types.array(last, count);
    }
    if let [member] = kept[..] {
        return member;
    }
    module.types.literal(&kept)
}
