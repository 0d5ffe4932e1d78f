//! What HLSL said of structures and functions: `dx.typeAnnotations`.

use dx_container::enums::ParameterQualifier;

use super::ShaderErrorKind;
use super::field::FieldProperties;
use super::form::{Form, Node, Own, Run, Undef};
use super::list::{properties, record, tagged};
use super::reader::{Operand, Operands, Reader, Within as _, error};
use super::shape::{Field, Fields, Rest, Shape};
use super::writer::Writer;
use crate::Result;
use dxil_ir::metadata::Metadata;
use dxil_ir::{GlobalId, MetadataId, Module, TypeId};

tagged! {
    /// A list of annotations. A module has up to one of each kind.
    pub enum TypeAnnotations by TypeAnnotationTag {
        /// Of structures.
        STRUCT Structs(Vec<StructAnnotation> as Runs),
        /// Of functions.
        FUNCTION Functions(Vec<FunctionAnnotation> as Runs),
    }
}

/// What is said of a structure.
#[derive(Debug, Clone, PartialEq)]
pub struct StructAnnotation {
    /// The structure.
    pub ty: TypeId,
    /// Its size in a constant buffer or structured buffer, in bytes.
    pub size: u32,
    /// What is said of its members, in order; as many as it has members, or none.
    pub fields: Vec<FieldProperties>,
    /// What else is said of it; for validators from 1.5 on.
    pub properties: Option<StructProperties>,
    /// Operands behind those that are known, as they are.
    pub extra: Vec<Option<MetadataId>>,
}

properties! {
    /// What else is said of a structure.
    pub struct StructProperties;
    /// A property of a structure.
    pub enum StructProperty by StructPropertyTag {
        /// The arguments of the template that it was made of.
        TEMPLATE_ARGUMENTS template_arguments TemplateArguments(Vec<TemplateArgument>),
    }
}

tagged! {
    /// An argument of a template.
    pub enum TemplateArgument by TemplateArgumentTag {
        /// A type.
        TYPE Type(TypeId as Undef),
        /// A number.
        INTEGRAL Integral(u64),
    }
}

impl Run for StructAnnotation {
    fn read(reader: &mut Reader<'_>, operands: &mut Operands<'_>) -> Result<Self> {
        let ty = Undef::read(reader, operands, "type")?;
        let members = reader.module.types.members(ty).unwrap_or_default().len();
        let annotation = operands.need("annotation")?;
        reader
            .list(annotation, |reader, operands| {
                let size = Own::read(reader, operands, "size")?;
                let mut fields = Vec::new();
                // A structure without data has a member all the same, and nothing is said of it.
                while fields.len() < members && operands.len() > 1 {
                    if operands.left() == 0 {
                        let operands = operands.len();
                        return Err(error(ShaderErrorKind::Short { what: "all members", operands }));
                    }
                    fields.push(
                        FieldProperties::read(reader, operands.peek()).at(fields.len()).within("fields")?,
                    );
                    operands.next();
                }
                let properties = match operands.peek() {
                    Some(_) => Own::read(reader, operands, "properties")?,
                    None => None,
                };
                Ok(Self { ty, size, fields, properties, extra: operands.rest() })
            })
            .within("annotation")
    }

    fn write(&self, writer: &mut Writer<'_>, operands: &mut Vec<Operand>) {
        Undef::write(&self.ty, writer, operands);
        let mut annotation = Vec::new();
        Own::write(&self.size, writer, &mut annotation);
        annotation.extend(self.fields.iter().map(|field| field.write(writer)).collect::<Vec<_>>());
        if let Some(properties) = &self.properties {
            Own::write(properties, writer, &mut annotation);
        }
        annotation.extend(&self.extra);
        operands.push(writer.list(&annotation));
    }

    fn describe(fields: &mut Fields) {
        <Undef as Form<TypeId>>::describe("structure", None, fields);
        fields.first.push(Field::new("annotation", || Shape::Plain));
    }

    fn value(module: &Module, structure: Operand) -> Shape {
        let members = match structure.and_then(|id| module.metadata.get(id)) {
            Some(Metadata::Value(ty, _)) => module.types.members(ty),
            _ => None,
        };
        let count = members.unwrap_or_default().len();
        let item = Field::new("fields", FieldProperties::shape);
        let last = Some(Field::new("properties", StructProperties::shape));
        let first = vec![Field::new("size", u32::shape)];
        Shape::Fields(Fields { first, rest: Rest::Items { item, count, last } })
    }
}

/// What is said of a function.
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionAnnotation {
    /// The function.
    pub function: GlobalId,
    /// What is said of what it gives.
    pub result: ParameterAnnotation,
    /// What is said of its parameters, in order.
    pub parameters: Vec<ParameterAnnotation>,
}

impl Run for FunctionAnnotation {
    fn read(reader: &mut Reader<'_>, operands: &mut Operands<'_>) -> Result<Self> {
        let function = Own::read(reader, operands, "function")?;
        let annotation = operands.need("annotation")?;
        reader
            .list(annotation, |reader, operands| {
                let result = Own::read(reader, operands, "result")?;
                let mut parameters = Vec::with_capacity(operands.left());
                while let Some(operand) = operands.next() {
                    let parameter = ParameterAnnotation::read(reader, operand);
                    parameters.push(parameter.at(parameters.len()).within("parameters")?);
                }
                Ok(Self { function, result, parameters })
            })
            .within("annotation")
    }

    fn write(&self, writer: &mut Writer<'_>, operands: &mut Vec<Operand>) {
        Own::write(&self.function, writer, operands);
        let mut annotation = vec![self.result.write(writer)];
        annotation
            .extend(self.parameters.iter().map(|parameter| parameter.write(writer)).collect::<Vec<_>>());
        operands.push(writer.list(&annotation));
    }

    fn describe(fields: &mut Fields) {
        fields.first.push(Field::new("function", GlobalId::shape));
        fields.first.push(Field::new("annotation", || Shape::Plain));
    }

    fn value(_: &Module, _: Operand) -> Shape {
        let item = Field::new("parameters", ParameterAnnotation::shape);
        let first = vec![Field::new("result", ParameterAnnotation::shape)];
        Shape::Fields(Fields { first, rest: Rest::Items { item, count: usize::MAX, last: None } })
    }
}

record! {
    /// What is said of a parameter or a result.
    pub struct ParameterAnnotation {
        /// What it is for.
        pub qualifier: ParameterQualifier,
        /// What is said of its value.
        pub field: FieldProperties,
        /// The index of its semantic, a row each.
        pub semantic_indices: Vec<u32>,
    }
}
