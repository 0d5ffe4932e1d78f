//! What modules say of the shader that they are, read and written.

mod occurrences;

use std::collections::{BTreeMap, HashMap};

use crate::everything;
use bstr::BString;
use dx_container::enums::{ResourceClass, ResourceKind, ShaderKind};
use dx_container::flags::ShaderFlags;
use dxil::shader::{EntryPoint, HandleProperties, Shader, TypeAnnotations, ViewIdState};
use dxil_ir::bitcode;
use dxil_ir::metadata::{Metadata, node_of};
use dxil_ir::{MetadataId, Module, Type, verify};
use located::Kind as _;
use occurrences::Occurrences;
use testkit::modules::{self, Stored};
use testkit::{Test, corpus, note, tests};

pub(crate) const TESTS: &[Test] = tests![
    metadata_comes_back,
    everything_comes_back,
    nothing_takes_the_names_away,
    view_id_states_are_understood,
    integers_of_any_width_say_the_same,
    whatever_is_changed_is_refused_or_comes_back,
    errors_say_what_and_where
];

/// Calls `check` with each module; it says what is wrong. Prints how many modules there are.
fn each_module(mut check: impl FnMut(&Stored<'_>, Module) -> Result<(), String>) {
    let (mut count, mut failures) = (0, Vec::new());
    let walked = modules::each_module(|stored| {
        count += 1;
        let result = bitcode::read(stored.bitcode, stored.offset)
            .map_err(|error| error.to_string())
            .and_then(|module| check(&stored, module));
        if let Err(what) = result {
            failures.push(format!("{} at {:#x}: {what}", stored.path.display(), stored.offset));
        }
    });
    note!("{} of {count} modules fail", failures.len());
    walked.without_filter();
    assert!(failures.is_empty(), "{:#?}", &failures[..failures.len().min(20)]);
}

/// The nodes of each name.
fn names(module: &Module) -> BTreeMap<BString, Vec<MetadataId>> {
    let named = module.named_metadata.iter();
    named.map(|named| (named.name.clone(), named.operands.clone())).collect()
}

/// Writes a shader into a copy of its module that has nothing of it. The nodes are the very same: lists that are equal
/// are one.
fn comes_back(module: &Module, shader: &Shader) -> Result<(), String> {
    let mut copy = module.clone();
    copy.named_metadata.retain(|named| !Shader::NAMES.iter().any(|name| named.name == *name));
    shader.write(&mut copy);
    let (before, after) = (names(module), names(&copy));
    if before == after {
        return Ok(());
    }
    let other = before.iter().find(|(name, nodes)| after.get(*name) != Some(nodes));
    Err(format!("other nodes: {other:?}"))
}

/// What is read is written as the very same nodes; written where it was, it changes nothing, not even a bit.
fn metadata_comes_back() {
    let mut occurrences = Occurrences::default();
    each_module(|stored, module| {
        let shader = Shader::read(&module).map_err(|error| error.to_string())?;
        occurrences.module(&module, &shader);
        if let Err(other) = comes_back(&module, &shader) {
            // Texts written by hand may have integers of other widths than compilers write.
            let by_hand = stored.path.components().any(|folder| folder.as_os_str() == "dxc-invalid");
            let mut written = module.clone();
            shader.write(&mut written);
            let again = Shader::read(&written).map_err(|error| error.to_string())?;
            return if by_hand && again == shader { Ok(()) } else { Err(other) };
        }
        let mut rewritten = module.clone();
        shader.write(&mut rewritten);
        if let Some(difference) = module.difference(&rewritten) {
            return Err(difference.to_string());
        }
        let bytes = bitcode::write(&rewritten).map_err(|error| error.to_string())?;
        if bytes == stored.bitcode { Ok(()) } else { Err("other bytes".to_owned()) }
    });
    let all = occurrences::all();
    let known = occurrences.0.keys().filter(|what| all.contains(*what)).count();
    note!("{known} of {} names and tags occur in real modules: {:#?}", all.len(), occurrences.0);
}

/// Every name and every tag is in the shader that says everything, which comes back, from bitcode, too.
fn everything_comes_back() {
    let mut module = Module::dxil();
    let shader = everything::shader(&mut module);
    shader.write(&mut module);
    let mut occurrences = Occurrences::default();
    occurrences.module(&module, &shader);
    let missing: Vec<_> =
        occurrences::all().into_iter().filter(|what| !occurrences.0.contains_key(what)).collect();
    assert!(missing.is_empty(), "without a case: {missing:?}");
    let read = Shader::read(&module).unwrap();
    assert_eq!(read, shader);
    comes_back(&module, &shader).unwrap();
    let report = verify(&module);
    assert!(report.is_valid(), "{:?}", report.findings);

    let again = bitcode::read(&bitcode::write(&module).unwrap(), 0).unwrap();
    assert_eq!(module.difference(&again), None);
    let read = Shader::read(&again).unwrap();
    comes_back(&again, &read).unwrap();
    let entry = &read.entry_points[0];
    let properties = entry.properties.as_ref().unwrap();
    assert_eq!(properties.thread_group().unwrap().dimensions(), [1, 1, 1]);
    assert_eq!(properties.hull().unwrap().max_tess_factor, 64.0);
    assert!(entry.flags().contains(ShaderFlags::WAVE_OPS));
    assert_eq!(entry.signatures.as_ref().unwrap().outputs.as_ref().unwrap()[0].semantic_index(1), 5);
    let range = &read.resources.as_ref().unwrap().srvs.as_ref().unwrap()[0].range;
    assert_eq!(range.upper_bound(), None);
    assert_eq!(again.globals[range.global(&again).unwrap()].name, "texture");
    assert_eq!(again.types.named(range.hlsl_type(&again).unwrap()).unwrap().name, "struct.S");
    let TypeAnnotations::Structs(structs) = &read.type_annotations[0] else { panic!("no structures first") };
    let constant = *structs[0].fields[0].resource_properties().unwrap();
    let handle = HandleProperties::of(&again, constant).unwrap();
    assert_eq!((handle.kind(), handle.class()), (ResourceKind::STRUCTURED_BUFFER, ResourceClass::UAV));
    assert_eq!((handle.alignment_log2(), handle.stride(), handle.has_counter()), (1, 16, true));
    assert!(handle.is_rasterizer_ordered() && !handle.is_globally_coherent() && !handle.is_comparison());
    assert_eq!(read.model.as_ref().unwrap().to_string(), "lib_6_x");
    assert!(read.model.as_ref().unwrap().is_library());
    assert_eq!(read.counters.as_ref().unwrap().get("tex_load".into()), 2);
}

/// A shader that says nothing takes away what was said, and leaves what is not its own.
fn nothing_takes_the_names_away() {
    let mut module = Module::dxil();
    everything::shader(&mut module).write(&mut module);
    let node = module.tuple(&[]);
    module.add_named_metadata("llvm.dbg.cu", &[node]);
    Shader::default().write(&mut module);
    assert_eq!(names(&module).into_keys().collect::<Vec<_>>(), ["llvm.dbg.cu"]);
    // A name without nodes says nothing, but it may stay.
    module.add_named_metadata("dx.resources", &[]);
    Shader::read(&module).unwrap().write(&mut module);
    assert_eq!(names(&module).len(), 2);
}

/// The words of `dx.viewIdState` are all understood, and made of what they say.
fn view_id_states_are_understood() {
    let mut stages = BTreeMap::<_, usize>::new();
    each_module(|_, module| {
        let shader = Shader::read(&module).map_err(|error| error.to_string())?;
        let Some(state) = &shader.view_id_state else { return Ok(()) };
        let kind = shader.model.as_ref().and_then(|model| model.kind()).ok_or("no shader model")?;
        let flags = shader.entry_points.first().map(EntryPoint::flags).unwrap_or_default();
        let uses_view_id = flags.contains(ShaderFlags::VIEW_ID);
        let dependencies = state.dependencies(kind, uses_view_id).map_err(|error| error.to_string())?;
        *stages.entry((kind, uses_view_id)).or_default() += 1;
        if !dependencies.extra.is_empty() || dependencies.state(kind) != *state {
            return Err(format!("{state:?} as {dependencies:?}"));
        }
        Ok(())
    });
    note!("{stages:?}");
    corpus::assert_at_least("view ID states", stages.values().sum(), [152, 1923]);
    for kind in
        [ShaderKind::PIXEL, ShaderKind::GEOMETRY, ShaderKind::HULL, ShaderKind::DOMAIN, ShaderKind::MESH]
    {
        let state = ViewIdState { words: vec![u32::MAX, u32::MAX, 5], extra: Vec::new() };
        let error = state.dependencies(kind, true).unwrap_err();
        assert_eq!(error.kind().code(), "shader.short", "{kind}");
    }
}

/// Makes a copy of metadata in which one operand of one list is another.
struct Change<'m> {
    module: &'m mut Module,
    list: MetadataId,
    change: &'m dyn Fn(&mut Vec<Option<MetadataId>>),
    copies: HashMap<MetadataId, MetadataId>,
}

impl Change<'_> {
    fn copy(&mut self, id: MetadataId) -> MetadataId {
        if let Some(copy) = self.copies.get(&id) {
            return *copy;
        }
        let Some(Metadata::Tuple { operands, .. }) = self.module.metadata.get(id) else { return id };
        let numbers = self.module.metadata.numbers(operands).to_vec();
        let mut operands: Vec<_> =
            numbers.into_iter().map(|number| Some(self.copy(node_of(number)?))).collect();
        if id == self.list {
            (self.change)(&mut operands);
        }
        let copy = self.module.tuple(&operands);
        self.copies.insert(id, copy);
        copy
    }
}

impl<'m> Change<'m> {
    /// Makes the change in all that the module's names lead to.
    fn apply(module: &'m mut Module, list: MetadataId, change: &'m dyn Fn(&mut Vec<Option<MetadataId>>)) {
        let named: Vec<Vec<_>> = module.named_metadata.iter().map(|named| named.operands.clone()).collect();
        let mut copies = Change { module, list, change, copies: HashMap::new() };
        let named: Vec<Vec<_>> =
            named.iter().map(|nodes| nodes.iter().map(|node| copies.copy(*node)).collect()).collect();
        for (named, operands) in copies.module.named_metadata.iter_mut().zip(named) {
            named.operands = operands;
        }
    }
}

/// The operands of each list of a module.
fn lists(module: &Module) -> Vec<(MetadataId, Vec<Option<MetadataId>>)> {
    let lists = module.metadata.iter().filter_map(|(list, metadata)| match metadata {
        Metadata::Tuple { operands, .. } => {
            Some((list, module.metadata.numbers(operands).iter().map(|number| node_of(*number)).collect()))
        }
        _ => None,
    });
    lists.collect()
}

/// The number that metadata is, if it is an integer.
fn integer(module: &Module, operand: Option<MetadataId>) -> Option<u64> {
    let Some(Metadata::Value(ty, value)) = module.metadata.get(operand?) else { return None };
    module.types.get(ty).filter(|ty| matches!(ty, Type::Integer(_)))?;
    module.integer(value)
}

/// DXC takes integers of any width; here, too, any one of them says the same where it is wider or narrower. Operands
/// that nobody knows are kept as they are.
fn integers_of_any_width_say_the_same() {
    let mut module = Module::dxil();
    let shader = everything::shader(&mut module);
    shader.write(&mut module);
    // Most are i32 as it is.
    for (bits, least) in [(16, 200), (32, 9), (64, 200)] {
        let ty = module.types.int(bits);
        let (mut same, mut kept) = (0, 0);
        for (list, operands) in lists(&module) {
            for (index, operand) in operands.iter().enumerate() {
                let number = integer(&module, *operand).and_then(|number| i16::try_from(number).ok());
                let Some(number) = number else { continue };
                let mut changed = module.clone();
                let value = changed.int(ty, number.into());
                let other = Some(changed.value_as_metadata(value));
                if other == *operand {
                    continue;
                }
                Change::apply(&mut changed, list, &|operands| operands[index] = other);
                let read = Shader::read(&changed).unwrap();
                if read == shader {
                    same += 1;
                } else {
                    kept += 1;
                    comes_back(&changed, &read).unwrap();
                }
            }
        }
        note!("i{bits}: {same} integers say the same, {kept} are kept");
        assert!(same >= least && kept < same, "{same} {kept}");
    }
}

/// Whatever is put in the place of any operand, or left out, or added: it is refused, or it comes back; an integer of
/// another width comes back as wide as writers have it.
fn whatever_is_changed_is_refused_or_comes_back() {
    let mut module = Module::dxil();
    everything::shader(&mut module).write(&mut module);
    let (i7, i32, float) = (module.types.int(7), module.types.int(32), module.types.float());
    let values = [module.int(i7, 1), module.int(i32, -1), module.undef(float), module.float(0.5)];
    let mut others: Vec<Option<MetadataId>> =
        values.into_iter().map(|value| Some(module.value_as_metadata(value))).collect();
    others.extend([
        None,
        Some(module.metadata_string("another")),
        Some(module.tuple(&[])),
        Some(MetadataId::from_u32(u32::MAX / 2)),
    ]);
    let (mut refused, mut read, mut rewritten) = (BTreeMap::<_, usize>::new(), 0, 0);
    for (list, operands) in lists(&module) {
        let mut check = |change: &dyn Fn(&mut Vec<Option<MetadataId>>)| {
            let mut changed = module.clone();
            Change::apply(&mut changed, list, change);
            let (partly, errors) = Shader::read_partly(&changed);
            match errors.first() {
                None if comes_back(&changed, &partly).is_ok() => read += 1,
                None => {
                    let mut written = changed.clone();
                    partly.write(&mut written);
                    assert_eq!(Shader::read(&written).unwrap(), partly);
                    rewritten += 1;
                }
                Some(error) => {
                    assert!(error.to_string().contains(" in "), "{error}");
                    *refused.entry(error.kind().code()).or_default() += 1;
                    partly.write(&mut changed);
                }
            }
        };
        for index in 0..operands.len() {
            for other in &others {
                check(&|operands| operands[index] = *other);
            }
            check(&|operands| {
                operands.remove(index);
            });
        }
        others.iter().for_each(|other| check(&|operands| operands.push(*other)));
    }
    note!("{read} come back, {rewritten} with integers of other widths, refused: {refused:?}");
    assert!(read > 100 && rewritten < read && refused.len() >= 4, "{read} {rewritten} {refused:?}");
}

/// What is wrong is said, and where.
fn errors_say_what_and_where() {
    type Make = fn(&mut Module) -> MetadataId;
    fn number(module: &mut Module, bits: u32, number: i64) -> Option<MetadataId> {
        let ty = module.types.int(bits);
        let value = module.int(ty, number);
        Some(module.value_as_metadata(value))
    }
    let cases: [(&str, Make, &str); 7] = [
        (
            "dx.version",
            |module| module.metadata_string("1.0"),
            "[shader.operand] found a string, expected a list, at 0x0 in dx.version",
        ),
        (
            "dx.valver",
            |module| {
                let one = number(module, 128, 1);
                module.tuple(&[one, one])
            },
            "[shader.operand] found a constant of type i128, expected an i32, at 0x0 in dx.valver > major",
        ),
        (
            "dx.shaderModel",
            |module| {
                let (kind, six) = (module.metadata_string("ps"), number(module, 32, 6));
                module.tuple(&[Some(kind), six])
            },
            "[shader.short] node has 2 operands, but minor is missing, at 0x0 in dx.shaderModel",
        ),
        (
            "dx.entryPoints",
            |module| {
                let (name, tag) = (module.metadata_string("main"), number(module, 32, 4));
                let group = module.tuple(&[tag, tag]);
                let properties = module.tuple(&[tag, Some(group)]);
                module.tuple(&[None, Some(name), None, None, Some(properties)])
            },
            "[shader.short] node has 2 operands, but z is missing, at 0x0 in dx.entryPoints > 0 > properties > 0 > ThreadGroup",
        ),
        (
            "dx.intermediateOptions",
            |module| {
                let zero = number(module, 32, 0);
                module.tuple(&[zero, zero, zero])
            },
            "[shader.long] node has 3 operands, expected 2, at 0x0 in dx.intermediateOptions > 0",
        ),
        (
            "dx.resources",
            |module| {
                let nothing = module.tuple(&[None]);
                let srvs = module.tuple(&[Some(nothing)]);
                module.tuple(&[Some(srvs), None, None, None])
            },
            "[shader.operand] found null, expected an i32, at 0x0 in dx.resources > srvs > 0 > id",
        ),
        (
            "dx.dxrPayloadAnnotations",
            |module| {
                let zero = number(module, 32, 0);
                let ty = module.types.int(32);
                let undef = module.undef(ty);
                let undef = Some(module.value_as_metadata(undef));
                let field = module.tuple(&[zero]);
                let fields = module.tuple(&[Some(field)]);
                module.tuple(&[zero, undef, Some(fields)])
            },
            "[shader.pairs] node has 1 operands after the start, expected pairs, at 0x0 in dx.dxrPayloadAnnotations > 0 > Structs > 0 > fields > 0",
        ),
    ];
    for (name, make, expected) in cases {
        let mut module = Module::dxil();
        let node = make(&mut module);
        module.add_named_metadata(name, &[node]);
        assert_eq!(Shader::read(&module).unwrap_err().to_string(), expected);
        let (_, errors) = Shader::read_partly(&module);
        assert_eq!(errors.len(), 1, "{name}");
    }
    let mut module = Module::dxil();
    let (one, two) = (module.tuple(&[None]), module.tuple(&[]));
    module.add_named_metadata("dx.viewIdState", &[one, two]);
    let error = Shader::read(&module).unwrap_err();
    assert_eq!(
        error.to_string(),
        "[shader.nodes] named metadata has 2 nodes, expected 1, at 0x0 in dx.viewIdState"
    );
}
