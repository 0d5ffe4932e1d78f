// Push constants and the shadow descriptor table, named fields.
// LINK: examples/amd/cs_desc_v3.o
// STATE: tests/corpus/amd/expected/push_v3_gfx1100.yaml
	.text
	.p2align 8
	// BODY: examples/amd/cs_desc_v3.s pushconst=8 $shadowenabled=1 $shadowdesctable=0xffff
	.p2alignl 7, 0xbf9f0000
	.fill 96, 4, 0xbf9f0000
