//! The entries of a program by function. Separate from the analysis of functions, because RDAT lists them too.

use dx_container::enums::ShaderKind;
use dxil_ir::GlobalId;
use hashbrown::HashMap;

use crate::Result;
use crate::derive::{DescribedModule, need};
use crate::shader::{EntryPoint, EntryProperties};

/// An entry of the program.
#[derive(Debug, Clone, Copy)]
pub(in crate::derive) struct Entry<'m> {
    /// The stage.
    pub(in crate::derive) kind: ShaderKind,
    /// What it says of itself.
    pub(in crate::derive) point: &'m EntryPoint,
}

impl<'m> Entry<'m> {
    pub(in crate::derive) fn properties(&self) -> Option<&'m EntryProperties> {
        self.point.properties.as_ref()
    }

    /// The least and the most lanes of a wave; both 0 where it does not say, the second where only the first will do.
    pub(in crate::derive) fn wave_lanes(&self) -> (u32, u32) {
        let Some(properties) = self.properties() else { return (0, 0) };
        match (properties.wave_range(), properties.wave_size()) {
            (Some(range), _) => (range.min, range.max),
            (_, Some(size)) => (size.lanes, 0),
            _ => (0, 0),
        }
    }
}

/// The entries of a program by their function.
pub(in crate::derive) fn entries<'m>(program: &DescribedModule<'m>) -> Result<HashMap<GlobalId, Entry<'m>>> {
    let stage = program.stage()?;
    let is_library = stage == ShaderKind::LIBRARY;
    // The first one of a library is the library.
    let points = program.shader.entry_points.iter().skip(usize::from(is_library));
    let mut entries = HashMap::new();
    for point in points {
        let Some(function) = point.function else { continue };
        let own = point.properties.as_ref().and_then(EntryProperties::shader_kind).copied();
        let kind =
            if is_library { need(own, "shader kind tag for an entry point of the library")? } else { stage };
        entries.insert(function, Entry { kind, point });
    }
    Ok(entries)
}
