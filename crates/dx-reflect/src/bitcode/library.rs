//! The functions of a library, and the nodes among them, by a DXIL program. Separate from `library.rs` because metadata
//! tells what shaders say of themselves, and nothing of what functions use.

use std::collections::HashMap;

use az::SaturatingAs as _;
use bstr::{BStr, BString};
use dx_container::enums::ShaderKind;
use dx_container::flags::NodeIOFlags;
use dx_container::mangled_name::unmangled;
use dx_container::{FourCc, Result};
use dxil::shader::{EntryPoint, EntryProperties, NodeId as Id, NodeIoProperties};
use dxil_ir::{Global, GlobalId};

use super::program_module::ProgramModule;
use super::stage::{thread_group, wave_lanes};
use crate::copies::Copies;
use crate::disagreement::Disagreements;
use crate::{Function, Node, NodeId, NodeIo, Reflection};

impl Reflection {
    /// Fills in the functions and nodes of a library, or what is not known of them.
    pub(super) fn add_library(
        &mut self,
        told: &ProgramModule,
        copies: &mut Copies,
        disagreements: &mut Disagreements,
    ) -> Result<()> {
        let entries: HashMap<GlobalId, &EntryPoint> =
            told.shader.entry_points.iter().filter_map(|entry| Some((entry.function?, entry))).collect();
        let known = self.functions.iter().enumerate();
        let mut known: HashMap<BString, usize> =
            known.map(|(at, function)| (function.name.clone(), at)).collect();
        let is_known = !known.is_empty();
        for (id, global, _) in told.module.bodies() {
            let properties = entries.get(&id).and_then(|entry| entry.properties.as_ref());
            let at = known.remove(&global.name);
            match at.and_then(|at| self.functions.get_mut(at)) {
                Some(function) => complete(function, properties, told.part, disagreements),
                None if is_known => {
                    let subject = || format!("function {}", global.name);
                    disagreements.add(subject, (FourCc::RDAT, "absent"), (told.part, "present"));
                }
                None => self.add_function(told.part, global, properties, copies)?,
            }
        }
        Ok(())
    }

    fn add_function(
        &mut self,
        part: FourCc,
        global: &Global,
        told: Option<&EntryProperties>,
        copies: &mut Copies,
    ) -> Result<()> {
        copies.members(1)?;
        let kind = kind(told);
        let node = match told.filter(|_| kind == ShaderKind::NODE) {
            Some(told) => Some(self.add_node(part, told, copies)?),
            None => None,
        };
        let name: &BStr = global.name.as_ref();
        self.functions.push(Function {
            name: copies.text(part, name)?,
            unmangled_name: copies.text(part, unmangled(name))?,
            kind,
            resources: None,
            dependencies: None,
            payload_size: size(told.and_then(|told| told.ray_payload_size())),
            attribute_size: size(told.and_then(|told| told.ray_attribute_size())),
            features: None,
            stages: None,
            min_target: None,
            wave_lanes: Some(lanes(told)),
            flags: None,
            thread_group: told.and_then(thread_group),
            node,
        });
        Ok(())
    }

    /// Adds what a function says of the node that it is; gives its place.
    fn add_node(&mut self, part: FourCc, told: &EntryProperties, copies: &mut Copies) -> Result<u32> {
        let id = |id: Option<&Id>, copies: &mut Copies| id.map(|id| named(part, id, copies)).transpose();
        let table_index = told.node_local_root_arguments_table_index().copied();
        let node = Node {
            launch_type: told.node_launch_type().copied().unwrap_or_default(),
            id: id(told.node_id(), copies)?,
            thread_group: thread_group(told),
            group_shared_bytes: None,
            share_input_of: id(told.share_input_of(), copies)?,
            dispatch_grid: told.node_dispatch_grid().map(|grid| grid.dimensions()),
            max_dispatch_grid: told.node_max_dispatch_grid().map(|grid| grid.dimensions()),
            max_recursion_depth: told.node_max_recursion_depth().copied().filter(|&depth| depth != 0),
            local_root_arguments_table_index: table_index.filter(|&index| index != u32::MAX),
            inputs: ios(part, told.node_inputs(), copies)?,
            outputs: ios(part, told.node_outputs(), copies)?,
            unknown: Vec::new(),
        };
        let place = self.nodes.len().saturating_as::<u32>();
        self.nodes.push(node);
        Ok(place)
    }
}

/// Adds what a program says of a function and RDAT does not.
fn complete(
    function: &mut Function,
    told: Option<&EntryProperties>,
    part: FourCc,
    disagreements: &mut Disagreements,
) {
    let name = &function.name;
    let subject = |what: &str| format!("{what} of {name}");
    if function.kind != kind(told) {
        disagreements.add(|| subject("shader kind"), (FourCc::RDAT, function.kind), (part, kind(told)));
    }
    let sizes = [
        ("payload size", function.payload_size, told.and_then(|told| told.ray_payload_size())),
        ("attribute size", function.attribute_size, told.and_then(|told| told.ray_attribute_size())),
    ];
    for (what, kept, told) in sizes {
        if kept != size(told) {
            disagreements.add(|| subject(what), (FourCc::RDAT, kept), (part, size(told)));
        }
    }
    function.wave_lanes = function.wave_lanes.or(Some(lanes(told)));
    function.thread_group = function.thread_group.or(told.and_then(thread_group));
}

fn kind(told: Option<&EntryProperties>) -> ShaderKind {
    told.and_then(|told| told.shader_kind()).copied().unwrap_or(ShaderKind::LIBRARY)
}

fn size(told: Option<&u32>) -> u32 {
    told.copied().unwrap_or(0)
}

fn lanes(told: Option<&EntryProperties>) -> [u32; 2] {
    told.and_then(|told| wave_lanes(told).0).unwrap_or_default()
}

fn named(part: FourCc, id: &Id, copies: &mut Copies) -> Result<NodeId> {
    Ok(NodeId { name: copies.text(part, id.name.as_ref())?, index: id.index })
}

fn ios(part: FourCc, told: Option<&Vec<NodeIoProperties>>, copies: &mut Copies) -> Result<Vec<NodeIo>> {
    told.into_iter().flatten().map(|told| io(part, told, copies)).collect()
}

fn io(part: FourCc, told: &NodeIoProperties, copies: &mut Copies) -> Result<NodeIo> {
    copies.members(1)?;
    let record = told.record();
    let grid = record.and_then(|record| record.dispatch_grid());
    let flags = told.flags().copied().unwrap_or_default();
    let is_output = flags.contains(NodeIOFlags::OUTPUT);
    Ok(NodeIo {
        flags,
        output_id: told.output_id().map(|id| named(part, id, copies)).transpose()?,
        max_records: told.max_records().copied().filter(|&count| count != 0),
        max_records_shared_with: told.max_records_shared_with().and_then(|&at| u32::try_from(at).ok()),
        record_size: record.and_then(|record| record.size()).copied().filter(|&bytes| bytes != 0),
        record_alignment: record.and_then(|record| record.alignment()).copied().filter(|&bytes| bytes != 0),
        record_dispatch_grid: grid.and_then(|grid| {
            let element = u16::try_from(grid.element_type.0).ok()?;
            Some((u16::try_from(grid.offset).ok()?, element, u8::try_from(grid.components).ok()?))
        }),
        // Of outputs, RDAT says that one is no array.
        output_array_size: told.output_array_size().copied().or(is_output.then_some(0)),
        allow_sparse_nodes: told.allow_sparse_nodes().copied(),
        unknown: Vec::new(),
    })
}
