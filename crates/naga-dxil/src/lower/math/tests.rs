//! Calls of the built-in functions: shaders that load arguments from a buffer, call [`math`] and store the results,
//! executed with dxil-run and checked with dxil-validate.

use dx_container::enums::{ResourceClass, ShaderKind};
use dxil::assemble::Options as AssembleOptions;
use dxil::emit::{Emitter, Operand, ResourceDesc, Result, ShaderBuilder, Target};
use dxil::half;
use dxil::ops::Opcode;
use dxil_ir::builder::{Build as _, BuildControlFlow as _};
use dxil_ir::{BinaryOp, Value};
use dxil_run::resources::{ALL_MAPPED, Buffer, Descriptor, Memory};
use dxil_run::{Bound, Dispatch, EntrySelector, PrepareOptions, Program, Resources, RunOptions};
use naga::{MathFunction, Scalar, ScalarKind};

use super::math;
use crate::lower::numeric::{Numeric, Shape, bit_width, is_float, overload};

mod cases;
mod components;
mod decompositions;
mod edges;
mod errors;
mod integers;
mod interval;
mod matrices;
mod packed;
mod reference;
mod vectors;

/// The bytes of a component in the buffers, of any type.
const SLOT: usize = 8;
const THREADS: u32 = 64;
/// The number of calls of each function.
const VALUES: usize = 1000;

const F16: Scalar = Scalar { kind: ScalarKind::Float, width: 2 };
const FLOATS: [Scalar; 3] = [F16, Scalar::F32, Scalar::F64];

/// A function with the types of its arguments.
#[derive(Debug, Clone)]
struct Call {
    fun: MathFunction,
    arguments: Vec<(Scalar, Shape)>,
    /// The types of the components of the result.
    results: Vec<Scalar>,
    model: (u32, u32),
}

fn count_of(shape: Shape) -> usize {
    match shape {
        Shape::Scalar => 1,
        Shape::Vector(size) => size,
        Shape::Matrix { columns, rows } => columns * rows,
    }
}

/// A scalar or a vector.
fn shape_of(components: usize) -> Shape {
    if components == 1 { Shape::Scalar } else { Shape::Vector(components) }
}

impl Call {
    fn new(fun: MathFunction, arguments: &[(Scalar, Shape)], results: &[Scalar]) -> Self {
        Self { fun, arguments: arguments.to_vec(), results: results.to_vec(), model: (6, 6) }
    }

    /// The number of components of all arguments.
    fn components(&self) -> usize {
        self.arguments.iter().map(|(_, shape)| count_of(*shape)).sum()
    }

    fn has_16_bit_types(&self) -> bool {
        let scalars = self.arguments.iter().map(|(scalar, _)| scalar);
        scalars.chain(&self.results).any(|scalar| scalar.width == 2)
    }

    fn shader(&self) -> Result<ShaderBuilder> {
        let target = Target::new(ShaderKind::COMPUTE, self.model);
        let target = if self.has_16_bit_types() { target.with_native_16_bit() } else { target };
        let mut shader = ShaderBuilder::new(target, "main");
        shader.thread_group([THREADS, 1, 1]);
        let results = shader.bind(ResourceDesc::raw("results").writable())?;
        let arguments = shader.bind(ResourceDesc::raw("arguments"))?;
        shader.emit(|emit| {
            let (results, arguments) = (emit.handle(results)?, emit.handle(arguments)?);
            let thread = emit.op(Opcode::THREAD_ID, None, [0])?;
            let mut slot = 0..;
            let mut values = Vec::new();
            for (scalar, shape) in &self.arguments {
                let load = |slot: usize| {
                    let at = address(emit, thread, self.components(), slot);
                    Ok(emit.load_from(arguments, overload(*scalar), [at], 1)?[0])
                };
                let components: Result<Vec<_>> = slot.by_ref().take(count_of(*shape)).map(load).collect();
                values.push(Numeric { scalar: *scalar, shape: *shape, components: components?.into() });
            }
            let components = math(emit, self.fun, &values)?;
            assert_eq!(components.len(), self.results.len(), "{self:?}");
            for (slot, value) in components.into_iter().enumerate() {
                let at = address(emit, thread, self.results.len(), slot);
                emit.store_to(results, [at], &[value])?;
            }
            emit.ret(None);
            Ok(())
        })?;
        Ok(shader)
    }

    /// Executes the function with the components of all arguments, one list after the other, and returns the bits of
    /// the components of the results in the same way.
    fn run(&self, arguments: &[u64]) -> Vec<u64> {
        let finished = self.shader().and_then(ShaderBuilder::finish);
        let finished = finished.unwrap_or_else(|error| panic!("{self:?}: {error}"));
        let selector = EntrySelector::Shader(None);
        let program =
            Program::prepare(&finished.module, &finished.shader, selector, PrepareOptions::default())
                .unwrap_or_else(|error| panic!("{self:?}: {error}"));
        let container = finished.container(&AssembleOptions::default());
        let container = container.unwrap_or_else(|error| panic!("{self:?}: {error}"));
        let options = dxil_validate::Options::default();
        let findings = dxil_validate::validate_container(&container, &options).report.findings;
        assert!(findings.is_empty(), "{self:?}: {findings:#?}");

        let calls = arguments.len() / self.components();
        let groups = calls.div_ceil(THREADS as usize);
        let threads = groups * THREADS as usize;
        let mut bytes: Vec<_> = arguments.iter().flat_map(|bits| bits.to_le_bytes()).collect();
        bytes.resize(threads * self.components() * SLOT, 0);
        let mut resources = Resources::default();
        let mut add = |bytes: &[u8]| {
            let memory = resources.add(Memory::new(bytes));
            let bytes = bytes.len() as u64;
            let (offset, stride, format, counter) = (0, 0, None, None);
            Descriptor::Buffer(Buffer { memory, offset, bytes, stride, format, counter, mapped: ALL_MAPPED })
        };
        let results = add(&vec![0; threads * self.results.len() * SLOT]);
        let arguments = add(&bytes);
        let mut bound = Bound::new(&program, &resources);
        assert!(bound.bind(&program, ResourceClass::UAV, 0, 0, results));
        assert!(bound.bind(&program, ResourceClass::SRV, 0, 0, arguments));
        let groups = [u32::try_from(groups).unwrap(), 1, 1];
        let outcome = Dispatch::new(&program, &bound, groups, RunOptions::default()).unwrap().run(&mut ());
        assert!(outcome.findings.is_empty() && outcome.stop.is_none(), "{self:?}: {outcome:#?}");
        let bytes = resources.memories[0].bytes();
        let words = bytes.chunks_exact(SLOT).map(|word| u64::from_le_bytes(word.try_into().unwrap()));
        words.take(calls * self.results.len()).collect()
    }
}

/// The byte offset of a component of a thread.
fn address(emit: &mut Emitter<'_>, thread: Value, components: usize, slot: usize) -> Operand {
    let [stride, offset] = [components * SLOT, slot * SLOT].map(|bytes| emit.value(bytes));
    let record = emit.binary(BinaryOp::Mul, thread, stride);
    emit.binary(BinaryOp::Add, record, offset).into()
}

/// The number with these bits: exact, except for integers of more than 53 bits.
fn decoded(scalar: Scalar, bits: u64) -> f64 {
    match scalar.width {
        2 => half::to_single(u32::try_from(bits).unwrap()).into(),
        4 => f32::from_bits(u32::try_from(bits).unwrap()).into(),
        _ => f64::from_bits(bits),
    }
}

/// The bits of the float of this type that is nearest to the number.
#[expect(clippy::cast_possible_truncation, reason = "the conversion rounds")]
fn encoded(scalar: Scalar, number: f64) -> u64 {
    match scalar.width {
        2 => half::from_double(number).into(),
        4 => (number as f32).to_bits().into(),
        _ => number.to_bits(),
    }
}

/// The low bits of an integer that its type has.
fn cut(scalar: Scalar, bits: u64) -> u64 {
    assert!(!is_float(scalar));
    let unused = 64 - bit_width(scalar);
    bits << unused >> unused
}
