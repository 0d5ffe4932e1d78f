// Two 16-bit integers, one load each.
// LINK: tests/corpus/amd/vs_short_gfx1030.o tests/corpus/amd/ps_gfx1030.o
// STATE: tests/corpus/amd/expected/short_gfx1030.yaml
	.text
	.p2align 8
	s_getpc_b64 s[16:17]
	s_mov_b32 s16, s2
	s_load_dwordx4 s[20:23], s[16:17], null
	v_add_nc_u32_e32 v6, s3, v0
	s_waitcnt lgkmcnt(0)
	tbuffer_load_format_d16_x v4, v6, s[20:23], 0 format:[BUF_FMT_16_SINT] idxen
	tbuffer_load_format_d16_x v5, v6, s[20:23], 0 format:[BUF_FMT_16_SINT] idxen offset:2
	s_waitcnt vmcnt(0)
	v_perm_b32 v4, v5, v4, 0x5040100
	.p2alignl 6, 0xbf800000
	// BODY: tests/corpus/amd/vs_short_gfx1030.s
	.p2alignl 8, 0xbf800000
	// BODY: tests/corpus/amd/ps_gfx1030.s
	.p2alignl 6, 0xbf800000
	v_cvt_pkrtz_f16_f32_e32 v0, v0, v1
	v_cvt_pkrtz_f16_f32_e32 v1, v2, v3
	exp mrt0 v0, v0, v1, v1 done compr vm
	s_endpgm
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000
