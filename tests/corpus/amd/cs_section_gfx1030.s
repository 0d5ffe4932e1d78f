// Constant data that assemblers refer to by the section, at an offset.
	.amdgcn_target "amdgcn-unknown-amdpal--gfx1030"
	.amd_amdgpu_isa "amdgcn-unknown-amdpal--gfx1030"
	.text
	.p2align 8
	.globl _amdgpu_cs_main
	.type _amdgpu_cs_main,@function
_amdgpu_cs_main:
	s_getpc_b64 s[6:7]
	s_add_u32 s6, s6, second@rel32@lo+4
	s_addc_u32 s7, s7, second@rel32@hi+12
	s_endpgm
.Lcs_end:
	.size _amdgpu_cs_main, .Lcs_end-_amdgpu_cs_main
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000

	.section .rodata,"a",@progbits
	.p2align 2
	.long 1
	.type second,@object
second:
	.long 2
	.size second, 4

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
      0x2e13: 0x2  # COMPUTE_PGM_RSRC2
      0x2e40: 0x10000000  # user data 0: GlobalTable
amdpal.version: [ 2, 6 ]
...
	.end_amdgpu_pal_metadata
