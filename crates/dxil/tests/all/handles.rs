//! The provenance of resource handles: one case for each way in which a value can refer to a resource, and bodies that
//! are built to cost much.

use std::fmt::Write as _;
use std::time::Instant;

use dx_container::enums::{ResourceClass, ShaderKind};
use dxil::handles::{Binding, Creation, Handles, Provenance, Reason, Resource, ResourceTable};
use dxil::limits::HANDLE_ALTERNATIVES;
use dxil::ops::Opcode;
use dxil::shader::HandleProperties;
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::constants::ConstantKind;
use dxil_ir::{Alignment, GlobalId, Value, ValueKind};
use testkit::{Test, tests};

use crate::derive_functions::flag_cases::{truth, word};
use crate::program::{Made, call, handle};

pub(crate) const TESTS: &[Test] = tests![
    values_have_resources,
    phis_and_selects_have_alternatives,
    unknown_and_undefined_operands_are_order_independent,
    metadata_describes_unannotated_handles,
    long_chains_are_followed,
    many_alternatives_are_unknown,
    large_webs_are_linear,
    cycles_without_phis_end
];

type Fill = fn(&mut FunctionBuilder<'_>, [GlobalId; 2]) -> Value;

/// A byte address buffer, and a structured buffer of 16 bytes; both UAVs.
const RAW: [u32; 2] = [0x100b, 0];
const STRUCTURED: [u32; 2] = [0x100c, 16];

fn from_heap(build: &mut FunctionBuilder<'_>) -> Value {
    let no = truth(build, false);
    call(build, Opcode::CREATE_HANDLE_FROM_HEAP, &[], &[("samplerHeap", no), ("nonUniformIndex", no)])
}

fn from_binding(build: &mut FunctionBuilder<'_>, words: [i64; 4]) -> Value {
    let [i8, i32] = [8, 32].map(|bits| build.module().types.int(bits));
    let ty = build.module().types.structure("dx.types.ResBind", &[i32, i32, i32, i8]);
    let [lower, upper, space, class] = words;
    let parts = [build.int(i32, lower), build.int(i32, upper), build.int(i32, space), build.int(i8, class)];
    let binding = build.module().constant(ty, ConstantKind::Aggregate(parts.into()));
    let index = word(build, lower);
    call(build, Opcode::CREATE_HANDLE_FROM_BINDING, &[], &[("bind", binding), ("index", index)])
}

fn by_id(build: &mut FunctionBuilder<'_>, class: i64, id: i64) -> Value {
    let i8 = build.module().types.int(8);
    let with =
        [("resourceClass", build.int(i8, class)), ("rangeId", word(build, id)), ("index", word(build, 7))];
    call(build, Opcode::CREATE_HANDLE, &[], &with)
}

fn annotated(build: &mut FunctionBuilder<'_>, handle: Value, words: [u32; 2]) -> Value {
    let properties = HandleProperties { words }.constant(build.module());
    call(build, Opcode::ANNOTATE_HANDLE, &[], &[("res", handle), ("props", properties)])
}

fn select(build: &mut FunctionBuilder<'_>, one: Value, other: Value) -> Value {
    let condition = truth(build, true);
    build.select(condition, one, other)
}

/// A phi in a block of its own, which is also its own predecessor; its operands are `first` and what `next` computes
/// from the phi.
fn phi(
    build: &mut FunctionBuilder<'_>,
    first: Value,
    next: impl FnOnce(&mut FunctionBuilder<'_>, Value) -> Value,
) -> Value {
    let (before, ty) = (build.block(), build.type_of(first).unwrap());
    let block = build.add_block();
    build.branch(block);
    build.switch_to(block);
    let phi = build.phi(ty);
    let next = next(build, phi.into());
    build.add_incoming(phi, first, before);
    build.add_incoming(phi, next, block);
    phi.into()
}

fn shown(resource: &Resource) -> String {
    let mut text = match resource.declared {
        Some((class, position)) => format!("{class} {position}"),
        None => "undeclared".to_owned(),
    };
    let creation = match resource.creation {
        Creation::Id => " by ID",
        Creation::Binding => " by binding",
        Creation::Heap { is_sampler: Some(true) } => " of sampler heap",
        Creation::Heap { .. } => " of heap",
        Creation::Variable { is_element: true, .. } => " element",
        Creation::Variable { .. } => "",
        Creation::Unknown(reason) => {
            write!(text, " {reason:?}").unwrap();
            ""
        }
    };
    text += creation;
    if let Some(annotation) = resource.annotation {
        write!(text, " as {}", annotation.kind()).unwrap();
    }
    text
}

/// The resources of a value of a function with one parameter, an `i32`.
fn provenance(fill: impl FnOnce(&mut FunctionBuilder<'_>, [GlobalId; 2]) -> Value) -> String {
    let mut made = Made::new(ShaderKind::LIBRARY, (1, 9));
    let mut value = None;
    let function = made.function("f", |build, uavs| value = Some(fill(build, uavs)));
    let resources = made.shader.entry_points[0].resources.as_ref();
    let table = ResourceTable::new(&made.module, resources);
    let body = made.module.globals[function].body().unwrap();
    let mut handles = Handles::new(&made.module, body);
    let value = value.unwrap();
    let found = match handles.provenance(&table, value) {
        Provenance::Resource(resource) => shown(&resource),
        Provenance::Unknown(reason) => format!("{reason:?}"),
        Provenance::Ambiguous => {
            assert_eq!(handles.resource(&table, value), None);
            let mut all: Vec<_> = handles.alternatives(&table, value).map(|it| shown(&it)).collect();
            all.sort_unstable();
            assert!(all.len() > 1);
            all.join(" | ")
        }
    };
    // The result does not depend on the order of the queries.
    let mut others = Handles::new(&made.module, body);
    body.each_instruction(|id, _| {
        others.provenance(&table, id.into());
    });
    assert_eq!(others.provenance(&table, value), handles.provenance(&table, value));
    let mut ids = Vec::new();
    body.each_instruction(|id, _| ids.push(id));
    let mut backwards = Handles::new(&made.module, body);
    for id in ids.into_iter().rev() {
        assert_eq!(backwards.provenance(&table, id.into()), others.provenance(&table, id.into()));
    }
    found
}

fn values_have_resources() {
    let cases: &[(&str, Fill)] = &[
        ("UAV 0", |b, uavs| handle(b, uavs[0])),
        ("UAV 0 by ID", |b, _| by_id(b, 1, 0)),
        ("Undeclared", |b, _| by_id(b, 1, 2)),
        ("Undeclared", |b, _| by_id(b, 9, 0)),
        ("UAV 1 by binding", |b, _| from_binding(b, [1, 1, 0, 1])),
        ("undeclared by binding", |b, _| from_binding(b, [2, 2, 0, 1])),
        ("undeclared by binding", |b, _| from_binding(b, [0, 0, 0, 0])),
        ("undeclared of heap", |b, _| from_heap(b)),
        ("undeclared of sampler heap", |b, _| {
            let yes = truth(b, true);
            call(b, Opcode::CREATE_HANDLE_FROM_HEAP, &[], &[("samplerHeap", yes)])
        }),
        ("UAV 1 by binding as RawBuffer", |b, _| {
            let handle = from_binding(b, [1, 1, 0, 1]);
            annotated(b, handle, RAW)
        }),
        // The last annotation counts.
        ("undeclared of heap as StructuredBuffer", |b, _| {
            let handle = from_heap(b);
            let handle = annotated(b, handle, RAW);
            annotated(b, handle, STRUCTURED)
        }),
        // An annotation describes a resource that is unknown.
        ("undeclared Call as RawBuffer", |b, _| {
            let handle = call(b, Opcode::THREAD_ID, &[], &[]);
            annotated(b, handle, RAW)
        }),
        ("Undefined", |b, _| {
            let of = from_heap(b);
            let ty = b.type_of(of).unwrap();
            let handle = b.undef(ty);
            annotated(b, handle, RAW)
        }),
        ("Undefined", |b, _| {
            let of = from_heap(b);
            let ty = b.type_of(of).unwrap();
            b.undef(ty)
        }),
        ("NotConstant", |b, _| call(b, Opcode::CREATE_HANDLE, &[], &[])),
        ("NotConstant", |b, _| call(b, Opcode::CREATE_HANDLE_FROM_BINDING, &[], &[])),
        ("Call", |b, _| call(b, Opcode::THREAD_ID, &[], &[])),
        ("Other", |b, _| word(b, 3)),
    ];
    check(cases);
    let parameter = provenance(|_, _| Value::new(ValueKind::Argument(0)));
    assert_eq!(parameter, format!("{:?}", Reason::Parameter));
}

fn check(cases: &[(&str, Fill)]) {
    for (expected, fill) in cases {
        assert_eq!(provenance(*fill), *expected);
    }
}

fn phis_and_selects_have_alternatives() {
    let cases: &[(&str, Fill)] = &[
        ("UAV 0", |b, uavs| {
            let [one, other] = [0, 1].map(|_| handle(b, uavs[0]));
            select(b, one, other)
        }),
        ("UAV 0 | UAV 1", |b, uavs| {
            let [one, other] = uavs.map(|uav| handle(b, uav));
            select(b, one, other)
        }),
        ("UAV 0 by ID", |b, _| {
            let [one, other] = [0, 1].map(|_| by_id(b, 1, 0));
            phi(b, one, |_, _| other)
        }),
        ("UAV 0 as RawBuffer | UAV 1 as RawBuffer", |b, uavs| {
            let [one, other] = uavs.map(|uav| handle(b, uav));
            let handle = select(b, one, other);
            annotated(b, handle, RAW)
        }),
        // Different annotations of one resource are alternatives.
        ("UAV 0 as RawBuffer | UAV 0 as StructuredBuffer", |b, uavs| {
            let handle = handle(b, uavs[0]);
            let (one, other) = (annotated(b, handle, RAW), annotated(b, handle, STRUCTURED));
            select(b, one, other)
        }),
        // An undefined operand can be any handle.
        ("UAV 0", |b, uavs| {
            let handle = handle(b, uavs[0]);
            let ty = b.type_of(handle).unwrap();
            let undefined = b.undef(ty);
            select(b, undefined, handle)
        }),
        ("Call", |b, uavs| {
            let handle = handle(b, uavs[0]);
            let other = call(b, Opcode::THREAD_ID, &[], &[]);
            phi(b, handle, |_, _| other)
        }),
        ("UAV 0", |b, uavs| {
            let handle = handle(b, uavs[0]);
            phi(b, handle, |_, phi| phi)
        }),
        ("UAV 0 | UAV 1", |b, uavs| {
            let [one, other] = uavs.map(|uav| handle(b, uav));
            phi(b, one, |b, phi| select(b, phi, other))
        }),
        ("UAV 0 | UAV 0 as RawBuffer", |b, uavs| {
            let handle = handle(b, uavs[0]);
            phi(b, handle, |b, phi| annotated(b, phi, RAW))
        }),
        ("Undefined", |b, uavs| {
            let of = handle(b, uavs[0]);
            let ty = b.type_of(of).unwrap();
            let undefined = b.undef(ty);
            phi(b, undefined, |_, phi| phi)
        }),
        // Loads of a variable through phis of addresses.
        ("UAV 0 | UAV 1", |b, uavs| {
            let ty = b.module().globals[uavs[0]].value_type;
            let pointer = select(b, uavs[0].into(), uavs[1].into());
            let loaded = b.load(ty, pointer, Alignment::NATURAL);
            let overload = dxil::ops::Overload::Object(ty);
            call(b, Opcode::CREATE_HANDLE_FOR_LIB, &[overload], &[("Resource", loaded)])
        }),
        ("UAV 0 element", |b, uavs| {
            let ty = b.module().globals[uavs[0]].value_type;
            let index = word(b, 0);
            let sum = b.binary(dxil_ir::BinaryOp::Add, index, index);
            let pointer = b.element_pointer(true, ty, uavs[0].into(), &[sum]).unwrap();
            let loaded = b.load(ty, pointer, Alignment::NATURAL);
            let overload = dxil::ops::Overload::Object(ty);
            call(b, Opcode::CREATE_HANDLE_FOR_LIB, &[overload], &[("Resource", loaded)])
        }),
        // A handle that is created from a handle.
        ("UAV 1 by binding", |b, _| {
            let handle = from_binding(b, [1, 1, 0, 1]);
            let ty = b.type_of(handle).unwrap();
            let overload = dxil::ops::Overload::Object(ty);
            call(b, Opcode::CREATE_HANDLE_FOR_LIB, &[overload], &[("Resource", handle)])
        }),
    ];
    check(cases);
}

fn unknown_and_undefined_operands_are_order_independent() {
    let cases: &[(&str, Fill)] = &[
        // An unknown operand makes a phi or select unknown, in any position.
        ("undeclared Call as RawBuffer", |b, uavs| {
            let handle = handle(b, uavs[0]);
            let other = call(b, Opcode::THREAD_ID, &[], &[]);
            let joined = select(b, handle, other);
            annotated(b, joined, RAW)
        }),
        ("undeclared Call as RawBuffer", |b, uavs| {
            let other = call(b, Opcode::THREAD_ID, &[], &[]);
            let handle = handle(b, uavs[0]);
            let joined = select(b, other, handle);
            annotated(b, joined, RAW)
        }),
        // An annotated undefined operand can be any handle, too.
        ("UAV 0", |b, uavs| {
            let handle = handle(b, uavs[0]);
            let ty = b.type_of(handle).unwrap();
            let undefined = b.undef(ty);
            let undefined = annotated(b, undefined, RAW);
            select(b, undefined, handle)
        }),
    ];
    check(cases);
}

fn metadata_describes_unannotated_handles() {
    let mut made = Made::new(ShaderKind::LIBRARY, (1, 9));
    let mut values = Vec::new();
    let function = made.function("f", |b, uavs| {
        let handles = uavs.map(|uav| handle(b, uav));
        let [one, other] = handles;
        values.extend([one, select(b, one, other), annotated(b, one, RAW)]);
        let [one, other] = handles.map(|handle| annotated(b, handle, RAW));
        values.extend([select(b, one, other), from_heap(b)]);
    });
    let table = ResourceTable::new(&made.module, made.shader.entry_points[0].resources.as_ref());
    let mut handles = Handles::new(&made.module, made.module.globals[function].body().unwrap());
    let found: Vec<_> =
        values.into_iter().map(|value| handles.properties(&table, value).map(|it| it.words)).collect();
    // A texture of four floats; textures with one sample and many are different.
    assert_eq!(found, [Some([0x1002, 0x0409]), None, Some(RAW), Some(RAW), None]);

    let bound = |lower_bound| {
        let binding = Binding { class: ResourceClass::UAV, space: 0, lower_bound, upper_bound: lower_bound };
        table.by_binding(binding).map(|it| it.position)
    };
    assert_eq!([0, 1, 2].map(bound), [Some(0), Some(1), None]);
}

/// A body with `length` annotations of each other; the analysis must not use the stack for them.
fn long_chains_are_followed() {
    let found = provenance(|b, uavs| {
        let mut value = handle(b, uavs[0]);
        for _ in 0..20_000 {
            value = annotated(b, value, RAW);
        }
        value
    });
    assert_eq!(found, "UAV 0 as RawBuffer");
}

fn many_alternatives_are_unknown() {
    let of = |count: u32| {
        provenance(move |b, _| {
            let mut value = from_heap(b);
            value = annotated(b, value, STRUCTURED);
            for stride in 1..count {
                let other = from_heap(b);
                let other = annotated(b, other, [STRUCTURED[0], stride << 8]);
                value = select(b, value, other);
            }
            value
        })
    };
    let limit = HANDLE_ALTERNATIVES as u32;
    assert_eq!(of(limit).split(" | ").count(), HANDLE_ALTERNATIVES);
    assert_eq!(of(limit + 1), format!("{:?}", Reason::TooMany));
}

/// Large webs of selects with different alternatives. The test limits the time, because a quadratic algorithm would
/// need minutes.
fn large_webs_are_linear() {
    let start = Instant::now();
    let found = provenance(|b, uavs| {
        let first = handle(b, uavs[0]);
        phi(b, first, |b, phi| {
            let mut value = phi;
            for number in 0..20_000_u32 {
                let other = annotated(b, phi, [STRUCTURED[0], number % 61]);
                value = select(b, value, other);
            }
            value
        })
    });
    assert_eq!(found.split(" | ").count(), 62);
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

/// Annotations that annotate each other, which no verifier has seen yet.
fn cycles_without_phis_end() {
    let mut made = Made::new(ShaderKind::LIBRARY, (1, 9));
    let mut values = Vec::new();
    let function = made.function("f", |b, uavs| {
        let handle = handle(b, uavs[0]);
        let one = annotated(b, handle, RAW);
        let other = annotated(b, one, RAW);
        values.extend([one, other]);
    });
    let ValueKind::Instruction(first) = values[0].kind() else { panic!("the annotation is an instruction") };
    let body = made.module.globals.get_mut(function).and_then(|it| it.body_mut()).unwrap();
    let dxil_ir::Op::Call { arguments, .. } = body.instructions.get(first).unwrap().op.clone() else {
        panic!("the annotation is a call")
    };
    arguments.as_mut_slice(&mut body.lists.values)[1] = values[1];
    let table = ResourceTable::new(&made.module, made.shader.entry_points[0].resources.as_ref());
    let mut handles = Handles::new(&made.module, made.module.globals[function].body().unwrap());
    for value in values {
        assert_eq!(handles.provenance(&table, value), Provenance::Unknown(Reason::Undefined));
    }
}
