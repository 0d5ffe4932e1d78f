// The same shader with two targets of different formats.
// LINK: tests/corpus/amd/vs_known_gfx1030.o tests/corpus/amd/ps_dual_gfx1030.o
// STATE: tests/corpus/amd/expected/two_targets_gfx1030.yaml
	.text
	.p2align 8
	// BODY: tests/corpus/amd/vs_known_gfx1030.s
	.p2alignl 8, 0xbf800000
	// BODY: tests/corpus/amd/ps_dual_gfx1030.s
	.p2alignl 6, 0xbf800000
	exp mrt0 v0, v1, v2, v3 vm
	v_cvt_pknorm_u16_f32 v4, v4, v5
	v_cvt_pknorm_u16_f32 v5, v6, v7
	exp mrt1 v4, v4, v5, v5 done compr vm
	s_endpgm
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000
