//! RDEF: resource definitions, the reflection data of FXC about bindings and constant buffers.
//!
//! A header, bindings, constant buffers, and for each of these its variables with their types and default
//! values; strings stand wherever they are first needed. Shader model 4 has a header of 28 bytes, model 5 one of
//! 60 that gives the sizes of all records. `definitions` has the values, `records` reads each record, `walk`
//! goes from one to the next, `write` arranges them as FXC does.
//!
//! Source: RenderDoc's and Wine's structures; the order, alignment and sharing from real files of FXC 9.29 to 10.1;
//! base classes and interfaces from FXC's output for the DirectX SDK's sample DynamicShaderLinkage11.

use crate::error::Result;
use crate::part::{NoArrangement, PartBuf, View};
use crate::reader::Reader;

mod definitions;
mod records;
mod walk;
mod write;

pub use definitions::{
    Binding, ConstantBuffer, Definitions, Extension, Member, Rdef, RdefBuf, Sizes, Slots, Type, TypeIndex,
    Variable,
};

impl<'a> View<'a> for Rdef<'a> {
    type Buf = RdefBuf;

    fn decode(r: &mut Reader<'a, '_>) -> Result<Self> {
        walk::decode(r)
    }

    fn to_buf(&self) -> RdefBuf {
        RdefBuf {
            stage: self.stage,
            model: self.model,
            flags: self.flags,
            creator: self.creator.to_owned(),
            extension: self.extension.map(Extension::to_buf),
            bindings: self.bindings.iter().copied().map(Binding::to_buf).collect(),
            constant_buffers: self.constant_buffers.iter().map(ConstantBuffer::to_buf).collect(),
            types: self.types.iter().map(Type::to_buf).collect(),
        }
    }
}

impl PartBuf for RdefBuf {
    type View<'a> = Rdef<'a>;
    type Arrangement = NoArrangement;

    fn arrange(&self, _: Option<&NoArrangement>) -> Result<Vec<u8>> {
        write::write(self)
    }
}
