//! Compute shaders that are built with `dxil::emit` compute the expected buffers, with the operations of shader models
//! 6.0, 6.2, 6.6 and 6.8.

use dx_container::enums::{ElementType, ResourceClass, ResourceKind, ShaderKind};
use dxil::emit::{
    AtomicOp, BarrierMode, Emitter, Lod, NO_ARGUMENTS, Operand, ResourceDesc, Result, Sample, ShaderBuilder,
    Target, Uniformity,
};
use dxil::ops::{Opcode, OverloadKind};
use dxil_ir::builder::{Build as _, BuildControlFlow as _};
use dxil_ir::{Alignment, BinaryOp, Predicate, RmwOp, Value};
use dxil_run::resources::{ALL_MAPPED, Buffer, Descriptor, Dimension, Format, Memory, Sampler, Texture};
use dxil_run::{Bound, Dispatch, EntrySelector, PrepareOptions, Program, Resources, RunOptions};
use testkit::{Test, tests};

use crate::shaders::bytes_of;

pub(crate) const TESTS: &[Test] = tests![
    sums_in_loops,
    branches_and_switches,
    phis_of_plain_blocks,
    group_shared_memory,
    constants_and_counters,
    textures,
    resource_arrays,
];

const F32: OverloadKind = OverloadKind::F32;
const I32: OverloadKind = OverloadKind::I32;
const MODELS: [(u32, u32); 4] = [(6, 0), (6, 2), (6, 6), (6, 8)];
const ALIGNMENT: u64 = 4;

/// A resource of a run: its class, register, descriptor kind and initial words.
struct Input {
    class: ResourceClass,
    register: u32,
    stride: u32,
    texture: Option<Texture>,
    words: Vec<u32>,
}

fn uav(register: u32, words: usize) -> Input {
    Input { class: ResourceClass::UAV, register, stride: 0, texture: None, words: vec![0; words] }
}

fn srv(register: u32, words: Vec<u32>) -> Input {
    Input { class: ResourceClass::SRV, register, stride: 0, texture: None, words }
}

/// The words of the first input after a run without findings.
fn run(shader: ShaderBuilder, inputs: Vec<Input>) -> Vec<u32> {
    let finished = shader.finish().unwrap_or_else(|error| panic!("{error}"));
    let (module, shader) = (finished.module, finished.shader);
    let selector = EntrySelector::Shader(None);
    let program = Program::prepare(&module, &shader, selector, PrepareOptions::default()).unwrap();
    let mut memory = Resources::default();
    let mut descriptors = Vec::new();
    for Input { class, register, stride, texture, words } in inputs {
        let bytes = bytes_of(&words);
        let memory = memory.add(Memory::new(&bytes));
        let descriptor = match texture {
            Some(texture) => Descriptor::Texture(Texture { memory, ..texture }),
            None => {
                let counter = (stride == 8).then_some(memory);
                let (offset, bytes) = (0, bytes.len() as u64);
                Descriptor::Buffer(Buffer {
                    memory,
                    offset,
                    bytes,
                    stride,
                    format: None,
                    counter,
                    mapped: ALL_MAPPED,
                })
            }
        };
        descriptors.push((class, register, descriptor));
    }
    let mut bound = Bound::new(&program, &memory);
    for (class, register, descriptor) in descriptors {
        assert!(bound.bind(&program, class, register, 0, descriptor));
    }
    bound.bind(&program, ResourceClass::SAMPLER, 0, 0, Descriptor::Sampler(Sampler::default()));
    let dispatch = Dispatch::new(&program, &bound, [1, 1, 1], RunOptions::default()).unwrap();
    let outcome = dispatch.run(&mut ());
    assert!(outcome.findings.is_empty(), "{:#?}", outcome.findings);
    assert_eq!(outcome.stop, None);
    let bytes = memory.memories[0].bytes();
    bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

fn compute(model: (u32, u32), threads: u32) -> ShaderBuilder {
    let mut shader = ShaderBuilder::new(Target::new(ShaderKind::COMPUTE, model), "main");
    shader.thread_group([threads, 1, 1]);
    shader
}

/// The byte offset of a thread's dword.
fn offset(emit: &mut Emitter<'_>, thread: Value) -> Value {
    let two = emit.value(2);
    emit.binary(BinaryOp::Shl, thread, two)
}

fn floats(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// Thread n sums the first n + 1 floats, without those that are negative.
fn sums_in_loops() {
    for model in MODELS {
        let mut shader = compute(model, 4);
        let sums = shader.bind(ResourceDesc::raw("sums").writable()).unwrap();
        let input = shader.bind(ResourceDesc::structured("input", 4)).unwrap();
        shader
            .emit(|emit| {
                let (sums, input) = (emit.handle(sums)?, emit.handle(input)?);
                let thread = emit.op(Opcode::THREAD_ID, None, [0])?;
                let (i32, f32) = (emit.scalar(I32), emit.scalar(F32));
                let (index, sum) = (emit.local(i32), emit.local(f32));
                let (zero, one, nothing) = (emit.value(0), emit.value(1), emit.value(0.0));
                let alignment = Alignment::bytes(ALIGNMENT);
                emit.store(zero, index, alignment);
                emit.store(nothing, sum, alignment);
                let iteration = emit.begin_loop();
                let at = emit.load(i32, index, alignment);
                let loaded = emit.load_from(input, F32, [at.into(), Operand::Int(0)], 1)?[0];
                let is_negative = emit.compare(Predicate::FloatOlt, loaded, nothing);
                let branch = emit.begin_if(is_negative);
                emit.continue_loop(&iteration)?;
                // Code after `continue` has no effect.
                emit.store(one, index, alignment);
                emit.end_if(branch)?;
                let before = emit.load(f32, sum, alignment);
                let after = emit.binary(BinaryOp::Add, before, loaded);
                emit.store(after, sum, alignment);
                emit.begin_continuing(&iteration)?;
                let at = emit.load(i32, index, alignment);
                let next = emit.binary(BinaryOp::Add, at, one);
                emit.store(next, index, alignment);
                let is_last = emit.compare(Predicate::IntUgt, next, thread);
                emit.end_loop(iteration, Some(is_last))?;
                let total = emit.load(f32, sum, alignment);
                let offset = offset(emit, thread);
                emit.store_to(sums, [offset], &[total])?;
                emit.ret(None);
                Ok(())
            })
            .unwrap();
        let words = run(shader, vec![uav(0, 4), srv(0, floats(&[1.5, -8.0, 2.0, 4.25]))]);
        assert_eq!(words, floats(&[1.5, 1.5, 3.5, 7.75]), "{model:?}");
    }
}

/// A switch with fall-through, an else, and a return.
fn branches_and_switches() {
    for model in MODELS {
        let mut shader = compute(model, 8);
        let out = shader.bind(ResourceDesc::raw("out").writable()).unwrap();
        shader
            .emit(|emit| {
                let out = emit.handle(out)?;
                let thread = emit.op(Opcode::THREAD_ID, None, [0])?;
                let offset = offset(emit, thread);
                let i32 = emit.scalar(I32);
                let value = emit.local(i32);
                let alignment = Alignment::bytes(ALIGNMENT);
                let add = |emit: &mut Emitter<'_>, number: i32| {
                    let number = emit.value(number);
                    let before = emit.load(i32, value, alignment);
                    let after = emit.binary(BinaryOp::Add, before, number);
                    emit.store(after, value, alignment);
                };
                let zero = emit.value(0);
                emit.store(zero, value, alignment);
                let switch = emit.begin_switch(thread, &[&[0, 3], &[1], &[2]])?;
                emit.begin_case(&switch, 0)?;
                add(emit, 10);
                let next = switch.case(1).unwrap();
                emit.jump(next);
                emit.begin_case(&switch, 1)?;
                add(emit, 1);
                emit.begin_case(&switch, 3)?;
                let five = emit.value(5);
                let is_five = emit.compare(Predicate::IntEq, thread, five);
                let mut branch = emit.begin_if(is_five);
                emit.ret(None);
                emit.begin_else(&mut branch)?;
                add(emit, 500);
                emit.end_if(branch)?;
                add(emit, 7);
                emit.end_switch(switch)?;
                add(emit, 1000);
                let result = emit.load(i32, value, alignment);
                emit.store_to(out, [offset], &[result])?;
                emit.ret(None);
                Ok(())
            })
            .unwrap();
        let words = run(shader, vec![uav(0, 8)]);
        assert_eq!(words, [1011, 1001, 1000, 1011, 1507, 0, 1507, 1507], "{model:?}");
    }
}

fn phis_of_plain_blocks() {
    let mut shader = compute((6, 6), 4);
    let out = shader.bind(ResourceDesc::raw("out").writable()).unwrap();
    shader
        .emit(|emit| {
            let out = emit.handle(out)?;
            let thread = emit.op(Opcode::THREAD_ID, None, [0])?;
            let (zero, one) = (emit.value(0), emit.value(1));
            let i32 = emit.scalar(I32);
            let entry = emit.block();
            let [header, body, end] = [(); 3].map(|()| emit.add_block());
            emit.jump(header);
            emit.switch_to(header);
            // The factorial of the thread's number.
            let (count, product) = (emit.phi(i32), emit.phi(i32));
            let is_end = emit.compare(Predicate::IntEq, count.into(), zero);
            emit.branch_if(is_end, end, body);
            emit.switch_to(body);
            let next = emit.binary(BinaryOp::Sub, count.into(), one);
            let multiplied = emit.binary(BinaryOp::Mul, product.into(), count.into());
            emit.jump(header);
            emit.add_incoming(count, thread, entry);
            emit.add_incoming(count, next, body);
            emit.add_incoming(product, one, entry);
            emit.add_incoming(product, multiplied, body);
            emit.switch_to(end);
            let offset = offset(emit, thread);
            emit.store_to(out, [offset], &[product.into()])?;
            emit.ret(None);
            Ok(())
        })
        .unwrap();
    assert_eq!(run(shader, vec![uav(0, 4)]), [1, 1, 2, 6]);
}

/// The threads reverse their numbers in group-shared memory, and count by atomic operations.
fn group_shared_memory() {
    for model in MODELS {
        let mut shader = compute(model, 8);
        let out = shader.bind(ResourceDesc::raw("out").writable()).unwrap();
        let i32 = shader.module().types.int(32);
        let (tile, count) =
            (shader.group_shared("tile", i32, Some(8)), shader.group_shared("count", i32, None));
        shader
            .emit(|emit| {
                let out = emit.handle(out)?;
                let thread = emit.op(Opcode::FLATTENED_THREAD_ID_IN_GROUP, None, NO_ARGUMENTS)?;
                let (zero, one, seven) = (emit.value(0), emit.value(1), emit.value(7));
                let alignment = Alignment::bytes(ALIGNMENT);
                let is_first = emit.compare(Predicate::IntEq, thread, zero);
                let first = emit.begin_if(is_first);
                emit.store(zero, count, alignment);
                emit.end_if(first)?;
                let ty = emit.module().types.array(i32, 8);
                let own = emit.element_pointer(true, ty, tile, &[zero, thread])?;
                emit.store(thread, own, alignment);
                emit.barrier(BarrierMode::GROUP)?;
                emit.atomic(RmwOp::Add, count, one)?;
                emit.barrier(BarrierMode::GROUP)?;
                // Exactly one thread exchanges the full count.
                let eight = emit.value(8);
                let (_, is_exchanged) = emit.group_compare_exchange(count, eight, zero)?;
                let exchanged = emit.begin_if(is_exchanged);
                emit.atomic_on(out, AtomicOp::Add, [32], one)?;
                emit.end_if(exchanged)?;
                let other = emit.binary(BinaryOp::Sub, seven, thread);
                let other = emit.element_pointer(true, ty, tile, &[zero, other])?;
                let reversed = emit.load(i32, other, alignment);
                let offset = offset(emit, thread);
                emit.store_to(out, [offset], &[reversed])?;
                emit.atomic_on(out, AtomicOp::UMax, [36], thread)?;
                emit.ret(None);
                Ok(())
            })
            .unwrap();
        assert_eq!(run(shader, vec![uav(0, 10)]), [7, 6, 5, 4, 3, 2, 1, 0, 1, 7], "{model:?}");
    }
}

fn constants_and_counters() {
    for model in MODELS {
        let mut shader = compute(model, 1);
        let out = shader.bind(ResourceDesc::raw("out").at(0, 0).writable()).unwrap();
        let counted = shader.bind(ResourceDesc::structured("counted", 8).at(0, 1).with_counter()).unwrap();
        let constants = shader.bind(ResourceDesc::cbuffer("constants", 32)).unwrap();
        let table = [3_i64, 5, 9];
        let i32 = shader.module().types.int(32);
        let table = table.map(|number| shader.module().int(i32, number));
        let table = shader.constant_array("table", i32, &table);
        let private = shader.private_variable("private", i32);
        shader
            .emit(|emit| {
                let (out, counted) = (emit.handle(out)?, emit.handle(counted)?);
                let constants = emit.handle(constants)?;
                let row = emit.cbuffer_row(constants, I32, 1)?;
                let first = emit.update_counter(counted, true)?;
                let second = emit.update_counter(counted, true)?;
                let alignment = Alignment::bytes(ALIGNMENT);
                let ty = emit.module().types.array(i32, 3);
                let zero = emit.value(0);
                let element = emit.element_pointer(true, ty, table, &[zero, row[0]])?;
                let element = emit.load(i32, element, alignment);
                let before = emit.load(i32, private, alignment);
                let float =
                    emit.op(Opcode::FMAX, OverloadKind::F32, [Operand::Float(0.5), Operand::Int(2)])?;
                emit.store_to(out, [0], &[row[0], row[3], first, second])?;
                emit.store_to(out, [16], &[element, before])?;
                emit.store_to(out, [24], &[float])?;
                let size = emit.dimensions(out, Operand::Undef)?;
                emit.store_to(out, [28], &[size.width])?;
                emit.ret(None);
                Ok(())
            })
            .unwrap();
        let constants = Input {
            class: ResourceClass::CBUFFER,
            register: 0,
            stride: 0,
            texture: None,
            words: vec![0, 0, 0, 0, 2, 11, 12, 13],
        };
        let counted = Input { stride: 8, ..uav(1, 1) };
        let words = run(shader, vec![uav(0, 8), counted, constants]);
        assert_eq!(words, [2, 13, 0, 1, 9, 0, 2.0_f32.to_bits(), 32], "{model:?}");
    }
}

/// A texture of 2 by 2 floats.
fn texture() -> Texture {
    Texture {
        memory: 0,
        offset: 0,
        format: Format::named("R32_FLOAT").unwrap(),
        dimension: Dimension::Two,
        size: [2, 2, 1],
        layers: 1,
        levels: 1,
        samples: 1,
    }
}

fn textures() {
    for model in MODELS {
        let mut shader = compute(model, 1);
        let image = ResourceDesc::texture("image", ResourceKind::TEXTURE_2D, ElementType::F32, 1);
        let input = shader.bind(image.clone().at(0, 3)).unwrap();
        let image = shader.bind(image.writable()).unwrap();
        let sampler = shader.bind(ResourceDesc::sampler("sampler")).unwrap();
        shader
            .emit(|emit| {
                let (image, input) = (emit.handle(image)?, emit.handle(input)?);
                let sampler = emit.handle(sampler)?;
                let at = [Operand::Int(1), Operand::Int(0)];
                let offsets = [Operand::Int(-1), Operand::Int(1)];
                let loaded = emit.texture_load(input, F32, &at, 0, &offsets)?[0];
                let at = [Operand::Float(0.75), Operand::Float(0.25)];
                let sample = Sample { lod: Lod::Level(0.into()), ..Sample::at(&at) };
                let sampled = emit.sample(input, sampler, F32, &sample)?[0];
                emit.store_to(image, [0, 1], &[loaded; 4])?;
                emit.store_to(image, [1, 1], &[sampled; 4])?;
                emit.ret(None);
                Ok(())
            })
            .unwrap();
        let image = Input { texture: Some(texture()), ..uav(0, 4) };
        let input = Input { texture: Some(texture()), ..srv(3, floats(&[1.0, 2.0, 3.0, 4.0])) };
        assert_eq!(run(shader, vec![image, input]), floats(&[0.0, 0.0, 3.0, 2.0]), "{model:?}");
    }
}

/// Each thread loads from its own buffer of an array that does not begin with register 0.
fn resource_arrays() {
    for model in MODELS {
        let mut shader = compute(model, 3);
        let out = shader.bind(ResourceDesc::raw("out").writable()).unwrap();
        let buffers = shader.bind(ResourceDesc::raw("buffers").at(0, 5).array(3)).unwrap();
        let load = |emit: &mut Emitter<'_>| -> Result<()> {
            let out = emit.handle(out)?;
            let thread = emit.op(Opcode::THREAD_ID, None, [0])?;
            let own = emit.handle_at(buffers, thread, Uniformity::NonUniform)?;
            let own = emit.load_from(own, I32, [0], 1)?[0];
            let last = emit.handle_at(buffers, 2, Uniformity::Uniform)?;
            let last = emit.load_from(last, I32, [4], 1)?[0];
            let sum = emit.binary(BinaryOp::Add, own, last);
            let offset = offset(emit, thread);
            emit.store_to(out, [offset], &[sum])?;
            emit.ret(None);
            Ok(())
        };
        shader.emit(load).unwrap();
        let inputs = (0..3).map(|index| srv(5 + index, vec![10 * index, 100 * index]));
        let words = run(shader, [uav(0, 3)].into_iter().chain(inputs).collect());
        assert_eq!(words, [200, 210, 220], "{model:?}");
    }
}
