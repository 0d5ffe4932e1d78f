// Two constants in one section, each with a pair of relocations that a loader resolves.
	.amdgcn_target "amdgcn-unknown-amdpal--gfx1030"
	.amd_amdgpu_isa "amdgcn-unknown-amdpal--gfx1030"
	.text
	.p2align 8
	.globl _amdgpu_vs_main
	.type _amdgpu_vs_main,@function
_amdgpu_vs_main:
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, __unnamed_1@rel32@lo+4
	s_addc_u32 s7, s7, __unnamed_1@rel32@hi+12
	s_load_dwordx4 s[8:11], s[6:7], 0x0
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, __unnamed_2@rel32@lo+4
	s_addc_u32 s7, s7, __unnamed_2@rel32@hi+12
	s_load_dwordx4 s[12:15], s[6:7], 0x0
	exp pos0 v0, v0, v0, v0 done
	s_endpgm
.Lvs_end:
	.size _amdgpu_vs_main, .Lvs_end-_amdgpu_vs_main
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000

	.section .rodata.cst32,"aM",@progbits,32
	.p2align 5
	.type __unnamed_2,@object
__unnamed_2:
	.long 1, 2, 3, 4, 5, 6, 7, 8
	.size __unnamed_2, 32
	.type __unnamed_1,@object
__unnamed_1:
	.long 8, 7, 6, 5, 4, 3, 2, 1
	.size __unnamed_1, 32

	.amdgpu_pal_metadata
---
amdpal.pipelines:
  - .api:            Vulkan
    .hardware_stages:
      .vs:
        .entry_point:    _amdgpu_vs_main
        .sgpr_count:     16
        .vgpr_count:     4
        .wavefront_size: 32
    .shaders:
      .vertex:
        .api_shader_hash: [ 0x1111, 0 ]
        .hardware_mapping: [ .vs ]
    .spill_threshold: 0xffffffff
    .type:           VsPs
    .user_data_limit: 0
    .registers:
      0x2c4a: 0x82f0001  # SPI_SHADER_PGM_RSRC1_VS
      0x2c4b: 0x2  # SPI_SHADER_PGM_RSRC2_VS: USER_SGPR = 1
      0x2c4c: 0x10000000  # user data 0: GlobalTable
      0xa1b1: 0x0  # SPI_VS_OUT_CONFIG
      0xa2d5: 0x810000  # VGT_SHADER_STAGES_EN: VS_W32_EN
amdpal.version: [ 2, 6 ]
...
	.end_amdgpu_pal_metadata
