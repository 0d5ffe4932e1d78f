//! Small programs made here, and what follows from them, number by number.

use bstr::ByteSlice as _;
use dx_container::enums::{
    ComponentType, ElementType, InterpolationMode, MinPrecision, ResourceKind, ResourceType, SemanticKind,
    ShaderKind, SystemValue, TessellatorDomain, TessellatorOutputPrimitive, TessellatorPartitioning,
};
use dx_container::flags::{FeatureFlags, ResourceFlags, ShaderFlags};
use dx_container::parts::Owned;
use dx_container::parts::psv::{ANY_LANES, Masks, Version as PsvVersion};
use dx_container::parts::signature::SignatureBuf;
use dxil::derive::{self, DescribedModule};
use dxil::semantics::{Interpretation, SignatureKind, SignaturePoint, canonical_name, interpretation};
use dxil::shader::{
    Cbuffer, DomainState, EntryPoint, EntryProperty, Grid, HullState, ResourceProperty, ResourceRange,
    Resources, Sampler, Shader, ShaderModel, SignatureElement, SignatureProperty, Signatures, Srv, Uav,
    Version, ViewIdState, WaveRange, WaveSize,
};
use dxil_ir::Module;
use testkit::{Test, tests};

pub(crate) const TESTS: &[Test] = tests![
    rows_are_in_the_order_of_registers_and_names_in_that_of_the_module,
    what_is_used_is_said_since_1_5,
    what_is_in_no_signature_leaves_its_name,
    types_follow_precision_and_validator,
    factors_follow_the_domain,
    semantics_mean_something_where_they_do,
    psv_says_what_the_validator_knows,
    psv_holds_elements_names_and_indices,
    psv_lists_resources_by_class,
    psv_has_what_the_entry_says,
    masks_are_as_wide_as_registers,
    features_follow_flags,
    pdbs_are_named_by_the_hash
];

/// A program for a stage with these signatures, that says of itself what has to be said.
pub(crate) fn shader(
    stage: ShaderKind,
    [inputs, outputs, patch_constants]: [Vec<SignatureElement>; 3],
) -> Shader {
    let some = |list: Vec<SignatureElement>| (!list.is_empty()).then_some(list);
    let (inputs, outputs, patch_constants) = (some(inputs), some(outputs), some(patch_constants));
    let hull = HullState {
        patch_constant_function: None,
        input_control_points: 3,
        output_control_points: 4,
        domain: TessellatorDomain::ISO_LINE,
        partitioning: TessellatorPartitioning::INTEGER,
        output_primitive: TessellatorOutputPrimitive::LINE,
        max_tess_factor: 64.0,
        extra: Vec::new(),
    };
    let domain = DomainState { domain: TessellatorDomain::QUAD, input_control_points: 4, extra: Vec::new() };
    let properties = match stage {
        ShaderKind::HULL => vec![EntryProperty::Hull(hull)],
        ShaderKind::DOMAIN => vec![EntryProperty::Domain(domain)],
        ShaderKind::COMPUTE => vec![EntryProperty::ThreadGroup(Grid::new(8, 4, 2))],
        _ => Vec::new(),
    };
    let entry = EntryPoint {
        function: None,
        name: "main".into(),
        signatures: Some(Signatures { inputs, outputs, patch_constants, extra: Vec::new() }),
        resources: None,
        properties: Some(properties.into()),
        extra: Vec::new(),
    };
    Shader {
        validator_version: Some(Version::new(1, 10)),
        model: ShaderModel::new(stage, 6, 0),
        entry_points: vec![entry],
        ..Shader::default()
    }
}

/// An element with as many rows as it has indices.
pub(crate) fn element(name: &str, semantic: SemanticKind, indices: &[u32]) -> SignatureElement {
    SignatureElement {
        id: 0,
        name: name.into(),
        element_type: ElementType::F32,
        semantic,
        semantic_indices: Some(indices.to_vec()),
        interpolation: InterpolationMode::LINEAR,
        rows: u32::try_from(indices.len()).unwrap(),
        columns: 4,
        start_row: 0,
        start_column: 0,
        properties: None,
        extra: Vec::new(),
    }
}

/// The same element somewhere.
pub(crate) fn at(
    element: SignatureElement,
    start_row: i32,
    start_column: i8,
    columns: u8,
) -> SignatureElement {
    SignatureElement { start_row, start_column, columns, ..element }
}

/// The first entry's list of properties.
pub(crate) fn add_property(shader: &mut Shader, property: EntryProperty) {
    shader.entry_points[0].properties.get_or_insert_default().items.push(property);
}

fn signatures(shader: &Shader, minor: u32) -> derive::Signatures {
    let module = Module::dxil();
    let program = DescribedModule::new(&module, shader).for_validator(&Version::new(1, minor));
    derive::signatures(&program).unwrap()
}

const TEXCOORD: (&str, SemanticKind) = ("TEXCOORD", SemanticKind::ARBITRARY);

/// A vertex shader whose outputs lie in other registers than the module's order has them.
fn unordered() -> Shader {
    let (name, kind) = TEXCOORD;
    let position = at(element("SV_POSITION", SemanticKind::POSITION, &[0]), 2, 0, 4);
    let outputs =
        vec![position, at(element(name, kind, &[1, 2]), 0, 2, 2), at(element(name, kind, &[0]), 0, 0, 2)];
    shader(ShaderKind::VERTEX, [Vec::new(), outputs, Vec::new()])
}

/// The names of a signature as its string area has them.
fn names(signature: &Owned<SignatureBuf>) -> Vec<u8> {
    signature.write().unwrap()[8 + 32 * signature.elements.len()..].to_vec()
}

fn rows_are_in_the_order_of_registers_and_names_in_that_of_the_module() {
    let output = signatures(&unordered(), 7).output;
    let rows: Vec<_> = output.elements.iter().map(|row| (row.register, row.mask, row.index)).collect();
    // Both names are one and tell the two apart no more: the order of the module stays.
    assert_eq!(rows, [(0, 0b1100, 1), (0, 0b0011, 0), (1, 0b1100, 2), (2, 0b1111, 0)]);
    assert_eq!(names(&output).as_bstr(), "SV_Position\0TEXCOORD\0\0\0\0");

    // Before 1.7, every name that the shader chose stands for itself, and nothing is filled up.
    let output = signatures(&unordered(), 6).output;
    let rows: Vec<_> = output.elements.iter().map(|row| (row.register, row.index)).collect();
    assert_eq!(rows, [(0, 1), (0, 0), (1, 2), (2, 0)]);
    assert_eq!(names(&output).as_bstr(), "SV_Position\0TEXCOORD\0TEXCOORD\0");
}

fn what_is_used_is_said_since_1_5() {
    let used = |element: SignatureElement, mask| SignatureElement {
        properties: Some(vec![SignatureProperty::UsageMask(mask)].into()),
        ..element
    };
    let (name, kind) = TEXCOORD;
    let list = || vec![used(at(element(name, kind, &[0]), 0, 1, 2), 1)];
    let shader = shader(ShaderKind::VERTEX, [list(), list(), Vec::new()]);
    let masks = |minor| {
        let signatures = signatures(&shader, minor);
        [signatures.input, signatures.output].map(|signature| signature.elements[0].exclusive_mask)
    };
    assert_eq!((masks(5), masks(4)), ([0b0010, 0b1101], [0, 0b1111_1001]));
}

/// Elements that an operation reads are in no signature, but their names are.
fn what_is_in_no_signature_leaves_its_name() {
    let id = at(element("SV_DispatchThreadID", SemanticKind::DISPATCH_THREAD_ID, &[]), -1, -1, 3);
    let id = SignatureElement { rows: 1, ..id };
    let shader = shader(ShaderKind::COMPUTE, [vec![id], Vec::new(), Vec::new()]);
    let signatures = signatures(&shader, 10);
    assert!(signatures.input.elements.is_empty() && signatures.patch_constant_or_primitive.is_none());
    assert_eq!(signatures.input.write().unwrap().as_bstr(), "\0\0\0\0\x08\0\0\0SV_DispatchThreadID\0");
    assert_eq!(signatures.output.write().unwrap().as_bstr(), "\0\0\0\0\x08\0\0\0");
}

fn types_follow_precision_and_validator() {
    let list = [ElementType::F16, ElementType::I1, ElementType::PACKED_U8X32, ElementType::U64];
    let elements = list.map(|element_type| {
        let (name, kind) = TEXCOORD;
        SignatureElement { element_type, ..at(element(name, kind, &[0]), -1, -1, 1) }
    });
    let mut shader = shader(ShaderKind::PIXEL, [elements.to_vec(), Vec::new(), Vec::new()]);
    let types = |shader: &Shader, minor| {
        let rows = signatures(shader, minor).input.meaning.elements;
        rows.into_iter().map(|row| (row.component_type, row.min_precision)).collect::<Vec<_>>()
    };
    use {ComponentType as C, MinPrecision as P};
    let default = |component| (component, P::DEFAULT);
    let after = [default(C::U_INT32), default(C::U_INT32), default(C::U_INT64)];
    assert_eq!(types(&shader, 5)[0], (C::FLOAT16, P::FLOAT16));
    assert_eq!(types(&shader, 5)[1..], after);
    assert_eq!(types(&shader, 4)[1], default(C::UNKNOWN));
    add_property(&mut shader, EntryProperty::ShaderFlags(ShaderFlags::USE_NATIVE_LOW_PRECISION));
    assert_eq!(types(&shader, 5)[0], default(C::FLOAT16));
}

/// Of lines, the rows of one element are two system values.
fn factors_follow_the_domain() {
    let factors = || vec![at(element("SV_TessFactor", SemanticKind::TESS_FACTOR, &[0, 1]), 0, 3, 1)];
    let hull = shader(ShaderKind::HULL, [Vec::new(), Vec::new(), factors()]);
    let domain = shader(ShaderKind::DOMAIN, [Vec::new(), Vec::new(), factors()]);
    let values = [&hull, &domain].map(|shader| {
        let signature = signatures(shader, 10).patch_constant_or_primitive.unwrap();
        [0, 1].map(|row| (signature.elements[row].system_value, signature.elements[row].exclusive_mask))
    });
    use SystemValue as V;
    let lines = [(V::FINAL_LINE_DENSITY_TESSFACTOR, 0xf), (V::FINAL_LINE_DETAIL_TESSFACTOR, 0xf)];
    assert_eq!(values, [lines, [(V::FINAL_QUAD_EDGE_TESSFACTOR, 0); 2]]);
}

fn semantics_mean_something_where_they_do() {
    use SemanticKind as K;
    let at = |kind, stage, signature| interpretation(kind, SignaturePoint::of(stage, signature)?);
    let (input, output) = (SignatureKind::Input, SignatureKind::Output);
    assert_eq!(at(K::POSITION, ShaderKind::VERTEX, input), Some(Interpretation::Arbitrary));
    assert_eq!(at(K::POSITION, ShaderKind::VERTEX, output), Some(Interpretation::SystemValue));
    assert_eq!(at(K::POSITION, ShaderKind::PIXEL, output), None);
    assert_eq!(at(K::PRIMITIVE_ID, ShaderKind::GEOMETRY, input), Some(Interpretation::Shadow));
    assert_eq!(at(K::TARGET, ShaderKind::COMPUTE, output), None);
    assert_eq!(at(SemanticKind(99), ShaderKind::PIXEL, input), None);
    assert_eq!((canonical_name(K::ARBITRARY), canonical_name(K::TARGET)), (None, Some("SV_Target")));
}

fn psv(shader: &Shader, minor: u32) -> Owned<dx_container::parts::psv::PsvBuf> {
    let module = Module::dxil();
    derive::psv(&DescribedModule::new(&module, shader).for_validator(&Version::new(1, minor))).unwrap()
}

fn psv_says_what_the_validator_knows() {
    let versions: Vec<_> = (0..=10).map(|minor| psv(&unordered(), minor).info.version).collect();
    use PsvVersion::{V0, V1, V2, V3, V4};
    assert_eq!(versions, [V0, V1, V1, V1, V1, V1, V2, V2, V3, V3, V4]);
    // 0.0 is the newest.
    let (module, shader) = (Module::dxil(), unordered());
    let program = DescribedModule::new(&module, &shader).for_validator(&Version::new(0, 0));
    assert_eq!(derive::psv(&program).unwrap().info.version, V4);
}

fn psv_holds_elements_names_and_indices() {
    let part = psv(&unordered(), 8);
    assert_eq!((part.info.element_counts, part.info.output_vectors), ([0, 3, 0], [3, 0, 0, 0]));
    let [_, outputs, _] = &part.elements;
    let shown: Vec<_> =
        outputs.iter().map(|element| (element.name.to_string(), element.indices.clone())).collect();
    let texcoord = || "TEXCOORD".to_owned();
    assert_eq!(shown, [(String::new(), vec![0]), (texcoord(), vec![1, 2]), (texcoord(), vec![0])]);
    let bytes = part.write().unwrap();
    assert!(bytes.contains_str("\0TEXCOORD\0TEXCOORD\0main\0"));

    // An empty name of an entry has a place of its own.
    let mut shader = unordered();
    shader.entry_points[0].name = "".into();
    let bytes = psv(&shader, 8).write().unwrap();
    assert_eq!(bytes[4 + 48..4 + 52], 19_u32.to_le_bytes());

    // More indices than rows are all in the table, but the element has those of its rows.
    let vertices = SignatureElement { rows: 1, ..element("SV_Position", SemanticKind::POSITION, &[0, 1, 2]) };
    let shader = self::shader(ShaderKind::VERTEX, [Vec::new(), vec![vertices], Vec::new()]);
    let part = psv(&shader, 7);
    assert_eq!(part.elements[1][0].indices, [0]);
    assert!(part.write().unwrap().contains_str([3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]));
    let rows = signatures(&shader, 7).output.meaning.elements;
    assert!(rows.iter().map(|row| (row.register, row.index)).eq([(0, 0), (0, 1), (0, 2)]));
}

/// Resources of each class.
pub(crate) fn resources() -> Resources {
    let range = |lower_bound, size| ResourceRange {
        id: 0,
        variable: None,
        name: "".into(),
        space: 7,
        lower_bound,
        size,
    };
    let atomics = vec![ResourceProperty::Atomic64Use(1)];
    Resources {
        srvs: Some(vec![Srv {
            range: range(1, ResourceRange::UNBOUNDED),
            shape: ResourceKind::RT_ACCELERATION_STRUCTURE,
            sample_count: 0,
            properties: None,
            extra: Vec::new(),
        }]),
        uavs: Some(vec![Uav {
            range: range(2, 3),
            shape: ResourceKind::STRUCTURED_BUFFER,
            is_globally_coherent: false,
            has_counter: true,
            is_rasterizer_ordered: false,
            properties: Some(atomics.into()),
            extra: Vec::new(),
        }]),
        cbuffers: Some(vec![Cbuffer { range: range(3, 1), size: 16, properties: None, extra: Vec::new() }]),
        samplers: Some(vec![Sampler {
            range: range(4, 1),
            kind: dx_container::enums::SamplerKind(0),
            properties: None,
            extra: Vec::new(),
        }]),
        extra: Vec::new(),
    }
}

fn psv_lists_resources_by_class() {
    let mut shader = shader(ShaderKind::COMPUTE, Default::default());
    shader.entry_points[0].resources = Some(resources());
    let bounds = |minor| {
        let resources = psv(&shader, minor).meaning.resources;
        let bounds =
            resources.iter().map(|one| (one.resource_type, one.lower_bound, one.upper_bound, one.kind));
        (bounds.collect::<Vec<_>>(), resources[3].flags)
    };
    use {ResourceKind as K, ResourceType as T};
    let expected = [
        (T::CBV, 3, 3, K::CBUFFER),
        (T::SAMPLER, 4, 4, K::SAMPLER),
        (T::SRV_RAW, 1, u32::MAX, K::RT_ACCELERATION_STRUCTURE),
        (T::UAV_STRUCTURED_WITH_COUNTER, 2, 4, K::STRUCTURED_BUFFER),
    ];
    assert_eq!(bounds(6), (expected.to_vec(), ResourceFlags::USED_BY_ATOMIC64));
    assert_eq!(bounds(5).0[0], (T::CBV, 3, 3, K::INVALID));
}

fn psv_has_what_the_entry_says() {
    let mut shader = shader(ShaderKind::COMPUTE, Default::default());
    let info = |shader: &Shader| psv(shader, 10).meaning.info;
    assert_eq!(info(&shader).num_threads, [8, 4, 2]);
    let lanes = |shader: &Shader| [info(shader).min_wave_lanes, info(shader).max_wave_lanes];
    assert_eq!(lanes(&shader), [0, ANY_LANES]);
    add_property(&mut shader, EntryProperty::WaveSize(WaveSize { lanes: 32, extra: Vec::new() }));
    assert_eq!(lanes(&shader), [32, 32]);
    let range = WaveRange { min: 4, max: 64, preferred: 8, extra: Vec::new() };
    add_property(&mut shader, EntryProperty::WaveRange(range));
    assert_eq!(lanes(&shader), [4, 64]);

    let mut module = Module::dxil();
    let float = module.types.float();
    let array = module.types.array(float, 100);
    module.add_variable("shared", array, 3, None);
    module.add_variable("not shared", array, 0, None);
    let program = DescribedModule::new(&module, &shader);
    assert_eq!(derive::psv(&program).unwrap().info.group_shared_bytes, 400);
}

/// Components of a module become registers of four: five inputs are two registers, nine outputs three.
fn masks_are_as_wide_as_registers() {
    let (name, kind) = TEXCOORD;
    let list = |rows: u32| vec![element(name, kind, &(0..rows).collect::<Vec<_>>())];
    let mut shader = shader(ShaderKind::VERTEX, [list(2), list(9), Vec::new()]);
    let empty = psv(&shader, 10).meaning.masks;
    assert_eq!(empty.input_to_outputs[0], [0; 8 * 2]);
    // 33 components are two words a mask, as are the 36 of nine registers; three inputs of eight.
    shader.view_id_state = Some(ViewIdState { words: vec![3, 33, 1, 0, 2, 0, 4, 1], extra: Vec::new() });
    let masks = psv(&shader, 10).meaning.masks;
    let mut expected = vec![1, 0, 2, 0, 4, 1];
    expected.resize(16, 0);
    assert_eq!(masks.input_to_outputs[0], expected);

    // Fewer components than the first word holds, of two words a mask.
    shader.view_id_state = Some(ViewIdState { words: vec![2, 4, 1, 2], extra: Vec::new() });
    let masks = psv(&shader, 10).meaning.masks;
    assert_eq!(masks.input_to_outputs[0][..6], [1, 0, 2, 0, 0, 0]);

    // With SV_ViewID, there is a mask of what depends on it.
    add_property(&mut shader, EntryProperty::ShaderFlags(ShaderFlags::VIEW_ID));
    shader.view_id_state = Some(ViewIdState { words: vec![1, 4, 8, 1], extra: Vec::new() });
    let part = psv(&shader, 10).meaning;
    let Masks { view_id_outputs, input_to_outputs, .. } = part.masks;
    assert_eq!((part.info.uses_view_id, &view_id_outputs[0][..]), (1, [8, 0].as_slice()));
    assert_eq!(input_to_outputs[0][..3], [1, 0, 0]);
}

fn features_follow_flags() {
    let mut features = FeatureFlags::empty();
    for (name, flag) in ShaderFlags::all().iter_names() {
        let one = derive::features_of(flag);
        assert!(one.bits().count_ones() <= 1 && !features.intersects(one), "{name}");
        features |= one;
    }
    let named = FeatureFlags::all().iter_names().map(|(_, feature)| feature);
    let left: FeatureFlags = named.filter(|feature| !features.contains(*feature)).collect();
    assert_eq!(left, FeatureFlags::NATIVE_LOW_PRECISION | FeatureFlags::RESERVED_27);
    let native = ShaderFlags::LOW_PRECISION_PRESENT | ShaderFlags::USE_NATIVE_LOW_PRECISION;
    assert_eq!(derive::features_of(native), FeatureFlags::NATIVE_LOW_PRECISION);
}

fn pdbs_are_named_by_the_hash() {
    let hash = derive::hash(b"");
    assert_eq!(derive::debug_name(&hash).name, "d41d8cd98f00b204e9800998ecf8427e.pdb");
    assert_eq!(derive::hash_with_sources(b"").digest, hash.digest);
}
