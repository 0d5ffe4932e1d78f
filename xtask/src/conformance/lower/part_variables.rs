//! `dxil-embed` and `dxil-globals`: the parts of a container as global variables of a module, as LLVM's passes add
//! them.
//! Separate because only tests of these passes need this form.

use std::fmt::Write as _;

use dx_container::parts::View as _;
use dx_container::parts::program::ProgramPart;
use dx_container::{Container, FourCc};

/// The passes that add parts as variables: of the bitcode, and of all other parts.
pub(super) const PARTS: [&str; 2] = ["dxil-embed", "dxil-globals"];

/// The text of a module with variables before the other globals.
pub(super) fn with_variables(module: &str, variables: &str) -> String {
    let is_triple = |line: &&str| line.starts_with("target triple");
    let head: usize = module.lines().position(|line| is_triple(&line)).map_or(0, |index| index + 1);
    let lines: Vec<&str> = module.lines().collect();
    let (before, after) = lines.split_at(head);
    format!("{}\n\n{variables}{}\n", before.join("\n"), after.join("\n"))
}

/// The parts of a container as LLVM's passes put them into a module: `dxil-embed` adds the bitcode, and `dxil-globals`
/// adds all other parts.
pub(super) fn variables(bytes: &[u8], passes: &[&str]) -> Result<String, String> {
    let container = Container::parse(bytes).map_err(|error| error.to_string())?;
    let is_program = |name: FourCc| [FourCc::ILDB, FourCc::DXIL].contains(&name);
    let is_wanted = |name: FourCc| passes.contains(&if is_program(name) { PARTS[0] } else { PARTS[1] });
    let (mut text, mut names) = (String::new(), Vec::new());
    let mut parts: Vec<_> = container.parts().iter().filter(|part| is_wanted(part.name)).collect();
    parts.sort_by_key(|part| !is_program(part.name));
    for part in parts {
        let name = String::from_utf8_lossy(&part.name.0).into_owned();
        let variable = format!("@dx.{}", name.to_ascii_lowercase());
        // LLVM adds the header of the program when it writes the container.
        let payload = container.payload(part);
        let payload = match is_program(part.name) {
            true => ProgramPart::parse(payload).map_err(|error| error.to_string())?.bitcode,
            false => payload.bytes,
        };
        let escaped: String = payload
            .iter()
            .map(|byte| match byte {
                b'"' | b'\\' => format!("\\{byte:02X}"),
                b' '..=b'~' => char::from(*byte).to_string(),
                _ => format!("\\{byte:02X}"),
            })
            .collect();
        let _ = writeln!(
            text,
            "{variable} = private constant [{} x i8] c\"{escaped}\", section \"{name}\", align 4",
            payload.len()
        );
        names.push(format!("ptr {variable}"));
    }
    let (count, names) = (names.len(), names.join(", "));
    let _ = writeln!(text, "@llvm.compiler.used = appending global [{count} x ptr] [{names}]");
    Ok(text)
}
