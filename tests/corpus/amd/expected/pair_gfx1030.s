// An aligned attribute is fetched at once; one advances every three instances.
// LINK: tests/corpus/amd/vs_gfx1030.o tests/corpus/amd/ps_gfx1030.o
// STATE: tests/corpus/amd/expected/pair_gfx1030.yaml
	.text
	.p2align 8
	s_getpc_b64 s[16:17]
	s_mov_b32 s16, s2
	s_load_dwordx4 s[20:23], s[16:17], null
	s_load_dwordx4 s[24:27], s[16:17], 0x10
	v_add_nc_u32_e32 v10, s3, v0
	s_waitcnt lgkmcnt(0)
	tbuffer_load_format_xyzw v[4:7], v10, s[20:23], 0 format:[BUF_FMT_32_32_32_32_FLOAT] idxen
	v_mul_hi_u32 v11, 0x55555556, v3
	v_sub_nc_u32_e32 v12, v3, v11
	v_lshrrev_b32_e32 v12, 1, v12
	v_add_nc_u32_e32 v12, v11, v12
	v_lshrrev_b32_e32 v11, 1, v12
	v_add_nc_u32_e32 v11, s4, v11
	tbuffer_load_format_xy v[8:9], v11, s[24:27], 0 format:[BUF_FMT_32_32_FLOAT] idxen offset:8
	s_waitcnt vmcnt(0)
	.p2alignl 6, 0xbf800000
	// BODY: tests/corpus/amd/vs_gfx1030.s doff_0_3_r=0x60
	.p2alignl 8, 0xbf800000
	// BODY: tests/corpus/amd/ps_gfx1030.s
	.p2alignl 6, 0xbf800000
	exp mrt0 v0, v1, v2, v3 done vm
	s_endpgm
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000
