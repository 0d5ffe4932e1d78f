// What a link leaves: code that fetches in front of a vertex shader, code that exports after a fragment shader; relocations of
// every kind of symbol.
	.amdgcn_target "amdgcn-unknown-amdpal--gfx1100"
	.amd_amdgpu_isa "amdgcn-unknown-amdpal--gfx1100"
	.text
	.p2align 8
	.globl _amdgpu_vs_main
	.type _amdgpu_vs_main,@function
_amdgpu_vs_main:
	s_getpc_b64 s[6:7]
	s_waitcnt vmcnt(0)
	.p2alignl 6, 0xbf800000
	.globl _amdgpu_vs_main_fetchless
	.type _amdgpu_vs_main_fetchless,@function
_amdgpu_vs_main_fetchless:
	s_mov_b32 s0, doff_4294967295_5_b@abs32@lo
	s_mov_b32 s1, doff_0_1@abs32@lo
	s_mov_b32 s2, doff_0_1_q@abs32@lo
	s_mov_b32 s3, nowhere@abs32@hi
	s_mov_b32 s4, table@rel32@lo+4
	v_dot2_f32_f16 v0, v1, v2, v3
	s_endpgm
.Lvs_end:
	.size _amdgpu_vs_main, .Lvs_end-_amdgpu_vs_main
	.size _amdgpu_vs_main_fetchless, .Lvs_end-_amdgpu_vs_main_fetchless
	.p2alignl 8, 0xbf9f0000
	.globl _amdgpu_ps_main
	.type _amdgpu_ps_main,@function
_amdgpu_ps_main:
	v_mov_b32_e32 v0, 1.0
	.p2alignl 6, 0xbf800000
	.type color_export_shader,@function
color_export_shader:
	exp mrt0 v0, v0, v0, v0 done
	s_endpgm
.Lps_end:
	.size color_export_shader, .Lps_end-color_export_shader
	.size _amdgpu_ps_main, .Lps_end-_amdgpu_ps_main
	.p2alignl 7, 0xbf9f0000
	.data
table:
	.quad nowhere
