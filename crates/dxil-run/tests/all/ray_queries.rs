//! Ray queries: what is hit, what is culled, what a shader is asked, and what it is told of hits.

use bstr::BStr;
use dx_container::enums::ResourceClass;
use dxil::ops::{Consumer, Opcode, Operation};
use dxil::shader::Shader;
use dxil_run::resources::{AccelerationStructure, Geometry, Instance, InstanceFlags, Shape};
use dxil_run::{
    Bound, Descriptor, Dispatch, EntrySelector, FindingKind, PrepareOptions, Program, Resources, RunOptions,
};

pub(crate) const TESTS: &[testkit::Test] = testkit::tests![
    the_nearest_triangle_is_committed,
    ends_of_the_ray_are_no_part_of_it,
    faces_are_culled,
    flags_make_geometry_opaque,
    boxes_wait_for_the_shader,
    masks_and_transforms_are_those_of_instances,
    the_first_hit_ends_the_search,
    what_is_no_triangle_is_not_hit,
    missing_structures_are_told,
    every_operation_is_there,
];

/// What the shader does with each candidate.
#[derive(Clone, Copy)]
enum Decide {
    Nothing,
    CommitTriangle,
    CommitBox(f32),
    Abort,
}

/// A ray along +z from (x, y, -1).
#[derive(Clone, Copy)]
struct Ask {
    flags: u32,
    mask: u32,
    at: [f32; 2],
    ends: [f32; 2],
    decide: Decide,
}

impl Ask {
    fn at(x: f32, y: f32) -> Self {
        Self { flags: 0, mask: 0xff, at: [x, y], ends: [0.0, 100.0], decide: Decide::Nothing }
    }
}

fn float(number: f32) -> String {
    format!("{:#018x}", f64::from(number).to_bits())
}

/// A function that follows a query to its end, counts its candidates, and gives what one more operation says, times 1
/// or as it is.
fn source(ask: Ask, opcode: Opcode, arguments: &str) -> String {
    let operation = Operation::get(opcode).expect("it is one");
    let (name, ty) = overload(operation);
    let to_word = match ty {
        "i1" => "zext i1 %said to i32",
        "float" => "bitcast float %said to i32",
        _ => "add i32 %said, 0",
    };
    let parameters = operation
        .arguments
        .iter()
        .map(|argument| if format!("{:?}", argument.ty).contains("I8") { ", i8" } else { ", i32" })
        .collect::<String>();
    let decide = match ask.decide {
        Decide::Nothing => String::new(),
        Decide::CommitTriangle => {
            "  call void @dx.op.rayQuery_CommitNonOpaqueTriangleHit(i32 182, i32 %query)\n".to_owned()
        }
        Decide::CommitBox(t) => format!(
            "  call void @dx.op.rayQuery_CommitProceduralPrimitiveHit(i32 183, i32 %query, float {})\n",
            float(t)
        ),
        Decide::Abort => "  call void @dx.op.rayQuery_Abort(i32 181, i32 %query)\n".to_owned(),
    };
    format!(
        "
%dx.types.Handle = type {{ i8* }}
define i32 @f(i32 %a) {{
entry:
  %scene = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 0, i1 false, i1 false)
  %query = call i32 @dx.op.allocateRayQuery(i32 178, i32 0)
  call void @dx.op.rayQuery_TraceRayInline(i32 179, i32 %query, %dx.types.Handle %scene, i32 {flags}, i32 {mask}, float {x}, float {y}, float -1.0, float {min}, float 0.0, float 0.0, float 1.0, float {max})
  br label %loop
loop:
  %count = phi i32 [ 0, %entry ], [ %more, %body ]
  %goes = call i1 @dx.op.rayQuery_Proceed.i1(i32 180, i32 %query)
  br i1 %goes, label %body, label %end
body:
  %more = add i32 %count, 1
{decide}  br label %loop
end:
  %said = call {ty} @dx.op.{function}.{name}(i32 {number}, i32 %query{arguments})
  %word = {to_word}
  %which = icmp eq i32 %a, 0
  %result = select i1 %which, i32 %word, i32 %count
  ret i32 %result
}}
declare %dx.types.Handle @dx.op.createHandleFromHeap(i32, i32, i1, i1)
declare i32 @dx.op.allocateRayQuery(i32, i32)
declare void @dx.op.rayQuery_TraceRayInline(i32, i32, %dx.types.Handle, i32, i32, float, float, float, float, float, float, float, float)
declare i1 @dx.op.rayQuery_Proceed.i1(i32, i32)
declare void @dx.op.rayQuery_CommitNonOpaqueTriangleHit(i32, i32)
declare void @dx.op.rayQuery_CommitProceduralPrimitiveHit(i32, i32, float)
declare void @dx.op.rayQuery_Abort(i32, i32)
declare {ty} @dx.op.{function}.{name}(i32{parameters})
",
        flags = ask.flags,
        mask = ask.mask,
        x = float(ask.at[0]),
        y = float(ask.at[1]),
        min = float(ask.ends[0]),
        max = float(ask.ends[1]),
        function = operation.function,
        number = opcode,
    )
}

/// The name of the overload of what an operation says, and its type.
fn overload(operation: &Operation) -> (&'static str, &'static str) {
    use dxil::ops::{OverloadKind, OverloadSet};
    let Some(OverloadSet::Numbers { scalars, .. }) = operation.overloads.first() else {
        panic!("it has one")
    };
    match scalars.iter().next().expect("it has one") {
        OverloadKind::I1 => ("i1", "i1"),
        OverloadKind::F32 => ("f32", "float"),
        _ => ("i32", "i32"),
    }
}

/// Asks one thing of a query: what it says, and how many candidates the shader was asked about.
fn ask(scene: &AccelerationStructure, ask: Ask, opcode: Opcode, arguments: &str) -> [u32; 2] {
    let source = source(ask, opcode, arguments);
    let module = dxil_text::parse(source.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
    let shader = Shader::read(&module).expect("its metadata is fine");
    let entrance = EntrySelector::Function(BStr::new("f"), 2);
    let program = Program::prepare(&module, &shader, entrance, PrepareOptions::default())
        .unwrap_or_else(|error| panic!("{}\n{source}", error.kind()));
    let mut resources = Resources::default();
    resources.structures.push(scene.clone());
    let mut bound = Bound::new(&program, &resources);
    bound.bind_in_heap(ResourceClass::SRV, 0, Descriptor::Structure(0));
    let dispatch = Dispatch::new(&program, &bound, [1; 3], RunOptions::default()).expect("any wave will do");
    let (results, outcome) = dispatch.call(&[vec![0], vec![1]], &mut ());
    assert!(outcome.findings.is_empty(), "{:?}", outcome.findings);
    [results[0][0] as u32, results[1][0] as u32]
}

/// A triangle in the plane at z, clockwise as seen from -z.
fn triangle(z: f32) -> [[f32; 3]; 3] {
    [[0.0, 1.0, z], [1.0, -1.0, z], [-1.0, -1.0, z]]
}

fn scene(shape: Shape, is_opaque: bool) -> AccelerationStructure {
    AccelerationStructure {
        objects: [vec![Geometry { shape, is_opaque }]].into(),
        instances: vec![Instance::new(0)],
    }
}

fn triangles(planes: &[f32]) -> AccelerationStructure {
    scene(Shape::Triangles(planes.iter().map(|z| triangle(*z)).collect()), true)
}

fn the_nearest_triangle_is_committed() {
    let scene = triangles(&[3.0, 1.0, 2.0]);
    let here = Ask::at(0.25, -0.5);
    assert_eq!(ask(&scene, here, Opcode::RAY_QUERY_COMMITTED_STATUS, ""), [1, 0]);
    assert_eq!(ask(&scene, here, Opcode::RAY_QUERY_COMMITTED_PRIMITIVE_INDEX, ""), [1, 0]);
    assert_eq!(ask(&scene, here, Opcode::RAY_QUERY_COMMITTED_RAY_T, "")[0], 2.0_f32.to_bits());
    // (0.25, -0.5) = (0, 1) + u (1, -2) + v (-1, -2): u + v = 0.75, u - v = 0.25.
    let weights = ["i8 0", "i8 1"].map(|which| {
        ask(&scene, here, Opcode::RAY_QUERY_COMMITTED_TRIANGLE_BARYCENTRICS, &format!(", {which}"))[0]
    });
    assert_eq!(weights.map(f32::from_bits), [0.5, 0.25]);
    let beside = Ask::at(2.0, 0.0);
    assert_eq!(ask(&scene, beside, Opcode::RAY_QUERY_COMMITTED_STATUS, ""), [0, 0]);
    assert_eq!(ask(&scene, beside, Opcode::RAY_QUERY_COMMITTED_RAY_T, "")[0], 100.0_f32.to_bits());
}

fn ends_of_the_ray_are_no_part_of_it() {
    let scene = triangles(&[1.0]);
    for (ends, status) in [([0.0, 2.0], 0), ([0.0, 2.001], 1), ([2.0, 3.0], 0), ([1.999, 3.0], 1)] {
        let found = ask(&scene, Ask { ends, ..Ask::at(0.0, 0.0) }, Opcode::RAY_QUERY_COMMITTED_STATUS, "");
        assert_eq!(found, [status, 0], "{ends:?}");
    }
}

fn faces_are_culled() {
    let mut scene = triangles(&[1.0]);
    let mut check = |flags: InstanceFlags, expected: [u32; 3], is_front: u32| {
        scene.instances[0].flags = flags;
        let found = [0, 0x10, 0x20].map(|flags| {
            ask(&scene, Ask { flags, ..Ask::at(0.0, 0.0) }, Opcode::RAY_QUERY_COMMITTED_STATUS, "")[0]
        });
        assert_eq!(found, expected, "{flags:?}");
        let front = ask(&scene, Ask::at(0.0, 0.0), Opcode::RAY_QUERY_COMMITTED_TRIANGLE_FRONT_FACE, "");
        assert_eq!(front[0], is_front, "{flags:?}");
    };
    check(InstanceFlags(0), [1, 1, 0], 1);
    check(InstanceFlags::TRIANGLE_FRONT_COUNTERCLOCKWISE, [1, 0, 1], 0);
    check(InstanceFlags::TRIANGLE_CULL_DISABLE, [1, 1, 1], 1);
}

fn flags_make_geometry_opaque() {
    // Of the ray, the instance and the geometry, the first that says something counts.
    let rows = [
        (0x0, InstanceFlags(0), true, [1, 0]),
        (0x0, InstanceFlags(0), false, [0, 1]),
        (0x0, InstanceFlags::FORCE_OPAQUE, false, [1, 0]),
        (0x0, InstanceFlags::FORCE_NON_OPAQUE, true, [0, 1]),
        (0x1, InstanceFlags::FORCE_NON_OPAQUE, false, [1, 0]),
        (0x2, InstanceFlags::FORCE_OPAQUE, true, [0, 1]),
        // Culled where opaque, and where not.
        (0x40, InstanceFlags(0), true, [0, 0]),
        (0x80, InstanceFlags(0), true, [1, 0]),
        (0x80, InstanceFlags(0), false, [0, 0]),
        // Triangles are left out.
        (0x100, InstanceFlags(0), true, [0, 0]),
    ];
    for (flags, instance, is_opaque, expected) in rows {
        let mut scene = scene(Shape::Triangles(vec![triangle(1.0)]), is_opaque);
        scene.instances[0].flags = instance;
        let asked = Ask { flags, ..Ask::at(0.0, 0.0) };
        let found = ask(&scene, asked, Opcode::RAY_QUERY_COMMITTED_STATUS, "");
        assert_eq!(found, expected, "{flags:#x} {instance:?} {is_opaque}");
    }
    let open = scene(Shape::Triangles(vec![triangle(2.0), triangle(1.0), triangle(3.0)]), false);
    let asked = Ask { decide: Decide::CommitTriangle, ..Ask::at(0.0, 0.0) };
    // The third is behind what was committed: nobody asks about it.
    assert_eq!(ask(&open, asked, Opcode::RAY_QUERY_COMMITTED_PRIMITIVE_INDEX, ""), [1, 2]);
    let asked = Ask { decide: Decide::Abort, ..asked };
    assert_eq!(ask(&open, asked, Opcode::RAY_QUERY_COMMITTED_STATUS, ""), [0, 1]);
}

fn boxes_wait_for_the_shader() {
    let scene = scene(Shape::Boxes(vec![[[-1.0, -1.0, 0.0], [1.0, 1.0, 2.0]]]), true);
    let here = Ask::at(0.5, 0.5);
    assert_eq!(ask(&scene, here, Opcode::RAY_QUERY_COMMITTED_STATUS, ""), [0, 1]);
    assert_eq!(ask(&scene, here, Opcode::RAY_QUERY_CANDIDATE_TYPE, ""), [1, 1]);
    let commit = |t: f32| Ask { decide: Decide::CommitBox(t), ..here };
    assert_eq!(ask(&scene, commit(1.5), Opcode::RAY_QUERY_COMMITTED_STATUS, ""), [2, 1]);
    assert_eq!(ask(&scene, commit(1.5), Opcode::RAY_QUERY_COMMITTED_RAY_T, "")[0], 1.5_f32.to_bits());
    assert_eq!(ask(&scene, commit(100.0), Opcode::RAY_QUERY_COMMITTED_STATUS, ""), [2, 1]);
    assert_eq!(ask(&scene, commit(101.0), Opcode::RAY_QUERY_COMMITTED_STATUS, ""), [0, 1]);
    assert_eq!(ask(&scene, Ask::at(1.5, 0.0), Opcode::RAY_QUERY_COMMITTED_STATUS, ""), [0, 0]);
    assert_eq!(ask(&scene, Ask { flags: 0x200, ..here }, Opcode::RAY_QUERY_COMMITTED_STATUS, ""), [0, 0]);
}

fn masks_and_transforms_are_those_of_instances() {
    let mut scene = triangles(&[1.0]);
    let left = [[1.0, 0.0, 0.0, -4.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
    let far = [[2.0, 0.0, 0.0, 4.0], [0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 2.0, 3.0]];
    let instance = Instance::new(0);
    scene.instances = vec![
        Instance { transform: left, mask: 1, id: 0x0112_3456, contribution: 7, ..instance.clone() },
        Instance { transform: far, mask: 2, id: 5, contribution: 0xffff_ffff, ..instance },
    ];
    let asked = |x: f32, mask: u32, opcode| ask(&scene, Ask { mask, ..Ask::at(x, 0.0) }, opcode, "")[0];
    assert_eq!(asked(-4.0, 3, Opcode::RAY_QUERY_COMMITTED_INSTANCE_ID), 0x12_3456);
    assert_eq!(asked(-4.0, 2, Opcode::RAY_QUERY_COMMITTED_STATUS), 0);
    assert_eq!(asked(4.0, 0x102, Opcode::RAY_QUERY_COMMITTED_INSTANCE_INDEX), 1);
    let hit_group = Opcode::RAY_QUERY_COMMITTED_INSTANCE_CONTRIBUTION_TO_HIT_GROUP_INDEX;
    assert_eq!(asked(4.0, 2, hit_group), 0xff_ffff);
    // The plane at 1 is at 5 there, and the ray comes from -1.
    assert_eq!(f32::from_bits(asked(4.0, 2, Opcode::RAY_QUERY_COMMITTED_RAY_T)), 6.0);
    let component = |opcode, arguments| f32::from_bits(ask(&scene, Ask::at(4.0, 0.5), opcode, arguments)[0]);
    assert_eq!(component(Opcode::RAY_QUERY_COMMITTED_OBJECT_RAY_ORIGIN, ", i8 1"), 0.25);
    assert_eq!(component(Opcode::RAY_QUERY_COMMITTED_OBJECT_RAY_ORIGIN, ", i8 2"), -2.0);
    assert_eq!(component(Opcode::RAY_QUERY_COMMITTED_OBJECT_RAY_DIRECTION, ", i8 2"), 0.5);
    assert_eq!(component(Opcode::RAY_QUERY_COMMITTED_OBJECT_TO_WORLD3X4, ", i32 2, i8 3"), 3.0);
    assert_eq!(component(Opcode::RAY_QUERY_COMMITTED_WORLD_TO_OBJECT3X4, ", i32 2, i8 3"), -1.5);
}

fn the_first_hit_ends_the_search() {
    let scene = triangles(&[3.0, 1.0]);
    let asked = Ask { flags: 0x4, ..Ask::at(0.0, 0.0) };
    assert_eq!(ask(&scene, asked, Opcode::RAY_QUERY_COMMITTED_PRIMITIVE_INDEX, ""), [0, 0]);
    assert_eq!(ask(&scene, asked, Opcode::RAY_QUERY_RAY_FLAGS, ""), [4, 0]);
}

fn what_is_no_triangle_is_not_hit() {
    let shapes = [
        [[f32::NAN, 1.0, 1.0], [1.0, -1.0, 1.0], [-1.0, -1.0, 1.0]],
        [[0.0, 1.0, 1.0], [0.0, 1.0, 1.0], [-1.0, -1.0, 1.0]],
        [[0.0, f32::INFINITY, 1.0], [1.0, -1.0, 1.0], [-1.0, -1.0, 1.0]],
        // Seen from the side.
        [[0.0, 1.0, 1.0], [0.0, -1.0, 1.0], [0.0, -1.0, 5.0]],
    ];
    for shape in shapes {
        let scene = scene(Shape::Triangles(vec![shape]), true);
        assert_eq!(
            ask(&scene, Ask::at(0.0, 0.0), Opcode::RAY_QUERY_COMMITTED_STATUS, ""),
            [0, 0],
            "{shape:?}"
        );
    }
    let flat = Instance { transform: [[0.0; 4]; 3], ..Instance::new(0) };
    let scene = AccelerationStructure { instances: vec![flat, Instance::new(7)], ..triangles(&[1.0]) };
    assert_eq!(ask(&scene, Ask::at(0.0, 0.0), Opcode::RAY_QUERY_COMMITTED_STATUS, ""), [0, 0]);
}

fn missing_structures_are_told() {
    let source = source(Ask::at(0.0, 0.0), Opcode::RAY_QUERY_COMMITTED_STATUS, "");
    let (results, outcome) = crate::functions::call_with(&source, &[vec![0], vec![0]], RunOptions::default());
    assert_eq!(results.concat(), [0, 0]);
    let findings: Vec<_> = outcome.findings.iter().map(|(_, kind, finding)| (kind, finding.count)).collect();
    assert_eq!(findings, [(FindingKind::OutOfBounds, 2)]);
}

fn every_operation_is_there() {
    let scene = triangles(&[1.0]);
    let queries = Operation::all().filter(|operation| {
        operation.name.starts_with("RayQuery_")
            && operation.opcode != Opcode::RAY_QUERY_PROCEED
            && operation.is_supported_by(Consumer::Run)
            && !operation.overloads.is_empty()
    });
    let mut count = 0;
    for operation in queries {
        let more =
            operation.arguments.iter().skip(1).map(|argument| {
                if format!("{:?}", argument.ty).contains("I8") { ", i8 0" } else { ", i32 0" }
            });
        ask(&scene, Ask::at(0.0, 0.0), operation.opcode, &more.collect::<String>());
        count += 1;
    }
    assert!(count >= 31, "{count} operations");
}
