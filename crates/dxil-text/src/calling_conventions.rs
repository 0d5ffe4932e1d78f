//! Calling conventions: numbers and keywords. Separate because printer, parser and the detection of the dialect use
//! them.

use dxil_ir::Dialect;
use dxil_ir::dialect_support::Dialects;

/// The calling conventions that have a word: their numbers, words, and the dialects that have them. Source: LLVM 3.7's
/// and LLVM 22's `CallingConv`.
pub(crate) const CONVENTIONS: [(u32, &str, Dialects); 57] = [
    (8, "fastcc", Dialects::BOTH),
    (9, "coldcc", Dialects::BOTH),
    (10, "ghccc", Dialects::BOTH),
    (12, "webkit_jscc", Dialects::DXIL37),
    (13, "anyregcc", Dialects::BOTH),
    (14, "preserve_mostcc", Dialects::BOTH),
    (15, "preserve_allcc", Dialects::BOTH),
    (16, "swiftcc", Dialects::MODERN),
    (17, "cxx_fast_tlscc", Dialects::MODERN),
    (18, "tailcc", Dialects::MODERN),
    (19, "cfguard_checkcc", Dialects::MODERN),
    (20, "swifttailcc", Dialects::MODERN),
    (21, "preserve_nonecc", Dialects::MODERN),
    (64, "x86_stdcallcc", Dialects::BOTH),
    (65, "x86_fastcallcc", Dialects::BOTH),
    (66, "arm_apcscc", Dialects::BOTH),
    (67, "arm_aapcscc", Dialects::BOTH),
    (68, "arm_aapcs_vfpcc", Dialects::BOTH),
    (69, "msp430_intrcc", Dialects::BOTH),
    (70, "x86_thiscallcc", Dialects::BOTH),
    (71, "ptx_kernel", Dialects::BOTH),
    (72, "ptx_device", Dialects::BOTH),
    (75, "spir_func", Dialects::BOTH),
    (76, "spir_kernel", Dialects::BOTH),
    (77, "intel_ocl_bicc", Dialects::BOTH),
    (78, "x86_64_sysvcc", Dialects::BOTH),
    (79, "x86_64_win64cc", Dialects::DXIL37),
    (79, "win64cc", Dialects::MODERN),
    (80, "x86_vectorcallcc", Dialects::BOTH),
    (81, "hhvmcc", Dialects::MODERN),
    (82, "hhvm_ccc", Dialects::MODERN),
    (83, "x86_intrcc", Dialects::MODERN),
    (84, "avr_intrcc", Dialects::MODERN),
    (85, "avr_signalcc", Dialects::MODERN),
    (87, "amdgpu_vs", Dialects::MODERN),
    (88, "amdgpu_gs", Dialects::MODERN),
    (89, "amdgpu_ps", Dialects::MODERN),
    (90, "amdgpu_cs", Dialects::MODERN),
    (91, "amdgpu_kernel", Dialects::MODERN),
    (92, "x86_regcallcc", Dialects::MODERN),
    (93, "amdgpu_hs", Dialects::MODERN),
    (95, "amdgpu_ls", Dialects::MODERN),
    (96, "amdgpu_es", Dialects::MODERN),
    (97, "aarch64_vector_pcs", Dialects::MODERN),
    (98, "aarch64_sve_vector_pcs", Dialects::MODERN),
    (100, "amdgpu_gfx", Dialects::MODERN),
    (102, "aarch64_sme_preservemost_from_x0", Dialects::MODERN),
    (103, "aarch64_sme_preservemost_from_x2", Dialects::MODERN),
    (104, "amdgpu_cs_chain", Dialects::MODERN),
    (105, "amdgpu_cs_chain_preserve", Dialects::MODERN),
    (106, "m68k_rtdcc", Dialects::MODERN),
    (107, "graalcc", Dialects::MODERN),
    (110, "riscv_vector_cc", Dialects::MODERN),
    (111, "aarch64_sme_preservemost_from_x1", Dialects::MODERN),
    (125, "cheriot_compartmentcallcc", Dialects::MODERN),
    (126, "cheriot_compartmentcalleecc", Dialects::MODERN),
    (127, "cheriot_librarycallcc", Dialects::MODERN),
];

/// The word for a calling convention.
pub(crate) fn convention_word(number: u32, dialect: Dialect) -> Option<&'static str> {
    let row = CONVENTIONS.iter().find(|(known, _, dialects)| *known == number && dialects.has(dialect));
    row.map(|(_, word, _)| *word)
}

/// The number of the calling convention that has a word.
pub(crate) fn convention_number(word: &[u8], dialect: Dialect) -> Option<u32> {
    let is_it = |row: &&(u32, &str, Dialects)| row.1.as_bytes() == word && row.2.has(dialect);
    CONVENTIONS.iter().find(is_it).map(|(number, ..)| *number)
}
