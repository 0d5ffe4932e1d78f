// The same with named fields.
// LINK: tests/corpus/amd/gs_ngg_v3_gfx1100.o tests/corpus/amd/ps_v3_gfx1100.o
// STATE: tests/corpus/amd/expected/ngg_v3_gfx1100.yaml
	.text
	.p2align 8
	s_bfe_u32 s13, s3, 0x70000
	s_bfm_b32 exec_lo, s13, 0
	s_cmp_eq_u32 s13, 32
	s_cmov_b32 exec_lo, -1
	s_getpc_b64 s[14:15]
	s_mov_b32 s14, s10
	s_load_b128 s[16:19], s[14:15], null
	v_add_nc_u32_e32 v13, s11, v5
	s_waitcnt lgkmcnt(0)
	tbuffer_load_format_xyzw v[9:12], v13, s[16:19], 0 format:[BUF_FMT_32_32_32_32_FLOAT] idxen
	s_waitcnt vmcnt(0)
	.p2alignl 6, 0xbf800000
	// BODY: tests/corpus/amd/gs_ngg_v3_gfx1100.s doff_0_3_r=0x60
	.p2alignl 8, 0xbf800000
	// BODY: tests/corpus/amd/ps_v3_gfx1100.s
	.p2alignl 6, 0xbf800000
	v_cvt_pk_rtz_f16_f32_e32 v0, v0, v1
	v_cvt_pk_rtz_f16_f32_e32 v1, v2, v3
	exp mrt0 v0, v1, off, off done
	s_endpgm
	.p2alignl 7, 0xbf9f0000
	.fill 96, 4, 0xbf9f0000
