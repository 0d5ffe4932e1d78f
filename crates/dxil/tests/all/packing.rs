//! Places of the elements of signatures: those that compilers gave them are found again, and what has no room is told.

use std::collections::BTreeMap;

use dx_container::enums::{ElementType, InterpolationMode, SemanticKind, ShaderKind};
use dx_container::flags::ShaderFlags;
use dx_container::parts::View as _;
use dx_container::parts::program::ProgramPart;
use dx_container::{Container, FourCc, is_container};
use dxil::derive::DescribedModule;
use dxil::packing::pack;
use dxil::semantics::{SignatureKind, SignaturePoint};
use dxil::shader::{Shader, SignatureElement};
use dxil_ir::bitcode;
use testkit::{Test, corpus, note, tests};

pub(crate) const TESTS: &[Test] = tests![
    places_are_those_of_compilers,
    elements_share_rows,
    distances_have_rows_of_their_own,
    targets_and_vertex_inputs_share_none,
    widths_share_a_row_where_they_are_one,
    what_has_no_room_is_told
];

/// An element without a place: a name that the shader chose, of floats that are interpolated.
fn element(rows: u32, columns: u8) -> SignatureElement {
    SignatureElement {
        id: 0,
        name: "A".into(),
        element_type: ElementType::F32,
        semantic: SemanticKind::ARBITRARY,
        semantic_indices: Some((0..rows).collect()),
        interpolation: InterpolationMode::LINEAR,
        rows,
        columns,
        start_row: -1,
        start_column: -1,
        properties: None,
        extra: Vec::new(),
    }
}

fn of_kind(semantic: SemanticKind, element: SignatureElement) -> SignatureElement {
    SignatureElement { semantic, ..element }
}

fn places(elements: &[SignatureElement]) -> Vec<(i32, i8)> {
    elements.iter().map(|element| (element.start_row, element.start_column)).collect()
}

/// The places that elements of a vertex shader's outputs get.
fn packed(mut elements: Vec<SignatureElement>) -> Vec<(i32, i8)> {
    pack(&mut elements, SignaturePoint::VertexOutput, true).unwrap();
    places(&elements)
}

/// Compilers pack in the order of elements, unless they are told to need as few rows as possible: in how many of the
/// signatures of real shaders that is what they did.
fn places_are_those_of_compilers() {
    let mut counts: BTreeMap<(bool, bool), usize> = BTreeMap::new();
    let mut others = Vec::new();
    let walked = corpus::each_file(|path, bytes| {
        let in_folder = |name: &str| path.components().any(|part| part.as_os_str() == name);
        if in_folder("dxc-invalid") || in_folder("mutated") || in_folder("dxc-as") {
            return;
        }
        let Some(container) = is_container(bytes).then(|| Container::parse(bytes).ok()).flatten() else {
            return;
        };
        let Some(part) = container.part(FourCc::DXIL) else { return };
        let Ok(program) = ProgramPart::parse(container.payload(&part)) else { return };
        let Ok(module) = bitcode::read(program.bitcode, 0) else { return };
        let Ok(shader) = Shader::read(&module) else { return };
        let Ok(stage) = DescribedModule::new(&module, &shader).stage() else { return };
        let Some(entry) = shader.entry_points.first() else { return };
        let has_min_precision = !entry.flags().contains(ShaderFlags::USE_NATIVE_LOW_PRECISION);
        let Some(signatures) = &entry.signatures else { return };
        let sides = [
            (SignatureKind::Input, &signatures.inputs),
            (SignatureKind::Output, &signatures.outputs),
            (SignatureKind::PatchConstantOrPrimitive, &signatures.patch_constants),
        ];
        for (side, elements) in sides {
            let (Some(elements), Some(point)) = (elements, SignaturePoint::of(stage, side)) else { continue };
            // Of geometry shaders, each stream has rows of its own.
            if stage == ShaderKind::GEOMETRY && side == SignatureKind::Output {
                continue;
            }
            let mut again = elements.clone();
            let is_same =
                pack(&mut again, point, has_min_precision).is_ok() && places(&again) == places(elements);
            *counts.entry((corpus::is_own(path), is_same)).or_default() += 1;
            if !is_same {
                others.push(format!(
                    "{} {side:?}: {:?}, {:?}",
                    path.display(),
                    places(elements),
                    places(&again)
                ));
            }
        }
    });
    let count = |is_own, is_same| counts.get(&(is_own, is_same)).copied().unwrap_or(0);
    note!(
        "{} of {} signatures of others are packed as their compiler did\n{}",
        count(false, true),
        count(false, true) + count(false, false),
        others.join("\n")
    );
    assert_eq!(count(true, false), 0, "{others:#?}");
    walked.checked("signatures", counts.values().sum(), [163, 1143]);
    corpus::assert_at_least("signatures of the project", count(true, true), [163, 163]);
    // Those that were compiled with -pack-optimized.
    assert!(100 * count(false, false) <= count(false, true), "{others:#?}");
}

fn elements_share_rows() {
    // float3 A[3], float1x2 B of two rows, float2 C, float D.
    let elements = vec![element(3, 3), element(2, 1), element(1, 2), element(1, 1)];
    assert_eq!(packed(elements), [(0, 0), (0, 3), (3, 0), (2, 3)]);
    // Other interpolation needs another row; what the program chose stands before system values.
    let flat = SignatureElement { interpolation: InterpolationMode::CONSTANT, ..element(1, 1) };
    let layer = of_kind(SemanticKind::RENDER_TARGET_ARRAY_INDEX, flat.clone());
    assert_eq!(packed(vec![element(1, 1), layer, element(1, 1), flat]), [(0, 0), (1, 0), (0, 1), (2, 0)]);
}

fn distances_have_rows_of_their_own() {
    let distance = |columns| of_kind(SemanticKind::CLIP_DISTANCE, element(1, columns));
    let elements = vec![element(1, 1), distance(2), element(1, 2), distance(3), distance(1), element(1, 3)];
    assert_eq!(packed(elements), [(0, 0), (1, 0), (0, 1), (2, 0), (1, 2), (3, 0)]);
}

fn targets_and_vertex_inputs_share_none() {
    let target = |index| SignatureElement {
        semantic_indices: Some(vec![index]),
        ..of_kind(SemanticKind::TARGET, element(1, 1))
    };
    let depth = of_kind(SemanticKind::DEPTH, element(1, 1));
    let mut outputs = [target(3), depth, target(0)];
    pack(&mut outputs, SignaturePoint::PixelOutput, true).unwrap();
    assert_eq!(places(&outputs), [(3, 0), (-1, -1), (0, 0)]);
    let mut inputs = [element(1, 1), element(2, 3), of_kind(SemanticKind::VERTEX_ID, element(1, 1))];
    pack(&mut inputs, SignaturePoint::VertexInput, true).unwrap();
    assert_eq!(places(&inputs), [(0, 0), (1, 0), (3, 0)]);
}

fn widths_share_a_row_where_they_are_one() {
    let half = SignatureElement { element_type: ElementType::F16, ..element(1, 1) };
    for (has_min_precision, second) in [(true, (0, 1)), (false, (1, 0))] {
        let mut elements = [half.clone(), element(1, 1)];
        pack(&mut elements, SignaturePoint::VertexOutput, has_min_precision).unwrap();
        assert_eq!(places(&elements), [(0, 0), second]);
    }
}

fn what_has_no_room_is_told() {
    let pack = |mut elements: Vec<SignatureElement>, point| pack(&mut elements, point, true);
    for point in [SignaturePoint::VertexOutput, SignaturePoint::VertexInput, SignaturePoint::PixelInput] {
        assert_eq!(pack(vec![element(32, 4), element(1, 1)], point), Err(1));
        assert_eq!(pack(vec![element(33, 1)], point), Err(0));
        let gigantic = SignatureElement { rows: u32::MAX, columns: u8::MAX, ..element(1, 1) };
        assert_eq!(pack(vec![gigantic], point), Err(0));
        assert_eq!(pack(vec![element(1, 5)], point), Err(0));
    }
    let distance = of_kind(SemanticKind::CULL_DISTANCE, element(1, 4));
    let three = vec![distance.clone(), distance.clone(), distance];
    assert_eq!(pack(three, SignaturePoint::VertexOutput), Err(2));
    let far = SignatureElement {
        semantic_indices: Some(vec![u32::MAX]),
        ..of_kind(SemanticKind::TARGET, element(1, 1))
    };
    assert_eq!(pack(vec![far], SignaturePoint::PixelOutput), Err(0));
}
