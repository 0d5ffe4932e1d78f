//! A compute shader as a compiler has it in a library: a variable for each resource, handles made of what is loaded
//! from it, `createHandleForLib`, and an entry that says its stage. Separate because no code moves here.

use bstr::BString;
use dx_container::enums::{ResourceClass, ShaderKind};
use dxil::ops::{BuildOperation as _, FUNCTION_PREFIX, Opcode, Overload};
use dxil::shader::{
    AutoBindingSpace, EntryPoint, EntryProperty, ResourceRange, Resources, Shader, ShaderModel, Version,
};
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::edit::{Editor, Position};
use dxil_ir::globals::GlobalKind;
use dxil_ir::{
    Alignment, BinaryOp, CastOp, Flags, GlobalId, InstructionId, Linkage, Module, Op, Type, TypeId, Value,
    ValueKind,
};

/// The first minor shader model that has libraries of functions.
const FIRST_MINOR: u32 = 3;

/// The first one whose resources are handles.
const WITH_HANDLES: u32 = 6;

/// The address space of memory that a group shares.
const GROUP_SHARED: u32 = 3;

/// A shader as a library.
pub(super) struct Library {
    /// What it says of itself; its entry for the library says nothing of resources and flags yet.
    pub(super) shader: Shader,
    pub(super) entry: GlobalId,
}

/// Where a resource is, and its variable.
struct Variable {
    class: ResourceClass,
    range: ResourceRange,
    global: GlobalId,
    /// Whether the variable is an array.
    is_array: bool,
    /// What is loaded from it.
    element: TypeId,
}

/// Makes a library of a compute shader. Its metadata says nothing of it.
pub(super) fn make_library(module: &mut Module, mut shader: Shader) -> Library {
    let model = shader.model.as_ref().unwrap();
    assert_eq!(model.kind(), Some(ShaderKind::COMPUTE));
    let (_, minor) = model.pair();
    let minor = minor.max(FIRST_MINOR);
    shader.model = ShaderModel::new(ShaderKind::LIBRARY, 6, minor);
    shader.version = Some(Version::new(1, minor));
    shader.counters = None;
    shader.view_id_state = None;
    shader.root_signature = None;
    let mut resources = shader.resources.take().unwrap_or_default();
    let variables = add_variables(module, &mut resources, minor >= WITH_HANDLES);
    shader.resources = Some(resources).filter(|resources| *resources != Resources::default());
    let entry = shader.entry_points[0].function.unwrap();
    let functions: Vec<GlobalId> = module.bodies().map(|(id, ..)| id).collect();
    for function in functions {
        lower_handles(module, function, &variables);
    }
    share_memory(module);
    describe_entry(&mut shader);
    Shader::default().write(module);
    Library { shader, entry }
}

/// Adds a variable for each resource, which its range names from here on.
fn add_variables(module: &mut Module, resources: &mut Resources, with_handles: bool) -> Vec<Variable> {
    let mut classes = Vec::new();
    resources.each_range(|class, _| classes.push(class));
    let mut classes = classes.into_iter();
    let mut variables = Vec::new();
    resources.each_range_mut(|_, range| {
        let class = classes.next().unwrap();
        let hlsl = range.hlsl_type(module).unwrap();
        let (object, count, levels) = module.types.flattened(hlsl);
        let element = if with_handles {
            let i8 = module.types.int(8);
            let pointer = module.types.pointer(i8, 0);
            module.types.structure("dx.types.Handle", &[pointer])
        } else {
            object
        };
        let ty = match levels {
            0 => element,
            _ => module.types.array(element, count.into()),
        };
        let letter = match class {
            ResourceClass::SRV => "srv",
            ResourceClass::UAV => "uav",
            ResourceClass::CBUFFER => "cbuffer",
            _ => "sampler",
        };
        if range.name.is_empty() {
            range.name = format!("{letter}{}", range.id).into();
        }
        let name = format!("\u{1}?{letter}{}@@3UResource@@A", range.id);
        let global = module.add_variable(&name, ty, 0, None);
        module.globals[global].alignment = Alignment::bytes(4);
        if let GlobalKind::Variable(variable) = &mut module.globals[global].kind {
            variable.is_constant = true;
        }
        let variable = if with_handles || levels > 1 {
            let pointer = module.types.pointer(hlsl, 0);
            module.constant(pointer, ConstantKind::Cast(CastOp::Bitcast, global.into()))
        } else {
            global.into()
        };
        range.variable = Some(variable);
        variables.push(Variable { class, range: range.clone(), global, is_array: levels > 0, element });
    });
    variables
}

/// Makes handles of variables.
fn lower_handles(module: &mut Module, function: GlobalId, variables: &[Variable]) {
    let mut editor = Editor::new(module, function).unwrap();
    for id in editor.all_instructions() {
        let Some((opcode, operands)) = operation(&mut editor, id) else { continue };
        let (variable, index, is_non_uniform) = match (opcode, operands.as_slice()) {
            (Opcode::CREATE_HANDLE, [_, class, number, index, flag]) => {
                let [class, number, flag] = [class, number, flag].map(|value| word(&mut editor, *value));
                let is_it = |it: &&Variable| it.class.0 == class && it.range.id == number;
                (variables.iter().find(is_it), *index, flag != 0)
            }
            (Opcode::CREATE_HANDLE_FROM_BINDING, [_, binding, index, flag]) => {
                let [lower, _, space, class] = binding_of(&mut editor, *binding);
                let is_it = |it: &&Variable| {
                    let ResourceRange { space: its_space, lower_bound, .. } = it.range;
                    it.class.0 == class && its_space == space && lower_bound == lower
                };
                let flag = word(&mut editor, *flag);
                (variables.iter().find(is_it), *index, flag != 0)
            }
            _ => continue,
        };
        let variable = variable.expect("each handle is of a resource");
        editor.go_to(Position::Before(id)).unwrap();
        let pointer = address(&mut editor, variable, index, is_non_uniform);
        let loaded = editor.load(variable.element, pointer, Alignment::bytes(4));
        let object = Overload::Object(variable.element);
        let handle = editor.operation(Opcode::CREATE_HANDLE_FOR_LIB, &[object], &[loaded]).unwrap();
        editor.replace_and_erase(id, handle).unwrap();
    }
}

/// The address of a resource.
fn address(editor: &mut Editor<'_>, variable: &Variable, index: Value, is_non_uniform: bool) -> Value {
    let pointer = Value::from(variable.global);
    if !variable.is_array {
        return pointer;
    }
    let source = editor.module().globals[variable.global].value_type;
    let i32 = editor.module().types.int(32);
    let zero = editor.int(i32, 0);
    let first = variable.range.lower_bound;
    if let Some(index) = editor.module().integer(index) {
        let index = editor.int(i32, (index as u32).wrapping_sub(first).into());
        let ty = editor.module().types.pointer(variable.element, 0);
        let operands = [pointer, zero, index].into();
        let kind = ConstantKind::ElementPointer { source, operands, flags: Flags::INBOUNDS, in_range: None };
        return editor.module().constant(ty, kind);
    }
    let index = match first {
        0 => index,
        first => {
            let first = editor.int(i32, first.into());
            editor.binary(BinaryOp::Sub, index, first)
        }
    };
    let address = editor.element_pointer(false, source, pointer, &[zero, index]).unwrap();
    if let ValueKind::Instruction(id) = address.kind()
        && is_non_uniform
    {
        let module = editor.module();
        let one = module.int(i32, 1);
        let one = module.value_as_metadata(one);
        let node = module.tuple(&[Some(one)]);
        editor.attach(id, "dx.nonuniform", node);
    }
    address
}

/// The opcode and operands of a call of an operation, the opcode first.
pub(super) fn operation(editor: &mut Editor<'_>, id: InstructionId) -> Option<(Opcode, Vec<Value>)> {
    let Some(Op::Call { callee, .. }) = editor.op(id) else { return None };
    let ValueKind::Global(callee) = callee.kind() else { return None };
    let mut operands = editor.operands(id);
    operands.pop();
    if !editor.module().globals[callee].name.starts_with(FUNCTION_PREFIX.as_bytes()) {
        return None;
    }
    let opcode = editor.module().integer(*operands.first()?)?;
    Some((Opcode(opcode.try_into().ok()?), operands))
}

fn word(editor: &mut Editor<'_>, value: Value) -> u32 {
    editor.module().signed_integer(value).expect("a constant") as u32
}

/// The four words of a binding: its first and last register, the space, the class.
fn binding_of(editor: &mut Editor<'_>, binding: Value) -> [u32; 4] {
    let ValueKind::Constant(id) = binding.kind() else { panic!("a binding is a constant") };
    match editor.module().constants.get(id).map(|constant| constant.kind.clone()) {
        Some(ConstantKind::Aggregate(parts)) => {
            let module = editor.module();
            let words = parts.iter().map(|part| module.signed_integer(*part).expect("an integer") as u32);
            words.collect::<Vec<_>>().try_into().expect("four words")
        }
        _ => [0; 4],
    }
}

/// Memory that a group shares is one variable in all libraries, which none of them sets up.
fn share_memory(module: &mut Module) {
    for (number, (_, global)) in module.globals.iter_mut().enumerate() {
        let is_shared =
            matches!(module.types.get(global.ty), Some(Type::Pointer(_, space)) if *space == GROUP_SHARED);
        if let GlobalKind::Variable(variable) = &mut global.kind
            && is_shared
        {
            variable.initializer = None;
            global.linkage = Linkage::External;
            global.name = format!("\u{1}?shared{number}@@3PAHA").into();
        }
    }
}

/// Says what the entry of a library says, and adds the entry that stands for the library, with its flags.
fn describe_entry(shader: &mut Shader) {
    let entry = &mut shader.entry_points[0];
    let flags = entry.flags();
    entry.resources = None;
    let items = &mut entry.properties.get_or_insert_default().items;
    items.retain(|item| !matches!(item, EntryProperty::ShaderFlags(_)));
    items.insert(0, EntryProperty::ShaderKind(ShaderKind::COMPUTE));
    items.push(EntryProperty::AutoBindingSpace(AutoBindingSpace { space: 0, extra: Vec::new() }));
    let of_library = EntryPoint {
        function: None,
        name: BString::default(),
        signatures: None,
        resources: None,
        properties: Some(vec![EntryProperty::ShaderFlags(flags)].into()),
        extra: Vec::new(),
    };
    shader.entry_points.insert(0, of_library);
}
