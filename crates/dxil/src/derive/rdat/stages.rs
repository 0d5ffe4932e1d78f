//! What RDAT says of the entries of single stages, in libraries for no released validator: their signatures and states,
//! as far as DXC fills them in. What depends on the view is 0.

use bstr::ByteSlice as _;
use dx_container::enums::{InterpolationMode, RuntimeDataPart, SemanticKind, ShaderKind};
use dx_container::flags::{FunctionFlags, ShaderFlags};

use super::Writer;
use crate::Result;
use crate::derive::functions::{Entry, FunctionInfo};
use crate::derive::need;
use crate::shader::{EntryProperties, Grid, SignatureElement};

/// The elements of a signature: their list, what they say of the whole function, the streams they are in.
struct Elements {
    list: u64,
    flags: FunctionFlags,
    streams: u8,
}

impl<'m> Writer<'m> {
    /// The row of what is said of an entry of a stage; `None` for stages of which nothing is said.
    pub(super) fn stage(
        &mut self,
        info: &FunctionInfo,
        entry: &Entry<'m>,
        flags: &mut FunctionFlags,
    ) -> Result<Option<u32>> {
        flags.set(FunctionFlags::USES_VIEW_ID, info.flags.contains(ShaderFlags::VIEW_ID));
        let none = EntryProperties::default();
        let properties = entry.properties().unwrap_or(&none);
        let row = match info.kind {
            ShaderKind::PIXEL => {
                let (inputs, outputs) = self.in_and_out(entry)?;
                *flags |= inputs.flags & FunctionFlags::SAMPLE_FREQUENCY;
                *flags |= outputs.flags & FunctionFlags::DEPTH_OUTPUT;
                let fields = [("SigInputElements", inputs.list), ("SigOutputElements", outputs.list)];
                self.record(RuntimeDataPart::PS_INFO_TABLE, &fields)?
            }
            ShaderKind::VERTEX => {
                let (inputs, outputs) = self.in_and_out(entry)?;
                *flags |= outputs.flags & FunctionFlags::OUTPUT_POSITION_PRESENT;
                let fields = [("SigInputElements", inputs.list), ("SigOutputElements", outputs.list)];
                self.record(RuntimeDataPart::VS_INFO_TABLE, &fields)?
            }
            ShaderKind::GEOMETRY => self.geometry(properties, entry, flags)?,
            ShaderKind::HULL => self.hull(properties, entry)?,
            ShaderKind::DOMAIN => self.domain(properties, entry, flags)?,
            ShaderKind::COMPUTE => {
                let threads = self.threads(properties.thread_group())?;
                let shared = self.group_shared(info.function)?;
                let fields = [("NumThreads", threads), ("GroupSharedBytesUsed", shared)];
                self.record(RuntimeDataPart::CS_INFO_TABLE, &fields)?
            }
            ShaderKind::MESH => self.mesh(info, properties, entry, flags)?,
            ShaderKind::AMPLIFICATION => {
                let state =
                    need(properties.amplification(), "amplification shader state of the entry point")?;
                let threads = self.threads(Some(&state.thread_group))?;
                let shared = self.group_shared(info.function)?;
                let fields = [
                    ("NumThreads", threads),
                    ("GroupSharedBytesUsed", shared),
                    ("PayloadSizeInBytes", state.payload_size.into()),
                ];
                self.record(RuntimeDataPart::AS_INFO_TABLE, &fields)?
            }
            _ => return Ok(None),
        };
        Ok(Some(row))
    }

    fn geometry(
        &mut self,
        properties: &EntryProperties,
        entry: &Entry<'m>,
        flags: &mut FunctionFlags,
    ) -> Result<u32> {
        let (inputs, outputs) = self.in_and_out(entry)?;
        *flags |= outputs.flags & FunctionFlags::OUTPUT_POSITION_PRESENT;
        let state = need(properties.geometry(), "geometry shader state of the entry point")?;
        let fields = [
            ("SigInputElements", inputs.list),
            ("SigOutputElements", outputs.list),
            ("InputPrimitive", low_byte(state.input_primitive.0)),
            ("OutputTopology", low_byte(state.topology.0)),
            ("MaxVertexCount", low_byte(state.max_vertex_count)),
            ("OutputStreamMask", outputs.streams.into()),
        ];
        self.record(RuntimeDataPart::GS_INFO_TABLE, &fields)
    }

    fn hull(&mut self, properties: &EntryProperties, entry: &Entry<'m>) -> Result<u32> {
        let (inputs, outputs) = self.in_and_out(entry)?;
        let patch = self.patch_constants(entry)?;
        let state = need(properties.hull(), "hull shader state of the entry point")?;
        let fields = [
            ("SigInputElements", inputs.list),
            ("SigOutputElements", outputs.list),
            ("SigPatchConstOutputElements", patch.list),
            ("InputControlPointCount", low_byte(state.input_control_points)),
            ("OutputControlPointCount", low_byte(state.output_control_points)),
            ("TessellatorDomain", low_byte(state.domain.0)),
            ("TessellatorOutputPrimitive", low_byte(state.output_primitive.0)),
        ];
        self.record(RuntimeDataPart::HS_INFO_TABLE, &fields)
    }

    fn domain(
        &mut self,
        properties: &EntryProperties,
        entry: &Entry<'m>,
        flags: &mut FunctionFlags,
    ) -> Result<u32> {
        let (inputs, outputs) = self.in_and_out(entry)?;
        *flags |= outputs.flags & FunctionFlags::OUTPUT_POSITION_PRESENT;
        let patch = self.patch_constants(entry)?;
        let state = need(properties.domain(), "domain shader state of the entry point")?;
        let fields = [
            ("SigInputElements", inputs.list),
            ("SigOutputElements", outputs.list),
            ("SigPatchConstInputElements", patch.list),
            ("InputControlPointCount", low_byte(state.input_control_points)),
            ("TessellatorDomain", low_byte(state.domain.0)),
        ];
        self.record(RuntimeDataPart::DS_INFO_TABLE, &fields)
    }

    fn mesh(
        &mut self,
        info: &FunctionInfo,
        properties: &EntryProperties,
        entry: &Entry<'m>,
        flags: &mut FunctionFlags,
    ) -> Result<u32> {
        let signatures = entry.point.signatures.as_ref();
        let outputs = self.elements(signatures.and_then(|all| all.outputs.as_deref()))?;
        *flags |= outputs.flags & FunctionFlags::OUTPUT_POSITION_PRESENT;
        let primitives = self.patch_constants(entry)?;
        let state = need(properties.mesh(), "mesh shader state of the entry point")?;
        let threads = self.threads(Some(&state.thread_group))?;
        let shared = self.group_shared(info.function)?;
        let fields = [
            ("SigOutputElements", outputs.list),
            ("SigPrimOutputElements", primitives.list),
            ("NumThreads", threads),
            ("GroupSharedBytesUsed", shared),
            ("PayloadSizeInBytes", state.payload_size.into()),
            ("MaxOutputVertices", (state.max_vertex_count & 0xffff).into()),
            ("MaxOutputPrimitives", (state.max_primitive_count & 0xffff).into()),
            ("MeshOutputTopology", low_byte(state.topology.0)),
        ];
        self.record(RuntimeDataPart::MS_INFO_TABLE, &fields)
    }

    fn threads(&mut self, grid: Option<&Grid>) -> Result<u64> {
        self.list(&grid.map_or([0; 3], Grid::dimensions))
    }

    fn in_and_out(&mut self, entry: &Entry<'m>) -> Result<(Elements, Elements)> {
        let signatures = entry.point.signatures.as_ref();
        let inputs = self.elements(signatures.and_then(|all| all.inputs.as_deref()))?;
        Ok((inputs, self.elements(signatures.and_then(|all| all.outputs.as_deref()))?))
    }

    fn patch_constants(&mut self, entry: &Entry<'m>) -> Result<Elements> {
        let signatures = entry.point.signatures.as_ref();
        self.elements(signatures.and_then(|all| all.patch_constants.as_deref()))
    }

    fn elements(&mut self, elements: Option<&[SignatureElement]>) -> Result<Elements> {
        use SemanticKind as S;
        let (mut rows, mut flags, mut streams) = (Vec::new(), FunctionFlags::empty(), 0);
        for element in elements.unwrap_or_default() {
            rows.push(self.element(element)?);
            let is_of_sample = matches!(
                element.interpolation,
                InterpolationMode::LINEAR_SAMPLE | InterpolationMode::LINEAR_NOPERSPECTIVE_SAMPLE
            );
            flags |= match element.semantic {
                S::POSITION => FunctionFlags::OUTPUT_POSITION_PRESENT,
                S::DEPTH | S::DEPTH_LESS_EQUAL | S::DEPTH_GREATER_EQUAL => FunctionFlags::DEPTH_OUTPUT,
                S::SAMPLE_INDEX => FunctionFlags::SAMPLE_FREQUENCY,
                _ => FunctionFlags::empty(),
            };
            if is_of_sample {
                flags |= FunctionFlags::SAMPLE_FREQUENCY;
            }
            streams |= 1_u8 << (stream(element) & 3);
        }
        Ok(Elements { list: self.list(&rows)?, flags, streams })
    }

    fn element(&mut self, element: &SignatureElement) -> Result<u32> {
        // The name of a semantic of no meaning to the pipeline may end in its index.
        let name = match element.semantic {
            SemanticKind::ARBITRARY => element.name.trim_end_with(|digit| digit.is_ascii_digit()),
            _ => &element.name,
        };
        let name = self.text(name.as_bstr())?;
        let indices = self.list(element.semantic_indices.as_deref().unwrap_or_default())?;
        let properties = element.properties.as_ref();
        let used = properties.and_then(|all| all.usage_mask()).copied().unwrap_or(0) & 0xf;
        let dynamic = properties.and_then(|all| all.dynamic_mask()).copied().unwrap_or(0) & 0xf;
        let column = u32::from(element.start_column.to_le_bytes()[0] & 3);
        let columns = u32::from(element.columns.wrapping_sub(1) & 3);
        let row = if element.start_row < 0 { 0xff } else { low_byte(element.start_row.unsigned_abs()) };
        let fields = [
            ("SemanticName", name),
            ("SemanticIndices", indices),
            ("SemanticKind", low_byte(element.semantic.0)),
            ("ComponentType", low_byte(element.element_type.0)),
            ("InterpolationMode", low_byte(element.interpolation.0)),
            ("StartRow", row),
            ("ColsAndStream", (columns | column << 2 | (stream(element) & 3) << 4).into()),
            ("UsageAndDynIndexMasks", (used | dynamic << 4).into()),
        ];
        self.record(RuntimeDataPart::SIGNATURE_ELEMENT_TABLE, &fields)
    }
}

fn stream(element: &SignatureElement) -> u32 {
    element.properties.as_ref().and_then(|all| all.stream()).copied().unwrap_or(0)
}

/// What a byte holds of a number.
fn low_byte(number: u32) -> u64 {
    (number & 0xff).into()
}
