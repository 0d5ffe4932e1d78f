//! Encodings of instructions, and their names in tables. Separate because functions of operations depend on them, and
//! rows of the tables on both.

/// The encoding of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "they are the names of AMD's encodings")]
pub enum Encoding {
    Sop1,
    Sop2,
    Sopc,
    Sopk,
    Sopp,
    Smem,
    Vop1,
    Vop2,
    Vopc,
    Vop3,
    Vop3p,
    VopdX,
    VopdY,
    Ds,
    Flat,
    Global,
    Scratch,
    Mubuf,
    Mtbuf,
    Mimg,
    Exp,
    Vintrp,
}

/// The name of each encoding in the tables.
pub(crate) const ENCODINGS: [(&str, Encoding); 22] = [
    ("SOP1", Encoding::Sop1),
    ("SOP2", Encoding::Sop2),
    ("SOPC", Encoding::Sopc),
    ("SOPK", Encoding::Sopk),
    ("SOPP", Encoding::Sopp),
    ("SMEM", Encoding::Smem),
    ("VOP1", Encoding::Vop1),
    ("VOP2", Encoding::Vop2),
    ("VOPC", Encoding::Vopc),
    ("VOP3", Encoding::Vop3),
    ("VOP3P", Encoding::Vop3p),
    ("VOPDX", Encoding::VopdX),
    ("VOPDY", Encoding::VopdY),
    ("DS", Encoding::Ds),
    ("FLAT", Encoding::Flat),
    ("GLOBAL", Encoding::Global),
    ("SCRATCH", Encoding::Scratch),
    ("MUBUF", Encoding::Mubuf),
    ("MTBUF", Encoding::Mtbuf),
    ("MIMG", Encoding::Mimg),
    ("EXP", Encoding::Exp),
    ("VINTRP", Encoding::Vintrp),
];
