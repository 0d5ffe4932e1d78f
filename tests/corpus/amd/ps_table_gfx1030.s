// Constant data that another shader has under the same name; reads the first parameter.
	.amdgcn_target "amdgcn-unknown-amdpal--gfx1030"
	.amd_amdgpu_isa "amdgcn-unknown-amdpal--gfx1030"
	.text
	.p2align 8
	.globl _amdgpu_ps_main
	.type _amdgpu_ps_main,@function
_amdgpu_ps_main:
	s_mov_b32 m0, s2
	v_interp_p1_f32_e32 v3, v0, attr0.x
	v_interp_p2_f32_e32 v3, v1, attr0.x
	s_getpc_b64 s[10:11]
	s_add_u32 s10, s10, table@rel32@lo+4
	s_addc_u32 s11, s11, table@rel32@hi+12
	s_load_dwordx4 s[12:15], s[10:11], 0x0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s12
	v_mov_b32_e32 v1, s13
	v_mov_b32_e32 v2, s14
.Lps_end:
	.size _amdgpu_ps_main, .Lps_end-_amdgpu_ps_main
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000

	.section .rodata.cst16,"aM",@progbits,16
	.p2align 4
	.type table,@object
table:
	.fill 8, 4, 0x3f800000
	.size table, 32

	.amdgpu_pal_metadata
---
amdpal.pipelines:
  - .api:            Vulkan
    .hardware_stages:
      .ps:
        .entry_point:    _amdgpu_ps_main
        .sgpr_count:     16
        .vgpr_count:     4
        .wavefront_size: 32
    .shaders:
      .pixel:
        .api_shader_hash: [ 0x2222, 0 ]
        .hardware_mapping: [ .ps ]
    .spill_threshold: 0xffffffff
    .user_data_limit: 0
    .colorExports:   [ [ 0, 0, false, v4f32 ] ]
    .registers:
      0x2c0a: 0x22f0000  # SPI_SHADER_PGM_RSRC1_PS
      0x2c0b: 0x4  # SPI_SHADER_PGM_RSRC2_PS: USER_SGPR = 2
      0x2c0c: 0x10000000  # user data 0: GlobalTable
      0x2c0d: 0x80000000  # user data 1: table of set 0
      0xa08f: 0xf  # CB_SHADER_MASK
      0xa191: 0x0  # SPI_PS_INPUT_CNTL_0
      0xa1b3: 0x2  # SPI_PS_INPUT_ENA
      0xa1b4: 0x2  # SPI_PS_INPUT_ADDR
      0xa1b6: 0x8001  # SPI_PS_IN_CONTROL: PS_W32_EN
amdpal.version: [ 2, 6 ]
...
	.end_amdgpu_pal_metadata
