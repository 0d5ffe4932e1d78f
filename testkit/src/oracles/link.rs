//! What must hold for a link, whatever bytes its inputs are.

use amdgpu_link::PipelineState;
use amdgpu_link::elf::Elf;
use amdgpu_link::glue::GlueCache;
use amdgpu_link::link::Linker;
use amdgpu_link::metadata::Metadata;

/// Links what may be broken; whether it was linked. A pipeline that comes out can be read.
pub fn attempt(vertex: &[u8], fragment: &[u8], state: &PipelineState) -> bool {
    let mut linker = Linker::new(Some(state));
    for (name, data) in [("vertex", vertex), ("fragment", fragment)] {
        if linker.add_input(name, data).is_err() {
            return false;
        }
    }
    let Ok(linked) = linker.link(&mut GlueCache::default()) else { return false };
    let elf = Elf::parse(&linked.elf).unwrap();
    Metadata::of(&elf).unwrap().pipeline().unwrap();
    for index in 0..elf.sections.len() {
        for relocation in elf.relocations(index).unwrap().iter() {
            elf.symbol(&relocation).unwrap();
        }
    }
    true
}
