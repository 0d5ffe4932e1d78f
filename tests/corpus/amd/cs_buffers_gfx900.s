// A link without glue takes processors for which there is none.
	.amdgcn_target "amdgcn-unknown-amdpal--gfx900"
	.amd_amdgpu_isa "amdgcn-unknown-amdpal--gfx900"
	.text
	.p2align 8
	.globl _amdgpu_cs_main
	.type _amdgpu_cs_main,@function
_amdgpu_cs_main:
	s_mov_b32 s4, doff_0_0_b@abs32@lo
	s_endpgm
.Lcs_end:
	.size _amdgpu_cs_main, .Lcs_end-_amdgpu_cs_main
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000

	.amdgpu_pal_metadata
---
amdpal.pipelines:
  - .api:            Vulkan
    .hardware_stages:
      .cs:
        .entry_point:    _amdgpu_cs_main
        .sgpr_count:     32
        .vgpr_count:     4
        .wavefront_size: 32
    .shaders:
      .compute:
        .api_shader_hash: [ 0x3333, 0 ]
        .hardware_mapping: [ .cs ]
    .spill_threshold: 0xffffffff
    .type:           Cs
    .user_data_limit: 0
    .registers:
      0x2e12: 0x2f0000  # COMPUTE_PGM_RSRC1
      0x2e13: 0x4  # COMPUTE_PGM_RSRC2
      0x2e40: 0x10000000  # user data 0: GlobalTable
      0x2e41: 0x80000000  # user data 1: table of set 0
amdpal.version: [ 2, 6 ]
...
	.end_amdgpu_pal_metadata
