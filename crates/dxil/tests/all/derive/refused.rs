//! Modules that say nothing of what a part needs, or nonsense: an error that names it, whatever the numbers.

use dx_container::FourCc;
use dx_container::enums::{SemanticKind, ShaderKind};
use dxil::derive::{self, DeriveErrorKind, DescribedModule};
use dxil::shader::{
    EntryProperty, GeometryState, Shader, ShaderModel, SignatureElement, SignatureProperty, Version,
    ViewIdState,
};
use dxil::{DxilError, DxilErrorKind, limits};
use dxil_ir::Module;
use located::Kind as _;

use super::small::{add_property, at, element, resources, shader};
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    programs_have_a_stage_and_an_entry,
    elements_fit,
    semantics_have_a_meaning,
    signatures_have_an_end,
    stages_say_what_they_are,
    registers_exist,
    groups_share_what_fits,
    types_have_a_depth,
    dependencies_fit_the_signatures
];

/// What is wrong with a program: what its signatures say, else its PSV0.
fn refused(shader: &Shader) -> DxilError {
    refused_in(&Module::dxil(), shader)
}

fn refused_in(module: &Module, shader: &Shader) -> DxilError {
    let program = DescribedModule::new(module, shader);
    let signatures = derive::signatures(&program).err();
    let psv = derive::psv(&program).err();
    psv.or(signatures).unwrap()
}

/// The number that is at fault.
fn unfit(shader: &Shader) -> (&'static str, i64) {
    match refused(shader).kind() {
        DxilErrorKind::Derive(DeriveErrorKind::Unfit { what, found, .. }) => (what, *found),
        other => panic!("{other:?}"),
    }
}

fn programs_have_a_stage_and_an_entry() {
    let good = || shader(ShaderKind::VERTEX, Default::default());
    let code = |shader: &Shader| {
        let module = Module::dxil();
        let features = derive::features(&DescribedModule::new(&module, shader)).err();
        (refused(shader).kind().code(), features.map(|error| error.kind().code()))
    };
    let nothing = Shader::default();
    assert_eq!(code(&nothing), ("derive.missing", Some("derive.missing")));
    let mut without_entry = good();
    without_entry.entry_points.clear();
    assert_eq!(code(&without_entry), ("derive.missing", Some("derive.missing")));
    let mut unknown = good();
    unknown.model.as_mut().unwrap().profile = "xs".into();
    assert_eq!(code(&unknown), ("derive.missing", None));
    let mut two = good();
    two.entry_points.push(two.entry_points[0].clone());
    assert_eq!(code(&two), ("derive.unfit", Some("derive.unfit")));

    // A library has features alone.
    let mut library = two;
    library.model = ShaderModel::new(ShaderKind::LIBRARY, 6, 3);
    assert_eq!(code(&library), ("derive.no-such-part", None));
    let kind = DeriveErrorKind::NoSuchPart { stage: ShaderKind::LIBRARY, part: FourCc::PSV0 };
    assert_eq!(refused(&library).kind(), &kind.into());
}

/// A vertex shader with this input.
fn with_input(element: SignatureElement) -> Shader {
    shader(ShaderKind::VERTEX, [vec![element], Vec::new(), Vec::new()])
}

fn elements_fit() {
    let good = || element("A", SemanticKind::ARBITRARY, &[0]);
    let rows = |rows| unfit(&with_input(SignatureElement { rows, ..good() }));
    let what = "number of rows of a signature element";
    assert_eq!([0, 33, u32::MAX].map(rows), [(what, 0), (what, 33), (what, i64::from(u32::MAX))]);
    assert_eq!(rows(2), ("number of semantic indices of a signature element", 1));
    let indices = |indices: Option<Vec<u32>>| SignatureElement { semantic_indices: indices, ..good() };
    assert_eq!(unfit(&with_input(indices(None))), ("number of semantic indices of a signature element", 0));
    let many = limits::SEMANTIC_INDICES + 1;
    assert_eq!(
        unfit(&with_input(indices(Some(vec![0; many])))).0,
        "number of semantic indices of a signature element"
    );

    let place = |row, column, columns| unfit(&with_input(at(good(), row, column, columns)));
    assert_eq!(place(-2, 0, 4), ("first row of a signature element", -2));
    assert_eq!(place(i32::MAX, 0, 4), ("first row of a signature element", i32::MAX.into()));
    assert_eq!(place(32, 0, 4), ("last row of a signature element", 32));
    assert_eq!(place(0, 3, 2), ("first column of a signature element", 3));
    assert_eq!(place(0, i8::MIN, 1), ("first column of a signature element", i8::MIN.into()));
    assert_eq!(place(0, 0, 0), ("number of columns of a signature element", 0));
    assert_eq!(place(0, 0, u8::MAX), ("number of columns of a signature element", 255));

    let property = |property| {
        let properties = Some(vec![property].into());
        unfit(&with_input(SignatureElement { properties, ..good() }))
    };
    assert_eq!(property(SignatureProperty::Stream(4)).1, 4);
    assert_eq!(property(SignatureProperty::UsageMask(16)).1, 16);
    assert_eq!(property(SignatureProperty::DynamicMask(u32::MAX)).1, i64::from(u32::MAX));
    assert_eq!(unfit(&with_input(element("A\0B", SemanticKind::ARBITRARY, &[0]))).1, 1);
}

fn semantics_have_a_meaning() {
    let semantics = [SemanticKind::DEPTH, SemanticKind(33), SemanticKind(u32::MAX)];
    for semantic in semantics {
        let error = refused(&with_input(element("A", semantic, &[0])));
        assert_eq!(error.kind(), &DeriveErrorKind::Semantic { semantic }.into());
        assert_eq!(error.path_text().to_string(), "the input signature > 0");
    }
    // A pixel shader has no patch constants.
    let list = vec![element("A", SemanticKind::ARBITRARY, &[0])];
    let error = refused(&shader(ShaderKind::PIXEL, [Vec::new(), Vec::new(), list]));
    assert_eq!(error.kind().code(), "derive.semantic");
}

/// What grows faster than the module that says it is refused.
fn signatures_have_an_end() {
    let many = vec![element("A", SemanticKind::ARBITRARY, &[0]); 256];
    let error = unfit(&shader(ShaderKind::VERTEX, [many, Vec::new(), Vec::new()]));
    assert_eq!(error, ("number of signature elements", 256));
    let name = "A".repeat(limits::SIGNATURE_NAMES / 2);
    let module = Module::dxil();
    let shader = with_input(element(&name, SemanticKind::ARBITRARY, &[0, 1, 2]));
    let error = derive::signatures(&DescribedModule::new(&module, &shader)).unwrap_err();
    assert_eq!(error.kind().code(), "derive.unfit");
    // Each has one more register than there are.
    let long: Vec<u32> = (0..33).collect();
    assert_eq!(
        refused(&with_input(element("A", SemanticKind::ARBITRARY, &long))).kind().code(),
        "derive.unfit"
    );
}

fn stages_say_what_they_are() {
    let stages = [ShaderKind::HULL, ShaderKind::DOMAIN, ShaderKind::GEOMETRY, ShaderKind::MESH];
    for stage in stages.into_iter().chain([ShaderKind::AMPLIFICATION, ShaderKind::COMPUTE]) {
        let mut shader = shader(stage, Default::default());
        shader.entry_points[0].properties = None;
        assert_eq!(refused(&shader).kind().code(), "derive.missing", "{stage:?}");
    }
    let mut geometry = shader(ShaderKind::GEOMETRY, Default::default());
    let state = GeometryState {
        input_primitive: Default::default(),
        max_vertex_count: 1 << 16,
        stream_mask: 0,
        topology: Default::default(),
        instance_count: 1,
        extra: Vec::new(),
    };
    add_property(&mut geometry, EntryProperty::Geometry(state));
    assert_eq!(unfit(&geometry), ("maximum vertex count of the geometry shader", 1 << 16));
}

fn registers_exist() {
    let with_size = |size| {
        let mut shader = shader(ShaderKind::VERTEX, Default::default());
        let mut resources = resources();
        let range = &mut resources.uavs.as_mut().unwrap()[0].range;
        (range.lower_bound, range.size) = (3, size);
        shader.entry_points[0].resources = Some(resources);
        shader
    };
    assert_eq!(unfit(&with_size(0)), ("number of registers of a resource", 0));
    assert_eq!(refused(&with_size(u32::MAX - 1)).path_text().to_string(), "the resources > 3");
}

fn groups_share_what_fits() {
    let mut module = Module::dxil();
    let float = module.types.float();
    for count in [u64::MAX, 1 << 30] {
        let array = module.types.array(float, count);
        module.add_variable("shared", array, 3, None);
        let shader = shader(ShaderKind::COMPUTE, Default::default());
        assert_eq!(refused_in(&module, &shader).kind().code(), "derive.unfit");
    }
}

fn types_have_a_depth() {
    let mut module = Module::dxil();
    let mut array = module.types.float();
    for _ in 0..dxil_ir::limits::LAYOUT_DEPTH {
        array = module.types.array(array, 1);
    }
    module.add_variable("shared", array, 3, None);
    let shader = shader(ShaderKind::COMPUTE, Default::default());
    assert_eq!(refused_in(&module, &shader).kind().code(), "derive.unfit");
}

/// Words that say what depends on what are those of the signatures.
fn dependencies_fit_the_signatures() {
    let list = || vec![element("A", SemanticKind::ARBITRARY, &[0])];
    let code = |stage, words: &[u32]| {
        let mut shader = shader(stage, [list(), list(), Vec::new()]);
        shader.view_id_state = Some(ViewIdState { words: words.to_vec(), extra: Vec::new() });
        refused(&shader).kind().code()
    };
    let vertex = ShaderKind::VERTEX;
    assert_eq!(code(vertex, &[]), "shader.short");
    assert_eq!(code(vertex, &[1, 4]), "shader.short");
    assert_eq!(code(vertex, &[u32::MAX, u32::MAX]), "shader.short");
    assert_eq!(code(vertex, &[u32::MAX, 0]), "derive.unfit");
    assert_eq!(code(vertex, &[0, 5]), "derive.unfit");
    assert_eq!(code(vertex, &[1, 4, 0, 9]), "derive.unfit");
    assert_eq!(code(ShaderKind::DOMAIN, &[0, 0, 4, 0, 0, 0, 0]), "derive.unfit");
    // Before 1.1, nobody was told.
    let mut shader = shader(vertex, [list(), list(), Vec::new()]);
    shader.view_id_state = Some(ViewIdState { words: Vec::new(), extra: Vec::new() });
    let module = Module::dxil();
    let old = DescribedModule::new(&module, &shader).for_validator(&Version::new(1, 0));
    assert!(derive::psv(&old).is_ok());
}
