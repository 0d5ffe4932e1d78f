//! The language of a file to be assembled: bitcode, a container, LLVM assembly, assembly of token programs or of
//! Direct3D 9 programs. Separate because it follows from the first line, not from the extension.

use dx_bytecode::text;
use dx_container::is_container;
use dxil_ir::file::is_bitcode;

/// A language that programs are assembled from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AssemblyLanguage {
    /// Assembly of shader models 4 and 5, with fxc's comments.
    Tokens,
    /// Assembly of a Direct3D 9 program by itself.
    Direct3d9,
    /// LLVM's assembly, with dxc's comments.
    Llvm,
    /// LLVM's bitcode, in a file of its own or in a container.
    Bitcode,
}

/// The characters and keywords that a top-level line of LLVM assembly may begin with.
const LLVM_MARKS: &[u8] = b";%@!$^";
const LLVM_WORDS: [&str; 8] =
    ["target", "define", "declare", "attributes", "module", "source_filename", "deplibs", "uselistorder"];

impl AssemblyLanguage {
    /// The language of a file.
    pub fn of(bytes: &[u8]) -> Self {
        if is_bitcode(bytes) || is_container(bytes) {
            return Self::Bitcode;
        }
        match first_line(bytes) {
            Some([mark, ..]) if LLVM_MARKS.contains(mark) => Self::Llvm,
            Some(line) if LLVM_WORDS.iter().any(|known| known.as_bytes() == first_word(line)) => Self::Llvm,
            Some(_) if Self::is_direct3d9(bytes) => Self::Direct3d9,
            _ => Self::Tokens,
        }
    }

    /// Whether a text begins as assembly of a Direct3D 9 program does, with a profile, and has no other program behind
    /// it: a listing of both is one of the container that holds them.
    pub fn is_direct3d9(text: &[u8]) -> bool {
        let line = first_line(text).unwrap_or_default();
        let word = line.split(|byte| byte.is_ascii_whitespace()).next().unwrap_or_default();
        let is_version = std::str::from_utf8(word).is_ok_and(dx_bytecode::d3d9::text::is_version);
        is_version && !comments(text).any(|comment| comment == LEVEL9)
    }

    /// Whether a text has a line that only LLVM's assembly has: comments alone may be those of any language.
    pub fn is_llvm(text: &[u8]) -> bool {
        let begins = |line: &[u8]| match line.split(|byte| *byte == b' ').next() {
            Some([b'%' | b'@' | b'!', _, ..]) => line.contains(&b'='),
            Some(word) => LLVM_WORDS.iter().any(|known| known.as_bytes() == word),
            None => false,
        };
        Self::of(text) == Self::Llvm && text.split(|byte| *byte == b'\n').any(begins)
    }

    /// Whether a text begins as assembly of shader models 4 and 5 does: with a profile.
    pub fn is_tokens(text: &[u8]) -> bool {
        if comments(text).any(|comment| comment == LEVEL9) {
            return true;
        }
        matches!(
            first_line(text),
            Some([b'p' | b'v' | b'g' | b'h' | b'd' | b'c', b's', b'_', b'4' | b'5', b'_', ..])
        )
    }
}

/// False for a text that cannot be assembly in any language, by the lines that it begins with: the first line of a
/// token program is its version, such as `ps_5_0`.
pub fn may_be_assembly(begin: &[u8]) -> bool {
    let is_version = |line: &[u8]| first_word(line).contains(&b'_');
    AssemblyLanguage::of(begin) != AssemblyLanguage::Tokens
        || AssemblyLanguage::is_tokens(begin)
        || first_line(begin).is_none_or(is_version)
}

/// The title of a program for feature level 9 in the listing of a container.
const LEVEL9: &[u8] = b"Level9 shader bytecode:";

/// The comments that a text begins with.
fn comments(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let lines = lines.take_while(|line| line.is_empty() || line.starts_with(b"//"));
    lines.filter_map(|line| line.strip_prefix(b"//")).map(<[u8]>::trim_ascii)
}

/// The first line that is neither empty nor a comment of token programs.
fn first_line(bytes: &[u8]) -> Option<&[u8]> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    lines.find(|line| !line.is_empty() && !line.starts_with(b"//")).map(without_numbering)
}

/// A line without the number and the offset that listings of fxc and of `dis --numbers` begin with.
fn without_numbering(line: &[u8]) -> &[u8] {
    std::str::from_utf8(line).map_or(line, |line| text::without_numbering(line).as_bytes())
}

fn first_word(line: &[u8]) -> &[u8] {
    line.split(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_')).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::AssemblyLanguage::{self, Bitcode, Direct3d9, Llvm, Tokens};
    use super::may_be_assembly;

    #[test]
    fn comments_alone_are_no_assembly() {
        assert!(AssemblyLanguage::is_llvm(b"; a listing\n\ntarget triple = \"dxil-ms-dx\"\n"));
        assert!(AssemblyLanguage::is_llvm(b"!dx.version = !{!0}"));
        assert!(!AssemblyLanguage::is_llvm(b"# a heading\n\nand text below it\n"));
        assert!(!AssemblyLanguage::is_llvm(b"ps_5_0\ndefine x\n"));
    }

    #[test]
    fn token_programs_begin_with_a_profile() {
        assert!(AssemblyLanguage::is_tokens(b"// comment\n\nps_5_0\nret"));
        assert!(!AssemblyLanguage::is_tokens(b"define void @main() {"));
        assert!(!AssemblyLanguage::is_tokens(b""));
    }

    #[test]
    fn languages_are_told_by_how_they_begin() {
        let cases: [(&[u8], AssemblyLanguage); 14] = [
            (b"      0x00000000: ps_5_0\n   0  0x00000008: ret\n", Tokens),
            (b"      0x00000000:     vs_2_x\n", Direct3d9),
            (b"// comment\n    vs_2_x\n    mov oPos, v0\n", Direct3d9),
            (b"ps.1.1 // old\ntex t0\n", Direct3d9),
            (b"// Level9 shader bytecode:\n//\n    vs_2_x\nvs_4_0\nret\n", Tokens),
            (b"\n;\n; Input signature:\n", Llvm),
            (b"\xef\xbb\xbftarget triple = \"dxil-ms-dx\"", Llvm),
            (b"%T = type { i32 }", Llvm),
            (b"define void @main() {", Llvm),
            (b"//\n// Generated by\n\nps_5_0\nret", Tokens),
            (b"vs_4_0\n; not a comment\n", Tokens),
            (b"", Tokens),
            (b"BC\xc0\xde", Bitcode),
            (b"DXBC", Bitcode),
        ];
        for (bytes, language) in cases {
            assert_eq!(AssemblyLanguage::of(bytes), language, "{}", String::from_utf8_lossy(bytes));
            assert!(may_be_assembly(bytes), "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn other_texts_are_no_assembly() {
        for text in ["y\ny\n", "{\"json\": 1}", "// a comment\nint a_b;", "two words_of text"] {
            assert!(!may_be_assembly(text.as_bytes()), "{text}");
        }
        assert!(may_be_assembly(b"// nothing but a comment so far"));
    }
}
