//! Notes: findings about a pipeline that links although shaders and pipeline state do not fit together. Separate from
//! errors because the pipeline is written, and from explanations because every link collects them.

use std::fmt;

use crate::metadata::merge::Decision;
use crate::state::{DataFormat, NumberFormat};
use crate::value_type::ValueType;

/// A note, which callers print or treat as an error.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkNote {
    /// A static sampler without a node in the user data: it has no place to be written to.
    UnplacedSampler {
        /// Its set.
        set: u32,
        /// Its binding.
        binding: u32,
    },
    /// A vertex attribute that the shader reads and the state does not describe.
    UndescribedInput {
        /// Attribute location.
        location: u32,
        /// The type of the value that the shader reads.
        ty: ValueType,
    },
    /// A mismatch of integer and float between a vertex attribute and its format.
    InputType {
        /// Attribute location.
        location: u32,
        /// The type of the value that the shader reads.
        ty: ValueType,
        /// Components of the attribute and their widths.
        data: DataFormat,
        /// The number format of the attribute.
        number: NumberFormat,
    },
    /// A colour output without a target in the state.
    OutputWithoutTarget {
        /// Location of the output.
        location: u32,
    },
    /// A colour output to a format that the hardware cannot export.
    UnexportableFormat {
        /// Location of the output.
        location: u32,
        /// Components of the target and their widths.
        data: DataFormat,
        /// The type of the target's components.
        number: NumberFormat,
    },
    /// A mismatch of integer and float between a colour output and its target's format.
    OutputType {
        /// Location of the output.
        location: u32,
        /// The type of the value that the shader writes.
        ty: ValueType,
        /// Components of the target and their widths.
        data: DataFormat,
        /// The number format of the target.
        number: NumberFormat,
    },
    /// Dual-source blending with a fragment shader that does not write both sources.
    OneBlendSource,
    /// A buffer at the top level of the user data that the shader looks up in its set's table alone.
    NoSpillSelect {
        /// The file.
        input: String,
        /// The relocation's symbol.
        symbol: String,
        /// Descriptor set of the buffer.
        set: u32,
        /// Binding of the buffer.
        binding: u32,
        /// The buffer's node.
        node: String,
    },
    /// A look-up that more than one node of the user data matches.
    Ambiguous {
        /// A description of the look-up.
        what: String,
        /// The node that is used.
        first: String,
        /// Another node that matches.
        second: String,
    },
    /// A user data register holds a value that is neither an offset nor known to PAL or to linkers.
    UnknownUserData {
        /// Register or key.
        register: String,
        /// Its value.
        value: u32,
    },
    /// Metadata of two inputs that merging combined to a value that neither has.
    Conflict {
        /// The input that was merged into those before it.
        input: String,
        /// The two values, and the result.
        decision: Decision,
    },
}

impl LinkNote {
    /// A stable name such as `link.undescribed-input`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnplacedSampler { .. } => "link.unplaced-sampler",
            Self::UndescribedInput { .. } => "link.undescribed-input",
            Self::InputType { .. } => "link.input-type",
            Self::OutputType { .. } => "link.output-type",
            Self::OutputWithoutTarget { .. } => "link.output-without-target",
            Self::UnexportableFormat { .. } => "link.unexportable-format",
            Self::OneBlendSource => "link.one-blend-source",
            Self::NoSpillSelect { .. } => "link.no-spill-select",
            Self::Ambiguous { .. } => "link.ambiguous-state",
            Self::UnknownUserData { .. } => "link.unknown-user-data",
            Self::Conflict { .. } => "link.metadata-conflict",
        }
    }
}

impl fmt::Display for LinkNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnplacedSampler { set, binding } => write!(
                f,
                "static sampler of set {set}, binding {binding} is not listed for the loader: user_data has no sampler or \
                 combined texture with this binding"
            ),
            Self::UndescribedInput { location, ty } => write!(
                f,
                "vertex shader reads attribute {location} ({ty}), which vertex_inputs does not describe: \
                 the value is undefined"
            ),
            Self::InputType { location, ty, data, number } => write!(
                f,
                "vertex shader reads attribute {location} as {ty}, but the format in vertex_inputs is \
                 {data} {number}: integers and floats are not converted"
            ),
            Self::OutputType { location, ty, data, number } => write!(
                f,
                "fragment shader writes colour output {location} as {ty}, but the colour target has format \
                 {data} {number}: integers and floats are not converted"
            ),
            Self::OutputWithoutTarget { location } => write!(
                f,
                "fragment shader writes colour output {location}, but color.targets has no target {location}: the \
                 output is discarded; if that is intended, add a target with `dfmt: invalid`"
            ),
            Self::UnexportableFormat { location, data, number } => write!(
                f,
                "colour output {location} is discarded: hardware cannot export to format {data} {number} of \
                 the colour target"
            ),
            Self::OneBlendSource => f.write_str(
                "color.dual_source_blend is set, but the fragment shader does not write both colour outputs 0 and 1: \
                 the missing blend source is undefined",
            ),
            Self::NoSpillSelect { input, symbol, set, binding, node } => write!(
                f,
                "{input}: {symbol} is the offset of {node}, but without a relocation against \
                 dusespill_{set}_{binding}, the shader adds the offset to the address of the table of set \
                 {set}, not of the spill table"
            ),
            Self::Ambiguous { what, first, second } => {
                write!(f, "{what} is ambiguous: user_data has {first} and {second}; the first one is used")
            }
            Self::UnknownUserData { register, value } => {
                write!(f, "{register} holds {value:#x}, an unknown kind of user data; the value is kept \
                           unchanged")
            }
            Self::Conflict { input, decision } => {
                let Decision { path, rule, first, second, result, .. } = decision;
                write!(
                    f,
                    "metadata conflict at {path}: earlier input files have {first}, but {input} has \
                     {second}; the result is {result} ({})",
                    rule.name()
                )
            }
        }
    }
}
