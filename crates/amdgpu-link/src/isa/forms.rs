//! Every form that the encoder writes, against what LLVM's assembler makes of the same text. Separate from the encoder
//! for its length; the lists are stored among the crate's tests.

use std::collections::BTreeMap;

use super::encode::{Assembler, Export, ScalarDst, Sgpr, Source, TypedLoad, Vgpr, Wait};
use super::*;

fn rows(list: &str) -> BTreeMap<&str, Vec<u32>> {
    let rows = list.lines().filter_map(|line| line.split_once(" => "));
    rows.map(|(text, words)| {
        (text, words.split(' ').map(|word| u32::from_str_radix(word, 16).unwrap()).collect())
    })
    .collect()
}

/// An instruction's text, its text on gfx11 where that differs, and the encoder's call.
type Form = (&'static str, &'static str, fn(&mut Assembler));

fn load(index: u8, offset_register: bool, descriptor: u8, format: u8, offset: u32) -> TypedLoad {
    let (data, index, descriptor) = (Vgpr(4), Vgpr(index), Sgpr(descriptor));
    TypedLoad { data, index, offset_register, descriptor, format, offset }
}

const FORMS: &[Form] = &[
    ("s_nop 7", "", |a| a.sopp(&S_NOP, 7)),
    ("s_code_end", "", |a| a.sopp(&S_CODE_END, 0)),
    ("s_endpgm", "", |a| a.sopp(&S_ENDPGM, 0)),
    ("s_waitcnt_depctr 0xfffe", "", |a| a.sopp(&S_WAITCNT_DEPCTR, 0xfffe)),
    ("s_waitcnt vmcnt(0)", "", |a| a.wait(Wait::VECTOR)),
    ("s_waitcnt lgkmcnt(0)", "", |a| a.wait(Wait::SCALAR)),
    ("s_waitcnt vmcnt(62)", "", |a| a.wait(Wait { vector: Some(62), ..Wait::default() })),
    ("s_waitcnt vmcnt(3) expcnt(2) lgkmcnt(5)", "", |a| {
        a.wait(Wait { vector: Some(3), export: Some(2), scalar: Some(5) });
    }),
    ("s_mov_b32 s5, s3", "", |a| a.sop1(&S_MOV_B32, ScalarDst::Sgpr(Sgpr(5)), Some(Sgpr(3).into()))),
    ("s_mov_b32 s101, 0x12345678", "", |a| {
        a.sop1(&S_MOV_B32, ScalarDst::Sgpr(Sgpr(101)), Some(0x1234_5678.into()));
    }),
    ("s_mov_b32 s7, -1", "", |a| a.sop1(&S_MOV_B32, ScalarDst::Sgpr(Sgpr(7)), Some(u32::MAX.into()))),
    ("s_mov_b32 s7, 64", "", |a| a.sop1(&S_MOV_B32, ScalarDst::Sgpr(Sgpr(7)), Some(64.into()))),
    ("s_mov_b32 s7, 1.0", "", |a| {
        a.sop1(&S_MOV_B32, ScalarDst::Sgpr(Sgpr(7)), Some(1.0_f32.to_bits().into()));
    }),
    ("s_mov_b32 vcc_lo, 0xaaaaaaaa", "", |a| a.sop1(&S_MOV_B32, ScalarDst::VccLo, Some(0xaaaa_aaaa.into()))),
    ("s_mov_b32 vcc_hi, 0xaaaaaaaa", "", |a| a.sop1(&S_MOV_B32, ScalarDst::VccHi, Some(0xaaaa_aaaa.into()))),
    ("s_mov_b64 exec, -1", "", |a| a.sop1(&S_MOV_B64, ScalarDst::Exec, Some(u32::MAX.into()))),
    ("s_getpc_b64 s[100:101]", "", |a| a.sop1(&S_GETPC_B64, ScalarDst::Sgpr(Sgpr(100)), None)),
    ("s_cmov_b32 exec_lo, -1", "", |a| a.sop1(&S_CMOV_B32, ScalarDst::Exec, Some(u32::MAX.into()))),
    ("s_cmov_b64 exec, -1", "", |a| a.sop1(&S_CMOV_B64, ScalarDst::Exec, Some(u32::MAX.into()))),
    ("s_bfe_u32 s13, s3, 0x70000", "", |a| {
        a.sop2(&S_BFE_U32, ScalarDst::Sgpr(Sgpr(13)), [Sgpr(3).into(), 0x7_0000.into()]);
    }),
    ("s_bfm_b32 exec_lo, s13, 0", "", |a| a.sop2(&S_BFM_B32, ScalarDst::Exec, [Sgpr(13).into(), 0.into()])),
    ("s_bfm_b64 exec, s13, 0", "", |a| a.sop2(&S_BFM_B64, ScalarDst::Exec, [Sgpr(13).into(), 0.into()])),
    ("s_cmp_eq_u32 s13, 64", "", |a| a.sopc(&S_CMP_EQ_U32, [Sgpr(13).into(), 64.into()])),
    ("s_cmp_eq_u32 s13, 0x12345", "", |a| a.sopc(&S_CMP_EQ_U32, [Sgpr(13).into(), 0x1_2345.into()])),
    ("s_load_dword s4, s[2:3], null", "s_load_b32 s4, s[2:3], null", |a| {
        a.smem(&S_LOAD_B32, Sgpr(4), Sgpr(2), 0)
    }),
    ("s_load_dwordx2 s[4:5], s[2:3], 0x10", "s_load_b64 s[4:5], s[2:3], 0x10", |a| {
        a.smem(&S_LOAD_B64, Sgpr(4), Sgpr(2), 16);
    }),
    ("s_load_dwordx4 s[96:99], s[100:101], 0xffff0", "s_load_b128 s[96:99], s[100:101], 0xffff0", |a| {
        a.smem(&S_LOAD_B128, Sgpr(96), Sgpr(100), 0xf_fff0);
    }),
    ("s_load_dwordx8 s[8:15], s[2:3], null", "s_load_b256 s[8:15], s[2:3], null", |a| {
        a.smem(&S_LOAD_B256, Sgpr(8), Sgpr(2), 0);
    }),
    ("s_load_dwordx16 s[16:31], s[2:3], 0x40", "s_load_b512 s[16:31], s[2:3], 0x40", |a| {
        a.smem(&S_LOAD_B512, Sgpr(16), Sgpr(2), 64);
    }),
    ("v_nop", "", |a| a.vop1(&V_NOP, Vgpr(0), None)),
    ("v_mov_b32_e32 v255, v255", "", |a| a.vop1(&V_MOV_B32, Vgpr(255), Some(Vgpr(255).into()))),
    ("v_mov_b32_e32 v4, s5", "", |a| a.vop1(&V_MOV_B32, Vgpr(4), Some(Sgpr(5).into()))),
    ("v_mov_b32_e32 v4, 0", "", |a| a.vop1(&V_MOV_B32, Vgpr(4), Some(0.into()))),
    ("v_mov_b32_e32 v4, 0.5", "", |a| a.vop1(&V_MOV_B32, Vgpr(4), Some(0.5_f32.to_bits().into()))),
    ("v_mov_b32_e32 v4, -16", "", |a| a.vop1(&V_MOV_B32, Vgpr(4), Some(16_u32.wrapping_neg().into()))),
    ("v_mov_b32_e32 v4, 0x3ff00000", "", |a| a.vop1(&V_MOV_B32, Vgpr(4), Some(0x3ff0_0000.into()))),
    ("v_mov_b32_dpp v1, v2 dpp8:[1,0,3,2,5,4,7,6]", "", |a| {
        a.dpp8(&V_MOV_B32_DPP8, Vgpr(1), Vgpr(2), [1, 0, 3, 2, 5, 4, 7, 6]);
    }),
    ("v_mov_b32_dpp v255, v254 dpp8:[7,6,5,4,3,2,1,0]", "", |a| {
        a.dpp8(&V_MOV_B32_DPP8, Vgpr(255), Vgpr(254), [7, 6, 5, 4, 3, 2, 1, 0]);
    }),
    ("v_add_nc_u32_e32 v4, s5, v0", "", |a| a.vop2(&V_ADD_NC_U32, Vgpr(4), Sgpr(5).into(), Vgpr(0))),
    ("v_add_nc_u32_e32 v4, 64, v255", "", |a| a.vop2(&V_ADD_NC_U32, Vgpr(4), 64.into(), Vgpr(255))),
    ("v_add_nc_u32_e32 v4, 0x1000, v3", "", |a| a.vop2(&V_ADD_NC_U32, Vgpr(4), 4096.into(), Vgpr(3))),
    ("v_sub_nc_u32_e32 v4, v5, v6", "", |a| a.vop2(&V_SUB_NC_U32, Vgpr(4), Vgpr(5).into(), Vgpr(6))),
    ("v_lshrrev_b32_e32 v4, 16, v6", "", |a| a.vop2(&V_LSHRREV_B32, Vgpr(4), 16.into(), Vgpr(6))),
    ("v_lshlrev_b32_e32 v4, 16, v6", "", |a| a.vop2(&V_LSHLREV_B32, Vgpr(4), 16.into(), Vgpr(6))),
    ("v_and_b32_e32 v4, 0xffff, v6", "", |a| a.vop2(&V_AND_B32, Vgpr(4), 0xffff.into(), Vgpr(6))),
    ("v_or_b32_e32 v4, 0x3c000000, v6", "", |a| a.vop2(&V_OR_B32, Vgpr(4), 0x3c00_0000.into(), Vgpr(6))),
    ("v_cndmask_b32_e32 v1, v2, v3, vcc_lo", "", |a| {
        a.vop2(&V_CNDMASK_B32, Vgpr(1), Vgpr(2).into(), Vgpr(3))
    }),
    ("v_cvt_pkrtz_f16_f32_e32 v0, v1, v2", "v_cvt_pk_rtz_f16_f32_e32 v0, v1, v2", |a| {
        a.vop2(&V_CVT_PK_RTZ_F16_F32, Vgpr(0), Vgpr(1).into(), Vgpr(2));
    }),
    ("v_cvt_f32_f16_e64 v1, v200", "v_cvt_f32_f16_e64 v1, v200.l", |a| {
        a.vop3(&V_CVT_F32_F16, Vgpr(1), [Vgpr(200).into()]);
    }),
    ("v_mul_hi_u32 v1, v2, v3", "", |a| a.vop3(&V_MUL_HI_U32, Vgpr(1), vectors([2, 3]))),
    ("v_mul_hi_u32 v1, 0xaaaaaaab, v3", "", |a| {
        a.vop3(&V_MUL_HI_U32, Vgpr(1), [0xaaaa_aaab.into(), Vgpr(3).into()]);
    }),
    ("v_mul_hi_u32 v255, 3, v254", "", |a| a.vop3(&V_MUL_HI_U32, Vgpr(255), [3.into(), Vgpr(254).into()])),
    ("v_perm_b32 v1, v2, v3, 0xc0c0400", "", |a| {
        a.vop3(&V_PERM_B32, Vgpr(1), [Vgpr(2).into(), Vgpr(3).into(), 0x0c0c_0400.into()]);
    }),
    ("v_bfe_u32 v1, v2, 16, 8", "", |a| a.vop3(&V_BFE_U32, Vgpr(1), [Vgpr(2).into(), 16.into(), 8.into()])),
    ("v_bfe_i32 v1, v2, 24, 8", "", |a| a.vop3(&V_BFE_I32, Vgpr(1), [Vgpr(2).into(), 24.into(), 8.into()])),
    ("v_lshl_or_b32 v1, v2, 16, v3", "", |a| {
        a.vop3(&V_LSHL_OR_B32, Vgpr(1), [Vgpr(2).into(), 16.into(), Vgpr(3).into()]);
    }),
    ("v_cvt_pknorm_u16_f32 v0, v1, v2", "v_cvt_pk_norm_u16_f32 v0, v1, v2", |a| {
        a.vop3(&V_CVT_PK_NORM_U16_F32, Vgpr(0), vectors([1, 2]));
    }),
    ("v_cvt_pknorm_i16_f32 v0, v1, v2", "v_cvt_pk_norm_i16_f32 v0, v1, v2", |a| {
        a.vop3(&V_CVT_PK_NORM_I16_F32, Vgpr(0), vectors([1, 2]));
    }),
    ("v_cvt_pk_u16_u32 v0, v1, v2", "", |a| a.vop3(&V_CVT_PK_U16_U32, Vgpr(0), vectors([1, 2]))),
    ("v_cvt_pk_i16_i32 v0, v1, v2", "", |a| a.vop3(&V_CVT_PK_I16_I32, Vgpr(0), vectors([1, 2]))),
    ("tbuffer_load_format_x v4, v255, s[96:99], 0 idxen offset:4095", "", |a| {
        a.mtbuf(&TBUFFER_LOAD_FORMAT_X, &load(255, false, 96, 1, 4095));
    }),
    (
        "tbuffer_load_format_xy v[4:5], v[8:9], s[8:11], 0 format:[BUF_FMT_8_SNORM] idxen offen offset:100",
        "",
        |a| {
            a.mtbuf(&TBUFFER_LOAD_FORMAT_XY, &load(8, true, 8, 2, 100));
        },
    ),
    ("tbuffer_load_format_xyz v[4:6], v255, s[96:99], 0 format:[BUF_FMT_32_FLOAT] idxen", "", |a| {
        a.mtbuf(&TBUFFER_LOAD_FORMAT_XYZ, &load(255, false, 96, 22, 0));
    }),
    ("tbuffer_load_format_xyzw v[4:7], v255, s[96:99], 0 format:[BUF_FMT_8_SNORM] idxen offset:8", "", |a| {
        a.mtbuf(&TBUFFER_LOAD_FORMAT_XYZW, &load(255, false, 96, 2, 8));
    }),
    (
        "tbuffer_load_format_d16_x v4, v255, s[96:99], 0 format:[BUF_FMT_8_SNORM] idxen",
        "tbuffer_load_d16_format_x v4, v255, s[96:99], 0 format:[BUF_FMT_8_SNORM] idxen",
        |a| a.mtbuf(&TBUFFER_LOAD_FORMAT_D16_X, &load(255, false, 96, 2, 0)),
    ),
    (
        "tbuffer_load_format_d16_xy v4, v255, s[96:99], 0 format:[BUF_FMT_8_SNORM] idxen",
        "tbuffer_load_d16_format_xy v4, v255, s[96:99], 0 format:[BUF_FMT_8_SNORM] idxen",
        |a| a.mtbuf(&TBUFFER_LOAD_FORMAT_D16_XY, &load(255, false, 96, 2, 0)),
    ),
    (
        "tbuffer_load_format_d16_xyz v[4:5], v255, s[96:99], 0 format:[BUF_FMT_8_SNORM] idxen",
        "tbuffer_load_d16_format_xyz v[4:5], v255, s[96:99], 0 format:[BUF_FMT_8_SNORM] idxen",
        |a| a.mtbuf(&TBUFFER_LOAD_FORMAT_D16_XYZ, &load(255, false, 96, 2, 0)),
    ),
    (
        "tbuffer_load_format_d16_xyzw v[4:5], v[8:9], s[8:11], 0 format:[BUF_FMT_32_FLOAT] idxen offen offset:100",
        "tbuffer_load_d16_format_xyzw v[4:5], v[8:9], s[8:11], 0 format:[BUF_FMT_32_FLOAT] idxen offen offset:100",
        |a| a.mtbuf(&TBUFFER_LOAD_FORMAT_D16_XYZW, &load(8, true, 8, 22, 100)),
    ),
    ("exp mrt0 v0, v1, v2, v3 done vm", "exp mrt0 v0, v1, v2, v3 done", |a| {
        a.export(&Export {
            target: TARGET_MRT0,
            sources: [0, 1, 2, 3].map(|n| Some(Vgpr(n))),
            compressed: false,
        });
        a.done(0);
    }),
];

fn vectors<const N: usize>(registers: [u8; N]) -> [Source; N] {
    registers.map(|register| Vgpr(register).into())
}

fn assembled(encoding: Encoding, form: impl FnOnce(&mut Assembler)) -> Vec<u32> {
    let mut code = Assembler::new(encoding);
    form(&mut code);
    code.words
}

#[test]
fn every_form_has_llvms_words() {
    let lists = [include_str!("../../tests/isa/gfx10.txt"), include_str!("../../tests/isa/gfx11.txt")];
    for (encoding, list) in [Encoding::Gfx10, Encoding::Gfx11].into_iter().zip(lists) {
        let rows = rows(list);
        let mut used = Vec::new();
        for (gfx10, gfx11, form) in FORMS {
            let text = if encoding == Encoding::Gfx11 && !gfx11.is_empty() { gfx11 } else { gfx10 };
            let words = assembled(encoding, form);
            assert_eq!(rows.get(text), Some(&words), "{encoding} {text}");
            let read: Vec<String> = disassemble(&words, encoding).map(|line| line.text).collect();
            assert_eq!(read, [*text]);
            used.push(text.split(' ').next().unwrap());
        }
        for row in INSTRUCTIONS {
            assert!(used.contains(&pick(row.names, encoding)), "no form of {}", pick(row.names, encoding));
        }
    }
}

#[test]
fn compressed_exports_are_gfx10s() {
    let rows = rows(include_str!("../../tests/isa/gfx10.txt"));
    let sources = [Some(Vgpr(9)), Some(Vgpr(8)), None, None];
    let both = Export { target: TARGET_MRT0 + 3, sources, compressed: true };
    let words = assembled(Encoding::Gfx10, |code| code.export(&both));
    assert_eq!(rows.get("exp mrt3 v9, v9, v8, v8 compr vm"), Some(&words));
    let one = Export { target: TARGET_MRT0, sources: [Some(Vgpr(0)), None, None, None], compressed: true };
    let words = assembled(Encoding::Gfx10, |code| {
        code.export(&one);
        code.done(0);
    });
    assert_eq!(rows.get("exp mrt0 v0, v0, off, off done compr vm"), Some(&words));
}
