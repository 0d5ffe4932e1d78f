// Four 16-bit integers: two at a time, packed.
// LINK: tests/corpus/amd/gs_short_gfx1030.o tests/corpus/amd/ps_gfx1030.o
// STATE: tests/corpus/amd/expected/ngg_short_gfx1030.yaml
	.text
	.p2align 8
	s_bfe_u32 s13, s3, 0x70000
	s_bfm_b32 exec_lo, s13, 0
	s_cmp_eq_u32 s13, 32
	s_cmov_b32 exec_lo, -1
	s_getpc_b64 s[14:15]
	s_mov_b32 s14, s10
	s_load_dwordx4 s[16:19], s[14:15], null
	v_add_nc_u32_e32 v13, s11, v5
	s_waitcnt lgkmcnt(0)
	tbuffer_load_format_d16_x v9, v13, s[16:19], 0 format:[BUF_FMT_16_SINT] idxen
	tbuffer_load_format_d16_x v11, v13, s[16:19], 0 format:[BUF_FMT_16_SINT] idxen offset:2
	tbuffer_load_format_d16_x v10, v13, s[16:19], 0 format:[BUF_FMT_16_SINT] idxen offset:4
	tbuffer_load_format_d16_x v12, v13, s[16:19], 0 format:[BUF_FMT_16_SINT] idxen offset:6
	s_waitcnt vmcnt(0)
	v_perm_b32 v9, v11, v9, 0x5040100
	v_perm_b32 v10, v12, v10, 0x5040100
	.p2alignl 6, 0xbf800000
	// BODY: tests/corpus/amd/gs_short_gfx1030.s
	.p2alignl 8, 0xbf800000
	// BODY: tests/corpus/amd/ps_gfx1030.s
	.p2alignl 6, 0xbf800000
	v_cvt_pkrtz_f16_f32_e32 v0, v0, v1
	v_cvt_pkrtz_f16_f32_e32 v1, v2, v3
	exp mrt0 v0, v0, v1, v1 done compr vm
	s_endpgm
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000
