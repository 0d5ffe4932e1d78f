//! The map of a token program: a line of assembly beside the bytes of each statement, in the place of the one field
//! that the walk over the part has for all tokens.

use dx_bytecode::custom_data::{CustomData, CustomDataClass};
use dx_bytecode::program::{PartStatements, Statement};
use dx_bytecode::text::Printer;
use dx_container::fields::{Field, Group, Sink};
use dx_container::reader::Payload;

use super::map::{Entry, Fields};
use crate::loading::program::TOKENS;
use crate::style::counted;

/// Passes a walk over SHDR or SHEX on to the map, its tokens statement by statement. What cannot be read stays the
/// field it was.
pub struct Statements<'f, 'w, 'b, 'a> {
    pub fields: &'f mut Fields<'w, 'b>,
    pub payload: Payload<'a>,
}

impl<'a> Sink<'a> for Statements<'_, '_, '_, '_> {
    fn field(&mut self, mut field: Field<'a>) {
        self.fields.order.add(&field);
        if field.name == TOKENS
            && let Ok(statements) = PartStatements::of(self.payload)
        {
            let mut printer = Printer::new(statements.version());
            let mut line = String::new();
            for (statement, range) in statements.map_while(Result::ok) {
                field.range.start = range.end;
                line.clear();
                let name = match &statement {
                    Statement::Instruction(instruction) => {
                        printer.print(&mut line, &statement);
                        instruction.opcode.to_string()
                    }
                    Statement::CustomData(data) => {
                        line = described(data);
                        "customdata".to_owned()
                    }
                };
                let text = format!("{name:<32} {}", line.trim_end());
                self.fields.entry(Entry { range, bits: None, text: text.trim_end().to_owned() });
            }
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

/// Custom data in a few words: its bytes stand beside it.
fn described(data: &CustomData) -> String {
    let words = counted(data.words.len(), "word");
    match data.class {
        CustomDataClass::IMMEDIATE_CONSTANT_BUFFER => {
            format!("immediate constant buffer, {}", counted(data.words.len() / 4, "vector"))
        }
        CustomDataClass::COMMENT => format!("comment, {words}"),
        CustomDataClass::DEBUG_INFO => format!("debug information, {words}"),
        CustomDataClass::SHADER_MESSAGE => format!("shader message, {words}"),
        CustomDataClass(class) => format!("class {class}, {words}"),
    }
}
