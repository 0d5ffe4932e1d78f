//! An interpreter of glue code: one lane (and, where lanes are mixed, its neighbour), registers and a memory of
//! buffers. It reads the text of instructions, which `isa.rs` compares with LLVM's.
//!
//! It holds the code to what hardware asks: nothing that is still being loaded is read or written, nothing is taken
//! over from halves of registers that a load leaves alone, loads of several channels are aligned.

use std::collections::{BTreeMap, BTreeSet};

use amdgpu_link::Encoding;
use amdgpu_link::isa::disassemble;
use amdgpu_link::state::{DataFormat, NumberFormat};

use super::convert::{convert, convert_half, half_to_single, raw, single_to_half};

/// High half of the address of code and tables.
pub(crate) const PC_HIGH: u32 = 0x1234;

/// A vertex buffer: the byte at an address is a function of both.
#[derive(Clone, Copy)]
pub(crate) struct Buffer {
    pub(crate) stride: u32,
}

pub(crate) fn byte(binding: u32, address: u64) -> u8 {
    let mixed = (address + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ u64::from(binding).wrapping_mul(0xd134_2543_de82_ef95);
    (mixed >> 37) as u8
}

/// An export: target, sources with their number (`None` is off), flags.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Exported {
    pub(crate) target: String,
    pub(crate) sources: [Option<u32>; 4],
    pub(crate) done: bool,
    pub(crate) compressed: bool,
    pub(crate) valid: bool,
}

pub(crate) struct Lane {
    pub(crate) encoding: Encoding,
    pub(crate) sgprs: Vec<u32>,
    pub(crate) vgprs: Vec<u32>,
    /// Registers of the neighbour whose number differs in the last bit, for instructions that mix lanes.
    pub(crate) neighbour: Option<Vec<u32>>,
    /// Whether this is the second of two lanes.
    pub(crate) odd: bool,
    pub(crate) exec: u64,
    pub(crate) vcc: u64,
    pub(crate) table: u32,
    pub(crate) buffers: BTreeMap<u32, Buffer>,
    pub(crate) exports: Vec<Exported>,
    pub(crate) ended: bool,
    /// Lanes at the first vector instruction.
    pub(crate) exec_at_first: Option<u64>,
    pub(crate) highest_sgpr: u32,
    pub(crate) highest_vgpr: u32,
    pub(crate) loads: u32,
    scc: bool,
    pending_sgprs: BTreeMap<u32, u32>,
    pending_vgprs: BTreeMap<u32, u32>,
    /// Registers that exports may still read.
    exported: BTreeSet<u32>,
}

impl Lane {
    pub(crate) fn new(encoding: Encoding) -> Self {
        Self {
            encoding,
            sgprs: (0..128).map(|n| 0x5000_0000 + n * 0x10_0001).collect(),
            vgprs: (0..256).map(|n| 0xa5a5_0000 ^ (n * 0x0101_0101)).collect(),
            neighbour: None,
            odd: false,
            exec: u64::MAX,
            vcc: 0,
            table: 0,
            buffers: BTreeMap::new(),
            exports: Vec::new(),
            ended: false,
            exec_at_first: None,
            highest_sgpr: 0,
            highest_vgpr: 0,
            loads: 0,
            scc: false,
            pending_sgprs: BTreeMap::new(),
            pending_vgprs: BTreeMap::new(),
            exported: BTreeSet::new(),
        }
    }

    /// Runs `code` to its end, through which it may fall.
    pub(crate) fn run(&mut self, code: &[u32]) {
        for line in disassemble(code, self.encoding) {
            assert!(!self.ended, "code after s_endpgm");
            self.step(&line.text);
        }
        assert!(self.pending_sgprs.is_empty() && self.pending_vgprs.is_empty(), "loads in flight at the end");
    }

    /// Runs `code` on two lanes side by side: the first is the even one.
    pub(crate) fn run_pair(even: &mut Self, odd: &mut Self, code: &[u32]) {
        odd.odd = true;
        for line in disassemble(code, even.encoding) {
            even.neighbour = Some(odd.vgprs.clone());
            odd.neighbour = Some(even.vgprs.clone());
            even.step(&line.text);
            odd.step(&line.text);
        }
    }

    fn step(&mut self, text: &str) {
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        let operands: Vec<&str> = rest.split(", ").collect();
        if name.starts_with("v_") || name.starts_with("tbuffer") || name == "exp" {
            self.exec_at_first.get_or_insert(self.exec);
        }
        match name {
            "s_waitcnt" => self.wait(rest),
            "s_endpgm" => self.ended = true,
            "v_nop" | "s_waitcnt_depctr" => {}
            "exp" => self.export(rest),
            _ if name.starts_with("s_load") => self.scalar_load(&operands),
            _ if name.starts_with("tbuffer") => self.typed_load(name, &operands),
            _ if name.starts_with("s_") => self.scalar(name, &operands),
            "v_mov_b32_dpp" => self.mix(&operands),
            _ if name.starts_with("v_") => self.vector(name, &operands),
            _ => panic!("{text}"),
        }
    }

    fn wait(&mut self, rest: &str) {
        for count in rest.split(' ') {
            match count {
                "vmcnt(0)" => {
                    for (register, value) in std::mem::take(&mut self.pending_vgprs) {
                        self.vgprs[register as usize] = value;
                    }
                }
                "lgkmcnt(0)" => {
                    for (register, value) in std::mem::take(&mut self.pending_sgprs) {
                        self.sgprs[register as usize] = value;
                    }
                }
                _ => panic!("{rest}"),
            }
        }
    }

    fn scalar(&mut self, name: &str, operands: &[&str]) {
        let value = |lane: &mut Self, index: usize| lane.source(operands[index]);
        match name {
            "s_getpc_b64" => {
                let (first, _) = span(operands[0], 's');
                self.write_sgpr(first, 0x9abc_def0);
                self.write_sgpr(first + 1, PC_HIGH);
            }
            "s_mov_b32" => {
                let value = value(self, 1);
                self.write_scalar(operands[0], u64::from(value));
            }
            "s_bfe_u32" => {
                let (from, field) = (value(self, 1), value(self, 2));
                self.write_scalar(
                    operands[0],
                    u64::from(from >> (field & 0x1f) & ((1 << (field >> 16)) - 1)),
                );
            }
            "s_bfm_b32" | "s_bfm_b64" => {
                let wide = name == "s_bfm_b64";
                let (width, at) = (value(self, 1), value(self, 2));
                let width = width & if wide { 63 } else { 31 };
                self.write_scalar(operands[0], ((1_u64 << width) - 1) << at);
            }
            "s_cmp_eq_u32" => self.scc = value(self, 0) == value(self, 1),
            "s_cmov_b32" | "s_cmov_b64" => {
                let all = value(self, 1);
                assert_eq!(all, u32::MAX);
                if self.scc {
                    let all = if name == "s_cmov_b64" { u64::MAX } else { u64::from(u32::MAX) };
                    self.write_scalar(operands[0], all);
                }
            }
            _ => panic!("{name}"),
        }
    }

    fn scalar_load(&mut self, operands: &[&str]) {
        let ((first, count), (base, two)) = (span(operands[0], 's'), span(operands[1], 's'));
        assert!(count.is_multiple_of(4) && two == 2);
        let address = (self.read_sgpr(base), self.read_sgpr(base + 1));
        assert_eq!(address, (self.table, PC_HIGH));
        let offset = if operands[2] == "null" { 0 } else { number(operands[2]) };
        assert!(offset.is_multiple_of(16) && offset < 1 << 20);
        for descriptor in 0..count / 4 {
            let binding = offset / 16 + descriptor;
            let stride = self.buffers.get(&binding).unwrap().stride;
            for (register, word) in (first + 4 * descriptor..).zip([binding, stride, !0, 0xdead]) {
                self.highest_sgpr = self.highest_sgpr.max(register);
                assert!(self.pending_sgprs.insert(register, word).is_none());
            }
        }
    }

    fn typed_load(&mut self, name: &str, operands: &[&str]) {
        let ((data, registers), (index, indices)) = (span(operands[0], 'v'), span(operands[1], 'v'));
        let (descriptor, four) = span(operands[2], 's');
        assert_eq!(four, 4);
        let mut words = operands[3].split(' ');
        assert_eq!(words.next(), Some("0"));
        let (mut format, mut offset, mut offen) = ("8_unorm".to_owned(), 0, false);
        for word in words {
            if let Some(name) = word.strip_prefix("format:[BUF_FMT_") {
                format = name.trim_end_matches(']').to_lowercase();
            } else if let Some(text) = word.strip_prefix("offset:") {
                offset = number(text);
            } else if word == "offen" {
                offen = true;
            } else {
                assert_eq!(word, "idxen");
            }
        }
        assert_eq!(indices, 1 + u32::from(offen));
        let index = (self.read_vgpr(index), if offen { self.read_vgpr(index + 1) } else { 0 });
        let (binding, stride) = (self.read_sgpr(descriptor), self.read_sgpr(descriptor + 1));
        assert_eq!(self.read_sgpr(descriptor + 3), 0xdead);
        let halves = name.contains("d16");
        let channels = name.rsplit('_').next().unwrap().len();
        assert_eq!(registers as usize, if halves { channels.div_ceil(2) } else { channels });
        let (data_format, number_format) = format.rsplit_once('_').unwrap();
        let format = (DataFormat::named(data_format).unwrap(), NumberFormat::named(number_format).unwrap());
        let values = self.fetch(binding, stride, index.0, offset + index.1, format, halves);
        self.loads += 1;
        for (channel, value) in (0_u32..).zip(values.into_iter().take(channels)) {
            let register = data + if halves { channel / 2 } else { channel };
            self.highest_vgpr = self.highest_vgpr.max(register);
            let before = self.pending_vgprs.get(&register).copied();
            let value = match (halves, channel % 2) {
                (false, _) => value,
                // The other half stays as it is.
                (true, 0) => self.vgprs[register as usize] & 0xffff_0000 | value,
                (true, _) => before.unwrap() & 0xffff | value << 16,
            };
            let twice = self.pending_vgprs.insert(register, value).is_some();
            assert!(!twice || halves && channel % 2 == 1, "two loads into v{register}");
        }
    }

    /// The channels of an element, as many as the format has.
    fn fetch(
        &self,
        binding: u32,
        stride: u32,
        index: u32,
        offset: u32,
        (data, number): (DataFormat, NumberFormat),
        halves: bool,
    ) -> Vec<u32> {
        assert!(stride == 0 || offset < stride, "the load lies past the element: {offset} of {stride}");
        let packed = data.bits() % 8 != 0;
        if data.channels() > 1 && !packed {
            assert!(data.bits() == 32, "{data} comes wrong where the buffer is not aligned");
            let aligned = [offset, stride].iter().all(|bytes| bytes.is_multiple_of(data.bytes()));
            assert!(aligned, "{data} at {offset}, {stride}");
        }
        let address = u64::from(index) * u64::from(stride) + u64::from(offset);
        let bytes: Vec<u8> = (0..u64::from(data.bytes())).map(|at| byte(binding, address + at)).collect();
        let widths = super::convert::widths(data);
        let raw = raw(data, &bytes);
        raw.into_iter()
            .zip(widths)
            .map(|(raw, width)| {
                if halves { u32::from(convert_half(number, width, raw)) } else { convert(number, width, raw) }
            })
            .collect()
    }

    fn vector(&mut self, name: &str, operands: &[&str]) {
        let mut sources = [0_u32; 3];
        for (slot, operand) in sources.iter_mut().zip(operands.iter().skip(1)) {
            if *operand != "vcc_lo" {
                *slot = self.source(operand.trim_end_matches(".l"));
            }
        }
        let [a, b, c] = sources;
        let float = f32::from_bits;
        let pack = |low: u16, high: u16| u32::from(low) | u32::from(high) << 16;
        let value = match name.trim_end_matches("_e32").trim_end_matches("_e64") {
            "v_mov_b32" => a,
            "v_add_nc_u32" => a.wrapping_add(b),
            "v_sub_nc_u32" => a.wrapping_sub(b),
            "v_lshrrev_b32" => b >> (a & 31),
            "v_lshlrev_b32" => b << (a & 31),
            "v_and_b32" => a & b,
            "v_or_b32" => a | b,
            "v_mul_hi_u32" => ((u64::from(a) * u64::from(b)) >> 32) as u32,
            "v_lshl_or_b32" => a << (b & 31) | c,
            "v_bfe_u32" => a >> (b & 31) & ((1 << c) - 1),
            "v_bfe_i32" => ((a << (32 - b - c)) as i32 >> (32 - c)) as u32,
            "v_perm_b32" => {
                let bytes = u64::from(a) << 32 | u64::from(b);
                let select = |at: u32| match c >> (8 * at) & 0xff {
                    byte @ 0..8 => (bytes >> (8 * byte) & 0xff) as u32,
                    12 => 0,
                    _ => panic!("{c:#x}"),
                };
                (0..4).fold(0, |value, at| value | select(at) << (8 * at))
            }
            "v_cndmask_b32" => {
                if self.vcc & if self.odd { 2 } else { 1 } != 0 {
                    b
                } else {
                    a
                }
            }
            "v_cvt_f32_f16" => half_to_single(a as u16).to_bits(),
            "v_cvt_pkrtz_f16_f32" | "v_cvt_pk_rtz_f16_f32" => {
                pack(single_to_half(float(a)), single_to_half(float(b)))
            }
            "v_cvt_pknorm_u16_f32" | "v_cvt_pk_norm_u16_f32" => pack(norm_u16(float(a)), norm_u16(float(b))),
            "v_cvt_pknorm_i16_f32" | "v_cvt_pk_norm_i16_f32" => pack(norm_i16(float(a)), norm_i16(float(b))),
            "v_cvt_pk_u16_u32" => pack(a.min(0xffff) as u16, b.min(0xffff) as u16),
            "v_cvt_pk_i16_i32" => {
                let clamp = |value: u32| (value as i32).clamp(-0x8000, 0x7fff) as u16;
                pack(clamp(a), clamp(b))
            }
            _ => panic!("{name}"),
        };
        let (register, _) = span(operands[0], 'v');
        self.write_vgpr(register, value);
    }

    fn mix(&mut self, operands: &[&str]) {
        assert!(operands[1].ends_with("dpp8:[1,0,3,2,5,4,7,6]"));
        let source = operands[1].split(' ').next().unwrap();
        let (register, _) = span(source, 'v');
        let neighbour = self.neighbour.as_ref().unwrap();
        let value = neighbour[register as usize];
        let (result, _) = span(operands[0], 'v');
        self.write_vgpr(result, value);
    }

    fn export(&mut self, rest: &str) {
        let (target, rest) = rest.split_once(' ').unwrap();
        let mut operands: Vec<&str> = rest.split(", ").collect();
        let mut flags = operands[3].split(' ');
        let last = flags.next().unwrap();
        let flags: Vec<&str> = flags.collect();
        operands[3] = last;
        let mut sources = [None; 4];
        for (slot, operand) in sources.iter_mut().zip(operands) {
            if operand != "off" {
                *slot = Some(self.source(operand));
                self.exported.insert(span(operand, 'v').0);
            }
        }
        self.exports.push(Exported {
            target: target.to_owned(),
            sources,
            done: flags.contains(&"done"),
            compressed: flags.contains(&"compr"),
            valid: flags.contains(&"vm"),
        });
    }

    fn source(&mut self, operand: &str) -> u32 {
        match operand {
            "vcc_lo" => self.vcc as u32,
            "1.0" => 1.0_f32.to_bits(),
            _ if operand.starts_with('s') => self.read_sgpr(span(operand, 's').0),
            _ if operand.starts_with('v') => self.read_vgpr(span(operand, 'v').0),
            _ => number(operand),
        }
    }

    fn read_sgpr(&mut self, register: u32) -> u32 {
        assert!(!self.pending_sgprs.contains_key(&register), "s{register} is read while it is loaded");
        self.highest_sgpr = self.highest_sgpr.max(register);
        self.sgprs[register as usize]
    }

    fn read_vgpr(&mut self, register: u32) -> u32 {
        assert!(!self.pending_vgprs.contains_key(&register), "v{register} is read while it is loaded");
        self.highest_vgpr = self.highest_vgpr.max(register);
        self.vgprs[register as usize]
    }

    fn write_scalar(&mut self, operand: &str, value: u64) {
        match operand {
            "exec_lo" => self.exec = self.exec >> 32 << 32 | value,
            "exec" => self.exec = value,
            "vcc_lo" => self.vcc = self.vcc >> 32 << 32 | value,
            "vcc_hi" => self.vcc = self.vcc & 0xffff_ffff | value << 32,
            _ => self.write_sgpr(span(operand, 's').0, value as u32),
        }
    }

    fn write_sgpr(&mut self, register: u32, value: u32) {
        assert!(!self.pending_sgprs.contains_key(&register), "s{register} is written while it is loaded");
        self.highest_sgpr = self.highest_sgpr.max(register);
        self.sgprs[register as usize] = value;
    }

    fn write_vgpr(&mut self, register: u32, value: u32) {
        assert!(!self.pending_vgprs.contains_key(&register), "v{register} is written while it is loaded");
        assert!(!self.exported.contains(&register), "v{register} is written while it is exported");
        self.highest_vgpr = self.highest_vgpr.max(register);
        self.vgprs[register as usize] = value;
    }
}

pub(crate) fn norm_u16(value: f32) -> u16 {
    (value.clamp(0.0, 1.0) * 65535.0).round_ties_even() as u16
}

pub(crate) fn norm_i16(value: f32) -> u16 {
    (value.clamp(-1.0, 1.0) * 32767.0).round_ties_even() as i16 as u16
}

/// `v[4:7]` as (4, 4), `v4` as (4, 1).
fn span(operand: &str, letter: char) -> (u32, u32) {
    let text = operand.strip_prefix(letter).unwrap_or_else(|| panic!("{operand} is no {letter}"));
    match text.strip_prefix('[') {
        Some(range) => {
            let (first, last) = range.trim_end_matches(']').split_once(':').unwrap();
            let (first, last): (u32, u32) = (first.parse().unwrap(), last.parse().unwrap());
            (first, last - first + 1)
        }
        None => (text.parse().unwrap(), 1),
    }
}

fn number(text: &str) -> u32 {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).unwrap(),
        None => text.parse::<i64>().unwrap() as u32,
    }
}
