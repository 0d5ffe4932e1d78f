//! What nodes of work graphs take and give.

use bstr::BString;
use dx_container::enums::ElementType;
use dx_container::flags::NodeIOFlags;

use super::list::{properties, record};

record! {
    /// What a node is called: a name, and which one of an array it is.
    pub struct NodeId {
        /// The name.
        pub name: BString,
        /// Which one, from 0.
        pub index: u32,
    }
}

record! {
    /// The member of a record that says how many groups are launched.
    pub struct RecordDispatchGrid {
        /// Where it lies in the record, in bytes.
        pub offset: u32,
        /// What its components are.
        pub element_type: ElementType,
        /// How many components it has, up to 3.
        pub components: u32,
    }
}

properties! {
    /// What the records of an input or output are.
    pub struct NodeRecordProperties;
    /// A property of the records of an input or output.
    pub enum NodeRecordProperty by NodeRecordPropertyTag {
        /// Bytes of a record.
        NODE_RECORD_SIZE size Size(u32),
        /// The member that says how many groups are launched.
        NODE_SV_DISPATCH_GRID dispatch_grid DispatchGrid(RecordDispatchGrid),
        /// What a record is aligned to, in bytes.
        NODE_RECORD_ALIGNMENT alignment Alignment(u32),
    }
}

properties! {
    /// What an input or output of a node is.
    pub struct NodeIoProperties;
    /// A property of an input or output of a node.
    pub enum NodeIoProperty by NodeIoPropertyTag {
        /// The node that an output goes to.
        NODE_OUTPUT_ID output_id OutputId(NodeId),
        /// What kind of input or output it is.
        NODE_IO_FLAGS flags Flags(NodeIOFlags),
        /// What its records are; none where they are empty.
        NODE_RECORD_TYPE record Record(NodeRecordProperties),
        /// The most records.
        NODE_MAX_RECORDS max_records MaxRecords(u32),
        /// The output whose records it shares, from 0.
        NODE_MAX_RECORDS_SHARED_WITH max_records_shared_with MaxRecordsSharedWith(i32),
        /// How many nodes an output goes to.
        NODE_OUTPUT_ARRAY_SIZE output_array_size OutputArraySize(u32),
        /// Whether some of the nodes of an output may be missing.
        NODE_ALLOW_SPARSE_NODES allow_sparse_nodes AllowSparseNodes(bool),
    }
}
