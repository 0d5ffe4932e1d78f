//! Format numbers, and rows of the table of data formats. Separate because the generated tables consist of them.

/// Components and their widths, by the driver's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DataFormat(pub u8);

/// Number format of components, by the driver's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct NumberFormat(pub u8);

/// Export format of a colour target, by its number in `SPI_SHADER_COL_FORMAT`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ExportFormat(pub u8);

/// Properties of a data format.
pub(crate) struct DataFormatRow {
    pub name: &'static str,
    pub channels: u32,
    /// Of an element.
    pub bytes: u32,
    /// Of the widest component.
    pub bits: u32,
    pub alpha: bool,
    /// The buffer format for loads of whole elements; `INVALID` for none.
    pub loads: DataFormat,
    /// The buffer format of a single component; `INVALID` where components are packed.
    pub component: DataFormat,
    /// Whether components are not whole bytes.
    pub packed: bool,
    /// Whether one instruction can load an aligned element.
    pub whole: bool,
    /// Whether channels 0 and 2 are swapped after the load.
    pub swaps: bool,
}
