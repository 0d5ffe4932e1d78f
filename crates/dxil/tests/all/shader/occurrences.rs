//! What a shader says, counted: metadata by name, tags by what they are tags of. Separate because real shaders and
//! built ones are counted alike.

use std::collections::{BTreeMap, BTreeSet};

use dx_container::enums::{
    CbufferPropertyTag, EntryPropertyTag, FieldPropertyTag, IntermediateOptionTag, NodeIoPropertyTag,
    NodeRecordPropertyTag, PayloadAnnotationTag, PayloadPropertyTag, ResourcePropertyTag,
    SignaturePropertyTag, StructPropertyTag, SubobjectKind, TemplateArgumentTag, TypeAnnotationTag,
};
use dx_container::names::NamedValue;
use dxil::shader::{
    EntryPoint, EntryProperty, FieldProperties, FieldProperty, IntermediateOption, NodeIoProperties,
    NodeIoProperty, PayloadAnnotations, Resources, Shader, StructProperty, TemplateArgument, TypeAnnotations,
};
use dxil_ir::Module;

#[derive(Default)]
pub(crate) struct Occurrences(pub(crate) BTreeMap<String, usize>);

impl Occurrences {
    pub(crate) fn module(&mut self, module: &Module, shader: &Shader) {
        for name in Shader::NAMES {
            if module.named_metadata.iter().any(|named| named.name == *name) {
                self.add((*name).to_owned());
            }
        }
        shader.resources.iter().for_each(|resources| self.resources(resources));
        shader.entry_points.iter().for_each(|entry| self.entry(entry));
        shader.type_annotations.iter().for_each(|annotations| self.annotations(annotations));
        for annotations in &shader.payload_annotations {
            let PayloadAnnotations::Structs(structs) = annotations else { continue };
            self.tag(PayloadAnnotationTag::STRUCT);
            let fields = structs.iter().flat_map(|annotation| &annotation.fields);
            fields.flat_map(|field| &field.items).for_each(|item| self.tag(item.tag()));
        }
        for option in &shader.intermediate_options {
            if let IntermediateOption::Flags(_) = option {
                self.tag(IntermediateOptionTag::FLAGS);
            }
        }
        shader.subobjects.iter().for_each(|subobject| self.tag(subobject.content.kind()));
    }

    fn add(&mut self, what: String) {
        *self.0.entry(what).or_default() += 1;
    }

    fn tag<T: NamedValue + std::fmt::Display>(&mut self, tag: T) {
        self.add(name_of(tag));
    }

    fn resources(&mut self, resources: &Resources) {
        let srvs = resources.srvs.iter().flatten().filter_map(|srv| srv.properties.as_ref());
        let uavs = resources.uavs.iter().flatten().filter_map(|uav| uav.properties.as_ref());
        srvs.chain(uavs).flat_map(|list| &list.items).for_each(|item| self.tag(item.tag()));
        let cbuffers = resources.cbuffers.iter().flatten().filter_map(|cbuffer| cbuffer.properties.as_ref());
        cbuffers.flat_map(|list| &list.items).for_each(|item| self.tag(item.tag()));
    }

    fn entry(&mut self, entry: &EntryPoint) {
        let signatures = entry.signatures.iter();
        let signatures =
            signatures.flat_map(|all| [&all.inputs, &all.outputs, &all.patch_constants]).flatten().flatten();
        let properties = signatures.filter_map(|element| element.properties.as_ref());
        properties.flat_map(|list| &list.items).for_each(|item| self.tag(item.tag()));
        for item in entry.properties.iter().flat_map(|properties| &properties.items) {
            self.tag(item.tag());
            if let EntryProperty::NodeInputs(list) | EntryProperty::NodeOutputs(list) = item {
                list.iter().for_each(|io| self.node_io(io));
            }
        }
    }

    fn node_io(&mut self, io: &NodeIoProperties) {
        for item in &io.items {
            self.tag(item.tag());
            if let NodeIoProperty::Record(record) = item {
                record.items.iter().for_each(|item| self.tag(item.tag()));
            }
        }
    }

    fn annotations(&mut self, annotations: &TypeAnnotations) {
        match annotations {
            TypeAnnotations::Structs(structs) => {
                self.tag(TypeAnnotationTag::STRUCT);
                for annotation in structs {
                    annotation.fields.iter().for_each(|field| self.field(field));
                    let properties = annotation.properties.iter().flat_map(|properties| &properties.items);
                    properties.for_each(|item| self.structure(item));
                }
            }
            TypeAnnotations::Functions(functions) => {
                self.tag(TypeAnnotationTag::FUNCTION);
                for annotation in functions {
                    self.field(&annotation.result.field);
                    annotation.parameters.iter().for_each(|parameter| self.field(&parameter.field));
                }
            }
            TypeAnnotations::Unknown { .. } => {}
        }
    }

    fn structure(&mut self, item: &StructProperty) {
        self.tag(item.tag());
        let StructProperty::TemplateArguments(arguments) = item else { return };
        for argument in arguments {
            match argument {
                TemplateArgument::Type(_) => self.tag(TemplateArgumentTag::TYPE),
                TemplateArgument::Integral(_) => self.tag(TemplateArgumentTag::INTEGRAL),
                TemplateArgument::Unknown { .. } => {}
            }
        }
    }

    fn field(&mut self, field: &FieldProperties) {
        for item in &field.items {
            self.tag(item.tag());
            if let FieldProperty::BitFields(fields) = item {
                fields.iter().for_each(|field| self.field(field));
            }
        }
    }
}

/// `EntryPropertyTag::NumThreads`.
fn name_of<T: NamedValue + std::fmt::Display>(tag: T) -> String {
    let path = std::any::type_name::<T>();
    format!("{}::{tag}", path.rsplit("::").next().unwrap_or(path))
}

/// Everything there is to say.
pub(crate) fn all() -> BTreeSet<String> {
    fn tags<T: NamedValue + std::fmt::Display>(all: &mut BTreeSet<String>) {
        all.extend(T::NAMES.iter().map(|row| name_of(T::from_raw(u32::try_from(row.value).unwrap()))));
    }
    let mut all: BTreeSet<String> = Shader::NAMES.iter().map(|name| (*name).to_owned()).collect();
    tags::<CbufferPropertyTag>(&mut all);
    tags::<EntryPropertyTag>(&mut all);
    tags::<FieldPropertyTag>(&mut all);
    tags::<IntermediateOptionTag>(&mut all);
    tags::<NodeIoPropertyTag>(&mut all);
    tags::<NodeRecordPropertyTag>(&mut all);
    tags::<PayloadAnnotationTag>(&mut all);
    tags::<PayloadPropertyTag>(&mut all);
    tags::<ResourcePropertyTag>(&mut all);
    tags::<SignaturePropertyTag>(&mut all);
    tags::<StructPropertyTag>(&mut all);
    tags::<SubobjectKind>(&mut all);
    tags::<TemplateArgumentTag>(&mut all);
    tags::<TypeAnnotationTag>(&mut all);
    all
}
