//! Buffers of small shaders beside values computed by hand from the packing rules of Direct3D 12.
//!
//! `tests/shaders/NAME.hlsl` is a shader, `NAME.dxil` its container by DXC 1.8 or 1.10. The comment lines at the top of
//! the source are the profile and options, then a line for each buffer (name, size), indented lines for its variables
//! (name, offset, size, use, type), and lines with a `.` for members (offset, type; for bit fields, the first bit). The
//! values agree with `ID3D12ShaderReflection` of DXC 1.8, except for the use of variables in `index_*` and
//! `tbuffer_index` shaders, where DXC takes the constant part of an index for the index. DXC writes bit fields into the
//! part STAT only, not into DXIL.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use dx_container::enums::VariableClass;
use dx_container::flags::VariableFlags;
use dx_reflect::Reflection;
use testkit::{Test, corpus, note, tests};

use crate::files;

pub(crate) const TESTS: &[Test] = tests![buffers_are_packed_by_the_rules];

fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shaders");
    corpus::files_with(&folder, "hlsl")
}

/// The lines of the members of a type, at a depth.
fn add_members(lines: &mut String, reflection: &Reflection, index: u32, depth: usize) {
    for member in &reflection.types[index as usize].members {
        let ty = &reflection.types[member.type_index as usize];
        let indent = "  ".repeat(depth);
        writeln!(lines, "{indent}.{} {} {}", member.name, member.offset, ty.spelled())
            .expect("it is a string");
        assert_eq!(ty.class == VariableClass::BIT_FIELD, ty.spelled().contains(" : "));
        add_members(lines, reflection, member.type_index, depth + 1);
    }
}

/// The buffers in the form of the comment lines.
fn lines(reflection: &Reflection) -> String {
    let mut lines = String::new();
    for buffer in &reflection.constant_buffers {
        let name = buffer.name.as_ref().expect("it has a name");
        writeln!(lines, "{name} {}", buffer.size).expect("it is a string");
        for variable in &buffer.variables {
            let is_used = variable.flags.contains(VariableFlags::USED);
            let ty = reflection.types[variable.type_index as usize].spelled();
            let used = if is_used { "used" } else { "unused" };
            let (name, offset, size) = (&variable.name, variable.offset, variable.size);
            writeln!(lines, "  {name} {offset} {size} {used} {ty}").expect("it is a string");
            add_members(&mut lines, reflection, variable.type_index, 2);
        }
    }
    lines
}

fn buffers_are_packed_by_the_rules() {
    let (mut wrong, mut shaders) = (String::new(), 0);
    for path in sources() {
        let source = fs::read_to_string(&path).expect("it can be read");
        let comments = source.lines().map_while(|line| line.strip_prefix("// ")).skip(1);
        let expected: String = comments.map(|line| format!("{line}\n")).collect();
        assert!(!expected.is_empty(), "{}", path.display());
        let reflection = files::reflect(&fs::read(path.with_extension("dxil")).expect("it can be read"));
        assert!(reflection.unread.is_empty(), "{}: {:?}", path.display(), reflection.unread);
        let found = lines(&reflection);
        if found != expected {
            let name = path.file_stem().unwrap_or_default().display();
            writeln!(wrong, "{name}\nexpected\n{expected}found\n{found}").expect("it is a string");
        }
        shaders += 1;
    }
    note!("{shaders} shaders");
    assert!(shaders >= 60, "{shaders} shaders");
    assert!(wrong.is_empty(), "{wrong}");
}
