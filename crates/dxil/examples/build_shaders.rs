//! A pixel shader, a compute shader and a library, built with [`dxil::emit`] and written as signed containers.
//!
//! `cargo run -p dxil --example build_shaders -- FOLDER`

use std::error::Error;
use std::path::PathBuf;

use dx_container::enums::{ElementType, ShaderKind};
use dxil::assemble::Options;
use dxil::emit::{Element, EmitError, Emitter, Resource, ResourceDesc, ShaderBuilder, Target};
use dxil::ops::{Opcode, OverloadKind};
use dxil_ir::builder::{Build as _, BuildControlFlow as _};
use dxil_ir::{BinaryOp, Value};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).ok_or("the argument FOLDER is missing")?;
    std::fs::create_dir_all(&folder)?;
    for (name, container) in shaders()? {
        std::fs::write(folder.join(name), container)?;
    }
    Ok(())
}

/// A file name and a container.
type Named = (&'static str, Vec<u8>);

/// All shaders of this example.
pub(crate) fn shaders() -> Result<Vec<Named>, Box<dyn Error>> {
    let shaders = [
        ("tinted_ps.dxil", pixel_shader()?),
        ("doubled_cs.dxil", compute_shader()?),
        ("columns_lib.dxil", library()?),
    ];
    let container =
        |(name, shader): (_, ShaderBuilder)| Ok((name, shader.finish()?.container(&Options::default())?));
    shaders.into_iter().map(container).collect()
}

/// Returns half of the input colour.
fn pixel_shader() -> Result<ShaderBuilder, EmitError> {
    let mut shader = ShaderBuilder::new(Target::new(ShaderKind::PIXEL, (6, 0)), "main");
    let input = shader.input(Element::new("COLOR", ElementType::F32, 4))?;
    let output = shader.output(Element::new("SV_Target", ElementType::F32, 4))?;
    let mut emit = shader.body()?;
    let half = emit.float(0.5);
    for column in 0..4 {
        let colour = emit.load_element(input, 0, column)?;
        let tinted = emit.binary(BinaryOp::Mul, colour, half);
        emit.store_element(output, 0, column, tinted)?;
    }
    emit.ret(None);
    drop(emit);
    Ok(shader)
}

/// Each thread writes twice its number to a buffer.
fn compute_shader() -> Result<ShaderBuilder, EmitError> {
    let mut shader = ShaderBuilder::new(Target::new(ShaderKind::COMPUTE, (6, 6)), "main");
    shader.thread_group([64, 1, 1]);
    let buffer = shader.bind(ResourceDesc::raw("Output").writable())?;
    let mut emit = shader.body()?;
    let thread = emit.op(Opcode::THREAD_ID, None, [0])?;
    let one = emit.value(1);
    let doubled = emit.binary(BinaryOp::Shl, thread, one);
    write(emit, buffer, thread, doubled)?;
    Ok(shader)
}

/// A ray generation shader: each ray writes the number of its column to a buffer.
fn library() -> Result<ShaderBuilder, EmitError> {
    let mut shader = ShaderBuilder::library(Target::new(ShaderKind::LIBRARY, (6, 3)));
    shader.add_entry("\u{1}?columns@@YAXXZ", ShaderKind::RAY_GENERATION, &[]);
    let buffer = ResourceDesc::raw("Output").writable().symbol("\u{1}?Output@@3URWByteAddressBuffer@@A");
    let buffer = shader.bind(buffer)?;
    let mut emit = shader.body()?;
    let column = emit.op(Opcode::DISPATCH_RAYS_INDEX, OverloadKind::I32, [0])?;
    write(emit, buffer, column, column)?;
    Ok(shader)
}

/// Stores a value at an index of a buffer of dwords, and returns.
fn write(mut emit: Emitter<'_>, buffer: Resource, index: Value, value: Value) -> Result<(), EmitError> {
    let two = emit.value(2);
    let offset = emit.binary(BinaryOp::Shl, index, two);
    let buffer = emit.handle(buffer)?;
    emit.store_to(buffer, [offset], &[value])?;
    emit.ret(None);
    Ok(())
}
