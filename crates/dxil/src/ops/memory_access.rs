//! Accesses of DXIL operations to buffers and textures: the column `memory` of `tables/ops/`. Separate because analyses
//! of shader flags, reflection and the interpreter share this classification.

/// The access of an operation to a buffer or texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MemoryAccess {
    /// A load of a row or a scalar from a constant buffer.
    ConstantLoad,
    /// A load from an SRV or UAV without a format, such as a raw or structured buffer.
    Load,
    /// A load of an element with a format from an SRV or UAV: a typed buffer or a texture.
    TypedLoad,
    /// A store to a UAV.
    Store,
    /// An atomic operation on a UAV.
    Atomic,
    /// A change of the hidden counter of a UAV.
    Counter,
}

impl MemoryAccess {
    /// Returns true if the operation loads from an SRV or UAV and does not change it.
    pub fn is_load(self) -> bool {
        matches!(self, Self::Load | Self::TypedLoad)
    }

    /// Returns true if the operation changes a UAV or its hidden counter.
    pub fn is_write(self) -> bool {
        matches!(self, Self::Store | Self::Atomic | Self::Counter)
    }
}
