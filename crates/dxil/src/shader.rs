//! What a module says of the shader that it is, beside the code: the metadata whose names begin with `dx.`, as types,
//! read from an [`ir::Module`](dxil_ir::Module) and written into one.
//!
//! [`Shader::read`] takes everything, [`Shader::write`] puts it back. A [`Shader`] stands for itself: it owns its
//! strings and lists, and keeps of the module only ids: of functions, types, variables, and of what is not known.
//! So it can be written into the module it was read from, or into one that was copied from that.
//!
//! ```
//! use dxil::shader::{EntryPoint, EntryProperty, Grid, Shader, ShaderModel, Version};
//! use dx_container::enums::ShaderKind;
//! # let mut module = dxil_ir::Module::dxil();
//! # let void = module.types.void();
//! # let ty = module.types.function(void, &[]);
//! # let main = module.declare_function("main", ty);
//! let shader = Shader {
//!     version: Some(Version::new(1, 6)),
//!     model: ShaderModel::new(ShaderKind::COMPUTE, 6, 6),
//!     entry_points: vec![EntryPoint {
//!         function: Some(main),
//!         name: "main".into(),
//!         signatures: None,
//!         resources: None,
//!         properties: Some(vec![EntryProperty::ThreadGroup(Grid::new(8, 8, 1))].into()),
//!         extra: Vec::new(),
//!     }],
//!     ..Shader::default()
//! };
//! shader.write(&mut module);
//!
//! let read = Shader::read(&module)?;
//! let properties = read.entry_points[0].properties.as_ref();
//! let threads = properties.and_then(|properties| properties.thread_group());
//! assert_eq!(threads.map(Grid::dimensions), Some([8, 8, 1]));
//! # Ok::<(), dxil::DxilError>(())
//! ```
//!
//! # What is kept
//!
//! Reading and then writing gives equal nodes. Where metadata has a list of tags and values, the type has a list of
//! properties, in the order in which they are stored, and a method for each property that finds it. Tags that are not
//! known are properties, too, and operands that nobody knows are `extra`. What a list says that is null is not what an
//! empty list says: the one is `None`, the other an empty `Vec`. Only whether a list is `distinct` is of no account.
//!
//! # What is refused
//!
//! Metadata is taken at its word: an integer has as many bits as compilers give it, what has to be a list is one.
//! Anything else is an error that says which metadata, which node, which operand, and what was expected
//! ([`ShaderErrorKind`]). A module does not know where in a file its nodes lay, so the error has no offset; who has the
//! part gives it that one's ([`Error::at`](located::Error::at)). [`Shader::read_partly`] goes on with what has other
//! names. Whether what is read makes sense together is the validator's business.
//!
//! # How it is made
//!
//! A type is described once, operand by operand (`list.rs`, `form.rs`), and is read and written by that description.
//! The numbers of tags and of what their values mean are rows of `tables/enums.toml` and `tables/flags.toml`.

mod compiler;
mod counters;
mod entry_point;
mod error;
mod field;
mod form;
mod handle_properties;
mod hlsl_type;
mod list;
mod node;
mod payload_annotation;
mod reader;
mod resources;
pub mod shape;
mod signature;
mod source;
mod stage;
mod structures;
mod subobject;
mod target_type;
mod texture_axes;
mod type_annotation;
mod version;
mod view_id_state;
mod writer;

use crate::{DxilError, Result};
pub use compiler::{BindingTableEntry, Ident, IntermediateOption, ModuleFlag};
pub use counters::{Counter, Counters};
use dxil_ir::{MetadataId, Module};
pub use entry_point::{AutoBindingSpace, EntryPoint, EntryProperties, EntryProperty, RootSignatureBytes};
pub use error::ShaderErrorKind;
pub use field::{FieldProperties, FieldProperty, MatrixAnnotation};
use form::Node;
pub use handle_properties::HandleProperties;
pub use hlsl_type::{hlsl_element, hlsl_template};
pub use node::{
    NodeId, NodeIoProperties, NodeIoProperty, NodeRecordProperties, NodeRecordProperty, RecordDispatchGrid,
};
pub use payload_annotation::{PayloadAnnotation, PayloadAnnotations, PayloadProperties, PayloadProperty};
use reader::{Reader, Within as _, error};
pub use resources::{
    Cbuffer, CbufferProperties, CbufferProperty, ResourceProperties, ResourceProperty, ResourceRange,
    Resources, Sampler, Srv, Uav,
};
use shape::Shape;
pub use signature::{SignatureElement, SignatureProperties, SignatureProperty, Signatures};
pub use source::{MainFileName, Source, SourceFile};
pub use stage::{
    AmplificationState, DomainState, GeometryState, Grid, HullState, MeshState, WaveRange, WaveSize,
};
pub use structures::Structures;
pub use subobject::{Subobject, SubobjectContent};
pub use target_type::TargetType;
pub use texture_axes::TextureAxes;
pub use type_annotation::{
    FunctionAnnotation, ParameterAnnotation, StructAnnotation, StructProperties, StructProperty,
    TemplateArgument, TypeAnnotations,
};
pub use version::{ShaderModel, Version};
pub use view_id_state::{ViewIdDependencies, ViewIdState};
use writer::Writer;

/// The nodes of metadata with a name.
trait Nodes: Default {
    fn read(reader: &mut Reader<'_>, nodes: &[MetadataId]) -> Result<Self>;
    fn write(&self, writer: &mut Writer<'_>) -> Vec<MetadataId>;
    /// The description of each node.
    fn shape() -> Shape;
}

/// One node, or none.
impl<T: Node> Nodes for Option<T> {
    fn read(reader: &mut Reader<'_>, nodes: &[MetadataId]) -> Result<Self> {
        match nodes {
            [] => Ok(None),
            [node] => T::read(reader, Some(*node)).map(Some),
            nodes => Err(error(ShaderErrorKind::Nodes { nodes: nodes.len() })),
        }
    }

    fn write(&self, writer: &mut Writer<'_>) -> Vec<MetadataId> {
        self.iter().filter_map(|node| node.write(writer)).collect()
    }

    fn shape() -> Shape {
        T::shape()
    }
}

/// As many nodes as there are.
impl<T: Node> Nodes for Vec<T> {
    fn read(reader: &mut Reader<'_>, nodes: &[MetadataId]) -> Result<Self> {
        nodes.iter().enumerate().map(|(index, node)| T::read(reader, Some(*node)).at(index)).collect()
    }

    fn write(&self, writer: &mut Writer<'_>) -> Vec<MetadataId> {
        self.iter().filter_map(|node| node.write(writer)).collect()
    }

    fn shape() -> Shape {
        T::shape()
    }
}

/// What a module says of the shader that it is: see [the module](self).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shader {
    /// The version of DXIL: `dx.version`.
    pub version: Option<Version>,
    /// The version of the validator it is for: `dx.valver`. Where it is missing, 1.0.
    pub validator_version: Option<Version>,
    /// The stage and the shader model: `dx.shaderModel`.
    pub model: Option<ShaderModel>,
    /// What it is bound to: `dx.resources`.
    pub resources: Option<Resources>,
    /// What HLSL said of structures and functions: `dx.typeAnnotations`.
    pub type_annotations: Vec<TypeAnnotations>,
    /// Who may do what with ray payloads: `dx.dxrPayloadAnnotations`.
    pub payload_annotations: Vec<PayloadAnnotations>,
    /// Which outputs depend on which inputs: `dx.viewIdState`.
    pub view_id_state: Option<ViewIdState>,
    /// Where it begins: `dx.entryPoints`.
    pub entry_points: Vec<EntryPoint>,
    /// Types that the device decides on: `dx.targetTypes`.
    pub target_types: Vec<TargetType>,
    /// Subobjects of ray tracing pipelines: `dx.subobjects`.
    pub subobjects: Vec<Subobject>,
    /// The root signature of a program that is yet to be put into a container: `dx.rootSignature`.
    pub root_signature: Option<RootSignatureBytes>,
    /// Where resources are to be bound: `dx.binding.table`.
    pub binding_table: Vec<BindingTableEntry>,
    /// What the compiler's passes say to each other: `dx.intermediateOptions`.
    pub intermediate_options: Vec<IntermediateOption>,
    /// How many instructions of each kind it has: `dx.counters`.
    pub counters: Option<Counters>,
    /// What it was compiled from: `dx.source.contents` and so on.
    pub source: Source,
    /// The same in the older spelling: `llvm.dbg.contents` and so on. [`Shader::sources`] has the one that is there.
    pub old_source: Source,
    /// Who compiled it: `llvm.ident`.
    pub idents: Vec<Ident>,
    /// Facts about the module: `llvm.module.flags`.
    pub module_flags: Vec<ModuleFlag>,
}

/// Calls a macro with each name of metadata and where it goes, in the order in which compilers write them.
macro_rules! each_name {
    ($visit:ident) => {
        $visit! {
            "llvm.module.flags" => module_flags;
            "llvm.ident" => idents;
            "dx.source.contents" => source.contents;
            "dx.source.defines" => source.defines;
            "dx.source.mainFileName" => source.main_file_name;
            "dx.source.args" => source.args;
            "llvm.dbg.contents" => old_source.contents;
            "llvm.dbg.defines" => old_source.defines;
            "llvm.dbg.mainFileName" => old_source.main_file_name;
            "llvm.dbg.args" => old_source.args;
            "dx.targetTypes" => target_types;
            "dx.version" => version;
            "dx.valver" => validator_version;
            "dx.shaderModel" => model;
            "dx.counters" => counters;
            "dx.intermediateOptions" => intermediate_options;
            "dx.binding.table" => binding_table;
            "dx.rootSignature" => root_signature;
            "dx.resources" => resources;
            "dx.typeAnnotations" => type_annotations;
            "dx.dxrPayloadAnnotations" => payload_annotations;
            "dx.viewIdState" => view_id_state;
            "dx.subobjects" => subobjects;
            "dx.entryPoints" => entry_points;
        }
    };
}

impl Shader {
    /// The names of the metadata that is read and written, in the order in which compilers write them.
    pub const NAMES: &'static [&'static str] = {
        macro_rules! names {
            ($($name:literal => $($field:ident).+;)*) => { &[$($name),*] };
        }
        each_name!(names)
    };

    /// What a module says of the shader that it is.
    ///
    /// # Errors
    ///
    /// Metadata that is not as [the format](self) has it; the path of the error says which.
    pub fn read(module: &Module) -> Result<Self> {
        let (shader, errors) = Self::read_partly(module);
        errors.into_iter().next().map_or(Ok(shader), Err)
    }

    /// What a module says of the shader that it is, as far as it can be read, and an error for each name of which it
    /// cannot.
    pub fn read_partly(module: &Module) -> (Self, Vec<DxilError>) {
        let (mut shader, mut errors) = (Self::default(), Vec::new());
        let mut reader = Reader::new(module);
        macro_rules! read {
            ($($name:literal => $($field:ident).+;)*) => {
                $(match named(&mut reader, $name) {
                    Ok(nodes) => shader.$($field).+ = nodes,
                    Err(error) => errors.push(error),
                })*
            };
        }
        each_name!(read);
        (shader, errors)
    }

    /// Writes it into a module: each of [`Shader::NAMES`] has these nodes afterwards and no others, and names without
    /// nodes are gone. All other metadata stays as it is.
    pub fn write(&self, module: &mut Module) {
        let mut writer = Writer { module };
        macro_rules! write {
            ($($name:literal => $($field:ident).+;)*) => {
                $(let nodes = Nodes::write(&self.$($field).+, &mut writer);
                writer.name($name, nodes);)*
            };
        }
        each_name!(write);
    }

    /// The description of each node of the metadata with this name; `None` if the name is not in [`Shader::NAMES`].
    pub fn shape_of(name: &str) -> Option<Shape> {
        fn of<T: Nodes>(_: fn(&Shader) -> &T) -> Shape {
            T::shape()
        }
        macro_rules! shapes {
            ($($known:literal => $($field:ident).+;)*) => {
                match name {
                    $($known => Some(of(|shader| &shader.$($field).+)),)*
                    _ => None,
                }
            };
        }
        each_name!(shapes)
    }

    /// What it was compiled from, in whichever spelling.
    pub fn sources(&self) -> &Source {
        if self.source.is_empty() { &self.old_source } else { &self.source }
    }
}

fn named<T: Nodes>(reader: &mut Reader<'_>, name: &'static str) -> Result<T> {
    let module = reader.module;
    match module.named_metadata.iter().find(|named| named.name == name) {
        Some(named) => T::read(reader, &named.operands).within(name),
        None => Ok(T::default()),
    }
}
