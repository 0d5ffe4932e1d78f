// A fragment shader that leaves one colour, metadata 3.0.
	.amdgcn_target "amdgcn-unknown-amdpal--gfx1100"
	.amd_amdgpu_isa "amdgcn-unknown-amdpal--gfx1100"
	.text
	.p2align 8
	.globl _amdgpu_ps_main
	.type _amdgpu_ps_main,@function
_amdgpu_ps_main:
	v_mov_b32_e32 v0, 0.5
	v_mov_b32_e32 v1, 0.5
	v_mov_b32_e32 v2, 0.5
	v_mov_b32_e32 v3, 0.5
.Lps_end:
	.size _amdgpu_ps_main, .Lps_end-_amdgpu_ps_main
	.p2alignl 7, 0xbf9f0000
	.fill 96, 4, 0xbf9f0000

	.amdgpu_pal_metadata
---
amdpal.pipelines:
  - .api:            Vulkan
    .graphics_registers:
      .cb_shader_mask:
        .output0_enable:  15
      .db_shader_control:
        .kill_enable:     false
      .spi_ps_in_control:
        .num_interps:     1
        .ps_w32_en:       true
      .spi_ps_input_addr:
        .persp_center_ena: true
      .spi_ps_input_ena:
        .persp_center_ena: true
    .hardware_stages:
      .ps:
        .entry_point:    _amdgpu_ps_main
        .entry_point_symbol: _amdgpu_ps_main
        .sgpr_count:     16
        .vgpr_count:     4
        .wavefront_size: 32
        .float_mode:     0xc0
        .user_data_reg_map: [ 0x10000000, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff ]
        .user_sgprs:     1
    .shaders:
      .pixel:
        .api_shader_hash: [ 0x2222, 0 ]
        .hardware_mapping: [ .ps ]
    .spill_threshold: 0xffff
    .user_data_limit: 0
    .colorExports:   [ [ 0, 0, false, v4f32 ] ]
amdpal.version: [ 3, 0 ]
...
	.end_amdgpu_pal_metadata
