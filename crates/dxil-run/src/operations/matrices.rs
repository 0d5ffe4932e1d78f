//! Operations on matrices that a single thread holds (linear algebra, shader model 6.10). The registers of a matrix
//! hold its components row by row.
//!
//! A product is computed exactly if both operands are integers, and in 64-bit floats from the first component to the
//! last otherwise. The result is rounded once. The optimal layouts are row-major without gaps between the rows; the
//! transposed ones are column-major.

use std::sync::atomic::Ordering;

use az::SaturatingAs as _;
use dxil::ops::Opcode;

use super::semantics::Semantics;
use crate::components::{Component, Layout, Matrix, Number, Shape};
use crate::findings::FindingKind;
use crate::instruction::{Register, Scalar};
use crate::lanes::{self, Lanes};
use crate::program::{Context, Site, Stop};
use crate::resources::access::{BufferTarget, Handles, Noter};
use crate::resources::races::Access;

/// Returns the semantics of an operation.
pub(crate) fn operation(opcode: Opcode, _scalar: Scalar) -> Option<Semantics> {
    Some(Semantics::Operate(match opcode {
        Opcode::LIN_ALG_MATVEC_MUL | Opcode::LIN_ALG_MATVEC_MUL_ADD => multiply,
        Opcode::LIN_ALG_MATRIX_OUTER_PRODUCT => outer_product,
        Opcode::LIN_ALG_CONVERT => convert,
        Opcode::LIN_ALG_FILL_MATRIX => fill,
        Opcode::LIN_ALG_MATRIX_LOAD_FROM_DESCRIPTOR => load,
        Opcode::LIN_ALG_MATRIX_STORE_TO_DESCRIPTOR => store,
        Opcode::LIN_ALG_MATRIX_ACCUMULATE_TO_DESCRIPTOR => accumulate,
        Opcode::LIN_ALG_VECTOR_ACCUMULATE_TO_DESCRIPTOR => accumulate_vector,
        Opcode::LIN_ALG_MATRIX_LOAD_FROM_MEMORY
        | Opcode::LIN_ALG_MATRIX_STORE_TO_MEMORY
        | Opcode::LIN_ALG_MATRIX_ACCUMULATE_TO_MEMORY => return Some(Semantics::Memory),
        _ => return None,
    }))
}

/// Returns true if an operation only computes, so that its result is undefined if an operand is.
pub(crate) fn is_computation(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::LIN_ALG_MATVEC_MUL
            | Opcode::LIN_ALG_MATVEC_MUL_ADD
            | Opcode::LIN_ALG_MATRIX_OUTER_PRODUCT
            | Opcode::LIN_ALG_CONVERT
            | Opcode::LIN_ALG_FILL_MATRIX
    )
}

/// Returns true if an operation writes to a resource.
pub(crate) fn is_write(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::LIN_ALG_MATRIX_STORE_TO_DESCRIPTOR
            | Opcode::LIN_ALG_MATRIX_ACCUMULATE_TO_DESCRIPTOR
            | Opcode::LIN_ALG_VECTOR_ACCUMULATE_TO_DESCRIPTOR
    )
}

impl Matrix {
    /// The number of components.
    pub(crate) fn count(self) -> usize {
        (self.rows as usize).saturating_mul(self.columns as usize)
    }

    /// The number of registers of a component.
    fn width(self) -> usize {
        self.component.scalar().registers() as usize
    }

    /// The number of registers.
    fn registers(self) -> usize {
        self.count().saturating_mul(self.width())
    }

    /// The row and the column of each component, in the order of the registers.
    pub(crate) fn positions(self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| (row, column)))
    }
}

/// Components in registers.
#[derive(Clone, Copy)]
struct Components<'p> {
    component: Component,
    registers: &'p [Register],
    /// The number of components in an element: several components of formats without an LLVM type.
    per_register: usize,
}

impl<'p> Components<'p> {
    fn of_matrix(matrix: Matrix, registers: &'p [Register]) -> Self {
        Self { component: matrix.component, registers, per_register: 1 }
    }

    fn of_vector(component: Component, registers: &'p [Register]) -> Self {
        let per_register = if component.is_packed() { (32 / component.bits()) as usize } else { 1 };
        Self { component, registers, per_register }
    }

    fn width(self) -> usize {
        self.component.scalar().registers() as usize
    }

    /// The number of the first bit of a component in its element.
    fn shift(self, index: usize) -> u32 {
        (index % self.per_register).saturating_as::<u32>() * self.component.bits()
    }

    fn count(self) -> usize {
        self.registers.len() / self.width() * self.per_register
    }

    /// The bits of a component of a lane.
    fn bits(self, context: &Context<'_>, index: usize, (block, lane): (usize, usize)) -> u64 {
        let first = index / self.per_register * self.width();
        let word = |part: usize| {
            let register = self.registers.get(first + part).copied().unwrap_or(Register::NONE);
            u64::from(lanes::get(context.read(register, block), lane))
        };
        if self.width() == 2 {
            return word(1) << 32 | word(0);
        }
        let shift = self.shift(index);
        word(0) >> shift & (u64::MAX >> (64 - self.component.bits()))
    }

    fn number(self, context: &Context<'_>, index: usize, at: (usize, usize)) -> Number {
        self.component.decode(self.bits(context, index, at))
    }
}

/// Writes the results that a function computes for each active lane, component by component.
fn write_results(
    context: &mut Context<'_>,
    site: &Site<'_>,
    to: Components<'_>,
    compute: impl Fn(&Context<'_>, usize, (usize, usize)) -> u64,
) {
    let mut words = std::mem::take(&mut context.scratch.vector);
    for block in 0..context.blocks() {
        words.clear();
        words.resize(to.registers.len(), lanes::ZERO);
        for lane in lanes::each(context.active(block)) {
            for index in 0..to.count() {
                let bits = compute(context, index, (block, lane));
                let first = index / to.per_register * to.width();
                let shift = to.shift(index);
                for (words, part) in
                    words.iter_mut().skip(first).zip([lanes::low(bits), lanes::high(bits)]).take(to.width())
                {
                    let word = lanes::get(words, lane) | part << shift;
                    lanes::set(words, lane, word);
                }
            }
        }
        let undefined =
            site.arguments.iter().fold(0, |bits, register| bits | context.wave.undefined(*register, block));
        for (register, words) in to.registers.iter().zip(&words) {
            context.give_words(*register, block, words, undefined);
        }
    }
    context.scratch.vector = words;
}

/// Multiplies a matrix by a column vector, and adds the bias if there is one.
fn multiply(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let Some(Shape { matrix, input, output, .. }) = site.shape else { return Ok(()) };
    let (elements, rest) = site.arguments.split_at_checked(matrix.registers()).unwrap_or_default();
    let elements = Components::of_matrix(matrix, elements);
    let inputs = Components::of_vector(input, &[]);
    let columns = matrix.columns as usize;
    let length = columns.div_ceil(inputs.per_register) * inputs.width();
    // The sign of the output, then the vector and its interpretation.
    let vector = rest.get(1..).and_then(|rest| rest.get(..length)).unwrap_or_default();
    let bias = rest.get(length + 2..).unwrap_or_default();
    let inputs = Components::of_vector(input, vector);
    let bias = Components { component: output, registers: bias, per_register: 1 };
    let to = Components { component: output, registers: site.results, per_register: 1 };
    write_results(context, site, to, |context, row, at| {
        let product = |column: usize| {
            let element = elements.number(context, row * columns + column, at);
            element.multiply(inputs.number(context, column, at))
        };
        let sum = (1..columns).fold(product(0), |sum, column| sum.add(product(column)));
        let sum = if bias.registers.is_empty() { sum } else { sum.add(bias.number(context, row, at)) };
        output.encode(sum)
    });
    Ok(())
}

fn outer_product(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let Some(Shape { matrix, input, .. }) = site.shape else { return Ok(()) };
    let (rows, columns) = (matrix.rows as usize, matrix.columns as usize);
    let inputs = Components::of_vector(input, &[]);
    let length = rows.div_ceil(inputs.per_register) * inputs.width();
    let (one, other) = site.arguments.split_at_checked(length).unwrap_or_default();
    let [one, other] = [one, other].map(|registers| Components::of_vector(input, registers));
    let to = Components::of_matrix(matrix, site.results);
    write_results(context, site, to, |context, index, at| {
        let (row, column) = (index / columns.max(1), index % columns.max(1));
        matrix.component.encode(one.number(context, row, at).multiply(other.number(context, column, at)))
    });
    Ok(())
}

fn convert(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let Some(Shape { input, output, .. }) = site.shape else { return Ok(()) };
    let vector = site.arguments.len().saturating_sub(2);
    let from = Components::of_vector(input, site.arguments.get(..vector).unwrap_or_default());
    let to = Components::of_vector(output, site.results);
    write_results(context, site, to, |context, index, at| match index < from.count() {
        true => output.encode(from.number(context, index, at)),
        false => 0,
    });
    Ok(())
}

fn fill(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let Some(Shape { matrix, input, .. }) = site.shape else { return Ok(()) };
    let from = Components { component: input, registers: site.arguments, per_register: 1 };
    let to = Components::of_matrix(matrix, site.results);
    write_results(context, site, to, |context, _, at| matrix.component.encode(from.number(context, 0, at)));
    Ok(())
}

/// The arguments of an access to a buffer: the handle, the offset, the stride and the alignment, and the layout.
#[derive(Clone, Copy)]
struct Arguments {
    handle: Register,
    offset: Register,
    stride: Register,
    layout: Layout,
    alignment: u32,
}

impl Arguments {
    /// Reads the arguments from the one at `first` on: handle, offset, stride, layout and alignment. The preparation of
    /// the program has determined the layout.
    fn of(context: &Context<'_>, site: &Site<'_>, layout: Layout, first: usize) -> Self {
        Self {
            handle: site.argument(first),
            offset: site.argument(first + 1),
            stride: site.argument(first + 2),
            layout,
            alignment: context.wave.uniform(site.argument(first + 4)),
        }
    }
}

/// An access to a component of a lane: the lane, the first byte in memory, and the index of the component.
struct Part {
    lane: usize,
    byte: u64,
    index: usize,
}

/// Calls `visit` for each component of each active lane that is within the buffer. The others are reported.
fn each_component(
    context: &mut Context<'_>,
    site: &Site<'_>,
    matrix: Matrix,
    arguments: Arguments,
    block: usize,
    (verb, mut visit): (
        &'static str,
        impl FnMut(&mut Context<'_>, &BufferTarget<'_>, Option<&Noter<'_>>, Part),
    ),
) {
    let size = matrix.component.bytes();
    let mut handles = Handles::of(context, arguments.handle, block);
    while let Some(group) = handles.next(block) {
        let Some(buffer) = context.buffer(site, group, verb) else { continue };
        context.require_defined_in(group, arguments.offset, "byte offset");
        let packed = arguments.layout.stride(matrix).map(|stride| stride.wrapping_mul(size));
        if packed.is_none() {
            context.require_defined_in(group, arguments.stride, "stride");
        }
        let noter = context.noter(&buffer.target);
        for lane in lanes::each(group.lanes) {
            let of_lane = |context: &Context<'_>, register| lanes::get(context.read(register, block), lane);
            let offset = of_lane(context, arguments.offset);
            let stride = packed.unwrap_or_else(|| of_lane(context, arguments.stride));
            check_alignment(
                context,
                (block, lane),
                (offset, arguments.alignment),
                (stride, packed.is_none()),
                verb,
            );
            for (index, (row, column)) in matrix.positions().enumerate() {
                let (major, minor) = arguments.layout.position(row, column);
                let byte = u64::from(offset)
                    + u64::from(stride) * u64::from(major)
                    + u64::from(size) * u64::from(minor);
                let byte = byte & !u64::from(size.min(4) - 1);
                if byte + u64::from(size) > buffer.bytes {
                    context.report_outside(group, 1 << lane, |context, _| {
                        format!(
                            "{verb} {size} bytes at byte offset {byte} of {}, which has {} bytes",
                            context.name_of(group.handle),
                            buffer.bytes
                        )
                    });
                } else if byte + u64::from(size) <= buffer.mapped {
                    context.bytes = context.bytes.saturating_add(size.into());
                    let byte = buffer.start + byte;
                    visit(context, &buffer, noter.as_ref(), Part { lane, byte, index });
                }
            }
        }
    }
}

/// Reports an offset or a stride that the specification does not allow.
fn check_alignment(
    context: &mut Context<'_>,
    (block, lane): (usize, usize),
    (offset, alignment): (u32, u32),
    (stride, is_stated): (u32, bool),
    verb: &'static str,
) {
    /// The alignment of a stride, in bytes.
    const STRIDE: u32 = 16;
    if !context.checks.all {
        return;
    }
    if alignment != 0 && offset % alignment != 0 {
        context.report(FindingKind::Misaligned, block, lane, || {
            format!("{verb} a matrix or vector at byte offset {offset}, expected a multiple of {alignment}")
        });
    }
    if is_stated && stride % STRIDE != 0 {
        context.report(FindingKind::Misaligned, block, lane, || {
            format!("{verb} a matrix with a stride of {stride} bytes, expected a multiple of {STRIDE}")
        });
    }
}

fn load(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let Some(Shape { matrix, layout, .. }) = site.shape else { return Ok(()) };
    let arguments = Arguments::of(context, site, layout, 0);
    context.require_defined(arguments.handle, "handle");
    let (size, width) = (matrix.component.bytes(), matrix.width());
    for block in 0..context.blocks() {
        let mut words: Vec<Lanes> = vec![lanes::ZERO; site.results.len()];
        let visit =
            |context: &mut Context<'_>, buffer: &BufferTarget<'_>, noter: Option<&Noter<'_>>, part: Part| {
                for (step, words) in
                    (0_u32..).step_by(4).zip(words.iter_mut().skip(part.index * width).take(width))
                {
                    let byte = part.byte + u64::from(step);
                    lanes::set(words, part.lane, buffer.target.memory.read(byte, size.min(4)));
                }
                if let Some(noter) = noter {
                    context.note_read(noter, part.lane, part.byte, size);
                }
            };
        each_component(context, site, matrix, arguments, block, ("reads", visit));
        for (register, words) in site.results.iter().zip(&words) {
            context.write(*register, block, words);
        }
    }
    Ok(())
}

fn store(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    write(context, site, ("stored value", "writes"), |context, buffer, noter, part, (component, bits)| {
        let size = component.bytes();
        for (step, word) in (0..size).step_by(4).zip([lanes::low(bits), lanes::high(bits)]) {
            let (byte, bytes) = (part.byte + u64::from(step), size.min(4));
            let changes = buffer.target.memory.write(byte, bytes, word);
            if let Some(noter) = noter {
                context.note(noter, part.lane, byte, bytes, Access::Write { changes, value: word });
            }
        }
    })
}

fn accumulate(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    write(context, site, ("accumulated value", "changes"), add_to_memory)
}

/// Writes a matrix to a buffer by a function of each component.
fn write(
    context: &mut Context<'_>,
    site: &Site<'_>,
    (what, verb): (&'static str, &'static str),
    write: impl Fn(&mut Context<'_>, &BufferTarget<'_>, Option<&Noter<'_>>, Part, (Component, u64)),
) -> Result<(), Stop> {
    let Some(Shape { matrix, layout, .. }) = site.shape else { return Ok(()) };
    let arguments = Arguments::of(context, site, layout, matrix.registers());
    let registers = site.arguments.get(..matrix.registers()).unwrap_or_default();
    write_components(context, site, (matrix, registers), arguments, (what, verb, write));
    Ok(())
}

fn accumulate_vector(context: &mut Context<'_>, site: &Site<'_>) -> Result<(), Stop> {
    let Some(Shape { matrix, layout, .. }) = site.shape else { return Ok(()) };
    // The handle, the offset and the alignment.
    let registers = site.arguments.get(3..).unwrap_or_default();
    let arguments = Arguments {
        handle: site.argument(0),
        offset: site.argument(1),
        stride: Register::NONE,
        layout,
        alignment: context.wave.uniform(site.argument(2)),
    };
    let how = ("accumulated value", "changes", add_to_memory);
    write_components(context, site, (matrix, registers), arguments, how);
    Ok(())
}

fn write_components(
    context: &mut Context<'_>,
    site: &Site<'_>,
    (matrix, registers): (Matrix, &[Register]),
    arguments: Arguments,
    (what, verb, write): (
        &'static str,
        &'static str,
        impl Fn(&mut Context<'_>, &BufferTarget<'_>, Option<&Noter<'_>>, Part, (Component, u64)),
    ),
) {
    context.require_defined(arguments.handle, "handle");
    for register in registers {
        context.require_defined(*register, what);
    }
    let components = Components::of_matrix(matrix, registers);
    for block in 0..context.blocks() {
        let visit =
            |context: &mut Context<'_>, buffer: &BufferTarget<'_>, noter: Option<&Noter<'_>>, part: Part| {
                let bits = components.bits(context, part.index, (block, part.lane));
                write(context, buffer, noter, part, (matrix.component, bits));
            };
        each_component(context, site, matrix, arguments, block, (verb, visit));
    }
}

/// Adds a component to memory atomically.
fn add_to_memory(
    context: &mut Context<'_>,
    buffer: &BufferTarget<'_>,
    noter: Option<&Noter<'_>>,
    part: Part,
    (component, bits): (Component, u64),
) {
    let (memory, size) = (buffer.target.memory, component.bytes());
    if size == 8 {
        let _lock = memory.lock();
        let old = u64::from(memory.read(part.byte + 4, 4)) << 32 | u64::from(memory.read(part.byte, 4));
        let new = component.add(old, bits);
        memory.write(part.byte, 4, lanes::low(new));
        memory.write(part.byte + 4, 4, lanes::high(new));
    } else if let Some(word) = memory.word(part.byte) {
        let shift = lanes::low(part.byte % 4 * 8);
        let ones = u32::MAX >> (32 - component.bits());
        let add = |old: u32| {
            let sum = lanes::low(component.add((old >> shift & ones).into(), bits));
            Some(old & !(ones << shift) | sum << shift)
        };
        // The function never refuses the exchange.
        let _ = word.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }
    if let Some(noter) = noter {
        for step in (0..size).step_by(4) {
            context.note(noter, part.lane, part.byte + u64::from(step), size.min(4), Access::Atomic);
        }
    }
    // The old component is read, too.
    context.bytes = context.bytes.saturating_add(size.into());
}
