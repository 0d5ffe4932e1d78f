//! Errors of the emit API: each fault returns an error that states the remedy. Tests in `dxil-validate` validate
//! emitted shaders, tests in `dxil-run` execute them.
//!
//! Long because each fault of the API has a test with its whole message.

use dx_container::enums::{AddressSpace, ElementType, ResourceKind, ShaderKind};
use dxil::emit::{
    BarrierMode, Element, EmitError, Emitter, Lod, NO_ARGUMENTS, Operand, ResourceDesc, Result, Sample,
    ShaderBuilder, Target, Uniformity,
};
use dxil::ops::{Opcode, OverloadKind};
use dxil::shader::{EntryProperty, HandleProperties};
use dxil_ir::builder::{Build as _, BuildControlFlow as _};
use dxil_ir::edit::Editor;
use dxil_ir::{BinaryOp, CastOp};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    arguments_are_checked,
    stages_and_models_are_checked,
    bindings_are_checked,
    handles_are_checked,
    textures_are_checked,
    signatures_are_checked,
    registers_are_fixed_or_packed,
    control_flow_is_checked,
    unreachable_code_is_dropped,
    values_dominate_their_uses,
    group_shared_memory_is_limited,
    group_shared_limits_of_entries_are_respected,
    nesting_of_group_shared_types_is_limited,
    finished_modules_can_be_edited,
    bodies_continue_in_the_current_block,
];

fn shader(stage: ShaderKind, model: (u32, u32)) -> ShaderBuilder {
    let mut shader = ShaderBuilder::new(Target::new(stage, model), "main");
    if stage == ShaderKind::COMPUTE {
        shader.thread_group([8, 1, 1]);
    }
    shader
}

/// The error of emitted code.
fn error_of<R>(
    stage: ShaderKind,
    model: (u32, u32),
    emit: impl FnOnce(&mut Emitter<'_>) -> Result<R>,
) -> String {
    match shader(stage, model).emit(emit) {
        Ok(_) => panic!("no error"),
        Err(error) => error.to_string(),
    }
}

/// The error of `finish`, for code that is emitted without errors.
fn finish_error(emit: impl FnOnce(&mut Emitter<'_>) -> Result<()>) -> String {
    let mut shader = shader(ShaderKind::COMPUTE, (6, 6));
    shader.emit(emit).unwrap();
    shader.finish().unwrap_err().to_string()
}

fn arguments_are_checked() {
    let compute = |emit: &dyn Fn(&mut Emitter<'_>) -> Result<dxil_ir::Value>| {
        error_of(ShaderKind::COMPUTE, (6, 6), emit)
    };
    assert_eq!(
        compute(&|emit| emit.op(Opcode::FMAX, OverloadKind::F32, [1.0])),
        "FMax has 2 arguments (a, b), not 1; pass Operand::Undef for unused arguments"
    );
    assert_eq!(
        compute(&|emit| {
            let one = emit.value(1);
            emit.op(Opcode::SIN, OverloadKind::F32, [one])
        }),
        "argument value of Sin has type i32, expected type float; convert the value or pass another overload"
    );
    assert_eq!(
        compute(&|emit| emit.op(Opcode::THREAD_ID, OverloadKind::I32, [0.5])),
        "argument component of ThreadId is the float 0.5, expected type i32; \
         convert the value or pass another overload"
    );
    assert_eq!(
        compute(&|emit| emit.op(Opcode::FMAX, None, [Operand::Undef, Operand::Undef])),
        "the arguments of FMax do not determine its overload; pass a permitted overload: f16, f32, f64, \
         a vector of f16, a vector of f32, a vector of f64"
    );
    assert_eq!(
        compute(&|emit| emit.op(Opcode::FMAX, OverloadKind::I32, [1, 2])),
        "overload type 0 of FMax is i32, expected f16, f32, f64, a vector of f16, a vector of f32, a vector of f64"
    );
    assert_eq!(
        compute(&|emit| {
            let thread = emit.op(Opcode::THREAD_ID, None, [0])?;
            emit.op(Opcode::BARRIER, None, [thread])
        }),
        "argument barrierMode of Barrier must be a constant; pass a number or a value of `int`"
    );
    assert_eq!(
        compute(&|emit| emit.op(Opcode::BARRIER, None, [Operand::Undef])),
        "argument barrierMode of Barrier must be a constant; pass a number or a value of `int`"
    );
    assert_eq!(
        compute(&|emit| {
            let value = emit.value(1);
            emit.op(Opcode::WAVE_ACTIVE_OP, None, [value.into(), Operand::Int(7), Operand::Int(0)])
        }),
        "argument op of WaveActiveOp is 7, expected 0 (Sum), 1 (Product), 2 (Min), 3 (Max)"
    );
    assert_eq!(
        compute(&|emit| {
            let value = emit.value(1);
            emit.op(Opcode::WAVE_ACTIVE_OP, None, [value.into(), Operand::Int(300), Operand::Int(0)])
        }),
        "argument op of WaveActiveOp is the integer 300, expected type i8; \
         convert the value or pass another overload"
    );
}

fn stages_and_models_are_checked() {
    assert_eq!(
        error_of(ShaderKind::VERTEX, (6, 6), |emit| emit.op(Opcode::DISCARD, None, [true])),
        "Discard is not available in Vertex shaders; stages that have the operation: Pixel"
    );
    assert_eq!(
        error_of(ShaderKind::PIXEL, (6, 0), |emit| emit.op(Opcode::VIEW_ID, OverloadKind::I32, NO_ARGUMENTS)),
        "ViewID needs shader model 6.1; raise the target, which is 6.0"
    );
    assert_eq!(
        error_of(ShaderKind::VERTEX, (6, 6), |emit| emit.barrier(BarrierMode::GROUP)),
        "Vertex shaders have no thread groups to synchronize; use BarrierMode::DEVICE.without_wait()"
    );
    let mut old = shader(ShaderKind::COMPUTE, (6, 5));
    assert_eq!(
        old.wave_size(32).unwrap_err().to_string(),
        "a wave size needs shader model 6.6; raise the target, which is 6.5"
    );
    let heap = |emit: &mut Emitter<'_>| {
        emit.heap_handle(HandleProperties::raw_buffer(), 0, Uniformity::Uniform).map(drop)
    };
    assert_eq!(
        error_of(ShaderKind::COMPUTE, (6, 5), heap),
        "CreateHandleFromHeap needs shader model 6.6; raise the target, which is 6.5"
    );
}

fn bindings_are_checked() {
    let mut shader = shader(ShaderKind::COMPUTE, (6, 6));
    shader.bind(ResourceDesc::raw("first").at(0, 2).array(4)).unwrap();
    // Other classes and spaces have their own registers.
    shader.bind(ResourceDesc::raw("uav").at(0, 2).writable()).unwrap();
    shader.bind(ResourceDesc::raw("elsewhere").at(1, 2).unbounded()).unwrap();
    let mut error = |desc| shader.bind(desc).unwrap_err().to_string();
    assert_eq!(
        error(ResourceDesc::structured("second", 16).at(0, 5)),
        "`first` and `second` both occupy register t5 of space 0; change one of the bindings"
    );
    assert_eq!(
        error(ResourceDesc::raw("behind").at(1, 9)),
        "`elsewhere` and `behind` both occupy register t9 of space 1; change one of the bindings"
    );
    assert_eq!(
        error(ResourceDesc::raw("none").array(0)),
        "`none` has 0 registers from register 0; bind at least one register, up to register 4294967295"
    );
    assert_eq!(
        error(ResourceDesc::cbuffer("constants", 16).writable()),
        "`constants` is a CBuffer and cannot be a UAV; remove `writable`, `coherent`, `ordered` and `with_counter`"
    );
    assert_eq!(
        error(ResourceDesc::raw("bytes").at(3, 0).with_counter()),
        "`bytes` is a RawBuffer and has no hidden counter; use a structured buffer"
    );
}

fn handles_are_checked() {
    let mut builder = shader(ShaderKind::COMPUTE, (6, 6));
    let textures = ResourceDesc::texture("textures", ResourceKind::TEXTURE_2D, ElementType::F32, 4).array(3);
    let textures = builder.bind(textures).unwrap();
    let buffer = builder.bind(ResourceDesc::raw("buffer").at(0, 8)).unwrap();
    let mut foreign = shader(ShaderKind::COMPUTE, (6, 6));
    let mut emit = builder.body().unwrap();
    assert_eq!(
        emit.handle_at(textures, 3, Uniformity::Uniform).unwrap_err().to_string(),
        "index 3 is outside of `textures`, which has 3 registers; clamp the index, or bind a larger array"
    );
    let texture = emit.handle_at(textures, 2, Uniformity::Uniform).unwrap();
    assert_eq!(emit.handle_at(textures, 2, Uniformity::Uniform).unwrap(), texture);
    assert_eq!(
        emit.load_from(texture, OverloadKind::F32, [0], 1).unwrap_err().to_string(),
        "load_from does not accept a Texture2D; use texture_load or cbuffer_row"
    );
    let buffer = emit.handle(buffer).unwrap();
    let one = emit.value(1);
    assert_eq!(
        emit.store_to(buffer, [0], &[one]).unwrap_err().to_string(),
        "store_to does not accept a RawBuffer; bind the resource as writable"
    );
    assert_eq!(
        emit.load_from(buffer, OverloadKind::I32, [0], 5).unwrap_err().to_string(),
        "an access has 5 components, expected 1 to 4; split it"
    );
    drop(emit);
    let mut emit = foreign.body().unwrap();
    assert_eq!(
        emit.handle(textures).unwrap_err().to_string(),
        "the resource belongs to another shader builder; bind it in this builder"
    );
}

fn textures_are_checked() {
    let mut shader = shader(ShaderKind::PIXEL, (6, 6));
    let array = ResourceDesc::texture("array", ResourceKind::TEXTURE_2D_ARRAY, ElementType::F32, 4);
    let array = shader.bind(array).unwrap();
    let cube = ResourceDesc::texture("cube", ResourceKind::TEXTURE_CUBE, ElementType::F32, 4).at(0, 1);
    let cube = shader.bind(cube).unwrap();
    let sampler = shader.bind(ResourceDesc::sampler("sampler")).unwrap();
    let mut emit = shader.body().unwrap();
    let [array, cube, sampler] = [array, cube, sampler].map(|resource| emit.handle(resource).unwrap());
    let half = Operand::Float(0.5);
    let two = [half; 2];
    let three = [half; 3];
    let message = |error: Result<Vec<dxil_ir::Value>>| error.unwrap_err().to_string();
    assert_eq!(
        message(emit.sample(array, sampler, OverloadKind::F32, &Sample::at(&two))),
        "a sample on a Texture2DArray has 2 coordinates, expected 3; pass x, y, array index"
    );
    let offsets = Sample { offsets: &two, ..Sample::at(&three) };
    assert_eq!(
        message(emit.sample(cube, sampler, OverloadKind::F32, &offsets)),
        "an access to a TextureCube has 2 offsets, expected 0; pass one offset for each axis, or none"
    );
    let compared = Sample { compared: Some(half), ..Sample::at(&three) };
    assert_eq!(
        message(emit.sample(array, sampler, OverloadKind::F32, &compared)),
        "a comparison needs a comparison sampler; bind a comparison_sampler"
    );
    assert_eq!(
        message(emit.sample(array, cube, OverloadKind::F32, &Sample::at(&three))),
        "a sample does not accept a TextureCube; pass the sampler as the second handle"
    );
    let at = [Operand::Int(0); 3];
    assert_eq!(
        message(emit.texture_load(cube, OverloadKind::F32, &at, 0, &[])),
        "texture_load does not accept a TextureCube; use sample or load_from"
    );
    assert_eq!(
        message(emit.gather(array, sampler, OverloadKind::F32, 0, &Sample::at(&two))),
        "a sample on a Texture2DArray has 2 coordinates, expected 3; pass x, y, array index"
    );
    // The offset of a sample is a constant before shader model 6.7.
    let index = emit.value(1);
    let sum = emit.binary(BinaryOp::Add, index, index);
    let offsets = [sum.into(), 0.into()];
    let offsets = Sample { offsets: &offsets, lod: Lod::Level(0.into()), ..Sample::at(&three) };
    assert_eq!(
        message(emit.sample(array, sampler, OverloadKind::F32, &offsets)),
        "argument offset0 of SampleLevel must be a constant; variable offsets need shader model 6.7"
    );
}

fn signatures_are_checked() {
    let mut builder = shader(ShaderKind::PIXEL, (6, 6));
    let element = |name| Element::new(name, ElementType::F32, 4);
    let mut error = |element| builder.input(element).unwrap_err().to_string();
    assert_eq!(
        error(element("SV_VertexID")),
        "`SV_VertexID` is not available in this signature (PixelInput); use a name without the prefix SV_, or \
         another stage"
    );
    assert_eq!(
        error(element("SV_Colour")),
        "`SV_Colour` is not a system value; use a name of Direct3D 12, or a name without the prefix SV_"
    );
    assert_eq!(
        error(Element::new("LONG", ElementType::U64, 1)),
        "`LONG` has components of type U64, which signatures do not have; use 16-bit or 32-bit components"
    );
    assert_eq!(
        error(Element::new("WIDE", ElementType::F32, 5)),
        "`WIDE` has 1 rows and 5 columns; use 1 to 32 rows, and 1 to 4 columns"
    );
    assert_eq!(
        error(element("TALL").rows(u32::MAX)),
        "`TALL` has 4294967295 rows and 4 columns; use 1 to 32 rows, and 1 to 4 columns"
    );
    assert_eq!(
        error(element("TALL").rows(33)),
        "`TALL` has 33 rows and 4 columns; use 1 to 32 rows, and 1 to 4 columns"
    );
    assert_eq!(
        error(element("TEXCOORD99999999999")),
        "a semantic index of `TEXCOORD99999999999` exceeds 4294967295; use a smaller index"
    );
    assert_eq!(
        error(element("TEXCOORD4294967295").rows(2)),
        "a semantic index of `TEXCOORD4294967295` exceeds 4294967295; use a smaller index"
    );
    let mut geometry = shader(ShaderKind::GEOMETRY, (6, 6));
    for stream in [4, u32::MAX] {
        assert_eq!(
            geometry.output(element("COLOR").in_stream(stream)).unwrap_err().to_string(),
            format!("`COLOR` is in output stream {stream}; use a stream from 0 to 3")
        );
    }
    geometry.output(element("COLOR4294967295").rows(1).in_stream(3)).unwrap();
    geometry.output(element("TEXCOORD").rows(32)).unwrap();
    let mut compute = shader(ShaderKind::COMPUTE, (6, 6));
    assert_eq!(
        compute.output(element("COLOR")).unwrap_err().to_string(),
        "Compute shaders have no output signature; remove the element, or use a resource"
    );
    let (input, output) =
        (builder.input(element("COLOR")).unwrap(), builder.output(element("SV_Target")).unwrap());
    let mut emit = builder.body().unwrap();
    assert_eq!(
        emit.load_element(input, 0, 4).unwrap_err().to_string(),
        "column 4 or the row is outside of `COLOR`; the element has 1 rows and 4 columns"
    );
    assert_eq!(
        emit.load_element(output, 0, 0).unwrap_err().to_string(),
        "LoadInput does not access `SV_Target`, which is in another signature; load inputs and store \
         outputs"
    );
    let one = emit.value(1);
    assert_eq!(
        emit.store_element(output, 0, 0, one).unwrap_err().to_string(),
        "argument value of StoreOutput has type i32, expected type float; convert the value or pass another overload"
    );
    assert_eq!(
        emit.output(output, &[one]).unwrap_err().to_string(),
        "`SV_Target` has 4 columns, not 1; pass one value for each column"
    );
}

/// A vertex shader that stores zeros to all outputs; the register of each output.
fn registers(elements: Vec<Element>) -> std::result::Result<Vec<(i32, i8)>, EmitError> {
    let mut shader = shader(ShaderKind::VERTEX, (6, 6));
    let columns: Vec<_> = elements.iter().map(|element| element.columns).collect();
    let slots: Vec<_> = elements.into_iter().map(|element| shader.output(element).unwrap()).collect();
    shader.emit(|emit| {
        for (slot, columns) in slots.into_iter().zip(columns) {
            (0..columns).try_for_each(|column| emit.store_element(slot, 0, column.into(), 0.0))?;
        }
        emit.ret(None);
        Ok(())
    })?;
    let finished = shader.finish()?;
    let signatures = finished.shader.entry_points[0].signatures.clone().unwrap();
    Ok(signatures.outputs.unwrap().iter().map(|element| (element.start_row, element.start_column)).collect())
}

fn registers_are_fixed_or_packed() {
    let element = |name: &str, columns| Element::new(name, ElementType::F32, columns);
    let packed = registers(vec![element("A", 3), element("B", 2), element("C", 1)]).unwrap();
    assert_eq!(packed, [(0, 0), (1, 0), (0, 3)]);
    let fixed = registers(vec![element("A", 3), element("B", 2).row(0), element("C", 1).at(5, 1)]).unwrap();
    assert_eq!(fixed, [(1, 0), (0, 0), (5, 1)]);
    let conflict = registers(vec![element("A", 3).row(2), element("B2", 2).at(2, 1)]).unwrap_err();
    assert_eq!(
        conflict.to_string(),
        "`B2` and `A0` both occupy row 2, column 1; choose another register, or let `finish` choose it"
    );
    let last = registers(vec![element("A", 1).row(32)]).unwrap_err();
    assert_eq!(
        last.to_string(),
        "`A0` needs rows after the last row, 31; choose another register, or let `finish` choose it"
    );
    let many = (0..33).map(|index| element(&format!("A{index}"), 4)).collect();
    assert_eq!(
        registers(many).unwrap_err().to_string(),
        "no free registers for `A32`: a signature has 32 registers of 4 columns; remove or merge elements"
    );
}

fn control_flow_is_checked() {
    assert_eq!(
        finish_error(|_| Ok(())),
        "block 0 of function `main` has no terminator; end the block with ret, jump or branch_if"
    );
    assert_eq!(
        finish_error(|emit| {
            let truth = emit.op(Opcode::WAVE_IS_FIRST_LANE, None, NO_ARGUMENTS)?;
            let [then, merge] = [(); 2].map(|()| emit.add_block());
            emit.branch_if(truth, then, merge);
            emit.switch_to(then);
            emit.jump(merge);
            Ok(())
        }),
        "block 2 of function `main` has no terminator; end the block with ret, jump or branch_if"
    );
    assert_eq!(
        finish_error(|emit| {
            emit.begin_loop();
            emit.ret(None);
            Ok(())
        }),
        "the loop is not closed; call end_loop"
    );
    let nested = |close: fn(&mut Emitter<'_>, dxil::emit::If, dxil::emit::Loop) -> Result<()>| {
        error_of(ShaderKind::COMPUTE, (6, 6), |emit| {
            let truth = emit.op(Opcode::WAVE_IS_FIRST_LANE, None, NO_ARGUMENTS)?;
            let outer = emit.begin_if(truth);
            let inner = emit.begin_loop();
            close(emit, outer, inner)
        })
    };
    assert_eq!(
        nested(|emit, outer, _| Ok(emit.end_if(outer)?)),
        "end_if while a nested loop is open; call end_loop first"
    );
    assert_eq!(
        nested(|emit, mut outer, _| Ok(emit.begin_else(&mut outer)?)),
        "begin_else while a nested loop is open; call end_loop first"
    );
    assert_eq!(
        nested(|emit, _, inner| {
            emit.begin_continuing(&inner)?;
            Ok(emit.continue_loop(&inner)?)
        }),
        "continue_loop in the continuing part of the loop; end the continuing part instead"
    );
    assert_eq!(
        error_of(ShaderKind::COMPUTE, (6, 6), |emit| {
            let one = emit.value(1);
            let switch = emit.begin_switch(one, &[&[1, 2], &[3]])?;
            Ok(emit.begin_case(&switch, 3)?)
        }),
        "the switch has no case 3; pass 0 to 2"
    );
    assert_eq!(
        error_of(ShaderKind::COMPUTE, (6, 6), |emit| {
            let one = emit.value(1);
            Ok(emit.begin_switch(one, &[&[1, 2], &[2]])?)
        }),
        "two cases of a switch have the number 2; remove the number from a case"
    );
}

fn unreachable_code_is_dropped() {
    let mut shader = shader(ShaderKind::COMPUTE, (6, 6));
    shader
        .emit(|emit| {
            let truth = emit.op(Opcode::WAVE_IS_FIRST_LANE, None, NO_ARGUMENTS)?;
            let mut branch = emit.begin_if(truth);
            emit.ret(None);
            emit.op(Opcode::THREAD_ID, None, [0])?;
            emit.begin_else(&mut branch)?;
            emit.ret(None);
            emit.end_if(branch)?;
            // No path leads here, so the block needs no terminator.
            emit.op(Opcode::GROUP_ID, None, [0])?;
            Ok(())
        })
        .unwrap();
    let finished = shader.finish().unwrap();
    let (_, _, body) = finished.module.bodies().next().unwrap();
    assert_eq!((body.layout.len(), body.in_order().count()), (3, 4));
    let names: Vec<_> = finished.module.globals.values().map(|global| global.name.to_string()).collect();
    assert_eq!(names, ["main", "dx.op.waveIsFirstLane"]);
}

fn values_dominate_their_uses() {
    let use_after = |is_in_prologue: bool| {
        let mut shader = shader(ShaderKind::COMPUTE, (6, 6));
        let buffer = shader.bind(ResourceDesc::raw("buffer").writable()).unwrap();
        shader
            .emit(|emit| {
                let truth = emit.op(Opcode::WAVE_IS_FIRST_LANE, None, NO_ARGUMENTS)?;
                let branch = emit.begin_if(truth);
                let thread = match is_in_prologue {
                    true => emit.in_prologue(|emit| emit.op(Opcode::THREAD_ID, None, [0]))?,
                    false => emit.op(Opcode::THREAD_ID, None, [0])?,
                };
                // The handle is created at the start of the function.
                let buffer = emit.handle(buffer)?;
                emit.end_if(branch)?;
                emit.store_to(buffer, [0], &[thread])?;
                emit.ret(None);
                Ok(())
            })
            .unwrap();
        shader.finish()
    };
    use_after(true).unwrap();
    let error = use_after(false).unwrap_err();
    assert!(matches!(error, EmitError::Invalid { .. }));
    let message = error.to_string();
    assert!(
        message.contains("does not dominate this use; define the value in a block that dominates"),
        "{message}"
    );
}

fn group_shared_memory_is_limited() {
    let mut shader = shader(ShaderKind::COMPUTE, (6, 6));
    let i32 = shader.module().types.int(32);
    let tile = shader.group_shared("tile", i32, Some(8192));
    let count = shader.group_shared("count", i32, None);
    shader.group_shared("unused", i32, Some(9000));
    shader
        .emit(|emit| {
            let (zero, one) = (emit.value(0), emit.value(1));
            let ty = emit.module().types.array(i32, 8192);
            let element = emit.element_pointer(true, ty, tile, &[zero, zero])?;
            emit.atomic(dxil_ir::RmwOp::Add, element, one)?;
            emit.group_compare_exchange(count, zero, one)?;
            emit.ret(None);
            Ok(())
        })
        .unwrap();
    assert_eq!(
        shader.finish().unwrap_err().to_string(),
        "group-shared variables have 32772 bytes, expected at most 32768; reduce them: `tile` 32768, `count` 4"
    );
}

/// A shader that uses a group-shared variable of 33,000 bytes, with this limit.
fn large_group_shared(limit: Option<u32>) -> Result<dxil::emit::Finished> {
    let mut shader = shader(ShaderKind::COMPUTE, (6, 10));
    if let Some(limit) = limit {
        shader.property(EntryProperty::GroupSharedLimit(limit));
    }
    let i32 = shader.module().types.int(32);
    let tile = shader.group_shared("tile", i32, Some(8250));
    shader.emit(|emit| {
        let (zero, one) = (emit.value(0), emit.value(1));
        let ty = emit.module().types.array(i32, 8250);
        let element = emit.element_pointer(true, ty, tile, &[zero, zero])?;
        emit.atomic(dxil_ir::RmwOp::Add, element, one)?;
        emit.ret(None);
        Ok(())
    })?;
    shader.finish()
}

fn group_shared_limits_of_entries_are_respected() {
    large_group_shared(Some(33_000)).unwrap();
    for (limit, expected) in [(None, 32_768), (Some(32_999), 32_999)] {
        assert_eq!(
            large_group_shared(limit).unwrap_err().to_string(),
            format!(
                "group-shared variables have 33000 bytes, expected at most {expected}; reduce them: `tile` 33000"
            )
        );
    }
}

fn nesting_of_group_shared_types_is_limited() {
    let mut shader = shader(ShaderKind::COMPUTE, (6, 6));
    let i32 = shader.module().types.int(32);
    let pointer = shader.module().types.pointer(i32, AddressSpace::GROUP_SHARED.0);
    let nested = (0..=dxil_ir::limits::LAYOUT_DEPTH).fold(i32, |ty, _| shader.module().types.array(ty, 1));
    let variable = shader.group_shared("nested", nested, None);
    shader
        .emit(|emit| {
            let element = emit.cast(CastOp::Bitcast, variable, pointer);
            let one = emit.value(1);
            emit.atomic(dxil_ir::RmwOp::Add, element, one)?;
            emit.ret(None);
            Ok(())
        })
        .unwrap();
    let message = shader.finish().unwrap_err().to_string();
    assert!(message.contains("nesting depth of the type of a group-shared variable"), "{message}");
}

/// A front end can change the emitted code with an editing session, and then emit more code.
fn finished_modules_can_be_edited() {
    let mut shader = shader(ShaderKind::COMPUTE, (6, 6));
    let buffer = shader.bind(ResourceDesc::raw("buffer").writable()).unwrap();
    let entry = shader.entry().unwrap();
    let next = shader
        .emit(|emit| {
            let thread = emit.op(Opcode::THREAD_ID, None, [0])?;
            let two = emit.value(2);
            let product = emit.binary(BinaryOp::Mul, thread, two);
            let next = emit.add_block();
            let buffer = emit.handle(buffer)?;
            emit.store_to(buffer, [0], &[product])?;
            emit.jump(next);
            emit.switch_to(next);
            emit.ret(None);
            Ok(next)
        })
        .unwrap();
    let mut editor = Editor::new(shader.module(), entry).unwrap();
    assert_eq!(editor.blocks().nth(1), Some(next));
    let ids = editor.all_instructions();
    let product =
        ids.into_iter().find(|id| matches!(editor.op(*id), Some(dxil_ir::Op::Binary { .. }))).unwrap();
    let operand = editor.operands(product)[0];
    editor.replace_and_erase(product, operand).unwrap();
    drop(editor);
    let finished = shader.finish().unwrap();
    assert!(finished.container(&dxil::assemble::Options::default()).unwrap().starts_with(b"DXBC"));
}

/// The last block in layout order is the merge block of the inner `if`, which ends with a branch.
fn bodies_continue_in_the_current_block() {
    let mut shader = shader(ShaderKind::COMPUTE, (6, 6));
    let buffer = shader.bind(ResourceDesc::raw("buffer").writable()).unwrap();
    let current = shader
        .emit(|emit| {
            let truth = emit.op(Opcode::WAVE_IS_FIRST_LANE, None, NO_ARGUMENTS)?;
            let outer = emit.begin_if(truth);
            let inner = emit.begin_if(truth);
            emit.end_if(inner)?;
            emit.end_if(outer)?;
            assert_ne!(emit.body().layout.last(), Some(&emit.block()));
            Ok(emit.block())
        })
        .unwrap();
    shader
        .emit(|emit| {
            assert_eq!((emit.block(), emit.is_terminated()), (current, false));
            let buffer = emit.handle(buffer)?;
            let one = emit.value(1);
            emit.store_to(buffer, [0], &[one])?;
            emit.ret(None);
            Ok(())
        })
        .unwrap();
    let finished = shader.finish().unwrap();
    let (_, _, body) = finished.module.bodies().next().unwrap();
    let functions: Vec<_> = finished.module.globals.values().map(|global| global.name.to_string()).collect();
    assert!(functions.iter().any(|name| name.starts_with("dx.op.rawBufferStore")), "{functions:?}");
    assert!(body.instructions_of(current).len() > 1);
}
