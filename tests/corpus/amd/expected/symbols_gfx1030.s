// Every special symbol.
// LINK: tests/corpus/amd/cs_symbols_gfx1030.o
// STATE: tests/corpus/amd/expected/symbols_gfx1030.yaml
	.text
	.p2align 8
	// BODY: tests/corpus/amd/cs_symbols_gfx1030.s doff_0_1_b=16 doff_0_2_r@abs32@lo+4=36 doff_0_2_s=64 doff_0_3=80 dusespill_1_0=1 dusespill_0_1=0 descset_0=4 dstride_0_2_s=48 compactbuffer_1_1=1 compactbuffer_1_0=0 pushconst=40 $numsamples=8 $samplePatternIdx=5 $deviceIdx=3 $shadowenabled=1 $shadowdesctable=0x8000 $shadowdesctable@abs32@hi=0
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000
