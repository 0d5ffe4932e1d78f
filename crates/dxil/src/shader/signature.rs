//! What goes into an entry and comes out of it, element by element.

use bstr::BString;
use dx_container::enums::{ElementType, InterpolationMode, SemanticKind};

use super::list::{properties, record};
use dxil_ir::MetadataId;

record! {
    /// The signatures of an entry; `None` is null, which compilers write for one without elements.
    #[derive(Default)]
    pub struct Signatures {
        /// What goes in.
        pub inputs: Option<Vec<SignatureElement>> => "input",
        /// What comes out.
        pub outputs: Option<Vec<SignatureElement>> => "output",
        /// What is constant in a patch, or of a mesh shader what each primitive has.
        pub patch_constants: Option<Vec<SignatureElement>> => "patch constant",
    }
}

record! {
    /// An element of a signature.
    pub struct SignatureElement {
        /// Its number in the signature, by which calls name it.
        pub id: u32 => "ID",
        /// The name of its semantic, without index.
        pub name: BString => "semantic name",
        /// What its components are.
        pub element_type: ElementType as Byte => "component type",
        /// What it means to the pipeline.
        pub semantic: SemanticKind as Byte => "semantic kind",
        /// The index of its semantic, a row each; `None` and none at all both stand for 0 in every row.
        pub semantic_indices: Option<Vec<u32>>,
        /// How it is interpolated.
        pub interpolation: InterpolationMode as Byte,
        /// How many rows it has.
        pub rows: u32,
        /// How many columns it has, from 1 to 4.
        pub columns: u8,
        /// The first row it takes; -1 where it takes none.
        pub start_row: i32,
        /// The first column it takes; -1 where it takes none.
        pub start_column: i8,
        /// What else is said of it.
        pub properties: Option<SignatureProperties>,
    }
}

impl SignatureElement {
    /// An element with one row, semantic index 0 and no register yet: [`pack`](crate::packing::pack) sets it.
    pub fn new(id: u32, name: &str, semantic: SemanticKind, element_type: ElementType, columns: u8) -> Self {
        Self {
            id,
            name: name.into(),
            element_type,
            semantic,
            semantic_indices: Some(vec![0]),
            interpolation: InterpolationMode::UNDEFINED,
            rows: 1,
            columns,
            start_row: -1,
            start_column: -1,
            properties: None,
            extra: Vec::new(),
        }
    }

    /// The index of its semantic, of one row.
    pub fn semantic_index(&self, row: usize) -> u32 {
        self.semantic_indices.as_ref().and_then(|indices| indices.get(row)).copied().unwrap_or(0)
    }
}

properties! {
    /// What else is said of an element of a signature.
    pub struct SignatureProperties;
    /// A property of an element of a signature.
    pub enum SignatureProperty by SignaturePropertyTag {
        /// The stream of a geometry shader that it belongs to; 0 where nothing is said.
        OUTPUT_STREAM stream Stream(u32),
        /// Its variable before the program was made DXIL; in no final program.
        GLOBAL_SYMBOL global_symbol GlobalSymbol(Option<MetadataId>),
        /// Columns that are used by an index that is no constant, a bit each.
        DYN_IDX_COMP_MASK dynamic_mask DynamicMask(u32),
        /// Columns that are used, a bit each; for validators from 1.5 on.
        USAGE_COMP_MASK usage_mask UsageMask(u32),
    }
}
