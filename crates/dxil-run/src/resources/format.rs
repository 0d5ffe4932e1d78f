//! How elements of typed buffers and textures are stored.

/// How an element is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// What a component is.
    pub component: Component,
    /// How many components there are.
    pub components: u32,
}

/// What a component is stored as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Component {
    /// A float of 16 bits.
    F16,
    /// A float of 32 bits.
    F32,
    /// A signed integer of so many bits.
    Signed(u32),
    /// An unsigned integer of so many bits.
    Unsigned(u32),
    /// A number from -1 to 1 in so many bits.
    SignedNormalized(u32),
    /// A number from 0 to 1 in so many bits.
    UnsignedNormalized(u32),
}
