//! Shaders that are built with `dxil::emit`, one or more for each stage and shader model, are valid.

use dx_container::enums::{
    ElementType, InputPrimitive, MeshOutputTopology, PrimitiveTopology, ResourceKind, ShaderKind,
    TessellatorDomain, TessellatorOutputPrimitive,
};
use dxil::assemble::Options as AssembleOptions;
use dxil::emit::{
    AtomicOp, BarrierMode, Element, Emitter, Lod, NO_ARGUMENTS, Operand, ResourceDesc, Result, Sample,
    ShaderBuilder, Target, Uniformity,
};
use dxil::ops::{Opcode, OverloadKind};
use dxil::shader::{
    AmplificationState, DomainState, EntryProperty, GeometryState, Grid, HandleProperties, HullState,
    MeshState,
};
use dxil_ir::builder::{Build as _, BuildControlFlow as _};
use dxil_ir::{Alignment, BinaryOp, CastOp, Predicate, RmwOp};
use dxil_validate::{Options, validate_container};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    buffers_of_all_models_are_valid,
    atomics_and_barriers_are_valid,
    textures_are_valid,
    resource_arrays_and_heaps_are_valid,
    vertex_and_pixel_shaders_are_valid,
    tessellation_shaders_are_valid,
    geometry_shaders_are_valid,
    mesh_and_amplification_shaders_are_valid,
    libraries_are_valid,
    native_16_bit_types_are_valid,
    control_flow_is_valid,
];

const F32: OverloadKind = OverloadKind::F32;
const I32: OverloadKind = OverloadKind::I32;

/// Finishes a shader, and checks that the container is valid.
fn check(what: &str, shader: ShaderBuilder) {
    let finished = shader.finish().unwrap_or_else(|error| panic!("{what}: {error}"));
    let bytes =
        finished.container(&AssembleOptions::default()).unwrap_or_else(|error| panic!("{what}: {error}"));
    let report = validate_container(&bytes, &Options::default()).report;
    assert!(report.findings.is_empty(), "{what}: {:#?}", report.findings);
}

fn compute(model: (u32, u32)) -> ShaderBuilder {
    let mut shader = ShaderBuilder::new(Target::new(ShaderKind::COMPUTE, model), "main");
    shader.thread_group([8, 8, 1]);
    shader
}

/// All models from 6.0 to 6.8.
fn models() -> impl Iterator<Item = (u32, u32)> {
    (0..=8).map(|minor| (6, minor))
}

fn buffers_of_all_models_are_valid() {
    for model in models() {
        let mut shader = compute(model);
        if model >= (6, 6) {
            shader.wave_size(32).unwrap();
        }
        let raw = shader.bind(ResourceDesc::raw("raw").writable()).unwrap();
        let structured = shader.bind(ResourceDesc::structured("structured", 16).at(0, 1)).unwrap();
        let counted = ResourceDesc::structured("counted", 8).at(0, 1).with_counter();
        let counted = shader.bind(counted).unwrap();
        let typed = ResourceDesc::typed_buffer("typed", ElementType::F32, 4).at(2, 3).coherent();
        let typed = shader.bind(typed).unwrap();
        let constants = shader.bind(ResourceDesc::cbuffer("constants", 40).at(0, 7)).unwrap();
        let emit = |emit: &mut Emitter<'_>| {
            let [raw, structured, counted, typed, constants] =
                [raw, structured, counted, typed, constants].map(|resource| emit.handle(resource));
            let (raw, structured, counted) = (raw?, structured?, counted?);
            let (typed, constants) = (typed?, constants?);
            let thread = emit.op(Opcode::THREAD_ID, None, [0])?;
            let row = emit.cbuffer_row(constants, I32, 1)?;
            let loaded = emit.load_from(structured, F32, [thread.into(), Operand::Int(4)], 2)?;
            let element = emit.load_from(typed, F32, [thread], 4)?;
            let sum = emit.op(Opcode::FMAX, None, [loaded[1], element[2]])?;
            emit.store_to(raw, [thread], &[sum, loaded[0]])?;
            let words = emit.load_from(raw, I32, [8], 4)?;
            let counter = emit.update_counter(counted, true)?;
            emit.store_to(counted, [counter.into(), Operand::Int(4)], &[row[3]])?;
            emit.store_to(typed, [words[2]], &[sum; 4])?;
            let size = emit.dimensions(raw, Operand::Undef)?;
            emit.store_to(raw, [16], &[size.width])?;
            emit.ret(None);
            Ok(())
        };
        shader.emit(emit).unwrap();
        check(&format!("buffers {model:?}"), shader);
    }
}

fn atomics_and_barriers_are_valid() {
    for model in [(6, 0), (6, 6), (6, 8)] {
        let mut shader = compute(model);
        let raw = shader.bind(ResourceDesc::raw("raw").writable()).unwrap();
        let image = ResourceDesc::texture("image", ResourceKind::TEXTURE_2D, ElementType::U32, 1).at(0, 1);
        let image = shader.bind(image.writable()).unwrap();
        let i32 = shader.module().types.int(32);
        let count = shader.group_shared("count", i32, None);
        let tile = shader.group_shared("tile", i32, Some(64));
        shader.group_shared("unused", i32, Some(64));
        let emit = |emit: &mut Emitter<'_>| {
            let (raw, image) = (emit.handle(raw)?, emit.handle(image)?);
            let index = emit.op(Opcode::FLATTENED_THREAD_ID_IN_GROUP, None, NO_ARGUMENTS)?;
            let (zero, one) = (emit.value(0), emit.value(1));
            let array = emit.module().types.array(i32, 64);
            let element = emit.element_pointer(true, array, tile, &[zero, index])?;
            emit.store(index, element, Alignment::bytes(4));
            emit.barrier(BarrierMode::GROUP)?;
            emit.atomic(RmwOp::Add, count, one)?;
            let (before, is_exchanged) = emit.group_compare_exchange(count, zero, one)?;
            let is_exchanged = emit.cast(CastOp::ZExt, is_exchanged, i32);
            emit.barrier(BarrierMode::ALL)?;
            emit.barrier(BarrierMode::DEVICE.without_wait())?;
            emit.atomic_on(raw, AtomicOp::UMax, [8], before)?;
            emit.atomic_on(image, AtomicOp::Add, [index.into(), Operand::Int(0)], is_exchanged)?;
            emit.compare_exchange_on(raw, [4], zero, one)?;
            emit.ret(None);
            Ok(())
        };
        shader.emit(emit).unwrap();
        check(&format!("atomics {model:?}"), shader);
    }
}

fn textures_are_valid() {
    for model in [(6, 0), (6, 5), (6, 6), (6, 7), (6, 8)] {
        let mut shader = ShaderBuilder::new(Target::new(ShaderKind::PIXEL, model), "main");
        let uv = shader.input(Element::new("TEXCOORD", ElementType::F32, 3)).unwrap();
        let colour = shader.output(Element::new("SV_Target", ElementType::F32, 4)).unwrap();
        let texture = |name: &str, kind, register| {
            ResourceDesc::texture(name, kind, ElementType::F32, 4).at(0, register)
        };
        let flat = shader.bind(texture("flat", ResourceKind::TEXTURE_2D, 0)).unwrap();
        let cube = shader.bind(texture("cube", ResourceKind::TEXTURE_CUBE, 1)).unwrap();
        let depth = texture("depth", ResourceKind::TEXTURE_2D_ARRAY, 2);
        let depth = shader.bind(depth).unwrap();
        let samples = shader.bind(texture("samples", ResourceKind::TEXTURE_2D_MS, 3)).unwrap();
        let line = shader.bind(texture("line", ResourceKind::TEXTURE_1D_ARRAY, 9)).unwrap();
        let image = texture("image", ResourceKind::TEXTURE_3D, 4).writable();
        let image = shader.bind(image).unwrap();
        let sampler = shader.bind(ResourceDesc::sampler("sampler")).unwrap();
        let shadow = shader.bind(ResourceDesc::comparison_sampler("shadow").at(0, 1)).unwrap();
        let emit = |emit: &mut Emitter<'_>| {
            let [flat, cube, depth, samples, image] =
                [flat, cube, depth, samples, image].map(|resource| emit.handle(resource).unwrap());
            let (sampler, shadow, line) = (emit.handle(sampler)?, emit.handle(shadow)?, emit.handle(line)?);
            let uvw: Vec<Operand> = emit.input(uv)?.into_iter().map(Operand::from).collect();
            let uv = &uvw[..2];
            let offsets = [1.into(), Operand::Int(-1)];
            let gradient = Lod::Gradient(uv, uv);
            let reference = Some(Operand::Float(0.5));
            let mut colours = Vec::new();
            for lod in [Lod::Implicit, Lod::Bias(1.into()), Lod::Level(0.into()), gradient] {
                let sample = Sample { offsets: &offsets, lod, clamp: None, ..Sample::at(uv) };
                colours.push(emit.sample(flat, sampler, F32, &sample)?[0]);
            }
            let mut compared = vec![Lod::Implicit, Lod::Level(0.into())];
            if model >= (6, 7) {
                compared.push(Lod::Level(uvw[0]));
            }
            if model >= (6, 8) {
                compared.extend([Lod::Bias(1.into()), gradient]);
            }
            for lod in compared {
                let sample = Sample { compared: reference, lod, ..Sample::at(&uvw) };
                colours.push(emit.sample(depth, shadow, F32, &sample)?[0]);
            }
            colours.push(emit.sample(cube, sampler, F32, &Sample::at(&uvw))?[1]);
            colours.push(emit.gather(depth, sampler, F32, 2, &Sample::at(&uvw))?[3]);
            let gather = Sample { offsets: &offsets, compared: reference, ..Sample::at(&uvw) };
            colours.push(emit.gather(depth, shadow, F32, 0, &gather)?[3]);
            let at = [Operand::Int(1), Operand::Int(2)];
            colours.push(emit.texture_load(flat, F32, &at, 0, &offsets)?[2]);
            colours.push(emit.texture_load(samples, F32, &at, 3, &[])?[0]);
            let mut sum = colours[0];
            for colour in &colours[1..] {
                sum = emit.binary(BinaryOp::Add, sum, *colour);
            }
            emit.store_to(image, [1, 2, 3], &[sum; 4])?;
            for (resource, level, has) in [
                (flat, Operand::Int(0), [true, false, true]),
                (cube, Operand::Int(0), [true, false, true]),
                (depth, Operand::Int(0), [true, true, true]),
                (line, Operand::Int(0), [false, true, true]),
                (samples, Operand::Undef, [true, false, true]),
                (image, Operand::Undef, [true, true, false]),
            ] {
                let size = emit.dimensions(resource, level)?;
                let found = [size.height, size.depth_or_elements, size.levels_or_samples];
                assert_eq!(found.map(|value| value.is_some()), has);
            }
            emit.output(colour, &[sum; 4])?;
            emit.ret(None);
            Ok(())
        };
        shader.emit(emit).unwrap();
        check(&format!("textures {model:?}"), shader);
    }
    let mut shader = compute((6, 7));
    let image = ResourceDesc::texture("image", ResourceKind::TEXTURE_2D_MS, ElementType::F32, 4).writable();
    let image = shader.bind(image).unwrap();
    let emit = |emit: &mut Emitter<'_>| {
        let (image, half) = (emit.handle(image)?, emit.float(0.5));
        emit.store_sample(image, &[1.into(), 2.into()], 3, [half; 4])?;
        emit.ret(None);
        Ok(())
    };
    shader.emit(emit).unwrap();
    check("store_sample", shader);
}

fn resource_arrays_and_heaps_are_valid() {
    for model in models() {
        let mut shader = compute(model);
        let image = |name: &str| ResourceDesc::texture(name, ResourceKind::TEXTURE_2D, ElementType::U32, 1);
        let bounded = shader.bind(image("bounded").at(1, 4).array(8)).unwrap();
        let unbounded = shader.bind(image("unbounded").at(2, 1).unbounded()).unwrap();
        let out = shader.bind(ResourceDesc::raw("out").writable()).unwrap();
        let emit = |emit: &mut Emitter<'_>| {
            let out = emit.handle(out)?;
            let index = emit.op(Opcode::GROUP_ID, None, [0])?;
            let thread = emit.op(Opcode::THREAD_ID, None, [1])?;
            let at = [Operand::Int(0), Operand::Int(0)];
            let mut loaded = Vec::new();
            let mut handles = vec![
                emit.handle_at(bounded, 7, Uniformity::Uniform)?,
                emit.handle_at(bounded, index, Uniformity::Uniform)?,
                emit.handle_at(unbounded, thread, Uniformity::NonUniform)?,
            ];
            if model >= (6, 6) {
                let properties = HandleProperties::typed(ResourceKind::TEXTURE_2D, ElementType::U32, 1);
                handles.push(emit.heap_handle(properties, index, Uniformity::Uniform)?);
            }
            for handle in handles {
                loaded.push(emit.texture_load(handle, I32, &at, 0, &[])?[0]);
            }
            emit.store_to(out, [0], &loaded)?;
            emit.ret(None);
            Ok(())
        };
        shader.emit(emit).unwrap();
        check(&format!("arrays {model:?}"), shader);
    }
}

fn vertex_and_pixel_shaders_are_valid() {
    for model in models() {
        let mut shader = ShaderBuilder::new(Target::new(ShaderKind::VERTEX, model), "VSMain");
        let position = shader.input(Element::new("LOC", ElementType::F32, 3).row(0)).unwrap();
        let id = shader.input(Element::new("SV_VertexID", ElementType::U32, 1)).unwrap();
        let out = shader.output(Element::new("SV_Position", ElementType::F32, 4)).unwrap();
        let clip = shader.output(Element::new("SV_ClipDistance", ElementType::F32, 2)).unwrap();
        let flat = shader.output(Element::new("LOC3", ElementType::U32, 1).row(5)).unwrap();
        let emit = |emit: &mut Emitter<'_>| {
            let mut values = emit.input(position)?;
            let id = emit.load_element(id, 0, 0)?;
            values.push(emit.float(1.0));
            emit.output(out, &values)?;
            emit.output(clip, &values[..2])?;
            emit.output(flat, &[id])?;
            emit.ret(None);
            Ok(())
        };
        shader.emit(emit).unwrap();
        check(&format!("vertex {model:?}"), shader);

        let mut shader = ShaderBuilder::new(Target::new(ShaderKind::PIXEL, model), "PSMain");
        let position = shader.input(Element::new("SV_Position", ElementType::F32, 4)).unwrap();
        let colour = shader.input(Element::new("LOC", ElementType::F32, 4).rows(2).row(1)).unwrap();
        let front = shader.input(Element::new("SV_IsFrontFace", ElementType::U32, 1)).unwrap();
        let targets = [0, 1].map(|index| {
            shader.output(Element::new(&format!("SV_Target{index}"), ElementType::F32, 4)).unwrap()
        });
        let depth = shader.output(Element::new("SV_Depth", ElementType::F32, 1)).unwrap();
        let emit = |emit: &mut Emitter<'_>| {
            let i1 = emit.scalar(OverloadKind::I1);
            let front = emit.load_element(front, 0, 0)?;
            let is_front = emit.cast(CastOp::Trunc, front, i1);
            emit.op(Opcode::DISCARD, None, [is_front])?;
            let row = emit.value(1);
            let dynamic = emit.binary(BinaryOp::And, front, row);
            let position = emit.input(position)?;
            for target in targets {
                let value = emit.load_element(colour, dynamic, 2)?;
                emit.op(Opcode::DERIV_COARSE_X, None, [value])?;
                emit.output(target, &[value, position[0], position[1], value])?;
            }
            emit.store_element(depth, 0, 0, 0.5)?;
            emit.ret(None);
            Ok(())
        };
        shader.emit(emit).unwrap();
        check(&format!("pixel {model:?}"), shader);
    }
}

fn tessellation_shaders_are_valid() {
    for model in [(6, 0), (6, 6)] {
        let mut shader = ShaderBuilder::new(Target::new(ShaderKind::HULL, model), "HSMain");
        let void = shader.module().types.void();
        let patch = shader.add_function("patch_constants", void, &[]);
        let state = HullState::new(patch, TessellatorDomain::TRI, TessellatorOutputPrimitive::TRIANGLE_CW, 3);
        shader.property(EntryProperty::Hull(state));
        let point = |shader: &mut ShaderBuilder, is_input: bool| {
            let element = Element::new("POSITION", ElementType::F32, 3);
            if is_input { shader.input(element).unwrap() } else { shader.output(element).unwrap() }
        };
        let (input, output) = (point(&mut shader, true), point(&mut shader, false));
        let edges = |shader: &mut ShaderBuilder| {
            let edges = Element::new("SV_TessFactor", ElementType::F32, 1).rows(3);
            let inside = Element::new("SV_InsideTessFactor", ElementType::F32, 1);
            (shader.patch_or_primitive(edges).unwrap(), shader.patch_or_primitive(inside).unwrap())
        };
        let (edge, inside) = edges(&mut shader);
        let emit = |emit: &mut Emitter<'_>| {
            let id = emit.op(Opcode::OUTPUT_CONTROL_POINT_ID, I32, NO_ARGUMENTS)?;
            for column in 0..3 {
                let value = emit.load_element_at(input, 0, column, id)?;
                emit.store_element(output, 0, column, value)?;
            }
            emit.ret(None);
            Ok(())
        };
        shader.emit(emit).unwrap();
        let mut emit = shader.body_of(patch).unwrap();
        let value = emit.load_element_at(output, 0, 1, 2).unwrap();
        for row in 0..3 {
            emit.store_element(edge, row, 0, value).unwrap();
        }
        emit.store_element(inside, 0, 0, 2.0).unwrap();
        emit.ret(None);
        drop(emit);
        check(&format!("hull {model:?}"), shader);

        let mut shader = ShaderBuilder::new(Target::new(ShaderKind::DOMAIN, model), "DSMain");
        shader.property(EntryProperty::Domain(DomainState::new(TessellatorDomain::TRI, 3)));
        let input = point(&mut shader, true);
        let (_, inside) = edges(&mut shader);
        let position = shader.output(Element::new("SV_Position", ElementType::F32, 4)).unwrap();
        let emit = |emit: &mut Emitter<'_>| {
            let inside = emit.load_element(inside, 0, 0)?;
            let location = emit.op(Opcode::DOMAIN_LOCATION, F32, [0])?;
            let value = emit.load_element_at(input, 0, 0, 1)?;
            emit.output(position, &[value, location, inside, value])?;
            emit.ret(None);
            Ok(())
        };
        shader.emit(emit).unwrap();
        check(&format!("domain {model:?}"), shader);
    }
}

fn geometry_shaders_are_valid() {
    let mut shader = ShaderBuilder::new(Target::new(ShaderKind::GEOMETRY, (6, 5)), "GSMain");
    let state = GeometryState::new(InputPrimitive::POINT, PrimitiveTopology::POINT_LIST, 2);
    shader.property(EntryProperty::Geometry(GeometryState { stream_mask: 0b11, ..state }));
    let input = shader.input(Element::new("SV_Position", ElementType::F32, 4)).unwrap();
    let output = shader.output(Element::new("SV_Position", ElementType::F32, 4)).unwrap();
    let second = shader.output(Element::new("EXTRA", ElementType::F32, 2).in_stream(1)).unwrap();
    let emit = |emit: &mut Emitter<'_>| {
        let values = (0..4).map(|column| emit.load_element_at(input, 0, column, 0));
        let values = values.collect::<Result<Vec<_>>>()?;
        emit.output(output, &values)?;
        emit.op(Opcode::EMIT_STREAM, None, [0])?;
        emit.output(second, &values[..2])?;
        emit.op(Opcode::EMIT_STREAM, None, [1])?;
        emit.ret(None);
        Ok(())
    };
    shader.emit(emit).unwrap();
    check("geometry", shader);
}

fn mesh_and_amplification_shaders_are_valid() {
    for model in [(6, 5), (6, 6), (6, 8)] {
        let mut shader = ShaderBuilder::new(Target::new(ShaderKind::MESH, model), "MSMain");
        let state = MeshState::new(Grid::new(32, 1, 1), MeshOutputTopology::TRIANGLE, 3, 1);
        shader.property(EntryProperty::Mesh(MeshState { payload_size: 4, ..state }));
        let payload = |shader: &mut ShaderBuilder| {
            let i32 = shader.module().types.int(32);
            let payload = shader.module().types.structure("struct.Payload", &[i32]);
            (payload, shader.module().types.pointer(payload, 0))
        };
        let (structure, pointer) = payload(&mut shader);
        let position = shader.output(Element::new("SV_Position", ElementType::F32, 4)).unwrap();
        let layer = Element::new("MATERIAL", ElementType::U32, 1);
        let layer = shader.patch_or_primitive(layer).unwrap();
        let emit = |emit: &mut Emitter<'_>| {
            let i32 = emit.scalar(I32);
            let zero = emit.value(0);
            let overload = dxil::ops::Overload::Udt(pointer);
            let payload = emit.op(Opcode::GET_MESH_PAYLOAD, overload, NO_ARGUMENTS)?;
            let member = emit.element_pointer(true, structure, payload, &[zero, zero])?;
            let material = emit.load(i32, member, Alignment::bytes(4));
            emit.op(Opcode::SET_MESH_OUTPUT_COUNTS, None, [3, 1])?;
            let thread = emit.op(Opcode::FLATTENED_THREAD_ID_IN_GROUP, None, NO_ARGUMENTS)?;
            for column in 0..4 {
                emit.store_element_at(position, 0, column, 0.5, thread)?;
            }
            emit.store_element_at(layer, 0, 0, material, 0)?;
            emit.op(Opcode::EMIT_INDICES, None, [0, 0, 1, 2])?;
            emit.ret(None);
            Ok(())
        };
        shader.emit(emit).unwrap();
        check(&format!("mesh {model:?}"), shader);

        let mut shader = ShaderBuilder::new(Target::new(ShaderKind::AMPLIFICATION, model), "ASMain");
        shader.property(EntryProperty::Amplification(AmplificationState::new(Grid::new(1, 1, 1), 4)));
        let (structure, _) = payload(&mut shader);
        let shared = shader.group_shared("payload", structure, None);
        let emit = |emit: &mut Emitter<'_>| {
            let zero = emit.value(0);
            let member = emit.element_pointer(true, structure, shared, &[zero, zero])?;
            emit.store(zero, member, Alignment::bytes(4));
            let pointer = emit.type_of(shared)?;
            let overload = dxil::ops::Overload::Udt(pointer);
            let counts = [1.into(), 1.into(), 1.into(), Operand::Value(shared)];
            emit.op(Opcode::DISPATCH_MESH, overload, counts)?;
            emit.ret(None);
            Ok(())
        };
        shader.emit(emit).unwrap();
        check(&format!("amplification {model:?}"), shader);
    }
}

fn libraries_are_valid() {
    for model in [(6, 3), (6, 5), (6, 6), (6, 8)] {
        let mut shader = ShaderBuilder::library(Target::new(ShaderKind::LIBRARY, model));
        shader.add_entry("\u{1}?generate@@YAXXZ", ShaderKind::RAY_GENERATION, &[]);
        let scene = shader.bind(ResourceDesc::acceleration_structure("scene")).unwrap();
        let image = ResourceDesc::texture("image", ResourceKind::TEXTURE_2D, ElementType::F32, 4);
        let image = shader.bind(image.writable().array(2)).unwrap();
        let float = shader.module().types.float();
        let payload_type = shader.module().types.structure("struct.Payload", &[float]);
        let emit = |emit: &mut Emitter<'_>| {
            let scene = emit.handle(scene)?;
            let payload = emit.local(payload_type);
            let zero = emit.value(0);
            let member = emit.element_pointer(true, payload_type, payload, &[zero, zero])?;
            let nothing = emit.value(0.0);
            emit.store(nothing, member, Alignment::bytes(4));
            let pointer = emit.type_of(payload)?;
            let ray = [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 100.0].map(Operand::Float);
            let numbers = [0, 255, 0, 0, 0].map(Operand::Int);
            let arguments = [scene.into()].into_iter().chain(numbers).chain(ray).chain([payload.into()]);
            emit.op(Opcode::TRACE_RAY, dxil::ops::Overload::Udt(pointer), arguments)?;
            let colour = emit.load(float, member, Alignment::bytes(4));
            let column = emit.op(Opcode::DISPATCH_RAYS_INDEX, I32, [0])?;
            let one = emit.value(1);
            let index = emit.binary(BinaryOp::And, column, one);
            let image = emit.handle_at(image, index, Uniformity::Uniform)?;
            emit.store_to(image, [column.into(), Operand::Int(0)], &[colour; 4])?;
            emit.ret(None);
            Ok(())
        };
        shader.emit(emit).unwrap();
        check(&format!("library {model:?}"), shader);
    }
}

fn native_16_bit_types_are_valid() {
    for target in [
        Target::new(ShaderKind::COMPUTE, (6, 2)).with_native_16_bit(),
        Target::new(ShaderKind::COMPUTE, (6, 6)).with_native_16_bit(),
    ] {
        let mut shader = ShaderBuilder::new(target, "main");
        shader.thread_group([8, 1, 1]);
        let buffer = shader.bind(ResourceDesc::raw("buffer").writable()).unwrap();
        let constants = shader.bind(ResourceDesc::cbuffer("constants", 16)).unwrap();
        let emit = |emit: &mut Emitter<'_>| {
            let (buffer, constants) = (emit.handle(buffer)?, emit.handle(constants)?);
            let row = emit.cbuffer_row(constants, OverloadKind::F16, 0)?;
            let loaded = emit.load_from(buffer, OverloadKind::F16, [8], 4)?;
            let largest = emit.op(Opcode::FMAX, None, [row[7], loaded[3]])?;
            let scaled = emit.op(Opcode::FMAX, None, [Operand::Value(largest), Operand::Float(1.5)])?;
            emit.store_to(buffer, [0], &[scaled])?;
            let wide = emit.load_from(buffer, OverloadKind::I16, [16], 1)?;
            emit.store_to(buffer, [2], &wide)?;
            emit.ret(None);
            Ok(())
        };
        shader.emit(emit).unwrap();
        check(&format!("16 bits {target:?}"), shader);
    }
}

/// An if in a switch in a loop, with break, continue, return and fall-through, and a phi of plain blocks.
fn control_flow_is_valid() {
    let mut shader = compute((6, 2));
    let buffer = shader.bind(ResourceDesc::raw("buffer").writable()).unwrap();
    let f32 = shader.module().types.float();
    let table = [1.0, 2.0, 4.0].map(|number| shader.module().float(number));
    let table = shader.constant_array("table", f32, &table);
    let emit = |emit: &mut Emitter<'_>| {
        let buffer = emit.handle(buffer)?;
        let thread = emit.op(Opcode::THREAD_ID, None, [0])?;
        let (zero, one, three) = (emit.value(0), emit.value(1), emit.value(3));
        let selector = emit.binary(BinaryOp::And, thread, three);
        let is_zero = emit.compare(Predicate::IntEq, thread, zero);
        let iteration = emit.begin_loop();
        let switch = emit.begin_switch(selector, &[&[0, 3], &[1], &[2]])?;
        emit.begin_case(&switch, 0)?;
        emit.store_to(buffer, [0], &[one])?;
        let next = switch.case(1).unwrap();
        emit.jump(next);
        emit.begin_case(&switch, 1)?;
        emit.break_loop(&iteration)?;
        emit.begin_case(&switch, 3)?;
        emit.ret(None);
        emit.end_switch(switch)?;
        let branch = emit.begin_if(is_zero);
        emit.continue_loop(&iteration)?;
        emit.end_if(branch)?;
        emit.end_loop(iteration, Some(is_zero))?;
        let ty = emit.module().types.array(f32, 3);
        let element = emit.element_pointer(true, ty, table, &[zero, selector])?;
        let element = emit.load(f32, element, Alignment::bytes(4));
        let [then, merge] = [(); 2].map(|()| emit.add_block());
        let before = emit.block();
        emit.branch_if(is_zero, then, merge);
        emit.switch_to(then);
        let doubled = emit.binary(BinaryOp::Add, element, element);
        emit.jump(merge);
        emit.switch_to(merge);
        let phi = emit.phi(f32);
        emit.add_incoming(phi, element, before);
        emit.add_incoming(phi, doubled, then);
        emit.store_to(buffer, [8], &[phi.into()])?;
        emit.ret(None);
        Ok(())
    };
    shader.emit(emit).unwrap();
    check("control flow", shader);
}
