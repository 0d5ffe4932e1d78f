// A 64-bit float: two registers, behind the first attribute.
// LINK: tests/corpus/amd/vs_double_gfx1030.o tests/corpus/amd/ps_gfx1030.o
// STATE: tests/corpus/amd/expected/double_gfx1030.yaml
	.text
	.p2align 8
	s_getpc_b64 s[16:17]
	s_mov_b32 s16, s2
	s_load_dwordx4 s[20:23], s[16:17], null
	v_add_nc_u32_e32 v10, s3, v0
	s_waitcnt lgkmcnt(0)
	tbuffer_load_format_x v4, v10, s[20:23], 0 format:[BUF_FMT_32_FLOAT] idxen
	tbuffer_load_format_x v5, v10, s[20:23], 0 format:[BUF_FMT_32_FLOAT] idxen offset:4
	tbuffer_load_format_x v6, v10, s[20:23], 0 format:[BUF_FMT_32_FLOAT] idxen offset:8
	tbuffer_load_format_x v7, v10, s[20:23], 0 format:[BUF_FMT_32_FLOAT] idxen offset:12
	tbuffer_load_format_xy v[8:9], v10, s[20:23], 0 format:[BUF_FMT_32_32_FLOAT] idxen offset:16
	s_waitcnt vmcnt(0)
	.p2alignl 6, 0xbf800000
	// BODY: tests/corpus/amd/vs_double_gfx1030.s
	.p2alignl 8, 0xbf800000
	// BODY: tests/corpus/amd/ps_gfx1030.s
	.p2alignl 6, 0xbf800000
	v_cvt_pkrtz_f16_f32_e32 v0, v0, v1
	v_cvt_pkrtz_f16_f32_e32 v1, v2, v3
	exp mrt0 v0, v0, v1, v1 done compr vm
	s_endpgm
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000
