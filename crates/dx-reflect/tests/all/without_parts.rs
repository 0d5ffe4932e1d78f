//! What DXIL programs say where the parts that say it too are taken away: on every DXIL file of the corpus and of the
//! examples the same.

use std::fmt::Debug;
use std::path::Path;

use crate::files::{containers, reflect};
use dx_container::builder::{ContainerBuilder, Signing};
use dx_container::enums::ShaderKind;
use dx_container::{Container, FourCc};
use dx_reflect::{Element, Function, Node, Reflection};
use testkit::{Test, note, tests};

pub(crate) const TESTS: &[Test] = tests![programs_tell_what_parts_told, programs_tell_of_functions_and_nodes];

/// The reflection of a container without some parts.
fn without(bytes: &[u8], parts: &[FourCc]) -> Reflection {
    let container = Container::parse(bytes).expect("it is one");
    let mut builder = ContainerBuilder::from(&container);
    for part in parts {
        builder.remove(*part);
    }
    let bytes = builder.build(Signing::Sign).expect("it can be built");
    reflect(&bytes)
}

/// Says what differs.
fn compare<T: Debug + PartialEq>(wrong: &mut Vec<String>, path: &Path, what: &str, told: &T, part: &T) {
    if told != part {
        wrong.push(format!("{} {what}\n    program {told:?}\n    parts   {part:?}", path.display()));
    }
}

/// The rows of a signature in an order of their own. Parts leave some of what lies in no register out, and programs
/// for old validators which components are used.
fn rows(list: &Option<Vec<Element>>, other: &Option<Vec<Element>>) -> Vec<String> {
    let other = other.as_deref().unwrap_or_default();
    let both_tell = |element: &Element| {
        element.exclusive_mask.filter(|_| other.iter().all(|other| other.exclusive_mask.is_some()))
    };
    let is_known = |element: &&Element| {
        let is_same = |other: &Element| {
            other.semantic.eq_ignore_ascii_case(&element.semantic) && other.index == element.index
        };
        element.register.is_some() || other.iter().any(is_same)
    };
    let elements = list.as_deref().unwrap_or_default().iter().filter(is_known);
    let mut rows: Vec<String> = elements
        .map(|element| {
            let mut told = element.clone();
            told.system_value = None;
            told.exclusive_mask = both_tell(element);
            format!("{told:?}")
        })
        .collect();
    rows.sort();
    rows
}

fn programs_tell_what_parts_told() {
    let (mut files, mut elements) = (0, 0);
    let mut wrong = Vec::new();
    for (path, bytes) in containers() {
        let whole = reflect(&bytes);
        if whole.stage == Some(ShaderKind::LIBRARY) {
            continue;
        }
        let parts = [FourCc::ISG1, FourCc::OSG1, FourCc::PSG1, FourCc::PSV0, FourCc::SFI0];
        let bare = without(&bytes, &parts);
        assert!(whole.disagreements.is_empty(), "{}: {:?}", path.display(), whole.disagreements);
        let wrong = &mut wrong;
        compare(wrong, &path, "stage", &bare.stage, &whole.stage);
        compare(wrong, &path, "entry", &bare.entry, &whole.entry);
        compare(wrong, &path, "thread group", &bare.thread_group, &whole.thread_group);
        compare(wrong, &path, "group-shared", &bare.group_shared_bytes, &whole.group_shared_bytes);
        compare(wrong, &path, "wave lanes", &bare.wave_lanes, &whole.wave_lanes);
        compare(wrong, &path, "view id", &bare.uses_view_id, &whole.uses_view_id);
        compare(wrong, &path, "position", &bare.writes_position, &whole.writes_position);
        compare(wrong, &path, "payload", &bare.payload_size, &whole.payload_size);
        compare(wrong, &path, "tessellation", &bare.tessellation, &whole.tessellation);
        compare(wrong, &path, "geometry", &bare.geometry, &whole.geometry);
        compare(wrong, &path, "mesh", &bare.mesh, &whole.mesh);
        compare(wrong, &path, "pixel", &bare.pixel, &whole.pixel);
        compare(wrong, &path, "features", &bare.features, &whole.features);
        let (told, known) = (&bare.signatures, &whole.signatures);
        for (what, told, known) in [
            ("inputs", &told.input, &known.input),
            ("outputs", &told.output, &known.output),
            ("patch constants", &told.patch_constant, &known.patch_constant),
            ("primitives", &told.primitive, &known.primitive),
        ] {
            let (told, known) = (rows(told, known), rows(known, told));
            elements += told.len();
            compare(wrong, &path, what, &told, &known);
        }
        files += 1;
    }
    note!("{files} shaders, {elements} elements");
    assert!(files >= 10 && elements >= 30);
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// What programs tell of functions.
fn told(function: &Function) -> Function {
    let mut told = function.clone();
    (told.resources, told.dependencies) = (None, None);
    (told.features, told.stages, told.min_target, told.flags) = (None, None, None, None);
    told
}

fn programs_tell_of_functions_and_nodes() {
    let (mut libraries, mut functions, mut nodes) = (0, 0, 0);
    let mut wrong = Vec::new();
    for (path, bytes) in containers() {
        let whole = reflect(&bytes);
        if whole.stage != Some(ShaderKind::LIBRARY) {
            continue;
        }
        assert!(whole.disagreements.is_empty(), "{}: {:?}", path.display(), whole.disagreements);
        let bare = without(&bytes, &[FourCc::RDAT]);
        let lists = [&bare, &whole].map(|all| all.functions.iter().map(told).collect::<Vec<_>>());
        compare(&mut wrong, &path, "functions", &lists[0], &lists[1]);
        let node = |node: &Node| {
            let mut told = node.clone();
            told.group_shared_bytes = None;
            told
        };
        let lists = [&bare, &whole].map(|all| all.nodes.iter().map(node).collect::<Vec<_>>());
        compare(&mut wrong, &path, "nodes", &lists[0], &lists[1]);
        libraries += 1;
        functions += bare.functions.len();
        nodes += bare.nodes.len();
    }
    note!("{libraries} libraries, {functions} functions, {nodes} nodes");
    assert!(libraries >= 1 && functions >= 3);
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}
