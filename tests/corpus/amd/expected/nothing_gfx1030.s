// No target is bound: nothing is exported.
// LINK: tests/corpus/amd/vs_known_gfx1030.o tests/corpus/amd/ps_gfx1030.o
// STATE: tests/corpus/amd/expected/nothing_gfx1030.yaml
	.text
	.p2align 8
	// BODY: tests/corpus/amd/vs_known_gfx1030.s
	.p2alignl 8, 0xbf800000
	// BODY: tests/corpus/amd/ps_gfx1030.s
	.p2alignl 6, 0xbf800000
	s_endpgm
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000
