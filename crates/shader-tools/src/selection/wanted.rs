//! The kinds of files that verbs look for in folders, and the class of a file by its name or first bytes. Separate from
//! the search because a folder of sources also holds files that no verb reads.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use amdgpu_link::elf_names::{IDENTIFYING_SIZE, is_amdgpu};
use bstr::ByteSlice as _;
use dx_container::pdb::{self, is_msf};
use dx_container::{D3d9Version, is_container};
use dxil_ir::file::is_bitcode;

use crate::loading::file_kind::{FileKind, SOURCE_EXTENSIONS};
use crate::loading::reading::{self, HEAD, Needs, Texts};

/// The files that are looked for in folders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Containers, and other shaders.
    Shaders(Others),
    /// ELF files of AMD shaders.
    Amd,
    /// YAML, by extension.
    Yaml,
    /// Assembly in any language, by extension.
    Assembly,
    /// LLVM assembly, by extension, and bitcode of modern LLVM.
    ModernIr,
    /// WGSL, SPIR-V and GLSL, by extension.
    Sources,
    /// Files of any kind.
    Anything,
}

/// The kinds of shaders that are looked for beside containers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Others {
    /// PDBs that may hold a container.
    pdbs: bool,
    /// LLVM 3.7 bitcode.
    bitcode: bool,
    /// Direct3D 9 programs.
    direct3d9: bool,
    /// LLVM assembly of DXIL.
    assembly: bool,
    /// Bitcode of modern LLVM and, with `assembly`, modern LLVM assembly.
    modern: bool,
}

const NO_OTHERS: Others =
    Others { pdbs: false, bitcode: false, direct3d9: false, assembly: false, modern: false };

impl Wanted {
    /// Containers.
    pub const CONTAINERS: Self = Self::Shaders(NO_OTHERS);
    /// Containers, and PDBs that may hold one.
    pub const SHADERS: Self = Self::Shaders(Others { pdbs: true, ..NO_OTHERS });
    /// Containers, PDBs and bitcode.
    pub const PROGRAMS: Self = Self::Shaders(Others { pdbs: true, bitcode: true, ..NO_OTHERS });
    /// Containers, PDBs, bitcode and Direct3D 9 programs.
    pub const ALL_PROGRAMS: Self = Self::Shaders(Others { assembly: false, modern: false, ..EVERY });
    /// Containers, PDBs, bitcode and Direct3D 9 programs, with bitcode of modern LLVM.
    pub const DISASSEMBLED: Self = Self::Shaders(Others { assembly: false, ..EVERY });
    /// Containers, PDBs, bitcode and LLVM assembly, with modern LLVM IR.
    pub const GRAPHS: Self = Self::Shaders(Others { direct3d9: false, ..EVERY });
    /// Containers, PDBs, bitcode, Direct3D 9 programs and LLVM assembly.
    pub const ALL_PROGRAMS_OR_ASSEMBLY: Self = Self::Shaders(Others { modern: false, ..EVERY });
    /// Containers, PDBs, bitcode, Direct3D 9 programs and LLVM assembly, with modern LLVM IR.
    pub const EVERY_PROGRAM: Self = Self::Shaders(EVERY);
    /// Containers, bitcode and LLVM assembly.
    pub const UPGRADED: Self =
        Self::Shaders(Others { pdbs: false, direct3d9: false, modern: false, ..EVERY });
    /// Containers, bitcode and LLVM assembly, with modern LLVM IR.
    pub const COMPILED: Self = Self::Shaders(Others { pdbs: false, direct3d9: false, ..EVERY });
    /// Containers, bitcode, Direct3D 9 programs and LLVM assembly.
    pub const VALIDATED: Self = Self::Shaders(Others { pdbs: false, modern: false, ..EVERY });

    /// Returns true if a file with this name is wanted, or `None` if the first bytes decide.
    pub fn wants_name(self, path: &Path) -> Option<bool> {
        match self {
            Self::Anything => Some(true),
            Self::Yaml => Some(is_yaml(path)),
            Self::Sources => Some(has_extension(path, &SOURCE_EXTENSIONS)),
            Self::Assembly => Some(is_assembly(path)),
            Self::ModernIr => (!has_extension(path, &["bc"])).then(|| has_extension(path, &["ll"])),
            Self::Shaders(_) | Self::Amd => None,
        }
    }

    /// The bytes of a file that a verb that looks for these files can use.
    pub fn needs(self) -> Needs {
        let texts = match self {
            Self::Shaders(_) | Self::Amd => Texts::Llvm,
            Self::Assembly | Self::ModernIr => Texts::Assembly,
            Self::Yaml | Self::Sources | Self::Anything => Texts::Any,
        };
        Needs { texts, trailing: true }
    }

    /// The message about a folder without such files.
    pub fn none_found(self) -> String {
        let text = match self {
            Self::Shaders(others) => {
                let kinds = [
                    (others.pdbs, "a PDB"),
                    (others.bitcode, if others.modern { "LLVM bitcode" } else { "LLVM 3.7 bitcode" }),
                    (others.direct3d9, "a Direct3D 9 program"),
                    (others.assembly && !others.modern, "LLVM assembly of DXIL (*.ll)"),
                    (others.assembly && others.modern, "LLVM assembly (*.ll)"),
                ];
                let kinds = kinds.into_iter().filter(|(is_wanted, _)| *is_wanted).map(|(_, name)| name);
                let names: Vec<&str> = std::iter::once("a DXBC container").chain(kinds).collect();
                let names = match names.split_last() {
                    Some((last, first)) if !first.is_empty() => format!("{} or {last}", first.join(", ")),
                    _ => names.concat(),
                };
                return format!("no shaders in the folder: no file is {names}");
            }
            Self::Amd => "no AMD shaders in the folder: no file begins like an ELF file for AMDGPU",
            Self::Yaml => "no YAML in the folder: no file is named *.yaml or *.yml",
            Self::Sources => {
                "no sources in the folder: no file is named *.wgsl, *.spv, *.vert, *.frag or *.comp"
            }
            Self::Assembly => "no assembly in the folder: no file is named *.asm or *.ll",
            Self::ModernIr => {
                "no modern LLVM IR in the folder: no file is named *.ll, and no file named *.bc is bitcode of \
                 modern LLVM"
            }
            Self::Anything => "no files in the folder",
        };
        text.to_owned()
    }

    /// Returns the class of a file in a folder for a verb that looks for these files.
    pub fn classify(self, path: &Path) -> io::Result<FileClass> {
        if let Some(is_wanted) = self.wants_name(path) {
            return Ok(if is_wanted { FileClass::Wanted } else { FileClass::Other });
        }
        let wanted_if = |is_wanted| if is_wanted { FileClass::Wanted } else { FileClass::Other };
        let others = match self {
            Self::Shaders(others) => others,
            Self::ModernIr => return Ok(wanted_if(is_modern_bitcode(path)?)),
            _ => return Ok(wanted_if(is_amdgpu(&reading::read_head(path, IDENTIFYING_SIZE)?))),
        };
        if others.assembly && has_extension(path, &["ll"]) {
            let begin = reading::read_head(path, HEAD)?;
            let is_skipped = !others.modern && is_modern_assembly(&begin);
            return Ok(if is_skipped { FileClass::Modern } else { FileClass::Wanted });
        }
        let begin = reading::read_head(path, pdb::MAGIC.len())?;
        let kinds = [
            (is_container(&begin), true),
            (is_msf(&begin), others.pdbs),
            (is_bitcode(&begin), others.bitcode),
            (D3d9Version::begins(&begin), others.direct3d9),
        ];
        let is_misnamed =
            has_extension(path, &SHADER_EXTENSIONS) || others.bitcode && has_extension(path, &["bc"]);
        Ok(match kinds.into_iter().find(|(is_kind, _)| *is_kind) {
            Some((_, true)) if !others.modern && is_bitcode(&begin) && is_modern_bitcode(path)? => {
                FileClass::Modern
            }
            Some((_, true)) => FileClass::Wanted,
            Some((_, false)) => FileClass::Other,
            None if is_misnamed => FileClass::Misnamed,
            None => FileClass::Other,
        })
    }
}

const EVERY: Others = Others { pdbs: true, bitcode: true, direct3d9: true, assembly: true, modern: true };

/// The class of a file in a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileClass {
    /// One of the files that are looked for.
    Wanted,
    /// Assembly or bitcode of modern LLVM, which the verb does not read.
    Modern,
    /// A file that has the extension of a shader, but not the first bytes of a shader.
    Misnamed,
    /// Another file.
    Other,
}

/// The extensions of shaders. Object files of AMD's shaders have none of their own.
const SHADER_EXTENSIONS: [&str; 6] = ["dxil", "dxbc", "cso", "dxo", "fxo", "pdb"];

/// The target triple of DXIL in LLVM 3.7. Modern LLVM has other triples for DXIL.
const DXIL_TRIPLE: &[u8] = b"dxil-ms-dx";

/// Returns true if a file begins as bitcode of modern LLVM.
fn is_modern_bitcode(path: &Path) -> io::Result<bool> {
    Ok(FileKind::of(&reading::read_head(path, HEAD)?) == FileKind::ModernBitcode)
}

/// Returns true if LLVM assembly that begins with `begin` states another target triple than `dxil-ms-dx`, or states no
/// triple and has the opaque pointer type `ptr`.
fn is_modern_assembly(begin: &[u8]) -> bool {
    match begin.lines().find_map(|line| line.strip_prefix(b"target triple = ")) {
        Some(triple) => !triple.contains_str(DXIL_TRIPLE),
        None => begin.lines().any(has_opaque_pointer),
    }
}

/// Returns true if a line of LLVM assembly has the type `ptr`; names such as `%ptr` have a sigil.
fn has_opaque_pointer(line: &[u8]) -> bool {
    let code = line.split_once_str(";").map_or(line, |(code, _)| code);
    let is_separator = |c: char| c.is_ascii_whitespace() || "(),<>[]{}".contains(c);
    code.fields_with(is_separator).any(|word| word == b"ptr")
}

/// True for a file with an extension of YAML, which has no signature.
pub fn is_yaml(path: &Path) -> bool {
    has_extension(path, &["yaml", "yml"])
}

/// True for a file with an extension of assembly.
pub fn is_assembly(path: &Path) -> bool {
    has_extension(path, &["asm", "ll"])
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let is_one = |found: &OsStr| extensions.iter().any(|extension| found.eq_ignore_ascii_case(extension));
    path.extension().is_some_and(is_one)
}
