//! The map of a Direct3D 9 program: a line of assembly beside the bytes of each statement, in part Aon9 in the place of
//! the one field that the walk has for all tokens.

use dx_bytecode::d3d9::text::Printer;
use dx_bytecode::d3d9::{Statement, Statements as Tokens};
use dx_container::fields::{Field, Group, Sink, Value};

use super::map::{Entry, Fields};
use crate::loading::program::TOKENS;
use crate::style::counted;

/// Passes a walk over Aon9 on to the map, its tokens statement by statement. What cannot be read stays the field it
/// was.
pub struct Statements<'f, 'w, 'b> {
    pub fields: &'f mut Fields<'w, 'b>,
}

impl<'a> Sink<'a> for Statements<'_, '_, '_> {
    fn field(&mut self, mut field: Field<'a>) {
        self.fields.order.add(&field);
        if field.name == TOKENS
            && let Value::Bytes(bytes) = field.value
        {
            let start = field.range.start;
            let mut end = start;
            // The error is told with the part.
            let _ = statements(bytes, start, &mut |entry| {
                end = entry.range.end;
                self.fields.entry(entry);
            });
            field.range.start = end;
            if field.range.is_empty() {
                return;
            }
        }
        self.fields.ordered(&field);
    }

    fn open(&mut self, group: Group) {
        self.fields.open(group);
    }

    fn close(&mut self) {
        self.fields.close();
    }
}

/// Gives `add` an entry for the version, each statement and the end of the program that `bytes` are, up to the first
/// that cannot be read; `start` is where the first byte lies.
pub fn statements(bytes: &[u8], start: usize, add: &mut dyn FnMut(Entry)) -> dx_bytecode::Result<()> {
    let mut tokens = Tokens::of(bytes, start as u64)?;
    let mut line = String::new();
    let mut printer = Printer::new(&mut line, tokens.version());
    let mut entry = |from: usize, words: usize, name: &str, text: &str| {
        let range = start + from * 4..start + (from + words) * 4;
        let text = format!("{name:<32} {}", text.trim()).trim_end().to_owned();
        add(Entry { range, bits: None, text });
    };
    entry(0, 1, "version", &line);
    for statement in &mut tokens {
        let (statement, at) = statement?;
        line.clear();
        let name = match &statement {
            Statement::Instruction(instruction) => {
                printer.print(&mut line, &statement);
                instruction.opcode.to_string()
            }
            Statement::Comment(comment) => {
                let words = counted(comment.words.len(), "word");
                let tag = comment.tag().map(|tag| format!("{}, ", tag.escape_ascii()));
                line = format!("{}{words}", tag.unwrap_or_default());
                "comment".to_owned()
            }
        };
        entry(at, statement.length(), &name, &line);
    }
    let trailing = tokens.trailing().len();
    entry(bytes.len() / 4 - trailing - 1, 1, "end", "");
    if trailing > 0 {
        entry(bytes.len() / 4 - trailing, trailing, "trailing", &counted(trailing, "word"));
    }
    Ok(())
}
