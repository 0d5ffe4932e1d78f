//! How another front end emits DXIL: a pixel shader, a compute shader and a library, built without any text, and
//! written as signed containers.
//!
//! `cargo run -p dxil --example build_shaders -- FOLDER`
//!
//! Three things make a shader. Its code is built with [`FunctionBuilder`], which declares the operations of DXIL as
//! they are called. What it says of itself is a [`Shader`], written into the module. The container with all its parts
//! is [`assemble`]'s work.

use std::error::Error;
use std::path::PathBuf;

use dx_container::enums::{ElementType, InterpolationMode, ResourceKind, SemanticKind, ShaderKind};
use dxil::assemble::{Options, assemble};
use dxil::derive::{Functions, Program};
use dxil::ops::BuildOperation as _;
use dxil::ops::{Opcode, Overload, OverloadKind};
use dxil::shader::{
    EntryPoint, EntryProperties, EntryProperty, Grid, HandleProperties, ResourceRange, Resources, Shader,
    ShaderModel, SignatureElement, SignatureProperty, Signatures, Uav, Version,
};
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::constants::ConstantKind;
use dxil_ir::{Alignment, BinaryOp, GlobalId, Module, TypeId, Value, verify};

/// A result of this program.
pub(crate) type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).ok_or("which folder to write to?")?;
    std::fs::create_dir_all(&folder)?;
    for (name, container) in shaders()? {
        std::fs::write(folder.join(name), container)?;
    }
    Ok(())
}

/// All shaders of this example: what each is called, and its container.
pub(crate) fn shaders() -> Result<Vec<(&'static str, Vec<u8>)>> {
    let shaders = [
        ("tinted_ps.dxil", pixel_shader()?),
        ("doubled_cs.dxil", compute_shader()?),
        ("columns_lib.dxil", library()?),
    ];
    shaders.into_iter().map(|(name, shader)| Ok((name, container_of(shader)?))).collect()
}

/// A module, and what it is to say of itself.
type Built = (Module, Shader);

/// The container of a shader.
fn container_of((mut module, mut shader): Built) -> Result<Vec<u8>> {
    // What a program uses, and which of its outputs depend on which inputs, follows from its code.
    let program = Program::new(&module, &shader);
    let (flags, dependences) = (Functions::of(&program)?.module_flags(), program.view_id_state()?);
    shader.view_id_state = dependences;
    if let Some(entry) = shader.entry_points.first_mut().filter(|_| !flags.is_empty()) {
        let properties = entry.properties.get_or_insert_default();
        properties.items.insert(0, EntryProperty::ShaderFlags(flags));
    }
    shader.write(&mut module);
    if let Some(finding) = verify(&module).findings.first() {
        return Err(format!("{}: {}", finding.place.show(&module), finding.message).into());
    }
    Ok(assemble(module, &Options::default())?)
}

/// What every shader of this example says: its model, its validator, and its only entry.
fn shader(kind: ShaderKind, minor: u32, entries: Vec<EntryPoint>) -> Shader {
    Shader {
        version: Some(Version::new(1, minor)),
        validator_version: Some(Version::new(1, 8)),
        model: ShaderModel::new(kind, 6, minor),
        resources: entries.first().and_then(|entry| entry.resources.clone()),
        entry_points: entries,
        ..Shader::default()
    }
}

/// An entry that says this.
fn entry(function: Option<GlobalId>, name: &str, properties: Vec<EntryProperty>) -> EntryPoint {
    let properties =
        Some(EntryProperties::from(properties)).filter(|properties| !properties.items.is_empty());
    EntryPoint {
        function,
        name: name.into(),
        signatures: None,
        resources: None,
        properties,
        extra: Vec::new(),
    }
}

/// A function without parameters that gives nothing, as all entries are.
fn entry_function(module: &mut Module, name: &str) -> GlobalId {
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    module.define_function(name, ty)
}

const F32: Overload = Overload::Scalar(OverloadKind::F32);
const I32: Overload = Overload::Scalar(OverloadKind::I32);

/// A colour comes in, half of it goes out.
fn pixel_shader() -> Result<Built> {
    let mut module = Module::dxil();
    let main = entry_function(&mut module, "main");
    let mut b = FunctionBuilder::new(&mut module, main)?;
    let (i8, i32) = (b.module().types.int(8), b.module().types.int(32));
    let (zero, no_vertex, half) = (b.int(i32, 0), b.undef(i32), b.float(0.5));
    for column in 0..4 {
        let column = b.int(i8, column);
        let colour = b.operation(Opcode::LOAD_INPUT, &[F32], &[zero, zero, column, no_vertex])?;
        let tinted = b.binary(BinaryOp::Mul, colour, half);
        b.operation(Opcode::STORE_OUTPUT, &[F32], &[zero, zero, column, tinted])?;
    }
    b.ret(None);
    drop(b);

    let mut main = entry(Some(main), "main", Vec::new());
    main.signatures = Some(Signatures {
        inputs: Some(vec![four_floats("COLOR", SemanticKind::ARBITRARY, InterpolationMode::LINEAR)]),
        outputs: Some(vec![four_floats("SV_Target", SemanticKind::TARGET, InterpolationMode::UNDEFINED)]),
        ..Signatures::default()
    });
    Ok((module, shader(ShaderKind::PIXEL, 0, vec![main])))
}

/// An element of a signature: four floats in the first register.
fn four_floats(name: &str, semantic: SemanticKind, interpolation: InterpolationMode) -> SignatureElement {
    SignatureElement {
        id: 0,
        name: name.into(),
        element_type: ElementType::F32,
        semantic,
        semantic_indices: Some(vec![0]),
        interpolation,
        rows: 1,
        columns: 4,
        start_row: 0,
        start_column: 0,
        properties: Some(vec![SignatureProperty::UsageMask(0b1111)].into()),
        extra: Vec::new(),
    }
}

/// A resource of HLSL, the type that its variable would have.
const BUFFER: &str = "struct.RWByteAddressBuffer";

/// Each thread writes twice its number to a buffer, through a handle made of the register that it is bound to.
fn compute_shader() -> Result<Built> {
    let mut module = Module::dxil();
    let main = entry_function(&mut module, "main");
    let properties = HandleProperties { words: [ResourceKind::RAW_BUFFER.0 | HandleProperties::UAV, 0] };
    let properties = properties.constant(&mut module);
    let mut b = FunctionBuilder::new(&mut module, main)?;
    let (i1, i8, i32) = (b.module().types.int(1), b.module().types.int(8), b.module().types.int(32));
    let (zero, one, two, no) = (b.int(i32, 0), b.int(i32, 1), b.int(i32, 2), b.int(i1, 0));
    let binding = b.module().types.structure("dx.types.ResBind", &[i32, i32, i32, i8]);
    // The register u0 of space 0.
    let uav = b.int(i8, 1);
    let range = ConstantKind::Aggregate([zero, zero, zero, uav].into());
    let range = b.module().constant(binding, range);
    let handle = b.operation(Opcode::CREATE_HANDLE_FROM_BINDING, &[], &[range, zero, no])?;
    let handle = b.operation(Opcode::ANNOTATE_HANDLE, &[], &[handle, properties])?;
    let thread = b.operation(Opcode::THREAD_ID, &[I32], &[zero])?;
    let doubled = b.binary(BinaryOp::Shl, thread, one);
    let offset = b.binary(BinaryOp::Shl, thread, two);
    let (nothing, first, alignment) = (b.undef(i32), b.int(i8, 1), b.int(i32, 4));
    let stored = [handle, offset, nothing, doubled, nothing, nothing, nothing, first, alignment];
    b.operation(Opcode::RAW_BUFFER_STORE, &[I32], &stored)?;
    b.ret(None);
    drop(b);

    // What it is bound to stands in the metadata only: the variable is none.
    let buffer = module.types.structure(BUFFER, &[i32]);
    let pointer = module.types.pointer(buffer, 0);
    let variable = module.undef(pointer);
    let mut main = entry(Some(main), "main", vec![EntryProperty::ThreadGroup(Grid::new(64, 1, 1))]);
    main.resources = Some(written_buffer(variable));
    Ok((module, shader(ShaderKind::COMPUTE, 6, vec![main])))
}

/// The resources of a program that writes a buffer of bytes, u0.
fn written_buffer(variable: Value) -> Resources {
    let range = ResourceRange {
        id: 0,
        variable: Some(variable),
        name: "Output".into(),
        space: 0,
        lower_bound: 0,
        size: 1,
    };
    let buffer = Uav {
        range,
        shape: ResourceKind::RAW_BUFFER,
        is_globally_coherent: false,
        has_counter: false,
        is_rasterizer_ordered: false,
        properties: None,
        extra: Vec::new(),
    };
    Resources { uavs: Some(vec![buffer]), ..Resources::default() }
}

/// A ray generation shader in a library: each ray writes the number of its column to a buffer, which is a variable
/// here.
fn library() -> Result<Built> {
    let mut module = Module::dxil();
    let i32 = module.types.int(32);
    let buffer = module.types.structure(BUFFER, &[i32]);
    let output = module.add_variable("\u{1}?Output@@3URWByteAddressBuffer@@A", buffer, 0, None);
    constant_and_aligned(&mut module, output);
    let name = "\u{1}?columns@@YAXXZ";
    let columns = entry_function(&mut module, name);
    let mut b = FunctionBuilder::new(&mut module, columns)?;
    write_column(&mut b, output, buffer)?;
    drop(b);

    // The first entry stands for the library.
    let mut all = entry(None, "", Vec::new());
    all.resources = Some(written_buffer(output.into()));
    let columns = entry(Some(columns), name, vec![EntryProperty::ShaderKind(ShaderKind::RAY_GENERATION)]);
    Ok((module, shader(ShaderKind::LIBRARY, 3, vec![all, columns])))
}

fn write_column(b: &mut FunctionBuilder<'_>, output: GlobalId, buffer: TypeId) -> Result<()> {
    let (i8, i32) = (b.module().types.int(8), b.module().types.int(32));
    let (first, two, nothing, alignment) = (b.int(i8, 0), b.int(i32, 2), b.undef(i32), b.int(i32, 4));
    let loaded = b.load(buffer, output.into(), Alignment::bytes(4));
    let column = b.operation(Opcode::DISPATCH_RAYS_INDEX, &[I32], &[first])?;
    let handle = b.operation(Opcode::CREATE_HANDLE_FOR_LIB, &[Overload::Object(buffer)], &[loaded])?;
    let offset = b.binary(BinaryOp::Shl, column, two);
    let mask = b.int(i8, 1);
    let stored = [handle, offset, nothing, column, nothing, nothing, nothing, mask, alignment];
    b.operation(Opcode::RAW_BUFFER_STORE, &[I32], &stored)?;
    b.ret(None);
    Ok(())
}

/// Resources never change, and lie as their handles do.
fn constant_and_aligned(module: &mut Module, variable: GlobalId) {
    let Some(global) = module.globals.get_mut(variable) else { return };
    global.alignment = Alignment::bytes(4);
    if let dxil_ir::globals::GlobalKind::Variable(variable) = &mut global.kind {
        variable.is_constant = true;
    }
}
