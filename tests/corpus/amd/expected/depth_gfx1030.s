// Depth alone.
// LINK: tests/corpus/amd/vs_known_gfx1030.o tests/corpus/amd/ps_depth_gfx1030.o
// STATE: tests/corpus/amd/expected/depth_gfx1030.yaml
	.text
	.p2align 8
	// BODY: tests/corpus/amd/vs_known_gfx1030.s
	.p2alignl 8, 0xbf800000
	// BODY: tests/corpus/amd/ps_depth_gfx1030.s
	.p2alignl 6, 0xbf800000
	exp mrtz v0, off, off, off done vm
	s_endpgm
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000
