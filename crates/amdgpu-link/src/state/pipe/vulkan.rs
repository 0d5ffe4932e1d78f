//! Names of Vulkan: formats and topologies. Separate because more than one section uses them.

mod row;

use super::key::{self, Entry};
use crate::error::Result;
use crate::generated::vulkan_formats::VULKAN_FORMATS;
use crate::state::Topology;
pub(crate) use row::VulkanFormat;

pub(super) fn format(entry: &Entry<'_>) -> Result<&'static VulkanFormat> {
    let unknown = || entry.error(format_args!("{} is not a known format", key::shown(entry.value)));
    let name = entry.value.strip_prefix("VK_FORMAT_").ok_or_else(unknown)?;
    let index = VULKAN_FORMATS.binary_search_by_key(&name, |format| format.name).map_err(|_| unknown())?;
    VULKAN_FORMATS.get(index).ok_or_else(unknown)
}

pub(super) fn topology(entry: &Entry<'_>) -> Result<Topology> {
    entry.word(&[
        ("VK_PRIMITIVE_TOPOLOGY_POINT_LIST", Topology::PointList),
        ("VK_PRIMITIVE_TOPOLOGY_LINE_LIST", Topology::LineList),
        ("VK_PRIMITIVE_TOPOLOGY_LINE_STRIP", Topology::LineStrip),
        ("VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST", Topology::TriangleList),
        ("VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP", Topology::TriangleStrip),
        ("VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN", Topology::TriangleFan),
        ("VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY", Topology::LineListWithAdjacency),
        ("VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY", Topology::LineStripWithAdjacency),
        ("VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY", Topology::TriangleListWithAdjacency),
        ("VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP_WITH_ADJACENCY", Topology::TriangleStripWithAdjacency),
        ("VK_PRIMITIVE_TOPOLOGY_PATCH_LIST", Topology::PatchList),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_found_by_its_name() {
        let mut uses = [0; 2];
        for row in &VULKAN_FORMATS {
            let value = format!("VK_FORMAT_{}", row.name);
            let found = format(&Entry { line: 1, text: "format", value: &value }).unwrap();
            assert_eq!(found.name, row.name);
            assert_eq!(row.vertex || row.color, !row.data.is_invalid(), "{value}");
            uses[0] += usize::from(row.vertex);
            uses[1] += usize::from(row.color);
        }
        assert!(uses.iter().all(|count| *count > 80), "{uses:?}");
    }
}
