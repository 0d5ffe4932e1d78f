//! Formats of vertex attributes and colour targets. Separate because both ends of the pipeline choose code by them.

/// Components and their widths, by the driver's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DataFormat(pub u8);

/// What the bits of components mean, by the driver's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct NumberFormat(pub u8);
