//! The top level of a text, and the order in which what stands there is read.

use bstr::{BString, ByteSlice as _};
use dxil_ir::Dialect;
use dxil_ir::data_layout::{self, address_space};

use super::cursor::{Parser, Result};
use super::token::Token;

impl Parser<'_> {
    /// Reads everything.
    pub(super) fn top_level(&mut self) {
        while self.at.token != Token::End {
            let start = self.at.start;
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
        self.block_addresses();
        self.kept_values();
        self.kept_metadata();
        self.unite_metadata();
        self.kept_attachments();
        self.bodies();
        self.intrinsics();
        self.order_kinds();
        self.define_places();
        self.check_comdats();
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "matches tokens, not the IR")]
    fn entity(&mut self) -> Result {
        match self.at.token {
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
                b"source_filename" if self.is_modern() => self.source_filename(),
                b"source_filename" => Err(self
                    .fault("LLVM 3.7 has no `source_filename`")
                    .with_hint("remove the line, which a newer version of LLVM wrote")),
                b"deplibs" => Err(self.fault("`deplibs` is not supported")),
                b"uselistorder" | b"uselistorder_bb" if self.is_modern() => self.use_list_order(),
                b"uselistorder" | b"uselistorder_bb" => Err(self.fault("`uselistorder` is not supported")),
                _ => Err(self.no_entity()),
            },
            Token::Bad if self.text() == b"^" => Err(self
                .fault("module summaries are not supported")
                .with_hint("remove the lines that begin with `^`: the module does not need its summary")),
            _ => Err(self.no_entity()),
        }
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
        let here = if self.at.token == Token::End { start } else { self.at.start.saturating_sub(1) };
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
        let start = self.at.start;
        let text: BString = self.string("a target description")?.into_owned().into();
        // LLVM 3.7 reads what no later release has.
        if !is_triple
            && self.is_modern()
            && let Err(malformed) = data_layout::check(&text)
        {
            let message = format!("{malformed} in the data layout");
            return Err(self.fault_from(start, message));
        }
        if is_triple {
            self.module.triple = text;
        } else {
            self.module.data_layout = text;
            if self.is_modern() {
                self.program_space = address_space(&self.module.data_layout, b'P');
            }
        }
        Ok(())
    }

    /// `source_filename = "…"`.
    fn source_filename(&mut self) -> Result {
        self.bump();
        self.expect(Token::Equal, "`=`")?;
        self.module.source_filename = self.string("the name of a file")?.into_owned().into();
        Ok(())
    }

    /// `uselistorder ptr @x, { 1, 0 }`: the order in which LLVM keeps uses, which says nothing about the program.
    pub(super) fn use_list_order(&mut self) -> Result {
        while self.at.token != Token::OpenBrace {
            if matches!(self.at.token, Token::End | Token::CloseBrace) {
                return Err(self.expected("`{` and the order of uses"));
            }
            self.bump();
        }
        self.bump();
        self.list(Token::CloseBrace, "`}`", |parser| parser.u32("a use-list position").map(drop))
    }

    /// `module asm "…"`; since LLVM 23, an entry may have several strings, one for each line.
    fn module_assembly(&mut self) -> Result {
        self.bump();
        self.expect_word("asm")?;
        if self.at.token == Token::OpenParen {
            let fault = self.fault("properties of module assembly are not supported");
            return Err(fault.with_hint("DXIL has no assembly for a processor"));
        }
        loop {
            let line = self.string("assembly")?;
            self.module.inline_assembly.extend_from_slice(&line);
            self.module.inline_assembly.push(b'\n');
            if self.module.dialect == Dialect::Dxil37 || self.at.token != Token::String {
                return Ok(());
            }
        }
    }
}
