//! Programs edited as text and put back into their containers: what the edit does not concern stays, to the byte.

use std::collections::BTreeMap;
use std::path::Path;

use dx_container::parts::PartView;
use dx_container::parts::statistics::Statistics;
use dx_container::{Container, FourCc, Signing, is_container};
use dxil::assemble::{Options, Replaced, assemble, has_debug_information, replace};
use dxil::shader::Shader;
use dxil_ir::bitcode;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::{Constant, ConstantKind};
use dxil_ir::edit::{Editor, Position};
use dxil_ir::{Instruction, InstructionId, Module, Op, Type, Value, ValueKind};
use testkit::{Limits, Test, corpus, note, tests};

pub(crate) const TESTS: &[Test] = tests![
    unchanged_programs_give_the_same_container,
    a_changed_constant_changes_what_follows_from_it,
    an_edited_program_keeps_its_reflection,
    a_container_takes_any_program_of_its_stage within Limits::seconds(60, "it walks the whole corpus")
];

fn program(container: &Container<'_>, name: FourCc) -> Option<Module> {
    let Ok(PartView::Program(program)) = container.read(&container.part(name)?) else { return None };
    bitcode::read(program.bitcode, 0).ok()
}

/// The module as it is after it was printed and read again.
fn through_text(module: &Module) -> Module {
    let mut text = String::new();
    dxil_text::print(module, &mut text).unwrap();
    dxil_text::parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Invalid modules of the reference's own tests that do not come back, and why.
const EXCEPTIONS: [(&str, &str); 1] = [(
    "CodeGenDXIL_passes_longvec-intrinsics.ll",
    "an entry without a thread group: PSV0 does not follow from it",
)];

/// Calls `check` with each container that has a DXIL program, and the program that its listing shows.
fn each_container(
    mut check: impl FnMut(&Path, &Container<'_>, FourCc, Module) -> Result<(), String>,
) -> usize {
    let (mut count, mut failures) = (0, Vec::new());
    let walked = corpus::each_file(|path, bytes| {
        // Damaged until nothing but their bytes comes back; their text is a test of its own.
        if !is_container(bytes) || path.parent().is_some_and(|folder| folder.ends_with("text")) {
            return;
        }
        let Ok(container) = Container::parse(bytes) else { return };
        let listed = if container.part(FourCc::ILDB).is_some() { FourCc::ILDB } else { FourCc::DXIL };
        let Some(module) = program(&container, listed) else { return };
        count += 1;
        if let Err(error) = check(path, &container, listed, module) {
            failures.push(format!("{} ({listed}): {error}", path.display()));
        }
    });
    note!("{} of {count} fail", failures.len());
    assert!(failures.is_empty(), "{}", failures[..failures.len().min(40)].join("\n"));
    walked.checked("containers with a module", count, [137, 2207]);
    count
}

fn differing_parts(before: &Container<'_>, after: &Container<'_>) -> Vec<FourCc> {
    let names =
        |container: &Container<'_>| container.parts().iter().map(|part| part.name).collect::<Vec<_>>();
    let mut all = names(before);
    all.extend(names(after));
    all.sort_unstable();
    all.dedup();
    let data = |container: &Container<'_>, name| container.part(name).map(|part| part.data.to_vec());
    all.retain(|name| data(before, *name) != data(after, *name));
    all
}

/// A program that nobody changed gives its container again, with debug information too.
fn unchanged_programs_give_the_same_container() {
    each_container(|path, container, _, module| {
        let result = comes_back(container, &module);
        let stem = path.file_stem().unwrap_or_default();
        match (EXCEPTIONS.iter().any(|(name, _)| stem == *name), result) {
            (true, Ok(())) => Err("is no exception any more".to_owned()),
            (true, Err(_)) => Ok(()),
            (false, result) => result,
        }
    });
}

fn comes_back(container: &Container<'_>, module: &Module) -> Result<(), String> {
    let replaced = replace(container, through_text(module)).map_err(|error| error.to_string())?;
    let built = replaced.builder.build(Signing::Keep).map_err(|error| error.to_string())?;
    if built == container.bytes() {
        return Ok(());
    }
    let parts = differing_parts(container, &Container::parse(&built).unwrap());
    Err(format!("{parts:?} differ, {:?} dropped", replaced.dropped))
}

/// Changes an integer that an operator, not an operation of DXIL, has as its operand.
fn change_a_constant(module: &mut Module) -> bool {
    let found = module.bodies().find_map(|(function, _, body)| {
        let mut instructions = body.in_order();
        let found = instructions.find_map(|(_, id, instruction)| {
            let Op::Binary { operands, .. } = &instruction.op else { return None };
            let ValueKind::Constant(old) = operands[1].kind() else { return None };
            let constant = module.constants.get(old)?;
            let is_integer = module.types.get(constant.ty) == Some(&Type::Integer(32));
            matches!(constant.kind, ConstantKind::Integer(2..))
                .then_some((id, old, constant.ty))
                .filter(|_| is_integer)
        });
        found.map(|found| (function, found))
    });
    let Some((function, (instruction, old, ty))) = found else { return false };
    let new = module.constants.intern(Constant { ty, kind: ConstantKind::Integer(1_234_567) });
    let body = module.globals[function].function_mut().unwrap().body.as_mut().unwrap();
    let change = |value| if value == Value::from(old) { new.into() } else { value };
    body.instructions[instruction].op.map_operands(&mut body.lists, change);
    true
}

/// What follows from a program and stands in a container of its own.
fn derived(module: &Module) -> Result<BTreeMap<FourCc, Vec<u8>>, String> {
    let bytes = assemble(module.clone(), &Options::default()).map_err(|error| error.to_string())?;
    let container = Container::parse(&bytes).unwrap();
    Ok(container.parts().iter().map(|part| (part.name, part.data.to_vec())).collect())
}

/// Where one constant is changed, DXIL and HASH are others, of all other parts those that follow from the constant, and
/// within DXIL what an edit of the stored module itself would change.
fn a_changed_constant_changes_what_follows_from_it() {
    let (mut edited, mut others) = (0, BTreeMap::<FourCc, usize>::new());
    each_container(|_, container, listed, module| {
        let mut changed = module.clone();
        if !change_a_constant(&mut changed) {
            return Ok(());
        }
        edited += 1;
        let Replaced { builder, dropped, .. } =
            replace(container, through_text(&changed)).map_err(|error| error.to_string())?;
        let built = builder.build(Signing::Sign).unwrap();
        let built = Container::parse(&built).unwrap();
        let stored = program(&built, listed).ok_or("the program is gone")?;
        if let Some(difference) = changed.difference(&stored) {
            return Err(format!("another program: {difference}"));
        }
        if listed == FourCc::DXIL {
            let expected = bitcode::write(&changed).unwrap();
            let Ok(PartView::Program(written)) = built.read(&built.part(listed).unwrap()) else {
                panic!("no program")
            };
            if written.bitcode != expected {
                return Err("DXIL is not what an edit of the stored module gives".to_owned());
            }
        }
        let (before, after) = (derived(&module)?, derived(&changed)?);
        for name in differing_parts(container, &built) {
            *others.entry(name).or_default() += 1;
            let follows = [FourCc::DXIL, FourCc::ILDB, FourCc::HASH].contains(&name)
                || name == FourCc::ILDN && listed == FourCc::ILDB
                || before.get(&name) != after.get(&name);
            if !follows {
                return Err(format!("{name} differs, although it does not follow from the constant"));
            }
        }
        if dropped.is_empty() { Ok(()) } else { Err(format!("{dropped:?} dropped")) }
    });
    note!("{edited} edited; parts that differ: {others:?}");
    assert!(edited > 5, "{edited} edited");
}

/// Does an operator twice in the first function, the second time for nothing: STAT counts it.
fn add_an_instruction(module: &mut Module) -> bool {
    let functions: Vec<_> = module.bodies().map(|(id, ..)| id).collect();
    functions.into_iter().any(|function| {
        let mut editor = Editor::new(module, function).unwrap();
        let is_operator = |id: &InstructionId| matches!(editor.op(*id), Some(Op::Binary { .. }));
        let Some(id) = editor.all_instructions().into_iter().find(is_operator) else { return false };
        let Instruction { op, ty, flags, .. } = editor.instruction(id).unwrap().clone();
        editor.go_to(Position::After(id)).unwrap();
        let copy = editor.add(op, ty);
        editor.set_flags(copy.into(), flags);
        true
    })
}

/// Where the edit changes what STAT counts, it says that, and of names and types what it said before.
fn an_edited_program_keeps_its_reflection() {
    const COUNTERS: &str = "dx.counters";
    let mut edited = 0;
    each_container(|path, container, listed, mut module| {
        let stat = |container: &Container<'_>| {
            let Ok(PartView::Statistics(Statistics::Program(program))) =
                container.read(&container.part(FourCc::STAT)?)
            else {
                return None;
            };
            let mut module = bitcode::read(program.bitcode, 0).unwrap();
            let counters = module.named_metadata.iter().position(|named| named.name == COUNTERS)?;
            module.named_metadata.remove(counters);
            Some(module)
        };
        let is_exception = EXCEPTIONS.iter().any(|(name, _)| path.file_stem().unwrap_or_default() == *name);
        let Some(before) = stat(container) else { return Ok(()) };
        if is_exception || !add_an_instruction(&mut module) {
            return Ok(());
        }
        let replaced = replace(container, through_text(&module)).map_err(|error| error.to_string())?;
        let built = replaced.builder.build(Signing::Sign).unwrap();
        let built = Container::parse(&built).unwrap();
        let Some(after) = stat(&built) else { return Err("no counters in STAT".to_owned()) };
        edited += 1;
        if let Some(difference) = before.difference(&after) {
            return Err(format!("STAT ({listed}): {difference}"));
        }
        if container.part(FourCc::STAT).unwrap().data == built.part(FourCc::STAT).unwrap().data {
            return Err("STAT counts as before".to_owned());
        }
        Ok(())
    });
    note!("{edited} edited");
    assert!(edited > 5, "{edited} edited");
}

/// Whatever program a container is given, it is there afterwards and can be read; parts that follow are those of a new
/// container.
fn a_container_takes_any_program_of_its_stage() {
    let (mut last, mut taken, mut refused) = (BTreeMap::<Option<String>, Module>::new(), 0, 0);
    let whole = |module: &Module| module.bodies().next().is_some();
    each_container(|path, container, listed, module| {
        let is_exception = EXCEPTIONS.iter().any(|(name, _)| path.file_stem().unwrap_or_default() == *name);
        if is_exception || !whole(&module) {
            return Ok(());
        }
        let stage = Shader::read(&module).ok().and_then(|shader| Some(format!("{:?}", shader.model?.kind())));
        let Some(other) = last.insert(stage, module.clone()) else { return Ok(()) };
        let text = through_text(&other);
        let replaced = match replace(container, text.clone()) {
            Ok(replaced) => replaced,
            // What a new container refuses, this one may refuse too.
            Err(_) if derived(&other).is_err() => return Ok(()),
            Err(error) => {
                refused += 1;
                return Err(error.to_string());
            }
        };
        taken += 1;
        let built = replaced.builder.build(Signing::Sign).unwrap();
        let built = Container::parse(&built).unwrap();
        let is_debug = has_debug_information(&other);
        let stored = program(&built, if is_debug { FourCc::ILDB } else { FourCc::DXIL });
        let stored = stored.ok_or(format!("the program cannot be read ({listed})"))?;
        if program(&built, FourCc::DXIL).is_none() {
            return Err("DXIL cannot be read".to_owned());
        }
        // What the module says of dependencies may be computed anew, and what parts hold goes into them.
        let names = ["dx.viewIdState", "dx.rootSignature", "dx.subobjects"];
        let [mut stored, mut expected] = [stored, text];
        for module in [&mut stored, &mut expected] {
            module.named_metadata.retain(|named| !names.iter().any(|name| named.name == *name));
        }
        match expected.difference(&stored) {
            Some(difference) => Err(format!("another program: {difference}")),
            None => Ok(()),
        }
    });
    note!("{taken} taken, {refused} refused");
    assert!(taken > 10, "{taken} taken");
}
