//! Gigantic dispatches, allocations, constants and types, of which few bytes say much: each is refused by name or
//! stopped, in little time and memory.

use std::time::{Duration, Instant};

use bstr::BStr;
use dx_container::enums::ResourceClass;
use dxil::shader::Shader;
use dxil_run::resources::{AccelerationStructure, Geometry, Instance, Shape};
use dxil_run::{
    Bound, Descriptor, Dispatch, EntrySelector, PrepareOptions, Program, Resources, RunOptions, Stop,
};
use testkit::heap::taken;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    gigantic_functions_are_refused,
    gigantic_groups_are_refused,
    distant_registers_take_no_more_than_near_ones,
    many_ways_with_many_phis_are_prepared,
    gigantic_dispatches_are_stopped,
    endless_loops_are_stopped,
    endless_searches_are_stopped,
    queries_are_those_that_are_declared
];

const HEAP: usize = 256 << 20;
const TIME: Duration = Duration::from_secs(10);

const HEAD: &str =
    "target datalayout = \"e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64\"
target triple = \"dxil-ms-dx\"
";
const METADATA: &str = "
!dx.version = !{!0}
!dx.shaderModel = !{!1}
!dx.entryPoints = !{!2}
!0 = !{i32 1, i32 7}
";

/// What a text says, prepared; or why not.
fn prepare(source: &str, entrance: EntrySelector<'_>) -> Result<Program, String> {
    let module = dxil_text::parse(source.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
    let (shader, _) = Shader::read_partly(&module);
    let start = Instant::now();
    let (result, taken) = taken(|| {
        Program::prepare(&module, &shader, entrance, PrepareOptions::default())
            .map_err(|error| error.kind().to_string())
    });
    let took = start.elapsed();
    assert!(took < TIME, "{took:?}\n{}", source.get(..2000).unwrap_or(source));
    assert!(taken.peak < HEAP, "{} bytes\n{}", taken.peak, source.get(..2000).unwrap_or(source));
    result
}

/// Structures of two of the last one each, 50 in each other, of which the innermost is this.
fn nested(innermost: &str) -> String {
    let mut text = format!("%s0 = type {{ {innermost} }}\n");
    for index in 1..50 {
        text += &format!("%s{index} = type {{ %s{0}, %s{0} }}\n", index - 1);
    }
    text
}

fn gigantic_functions_are_refused() {
    let (of_nothing, of_words) = (nested(""), nested("i32"));
    let cases: [(&str, &str, &str); 8] = [
        ("", "  %a = alloca [1073741824 x i32]\n", "bytes of local memory for a thread"),
        ("", "  %a = alloca i32, i32 2000000000\n", "bytes of local memory for a thread"),
        (
            "@g = external addrspace(3) global [300000 x i32]\n",
            "  store i32 1, i32 addrspace(3)* getelementptr ([300000 x i32], [300000 x i32] addrspace(3)* @g, i32 0, i32 0)\n",
            "bytes of group-shared memory",
        ),
        (
            "@c = internal constant [1073741824 x i32] zeroinitializer\n",
            "  %l = load i32, i32* getelementptr ([1073741824 x i32], [1073741824 x i32]* @c, i32 0, i32 0)\n",
            "bytes of constants",
        ),
        (
            "",
            "  %a = insertvalue [1000000 x i32] undef, i32 1, 999999\n  %b = extractvalue [1000000 x i32] %a, 3\n  ret i32 %b\n",
            "scalars in one value",
        ),
        (
            "%e = type {}\n",
            "  %a = extractvalue [4294967295 x %e] undef, 4294967294\n  %b = insertvalue { i32, %e } undef, %e %a, 1\n  %c = extractvalue { i32, %e } %b, 0\n  ret i32 %c\n",
            "",
        ),
        (
            &of_nothing,
            "  %a = insertvalue { i32, %s49 } undef, i32 1, 0\n  %c = extractvalue { i32, %s49 } %a, 0\n  ret i32 %c\n",
            "type with more nested types than the limit",
        ),
        (
            &of_words,
            "  %a = insertvalue { i32, %s49 } undef, i32 1, 0\n  %c = extractvalue { i32, %s49 } %a, 0\n  ret i32 %c\n",
            "scalars in one value",
        ),
    ];
    for (before, body, why) in cases {
        let end = if body.contains("ret ") { "" } else { "  ret i32 0\n" };
        let source = format!(
            "{HEAD}{before}define i32 @f() {{\n{body}{end}}}\n{METADATA}!1 = !{{!\"lib\", i32 6, i32 7}}\n!2 = !{{null, !\"\", null, null, null}}\n"
        );
        match prepare(&source, EntrySelector::Function(BStr::new("f"), 1)) {
            Ok(_) => assert!(why.is_empty(), "it is prepared\n{source}"),
            Err(told) => assert!(!why.is_empty() && told.contains(why), "{told}\n{source}"),
        }
    }
}

/// A compute shader with so many threads along x.
fn shader(threads: u32, body: &str) -> String {
    format!(
        "{HEAD}define void @main() {{
entry:
{body}
  ret void
}}
{METADATA}!1 = !{{!\"cs\", i32 6, i32 7}}
!2 = !{{void ()* @main, !\"main\", null, null, !3}}
!3 = !{{i32 4, !4}}
!4 = !{{i32 {threads}, i32 1, i32 1}}
"
    )
}

fn gigantic_groups_are_refused() {
    let told = prepare(&shader(4096, ""), EntrySelector::Shader(None)).unwrap_err();
    assert!(told.contains("threads in a thread group"), "{told}");
    // A megabyte for each thread.
    let body = "  %a = alloca [262144 x i32]\n  %b = getelementptr [262144 x i32], [262144 x i32]* %a, i32 0, i32 7\n  store i32 1, i32* %b";
    let program = prepare(&shader(1024, body), EntrySelector::Shader(None)).unwrap();
    let resources = Resources::default();
    let bound = Bound::new(&program, &resources);
    let of_size = |wave_size| {
        let options = RunOptions { wave_size: Some(wave_size), ..RunOptions::default() };
        let result = taken(|| {
            Dispatch::new(&program, &bound, [1; 3], options).map(|dispatch| dispatch.runner_bytes())
        });
        assert!(result.1.peak < 1 << 20);
        result.0.map_err(|error| error.kind().to_string())
    };
    let told = of_size(4).unwrap_err();
    assert!(told.contains("bytes of registers for the waves of a thread group"), "{told}");
    // The same for few threads is possible, and takes what it says.
    let program = prepare(&shader(64, body), EntrySelector::Shader(None)).unwrap();
    let bound = Bound::new(&program, &resources);
    let dispatch = Dispatch::new(&program, &bound, [1; 3], RunOptions::default()).unwrap();
    let (outcome, taken) = taken(|| dispatch.run(&mut ()));
    assert_eq!(outcome.stop, None);
    let expected = dispatch.runner_bytes() as usize;
    assert!((expected / 2..expected + expected / 2).contains(&taken.peak), "{} of {expected}", taken.peak);
}

/// What is bound to register 1,000,000 of unbounded ranges in many spaces.
fn distant_registers_take_no_more_than_near_ones() {
    const SPACES: u32 = 64;
    let ranges: Vec<String> = (0..SPACES)
        .map(|space| {
            format!("!{0} = !{{i32 {space}, i8 addrspace(1)* undef, !\"\", i32 {space}, i32 0, i32 -1, i32 11, i32 0, null}}\n", space + 10)
        })
        .collect();
    let list = (10..10 + SPACES).map(|node| format!("!{node}")).collect::<Vec<_>>().join(", ");
    let source = shader(1, "").replace("!\"main\", null, null, !3", "!\"main\", null, !5, !3")
        + &format!(
            "!dx.resources = !{{!5}}\n!5 = !{{!6, null, null, null}}\n!6 = !{{{list}}}\n{}",
            ranges.concat()
        );
    let program = prepare(&source, EntrySelector::Shader(None)).unwrap();
    assert_eq!(program.slots().len(), SPACES as usize);
    let resources = Resources::default();
    let mut bound = Bound::new(&program, &resources);
    let ((), taken) = taken(|| {
        for space in 0..SPACES {
            let descriptor = Descriptor::Structure(0);
            assert!(bound.bind(&program, ResourceClass::SRV, 1_000_000, space, descriptor.clone()));
            assert!(!bound.bind(&program, ResourceClass::SRV, u32::MAX, space, descriptor));
        }
        assert!(bound.bind_in_heap(ResourceClass::SAMPLER, 1_000_000, Descriptor::Structure(0)));
        assert!(!bound.bind_in_heap(ResourceClass::SRV, 1 << 20, Descriptor::Structure(0)));
    });
    assert!(taken.peak < 1 << 20, "{} bytes", taken.peak);
    assert!(bound.descriptor(1_000_000).is_some() && bound.descriptor(0).is_none());
}

/// Many ways from one block to another with many phis, and many blocks before one phi: what is prepared is as large as
/// what was written, not as their product.
fn many_ways_with_many_phis_are_prepared() {
    const MANY: usize = 10_000;
    let mut text = "  switch i32 %x, label %end [\n".to_owned();
    (0..MANY).for_each(|case| text += &format!("    i32 {case}, label %end\n"));
    text += "  ]\nend:\n";
    (0..MANY / 4).for_each(|phi| text += &format!("  %p{phi} = phi i32 [ %x, %entry ]\n"));
    let mut blocks = "  switch i32 %x, label %b0 [\n".to_owned();
    (0..MANY).for_each(|case| blocks += &format!("    i32 {case}, label %b{case}\n"));
    blocks += "  ]\n";
    (0..MANY).for_each(|block| blocks += &format!("b{block}:\n  br label %end\n"));
    blocks += "end:\n  %p0 = phi i32 ";
    blocks += &(0..MANY).map(|block| format!("[ {block}, %b{block} ]")).collect::<Vec<_>>().join(", ");
    for body in [text, blocks + "\n"] {
        let source = format!(
            "{HEAD}define i32 @f(i32 %x) {{\nentry:\n{body}  ret i32 %p0\n}}\n{METADATA}!1 = !{{!\"lib\", i32 6, i32 7}}\n!2 = !{{null, !\"\", null, null, null}}\n"
        );
        prepare(&source, EntrySelector::Function(BStr::new("f"), 1)).unwrap();
    }
}

fn run(body: &str, groups: [u32; 3], max_steps: u64) -> (u64, Option<Stop>) {
    let program = prepare(&shader(64, body), EntrySelector::Shader(None)).unwrap();
    let resources = Resources::default();
    let bound = Bound::new(&program, &resources);
    let dispatch =
        Dispatch::new(&program, &bound, groups, RunOptions { max_steps, ..RunOptions::default() }).unwrap();
    let start = Instant::now();
    let (outcome, taken) = taken(|| dispatch.run(&mut ()));
    assert!(start.elapsed() < TIME && taken.peak < 16 << 20, "{:?}, {}", start.elapsed(), taken.peak);
    (outcome.steps, outcome.stop)
}

fn gigantic_dispatches_are_stopped() {
    let (steps, stop) = run("", [u32::MAX; 3], 100_000);
    assert_eq!(stop, Some(Stop::Steps));
    assert!((100_000..100_010).contains(&steps), "{steps}");
    assert_eq!(run("", [u32::MAX, u32::MAX, 0], 100_000), (0, None));
}

fn endless_loops_are_stopped() {
    let (steps, stop) = run("  br label %loop\nloop:\n  br label %loop\nend:", [3, 1, 1], 3_000_000);
    assert_eq!(stop, Some(Stop::Steps));
    assert!((3_000_000..3_000_010).contains(&steps), "{steps}");
}

/// A function that traces a ray and proceeds with the query `%query`, and what it declares.
fn tracing(before: &str, behind: &str) -> String {
    format!(
        "{HEAD}%dx.types.Handle = type {{ i8* }}
define i32 @f(i32 %a) {{
entry:
  %scene = call %dx.types.Handle @dx.op.createHandleFromHeap(i32 218, i32 0, i1 false, i1 false)
  %declared = call i32 @dx.op.allocateRayQuery(i32 178, i32 0)
{before}
  call void @dx.op.rayQuery_TraceRayInline(i32 179, i32 %query, %dx.types.Handle %scene, i32 0, i32 255, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 1.0, float 1.0)
  %goes = call i1 @dx.op.rayQuery_Proceed.i1(i32 180, i32 %query)
{behind}
  ret i32 0
}}
declare %dx.types.Handle @dx.op.createHandleFromHeap(i32, i32, i1, i1)
declare i32 @dx.op.allocateRayQuery(i32, i32)
declare void @dx.op.rayQuery_TraceRayInline(i32, i32, %dx.types.Handle, i32, i32, float, float, float, float, float, float, float, float)
declare i1 @dx.op.rayQuery_Proceed.i1(i32, i32)
{METADATA}!1 = !{{!\"lib\", i32 6, i32 7}}
!2 = !{{null, !\"\", null, null, null}}
"
    )
}

/// Calls that function in 32 lanes over 10,000 instances of 10,000 triangles, which no ray meets.
fn search(source: &str, max_steps: u64) -> (u64, Option<Stop>) {
    const MANY: usize = 10_000;
    let program = prepare(source, EntrySelector::Function(BStr::new("f"), 32)).unwrap();
    let shape = Shape::Triangles(vec![[[9.0; 3]; 3]; MANY]);
    let objects = [vec![Geometry { shape, is_opaque: false }]].into();
    let mut resources = Resources::default();
    resources.structures.push(AccelerationStructure { objects, instances: vec![Instance::new(0); MANY] });
    let mut bound = Bound::new(&program, &resources);
    bound.bind_in_heap(ResourceClass::SRV, 0, Descriptor::Structure(0));
    let dispatch =
        Dispatch::new(&program, &bound, [1; 3], RunOptions { max_steps, ..RunOptions::default() }).unwrap();
    let start = Instant::now();
    let (outcome, taken) = taken(|| dispatch.call(&vec![vec![0]; 32], &mut ()).1);
    assert!(start.elapsed() < TIME && taken.peak < 1 << 20, "{:?}, {}", start.elapsed(), taken.peak);
    (outcome.steps, outcome.stop)
}

fn endless_searches_are_stopped() {
    let (steps, stop) = search(&tracing("  %query = add i32 %declared, 0", ""), 1_000_000);
    assert_eq!(stop, Some(Stop::Steps));
    assert!((1_000_000..1_000_010).contains(&steps), "{steps}");
}

/// Handles of queries are numbers to those who make modules by hand.
fn queries_are_those_that_are_declared() {
    let before = "  br label %loop\nloop:\n  %query = phi i32 [ 1000, %entry ], [ %next, %loop ]";
    let behind = "  %next = add i32 %query, 1\n  %more = icmp ult i32 %next, 100000\n  br i1 %more, label %loop, label %end\nend:";
    assert_eq!(search(&tracing(before, behind), 10_000_000).1, None);
}
