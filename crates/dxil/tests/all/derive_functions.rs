//! What functions ask: one case for each thing that code does and for what validators made of it over time, calls in
//! circles, and programs that are wrong or shared without measure.

pub(crate) mod flag_cases;

use crate::program::{Made, call, handle};
use dx_container::enums::{ElementType, InterpolationMode, ResourceKind, SemanticKind, ShaderKind};
use dx_container::flags::{ShaderFlags, ShaderStageFlags};
use dxil::derive::functions::{COLLECTED, FunctionInfo};
use dxil::derive::{Functions, rdat};
use dxil::ops::{Opcode, OverloadKind};
use dxil::shader::{
    EntryProperty, HandleProperties, ShaderModel, SignatureElement, Signatures, WaveRange, WaveSize,
};
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::{CastOp, GlobalId};
use flag_cases::{Fill, atomic64, from_heap, overload, variable, word};
use located::Kind as _;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    code_asks_for_flags,
    validators_differ,
    code_asks_for_models_and_stages,
    entries_ask_for_more,
    signatures_ask_for_flags,
    resources_ask_for_flags,
    callers_ask_what_callees_ask,
    bad_programs_are_refused,
    shaders_have_no_rdat
];

/// What the only function of a library asks, for a validator.
fn info(validator: (u32, u32), fill: Fill) -> Result<FunctionInfo, &'static str> {
    let mut made = Made::new(ShaderKind::LIBRARY, validator);
    let id = made.function("f", fill);
    let functions = Functions::of(&made.program()).map_err(|error| error.kind().code())?;
    Ok(functions.get(id).unwrap().clone())
}

/// Flags that follow from each thing that code does, with the newest validator.
fn code_asks_for_flags() {
    use ShaderFlags as F;
    let mut seen = ShaderFlags::empty();
    let cases = [
        flag_cases::TYPES,
        flag_cases::OPERATIONS,
        flag_cases::SAMPLES,
        flag_cases::HANDLES,
        flag_cases::GROUPS,
    ];
    for (what, fill, expected) in cases.into_iter().flatten() {
        let found = info((1, 9), *fill).unwrap().flags & COLLECTED;
        assert_eq!(found, *expected, "{what}");
        seen |= found;
    }
    // These follow from signatures and resources, not from code.
    let others = F::STENCIL_REF
        | F::SHADING_RATE
        | F::VIEWPORT_AND_RT_ARRAY_INDEX
        | F::DERIVATIVES_IN_MESH_AND_AMP_SHADERS
        | F::MAX_64_UAVS
        | F::UAVS_AT_EVERY_STAGE
        | F::ENABLE_RAW_AND_STRUCTURED_BUFFERS
        // There is no shader model 4 in DXIL.
        | F::CS_RAW_AND_STRUCTURED_VIA_SHADER_4X;
    assert_eq!(COLLECTED - seen, others, "flags without a case");
}

/// What older validators made of the same code: flags that they did not know, stages and shader models.
fn validators_differ() {
    let sample: Fill = |b, _| {
        let clamp = b.float(1.0);
        call(b, Opcode::SAMPLE, &overload(OverloadKind::F32), &[("clamp", clamp)]);
    };
    let with_groups = ShaderStageFlags::COMPUTE | ShaderStageFlags::MESH | ShaderStageFlags::AMPLIFICATION;
    let (old, new) = (info((1, 7), sample).unwrap(), info((1, 8), sample).unwrap());
    let flags =
        [&old, &new].map(|info| info.flags & (ShaderFlags::TILED_RESOURCES | ShaderFlags::USES_DERIVATIVES));
    assert_eq!(flags, [ShaderFlags::empty(), ShaderFlags::TILED_RESOURCES | ShaderFlags::USES_DERIVATIVES]);
    assert_eq!(
        [old.stages, new.stages].map(|stages| stages & with_groups),
        [ShaderStageFlags::empty(), with_groups]
    );

    // UAVs that a module has and a function does not use.
    let nothing: Fill = |_, _| {};
    let both = ShaderFlags::RES_MAY_NOT_ALIAS | ShaderFlags::WRITEABLE_MSAA_TEXTURES;
    assert_eq!([(1, 7), (1, 8)].map(|it| info(it, nothing).unwrap().flags), [both, ShaderFlags::empty()]);
    let stages = [(1, 4), (1, 7), (1, 8), (0, 0)].map(|it| info(it, nothing).unwrap().stages.bits());
    assert_eq!(stages, [0x1fff, 0x7fff, 0xffff, 0xffff]);

    let attribute: Fill = |b, _| {
        call(b, Opcode::ATTRIBUTE_AT_VERTEX, &overload(OverloadKind::F32), &[]);
    };
    let flags = [(1, 5), (1, 6)].map(|it| info(it, attribute).unwrap().flags & ShaderFlags::BARYCENTRICS);
    assert_eq!(flags, [ShaderFlags::empty(), ShaderFlags::BARYCENTRICS]);

    let load: Fill = |b, uavs| {
        let properties = HandleProperties { words: [0x100b, 0] }.constant(b.module());
        let handle = handle(b, uavs[0]);
        let handle = call(b, Opcode::ANNOTATE_HANDLE, &[], &[("res", handle), ("props", properties)]);
        call(b, Opcode::BUFFER_LOAD, &overload(OverloadKind::F32), &[("srv", handle)]);
    };
    let formats = ShaderFlags::UAV_LOAD_ADDITIONAL_FORMATS;
    let flags = [(1, 0), (1, 1)].map(|it| info(it, load).unwrap().flags & formats);
    assert_eq!(flags, [formats, ShaderFlags::empty()]);
    // A linker can translate handles; 1.6 did not know that.
    let models = [(1, 5), (1, 6), (1, 7)].map(|it| info(it, load).unwrap().model);
    assert_eq!(models, [(6, 0), (6, 6), (6, 0)]);
}

/// What operations and flags ask of the shader model and the stage, in a library and by barriers.
fn code_asks_for_models_and_stages() {
    use ShaderStageFlags as S;
    let group = S::COMPUTE | S::AMPLIFICATION | S::MESH | S::NODE;
    let all = S::from_bits_retain(0xffff);
    fn barrier(b: &mut FunctionBuilder<'_>, memory: i64, semantics: i64) {
        let with = [("MemoryTypeFlags", word(b, memory)), ("SemanticFlags", word(b, semantics))];
        call(b, Opcode::BARRIER_BY_MEMORY_TYPE, &[], &with);
    }
    let cases: &[(&str, Fill, (u32, u32), S)] = &[
        ("nothing", |_, _| {}, (6, 0), all),
        (
            "view",
            |b, _| {
                call(b, Opcode::VIEW_ID, &[], &[]);
            },
            (6, 1),
            { S::VERTEX | S::HULL | S::DOMAIN | S::GEOMETRY | S::PIXEL | S::MESH },
        ),
        (
            "thread",
            |b, _| {
                call(b, Opcode::THREAD_ID, &[], &[]);
            },
            (6, 0),
            group,
        ),
        ("memory of the device", |b, _| barrier(b, 1, 4), (6, 0), all),
        ("memory of the group", |b, _| barrier(b, 2, 2), (6, 0), group | S::LIBRARY),
        ("all memory, of a group", |b, _| barrier(b, 15, 2), (6, 0), group | S::LIBRARY),
        ("all memory, of the device", |b, _| barrier(b, 15, 4), (6, 0), all),
        ("no memory", |b, _| barrier(b, 0, 0), (6, 8), all),
        ("records", |b, _| barrier(b, 4, 4), (6, 8), S::NODE | S::LIBRARY),
        ("reordered", |b, _| barrier(b, 1, 8), (6, 9), S::RAY_GENERATION | S::LIBRARY),
        (
            "atomic",
            |b, _| {
                let handle = from_heap(b, 0x100b);
                atomic64(b, handle);
            },
            (6, 6),
            all,
        ),
    ];
    for (what, fill, model, stages) in cases {
        let found = info((1, 9), *fill).unwrap();
        assert_eq!((found.model, found.stages), (*model, *stages), "{what}");
    }
    // A shader has no linker behind it.
    let mut made = Made::new(ShaderKind::COMPUTE, (1, 9));
    let id = made.function("main", |b, _| barrier(b, 1, 4));
    assert_eq!(Functions::of(&made.program()).unwrap().get(id).unwrap().model, (6, 8));
}

/// What an entry asks besides: its stage, its waves, derivatives where they came late, its signatures.
fn entries_ask_for_more() {
    let derivative: Fill = |b, _| {
        call(b, Opcode::DERIV_FINE_X, &overload(OverloadKind::F32), &[]);
    };
    let entry = |stage, property: Option<EntryProperty>, fill: Fill| {
        let mut made = Made::new(ShaderKind::LIBRARY, (1, 9));
        let id = made.function("main", fill);
        made.add_entry(id, stage);
        made.shader.entry_points[1].properties.as_mut().unwrap().items.extend(property);
        Functions::of(&made.program()).unwrap().get(id).unwrap().clone()
    };
    let nothing: Fill = |_, _| {};
    let models = [
        (ShaderKind::COMPUTE, (6, 0)),
        (ShaderKind::MESH, (6, 5)),
        (ShaderKind::MISS, (6, 3)),
        (ShaderKind::NODE, (6, 8)),
    ];
    for (stage, model) in models {
        let found = entry(stage, None, nothing);
        assert_eq!((found.kind, found.model, found.stages.bits()), (stage, model, 1 << stage.0));
    }
    let lanes = EntryProperty::WaveSize(WaveSize { lanes: 32, extra: Vec::new() });
    assert_eq!(entry(ShaderKind::COMPUTE, Some(lanes), nothing).model, (6, 6));
    let range = WaveRange { min: 4, max: 32, preferred: 0, extra: Vec::new() };
    assert_eq!(entry(ShaderKind::COMPUTE, Some(EntryProperty::WaveRange(range)), nothing).model, (6, 8));
    assert_eq!(entry(ShaderKind::COMPUTE, None, derivative).model, (6, 6));
    let late = ShaderFlags::DERIVATIVES_IN_MESH_AND_AMP_SHADERS;
    assert!(entry(ShaderKind::MESH, None, derivative).flags.contains(late));
    assert!(!entry(ShaderKind::PIXEL, None, derivative).flags.intersects(late));
}

fn element(semantic: SemanticKind) -> SignatureElement {
    SignatureElement {
        id: 0,
        name: "SV".into(),
        element_type: ElementType::U32,
        semantic,
        semantic_indices: None,
        interpolation: InterpolationMode::UNDEFINED,
        rows: 1,
        columns: 1,
        start_row: 0,
        start_column: 0,
        properties: None,
        extra: Vec::new(),
    }
}

/// What goes into an entry and comes out of it asks for flags, in some stages, and for some validators.
fn signatures_ask_for_flags() {
    use SemanticKind as S;
    use ShaderFlags as F;
    let flags = |stage, validator, (input, output): (Option<S>, Option<S>)| {
        let mut made = Made::new(stage, validator);
        let id = made.function("main", |_, _| {});
        let elements = |kind: Option<S>| kind.map(|kind| vec![element(kind)]);
        let point = &mut made.shader.entry_points[0];
        point.function = Some(id);
        point.signatures =
            Some(Signatures { inputs: elements(input), outputs: elements(output), ..Signatures::default() });
        Functions::of(&made.program()).unwrap().get(id).unwrap().flags
    };
    let index = F::VIEWPORT_AND_RT_ARRAY_INDEX;
    let (read, written) =
        ((Some(S::VIEW_PORT_ARRAY_INDEX), None), (None, Some(S::RENDER_TARGET_ARRAY_INDEX)));
    let cases = [
        (ShaderKind::GEOMETRY, (1, 0), read, index, true),
        (ShaderKind::DOMAIN, (1, 3), read, index, false),
        (ShaderKind::DOMAIN, (1, 4), read, index, true),
        (ShaderKind::PIXEL, (1, 9), read, index, false),
        (ShaderKind::VERTEX, (1, 0), written, index, true),
        (ShaderKind::GEOMETRY, (1, 9), written, index, false),
        (ShaderKind::PIXEL, (1, 9), (None, Some(S::STENCIL_REF)), F::STENCIL_REF, true),
        (ShaderKind::VERTEX, (1, 9), (None, Some(S::STENCIL_REF)), F::STENCIL_REF, false),
        (ShaderKind::PIXEL, (1, 9), (None, Some(S::INNER_COVERAGE)), F::INNER_COVERAGE, true),
        (ShaderKind::PIXEL, (1, 9), (Some(S::SHADING_RATE), None), F::SHADING_RATE, true),
        (ShaderKind::VERTEX, (1, 9), (None, Some(S::SHADING_RATE)), F::SHADING_RATE, true),
        (ShaderKind::PIXEL, (1, 6), (Some(S::BARYCENTRICS), None), F::BARYCENTRICS, true),
        (ShaderKind::PIXEL, (1, 5), (Some(S::BARYCENTRICS), None), F::BARYCENTRICS, false),
    ];
    for (stage, validator, signature, flag, expected) in cases {
        let found = flags(stage, validator, signature).contains(flag);
        assert_eq!(found, expected, "{stage} {validator:?} {signature:?} {flag:?}");
    }
}

/// What the resources of a module ask, whatever its code does.
fn resources_ask_for_flags() {
    use ShaderFlags as F;
    let flags = |stage, validator, size| {
        let mut made = Made::new(stage, validator);
        let uavs = made.shader.entry_points[0].resources.as_mut().unwrap().uavs.as_mut().unwrap();
        uavs[0].shape = ResourceKind::RAW_BUFFER;
        uavs[1].is_rasterizer_ordered = true;
        uavs[1].range.size = size;
        made.function("main", |_, _| {});
        let all = F::MAX_64_UAVS | F::UAVS_AT_EVERY_STAGE | F::ROVS | F::ENABLE_RAW_AND_STRUCTURED_BUFFERS;
        Functions::of(&made.program()).unwrap().module_flags() & all
    };
    let always = F::ROVS | F::ENABLE_RAW_AND_STRUCTURED_BUFFERS;
    assert_eq!(flags(ShaderKind::PIXEL, (1, 9), 7), always);
    assert_eq!(flags(ShaderKind::PIXEL, (1, 9), 8), always | F::MAX_64_UAVS);
    assert_eq!(flags(ShaderKind::PIXEL, (1, 9), u32::MAX), always | F::MAX_64_UAVS);
    assert_eq!(flags(ShaderKind::PIXEL, (1, 5), u32::MAX), always);
    assert_eq!(flags(ShaderKind::VERTEX, (1, 9), 1), always | F::UAVS_AT_EVERY_STAGE);
    assert_eq!(flags(ShaderKind::MESH, (1, 7), 1), always | F::UAVS_AT_EVERY_STAGE);
    assert_eq!(flags(ShaderKind::MESH, (1, 8), 1), always);
}

/// Whoever calls a function asks what that one asks, also in circles; before 1.8, nobody thought of it.
fn callers_ask_what_callees_ask() {
    let made = |validator| {
        let mut made = Made::new(ShaderKind::LIBRARY, validator);
        let [first, second, third] = ["first", "second", "third"].map(|name| {
            let void = made.module.types.void();
            let ty = made.module.types.function(void, &[]);
            made.module.define_function(name, ty)
        });
        made.fill(first, |b, _| {
            b.call(second, &[]).unwrap();
        });
        made.fill(second, |b, _| {
            b.call(third, &[]).unwrap();
        });
        made.fill(third, |b, _| {
            call(b, Opcode::VIEW_ID, &[], &[]);
            b.call(first, &[]).unwrap();
        });
        let functions = Functions::of(&made.program()).unwrap();
        [first, second, third].map(|id| functions.get(id).unwrap().clone())
    };
    let [first, second, third] = made((1, 8));
    for info in [&first, &second] {
        assert_eq!((info.flags, info.model, info.stages), (third.flags, (6, 1), third.stages));
    }
    assert_eq!(first.callees, [second.function]);
    let [first, _, third] = made((1, 7));
    assert!(third.flags.contains(ShaderFlags::VIEW_ID) && !first.flags.contains(ShaderFlags::VIEW_ID));
    assert_eq!((first.model, first.stages.bits()), ((6, 0), 0x7fff));
}

/// Programs of which nothing can be derived are refused, and say why; ids of nothing are no more than that.
fn bad_programs_are_refused() {
    let cases: &[(&str, Fill)] = &[
        ("derive.call", |b, _| {
            let (void, i32) = (b.module().types.void(), b.module().types.int(32));
            let ty = b.module().types.function(void, &[i32]);
            let function = b.module().declare_function("dx.op.nonsense", ty);
            let opcode = b.int(i32, 9999);
            b.call(function, &[opcode]).unwrap();
        }),
        ("derive.not-constant", |b, _| {
            let (value, truth) = (variable(b), b.module().types.int(1));
            let heap = b.cast(CastOp::Trunc, value, truth);
            call(b, Opcode::CREATE_HANDLE_FROM_HEAP, &[], &[("samplerHeap", heap)]);
        }),
        ("derive.not-constant", |b, _| {
            call(b, Opcode::ANNOTATE_HANDLE, &[], &[]);
        }),
        ("derive.no-handle", |b, _| {
            call(b, Opcode::ATOMIC_BIN_OP, &overload(OverloadKind::I64), &[]);
        }),
        ("derive.no-handle", |b, uavs| {
            // A handle that comes from itself.
            let ty = {
                let handle = handle(b, uavs[0]);
                b.type_of(handle).unwrap()
            };
            let block = b.add_block();
            b.branch(block);
            b.switch_to(block);
            let phi = b.phi(ty);
            b.add_incoming(phi, phi.into(), block);
            atomic64(b, phi.into());
        }),
        ("derive.no-resource", |b, _| {
            let i8 = b.module().types.int(8);
            let with = [("resourceClass", b.int(i8, 1)), ("rangeId", word(b, 7))];
            call(b, Opcode::CREATE_HANDLE, &[], &with);
        }),
    ];
    for (code, fill) in cases {
        assert_eq!(info((1, 9), *fill).unwrap_err(), *code);
    }
    let mut made = Made::new(ShaderKind::LIBRARY, (1, 9));
    let id = made.function("f", |_, _| {});
    made.add_entry(GlobalId::from_u32(4242), ShaderKind::MISS);
    made.add_entry(made.uavs[0], ShaderKind::MISS);
    assert_eq!(Functions::of(&made.program()).unwrap().iter().len(), 1);
    assert!(Functions::of(&made.program()).unwrap().get(GlobalId::from_u32(4242)).is_none());
    assert!(rdat(&made.program()).unwrap().is_some());
    // An entry of which nobody says what it is, and a module that says nothing at all.
    made.add_entry(id, ShaderKind::MISS);
    made.shader.entry_points[3].properties = None;
    assert_eq!(Functions::of(&made.program()).unwrap_err().kind().code(), "derive.missing");
    made.shader.model = None;
    assert_eq!(rdat(&made.program()).unwrap_err().kind().code(), "derive.missing");
}

/// A shader is no library.
fn shaders_have_no_rdat() {
    let mut made = Made::new(ShaderKind::LIBRARY, (1, 9));
    made.shader.model = ShaderModel::new(ShaderKind::PIXEL, 6, 8);
    assert!(rdat(&made.program()).unwrap().is_none());
}
