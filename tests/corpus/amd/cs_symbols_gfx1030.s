// Every special symbol; addends, the high half, and one whole in constant data.
	.amdgcn_target "amdgcn-unknown-amdpal--gfx1030"
	.amd_amdgpu_isa "amdgcn-unknown-amdpal--gfx1030"
	.text
	.p2align 8
	.globl _amdgpu_cs_main
	.type _amdgpu_cs_main,@function
_amdgpu_cs_main:
	s_mov_b32 s4, doff_0_1_b@abs32@lo
	s_mov_b32 s5, doff_0_2_r@abs32@lo+4
	s_mov_b32 s6, doff_0_2_s@abs32@lo
	s_mov_b32 s7, doff_0_3@abs32@lo
	s_mov_b32 s8, dusespill_1_0@abs32@lo
	s_mov_b32 s9, dusespill_0_1@abs32@lo
	s_mov_b32 s10, descset_0@abs32@lo
	s_mov_b32 s11, dstride_0_2_s@abs32@lo
	s_mov_b32 s12, compactbuffer_1_1@abs32@lo
	s_mov_b32 s13, compactbuffer_1_0@abs32@lo
	s_mov_b32 s14, pushconst@abs32@lo
	s_mov_b32 s15, $numsamples@abs32@lo
	s_mov_b32 s16, $samplePatternIdx@abs32@lo
	s_mov_b32 s17, $deviceIdx@abs32@lo
	s_mov_b32 s18, $shadowenabled@abs32@lo
	s_mov_b32 s19, $shadowdesctable@abs32@lo
	s_mov_b32 s20, $shadowdesctable@abs32@hi
	s_endpgm
.Lcs_end:
	.size _amdgpu_cs_main, .Lcs_end-_amdgpu_cs_main
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000

	.data
	.type offsets,@object
offsets:
	.long doff_0_1_b
	.long pushconst+8
	.size offsets, 8

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
      0x2e13: 0x6  # COMPUTE_PGM_RSRC2
      0x2e40: 0x10000000  # user data 0: GlobalTable
      0x2e41: 0x80000000  # user data 1: table of set 0
      0x2e42: 0x10000002  # user data 2: SpillTable
amdpal.version: [ 2, 6 ]
...
	.end_amdgpu_pal_metadata
