//! Code and the flags that follow from it, one case for each thing that code does, and the pieces that such code is
//! made of. Separate because the list is long.

use dx_container::flags::ShaderFlags as F;
use dxil::ops::{Opcode, Overload, OverloadKind as K};
use dxil::shader::HandleProperties;
use dxil_ir::builder::{Build as _, FunctionBuilder};
use dxil_ir::{BinaryOp, CastOp, GlobalId, RmwOp, Value};

use crate::program::{call, handle};

/// Fills in a function; the variables are those of the two UAVs.
pub(crate) type Fill = fn(&mut FunctionBuilder<'_>, [GlobalId; 2]);

/// A case: what it is, its code, the flags of that.
pub(crate) type Case = (&'static str, Fill, F);

pub(crate) fn overload(kind: K) -> [Overload; 1] {
    [Overload::Scalar(kind)]
}

pub(crate) fn binary(build: &mut FunctionBuilder<'_>, op: BinaryOp, kind: K) -> Value {
    let ty = build.module().types.intern(kind.ty());
    let value = build.undef(ty);
    build.binary(op, value, value)
}

/// A value that is no constant.
pub(crate) fn variable(build: &mut FunctionBuilder<'_>) -> Value {
    binary(build, BinaryOp::Add, K::I32)
}

pub(crate) fn truth(build: &mut FunctionBuilder<'_>, truth: bool) -> Value {
    let ty = build.module().types.int(1);
    build.int(ty, i64::from(truth))
}

pub(crate) fn word(build: &mut FunctionBuilder<'_>, number: i64) -> Value {
    let ty = build.module().types.int(32);
    build.int(ty, number)
}

/// An annotated handle of a UAV from a heap: a texture, or a buffer of bytes.
pub(crate) fn from_heap(build: &mut FunctionBuilder<'_>, first_word: u32) -> Value {
    let no = truth(build, false);
    let with = [("samplerHeap", no), ("nonUniformIndex", no)];
    let found = call(build, Opcode::CREATE_HANDLE_FROM_HEAP, &[], &with);
    let properties = HandleProperties { words: [first_word, 0x401] }.constant(build.module());
    call(build, Opcode::ANNOTATE_HANDLE, &[], &[("res", found), ("props", properties)])
}

pub(crate) fn atomic64(build: &mut FunctionBuilder<'_>, handle: Value) {
    call(build, Opcode::ATOMIC_BIN_OP, &overload(K::I64), &[("handle", handle)]);
}

const HEAP: F = F::RESOURCE_DESCRIPTOR_HEAP_INDEXING.union(F::RES_MAY_NOT_ALIAS);
const UAV: F = F::RES_MAY_NOT_ALIAS;

/// What the types ask that instructions have to do with.
pub(crate) const TYPES: &[Case] = &[
    ("nothing", |_, _| {}, F::empty()),
    (
        "double",
        |b, _| {
            binary(b, BinaryOp::Add, K::F64);
        },
        F::ENABLE_DOUBLE_PRECISION,
    ),
    (
        "division of doubles",
        |b, _| {
            binary(b, BinaryOp::SDiv, K::F64);
        },
        F::ENABLE_DOUBLE_PRECISION.union(F::ENABLE_DOUBLE_EXTENSIONS),
    ),
    (
        "double of an integer",
        |b, _| {
            let (value, double) = (word(b, 1), b.module().types.double());
            b.cast(CastOp::UiToFp, value, double);
        },
        F::ENABLE_DOUBLE_PRECISION.union(F::ENABLE_DOUBLE_EXTENSIONS),
    ),
    (
        "fused doubles",
        |b, _| {
            call(b, Opcode::FMA, &overload(K::F64), &[]);
        },
        F::ENABLE_DOUBLE_PRECISION.union(F::ENABLE_DOUBLE_EXTENSIONS),
    ),
    (
        "64 bits",
        |b, _| {
            binary(b, BinaryOp::Add, K::I64);
        },
        F::INT64_OPS,
    ),
    (
        "half",
        |b, _| {
            binary(b, BinaryOp::Add, K::F16);
        },
        F::LOW_PRECISION_PRESENT,
    ),
    (
        "16 bits",
        |b, _| {
            binary(b, BinaryOp::Add, K::I16);
        },
        F::LOW_PRECISION_PRESENT,
    ),
    (
        "an element of a vector",
        |b, _| {
            let half = b.module().types.half();
            let ty = b.module().types.vector(half, 2);
            let (vector, zero) = (b.undef(ty), word(b, 0));
            b.extract_element(vector, zero).unwrap();
        },
        F::empty(),
    ),
];

/// What single operations ask.
pub(crate) const OPERATIONS: &[Case] = &[
    (
        "wave",
        |b, _| {
            call(b, Opcode::WAVE_IS_FIRST_LANE, &[], &[]);
        },
        F::WAVE_OPS,
    ),
    (
        "feedback",
        |b, _| {
            call(b, Opcode::WRITE_SAMPLER_FEEDBACK_LEVEL, &[], &[]);
        },
        F::SAMPLER_FEEDBACK,
    ),
    (
        "mapping",
        |b, _| {
            call(b, Opcode::CHECK_ACCESS_FULLY_MAPPED, &[], &[]);
        },
        F::TILED_RESOURCES,
    ),
    (
        "msad",
        |b, _| {
            call(b, Opcode::MSAD, &[], &[]);
        },
        F::ENABLE_MSAD,
    ),
    (
        "inner coverage",
        |b, _| {
            call(b, Opcode::INNER_COVERAGE, &[], &[]);
        },
        F::INNER_COVERAGE,
    ),
    (
        "view",
        |b, _| {
            call(b, Opcode::VIEW_ID, &[], &[]);
        },
        F::VIEW_ID,
    ),
    (
        "attribute",
        |b, _| {
            call(b, Opcode::ATTRIBUTE_AT_VERTEX, &overload(K::F32), &[]);
        },
        F::BARYCENTRICS,
    ),
    (
        "query",
        |b, _| {
            call(b, Opcode::ALLOCATE_RAY_QUERY, &[], &[]);
        },
        F::RAYTRACING_1_1,
    ),
    (
        "geometry",
        |b, _| {
            call(b, Opcode::GEOMETRY_INDEX, &[], &[]);
        },
        F::RAYTRACING_1_1,
    ),
    (
        "start",
        |b, _| {
            call(b, Opcode::START_VERTEX_LOCATION, &[], &[]);
        },
        F::EXTENDED_COMMAND_INFO,
    ),
    (
        "derivative",
        |b, _| {
            call(b, Opcode::DERIV_FINE_X, &overload(K::F32), &[]);
        },
        F::USES_DERIVATIVES,
    ),
];

/// What operations ask that sample or store samples.
pub(crate) const SAMPLES: &[Case] = &[
    (
        "sample",
        |b, _| {
            call(b, Opcode::SAMPLE, &overload(K::F32), &[]);
        },
        F::USES_DERIVATIVES,
    ),
    (
        "clamp",
        |b, _| {
            let clamp = b.float(0.5);
            call(b, Opcode::SAMPLE, &overload(K::F32), &[("clamp", clamp)]);
        },
        F::USES_DERIVATIVES.union(F::TILED_RESOURCES),
    ),
    (
        "no clamp",
        |b, _| {
            let clamp = b.float(-0.0);
            call(b, Opcode::SAMPLE, &overload(K::F32), &[("clamp", clamp)]);
        },
        F::USES_DERIVATIVES,
    ),
    (
        "offset",
        |b, _| {
            let offset = variable(b);
            call(b, Opcode::SAMPLE_LEVEL, &overload(K::F32), &[("offset1", offset)]);
        },
        F::ADVANCED_TEXTURE_OPS,
    ),
    (
        "comparison with gradient",
        |b, _| {
            call(b, Opcode::SAMPLE_CMP_GRAD, &overload(K::F32), &[]);
        },
        F::SAMPLE_CMP_GRADIENT_OR_BIAS,
    ),
    (
        "the same before a sample",
        |b, _| {
            call(b, Opcode::SAMPLE_CMP_BIAS, &overload(K::F32), &[]);
            call(b, Opcode::SAMPLE_GRAD, &overload(K::F32), &[]);
        },
        F::USES_DERIVATIVES,
    ),
    (
        "comparison with level",
        |b, _| {
            call(b, Opcode::SAMPLE_CMP_LEVEL, &overload(K::F32), &[]);
        },
        F::ADVANCED_TEXTURE_OPS,
    ),
    (
        "store of a sample",
        |b, _| {
            call(b, Opcode::TEXTURE_STORE_SAMPLE, &overload(K::F32), &[]);
        },
        F::ADVANCED_TEXTURE_OPS.union(F::WRITEABLE_MSAA_TEXTURES),
    ),
];

/// What handles ask, and what is done with them.
pub(crate) const HANDLES: &[Case] = &[
    (
        "UAV",
        |b, uavs| {
            handle(b, uavs[0]);
        },
        UAV,
    ),
    (
        "multisampled UAV",
        |b, uavs| {
            handle(b, uavs[1]);
        },
        UAV.union(F::WRITEABLE_MSAA_TEXTURES),
    ),
    (
        "load of components",
        |b, uavs| {
            let handle = handle(b, uavs[0]);
            call(b, Opcode::TEXTURE_LOAD, &overload(K::F32), &[("srv", handle)]);
        },
        UAV.union(F::UAV_LOAD_ADDITIONAL_FORMATS),
    ),
    (
        "the same of a selected one",
        |b, uavs| {
            let (condition, handles) = (truth(b, true), uavs.map(|uav| handle(b, uav)));
            let handle = b.select(condition, handles[0], handles[1]);
            call(b, Opcode::BUFFER_LOAD, &overload(K::F32), &[("srv", handle)]);
        },
        UAV.union(F::UAV_LOAD_ADDITIONAL_FORMATS).union(F::WRITEABLE_MSAA_TEXTURES),
    ),
    (
        "sampler from a heap",
        |b, _| {
            let yes = truth(b, true);
            let with = [("samplerHeap", yes), ("nonUniformIndex", yes)];
            call(b, Opcode::CREATE_HANDLE_FROM_HEAP, &[], &with);
        },
        F::SAMPLER_DESCRIPTOR_HEAP_INDEXING,
    ),
    (
        "UAV from a heap",
        |b, _| {
            from_heap(b, 0x100b);
        },
        HEAP,
    ),
    (
        "atomic on a heap",
        |b, _| {
            let handle = from_heap(b, 0x100b);
            atomic64(b, handle);
        },
        HEAP.union(F::INT64_OPS).union(F::ATOMIC_INT64_ON_HEAP_RESOURCE),
    ),
    (
        "atomic on a texture of a heap",
        |b, _| {
            let handle = from_heap(b, 0x1002);
            atomic64(b, handle);
        },
        HEAP.union(F::INT64_OPS)
            .union(F::ATOMIC_INT64_ON_HEAP_RESOURCE)
            .union(F::ATOMIC_INT64_ON_TYPED_RESOURCE),
    ),
];

/// What asks for a group of threads.
pub(crate) const GROUPS: &[Case] = &[
    (
        "atomic in shared memory",
        |b, _| {
            let i64 = b.module().types.int(64);
            let shared = b.module().add_variable("shared", i64, 3, None);
            let one = b.int(i64, 1);
            b.atomic(RmwOp::Add, shared.into(), one).unwrap();
        },
        F::INT64_OPS.union(F::ATOMIC_INT64_ON_GROUP_SHARED).union(F::REQUIRES_GROUP),
    ),
    (
        "barrier of a group",
        |b, _| {
            let mode = word(b, 9);
            call(b, Opcode::BARRIER, &[], &[("barrierMode", mode)]);
        },
        F::REQUIRES_GROUP,
    ),
    (
        "barrier of memory",
        |b, _| {
            let mode = word(b, 2);
            call(b, Opcode::BARRIER, &[], &[("barrierMode", mode)]);
        },
        F::empty(),
    ),
    (
        "group",
        |b, _| {
            call(b, Opcode::GET_GROUP_WAVE_INDEX, &[], &[]);
        },
        F::WAVE_OPS.union(F::REQUIRES_GROUP),
    ),
];
