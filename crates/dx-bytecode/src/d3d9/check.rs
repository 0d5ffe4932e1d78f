//! Whether a Direct3D 9 program keeps to what its version has: opcodes, registers, modifiers, blocks. Found
//! in one pass, in time that grows with the program. What a device may refuse besides, such as too many instructions
//! or reads of what was not written, is not looked at.

use dx_container::D3d9Version;
use dx_container::parts::level9::{Level9, LoopMapping};

use crate::check::{Report, Rule, StatementPlace};
use crate::d3d9::instruction::{COISSUE, Instruction};
use crate::d3d9::opcode::{Block, Opcode, OpcodeRow, Words};
use crate::d3d9::operand::{Operand, PARAMETER, RESERVED};
use crate::d3d9::program::{Program, Statement};
use crate::d3d9::register::RegisterKind;
use crate::d3d9::text::print_operand;

/// Sources: the modifiers of pixel shaders 1.x, of 1.4 only, of shader model 3, of truth values.
const SCALES: std::ops::RangeInclusive<u32> = 2..=8;
const DIVISIONS: std::ops::RangeInclusive<u32> = 9..=10;
const ABSOLUTES: std::ops::RangeInclusive<u32> = 11..=12;
const NOT: u32 = 13;

/// Checks a program.
pub fn check(program: &Program) -> Report {
    let mut checker = Checker::new(program.version);
    let mut place = StatementPlace { index: 0, word: 0 };
    for (index, statement) in program.statements.iter().enumerate() {
        place.index = index;
        checker.place = Some(place);
        checker.statement(statement);
        place.word = place.word.saturating_add(statement.length());
    }
    checker.finish(program.trailing.len())
}

/// Checks the tables of part Aon9 against its program, as far as one can be read; adds to what was found of that.
pub fn check_mappings(part: &Level9<'_>, report: &mut Report) {
    let rule = Rule::D3D9_MAPPING;
    let token = part.program.first_chunk().map(|word| D3d9Version(u32::from_le_bytes(*word)));
    if token != Some(part.version) {
        let found = token.map_or("no version".to_owned(), |token| format!("version {token}"));
        let expected = part.version;
        report.add(
            rule,
            None,
            format_args!("program has {found}, expected {expected} as in the header of the part"),
        );
    }
    let mappings = &part.mappings;
    let mut target = |kind: RegisterKind, first: u16, count: u16| {
        let operand = Operand::source(kind, 0);
        let available = operand.row(part.version).map_or(0, |row| row.count(part.version));
        if u32::from(first) + u32::from(count) > available {
            let name = operand.row(part.version).map_or("register", |row| row.name);
            let last = (u32::from(first) + u32::from(count)).saturating_sub(1);
            report.add(
                rule,
                None,
                format_args!(
                    "registers {name}{first} to {name}{last} are mapped, but {} has only {available} of \
                     these registers",
                    part.version
                ),
            );
        }
    };
    mappings.constants.iter().for_each(|mapping| target(RegisterKind::CONST, mapping.target, mapping.count));
    mappings.runtime.iter().for_each(|mapping| target(RegisterKind::CONST, mapping.target, 1));
    mappings.loops.iter().for_each(|mapping| target(RegisterKind::CONSTINT, mapping.target, 1));
    mappings.samplers.iter().for_each(|mapping| target(RegisterKind::SAMPLER, mapping.target.into(), 1));
    for mapping in mappings.loops.iter().filter(|mapping| mapping.component > 3) {
        let LoopMapping { buffer, row, component, target } = *mapping;
        report.add(
            rule,
            None,
            format_args!(
                "i{target} is loaded from component {component} of cb{buffer}[{row}], expected component 0 \
                 to 3"
            ),
        );
    }
    for conversion in mappings.constants.iter().flat_map(|mapping| mapping.conversions) {
        if conversion.0 > 3 {
            let found = conversion.0;
            report.add(
                rule,
                None,
                format_args!("data conversion of a constant mapping is {found}, expected 0 to 3"),
            );
        }
    }
}

struct Checker {
    version: D3d9Version,
    report: Report,
    place: Option<StatementPlace>,
    /// The instructions that opened the blocks that are open, and where.
    open: Vec<(Opcode, StatementPlace)>,
}

impl Checker {
    fn new(version: D3d9Version) -> Self {
        let mut checker = Self { version, report: Report::default(), place: None, open: Vec::new() };
        if !D3d9Version::begins(&version.0.to_le_bytes()) {
            checker.find(
                Rule::D3D9_VERSION,
                format_args!("unknown version {version}, expected vs or ps 1.1 to 3.0"),
            );
        }
        checker
    }

    fn find(&mut self, rule: Rule, message: std::fmt::Arguments<'_>) {
        self.report.add(rule, self.place, message);
    }

    fn finish(mut self, trailing: usize) -> Report {
        for (opcode, place) in std::mem::take(&mut self.open) {
            self.place = Some(place);
            self.find(Rule::D3D9_BLOCK, format_args!("{opcode} opens a block that is never closed"));
        }
        self.place = None;
        if trailing > 0 {
            self.find(Rule::D3D9_BITS, format_args!("{trailing} dwords follow the end token, expected none"));
        }
        self.report.findings.sort_by_key(|finding| finding.place);
        self.report
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Instruction(instruction) => self.instruction(instruction),
            Statement::Comment(comment) if comment.reserved => {
                self.find(Rule::D3D9_BITS, format_args!("bit 31 of the comment token is set, expected 0"));
            }
            Statement::Comment(_) => {}
        }
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let (opcode, version) = (instruction.opcode, self.version);
        let Some(row) = opcode.row(version) else {
            self.find(Rule::D3D9_OPCODE, format_args!("{opcode} is unknown"));
            return;
        };
        if !row.is_in(version) {
            self.find(Rule::D3D9_OPCODE, format_args!("{opcode} is not available in {version}"));
            return;
        }
        self.controls(instruction, row);
        self.block(row);
        let is_setup = row.words != Words::None;
        for (index, operand) in instruction.operands.iter().enumerate() {
            let is_destination = index < row.writes;
            let is_written = is_destination && !row.reads_first;
            self.operand(*operand, is_destination, (!is_setup).then_some(is_written));
        }
        if let Some(predicate) = instruction.predicate {
            self.operand(predicate, false, Some(false));
            if predicate.kind() != RegisterKind::PREDICATE {
                let shown = self.shown(predicate, false);
                self.find(
                    Rule::D3D9_REGISTER,
                    format_args!("{opcode} has the predicate {shown}, expected p0"),
                );
            }
        }
    }

    /// Bits of the token, and words that no row knows.
    fn controls(&mut self, instruction: &Instruction, row: &OpcodeRow) {
        let opcode = instruction.opcode;
        let control = instruction.control();
        let is_known = row.variants.iter().any(|variant| variant.0 == control);
        let needs_variant = row.variants.len() > 2;
        if !is_known && (control != 0 || needs_variant) {
            self.find(
                Rule::D3D9_CONTROL,
                format_args!("{opcode} has the undefined value {control} in bits 16 to 23"),
            );
        }
        let is_pixel_1 = !self.version.is_vertex() && self.version.major() < 2;
        let coissue = if is_pixel_1 { COISSUE } else { 0 };
        let bits = instruction.controls & !0x00ff_0000 & !coissue;
        if bits != 0 {
            self.find(Rule::D3D9_BITS, format_args!("{opcode} has bits {bits:#010x} set, expected 0"));
        }
        let extra = instruction.words.len().saturating_sub(row.words.count());
        if extra > 0 {
            self.find(Rule::D3D9_BITS, format_args!("{opcode} has {extra} unused dwords after the operands"));
        }
    }

    fn block(&mut self, row: &OpcodeRow) {
        let Some(place) = self.place else { return };
        if matches!(row.block, Block::Middle | Block::End) {
            let expected = match row.opcode {
                Opcode::ENDLOOP => &[Opcode::LOOP][..],
                Opcode::ENDREP => &[Opcode::REP],
                Opcode::ENDIF => &[Opcode::IF, Opcode::IFC, Opcode::ELSE],
                _ => &[Opcode::IF, Opcode::IFC],
            };
            match self.open.last() {
                Some((opened, _)) if expected.contains(opened) => {
                    self.open.pop();
                }
                Some((opened, _)) => {
                    let (opened, opcode) = (*opened, row.opcode);
                    self.find(
                        Rule::D3D9_BLOCK,
                        format_args!("{opcode} does not match {opened}, which opened the innermost block"),
                    );
                }
                None => {
                    self.find(Rule::D3D9_BLOCK, format_args!("{} does not match an open block", row.opcode))
                }
            }
        }
        if matches!(row.block, Block::Begin | Block::Middle) {
            self.open.push((row.opcode, place));
        }
    }

    /// An operand; whether it is written, where that matters.
    fn operand(&mut self, operand: Operand, is_destination: bool, is_written: Option<bool>) {
        let version = self.version;
        let shown = self.shown(operand, is_destination);
        if operand.token & PARAMETER == 0 || operand.token & RESERVED != 0 {
            self.find(
                Rule::D3D9_BITS,
                format_args!("reserved bits of operand {shown} have an invalid value"),
            );
        }
        let row = operand.row(version).filter(|row| row.count(version) > 0);
        let Some(row) = row else {
            self.find(Rule::D3D9_REGISTER, format_args!("register {shown} does not exist in {version}"));
            return;
        };
        let count = row.count(version);
        if operand.number() >= count {
            self.find(
                Rule::D3D9_RANGE,
                format_args!("{shown} is out of range: {version} has {count} of these registers"),
            );
        }
        match is_written {
            Some(true) if !row.writes => {
                self.find(Rule::D3D9_WRITE, format_args!("{shown} is written, but can only be read"));
            }
            Some(false) if !row.reads => {
                self.find(Rule::D3D9_READ, format_args!("{shown} is read, but can only be written"));
            }
            _ => {}
        }
        self.modifier(operand, is_destination, &shown);
        if !operand.is_relative() {
            return;
        }
        if row.relative.is_none_or(|since| version.model() < since) {
            self.find(
                Rule::D3D9_RELATIVE,
                format_args!("{shown} has relative addressing, which {version} does not support"),
            );
        }
        let is_address = |address: Operand| match address.kind() {
            RegisterKind::ADDR => version.is_vertex(),
            RegisterKind::LOOP => true,
            _ => false,
        };
        if operand.address().is_some_and(|address| !is_address(address)) {
            let expected = if version.is_vertex() { "a0 or aL" } else { "aL" };
            self.find(
                Rule::D3D9_RELATIVE,
                format_args!("{shown} has relative addressing with a register other than {expected}"),
            );
        }
    }

    fn modifier(&mut self, operand: Operand, is_destination: bool, shown: &str) {
        let version = self.version;
        let (is_pixel, model) = (!version.is_vertex(), version.model());
        let is_pixel_1 = is_pixel && version.major() < 2;
        let is_known = if is_destination {
            let is_saturated = operand.result() & 1 != 0;
            operand.result() < 8
                && (operand.shift() == 0 || is_pixel_1)
                && (!is_saturated || is_pixel || version.major() >= 3)
        } else {
            match operand.modifier() {
                0 | 1 => true,
                modifier if SCALES.contains(&modifier) => is_pixel_1,
                modifier if DIVISIONS.contains(&modifier) => is_pixel && model == 0x0104,
                modifier if ABSOLUTES.contains(&modifier) => version.major() >= 3,
                NOT => matches!(operand.kind(), RegisterKind::PREDICATE | RegisterKind::CONSTBOOL),
                _ => false,
            }
        };
        if !is_known {
            self.find(
                Rule::D3D9_MODIFIER,
                format_args!("{shown} has a modifier that {version} does not have"),
            );
        }
    }

    fn shown(&self, operand: Operand, is_destination: bool) -> String {
        let mut shown = String::new();
        print_operand(&mut shown, operand, is_destination, self.version);
        shown
    }
}
