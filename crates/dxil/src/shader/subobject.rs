//! Subobjects of ray tracing pipelines: `dx.subobjects`, in libraries that are yet to be put into a container, whose
//! RDAT has them.

use bstr::BString;
use dx_container::enums::{HitGroupType, SubobjectKind};
use dx_container::flags::{RaytracingPipelineFlags, StateObjectFlags};
use dx_container::names::NamedValue as _;

use super::entry_point::RootSignatureBytes;
use super::form::{Form, Node, Own};
use super::reader::{Operand, Operands, Reader};
use super::shape::{Field, Fields, Shape, Tagged};
use super::writer::Writer;
use crate::Result;
use dxil_ir::MetadataId;

/// A subobject.
#[derive(Debug, Clone, PartialEq)]
pub struct Subobject {
    /// Its name.
    pub name: BString,
    /// What it is.
    pub content: SubobjectContent,
    /// Operands behind those that are known, as they are.
    pub extra: Vec<Option<MetadataId>>,
}

/// The contents of subobjects: the operands of each kind after the name and the kind.
macro_rules! contents {
    (
        $(#[$doc:meta])* pub enum $name:ident by $kind:ident {
            $($(#[$item_doc:meta])* $constant:ident $variant:ident {
                $($(#[$field_doc:meta])* $field:ident: $ty:ty,)*
            },)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub enum $name {
            $($(#[$item_doc])* $variant { $($(#[$field_doc])* $field: $ty,)* },)*
            /// A kind that is not known; its operands are extra ones.
            Unknown($kind),
        }

        impl $name {
            /// The kind of the subobject.
            pub fn kind(&self) -> $kind {
                match self {
                    $(Self::$variant { .. } => $kind::$constant,)*
                    Self::Unknown(kind) => *kind,
                }
            }

            fn read(kind: $kind, reader: &mut Reader<'_>, from: &mut Operands<'_>) -> Result<Self> {
                Ok(match kind {
                    $($kind::$constant => Self::$variant {
                        $($field: Own::read(reader, from, stringify!($field))?,)*
                    },)*
                    kind => Self::Unknown(kind),
                })
            }

            fn write(&self, writer: &mut Writer<'_>, to: &mut Vec<Operand>) {
                match self {
                    $(Self::$variant { $($field),* } => {
                        $(Own::write($field, writer, to);)*
                    })*
                    Self::Unknown(_) => {}
                }
            }

            fn describe(kind: $kind, fields: &mut Fields) {
                match kind {
                    $($kind::$constant => {
                        $(<Own as Form<$ty>>::describe(stringify!($field), None, fields);)*
                    })*
                    _ => {}
                }
            }
        }
    };
}

contents! {
    /// The contents of a subobject.
    pub enum SubobjectContent by SubobjectKind {
        /// The configuration of the state object.
        STATE_OBJECT_CONFIG StateObjectConfig {
            /// The flags of the state object.
            flags: StateObjectFlags,
        },
        /// A root signature for all shaders.
        GLOBAL_ROOT_SIGNATURE GlobalRootSignature {
            /// Serialized.
            signature: RootSignatureBytes,
            /// In HLSL; may be empty.
            text: BString,
        },
        /// A root signature for some shaders.
        LOCAL_ROOT_SIGNATURE LocalRootSignature {
            /// Serialized.
            signature: RootSignatureBytes,
            /// In HLSL; may be empty.
            text: BString,
        },
        /// An association of another subobject with exports.
        SUBOBJECT_TO_EXPORTS_ASSOCIATION ExportsAssociation {
            /// The other subobject.
            subobject: BString,
            /// The exports.
            exports: Vec<BString>,
        },
        /// The sizes of the data that ray tracing shaders pass to each other.
        RAYTRACING_SHADER_CONFIG RaytracingShaderConfig {
            /// The most bytes of a payload.
            max_payload_size: u32,
            /// The most bytes of attributes.
            max_attribute_size: u32,
        },
        /// The configuration of a ray tracing pipeline.
        RAYTRACING_PIPELINE_CONFIG RaytracingPipelineConfig {
            /// The maximum depth of recursive `TraceRay` calls.
            max_trace_recursion_depth: u32,
        },
        /// The shaders that a hit executes.
        HIT_GROUP HitGroup {
            /// The kind of primitive.
            kind: HitGroupType,
            /// The intersection shader; may be empty.
            intersection: BString,
            /// The any hit shader; may be empty.
            any_hit: BString,
            /// The closest hit shader; may be empty.
            closest_hit: BString,
        },
        /// The configuration of a ray tracing pipeline, with flags.
        RAYTRACING_PIPELINE_CONFIG1 RaytracingPipelineConfig1 {
            /// The maximum depth of recursive `TraceRay` calls.
            max_trace_recursion_depth: u32,
            /// The flags of the pipeline, such as skipped primitives.
            flags: RaytracingPipelineFlags,
        },
    }
}

impl Node for Subobject {
    fn read(reader: &mut Reader<'_>, operand: Operand) -> Result<Self> {
        reader.list(operand, |reader, operands| {
            let name = Own::read(reader, operands, "name")?;
            let kind: u32 = Own::read(reader, operands, "kind")?;
            let content = SubobjectContent::read(SubobjectKind(kind), reader, operands)?;
            Ok(Self { name, content, extra: operands.rest() })
        })
    }

    fn write(&self, writer: &mut Writer<'_>) -> Operand {
        let mut operands = Vec::new();
        Own::write(&self.name, writer, &mut operands);
        Own::write(&self.content.kind().0, writer, &mut operands);
        self.content.write(writer, &mut operands);
        operands.extend(&self.extra);
        writer.list(&operands)
    }

    fn shape() -> Shape {
        fn fields(kind: u32) -> Fields {
            let mut fields = Fields::default();
            <Own as Form<BString>>::describe("name", None, &mut fields);
            fields.first.push(Field::new("kind", || Shape::Enum(SubobjectKind::NAMES)));
            SubobjectContent::describe(SubobjectKind(kind), &mut fields);
            fields
        }
        Shape::Tagged(Tagged { at: 1, names: SubobjectKind::NAMES, fields })
    }
}
