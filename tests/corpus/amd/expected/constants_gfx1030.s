// A compute shader with constant data.
// LINK: tests/corpus/amd/cs_constants_gfx1030.o
// STATE: tests/corpus/amd/expected/constants_gfx1030.yaml
	.text
	.p2align 8
	// BODY: tests/corpus/amd/cs_constants_gfx1030.s
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000
