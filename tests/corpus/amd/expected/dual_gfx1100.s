// Two sources of one blend: gfx11 has targets for them, and lanes change places.
// LINK: tests/corpus/amd/gs_ngg_gfx1100.o tests/corpus/amd/ps_dual_gfx1100.o
// STATE: tests/corpus/amd/expected/dual_gfx1100.yaml
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
	// BODY: tests/corpus/amd/gs_ngg_gfx1100.s doff_0_3_r=0x60
	.p2alignl 8, 0xbf800000
	// BODY: tests/corpus/amd/ps_dual_gfx1100.s
	.p2alignl 6, 0xbf800000
	v_cvt_pk_rtz_f16_f32_e32 v0, v0, v1
	v_cvt_pk_rtz_f16_f32_e32 v1, v2, v3
	v_cvt_pk_rtz_f16_f32_e32 v4, v4, v5
	v_cvt_pk_rtz_f16_f32_e32 v5, v6, v7
	s_mov_b32 vcc_lo, 0xaaaaaaaa
	s_mov_b32 vcc_hi, 0xaaaaaaaa
	s_waitcnt_depctr 0xfffe
	v_mov_b32_dpp v9, v4 dpp8:[1,0,3,2,5,4,7,6]
	v_cndmask_b32_e32 v8, v0, v9, vcc_lo
	v_cndmask_b32_e32 v9, v9, v0, vcc_lo
	v_mov_b32_dpp v9, v9 dpp8:[1,0,3,2,5,4,7,6]
	v_mov_b32_dpp v11, v5 dpp8:[1,0,3,2,5,4,7,6]
	v_cndmask_b32_e32 v10, v1, v11, vcc_lo
	v_cndmask_b32_e32 v11, v11, v1, vcc_lo
	v_mov_b32_dpp v11, v11 dpp8:[1,0,3,2,5,4,7,6]
	exp dual_src_blend0 v8, v10, off, off
	exp dual_src_blend1 v9, v11, off, off done
	s_endpgm
	.p2alignl 7, 0xbf9f0000
	.fill 96, 4, 0xbf9f0000
