//! Words of every opcode of a table, with fields at random. Separate because tests of decoding and of hostile code
//! begin with them.

use rdna::Generation;
use rdna::table::{Encoding, Row, Type};
use testkit::random::Random;

/// What operands of scalar operations may be: registers, constants, a literal.
fn scalar(random: &mut Random, registers: u16) -> u32 {
    let aligned = |random: &mut Random| {
        let step = if registers > 1 { 4 } else { 1 };
        (random.below(100 / step) * step) as u32
    };
    match random.below(8) {
        0 => 106,
        1 => 126,
        2 => 128 + random.below(81) as u32,
        3 => 240 + random.below(9) as u32,
        4 => 255,
        _ => aligned(random),
    }
}

fn register(random: &mut Random, registers: u16) -> u32 {
    let step = if registers > 1 { 4 } else { 1 };
    (random.below(100 / step) * step) as u32
}

/// What operands of vector operations may be.
fn source(random: &mut Random, of: Type, has_literal: bool) -> u32 {
    match of {
        Type::Mask => register(random, 2),
        _ if random.below(3) > 0 => 256 + vector(random, of),
        of => match scalar(random, of.registers()) {
            255 if !has_literal => 128,
            code => code,
        },
    }
}

fn vector(random: &mut Random, of: Type) -> u32 {
    // Halves have as many registers as fit beside a bit for the half.
    (random.below(if of.is_half() { 128 } else { 240 })) as u32
}
/// Words that may be an instruction of this row; what follows it is a literal or another word of fields.
pub(crate) fn words(row: &Row, generation: Generation, random: &mut Random) -> Vec<u32> {
    match row.encoding {
        Encoding::Sop1
        | Encoding::Sop2
        | Encoding::Sopc
        | Encoding::Sopk
        | Encoding::Sopp
        | Encoding::Smem => scalar_words(row, generation, random),
        Encoding::Vop1 | Encoding::Vop2 | Encoding::Vopc | Encoding::Vop3
            if row.encoding == Encoding::Vop3 || random.below(2) == 0 && row.mnemonic.ends_with("_e32") =>
        {
            long(row, generation, random)
        }
        Encoding::Vop1 | Encoding::Vop2 | Encoding::Vopc => short(row, generation, random),
        Encoding::Vop3p | Encoding::VopdX | Encoding::VopdY => doubled(row, random),
        _ => memory(row, generation, random),
    }
}

fn scalar_words(row: &Row, generation: Generation, random: &mut Random) -> Vec<u32> {
    let is_gfx11 = generation.is_gfx11();
    let opcode = u32::from(row.opcode);
    let dst = row.result();
    let literal = random.word() & 0x7fff | 0x100;
    match row.encoding {
        Encoding::Sop2 | Encoding::Sopc => {
            let at = usize::from(row.encoding == Encoding::Sop2);
            let of = |index: usize| row.types.get(at + index).map_or(1, |of| of.registers());
            let first = scalar(random, of(0));
            let second = if first == 255 { register(random, of(1)) } else { scalar(random, of(1)) };
            let fields = second << 8 | first;
            let head = if row.encoding == Encoding::Sopc {
                0xbf00_0000 | opcode << 16
            } else {
                0x8000_0000 | opcode << 23 | register(random, dst.registers()) << 16
            };
            vec![head | fields, literal]
        }
        Encoding::Sop1 => {
            let of = row.types.get(1).copied().unwrap_or(dst);
            if row.name.contains("sendmsg") {
                return vec![
                    0xbe80_0000
                        | register(random, dst.registers()) << 16
                        | opcode << 8
                        | (128 + random.below(6) as u32),
                ];
            }
            vec![
                0xbe80_0000
                    | register(random, dst.registers()) << 16
                    | opcode << 8
                    | scalar(random, of.registers()),
                literal,
            ]
        }
        Encoding::Sopk => {
            vec![
                0xb000_0000 | opcode << 23 | register(random, dst.registers()) << 16 | random.word() & 0xffff,
                literal,
            ]
        }
        // Bits that mean nothing are shown in one of two ways.
        Encoding::Sopp if row.name == "s_waitcnt_depctr" => {
            vec![0xbf80_0000 | opcode << 16 | [0xff83, 0xff9d, 0x0f9f][random.below(3)]]
        }
        Encoding::Sopp if row.name.contains("sendmsg") => {
            vec![0xbf80_0000 | opcode << 16 | [1, 9][random.below(2)]]
        }
        Encoding::Sopp => {
            vec![0xbf80_0000 | opcode << 16 | random.word() & if random.below(2) == 0 { 3 } else { 0xffff }]
        }
        Encoding::Smem => {
            let null = if is_gfx11 { 124 } else { 125 };
            let scalar = if random.below(2) == 0 { null } else { register(random, 1) };
            let cached = if is_gfx11 { random.word() & 0x6000 } else { random.word() & 0x1_4000 };
            let base = register(random, 4) / 2;
            vec![
                0xf400_0000 | opcode << 18 | register(random, 16) << 6 | base | cached,
                scalar << 25 | random.word() & [0, 0xf_ffff][random.below(2)],
            ]
        }
        _ => unreachable!(),
    }
}

/// Two operations in one: on two halves, or two at once.
fn doubled(row: &Row, random: &mut Random) -> Vec<u32> {
    let opcode = u32::from(row.opcode);
    let dst = row.result();
    let types = |index: usize| row.sources().get(index).copied().unwrap_or(Type::Nothing);
    let literal = random.word() & 0x7fff | 0x100;
    match row.encoding {
        Encoding::Vop3p => {
            let sources = [0, 1, 2]
                .map(|at| if types(at) == Type::Nothing { 0 } else { source(random, types(at), at == 0) });
            let unused = if row.sources().len() < 3 { 3 } else { 7 };
            let bits = random.word();
            // Bytes have no halves.
            let bits =
                if row.name.contains("dot4") || row.name.contains("dot8") { bits & !0x70 } else { bits };
            let high =
                if bits & 0x70 == 0 || random.below(2) == 0 { 7 } else { random.word() & 7 } | !unused & 7;
            vec![
                0xcc00_0000
                    | opcode << 16
                    | vector(random, dst)
                    | (bits & 7 & unused) << 8
                    | (bits >> 4 & 7 & unused) << 11
                    | high >> 2 << 14
                    | bits & 0x8000,
                sources[0]
                    | sources[1] << 9
                    | sources[2] << 18
                    | (high & 3) << 27
                    | (bits >> 8 & 7 & unused) << 29,
                literal,
            ]
        }
        Encoding::VopdX | Encoding::VopdY => {
            let other = random.below(9) as u32;
            let (x, y) = if row.encoding == Encoding::VopdX { (opcode, other) } else { (other, opcode) };
            let first = source(random, Type::Bits(32), true);
            let second =
                if first == 255 { 256 + vector(random, dst) } else { source(random, Type::Bits(32), true) };
            // What moves has no second source.
            let of =
                |opcode: u32, random: &mut Random| if opcode == 8 { 0 } else { random.below(256) as u32 };
            let (vector_x, vector_y) = (of(x, random), of(y, random));
            vec![
                0xc800_0000 | x << 22 | y << 17 | vector_x << 9 | first,
                (random.below(256) as u32) << 24 | (random.below(128) as u32) << 17 | vector_y << 9 | second,
                literal,
            ]
        }
        _ => unreachable!(),
    }
}

/// A word and what follows it: a literal, or the word of DPP or SDWA.
fn short(row: &Row, generation: Generation, random: &mut Random) -> Vec<u32> {
    let opcode = u32::from(row.opcode);
    let types = |index: usize| row.sources().get(index).copied().unwrap_or(Type::Nothing);
    let [dst, ..] = row.types[..] else { unreachable!() };
    let half = |random: &mut Random, of: Type| match generation.is_gfx11() && of.is_half() {
        true => (random.below(256)) as u32,
        false => (random.below(250)) as u32,
    };
    let mut first = match types(0) {
        Type::Nothing => 0,
        of if random.below(2) == 0 => 256 + half(random, of),
        of => source(random, of, !row.name.contains("mk_") && !row.name.contains("ak_")),
    };
    let mut behind = random.word() & 0x7fff | 0x100;
    if row.mnemonic.ends_with("_e32") && types(0).registers() == 1 && dst.registers() < 2 {
        let any = random.word();
        match random.below(4) {
            0 => {
                let control = [0x1b, 0xe4, 0x101, 0x111, 0x121, 0x140, 0x141, 0x151, 0x16f][random.below(9)];
                (first, behind) = (250, any & 0xff0c_00ff | control << 8);
            }
            1 => (first, behind) = ([233, 234][random.below(2)], any),
            2 if !generation.is_gfx11() => {
                let selected = |random: &mut Random| random.below(7) as u32;
                let results = if row.encoding == Encoding::Vopc {
                    0
                } else {
                    selected(random) << 8 | (random.below(3) as u32) << 11
                };
                behind = any & 0xff | results | selected(random) << 16 | selected(random) << 24;
                if row.encoding == Encoding::Vop1 {
                    behind &= 0x00ff_ffff;
                    behind |= 6 << 24;
                }
                first = 249;
            }
            _ => {}
        }
    }
    let second = if row.encoding == Encoding::Vop1 { 0 } else { half(random, types(1)) << 9 };
    let head = match row.encoding {
        Encoding::Vop1 => {
            0x7e00_0000 | opcode << 9 | if dst == Type::Nothing { 0 } else { half(random, dst) << 17 }
        }
        Encoding::Vop2 => opcode << 25 | half(random, dst) << 17,
        _ => 0x7c00_0000 | opcode << 17,
    };
    // Of scalar registers there are fewer.
    let head = if dst == Type::Scalar { head & !(0x80 << 17) & !(0x10 << 17) } else { head };
    vec![head | second | first, behind]
}

fn long(row: &Row, generation: Generation, random: &mut Random) -> Vec<u32> {
    let opcode = u32::from(row.opcode);
    let opcode = match row.encoding {
        Encoding::Vop1 => opcode + 0x180,
        Encoding::Vop2 => opcode + 0x100,
        _ => opcode,
    };
    let [dst, ..] = row.types[..] else { unreachable!() };
    let count = row.sources().len().min(3);
    let mut sources = [0; 3];
    for (at, (source_at, of)) in sources.iter_mut().zip(row.sources()).enumerate() {
        *source_at = match row.name {
            "v_readlane_b32" | "v_permlane16_b32" | "v_permlanex16_b32" if at > 0 => register(random, 1),
            "v_writelane_b32" => register(random, 1),
            "v_readlane_b32" | "v_permlane16_b32" | "v_permlanex16_b32" => 256 + vector(random, *of),
            _ => source(random, *of, at == 0),
        };
    }
    let bits = random.word();
    let is_float = row.sources().iter().any(|of| matches!(of, Type::Float(_)));
    // Floats have signs.
    let floats = row.sources().iter().take(count).enumerate().filter(|(_, of)| matches!(of, Type::Float(_)));
    let used = floats.fold(0, |used, (at, _)| used | 1 << at);
    let (mut head, mut tail) = (0, 0);
    if is_float {
        tail |= (bits >> 4 & used) << 29;
        if !matches!(dst, Type::Mask | Type::Nothing | Type::Scalar) && matches!(dst, Type::Float(_)) {
            tail |= (bits >> 16 & 3) << 27;
            head |= bits & 0x8000;
        }
        if row.results() == 1 {
            head |= (bits & used) << 8;
        }
    }
    if row.results() == 2 {
        head |= register(random, 2) << 8;
    } else if generation.is_gfx11() {
        for (at, of) in row.sources().iter().enumerate() {
            if of.is_half() && bits >> (20 + at) & 1 != 0 && sources[at] >= 256 {
                head |= 1 << (11 + at);
            }
        }
        if dst.is_half() && bits >> 24 & 1 != 0 {
            head |= 1 << 14;
        }
    }
    let destination = match dst {
        Type::Mask | Type::Scalar => register(random, 2),
        Type::Nothing => 126,
        of => vector(random, of),
    };
    vec![
        0xd400_0000 | opcode << 16 | destination | head,
        sources[0] | sources[1] << 9 | sources[2] << 18 | tail,
        random.word() & 0x7fff | 0x100,
    ]
}

/// A vector register, where there is one.
fn byte(random: &mut Random, is_there: bool) -> u32 {
    if is_there { random.below(240) as u32 } else { 0 }
}

fn has(row: &Row, index: usize) -> bool {
    row.types.get(index).is_some_and(|of| *of != Type::Nothing)
}

fn memory(row: &Row, generation: Generation, random: &mut Random) -> Vec<u32> {
    let opcode = u32::from(row.opcode);
    let is_gfx11 = generation.is_gfx11();
    let bits = random.word();
    match row.encoding {
        Encoding::Ds => {
            let offset = if random.below(2) == 0 { 0 } else { random.word() };
            let fields = [0, 3, 2, 1].map(|at| byte(random, has(row, at)));
            vec![
                0xd800_0000 | opcode << 18 | offset & 0xffff,
                fields[0] << 24 | fields[1] << 16 | fields[2] << 8 | fields[3],
            ]
        }
        Encoding::Flat | Encoding::Global | Encoding::Scratch => flat(row, generation, random),
        Encoding::Mubuf | Encoding::Mtbuf => buffer(row, generation, random),
        Encoding::Mimg => image(row, generation, random),
        Encoding::Vintrp => {
            // Instructions that move name one of three parameters.
            let source = if row.name.contains("_mov_") { random.below(3) } else { random.below(256) } as u32;
            let (place, to) = (random.below(64 * 4) as u32, random.below(256) as u32);
            vec![0xc800_0000 | to << 18 | opcode << 16 | place << 8 | source]
        }
        _ => vec![
            0xf800_0000
                | bits & if is_gfx11 { 0x280f } else { 0x1c0f }
                | ([0, 8, 12, 20][random.below(4)]) << 4,
            random.word(),
        ],
    }
}

fn flat(row: &Row, generation: Generation, random: &mut Random) -> Vec<u32> {
    let is_gfx11 = generation.is_gfx11();
    let opcode = u32::from(row.opcode);
    let bits = random.word();
    let offset = if random.below(2) == 0 { 0 } else { random.word() };
    let null = if is_gfx11 { 124 } else { 125 };
    let (segment, is_returning) = (
        match row.encoding {
            Encoding::Flat => 0,
            Encoding::Scratch => 1,
            _ => 2,
        },
        row.name.contains("atomic") && bits & 1 != 0,
    );
    let scalar = if row.encoding != Encoding::Flat && bits & 2 != 0 { register(random, 2) } else { null };
    let flags = if is_gfx11 {
        bits & 0xa000 | u32::from(is_returning) << 14
    } else {
        bits & 0x2_1000 | u32::from(is_returning) << 16
    };
    let flags = if row.name.contains("atomic") {
        flags
    } else if is_gfx11 {
        flags | bits & 0x4000
    } else {
        flags | bits & 0x1_0000
    };
    let offset = offset & if is_gfx11 { 0x1fff } else { 0xfff };
    let offset = if row.encoding == Encoding::Flat { offset & 0x7ff } else { offset };
    let shift = if is_gfx11 { 16 } else { 14 };
    let address = byte(random, true);
    let vectored = if row.encoding == Encoding::Scratch && is_gfx11 { (bits & 4) << 21 } else { 0 };
    let address =
        if row.encoding == Encoding::Scratch && (is_gfx11 && vectored == 0 || !is_gfx11 && scalar != null) {
            0
        } else {
            address
        };
    vec![
        0xdc00_0000 | opcode << 18 | segment << shift | flags | offset,
        byte(random, has(row, 0) || is_returning) << 24
            | scalar << 16
            | byte(random, has(row, 1)) << 8
            | address
            | vectored,
    ]
}

fn buffer(row: &Row, generation: Generation, random: &mut Random) -> Vec<u32> {
    let is_gfx11 = generation.is_gfx11();
    let opcode = u32::from(row.opcode);
    let bits = random.word();
    let offset = if random.below(2) == 0 { 0 } else { random.word() };
    let format = if row.encoding == Encoding::Mtbuf {
        1 + random.below(if is_gfx11 { 62 } else { 100 }) as u32
    } else {
        0
    };
    let head = match (row.encoding, is_gfx11) {
        (Encoding::Mubuf, _) => 0xe000_0000 | opcode << 18,
        (_, true) => 0xe800_0000 | opcode << 15 | format << 19,
        (_, false) => 0xe800_0000 | (opcode & 7) << 16 | format << 19,
    };
    let top = if row.encoding == Encoding::Mtbuf && !is_gfx11 { opcode >> 3 << 21 } else { 0 };
    let (first, second) =
        if is_gfx11 { (bits & 0x7000, bits & 0x00c0_0000) } else { (bits & 0xf000, bits & 0x0040_0000) };
    let scalar = if bits & 1 != 0 { 128 } else { register(random, 1) };
    vec![
        head | first | offset & 0xfff,
        scalar << 24
            | second
            | top
            | (random.below(24) as u32) << 16
            | byte(random, true) << 8
            | byte(random, true),
    ]
}

fn image(row: &Row, generation: Generation, random: &mut Random) -> Vec<u32> {
    let is_gfx11 = generation.is_gfx11();
    let opcode = u32::from(row.opcode);
    let bits = random.word();
    let is_sampling = ["sample", "gather", "lod"].iter().any(|word| row.name.contains(word));
    let dimension = random.below(if is_sampling || row.name.contains("mip") { 6 } else { 8 }) as u32;
    let sampler = if is_sampling { random.below(24) as u32 } else { 0 };
    let mask = match row.name {
        name if name.contains("gather") => 1 << random.below(4),
        name if name.contains("cmpswap") => 3,
        name if name.contains("atomic") => 1,
        _ => 1 + random.below(15) as u32,
    };
    let extra = extra(row.name, dimension as u8, is_gfx11) * (bits >> 30 & 1);
    let (head, tail) = if is_gfx11 {
        (0xf000_0000 | opcode << 18 | dimension << 2 | bits & 0x7000 | extra, sampler << 26)
    } else {
        (
            0xf000_0000 | (opcode & 127) << 18 | opcode >> 7 | dimension << 3 | bits & 0x2000 | extra << 1,
            sampler << 21,
        )
    };
    let addresses = [(); 3].map(|()| random.word() & 0x3f3f_3f3f);
    let operands = (random.below(16) as u32) << 16 | byte(random, true) << 8 | byte(random, true);
    [vec![head | mask << 8, tail | operands], addresses.to_vec()].concat()
}

/// How many more words an image instruction has if its addresses are each given.
fn extra(name: &str, dimension: u8, is_gfx11: bool) -> u32 {
    // Only dimensions and mask count.
    let words = [0xf000_0000, 0];
    let Ok(rdna::Instruction { fields: rdna::instruction::Fields::Image(mut image), .. }) =
        rdna::decode(Generation::Gfx10, &words, 0)
    else {
        unreachable!()
    };
    image.dimension = dimension;
    let count = u32::from(rdna::image::Shape::of(name, &image).addresses);
    match count {
        0 | 1 => 0,
        _ if is_gfx11 => 1,
        _ => (count - 1).div_ceil(4),
    }
}
