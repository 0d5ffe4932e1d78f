//! What RDAT says of the nodes of work graphs.

use bstr::ByteSlice as _;
use dx_container::enums::{NodeAttribKind, NodeFuncAttribKind, RuntimeDataPart};
use dx_container::flags::{FunctionFlags, NodeIOFlags};

use super::Writer;
use crate::Result;
use crate::derive::functions::Entry;
use crate::shader::{EntryProperties, Grid, NodeId, NodeIoProperties, NodeRecordProperties};
use dxil_ir::GlobalId;

impl<'m> Writer<'m> {
    /// The row of what is said of a node.
    pub(super) fn node(
        &mut self,
        function: GlobalId,
        entry: &Entry<'m>,
        flags: &mut FunctionFlags,
    ) -> Result<u32> {
        let none = EntryProperties::default();
        let properties = entry.properties().unwrap_or(&none);
        if properties.node_is_program_entry() == Some(&true) {
            *flags |= FunctionFlags::NODE_PROGRAM_ENTRY;
        }
        let shared = self.group_shared(function)?;
        let attributes = self.node_attributes(properties)?;
        let inputs = self.node_ios(properties.node_inputs().map_or(&[][..], Vec::as_slice))?;
        let outputs = self.node_ios(properties.node_outputs().map_or(&[][..], Vec::as_slice))?;
        let launch = properties.node_launch_type().map_or(0, |launch| launch.0);
        self.record(
            RuntimeDataPart::NODE_SHADER_INFO_TABLE,
            &[
                ("LaunchType", launch.into()),
                ("GroupSharedBytesUsed", shared),
                ("Attribs", attributes),
                ("Inputs", inputs),
                ("Outputs", outputs),
            ],
        )
    }

    /// The list of a node's own attributes, in DXC's order; those that are 0 are left out.
    fn node_attributes(&mut self, properties: &EntryProperties) -> Result<u64> {
        use NodeFuncAttribKind as K;
        let mut rows = Vec::new();
        if let Some(id) = properties.node_id().filter(|id| !id.name.is_empty()) {
            let id = self.node_id(id)?;
            rows.push(self.attribute(K::ID, ("ID", id))?);
        }
        if let Some(grid) = properties.thread_group().filter(|grid| is_any(grid)) {
            let grid = self.list(&grid.dimensions())?;
            rows.push(self.attribute(K::NUM_THREADS, ("NumThreads", grid))?);
        }
        // A negative number stands for none.
        let index = properties.node_local_root_arguments_table_index().copied();
        if let Some(index) = index.filter(|index| i32::try_from(*index).is_ok()) {
            let field = ("LocalRootArgumentsTableIndex", index.into());
            rows.push(self.attribute(K::LOCAL_ROOT_ARGUMENTS_TABLE_INDEX, field)?);
        }
        if let Some(id) = properties.share_input_of().filter(|id| !id.name.is_empty()) {
            let id = self.node_id(id)?;
            rows.push(self.attribute(K::SHARE_INPUT_OF, ("ShareInputOf", id))?);
        }
        if let Some(grid) = properties.node_dispatch_grid().filter(|grid| is_any(grid)) {
            let grid = self.list(&grid.dimensions())?;
            rows.push(self.attribute(K::DISPATCH_GRID, ("DispatchGrid", grid))?);
        }
        if let Some(depth) = properties.node_max_recursion_depth().filter(|depth| **depth != 0) {
            rows.push(self.attribute(K::MAX_RECURSION_DEPTH, ("MaxRecursionDepth", (*depth).into()))?);
        }
        if let Some(grid) = properties.node_max_dispatch_grid().filter(|grid| is_any(grid)) {
            let grid = self.list(&grid.dimensions())?;
            rows.push(self.attribute(K::MAX_DISPATCH_GRID, ("MaxDispatchGrid", grid))?);
        }
        self.list(&rows)
    }

    fn node_id(&mut self, id: &NodeId) -> Result<u64> {
        let name = self.text(id.name.as_bstr())?;
        let fields = [("Name", name), ("Index", id.index.into())];
        self.record(RuntimeDataPart::NODE_ID_TABLE, &fields).map(u64::from)
    }

    fn attribute(&mut self, kind: NodeFuncAttribKind, value: (&'static str, u64)) -> Result<u32> {
        let fields = [("AttribKind", kind.0.into()), value];
        self.record(RuntimeDataPart::NODE_SHADER_FUNC_ATTRIB_TABLE, &fields)
    }

    /// The list of inputs or outputs.
    fn node_ios(&mut self, ios: &[NodeIoProperties]) -> Result<u64> {
        let mut rows = Vec::new();
        for io in ios {
            let attributes = self.io_attributes(io)?;
            let flags = io.flags().copied().unwrap_or_default();
            let fields = [("IOFlagsAndKind", flags.bits().into()), ("Attribs", attributes)];
            rows.push(self.record(RuntimeDataPart::IO_NODE_TABLE, &fields)?);
        }
        self.list(&rows)
    }

    /// The list of what is said of an input or output, in DXC's order.
    fn io_attributes(&mut self, io: &NodeIoProperties) -> Result<u64> {
        use NodeAttribKind as K;
        let flags = io.flags().copied().unwrap_or_default();
        let is_record = flags.intersects(NodeIOFlags::THREAD_RECORD | NodeIOFlags::GROUP_RECORD);
        let is_output = flags.contains(NodeIOFlags::OUTPUT) && !is_record;
        let max_records = io.max_records().copied().unwrap_or(0);
        let mut rows = Vec::new();
        if is_output {
            let nobody = NodeId { name: Default::default(), index: 0, extra: Vec::new() };
            let id = self.node_id(io.output_id().unwrap_or(&nobody))?;
            rows.push(self.io_attribute(K::OUTPUT_ID, &[("OutputID", id)])?);
            let size = io.output_array_size().copied().unwrap_or(0).into();
            rows.push(self.io_attribute(K::OUTPUT_ARRAY_SIZE, &[("OutputArraySize", size)])?);
        }
        if max_records != 0 && (is_output || flags.contains(NodeIOFlags::INPUT)) {
            rows.push(self.io_attribute(K::MAX_RECORDS, &[("MaxRecords", max_records.into())])?);
        } else if is_output {
            // A negative number stands for none.
            let shared = io.max_records_shared_with().and_then(|shared| u32::try_from(*shared).ok());
            if let Some(shared) = shared {
                let field = ("MaxRecordsSharedWith", shared.into());
                rows.push(self.io_attribute(K::MAX_RECORDS_SHARED_WITH, &[field])?);
            }
        }
        if is_output && io.allow_sparse_nodes() == Some(&true) {
            rows.push(self.io_attribute(K::ALLOW_SPARSE_NODES, &[("AllowSparseNodes", 1)])?);
        }
        if let Some(record) = io.record() {
            self.record_attributes(record, &mut rows)?;
        }
        self.list(&rows)
    }

    /// What is said of the records of an input or output; nothing of records of no size.
    fn record_attributes(&mut self, record: &NodeRecordProperties, rows: &mut Vec<u32>) -> Result<()> {
        use NodeAttribKind as K;
        let Some(size) = record.size().filter(|size| **size != 0) else { return Ok(()) };
        rows.push(self.io_attribute(K::RECORD_SIZE_IN_BYTES, &[("RecordSizeInBytes", (*size).into())])?);
        if let Some(grid) = record.dispatch_grid().filter(|grid| grid.element_type.0 != 0) {
            // Two bits for how many components there are, the others for what they are.
            let components = u64::from(grid.element_type.0) << 2 | u64::from(grid.components & 3);
            let fields = [("ByteOffset", grid.offset.into()), ("ComponentNumAndType", components)];
            rows.push(self.io_attribute(K::RECORD_DISPATCH_GRID, &fields)?);
        }
        if let Some(alignment) = record.alignment().filter(|alignment| **alignment != 0) {
            let field = ("RecordAlignmentInBytes", (*alignment).into());
            rows.push(self.io_attribute(K::RECORD_ALIGNMENT_IN_BYTES, &[field])?);
        }
        Ok(())
    }

    fn io_attribute(&mut self, kind: NodeAttribKind, values: &[(&'static str, u64)]) -> Result<u32> {
        let fields: Vec<_> = [("AttribKind", kind.0.into())].iter().chain(values).copied().collect();
        self.record(RuntimeDataPart::NODE_SHADER_IO_ATTRIB_TABLE, &fields)
    }
}

/// Whether a grid says anything.
fn is_any(grid: &Grid) -> bool {
    grid.dimensions() != [0; 3]
}
