//! What compilers say of themselves and to each other: `llvm.ident`, `llvm.module.flags`, `dx.intermediateOptions`,
//! `dx.binding.table`.

use bstr::BString;
use dx_container::enums::ResourceClass;

use super::list::{record, tagged};
use dxil_ir::MetadataId;

record! {
    /// Who compiled the program (`llvm.ident`).
    pub struct Ident {
        /// Such as `dxc(private) 1.8`.
        pub text: BString,
    }
}

record! {
    /// A fact about the module, and what becomes of it when modules are linked (`llvm.module.flags`).
    pub struct ModuleFlag {
        /// What becomes of it: LLVM's number.
        pub behavior: u32,
        /// Its name, such as `Dwarf Version`.
        pub name: BString,
        /// Its value.
        pub value: Option<MetadataId>,
    }
}

tagged! {
    /// What the compiler's passes say to each other (`dx.intermediateOptions`); in no final program.
    pub enum IntermediateOption by IntermediateOptionTag {
        /// Flags of the compiler's own.
        FLAGS Flags(u32),
    }
}

record! {
    /// Where a resource is to be bound (`dx.binding.table`); in no final program.
    pub struct BindingTableEntry {
        /// Its name in HLSL.
        pub name: BString,
        /// Its class.
        pub class: ResourceClass,
        /// The register.
        pub index: u32,
        /// The register space.
        pub space: u32,
    }
}
