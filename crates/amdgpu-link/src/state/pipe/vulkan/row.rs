//! A row of the table of Vulkan formats. Separate because the generated table consists of these rows.

use crate::state::{DataFormat, NumberFormat};

/// A Vulkan format, and its data and number formats.
pub(crate) struct VulkanFormat {
    /// Without `VK_FORMAT_`.
    pub name: &'static str,
    pub data: DataFormat,
    pub number: NumberFormat,
    /// Whether vertex attributes can have it.
    pub vertex: bool,
    /// Whether colour targets can have it.
    pub color: bool,
}
