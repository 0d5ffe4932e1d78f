// Text that compilers add for people, under one name in every file.
	.amdgcn_target "amdgcn-unknown-amdpal--gfx1030"
	.amd_amdgpu_isa "amdgcn-unknown-amdpal--gfx1030"
	.text
	.p2align 8
	.globl _amdgpu_vs_main
	.type _amdgpu_vs_main,@function
_amdgpu_vs_main:
	exp pos0 v0, v0, v0, v0 done
	s_endpgm
.Lvs_end:
	.size _amdgpu_vs_main, .Lvs_end-_amdgpu_vs_main
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000

	.section .AMDGPU.comment.llvmir,"",@progbits
	.globl llvmir
	.type llvmir,@object
llvmir:
	.ascii "vertex;"
	.size llvmir, 7

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
