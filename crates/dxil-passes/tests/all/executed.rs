//! Execution of the cases of `lower`: a pass must not change the results of a shader.
//!
//! Each case of `tests/lower` is lowered twice, with all passes: as it is, and after the passes of the case ran on it.
//! Both shaders are executed with the same resources, and must write the same bytes. A case without an entry point gets
//! one that calls its functions with scalar parameters and stores their results.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use dx_container::enums::{ResourceClass, ResourceKind};
use dxil::shader::Shader;
use dxil_ir::{Dialect, Module, Type, TypeId};
use dxil_passes::lower::{Options, lower, run_passes};
use dxil_passes::pass_manager::Selection;
use dxil_run::resources::{ALL_MAPPED, Buffer, Descriptor, Format, Memory, letter};
use dxil_run::{Bound, Dispatch, EntrySelector, PrepareOptions, Program, Resources, RunOptions};
use testkit::corpus::assert_at_least;
use testkit::random::Random;
use testkit::{Failed, Test, tests};

use crate::lower::{cases, words};

pub(crate) const TESTS: &[Test] = tests![passes_keep_the_results_of_shaders];

/// Cases that cannot be executed, and a part of the error.
const NOT_EXECUTED: &[(&str, &str)] = &[
    ("aggregates_in_memory", "call of function make, which has no body"),
    ("attributes", "call of function g, which has no body"),
    ("breaks_tokens", "Cannot create WaveActiveOp operation"),
    ("cbuffer_access", "registers of the resource are unknown"),
    ("constant_operands", "first argument of `dx.op.unary.f32` is not constant"),
    ("flatten_arrays_members", "call of function given, which has no body"),
    ("forward_handle_accesses", "Load of \"copy\" is not a global resource handle"),
    ("intrinsic_expansion", "input and output semantics are unknown"),
    ("op_lower", "handle refers to a resource that !dx.resources does not list"),
    ("op_lower_overflow_members", "DXIL has no operation for llvm.dx.resource.getpointer"),
    ("op_lower_vectors", "DXIL has no operation for llvm.dx.resource.getpointer"),
    ("resource_access_textures", "is not a buffer"),
    ("scalarizer_extract", "call of function f, which has no body"),
    ("translate_metadata_loop", "stopped: Steps"),
    ("widen_integers", "call of function other, which has no body"),
];

/// Groups of a dispatch in each dimension.
const GROUPS: [u32; 3] = [1, 1, 1];
/// Threads per group of an entry point that this test adds.
const THREADS: u32 = 8;
/// Bytes of each buffer, and the largest number of buffers of a range.
const BYTES: usize = 4096;
const BUFFERS: u32 = 8;

fn passes_keep_the_results_of_shaders() -> Result<(), Failed> {
    let (mut executed, mut written, mut failures) = (0, 0, String::new());
    for path in cases() {
        let source = fs::read_to_string(&path)?;
        let Some(passes) = words(&source, "RUN") else { continue };
        let passes: Vec<&str> = passes.iter().map(String::as_str).collect();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let module = parse(&source).map_err(|error| format!("{name}: {error}"))?;
        let module = match source.contains("hlsl.shader") {
            true => module,
            false => {
                parse(&with_entry_point(source, &module)?).map_err(|error| format!("{name}: {error}"))?
            }
        };
        let known = NOT_EXECUTED.iter().find(|(known, _)| *known == name);
        let results = execute(module.clone()).and_then(|before| {
            let changed = run_passes(module, &passes).map_err(|error| error.to_string())?;
            Ok((before, execute(changed)?))
        });
        match (results, known) {
            (Ok((before, after)), None) => {
                executed += 1;
                written += usize::from(!before.is_empty());
                if before != after {
                    writeln!(failures, "{name}: the passes {passes:?} change the results")?;
                }
            }
            (Ok(_), Some(_)) => writeln!(failures, "{name}: is executed; remove it from NOT_EXECUTED")?,
            (Err(error), Some((_, part))) if error.contains(part) => {}
            (Err(error), _) => writeln!(failures, "{name}: {error}")?,
        }
    }
    testkit::note!("{executed} cases are executed, and {written} write to a buffer");
    assert_at_least("executed cases", executed, [42, 42]);
    assert_at_least("executed cases that write to a buffer", written, [16, 16]);
    if failures.is_empty() { Ok(()) } else { Err(failures.into()) }
}

fn parse(source: &str) -> Result<Module, String> {
    let parsed = dxil_text::parse_as(source.as_bytes(), Dialect::Modern);
    Ok(parsed.map_err(|errors| errors.shown("case", source.as_bytes()).to_string())?.module)
}

/// Adds an entry point that calls each function with scalar parameters and a scalar result, and writes the results.
fn with_entry_point(source: String, module: &Module) -> Result<String, Failed> {
    const BUFFER: &str = "target(\"dx.RawBuffer\", i8, 1, 0)";
    const NAME: &str = "tdx.RawBuffer_i8_1_0t";
    let triple = "target triple = \"dxil-pc-shadermodel6.6-compute\"";
    let lines = source.lines().filter(|line| !line.starts_with("target triple"));
    let mut text: String = lines.flat_map(|line| [line, "\n"]).collect();
    writeln!(text, "{triple}")?;
    let declarations = [
        format!("declare {BUFFER} @llvm.dx.resource.handlefrombinding.{NAME}(i32, i32, i32, i32, ptr)"),
        format!("declare ptr @llvm.dx.resource.getpointer.p0.{NAME}({BUFFER}, i32)"),
        "declare i32 @llvm.dx.thread.id(i32)".to_owned(),
    ];
    for declaration in declarations {
        let name =
            declaration.split_once('@').and_then(|(_, name)| name.split_once('(')).unwrap_or_default().0;
        if !module.globals.values().any(|global| global.name == name) {
            writeln!(text, "{declaration}")?;
        }
    }
    let mut body = format!(
        "  %thread = call i32 @llvm.dx.thread.id(i32 0)\n  %buffer = call {BUFFER} \
         @llvm.dx.resource.handlefrombinding.{NAME}(i32 99, i32 0, i32 1, i32 0, ptr null)\n"
    );
    let mut stored = 0;
    for (number, (_, global, _)) in module.bodies().enumerate() {
        let Some(Type::Function { result, parameters, .. }) = module.types.get(global.value_type) else {
            continue;
        };
        let Some(result) = scalar(module, *result) else { continue };
        let Some(parameters) = parameters.iter().map(|ty| scalar(module, *ty)).collect::<Option<Vec<_>>>()
        else {
            continue;
        };
        let mut arguments = Vec::new();
        for (index, ty) in parameters.iter().enumerate() {
            let value = format!("%a{number}.{index}");
            writeln!(body, "  {value}.sum = add i32 %thread, {index}")?;
            writeln!(body, "  {value}.low = and i32 {value}.sum, 7")?;
            match ty.as_str() {
                "i32" => writeln!(body, "  {value} = or i32 {value}.low, 0")?,
                "i64" => writeln!(body, "  {value} = zext i32 {value}.low to i64")?,
                "half" | "float" | "double" => writeln!(body, "  {value} = uitofp i32 {value}.low to {ty}")?,
                _ => writeln!(body, "  {value} = trunc i32 {value}.low to {ty}")?,
            }
            arguments.push(format!("{ty} {value}"));
        }
        let name = &global.name;
        let arguments = arguments.join(", ");
        if result == "void" {
            writeln!(body, "  call void @{name}({arguments})")?;
            continue;
        }
        writeln!(body, "  %r{number} = call {result} @{name}({arguments})")?;
        let word = format!("%w{number}");
        match result.as_str() {
            "i32" => writeln!(body, "  {word} = or i32 %r{number}, 0")?,
            "float" => writeln!(body, "  {word} = bitcast float %r{number} to i32")?,
            "half" => writeln!(
                body,
                "  {word}.float = fpext half %r{number} to float\n  {word} = bitcast float {word}.float to i32"
            )?,
            "i64" => writeln!(body, "  {word} = trunc i64 %r{number} to i32")?,
            "double" => writeln!(
                body,
                "  {word}.float = fptrunc double %r{number} to float\n  {word} = bitcast float {word}.float to i32"
            )?,
            _ => writeln!(body, "  {word} = zext {result} %r{number} to i32")?,
        }
        writeln!(body, "  {word}.offset = shl i32 %thread, 2")?;
        writeln!(body, "  {word}.address = add i32 {word}.offset, {}", stored * 4 * THREADS)?;
        writeln!(
            body,
            "  {word}.pointer = call ptr @llvm.dx.resource.getpointer.p0.{NAME}({BUFFER} %buffer, i32 {word}.address)"
        )?;
        writeln!(body, "  store i32 {word}, ptr {word}.pointer")?;
        stored += 1;
    }
    writeln!(
        text,
        "define void @executed() \"hlsl.shader\"=\"compute\" \"hlsl.numthreads\"=\"{THREADS},1,1\" {{\n{body}  ret \
         void\n}}"
    )?;
    Ok(text)
}

/// The name of a scalar type or of void.
fn scalar(module: &Module, ty: TypeId) -> Option<String> {
    match module.types.get(ty)? {
        Type::Void => Some("void".to_owned()),
        Type::Integer(bits @ (1 | 8 | 16 | 32 | 64)) => Some(format!("i{bits}")),
        Type::Half => Some("half".to_owned()),
        Type::Float => Some("float".to_owned()),
        Type::Double => Some("double".to_owned()),
        _ => None,
    }
}

/// The bytes of the UAVs that a shader changed, by letter and register, space, and index of the memory.
type Results = BTreeMap<(char, u32, u32, usize), Vec<u8>>;

/// Lowers a module, and executes its only entry point with pseudo-random buffers.
fn execute(module: Module) -> Result<Results, String> {
    let lowered = lower(module, &Options::default(), &Selection::default(), None);
    let lowered = lowered.map_err(|error| error.to_string())?;
    let shader = Shader::read(&lowered).map_err(|error| format!("{error:?}"))?;
    let entry = EntrySelector::Shader(None);
    let program = Program::prepare(&lowered, &shader, entry, PrepareOptions::default());
    let program = program.map_err(|error| error.to_string())?;
    let mut resources = Resources::default();
    let mut descriptors = Vec::new();
    for slot in program.slots() {
        for register in (slot.register..).take(slot.count.min(BUFFERS) as usize) {
            // Each register has its own sequence. No value is 0, on which loops of the cases would wait.
            let mut random = Random(u64::from(register) << 32 | u64::from(slot.space) << 8 | 1);
            let words = (0..BYTES / 4).flat_map(|_| (1 + random.below(63) as u32).to_le_bytes());
            let memory = resources.add(Memory::new(&words.collect::<Vec<u8>>()));
            let counter = (slot.class == ResourceClass::UAV).then(|| resources.add(Memory::new(&[0; 4])));
            let format = match slot.kind {
                ResourceKind::TYPED_BUFFER => Format::named("R32G32B32A32_UINT"),
                ResourceKind::RAW_BUFFER | ResourceKind::STRUCTURED_BUFFER | ResourceKind::CBUFFER => None,
                kind => return Err(format!("a resource of kind {kind:?} is not a buffer")),
            };
            let (bytes, mapped) = (BYTES as u64, ALL_MAPPED);
            let buffer = Buffer { memory, offset: 0, bytes, stride: 0, format, counter, mapped };
            descriptors.push((slot, register, buffer));
        }
    }
    let before: Vec<Vec<u8>> = resources.memories.iter().map(Memory::bytes).collect();
    let mut bound = Bound::new(&program, &resources);
    for (slot, register, buffer) in &descriptors {
        bound.bind(&program, slot.class, *register, slot.space, Descriptor::Buffer(buffer.clone()));
    }
    let options = RunOptions { max_steps: 1 << 20, ..RunOptions::default() };
    let dispatch = Dispatch::new(&program, &bound, GROUPS, options).map_err(|error| error.to_string())?;
    if let Some(stop) = dispatch.run(&mut ()).stop {
        return Err(format!("stopped: {stop:?}"));
    }
    let mut results = Results::new();
    for (slot, register, buffer) in &descriptors {
        for (index, memory) in [Some(buffer.memory), buffer.counter].into_iter().flatten().enumerate() {
            let bytes = resources.memories[memory].bytes();
            if bytes != before[memory] {
                results.insert((letter(slot.class), *register, slot.space, index), bytes);
            }
        }
    }
    Ok(results)
}
