//! What must hold for any container at all that is printed as YAML, and for any text that is read as that.

use dx_container::Container;
use dx_container::pdb::Pdb;
use dx_text::yaml::LlvmVersion;

/// Whatever can be opened comes back byte for byte from its YAML, and as far as LLVM can say it from LLVM's.
pub fn yaml_of(bytes: &[u8]) {
    let Ok(container) = Container::parse(bytes) else { return };
    let text = dx_text::yaml::print(&container);
    let read = dx_text::yaml::read(&text).expect("our own text is read");
    assert!(read == bytes, "through YAML as it was");
    for version in [LlvmVersion::V22, LlvmVersion::V23] {
        dx_text::yaml::read(&dx_text::yaml::print_llvm(&container, version))
            .expect("what LLVM reads we read");
    }
}

/// The same of a PDB.
pub fn yaml_of_pdb(bytes: &[u8]) {
    let Ok(pdb) = Pdb::parse(bytes) else { return };
    let read = dx_text::yaml::read(&dx_text::yaml::print_pdb(&pdb)).expect("our own text is read");
    assert!(read == bytes, "through YAML as it was");
}

/// Any text is read or refused; what is read can be printed and read again. True where it was read.
pub fn yaml_text(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else { return false };
    match dx_text::yaml::read(text) {
        Ok(bytes) => {
            yaml_of(&bytes);
            yaml_of_pdb(&bytes);
            true
        }
        Err(error) => {
            let place = error.place();
            assert!(place.offset + place.len <= text.len() as u64, "{error}: the place lies in the text");
            false
        }
    }
}
