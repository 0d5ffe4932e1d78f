//! The kind of a file, recognised by its first bytes, and the tool or verb that reads it. Separate because every verb
//! must reject a foreign file with the same sentence.

use amdgpu_link::elf_names::is_amdgpu;
use bstr::ByteSlice as _;
use dx_container::pdb::is_msf;
use dx_container::{D3d9Version, FourCc, is_container};
use dxil_ir::bitcode;
use dxil_ir::file::{BitcodeFile, is_bitcode};
use dxil_text::looks_like_text;

use crate::error::Error;
use crate::loading::assembly_language::AssemblyLanguage;

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// No bytes, or white space only.
    Empty,
    /// A DirectX container.
    Container,
    /// A PDB.
    Pdb,
    /// LLVM 3.7 bitcode, as DXIL has it.
    Bitcode,
    /// Bitcode of LLVM 3.8 or later.
    ModernBitcode,
    /// A Direct3D 9 program.
    Direct3d9,
    /// An ELF file for AMDGPU.
    AmdElf,
    /// LLVM assembly in the dialect of DXIL or of modern LLVM.
    LlvmAssembly,
    /// A listing of a program of shader model 4 or 5.
    TokenListing,
    /// A listing of a Direct3D 9 program.
    Direct3d9Listing,
    /// Another kind with a signature of its own.
    Foreign(&'static Signature),
    /// Text that looks like a shading language.
    Source(&'static Language),
    /// Other text.
    Text,
    /// Other bytes.
    Unknown,
}

/// A kind of file that begins with fixed bytes.
#[derive(Debug, PartialEq, Eq)]
pub struct Signature {
    bytes: &'static [u8],
    name: &'static str,
    /// The program that reads the file.
    next: &'static str,
}

const DECOMPRESS: &str = "decompress this file first";
const PICTURE: &str = "convert this file to PNG: `run --bind REGISTER=FILE.png` binds a PNG as a texture";
const PNG: &str = "`run --bind REGISTER=FILE.png` binds this file as a texture";
const SPIRV: &str = "`compile` compiles this file to DXIL, spirv-dis of SPIRV-Tools disassembles it";

/// The kinds that begin with fixed bytes, longer signatures first where one begins like another.
static SIGNATURES: [Signature; 16] = [
    Signature { bytes: b"\x03\x02\x23\x07", name: "a SPIR-V module", next: SPIRV },
    Signature { bytes: b"\x07\x23\x02\x03", name: "a SPIR-V module (big-endian)", next: SPIRV },
    Signature {
        bytes: b"; SPIR-V",
        name: "SPIR-V assembly",
        next: "spirv-as of SPIRV-Tools assembles this file",
    },
    Signature {
        bytes: b"\x7fELF",
        name: "an ELF file that is not for AMDGPU",
        next: "readelf shows this file; `scan --extract` extracts the shaders of an executable",
    },
    Signature {
        bytes: b"MZ",
        name: "a Windows executable",
        next: "`scan --extract` extracts the shaders of an executable",
    },
    Signature { bytes: b"MTLB", name: "a Metal library", next: "Apple's metal-objdump shows this file" },
    Signature { bytes: b"\x1f\x8b", name: "a gzip file", next: DECOMPRESS },
    Signature { bytes: b"\x28\xb5\x2f\xfd", name: "a Zstandard file", next: DECOMPRESS },
    Signature { bytes: b"\xfd7zXZ", name: "an xz file", next: DECOMPRESS },
    Signature { bytes: b"BZh", name: "a bzip2 file", next: DECOMPRESS },
    Signature {
        bytes: b"PK\x03\x04",
        name: "a zip archive",
        next: "unpack this file first; `scan --extract` finds shaders that the archive stores uncompressed",
    },
    Signature { bytes: b"!<arch>\n", name: "an ar archive", next: "`ar x` unpacks this file" },
    Signature { bytes: b"\x89PNG", name: "a PNG picture", next: PNG },
    Signature { bytes: b"\xff\xd8\xff", name: "a JPEG picture", next: PICTURE },
    Signature { bytes: b"DDS ", name: "a DDS texture", next: PICTURE },
    Signature { bytes: b"#!", name: "a script", next: "the interpreter in the first line runs this file" },
];

/// A shading language, recognised by words that its sources have.
#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    name: &'static str,
    marks: &'static [&'static str],
    next: &'static str,
}

const WGSL: &str = "WGSL source";

/// The extensions of WGSL, of SPIR-V, and of the stages of GLSL.
pub const SOURCE_EXTENSIONS: [&str; 5] = ["wgsl", "spv", "vert", "frag", "comp"];

/// The shading languages, those with rarer words first.
static LANGUAGES: [Language; 4] = [
    Language {
        name: "GLSL source",
        marks: &["#version ", "gl_Position", "gl_FragCoord", "gl_GlobalInvocationID"],
        next: "`compile` compiles this file to DXIL: the extension states the stage (.vert, .frag, .comp)",
    },
    Language {
        name: WGSL,
        marks: &["@compute", "@vertex", "@fragment", "@group("],
        next: "`compile` compiles this file to DXIL",
    },
    Language {
        name: "Metal source",
        marks: &["metal_stdlib", "[[buffer("],
        next: "shader-tools does not compile Metal: Apple's metal compiler does",
    },
    Language {
        name: "HLSL source",
        marks: &[
            "register(",
            "[numthreads",
            "[shader(",
            "SV_",
            "cbuffer ",
            "Texture2D",
            "StructuredBuffer",
            "RWBuffer",
            "float4 ",
            "RootSignature(",
            ": POSITION",
            ": TEXCOORD",
        ],
        next: "compile this file with dxc, or with clang and `shader-tools lower` (docs/lower.md)",
    },
];

/// The number of bytes in which the words of a shading language are searched.
const SEARCHED: usize = 1 << 16;

impl FileKind {
    /// The kind of a file.
    pub fn of(bytes: &[u8]) -> Self {
        let binary = [
            (bytes.trim_ascii().is_empty(), Self::Empty),
            // Also a file that ends inside the magic number.
            (is_container(bytes) || FourCc::DXBC.0.starts_with(bytes), Self::Container),
            (is_msf(bytes), Self::Pdb),
            (is_amdgpu(bytes), Self::AmdElf),
            (D3d9Version::begins(bytes), Self::Direct3d9),
        ];
        if let Some((_, kind)) = binary.into_iter().find(|(is_kind, _)| *is_kind) {
            return kind;
        }
        if is_bitcode(bytes) {
            return if is_modern_bitcode(bytes) { Self::ModernBitcode } else { Self::Bitcode };
        }
        if let Some(signature) = SIGNATURES.iter().find(|signature| bytes.starts_with(signature.bytes)) {
            return Self::Foreign(signature);
        }
        if looks_like_text(bytes) { Self::of_text(bytes) } else { Self::Unknown }
    }

    fn of_text(text: &[u8]) -> Self {
        if AssemblyLanguage::is_llvm(text) {
            return Self::LlvmAssembly;
        }
        if AssemblyLanguage::is_tokens(text) {
            return Self::TokenListing;
        }
        if AssemblyLanguage::is_direct3d9(text) {
            return Self::Direct3d9Listing;
        }
        let searched = text.get(..SEARCHED).unwrap_or(text);
        let has_mark = |language: &&Language| language.marks.iter().any(|mark| searched.contains_str(mark));
        LANGUAGES.iter().find(has_mark).map_or(Self::Text, Self::Source)
    }

    /// Returns true for WGSL.
    pub fn is_wgsl(self) -> bool {
        matches!(self, Self::Source(language) if language.name == WGSL)
    }

    /// Returns true for a SPIR-V module.
    pub fn is_spirv(self) -> bool {
        matches!(self, Self::Foreign(signature) if signature.next == SPIRV)
    }

    /// The kind as a noun phrase.
    fn name(self) -> &'static str {
        match self {
            Self::Empty => "an empty file",
            Self::Container => "a DirectX container",
            Self::Pdb => "a PDB",
            Self::Bitcode => "LLVM 3.7 bitcode",
            Self::ModernBitcode => "bitcode of modern LLVM",
            Self::Direct3d9 => "a Direct3D 9 program",
            Self::AmdElf => "an ELF file for AMDGPU",
            Self::LlvmAssembly => "LLVM assembly",
            Self::TokenListing => "a listing of shader model 4 or 5",
            Self::Direct3d9Listing => "a listing of a Direct3D 9 program",
            Self::Foreign(signature) => signature.name,
            Self::Source(language) => language.name,
            Self::Text => "text",
            Self::Unknown => "unknown binary data",
        }
    }

    /// The verb or tool that reads the file; `None` if no tool is known.
    fn next(self) -> Option<&'static str> {
        Some(match self {
            Self::Empty | Self::Text | Self::Unknown => return None,
            Self::Container => {
                "`inspect` shows this file, `dis` disassembles it, `upgrade` converts DXIL to modern LLVM IR"
            }
            Self::Pdb => {
                "`inspect` and `pdb list` show this file; `parts extract --container` writes the container \
                 in it to a file"
            }
            Self::Bitcode => {
                "`as` assembles this file to a container, `upgrade` converts it to modern LLVM IR"
            }
            Self::ModernBitcode => "`lower` converts this file to DXIL, `dis` and `inspect` show this file",
            Self::Direct3d9 => "`dis`, `inspect`, `ls`, `reflect`, `validate` and `diff` read this file",
            Self::AmdElf => "`amd inspect` shows this file, `amd link` links it",
            Self::LlvmAssembly => "`as` assembles DXIL, `lower` lowers modern LLVM IR to DXIL",
            Self::TokenListing | Self::Direct3d9Listing => "`as` assembles this file",
            Self::Foreign(signature) => signature.next,
            Self::Source(language) => language.next,
        })
    }
}

fn is_modern_bitcode(bytes: &[u8]) -> bool {
    let bitcode = BitcodeFile::parse(bytes).ok();
    bitcode.is_some_and(|file| bitcode::is_modern(file.bitcode()))
}

/// The number of bytes of an unknown file that its error shows.
const SHOWN: usize = 16;

/// A kind of file that a verb reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// A container.
    Container,
    /// A container, or bitcode of a DXIL program.
    Bitcode,
    /// A container, or bitcode or assembly of a DXIL program.
    Program,
    /// LLVM assembly or bitcode of modern LLVM IR.
    ModernIr,
    /// A container, or bitcode or assembly of DXIL or modern LLVM IR.
    AnyDialect,
    /// A listing of any program.
    Listing,
    /// An ELF file for AMDGPU.
    AmdElf,
    /// A source in WGSL, SPIR-V or GLSL.
    #[cfg(feature = "compile")]
    Source,
}

impl Expected {
    fn name(self) -> &'static str {
        match self {
            Self::Container => "a DirectX container",
            Self::Bitcode => "a DirectX container, or bitcode of DXIL",
            Self::Program => "a DirectX container, or bitcode or LLVM assembly of DXIL",
            Self::AnyDialect => "a DirectX container, LLVM bitcode or LLVM assembly",
            Self::ModernIr => "modern LLVM assembly (.ll) or bitcode (.bc)",
            Self::Listing => {
                "LLVM assembly or bitcode, or a listing that begins with a profile such as ps_5_0"
            }
            Self::AmdElf => "an ELF file for AMDGPU",
            #[cfg(feature = "compile")]
            Self::Source => "WGSL (.wgsl), SPIR-V (.spv) or GLSL (.vert, .frag, .comp)",
        }
    }

    /// The error about a file of another kind.
    pub fn refuse(self, bytes: &[u8]) -> Error {
        let found = FileKind::of(bytes);
        let next = match (self, found) {
            (Self::ModernIr, FileKind::Container | FileKind::Bitcode | FileKind::LlvmAssembly) => {
                Some("`upgrade` converts DXIL to modern LLVM IR")
            }
            (Self::AmdElf, FileKind::Container) => {
                Some("`inspect` shows this file, `amd compile` compiles it to an ELF file")
            }
            _ => found.next(),
        };
        let next = next.map_or_else(String::new, |next| format!(": {next}"));
        let begin = match found {
            FileKind::Text | FileKind::Unknown => {
                let begin = bytes.lines().next().unwrap_or_default();
                let begin = begin.get(..SHOWN).unwrap_or(begin);
                format!(" that begins with \"{}\"", begin.escape_ascii())
            }
            _ => String::new(),
        };
        Error::Unsupported(format!("expected {}, found {}{begin}{next}", self.name(), found.name()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn files_are_recognised_by_their_first_bytes() {
        let cases: [(&[u8], &str); 21] = [
            (b"", "an empty file"),
            (b"DXBC", "a DirectX container"),
            (b"DX", "a DirectX container"),
            (dx_container::pdb::MAGIC, "a PDB"),
            (b"BC\xc0\xde\x21\x0c\0\0", "LLVM 3.7 bitcode"),
            (b"BC\xc0\xde\x35\x14\0\0", "bitcode of modern LLVM"),
            (b"\x03\x02\x23\x07\0\0\x01\0", "a SPIR-V module"),
            (b"; SPIR-V\n; Version: 1.0\n", "SPIR-V assembly"),
            (b"\x7fELF\x02\x01\x01", "an ELF file that is not for AMDGPU"),
            (b"\x1f\x8b\x08", "a gzip file"),
            (b"PK\x03\x04", "a zip archive"),
            (b"\x89PNG\r\n", "a PNG picture"),
            (b"define void @main() {\n", "LLVM assembly"),
            (b"// listing\nps_5_0\nret\n", "a listing of shader model 4 or 5"),
            (b"ps_2_0\ntexld r0, t0, s0\n", "a listing of a Direct3D 9 program"),
            (b"float4 main() : SV_Target { return 1; }", "HLSL source"),
            (b"#version 450\nvoid main() {}\n", "GLSL source"),
            (b"@compute @workgroup_size(1) fn main() {}\n", "WGSL source"),
            (b"#include <metal_stdlib>\n", "Metal source"),
            (b"Dear reader,\n", "text"),
            (b"\x01\x02\0\0\0\0", "unknown binary data"),
        ];
        for (bytes, name) in cases {
            assert_eq!(FileKind::of(bytes).name(), name, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn signatures_do_not_hide_each_other() {
        for (at, signature) in SIGNATURES.iter().enumerate() {
            let earlier = SIGNATURES.get(..at).unwrap();
            assert!(
                earlier.iter().all(|earlier| !signature.bytes.starts_with(earlier.bytes)),
                "{}",
                signature.name
            );
        }
    }
}
