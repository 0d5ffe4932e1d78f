// A vertex shader of two attributes, metadata 3.0.
	.amdgcn_target "amdgcn-unknown-amdpal--gfx1030"
	.amd_amdgpu_isa "amdgcn-unknown-amdpal--gfx1030"
	.text
	.p2align 8
	.globl _amdgpu_vs_main_fetchless
	.type _amdgpu_vs_main_fetchless,@function
_amdgpu_vs_main_fetchless:
	s_mov_b32 s5, doff_0_3_r@abs32@lo
	exp pos0 v4, v5, v6, v7 done
	exp param0 v8, v9, v9, v9
	s_endpgm
.Lvs_end:
	.size _amdgpu_vs_main_fetchless, .Lvs_end-_amdgpu_vs_main_fetchless
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000

	.amdgpu_pal_metadata
---
amdpal.pipelines:
  - .api:            Vulkan
    .graphics_registers:
      .vgt_shader_stages_en:
        .vs_w32_en:       true
    .hardware_stages:
      .vs:
        .entry_point:    _amdgpu_vs_main_fetchless
        .entry_point_symbol: _amdgpu_vs_main_fetchless
        .sgpr_count:     16
        .vgpr_count:     10
        .wavefront_size: 32
        .float_mode:     0xc0
        .user_data_reg_map: [ 0x10000000, 0x80000000, 0x1000000f, 0x10000003, 0x10000004, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff ]
        .user_sgprs:     5
    .shaders:
      .vertex:
        .api_shader_hash: [ 0x1111, 0 ]
        .hardware_mapping: [ .vs ]
    .spill_threshold: 0xffff
    .type:           VsPs
    .user_data_limit: 0
    .vertexInputs:   [ [ 0, 0, v4f32 ], [ 1, 0, v2f32 ] ]
amdpal.version: [ 3, 0 ]
...
	.end_amdgpu_pal_metadata
