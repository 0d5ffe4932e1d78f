//! Listings of damaged files and of modules made to be long: nothing panics, and the text is in proportion. Separate
//! from the other tests because these need no expected text.

use std::fs;

use dx_container::Container;
use dxil::stored::{self, LISTED, StoredProgram};
use dxil_ir::builder::{Build as _, BuildControlFlow as _, FunctionBuilder};
use dxil_ir::constants::ConstantKind;
use dxil_ir::intrinsics::LlvmVersion;
use dxil_ir::metadata::NODES;
use dxil_ir::{MetadataId, Module, TypeId};
use dxil_text::listing::{self, InstructionComments};
use testkit::damage::bytes::flipped;
use testkit::random::Random;
use testkit::{Test, corpus, note, tests, times};

pub(crate) const TESTS: &[Test] = tests![
    damaged_files_are_listed,
    structures_that_double_are_cut,
    a_state_that_says_more_than_it_has_is_refused,
    subobjects_of_metadata_are_listed,
    metadata_that_cannot_be_read_is_said,
    without_a_module_there_are_the_tables_of_the_parts,
    scopes_in_a_circle_are_in_no_function
];

/// How long tables may be: so many bytes for each of the file, and some besides.
const TABLES_PER_BYTE: usize = 8;
const TABLES_FREE: usize = (4 << 20) + (64 << 10);
/// Files that are damaged, spread over all there are, and how often each.
const FILES: usize = 40;
const FLIPS: usize = 150;

/// Lists a file, as far as it can be read. Says whether it had a module.
fn list(bytes: &[u8]) -> bool {
    let Ok(container) = Container::parse(bytes) else { return false };
    let stored = StoredProgram::find(&container, &LISTED).ok().flatten();
    let module = stored.and_then(|stored| stored.module().ok());
    let reflection = stored::reflection(&container);
    let header = listing::header(Some(&container), module.as_ref(), reflection.as_ref());
    assert!(header.len() <= bytes.len() * TABLES_PER_BYTE + TABLES_FREE);
    assert!(header.lines().all(|line| line.starts_with(';')), "a line of the header is no comment");
    let Some(module) = module else { return false };
    let _ = dxil_text::print_with(
        &module,
        LlvmVersion::default(),
        &mut InstructionComments::new(&module),
        &mut String::new(),
    );
    true
}

fn damaged_files_are_listed() {
    let of_corpus = ["dxc", "mutated", "vkd3d-proton"].into_iter().filter_map(corpus::subfolder);
    let paths = of_corpus
        .flat_map(|folder| corpus::files(&folder))
        .filter(|path| path.extension().is_some_and(|extension| extension == "dxil" || extension == "bin"));
    let mut files: Vec<Vec<u8>> = corpus::own_shaders().into_iter().map(|shader| shader.bytes).collect();
    files.extend(paths.filter_map(|path| fs::read(path).ok()).filter(|bytes| !bytes.is_empty()));
    let (mut whole, mut damaged, mut random) = (0, 0, Random(0x9e37_79b9_7f4a_7c15));
    for (index, bytes) in files.iter().enumerate() {
        whole += usize::from(list(bytes));
        if index % (files.len() / FILES).max(1) != 0 {
            continue;
        }
        for _ in 0..times(FLIPS) {
            damaged += usize::from(list(&flipped(bytes, 3, &mut random)));
        }
    }
    note!("{whole} of {} files and {damaged} damaged ones have a listing", files.len());
    assert!(whole >= 101 && damaged > 0, "{whole} and {damaged}");
}

/// A module that says it is a shader.
struct Shader {
    module: Module,
    int: TypeId,
}

impl Shader {
    fn new() -> Self {
        let mut module = Module::dxil();
        let int = module.types.int(32);
        Self { module, int }
    }

    fn number(&mut self, number: i64) -> Option<MetadataId> {
        let number = self.module.int(self.int, number);
        Some(self.module.value_as_metadata(number))
    }

    fn numbers(&mut self, numbers: &[i64]) -> Vec<Option<MetadataId>> {
        numbers.iter().map(|number| self.number(*number)).collect()
    }

    fn text(&mut self, text: &str) -> Option<MetadataId> {
        Some(self.module.metadata_string(text))
    }

    fn tuple(&mut self, operands: &[Option<MetadataId>]) -> Option<MetadataId> {
        Some(self.module.tuple(operands))
    }

    /// A value of this type, that is none.
    fn undef(&mut self, ty: TypeId) -> Option<MetadataId> {
        let undef = self.module.undef(ty);
        Some(self.module.value_as_metadata(undef))
    }

    /// Says what it is: `profile`, with these constant buffers.
    fn finish(mut self, profile: &str, buffers: &[Option<MetadataId>]) -> Module {
        let version = self.numbers(&[1, 8]);
        let version = self.tuple(&version).unwrap();
        let mut model = vec![self.text(profile)];
        model.extend(self.numbers(&[6, 8]));
        let model = self.tuple(&model).unwrap();
        let buffers = self.tuple(buffers);
        let resources = self.tuple(&[None, None, buffers, None]);
        let name = self.text("main");
        let entry = self.tuple(&[None, name, None, resources, None]).unwrap();
        self.module.add_named_metadata("dx.version", &[version]);
        self.module.add_named_metadata("dx.shaderModel", &[model]);
        self.module.add_named_metadata("dx.entryPoints", &[entry]);
        self.module
    }
}

fn structures_that_double_are_cut() {
    let mut shader = Shader::new();
    let member_name = shader.text("m");
    let mut annotations = shader.numbers(&[0]);
    let mut ty = shader.module.types.float();
    for depth in 0..60 {
        ty = shader.module.types.structure(&format!("S{depth}"), &[ty, ty]);
        let mut annotation = shader.numbers(&[1 << 20]);
        for offset in [0, 4] {
            let tagged = shader.numbers(&[3, offset, 7, 9, 6]);
            let field = shader.tuple(&[tagged, vec![member_name]].concat());
            annotation.push(field);
        }
        let undef = shader.undef(ty);
        let annotation = shader.tuple(&annotation);
        annotations.extend([undef, annotation]);
    }
    let annotations = shader.tuple(&annotations).unwrap();
    shader.module.add_named_metadata("dx.typeAnnotations", &[annotations]);
    let pointer = shader.module.types.pointer(ty, 0);
    let (id, variable, name) = (shader.number(0), shader.undef(pointer), shader.text("B\n; B"));
    let rest = shader.numbers(&[0, 0, -1, 64]);
    let buffer = shader.tuple(&[vec![id, variable, name], rest, vec![None]].concat());
    let text = listing::header(None, Some(&shader.finish("ps", &[buffer])), None);
    assert!(text.starts_with(";\n; Buffer Definitions:\n;\n; cbuffer B\\0A; B\n"), "{}", &text[..200]);
    assert!(text.ends_with("too long for this file.\n;\n") && text.len() < TABLES_FREE);
}

fn a_state_that_says_more_than_it_has_is_refused() {
    for (words, expected) in [
        (vec![], "cannot be read: [shader.short]"),
        (vec![0, u64::from(u32::MAX)], "outputs: 4294967295\n; Outputs dependent on ViewId: {  }\n"),
        (vec![1, u64::from(u32::MAX)], "cannot be read: [shader.short]"),
        (vec![u64::from(u32::MAX), u64::from(u32::MAX)], "cannot be read: [shader.short]"),
        (vec![2, 2, 1, 3], "  output 0 depends on inputs: { 0, 1 }\n;   output 1 depends on inputs: { 1 }\n"),
    ] {
        let mut shader = Shader::new();
        let ty = shader.module.types.array(shader.int, words.len() as u64);
        let data = shader.module.constant(ty, ConstantKind::Data(words.clone().into()));
        let data = shader.module.value_as_metadata(data);
        let state = shader.tuple(&[Some(data)]).unwrap();
        shader.module.add_named_metadata("dx.viewIdState", &[state]);
        let text = listing::header(None, Some(&shader.finish("vs", &[])), None);
        assert!(text.contains(expected), "{words:?}: {text}");
    }
}

fn subobjects_of_metadata_are_listed() {
    let mut shader = Shader::new();
    let export = shader.text("f");
    let exports = shader.tuple(&[export, export]);
    let mut subobjects = Vec::new();
    for (kind, name, numbers, texts) in [
        (0, "a", &[5][..], &[][..]),
        (0, "b", &[0], &[]),
        (9, "c", &[4, 8], &[]),
        (12, "d", &[1, 0x300], &[]),
        (11, "e", &[1], &["i", "h", "c"]),
        (99, "unknown", &[], &[]),
    ] {
        let mut operands = vec![shader.text(name), shader.number(kind)];
        operands.extend(shader.numbers(numbers));
        operands.extend(texts.iter().map(|text| shader.text(text)));
        subobjects.push(shader.tuple(&operands).unwrap());
    }
    let association = [shader.text("g"), shader.number(8), shader.text("a"), exports];
    subobjects.push(shader.tuple(&association).unwrap());
    shader.module.add_named_metadata("dx.subobjects", &subobjects);
    let text = listing::header(None, Some(&shader.finish("lib", &[])), None);
    let (_, found) = text.split_once("; Subobjects:\n;\n").unwrap();
    let expected = "\
;  StateObjectConfig a = { STATE_OBJECT_FLAG_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITIONS | \
                    STATE_OBJECT_FLAG_ALLOW_STATE_OBJECT_ADDITIONS };
;  StateObjectConfig b = { 0 };
;  RaytracingShaderConfig c = { MaxPayloadSizeInBytes = 4, MaxAttributeSizeInBytes = 8 };
;  RaytracingPipelineConfig1 d = { MaxTraceRecursionDepth = 1, Flags = RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES | \
                    RAYTRACING_PIPELINE_FLAG_SKIP_PROCEDURAL_PRIMITIVES };
;  HitGroup e = { HitGroupType = ProceduralPrimitive, Anyhit = \"h\", Closesthit = \"c\", Intersection = \"i\" };
;  SubobjectToExportsAssociation g = { \"a\", { \"f\", \"f\" }  };
;
";
    assert_eq!(found, expected);
}

/// What cannot be read is said in one place, and all else is there.
fn metadata_that_cannot_be_read_is_said() {
    let mut shader = Shader::new();
    let subobject = [shader.text("short"), shader.number(9), shader.number(4)];
    let subobject = shader.tuple(&subobject).unwrap();
    shader.module.add_named_metadata("dx.subobjects", &[subobject]);
    let text = listing::header(None, Some(&shader.finish("lib", &[])), None);
    assert!(text.starts_with("; Metadata cannot be read: [shader.short]"), "{text}");
    assert!(text.contains("; Resource Bindings:") && !text.contains("Subobjects"), "{text}");
}

fn without_a_module_there_are_the_tables_of_the_parts() {
    let bytes = include_bytes!("../../../../examples/triangle_vs.dxil");
    let container = Container::parse(bytes).unwrap();
    let text = listing::header(Some(&container), None, None);
    assert!(text.starts_with(";\n; Input signature:\n") && text.contains("; Vertex Shader\n"), "{text}");
    assert!(!text.contains("Resource Bindings"), "{text}");
    assert_eq!(listing::header(None, None, None), "");
    assert_eq!(listing::header(None, Some(&Module::dxil()), None), "");
}

fn scopes_in_a_circle_are_in_no_function() {
    let mut shader = Shader::new();
    let row = |name| NODES.iter().position(|row| row.name == name).unwrap() as u8;
    let metadata = &mut shader.module.metadata;
    let block = metadata.len() as u64;
    // A block in itself, a variable in it, and an expression that is none.
    metadata.add_node(row("DILexicalBlock"), true, &[block + 1, 0, 1, 1]);
    let name = metadata.add_string("x\"\n".into());
    let variable = metadata.add_node(
        row("DILocalVariable"),
        false,
        &[0x100, block + 1, u64::from(name.as_u32()) + 1, 0, 0, 0, 0, 0],
    );
    let expression = metadata.add_node(row("DIExpression"), true, &[0x9d, 0]);

    let types = &mut shader.module.types;
    let (void, meta) = (types.void(), types.intern(dxil_ir::Type::Metadata));
    let (ty, main_ty) = (types.function(void, &[meta; 3]), types.function(void, &[]));
    let declare = shader.module.declare_function("llvm.dbg.declare", ty);
    let unknown_ty = shader.module.types.function(void, &[shader.int]);
    let unknown = shader.module.declare_function("dx.op.unknown", unknown_ty);
    let main = shader.module.define_function("main", main_ty);
    let opcodes = [-1, 0xffff, 226].map(|opcode| shader.module.int(shader.int, opcode));
    let mut build = FunctionBuilder::new(&mut shader.module, main).unwrap();
    build.call(declare, &[variable.into(), variable.into(), expression.into()]).unwrap();
    build.call(declare, &[variable.into(), expression.into(), variable.into()]).unwrap();
    for opcode in opcodes {
        build.call(unknown, &[opcode]).unwrap();
    }
    build.ret(None);
    drop(build);

    let mut text = String::new();
    let mut comments = InstructionComments::new(&shader.module);
    dxil_text::print_with(&shader.module, LlvmVersion::default(), &mut comments, &mut text).unwrap();
    let found: Vec<_> = text
        .lines()
        .filter(|line| line.starts_with("  call"))
        .map(|line| line.split_once(')').unwrap().1)
        .collect();
    let expected = [
        " ; var:\"x\"\\0A\" distinct !DIExpression(157, 0)",
        "",
        "  ; invalid DXIL opcode #4294967295",
        "  ; invalid DXIL opcode #65535",
        "  ; Reserved0()",
    ];
    assert_eq!(found, expected, "{text}");
}
