//! Thousands of small libraries, and an entry that needs a few of them: what a linker must not read in full.

use std::error::Error;

use dx_container::Signing;
use dx_container::enums::{ElementType, InterpolationMode, SemanticKind, ShaderKind};
use dxil::assemble::{Options, assemble};
use dxil::ops::{BuildOperation as _, Opcode, Overload, OverloadKind};
use dxil::shader::{
    EntryPoint, EntryProperties, EntryProperty, Shader, ShaderModel, SignatureElement, SignatureProperty,
    Signatures, Version,
};
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::{BinaryOp, GlobalId, Module};

/// Functions that each library defines.
pub const FUNCTIONS: usize = 8;

/// Libraries that the entry needs, its own not among them.
pub const NEEDED: usize = 11;

const F32: Overload = Overload::Scalar(OverloadKind::F32);

/// The name of a function of a library, as a compiler mangles it.
fn name(library: usize, function: usize) -> String {
    format!("\u{1}?library{library:05}_function{function}@@YAMM@Z")
}

/// A pixel shader `PSMain` that calls one function of each of the libraries that are needed, out of `count` of them.
pub fn entry(count: usize, symbols: bool) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut module = Module::dxil();
    let needed: Vec<GlobalId> =
        needed(count).map(|library| declared(&mut module, &name(library, 0))).collect();
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    let main = module.define_function("PSMain", ty);
    let mut b = FunctionBuilder::new(&mut module, main)?;
    let (i8, i32) = (b.module().types.int(8), b.module().types.int(32));
    let (zero, column, no_vertex) = (b.int(i32, 0), b.int(i8, 0), b.undef(i32));
    let mut value = b.operation(Opcode::LOAD_INPUT, &[F32], &[zero, zero, column, no_vertex])?;
    for function in needed {
        value = b.call(function, &[value])?;
    }
    b.operation(Opcode::STORE_OUTPUT, &[F32], &[zero, zero, column, value])?;
    b.ret(None);
    drop(b);
    let properties = vec![EntryProperty::ShaderKind(ShaderKind::PIXEL)];
    let entry = EntryPoint {
        function: Some(main),
        name: "PSMain".into(),
        signatures: Some(Signatures {
            inputs: Some(vec![float("A", SemanticKind::ARBITRARY, InterpolationMode::LINEAR)]),
            outputs: Some(vec![float("SV_Target", SemanticKind::TARGET, InterpolationMode::UNDEFINED)]),
            ..Signatures::default()
        }),
        resources: None,
        properties: Some(EntryProperties::from(properties)),
        extra: Vec::new(),
    };
    container(module, vec![entry], symbols)
}

/// Which libraries the entry needs: far from each other.
fn needed(count: usize) -> impl Iterator<Item = usize> {
    (0..NEEDED).map(move |index| (2 * index + 1) * count / (2 * NEEDED))
}

/// A library of functions that compute, one of which calls the next. What it calls of others nobody needs.
pub fn library(number: usize, symbols: bool) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut module = Module::dxil();
    let f32 = module.types.float();
    let ty = module.types.function(f32, &[f32]);
    let functions: Vec<GlobalId> =
        (0..FUNCTIONS).map(|function| module.define_function(name(number, function).as_str(), ty)).collect();
    let other = declared(&mut module, &name(number + 1, 1));
    for (index, function) in (0_u8..).zip(&functions) {
        let mut b = FunctionBuilder::new(&mut module, *function)?;
        let (value, factor) = (b.argument(0), b.float(1.0 + f32::from(index)));
        let scaled = b.binary(BinaryOp::Mul, value, factor);
        let called = match index {
            0 => functions.get(1).copied(),
            2 => Some(other),
            _ => None,
        };
        let result = called.map_or(Ok(scaled), |called| b.call(called, &[scaled]))?;
        b.ret(Some(result));
    }
    container(module, Vec::new(), symbols)
}

fn declared(module: &mut Module, name: &str) -> GlobalId {
    let f32 = module.types.float();
    let ty = module.types.function(f32, &[f32]);
    module.declare_function(name, ty)
}

fn float(name: &str, semantic: SemanticKind, interpolation: InterpolationMode) -> SignatureElement {
    SignatureElement {
        id: 0,
        name: name.into(),
        element_type: ElementType::F32,
        semantic,
        semantic_indices: Some(vec![0]),
        interpolation,
        rows: 1,
        columns: 1,
        start_row: 0,
        start_column: 0,
        properties: Some(vec![SignatureProperty::UsageMask(0b1)].into()),
        extra: Vec::new(),
    }
}

fn container(mut module: Module, entries: Vec<EntryPoint>, symbols: bool) -> Result<Vec<u8>, Box<dyn Error>> {
    let library = EntryPoint {
        function: None,
        name: "".into(),
        signatures: None,
        resources: None,
        properties: None,
        extra: Vec::new(),
    };
    let shader = Shader {
        version: Some(Version::new(1, 8)),
        validator_version: Some(Version::new(1, 8)),
        model: ShaderModel::new(ShaderKind::LIBRARY, 6, 8),
        entry_points: std::iter::once(library).chain(entries).collect(),
        ..Shader::default()
    };
    shader.write(&mut module);
    let options = Options { signing: Signing::Sign, symbols, ..Options::default() };
    Ok(assemble(module, &options)?)
}
