// No target is bound, but pixels may end: something must be exported.
// LINK: tests/corpus/amd/vs_known_gfx1030.o tests/corpus/amd/ps_kill_gfx1030.o
// STATE: tests/corpus/amd/expected/kill_gfx1030.yaml
	.text
	.p2align 8
	// BODY: tests/corpus/amd/vs_known_gfx1030.s
	.p2alignl 8, 0xbf800000
	// BODY: tests/corpus/amd/ps_kill_gfx1030.s
	.p2alignl 6, 0xbf800000
	v_mov_b32_e32 v4, 0
	exp mrt0 v4, off, off, off done vm
	s_endpgm
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000
