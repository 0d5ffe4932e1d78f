//! Two libraries of the functions of one module. Separate because nothing of the code changes: each has half of the
//! functions, declares the others, and says of itself what follows from what it has.

use std::collections::HashSet;

use dx_container::enums::{ElementType, ParameterQualifier};
use dxil::assemble::{Options, assemble};
use dxil::derive::functions::COLLECTED;
use dxil::derive::{DescribedModule, Functions};
use dxil::shader::{
    EntryProperty, FieldProperties, FieldProperty, FunctionAnnotation, ParameterAnnotation, ResourceRange,
    Resources, Shader, TypeAnnotations,
};
use dxil_ir::edit::compaction::compacted;
use dxil_ir::globals::GlobalKind;
use dxil_ir::{GlobalId, Linkage, Module, Type, TypeId, Value, ValueKind, verify};

use super::counts::Counts;
use super::library::Library;
use super::outline::Outlined;

/// Gives functions to the two libraries by turns, the entry to the first.
pub(super) fn distribute(
    module: &Module,
    library: &Library,
    functions: &[Outlined],
    counts: &mut Counts,
) -> [Vec<u8>; 2] {
    let has_own_memory: Vec<GlobalId> =
        functions.iter().map(|it| it.function).filter(|id| names_own_memory(module, *id)).collect();
    let is_second = |index: usize, id: GlobalId| index.is_multiple_of(2) && !has_own_memory.contains(&id);
    let second: HashSet<GlobalId> = functions
        .iter()
        .enumerate()
        .filter(|(index, it)| is_second(*index, it.function))
        .map(|(_, it)| it.function)
        .collect();
    counts.in_second = second.len();
    [false, true].map(|wanted| {
        let has = |id: GlobalId| second.contains(&id) == wanted;
        container(module.clone(), library, functions, &has)
    })
}

/// Whether a function names a variable that only its own library has: one that is written, and that no group shares.
fn names_own_memory(module: &Module, function: GlobalId) -> bool {
    let is_own = |id: &GlobalId| match &module.globals[*id].kind {
        GlobalKind::Variable(variable) => !variable.is_constant && variable.initializer.is_some(),
        _ => false,
    };
    named_globals(module, function).iter().any(is_own)
}

/// A library of the functions that `has` says.
fn container(
    mut module: Module,
    library: &Library,
    functions: &[Outlined],
    has: &dyn Fn(GlobalId) -> bool,
) -> Vec<u8> {
    let is_dropped =
        |id: GlobalId| (id == library.entry || functions.iter().any(|it| it.function == id)) && !has(id);
    let all: Vec<GlobalId> = module.globals.keys().collect();
    for id in all {
        if is_dropped(id) {
            module.globals[id].function_mut().unwrap().body = None;
            module.globals[id].linkage = Linkage::External;
        }
    }
    let defined: Vec<GlobalId> = module.bodies().map(|(id, ..)| id).collect();
    let mut used: HashSet<GlobalId> = defined.iter().copied().collect();
    defined.iter().for_each(|id| used.extend(named_globals(&module, *id)));
    let mut shader = library.shader.clone();
    shader.entry_points.retain(|entry| entry.function.is_none_or(|id| defined.contains(&id)));
    let resources = shader.resources.take().map(|resources| own_resources(&module, resources, &used));
    shader.resources = resources.filter(|resources| *resources != Resources::default());
    shader.entry_points[0].resources.clone_from(&shader.resources);
    annotate(&module, &mut shader, functions, library.entry, &used);
    shader.write(&mut module);
    let mut module = compacted(&module).map_err(|error| error.to_string()).unwrap().module;
    module.remove_unused_globals(|id| !used.contains(&id));
    let mut shader = Shader::read(&module).unwrap();
    set_flags(&module, &mut shader);
    shader.write(&mut module);
    must_be_valid(&module);
    assemble(module, &Options::default()).unwrap()
}

/// The globals that a function names, in constants too.
fn named_globals(module: &Module, function: GlobalId) -> HashSet<GlobalId> {
    let mut found = HashSet::new();
    let mut waiting: Vec<Value> = Vec::new();
    let body = module.globals[function].body().unwrap();
    body.each_instruction(|_, instruction| {
        instruction.op.each_operand(&body.lists, |value| waiting.push(value));
    });
    while let Some(value) = waiting.pop() {
        match value.kind() {
            ValueKind::Global(id) => _ = found.insert(id),
            ValueKind::Constant(id) => waiting.extend(module.constants.get(id).unwrap().kind.operands()),
            _ => {}
        }
    }
    found
}

/// The resources whose variables are used, with numbers of their own.
fn own_resources(module: &Module, mut resources: Resources, used: &HashSet<GlobalId>) -> Resources {
    fn retain<T>(
        list: &mut Option<Vec<T>>,
        range: fn(&mut T) -> &mut ResourceRange,
        keeps: &dyn Fn(&ResourceRange) -> bool,
    ) {
        let Some(all) = list else { return };
        all.retain_mut(|resource| keeps(range(resource)));
        for (id, resource) in (0..).zip(all.iter_mut()) {
            range(resource).id = id;
        }
        list.take_if(|all| all.is_empty());
    }
    let keeps = |range: &ResourceRange| range.global(module).is_some_and(|id| used.contains(&id));
    retain(&mut resources.srvs, |it| &mut it.range, &keeps);
    retain(&mut resources.uavs, |it| &mut it.range, &keeps);
    retain(&mut resources.cbuffers, |it| &mut it.range, &keeps);
    retain(&mut resources.samplers, |it| &mut it.range, &keeps);
    resources
}

/// Says of each function what its parameters are for.
fn annotate(
    module: &Module,
    shader: &mut Shader,
    functions: &[Outlined],
    entry: GlobalId,
    used: &HashSet<GlobalId>,
) {
    let mut said = Vec::new();
    for Outlined { function, parameters } in functions.iter().filter(|it| used.contains(&it.function)) {
        let ty = module.globals[*function].value_type;
        let part = |index| module.types.part(ty, index).unwrap();
        let parameters =
            parameters.iter().zip(1..).map(|(qualifier, index)| annotation(module, part(index), *qualifier));
        said.push(FunctionAnnotation {
            function: *function,
            result: annotation(module, part(0), ParameterQualifier::OUT),
            parameters: parameters.collect(),
        });
    }
    if used.contains(&entry) {
        let result = annotation(module, module.globals[entry].value_type, ParameterQualifier::IN);
        said.push(FunctionAnnotation { function: entry, result, parameters: Vec::new() });
    }
    shader.type_annotations.retain(|annotations| !matches!(annotations, TypeAnnotations::Functions(_)));
    shader.type_annotations.push(TypeAnnotations::Functions(said));
}

fn annotation(module: &Module, ty: TypeId, qualifier: ParameterQualifier) -> ParameterAnnotation {
    let pointee = module.types.pointee(ty).unwrap_or(ty);
    let element = module.types.scalar(module.types.innermost_element(pointee));
    let element = match module.types.get(element) {
        Some(Type::Half) => Some(ElementType::F16),
        Some(Type::Float) => Some(ElementType::F32),
        Some(Type::Double) => Some(ElementType::F64),
        Some(Type::Integer(1)) => Some(ElementType::I1),
        Some(Type::Integer(16)) => Some(ElementType::I16),
        Some(Type::Integer(32)) => Some(ElementType::I32),
        Some(Type::Integer(64)) => Some(ElementType::I64),
        _ => None,
    };
    let field: Vec<FieldProperty> = element.map(FieldProperty::ElementType).into_iter().collect();
    let field = FieldProperties::from(field);
    ParameterAnnotation { qualifier, field, semantic_indices: Vec::new(), extra: Vec::new() }
}

/// Sets the flags of the library: those that the shader was compiled with, and those that follow from the code.
fn set_flags(module: &Module, shader: &mut Shader) {
    let flags = Functions::of(&DescribedModule::new(module, shader)).unwrap().module_flags();
    let of_library = &mut shader.entry_points[0];
    let all = (of_library.flags() - COLLECTED) | (flags & COLLECTED);
    let items = [EntryProperty::ShaderFlags(all)].into_iter().filter(|_| !all.is_empty()).collect::<Vec<_>>();
    of_library.properties = Some(items.into()).filter(|_| !all.is_empty());
}

/// Panics with the findings of the verifier if a module is invalid.
pub(super) fn must_be_valid(module: &Module) {
    let findings = verify(module).findings;
    let shown: Vec<String> =
        findings.iter().map(|finding| format!("{}: {finding:?}", finding.place.show(module))).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n"));
}
