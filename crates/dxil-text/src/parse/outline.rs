//! The top level of a text, and the order in which what stands there is read.

use bstr::ByteSlice as _;
use dxil_ir::Dialect;
use dxil_ir::metadata::fixed_kinds;

use super::cursor::{Parser, Result};
use super::token::Token;

impl Parser<'_> {
    /// Reads everything.
    pub(super) fn outline(&mut self) {
        while self.token != Token::End {
            let start = self.start;
            self.first = start;
            if let Err(fault) = self.entity() {
                self.note(fault);
                self.skip_to_entity(start);
            }
        }
        // What is missing now may be what could not be read.
        self.expects_all_names = !self.has_faults();
        self.check_types();
        self.attribute_lists();
        self.kept_values();
        self.kept_metadata();
        self.bodies();
        self.define_places();
        self.check_comdats();
    }

    fn entity(&mut self) -> Result {
        match self.token {
            Token::LocalName | Token::LocalNumber => self.type_definition(),
            Token::GlobalName | Token::GlobalNumber => self.variable_or_alias(),
            Token::ComdatName => self.comdat_definition(),
            Token::MetadataNumber => self.node_later(),
            Token::MetadataName => self.named_metadata_later(),
            Token::Word => match self.text() {
                b"define" | b"declare" => self.function(),
                b"attributes" => self.attribute_group(),
                b"target" => self.target(),
                b"module" => self.module_assembly(),
                b"source_filename" => self.source_file(),
                b"deplibs" => Err(self.fault("`deplibs` is not supported")),
                b"uselistorder" | b"uselistorder_bb" => Err(self.fault("`uselistorder` is not supported")),
                _ => Err(self.no_entity()),
            },
            _ => Err(self.no_entity()),
        }
    }

    /// `source_filename = "…"`, which only modern modules have.
    fn source_file(&mut self) -> Result {
        self.bump();
        self.expect(Token::Equal, "`=`")?;
        self.string("a file name")?;
        self.module.dialect = Dialect::Modern;
        self.module.metadata_kinds = fixed_kinds(Dialect::Modern).iter().copied().map(Into::into).collect();
        Ok(())
    }

    #[cold]
    fn no_entity(&self) -> Box<super::Fault> {
        self.expected(
            "`define`, `declare`, `target`, `attributes`, or the name of a type, a global or metadata",
        )
    }

    /// Goes on with the next line that begins with something of the top level.
    fn skip_to_entity(&mut self, start: usize) {
        // What has no end went on to the end of the text.
        let here = if self.token == Token::End { start } else { self.start.saturating_sub(1) };
        let mut at = start.max(here);
        loop {
            let rest = self.source.get(at..).unwrap_or_default();
            let Some(step) = rest.find_byte(b'\n') else {
                return self.seek(self.source.len());
            };
            at += step + 1;
            let line = self.source.get(at..).unwrap_or_default();
            let words: [&[u8]; 5] = [b"define ", b"declare ", b"target ", b"attributes ", b"module "];
            let is_name = line.first().is_some_and(|byte| matches!(byte, b'%' | b'@' | b'$' | b'!'));
            if is_name || words.iter().any(|word| line.starts_with(word)) {
                return self.seek(at);
            }
        }
    }

    /// `target triple = "…"`.
    fn target(&mut self) -> Result {
        self.bump();
        let is_triple = match self.text() {
            b"triple" => true,
            b"datalayout" => false,
            _ => return Err(self.expected("`triple` or `datalayout`")),
        };
        self.bump();
        self.expect(Token::Equal, "`=`")?;
        let text = self.string("a target description")?.into_owned().into();
        if is_triple {
            self.module.triple = text;
        } else {
            self.module.data_layout = text;
        }
        Ok(())
    }

    /// `module asm "…"`.
    fn module_assembly(&mut self) -> Result {
        self.bump();
        self.expect_word("asm")?;
        let line = self.string("assembly")?;
        self.module.inline_assembly.extend_from_slice(&line);
        self.module.inline_assembly.push(b'\n');
        Ok(())
    }
}
