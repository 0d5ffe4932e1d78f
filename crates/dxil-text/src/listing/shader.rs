//! What the listing needs of the shader that a module says it is: its model, and the first of its entry points.
//! Separate because the tables of a program and those of its reflection ask the same.

use bstr::ByteSlice as _;
use dx_container::enums::{ShaderKind, ShaderProfile};
use dx_container::names::NamedValue as _;
use dxil::ir::Module;

use super::nodes::{self, Node};

/// In the flags of a shader: it asks for the view.
const VIEW_ID_FLAG: i64 = 1 << 21;
/// In the flags of a shader: 16 bits are 16 bits, not at least 16.
const NATIVE_LOW_PRECISION_FLAG: i64 = 1 << 23;
/// The tag of the flags among the properties of an entry point.
const FLAGS_TAG: u32 = 0;

/// A shader as its module describes it.
pub(super) struct Shader<'m> {
    pub(super) module: &'m Module,
    /// Its stage; `None` where the module does not say it.
    pub(super) kind: Option<ShaderKind>,
    /// The first entry point, of a library the one that stands for all of it.
    entry: Option<Node<'m>>,
    flags: i64,
}

/// Where things stand in an entry point's node.
mod entry {
    pub(super) const SIGNATURES: usize = 2;
    pub(super) const RESOURCES: usize = 3;
    pub(super) const PROPERTIES: usize = 4;
}

impl<'m> Shader<'m> {
    /// The shader that a module is; `None` for a module that is none.
    pub(super) fn of(module: &'m Module) -> Option<Self> {
        nodes::named(module, "dx.version")?;
        let kind = Node::first(module, "dx.shaderModel").and_then(|model| {
            let profile = model.text(0)?;
            let row = ShaderProfile::NAMES.iter().find(|row| row.name.as_bytes() == profile.as_bytes())?;
            Some(ShaderKind(u32::try_from(row.value).ok()?))
        });
        let entry = Node::first(module, "dx.entryPoints");
        let properties = entry.and_then(|entry| entry.node(entry::PROPERTIES));
        let flags = properties.and_then(|properties| properties.integer(properties.tagged(FLAGS_TAG)?));
        Some(Self { module, kind, entry, flags: flags.unwrap_or(0) })
    }

    /// Whether it is a library.
    pub(super) fn is_library(&self) -> bool {
        self.kind == Some(ShaderKind::LIBRARY)
    }

    /// Its input, output, and patch constant or primitive signature, each a list of elements.
    pub(super) fn signatures(&self) -> [Option<Node<'m>>; 3] {
        let signatures = self.entry.and_then(|entry| entry.node(entry::SIGNATURES));
        [0, 1, 2].map(|index| signatures?.node(index))
    }

    /// Its resources by class, each a list.
    pub(super) fn resources(&self, class: usize) -> Option<Node<'m>> {
        self.entry?.node(entry::RESOURCES)?.node(class)
    }

    /// Whether it asks for the view.
    pub(super) fn uses_view_id(&self) -> bool {
        self.flags & VIEW_ID_FLAG != 0
    }

    /// Whether numbers of 16 bits are those of at least 16 bits.
    pub(super) fn uses_min_precision(&self) -> bool {
        self.flags & NATIVE_LOW_PRECISION_FLAG == 0
    }
}
