//! RDAT and shader flags of real programs, derived from their modules: the part to the byte, the flags to the bit. Then
//! programs made here that real ones do not reach, and bad ones.

use std::collections::BTreeMap;
use std::fs;

use crate::everything;
use crate::program::Made;
use bstr::ByteSlice as _;
use dx_container::enums::{RuntimeDataPart, ShaderKind};
use dx_container::flags::ShaderFlags;
use dx_container::parts::View as _;
use dx_container::parts::rdat::Rdat;
use dx_container::reader::Payload;
use dx_container::{Container, FourCc};
use dxil::derive::functions::COLLECTED;
use dxil::derive::{DescribedModule, Functions, rdat, root_signature, subobjects};
use dxil::shader::{
    EntryProperty, RootSignatureBytes, Shader, ShaderModel, Subobject, SubobjectContent, Version,
};
use dxil_ir::bitcode;
use dxil_ir::builder::Build as _;
use dxil_ir::constants::ConstantKind;
use dxil_ir::instruction::Access;
use dxil_ir::{Alignment, CastOp, Module, Op, Type};
use located::Kind as _;
use testkit::modules::{self, Stored};
use testkit::{Test, corpus, note, tests};

pub(crate) const TESTS: &[Test] = tests![
    real_libraries_have_the_derived_part,
    real_programs_declare_what_they_use,
    subobjects_come_back,
    functions_name_what_they_use,
    nodes_count_what_they_share,
    sharing_is_bounded,
    root_signatures_are_found
];

/// The part of a stored container that has this name.
fn part_of(stored: &Stored<'_>, name: FourCc) -> Option<Vec<u8>> {
    let bytes = fs::read(stored.path).unwrap();
    let container = Container::parse(&bytes).ok()?;
    let part = container.parts().iter().find(|part| part.name == name)?;
    Some(container.payload(part).bytes.to_vec())
}

/// Calls `check` with each program in the part DXIL.
fn each_program(mut check: impl FnMut(&Stored<'_>, &Module, &mut Shader)) {
    let mut count = 0;
    let walked = modules::each_module(|stored| {
        if stored.part == Some(FourCc::DXIL) {
            count += 1;
            let module = bitcode::read(stored.bitcode, stored.offset);
            let module = module.unwrap_or_else(|error| panic!("{}: {error}", stored.path.display()));
            let mut shader = Shader::read(&module).unwrap();
            check(&stored, &module, &mut shader);
        }
    });
    walked.checked("programs", count, [137, 2207]);
}

/// RDAT of every real library follows from its module, but for the subobjects, which the module no longer has.
fn real_libraries_have_the_derived_part() {
    let (mut versions, mut tables) = (BTreeMap::<String, usize>::new(), BTreeMap::<_, usize>::new());
    let mut failures = Vec::new();
    each_program(|stored, module, shader| {
        if !shader.model.as_ref().unwrap().is_library() {
            return;
        }
        let expected = part_of(stored, FourCc::RDAT).unwrap();
        let read = Rdat::parse(Payload::new(FourCc::RDAT, &expected)).unwrap();
        for table in &read.tables {
            *tables.entry(table.row.name).or_default() += 1;
        }
        *versions.entry(shader.validator_version.as_ref().unwrap().to_string()).or_default() += 1;
        assert_eq!(shader.subobjects, [], "they are in the part alone");
        shader.subobjects = subobjects(&read).unwrap();
        let what = match rdat(&DescribedModule::new(module, shader)) {
            Ok(found) => match found.unwrap().write().unwrap() {
                found if found == expected => return,
                found => difference(&Rdat::parse(Payload::new(FourCc::RDAT, &found)).unwrap(), &read),
            },
            Err(error) => error.to_string(),
        };
        failures.push(format!("{}: {what}", stored.path.display()));
    });
    let count: usize = versions.values().sum();
    note!("{count} libraries by validator: {versions:?}; with these tables: {tables:?}");
    assert!(failures.is_empty(), "{} of {count}: {failures:#?}", failures.len());
    corpus::assert_at_least("libraries", count, [31, 303]);
    assert!(
        !corpus::is_known()
            || ["SubobjectTable", "NodeShaderInfoTable", "SignatureElementTable"]
                .iter()
                .all(|name| tables[name] > 3)
    );
}

/// The first field that differs.
fn difference(found: &Rdat<'_>, expected: &Rdat<'_>) -> String {
    for table in &expected.tables {
        let pairs = found.records(table.row.table).zip(expected.records(table.row.table));
        for (index, (found, expected)) in pairs.enumerate() {
            for ((name, found), (_, wanted)) in found.fields().zip(expected.fields()) {
                let (found, wanted) = (format!("{found:?}"), format!("{wanted:?}"));
                if found != wanted {
                    return format!(
                        "{} {index} {}: {name} {found} {wanted}",
                        table.row.name,
                        expected.text("Name")
                    );
                }
            }
        }
        let counts = (found.records(table.row.table).len(), table.len());
        if counts.0 != counts.1 {
            return format!("{} {counts:?}", table.row.name);
        }
    }
    format!("the rest: {} {}", found.tables.len(), expected.tables.len())
}

/// What the reference validator found in the code where it is something else than what is declared.
fn flags_found_by_the_reference(stored: &Stored<'_>) -> Option<ShaderFlags> {
    let messages = fs::read_to_string(stored.path.with_extension("dxv.txt")).ok()?;
    let (_, rest) = messages.split_once("Flags declared=")?;
    let (_, actual) = rest.split_once("actual=")?;
    let digits = actual.split(|digit: char| !digit.is_ascii_digit()).next()?;
    Some(ShaderFlags::from_bits_retain(digits.parse().unwrap()))
}

/// What every real program says it uses is what its code uses, or the reference validator says what that is.
fn real_programs_declare_what_they_use() {
    let (mut programs, mut refused, mut failures) = (0, 0, Vec::new());
    let mut seen = ShaderFlags::empty();
    each_program(|stored, module, shader| {
        let program = DescribedModule::new(module, shader);
        let Some(entry) = shader.entry_points.first() else { return };
        programs += 1;
        let reference = flags_found_by_the_reference(stored);
        refused += usize::from(reference.is_some());
        let expected = reference.unwrap_or(entry.flags() & COLLECTED);
        match Functions::of(&program).map(|functions| functions.module_flags()) {
            Ok(found) if found & COLLECTED == expected => seen |= found,
            Ok(found) => {
                let (more, fewer) = ((found & COLLECTED) - expected, expected - found);
                failures.push(format!("{}: more {more:?} fewer {fewer:?}", stored.path.display()));
            }
            Err(error) => failures.push(format!("{}: {error}", stored.path.display())),
        }
    });
    note!("{programs} programs, {refused} refused, never seen {:?}", COLLECTED - seen);
    assert!(failures.is_empty(), "{} of {programs}: {:#?}", failures.len(), failures);
    corpus::assert_at_least("programs with an entry", programs, [137, 2207]);
    // Only folders of the corpus contain messages of the reference validator.
    corpus::assert_if_known("programs that the validator refuses", refused, 10);
}

/// The part of a program that was made, read again.
fn derived(made: &Made) -> Vec<u8> {
    rdat(&made.program()).unwrap().unwrap().write().unwrap()
}

fn read(bytes: &[u8]) -> Rdat<'_> {
    Rdat::parse(Payload::new(FourCc::RDAT, bytes)).unwrap()
}

/// Subobjects of every kind that is known come back from the part; those of another kind are refused.
fn subobjects_come_back() {
    let mut made = Made::new(ShaderKind::LIBRARY, (1, 9));
    let all = everything::shader(&mut Module::dxil()).subobjects;
    let (unknown, known): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|it| matches!(it.content, SubobjectContent::Unknown(_)));
    let without_text = |mut subobject: Subobject| {
        subobject.extra.clear();
        match &mut subobject.content {
            SubobjectContent::GlobalRootSignature { text, .. }
            | SubobjectContent::LocalRootSignature { text, .. } => text.clear(),
            _ => {}
        }
        subobject
    };
    made.shader.subobjects = known.into_iter().map(without_text).collect();
    assert_eq!(made.shader.subobjects.len(), 8);
    let bytes = derived(&made);
    assert_eq!(subobjects(&read(&bytes)).unwrap(), made.shader.subobjects);
    made.shader.subobjects = unknown;
    assert_eq!(rdat(&made.program()).unwrap_err().kind().code(), "derive.missing");
    made.shader.validator_version = Some(Version::new(1, 3));
    assert_eq!(read(&derived(&made)).subobjects().len(), 0);
}

/// What a function uses: resources through constants, functions of other libraries by their names, which come first, in
/// the module's order.
fn functions_name_what_they_use() {
    let mut made = Made::new(ShaderKind::LIBRARY, (1, 7));
    let void = made.module.types.void();
    let ty = made.module.types.function(void, &[]);
    let [second, first] = ["\u{1}?second@@YAXXZ", "first"].map(|name| made.module.declare_function(name, ty));
    let texture = made.module.globals[made.uavs[1]].ty;
    let cast = made.module.constant(texture, ConstantKind::Cast(CastOp::Bitcast, made.uavs[1].into()));
    made.function("\u{1}?f@@YAXXZ", |build, uavs| {
        build.call(first, &[]).unwrap();
        let ty = build.module().globals[uavs[0]].value_type;
        build.load(ty, cast, Alignment::NATURAL);
        build.load(ty, uavs[0].into(), Alignment::NATURAL);
    });
    made.function("g", |build, _| {
        build.call(second, &[]).unwrap();
        build.call(first, &[]).unwrap();
    });
    let bytes = derived(&made);
    let rdat = read(&bytes);
    let found: Vec<_> = rdat
        .functions()
        .map(|function| {
            let resources =
                function.resources.map(|rows| rows.iter().map(|row| row.get()).collect::<Vec<_>>());
            let names = function.dependencies.into_iter().flat_map(|names| names.iter());
            (
                function.unmangled_name.to_string(),
                resources,
                names.map(ToString::to_string).collect::<Vec<_>>(),
            )
        })
        .collect();
    let names = ["\u{1}?second@@YAXXZ", "first"].map(str::to_owned);
    let expected =
        [("f".to_owned(), Some(vec![0, 1]), names[1..].to_vec()), ("g".to_owned(), None, names.to_vec())];
    assert_eq!(found, expected);
    let place = |name: &str| bytes.find(name).unwrap();
    assert!(place("?second@") < place("first") && place("first") < place("?f@"));
}

/// Nodes: what they share with their groups counts through calls, and each variable once.
fn nodes_count_what_they_share() {
    let mut made = Made::new(ShaderKind::LIBRARY, (1, 8));
    let float = made.module.types.float();
    let array = made.module.types.array(float, 100);
    let shared = [array, float].map(|ty| made.module.add_variable("shared", ty, 3, None));
    let callee = made.function("callee", |build, _| {
        for shared in shared {
            build.add(Op::Load(shared.into(), Access::plain(Alignment::NATURAL)), float);
        }
    });
    let node = made.function("node", |build, _| {
        build.call(callee, &[]).unwrap();
        build.add(Op::Load(shared[0].into(), Access::plain(Alignment::NATURAL)), float);
    });
    made.add_entry(node, ShaderKind::NODE);
    let bytes = derived(&made);
    let nodes: Vec<_> = read(&bytes).records(RuntimeDataPart::NODE_SHADER_INFO_TABLE).collect();
    assert_eq!(nodes.iter().map(|node| node.number("GroupSharedBytesUsed")).collect::<Vec<_>>(), [404]);

    // What lies too deep in other types cannot be counted.
    let deep = (0..10_000).fold(float, |ty, _| made.module.types.array(ty, 1));
    made.module.add_variable("deep", deep, 3, None);
    assert_eq!(rdat(&made.program()).unwrap_err().kind().code(), "derive.no-size");
}

/// Constants that share each other without measure are refused; as many as functions use one by one are not. A long
/// name that many use is there once.
fn sharing_is_bounded() {
    let chain = |length: u32, users: u32| {
        let mut made = Made::new(ShaderKind::LIBRARY, (1, 8));
        let i8 = made.module.types.int(8);
        let pointer = made.module.types.pointer(i8, 0);
        let mut last =
            made.module.constant(pointer, ConstantKind::Cast(CastOp::Bitcast, made.uavs[0].into()));
        for _ in 0..length {
            let pair =
                made.module.types.intern(Type::Literal { members: [pointer; 2].into(), is_packed: false });
            let aggregate = made.module.constant(pair, ConstantKind::Aggregate([last, last].into()));
            last = made.module.constant(pointer, ConstantKind::Cast(CastOp::Bitcast, aggregate));
        }
        let uavs = made.shader.entry_points[0].resources.as_mut().unwrap().uavs.as_mut().unwrap();
        *uavs = vec![uavs[0].clone(); 2000];
        (0..).zip(uavs).for_each(|(id, uav)| uav.range.id = id);
        for user in 0..users {
            made.function(&format!("f{user}"), |build, _| {
                build.load(i8, last, Alignment::NATURAL);
            });
        }
        rdat(&made.program()).map(|part| part.unwrap().write().unwrap().len())
    };
    assert_eq!(chain(1000, 1000).unwrap_err().kind().code(), "derive.sharing");
    assert!(chain(1, 1).unwrap() > 2000 * 32);

    let mut made = Made::new(ShaderKind::LIBRARY, (1, 8));
    let void = made.module.types.void();
    let ty = made.module.types.function(void, &[]);
    let long = made.module.declare_function(&"x".repeat(1 << 20), ty);
    for user in 0..5000 {
        made.function(&format!("f{user}"), |build, _| {
            build.call(long, &[]).unwrap();
        });
    }
    let size = derived(&made).len();
    assert!((1 << 20..2 << 20).contains(&size), "{size}");
}

/// The root signature of a program that is yet to be put into a container, of the module or else of its entry; of a
/// library none.
fn root_signatures_are_found() {
    let signature = |bytes: &str| RootSignatureBytes { bytes: bytes.into(), extra: Vec::new() };
    let mut made = Made::new(ShaderKind::COMPUTE, (1, 8));
    assert_eq!(root_signature(&made.program()), None);
    let properties = made.shader.entry_points[0].properties.as_mut().unwrap();
    properties.items.push(EntryProperty::RootSignature(signature("entry")));
    assert_eq!(root_signature(&made.program()), Some("entry".into()));
    made.shader.root_signature = Some(signature("module"));
    assert_eq!(root_signature(&made.program()), Some("module".into()));
    made.shader.model = ShaderModel::new(ShaderKind::LIBRARY, 6, 8);
    assert_eq!(root_signature(&made.program()), None);
}
