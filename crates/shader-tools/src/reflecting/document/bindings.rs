//! Signatures and resource bindings as JSON.

use bstr::ByteSlice as _;
use dx_container::parts::psv::UNBOUNDED;
use serde::Serialize;

use crate::json::{Flags, Mapped, Named, NumberOr, Text, in_utf8};
use crate::reflecting::page::letters;

/// The signatures of the shader.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Signatures<'a> {
    /// The inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<Elements<'a>>,
    /// The outputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<Elements<'a>>,
    /// The patch constants.
    #[serde(skip_serializing_if = "Option::is_none")]
    patch_constant: Option<Elements<'a>>,
    /// The outputs per primitive.
    #[serde(skip_serializing_if = "Option::is_none")]
    primitive: Option<Elements<'a>>,
}

type Elements<'a> = Mapped<'a, dx_reflect::Element, Element<'a>>;

/// A signature element: one row of a semantic.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Element<'a> {
    /// The semantic name.
    semantic: Text<'a>,
    /// The semantic index.
    index: u32,
    /// The register; absent if the element has no register.
    #[serde(skip_serializing_if = "Option::is_none")]
    register: Option<u32>,
    /// The components of the register.
    mask: Components,
    /// The components of an input that the shader always reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    always_read: Option<Components>,
    /// The components of an output that the shader never writes.
    #[serde(skip_serializing_if = "Option::is_none")]
    never_written: Option<Components>,
    /// The component type.
    component_type: Named,
    /// The system value.
    #[serde(skip_serializing_if = "Option::is_none")]
    system_value: Option<Named>,
    /// The semantic kind in PSV0.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<Named>,
    /// The interpolation mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    interpolation: Option<Named>,
    /// The geometry shader stream.
    stream: u32,
    /// The minimum precision.
    #[serde(skip_serializing_if = "Option::is_none")]
    min_precision: Option<Named>,
    /// The components that the shader indexes dynamically.
    #[serde(skip_serializing_if = "Option::is_none")]
    dynamic_mask: Option<Components>,
}

/// A component mask, such as `xyzw` or `xz`, and `-` for an empty mask. A number if the mask has unknown bits.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Components {
    Letters(String),
    Bits(u8),
}

impl From<u8> for Components {
    fn from(mask: u8) -> Self {
        if mask > 0xf { Self::Bits(mask) } else { Self::Letters(letters(mask)) }
    }
}

impl<'a> Signatures<'a> {
    /// The signatures of a shader that reads its patch constants, as a domain shader does, or writes them.
    pub fn new(signatures: &'a dx_reflect::Signatures, reads_patch_constants: bool) -> Self {
        let inputs = |list: &'a Option<Vec<_>>| list.as_deref().map(|list| Mapped::new(list, Element::input));
        let outputs =
            |list: &'a Option<Vec<_>>| list.as_deref().map(|list| Mapped::new(list, Element::output));
        let patch_constant = &signatures.patch_constant;
        Self {
            input: inputs(&signatures.input),
            output: outputs(&signatures.output),
            patch_constant: if reads_patch_constants {
                inputs(patch_constant)
            } else {
                outputs(patch_constant)
            },
            primitive: outputs(&signatures.primitive),
        }
    }
}

impl<'a> Element<'a> {
    fn input(element: &'a dx_reflect::Element) -> Self {
        let always_read = element.exclusive_mask.map(Components::from);
        Self { always_read, ..Self::new(element) }
    }

    fn output(element: &'a dx_reflect::Element) -> Self {
        let never_written = element.exclusive_mask.map(Components::from);
        Self { never_written, ..Self::new(element) }
    }

    fn new(element: &'a dx_reflect::Element) -> Self {
        Self {
            semantic: in_utf8(element.semantic.as_bstr()),
            index: element.index,
            register: element.register,
            mask: element.mask.into(),
            always_read: None,
            never_written: None,
            component_type: Named::of(element.component_type),
            system_value: element.system_value.map(Named::of),
            kind: element.kind.map(Named::of),
            interpolation: element.interpolation.map(Named::of),
            stream: element.stream,
            min_precision: element.min_precision.map(Named::of),
            dynamic_mask: element.dynamic_mask.map(Components::from),
        }
    }
}

/// A resource and its binding.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Resource<'a> {
    /// The name of the resource.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Text<'a>>,
    /// The resource class.
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<Named>,
    /// The type of the resource view, as PSV0 spells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<Named>,
    /// The kind of the resource, as PSV0 spells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<Named>,
    /// The type in RDEF.
    #[serde(skip_serializing_if = "Option::is_none")]
    input_type: Option<Named>,
    /// The dimension in RDEF.
    #[serde(skip_serializing_if = "Option::is_none")]
    dimension: Option<Named>,
    /// The type that a read returns.
    #[serde(skip_serializing_if = "Option::is_none")]
    return_type: Option<Named>,
    /// The number of components that a read returns.
    #[serde(skip_serializing_if = "Option::is_none")]
    components: Option<u8>,
    /// The number of samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<u32>,
    /// The stride of a structured buffer in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    stride: Option<u32>,
    /// The component type in a DXIL program, which has more values than `returnType`.
    #[serde(skip_serializing_if = "Option::is_none")]
    element_type: Option<Named>,
    /// The type of a sampler feedback texture.
    #[serde(skip_serializing_if = "Option::is_none")]
    sampler_feedback: Option<Named>,
    /// The size of a constant buffer in 16-byte vectors, as declared by a program of shader model 4 or 5.
    #[serde(skip_serializing_if = "Option::is_none")]
    vectors: Option<u32>,
    /// The kind of sampler, from the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    sampler_kind: Option<Named>,
    /// The ID of the resource in its class.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u32>,
    /// The register space.
    space: u32,
    /// The first register; `unallocated` if the linker allocates the register.
    lower_bound: NumberOr,
    /// The last register, or `unbounded`; absent without a register.
    #[serde(skip_serializing_if = "Option::is_none")]
    upper_bound: Option<NumberOr>,
    /// The number of registers; absent if the number is unbounded or unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u32>,
    /// The flags in RDEF.
    #[serde(skip_serializing_if = "Option::is_none")]
    input_flags: Option<Flags>,
    /// The flags of the declaration in the program, as RDAT spells them.
    #[serde(skip_serializing_if = "Option::is_none")]
    declared_flags: Option<Flags>,
    /// The flags in PSV0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pipeline_flags: Option<Flags>,
    /// The flags in RDAT.
    #[serde(skip_serializing_if = "Option::is_none")]
    runtime_flags: Option<Flags>,
}

impl<'a> Resource<'a> {
    /// The object of `resource`.
    pub fn new(resource: &'a dx_reflect::Resource) -> Self {
        let upper_bound = NumberOr::new(resource.upper_bound, UNBOUNDED, "unbounded");
        let uses = resource.flags;
        Self {
            name: resource.name.as_ref().map(|name| in_utf8(name.as_bstr())),
            class: resource.class.map(Named::of),
            view: resource.view.map(Named::of),
            kind: resource.kind.map(Named::of),
            input_type: resource.input_type.map(Named::of),
            dimension: resource.dimension.map(Named::of),
            return_type: resource.return_type.map(Named::of),
            components: resource.components,
            samples: resource.samples,
            stride: resource.stride,
            element_type: resource.element_type.map(Named::of),
            sampler_feedback: resource.sampler_feedback.map(Named::of),
            vectors: resource.vectors,
            sampler_kind: resource.sampler_kind.map(Named::of),
            id: resource.id,
            space: resource.space,
            lower_bound: NumberOr::new(
                resource.lower_bound,
                dx_reflect::Resource::UNALLOCATED,
                "unallocated",
            ),
            upper_bound: resource.is_allocated().then_some(upper_bound),
            count: resource.count(),
            input_flags: uses.input.map(Flags::of),
            declared_flags: uses.declared.map(Flags::of),
            pipeline_flags: uses.pipeline.map(Flags::of),
            runtime_flags: uses.runtime.map(Flags::of),
        }
    }
}
