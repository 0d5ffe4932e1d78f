//! The hex map of a container. Separate because a container is a file, or a stream of a PDB.

use std::io::{self, Write};

use az::SaturatingAs as _;
use dx_container::{Container, FourCc, Part, parts};

use super::direct3d9;
use super::map::{Fields, Map, Order, Path};
use super::tokens::Statements;
use crate::error::Error;
use crate::loading::loaded_shader::LoadedShader;
use crate::loading::program::is_tokens;
use crate::run::Outcome;
use crate::selection::input::Input;
use crate::spooled_output::SpooledOutput;
use crate::style::{DIM, NOTE, TITLE, counted, paint};
use crate::verbs::inspect::decoded::Decoded;

/// The largest part that is sorted: each field costs some 150 bytes until it is printed.
const SORTED: usize = 256 << 10;

/// A container that lies in one piece.
pub struct Site<'s, 'a> {
    pub file: &'s LoadedShader<'a>,
    pub input: &'s Input,
    /// The offset of its first byte in the file.
    pub base: usize,
}

impl Site<'_, '_> {
    /// Maps the container and what follows it in its file or stream.
    pub fn write(
        &self,
        container: &Container<'_>,
        out: &mut dyn Write,
        outcome: &mut Outcome<()>,
    ) -> Result<(), Error> {
        let mut map = Map::new(out, self.file.bytes, self.base);
        container.walk_header(&mut map)?;
        map.finish()?;
        let mut decoded = Decoded::new(self.file, container);
        for (index, part) in container.parts().iter().enumerate() {
            self.write_rest(out, container, container.gap(index), "between parts")?;
            let title = parts::row(part.name).map_or("unknown", |row| row.title);
            writeln!(out, "\n{} {}", paint(TITLE, part.name), paint(DIM, title))?;
            let mut map = Map::new(out, self.file.bytes, self.base);
            map.at += part.offset as usize;
            container.walk_part_header(part, &mut map)?;
            map.finish()?;
            if let Some(error) = self.write_part(container, &mut decoded, part, out)? {
                outcome.add(&error, self.input, Some(self.file.bytes));
            }
        }
        let last = container.gap(container.parts().len());
        self.write_rest(out, container, last, "after the last part")?;
        self.write_rest(out, container, container.trailing(), "after the container")?;
        Ok(())
    }

    /// Maps the content of a part; returns what is wrong with it.
    fn write_part<'a>(
        &self,
        container: &Container<'a>,
        decoded: &mut Decoded<'_, 'a>,
        part: &Part<'a>,
        out: &mut dyn Write,
    ) -> io::Result<Option<Error>> {
        let base = self.base + part.payload().offset.saturating_as::<usize>();
        let mut held = SpooledOutput::new();
        let mut fields = Fields {
            path: Path::default(),
            order: Order::default(),
            kept: Vec::new(),
            // A field takes more room than its bytes until it is printed; a line of text can lie in a file.
            printed: (part.data.len() > SORTED).then(|| Map::new(&mut held, self.file.bytes, base)),
        };
        let payload = container.payload(part);
        let error = if is_tokens(part.name) {
            decoded.decode(part, Some(&mut Statements { fields: &mut fields, payload })).error
        } else if part.name == FourCc::AON9 {
            decoded.decode(part, Some(&mut direct3d9::Statements { fields: &mut fields })).error
        } else {
            decoded.decode(part, Some(&mut fields)).error
        };
        let Fields { order, mut kept, printed, .. } = fields;
        let printed = printed.map(|map| (map.at, map.result));
        let mut map = Map::new(out, self.file.bytes, base);
        match printed {
            Some((at, result)) if order.is_sorted => {
                result?;
                held.copy_to(map.out)?;
                map.at = at;
            }
            Some(_) => {
                map.note(&format!(
                    "fields are not shown: the {} of this part are not in ascending order",
                    counted(part.data.len(), "byte")
                ));
            }
            None => {
                if !order.is_sorted {
                    kept.sort_by_key(|entry| (entry.range.start, entry.range.end, entry.bits));
                }
                kept.iter().for_each(|entry| map.entry(entry));
            }
        }
        map.up_to(base + part.data.len());
        map.finish()?;
        Ok(error)
    }

    /// Maps bytes of the container that belong to no part.
    fn write_rest(
        &self,
        out: &mut dyn Write,
        container: &Container<'_>,
        rest: &[u8],
        what: &str,
    ) -> io::Result<()> {
        if rest.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n{}", paint(NOTE, format!("{} {what}", counted(rest.len(), "byte"))))?;
        let start = self.base + (rest.as_ptr().addr() - container.bytes().as_ptr().addr());
        let mut map = Map::new(out, self.file.bytes, start);
        map.up_to(start + rest.len());
        map.finish()
    }
}
