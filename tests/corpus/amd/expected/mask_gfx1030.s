// A colour, depth and a sample mask.
// LINK: tests/corpus/amd/vs_known_gfx1030.o tests/corpus/amd/ps_mask_gfx1030.o
// STATE: tests/corpus/amd/expected/mask_gfx1030.yaml
	.text
	.p2align 8
	// BODY: tests/corpus/amd/vs_known_gfx1030.s
	.p2alignl 8, 0xbf800000
	// BODY: tests/corpus/amd/ps_mask_gfx1030.s
	.p2alignl 6, 0xbf800000
	v_cvt_pkrtz_f16_f32_e32 v0, v0, v1
	v_cvt_pkrtz_f16_f32_e32 v1, v2, v3
	exp mrt0 v0, v0, v1, v1 compr vm
	exp mrtz v4, off, v6, off done vm
	s_endpgm
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000
