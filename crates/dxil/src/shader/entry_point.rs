//! Where programs begin: `dx.entryPoints`, one node an entry, and what an entry says of itself.

use bstr::BString;
use dx_container::enums::ShaderKind;
use dx_container::flags::ShaderFlags;

use super::list::{properties, record};
use super::node::{NodeId, NodeIoProperties};
use super::resources::Resources;
use super::signature::Signatures;
use super::stage::{
    AmplificationState, DomainState, GeometryState, Grid, HullState, MeshState, WaveRange, WaveSize,
};
use dxil_ir::GlobalId;

record! {
    /// An entry. The first one of a library stands for the library: it has no function, an empty name, the resources
    /// and the flags; one for each shader follows.
    pub struct EntryPoint {
        /// Its function; `None` for a library, and for a hull shader that passes its control points through.
        pub function: Option<GlobalId>,
        /// Its name in HLSL, or the mangled one in a library.
        pub name: BString,
        /// What goes in and comes out; `None` where nothing does.
        pub signatures: Option<Signatures>,
        /// The resources of the program, the same as those of `dx.resources`.
        pub resources: Option<Resources>,
        /// What it says of itself.
        pub properties: Option<EntryProperties>,
    }
}

impl EntryPoint {
    /// An entry without signatures, resources and properties.
    pub fn new(function: Option<GlobalId>, name: &str) -> Self {
        Self {
            function,
            name: name.into(),
            signatures: None,
            resources: None,
            properties: None,
            extra: Vec::new(),
        }
    }

    /// What it uses.
    pub fn flags(&self) -> ShaderFlags {
        let flags = self.properties.as_ref().and_then(EntryProperties::shader_flags);
        flags.copied().unwrap_or_default()
    }

    /// Says what it uses. What says nothing is left out.
    pub fn set_flags(&mut self, flags: ShaderFlags) {
        let properties = self.properties.get_or_insert_default();
        properties.items.retain(|item| !matches!(item, EntryProperty::ShaderFlags(_)));
        if !flags.is_empty() {
            properties.items.insert(0, EntryProperty::ShaderFlags(flags));
        }
        self.properties.take_if(|properties| properties.items.is_empty());
    }
}

record! {
    /// The register space for resources that have no register of their own, in libraries from shader model 6.3 on.
    pub struct AutoBindingSpace {
        /// The register space.
        pub space: u32,
    }
}

record! {
    /// A serialized root signature, as in RTS0.
    pub struct RootSignatureBytes {
        /// Its bytes.
        pub bytes: BString as Bytes,
    }
}

properties! {
    /// What an entry says of itself.
    pub struct EntryProperties;
    /// A property of an entry.
    pub enum EntryProperty by EntryPropertyTag {
        /// What it uses.
        SHADER_FLAGS shader_flags ShaderFlags(ShaderFlags),
        /// What a geometry shader takes and gives.
        GS_STATE geometry Geometry(GeometryState),
        /// What a domain shader takes.
        DS_STATE domain Domain(DomainState),
        /// How a hull shader divides patches.
        HS_STATE hull Hull(HullState),
        /// Threads of a group of a compute shader or node.
        NUM_THREADS thread_group ThreadGroup(Grid),
        /// The register space for resources without registers.
        AUTO_BINDING_SPACE auto_binding_space AutoBindingSpace(AutoBindingSpace),
        /// Bytes of the payload or the parameter of a ray tracing shader.
        RAY_PAYLOAD_SIZE ray_payload_size RayPayloadSize(u32),
        /// Bytes of the attributes of a hit.
        RAY_ATTRIB_SIZE ray_attribute_size RayAttributeSize(u32),
        /// The stage of an entry of a library.
        SHADER_KIND shader_kind ShaderKind(ShaderKind),
        /// What a mesh shader gives.
        MS_STATE mesh Mesh(MeshState),
        /// What an amplification shader gives.
        AS_STATE amplification Amplification(AmplificationState),
        /// How many lanes a wave has to have, of shader models 6.6 and 6.7.
        WAVE_SIZE wave_size WaveSize(WaveSize),
        /// The root signature of the entry, for validators from 1.7 on.
        ENTRY_ROOT_SIG root_signature RootSignature(RootSignatureBytes),
        /// How a node is launched.
        NODE_LAUNCH_TYPE node_launch_type NodeLaunchType(dx_container::enums::NodeLaunchType),
        /// Whether a work graph may be entered here.
        NODE_IS_PROGRAM_ENTRY node_is_program_entry NodeIsProgramEntry(bool),
        /// What a node is called.
        NODE_ID node_id NodeId(NodeId),
        /// Where its local root arguments stand in their table; `u32::MAX` for none.
        NODE_LOCAL_ROOT_ARGUMENTS_TABLE_INDEX node_local_root_arguments_table_index NodeLocalRootArgumentsTableIndex(u32),
        /// The node whose input it shares.
        SHARE_INPUT_OF share_input_of ShareInputOf(NodeId),
        /// How many groups a broadcasting node is launched with.
        NODE_DISPATCH_GRID node_dispatch_grid NodeDispatchGrid(Grid),
        /// How deep a node may launch itself.
        NODE_MAX_RECURSION_DEPTH node_max_recursion_depth NodeMaxRecursionDepth(u32),
        /// What goes into a node.
        NODE_INPUTS node_inputs NodeInputs(Vec<NodeIoProperties>),
        /// What a node gives to others.
        NODE_OUTPUTS node_outputs NodeOutputs(Vec<NodeIoProperties>),
        /// The most groups that a record may launch a broadcasting node with.
        NODE_MAX_DISPATCH_GRID node_max_dispatch_grid NodeMaxDispatchGrid(Grid),
        /// How many lanes a wave may have, from shader model 6.8 on.
        RANGED_WAVE_SIZE wave_range WaveRange(WaveRange),
        /// The most bytes of group shared memory, from shader model 6.10 on.
        GROUP_SHARED_LIMIT group_shared_limit GroupSharedLimit(u32),
    }
}
