// A relocatable vertex shader and a fragment shader that was compiled with its user data known.
// LINK: tests/corpus/amd/vs_gfx1030.o tests/corpus/amd/ps_known_gfx1030.o
// STATE: tests/corpus/amd/expected/known_fragment_gfx1030.yaml
	.text
	.p2align 8
	s_getpc_b64 s[16:17]
	s_mov_b32 s16, s2
	s_load_dwordx4 s[20:23], s[16:17], null
	s_load_dwordx4 s[24:27], s[16:17], 0x10
	v_add_nc_u32_e32 v10, s3, v0
	s_waitcnt lgkmcnt(0)
	tbuffer_load_format_xyzw v[4:7], v10, s[20:23], 0 format:[BUF_FMT_32_32_32_32_FLOAT] idxen
	tbuffer_load_format_xy v[8:9], v10, s[24:27], 0 format:[BUF_FMT_32_32_FLOAT] idxen
	s_waitcnt vmcnt(0)
	.p2alignl 6, 0xbf800000
	// BODY: tests/corpus/amd/vs_gfx1030.s doff_0_3_r=0x60
	.p2alignl 8, 0xbf800000
	// BODY: tests/corpus/amd/ps_known_gfx1030.s
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000
