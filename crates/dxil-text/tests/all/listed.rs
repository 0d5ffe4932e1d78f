//! Containers with what DXC prints of them. Separate because several tests compare with it.

use std::fs;
use std::path::PathBuf;

use dx_container::Container;
use dxil::stored::{self, LISTED, StoredProgram};
use dxil_ir::Module;
use dxil_text::listing;

use testkit::corpus::{files, own_shaders, subfolder};

/// A container and DXC's listing of it.
pub(crate) struct Listed {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
    pub(crate) listing: String,
}

/// Those of the corpus; `None` where it has none.
#[allow(dead_code, reason = "not every test compares with the corpus so")]
pub(crate) fn of_corpus() -> Option<Vec<Listed>> {
    let listed = files(&subfolder("dxc")?).into_iter().filter_map(|path| {
        let listing = fs::read(path.with_extension("dis.ll")).ok()?;
        let bytes = fs::read(&path).ok().filter(|_| path.extension().is_some_and(|it| it == "dxil"))?;
        Some(Listed { path, bytes, listing: String::from_utf8_lossy(&listing).into_owned() })
    });
    Some(listed.collect()).filter(|listed: &Vec<Listed>| !listed.is_empty())
}

/// The project's own. What we print of one stands for DXC's listing only where it has its digest, which is kept.
pub(crate) fn own() -> Vec<Listed> {
    let listed = own_shaders().into_iter().filter_map(|shader| {
        let expected = shader.listing?;
        let listing = print(&shader.bytes);
        assert_eq!(md5(listing.as_bytes()), expected, "{}: not what DXC prints", shader.name);
        Some(Listed { path: shader.name.into(), bytes: shader.bytes, listing })
    });
    let listed: Vec<Listed> = listed.collect();
    assert_eq!(listed.len(), 101);
    listed
}

fn md5(bytes: &[u8]) -> String {
    use md5::Digest as _;
    md5::Md5::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The module that a listing shows, and its reflection.
pub(crate) fn modules(container: &Container<'_>) -> (Module, Option<Module>) {
    let stored = StoredProgram::find(container, &LISTED).unwrap().unwrap();
    (stored.module().unwrap(), stored::reflection(container))
}

/// The listing of a container, with the end of line more with which the reference ends its output.
pub(crate) fn print(bytes: &[u8]) -> String {
    let container = Container::parse(bytes).unwrap();
    let (module, reflection) = modules(&container);
    let mut text = String::new();
    listing::print(Some(&container), &module, reflection.as_ref(), &mut text).unwrap();
    text.push('\n');
    text
}
