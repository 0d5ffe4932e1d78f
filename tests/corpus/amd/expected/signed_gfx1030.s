// 16-bit integers, with sign and without.
// LINK: tests/corpus/amd/vs_known_gfx1030.o tests/corpus/amd/ps_signed_gfx1030.o
// STATE: tests/corpus/amd/expected/signed_gfx1030.yaml
	.text
	.p2align 8
	// BODY: tests/corpus/amd/vs_known_gfx1030.s
	.p2alignl 8, 0xbf800000
	// BODY: tests/corpus/amd/ps_signed_gfx1030.s
	.p2alignl 6, 0xbf800000
	v_bfe_i32 v2, v0, 0, 16
	v_bfe_i32 v3, v0, 16, 16
	v_cvt_pk_i16_i32 v2, v2, v3
	exp mrt0 v2, v2, off, off compr vm
	v_bfe_u32 v4, v1, 0, 16
	v_bfe_u32 v5, v1, 16, 16
	v_cvt_pk_u16_u32 v4, v4, v5
	exp mrt1 v4, v4, off, off done compr vm
	s_endpgm
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000
