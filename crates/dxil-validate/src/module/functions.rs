//! Functions: what is declared, what takes part in calls, and what entries take and give. Then their code, instruction
//! by instruction.

use bstr::ByteSlice as _;
use dx_container::enums::ShaderKind;
use dx_container::flags::NodeIOFlags;
use dxil::ops::FUNCTION_PREFIX;
use dxil::shader::NodeIoProperties;
use dxil_ir::attributes::Attribute;
use dxil_ir::function::Local;
use dxil_ir::verify::IrPlace;
use dxil_ir::{Body, Global, GlobalId, Type, TypeId, Value, ValueKind};
use hashbrown::{HashMap, HashSet};

use super::context::{Context, Entry};
use super::handles::Handles;
use super::outputs::Written;
use super::{instructions, mesh};
use crate::names::{Count, Symbol};
use crate::report::{Place, Report};
use crate::rule::Rule;

/// The functions of LLVM's own that a program may call from DXIL 1.6 on.
const LIFETIMES: [&str; 2] = ["llvm.lifetime.start", "llvm.lifetime.end"];
const INTRINSIC: &[u8] = b"llvm.";

pub(super) fn check(context: &Context<'_>, handles: &Handles, outputs: &mut Written, report: &mut Report) {
    let shapes = Shapes::of(context);
    let mut seen = instructions::Seen::of(context);
    for (id, global) in context.module.globals.iter() {
        let Some(function) = global.function() else { continue };
        match &function.body {
            Some(body) => {
                definition(context, id, global, &shapes, report);
                instructions::check(context, (id, global, body), handles, &mut seen, outputs, report);
                mesh::check(context, (id, global, body), &mut seen.layouts, report);
                metadata(global, body, report);
            }
            None => {
                declaration(context, id, global, report);
                if global.name.starts_with(INTRINSIC) || is_operation(context, global) {
                    continue;
                }
            }
        }
        if shapes.of_type(global.value_type).has_object {
            report.add(
                Rule::DECL_RESOURCE_IN_FN_SIG,
                Context::global_place(id),
                format_args!(
                    "function `{}` has a resource or another HLSL object as parameter or result",
                    Symbol(global.name.as_ref())
                ),
            );
            continue;
        }
        if !context.is_library {
            attributes(context, id, global, report);
        }
    }
}

fn signature<'m>(context: &Context<'m>, global: &Global) -> Option<(TypeId, &'m [TypeId])> {
    match context.ty(global.value_type)? {
        Type::Function { result, parameters, .. } => Some((*result, parameters)),
        _ => None,
    }
}

fn is_operation(context: &Context<'_>, global: &Global) -> bool {
    global.name.starts_with_str(FUNCTION_PREFIX)
        && signature(context, global).is_some_and(|(_, parameters)| !parameters.is_empty())
}

fn declaration(context: &Context<'_>, id: GlobalId, global: &Global, report: &mut Report) {
    let place = Context::global_place(id);
    let version = context.shader.version.as_ref().map(|version| version.pair());
    if version >= Some((1, 6)) && LIFETIMES.iter().any(|name| global.name == *name) {
        return;
    }
    let name = Symbol(global.name.as_ref());
    if !context.is_library && !is_operation(context, global) {
        report.add(
            Rule::DECL_DXIL_FN_EXTERN,
            place,
            format_args!("declared function `{name}` is not a DXIL operation"),
        );
        return;
    }
    let used = context.uses.get(id);
    if !used.is_used() {
        report.add(
            Rule::DECL_USED_EXTERNAL_FUNCTION,
            place,
            format_args!("declared function `{name}` is not used"),
        );
    } else if used.otherwise {
        report.add(
            Rule::DECL_FN_IS_CALLED,
            place,
            format_args!("function `{name}` is used other than as the callee of a call"),
        );
    }
}

fn definition(context: &Context<'_>, id: GlobalId, global: &Global, shapes: &Shapes, report: &mut Report) {
    let place = Context::global_place(id);
    let Some((result, parameters)) = signature(context, global) else { return };
    let entry = context.entry(id);
    let is_shader = entry.is_some() || context.patch_entry(id).is_some();
    let structures = match entry.map(|entry| entry.kind) {
        Some(ShaderKind::ANY_HIT | ShaderKind::CLOSEST_HIT) => 2,
        Some(ShaderKind::MISS | ShaderKind::CALLABLE) => 1,
        _ => 0,
    };
    if let Some(entry) = entry {
        node_inputs(entry, report);
    }
    if is_shader && structures == 0 && !parameters.is_empty() {
        report.add(
            Rule::FLOW_FUNCTION_CALL,
            place,
            format_args!(
                "function `{}` has {}, expected none",
                Symbol(global.name.as_ref()),
                Count(parameters.len(), "parameter")
            ),
        );
    }
    if is_shader && context.ty(result) != Some(&Type::Void) {
        report.add(
            Rule::DECL_SHADER_RETURN_VOID,
            place,
            format_args!("function `{}` returns a value, expected void", Symbol(global.name.as_ref())),
        );
    }
    let is_structure = |ty: TypeId| matches!(context.ty(ty), Some(Type::Named(_) | Type::Literal { .. }));
    if structures == 0
        && !context.is_library
        && let Some(index) = shapes.of_type(global.value_type).structure
    {
        let name = Parameter { global, index };
        report.add(
            Rule::DECL_FN_FLATTEN_PARAM,
            place,
            format_args!("{name} is a struct, which must be flattened"),
        );
    }
    for (index, parameter) in parameters.iter().take(structures).enumerate() {
        let pointee = context.module.types.pointee(*parameter).unwrap_or(*parameter);
        let name = Parameter { global, index };
        if !is_structure(pointee) {
            let rule = match (entry.map(|entry| entry.kind), index) {
                (Some(ShaderKind::CALLABLE), _) => Rule::DECL_PARAM_STRUCT,
                (_, 0) => Rule::DECL_PAYLOAD_STRUCT,
                _ => Rule::DECL_ATTR_STRUCT,
            };
            report.add(rule, place, format_args!("{name} is not a pointer to a struct"));
        }
    }
    if structures > 0 && parameters.len() > structures {
        let name = Parameter { global, index: structures };
        report.add(
            Rule::DECL_EXTRA_ARGS,
            place,
            format_args!("unexpected {name}, expected {}", Count(structures, "parameter")),
        );
    }
    if parameters.len() < structures {
        report.add(
            Rule::DECL_SHADER_MISSING_ARG,
            place,
            format_args!(
                "function `{}` has {}, expected {structures}",
                Symbol(global.name.as_ref()),
                Count(parameters.len(), "parameter")
            ),
        );
    }
}

/// A parameter, by name where it has one.
struct Parameter<'m> {
    global: &'m Global,
    index: usize,
}

impl std::fmt::Display for Parameter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = u32::try_from(self.index).ok().map(|index| Value::new(ValueKind::Argument(index)));
        let name = value.and_then(|value| self.global.body()?.name(Local::Value(value)));
        match name {
            Some(name) => write!(f, "parameter `{name}` of function `{}`", Symbol(self.global.name.as_ref())),
            None => write!(f, "parameter {} of function `{}`", self.index, Symbol(self.global.name.as_ref())),
        }
    }
}

/// A node takes one record, of the kind that goes with how it is launched.
fn node_inputs(entry: &Entry<'_>, report: &mut Report) {
    use dx_container::enums::NodeLaunchType as L;
    let Some(properties) = entry.properties() else { return };
    if entry.kind == ShaderKind::COMPUTE && properties.node_launch_type().is_some() {
        report.add(
            Rule::META_COMPUTE_WITH_NODE,
            entry.place(),
            format_args!("compute shader `{}` has a node launch type", entry.name()),
        );
    }
    let Some(launch) = properties.node_launch_type().filter(|_| entry.kind == ShaderKind::NODE) else {
        return;
    };
    let inputs = properties.node_inputs().map_or(&[][..], Vec::as_slice);
    if inputs.len() > 1 {
        report.add(
            Rule::DECL_MULTIPLE_NODE_INPUTS,
            entry.place(),
            format_args!("node `{}` has {} input records, expected 1", entry.name(), inputs.len()),
        );
    }
    let granularity = NodeIOFlags::THREAD_RECORD | NodeIOFlags::GROUP_RECORD;
    let expected = match *launch {
        L::BROADCASTING => granularity,
        L::COALESCING => NodeIOFlags::GROUP_RECORD,
        L::THREAD => NodeIOFlags::THREAD_RECORD,
        _ => NodeIOFlags::empty(),
    };
    for flags in inputs.iter().filter_map(NodeIoProperties::flags) {
        if *flags & granularity != expected && !flags.contains(NodeIOFlags::EMPTY_RECORD) {
            report.add(
                Rule::DECL_NODE_LAUNCH_INPUT_TYPE,
                entry.place(),
                format_args!(
                    "input record of node `{}` has the granularity {}, expected {} for {launch} launch",
                    entry.name(),
                    granularity_name(*flags & granularity),
                    granularity_name(expected)
                ),
            );
        }
    }
}

/// How many threads see a record, as flags say it.
fn granularity_name(flags: NodeIOFlags) -> &'static str {
    match (flags.contains(NodeIOFlags::THREAD_RECORD), flags.contains(NodeIOFlags::GROUP_RECORD)) {
        (true, true) => "Dispatch",
        (true, false) => "Thread",
        (false, true) => "Group",
        (false, false) => "none",
    }
}

/// Metadata of a function itself means nothing in a program.
fn metadata(global: &Global, body: &Body, report: &mut Report) {
    for (_, node) in &body.metadata {
        let place = Place::Module(IrPlace::Metadata(*node));
        let message = format_args!(
            "metadata attached to function `{}` is not used by DXIL",
            Symbol(global.name.as_ref())
        );
        report.add(Rule::META_USED, place, message);
    }
}

fn attributes(context: &Context<'_>, id: GlobalId, global: &Global, report: &mut Report) {
    let list = global.function().and_then(|function| function.attributes);
    if let Some(Attribute::Text(name, value)) = context.facts.of_function(list).unknown {
        report.add(
            Rule::DECL_FN_ATTRIBUTE,
            Context::global_place(id),
            format_args!(
                "function `{}` has unknown attribute \"{name}\"=\"{value}\"",
                Symbol(global.name.as_ref())
            ),
        );
    }
}

/// What types of functions take and give: many functions may share one with many parameters.
struct Shapes {
    of: HashMap<TypeId, Shape>,
}

#[derive(Clone, Copy, Default)]
struct Shape {
    /// Whether a parameter or the result is an object, or holds one.
    has_object: bool,
    /// The first parameter that is a structure, or points to one or an array of them.
    structure: Option<usize>,
}

impl Shapes {
    fn of(context: &Context<'_>) -> Self {
        let objects = objects(context);
        let types = &context.module.types;
        let is_structure = |parameter: &TypeId| {
            let pointee = context.innermost(types.pointee(*parameter).unwrap_or(*parameter));
            matches!(context.ty(pointee), Some(Type::Named(_) | Type::Literal { .. }))
        };
        let shape = |(id, ty): (TypeId, &Type)| {
            let Type::Function { result, parameters, .. } = ty else { return None };
            let has_object = parameters.iter().chain([result]).any(|ty| objects.contains(ty));
            Some((id, Shape { has_object, structure: parameters.iter().position(is_structure) }))
        };
        Self { of: types.iter().filter_map(shape).collect() }
    }

    fn of_type(&self, function: TypeId) -> Shape {
        self.of.get(&function).copied().unwrap_or_default()
    }
}

/// What the names of HLSL's objects begin with, behind `class.` and `struct.`, and whole ones.
const OBJECTS: [&[u8]; 35] = [
    b"TriangleStream<",
    b"PointStream<",
    b"LineStream<",
    b"AppendStructuredBuffer<",
    b"ConsumeStructuredBuffer<",
    b"ConstantBuffer<",
    b"TextureBuffer<",
    b"StructuredBuffer<",
    b"RWStructuredBuffer<",
    b"RasterizerOrdered",
    b"Buffer<",
    b"RWBuffer<",
    b"Texture1D<",
    b"Texture1DArray<",
    b"Texture2D<",
    b"Texture2DArray<",
    b"Texture2DMS<",
    b"Texture2DMSArray<",
    b"Texture3D<",
    b"TextureCube<",
    b"TextureCubeArray<",
    b"RWTexture",
    b"FeedbackTexture2D",
    b"NodeOutput<",
    b"NodeOutputArray<",
    b"DispatchNodeInputRecord<",
    b"RWDispatchNodeInputRecord<",
    b"GroupNodeInputRecords<",
    b"RWGroupNodeInputRecords<",
    b"ThreadNodeInputRecord<",
    b"RWThreadNodeInputRecord<",
    b"ThreadNodeOutputRecords<",
    b"GroupNodeOutputRecords<",
    b"SamplerState",
    b"SamplerComparisonState",
];
const OBJECT_NAMES: [&[u8]; 7] = [
    b"ByteAddressBuffer",
    b"RWByteAddressBuffer",
    b"RaytracingAccelerationStructure",
    b"EmptyNodeInput",
    b"EmptyNodeOutput",
    b"EmptyNodeOutputArray",
    b"RasterizerOrderedByteAddressBuffer",
];
/// What DXIL's own types are called that values have.
const OWN: &[u8] = b"dx.types.";
/// The end of names of what is taken out of a constant buffer.
const SLICE: &[u8] = b"_slice_type";

/// The types that are objects, or hold some: they begin with one, point to one, or have one as a member.
fn objects(context: &Context<'_>) -> HashSet<TypeId> {
    let types = &context.module.types;
    let mut holders = HashMap::<TypeId, Vec<TypeId>>::new();
    let (mut found, mut left) = (HashSet::new(), Vec::new());
    for (id, ty) in types.iter() {
        match ty {
            Type::Pointer(pointee, _) => {
                if let Some(pointee) = pointee.expand() {
                    holders.entry(pointee).or_default().push(id);
                }
            }
            Type::Array(element, _) => holders.entry(*element).or_default().push(id),
            Type::Named(_) | Type::Literal { .. } => {
                for member in types.members(id).unwrap_or_default() {
                    holders.entry(*member).or_default().push(id);
                }
                if is_object(context.structure_name(id)) && found.insert(id) {
                    left.push(id);
                }
            }
            _ => {}
        }
    }
    while let Some(id) = left.pop() {
        for holder in holders.get(&id).into_iter().flatten() {
            if found.insert(*holder) {
                left.push(*holder);
            }
        }
    }
    found
}

fn is_object(name: &[u8]) -> bool {
    if name.starts_with(OWN) {
        return true;
    }
    if name.ends_with(SLICE) {
        return false;
    }
    let name = name.strip_prefix(b"class.").unwrap_or(name);
    let name = name.strip_prefix(b"struct.").unwrap_or(name);
    OBJECTS.iter().any(|prefix| name.starts_with(prefix)) || OBJECT_NAMES.contains(&name)
}
