//! Buffers as the suite writes them after a run: LLVM's YAML, with its columns, its broken lines and its numbers.

use std::fmt::{self, Write as _};

use super::{BufferData, Pipeline};

/// A list goes on in the next line where a line has more columns than this.
const WRAP: usize = 70;

impl Pipeline {
    /// All buffers as they are now, as a document of which this is a part.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_buffers(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str("---\nBuffers:\n")?;
        for buffer in &self.buffers {
            write_buffer(buffer, out)?;
        }
        out.write_str("...\n")
    }

    /// The same as text.
    pub fn buffers_text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_buffers(&mut text);
        text
    }
}

fn write_buffer(buffer: &BufferData, out: &mut impl fmt::Write) -> fmt::Result {
    let mut lead = "  - ";
    let mut line = |out: &mut dyn fmt::Write, key: &str, value: &dyn fmt::Display| {
        writeln!(out, "{}{:<16} {value}", std::mem::replace(&mut lead, "    "), format!("{key}:"))
    };
    line(out, "Name", &Name(&buffer.name))?;
    line(out, "Format", &buffer.format.name())?;
    if buffer.channels != 1 {
        line(out, "Channels", &buffer.channels)?;
    }
    if buffer.stride != 0 {
        line(out, "Stride", &buffer.stride)?;
    }
    if buffer.data.len() != 1 {
        line(out, "ArraySize", &buffer.data.len())?;
    }
    match (buffer.counters.as_slice(), buffer.data.len()) {
        ([], _) => {}
        ([counter], 1) => line(out, "Counter", counter)?,
        (counters, _) => {
            out.write_str("    Counters:        ")?;
            write_list(counters.iter().map(u32::to_string), 21, out)?;
        }
    }
    match buffer.data.as_slice() {
        [data] => {
            out.write_str("    Data:            ")?;
            write_data(buffer, data, 21, out)?;
        }
        all => {
            out.write_str("    Data:\n")?;
            for data in all {
                out.write_str("      - ")?;
                write_data(buffer, data, 8, out)?;
            }
        }
    }
    if let Some(size) = buffer.texture {
        out.write_str("    OutputProps:\n")?;
        let mut line = |key: &str, value: u32| writeln!(out, "      {:<16} {value}", format!("{key}:"));
        line("Height", size.height)?;
        line("Width", size.width)?;
        line("Depth", size.depth)?;
        if size.levels != 1 {
            line("MipLevels", size.levels)?;
        }
    }
    Ok(())
}

fn write_data(buffer: &BufferData, data: &[u8], column: usize, out: &mut impl fmt::Write) -> fmt::Result {
    write_list(buffer.format.components(data).map(|bits| buffer.format.write(bits)), column, out)
}

/// A list in brackets, which begins at a column.
fn write_list(members: impl Iterator<Item = String>, start: usize, out: &mut impl fmt::Write) -> fmt::Result {
    out.write_str("[ ")?;
    let mut column = start + 2;
    let mut is_first = true;
    for member in members {
        if !std::mem::take(&mut is_first) {
            out.write_str(", ")?;
            column += 2;
        }
        if column > WRAP {
            write!(out, "\n{:start$}  ", "")?;
            column = start + 2;
        }
        out.write_str(&member)?;
        column += member.len();
    }
    out.write_str(" ]\n")
}

/// A name, in quotes where YAML would take it for something else.
struct Name<'n>(&'n str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain =
            |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.' | ' ');
        let begins = self.0.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        let is_word = matches!(
            self.0.to_ascii_lowercase().as_str(),
            "true" | "false" | "null" | "yes" | "no" | "on" | "off"
        );
        if begins && !self.0.ends_with(' ') && !is_word && self.0.chars().all(is_plain) {
            return f.write_str(self.0);
        }
        f.write_char('\'')?;
        for character in self.0.chars() {
            if character == '\'' {
                f.write_char('\'')?;
            }
            f.write_char(character)?;
        }
        f.write_char('\'')
    }
}
