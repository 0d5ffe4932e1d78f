// A name that begins as special ones do.
	.amdgcn_target "amdgcn-unknown-amdpal--gfx1030"
	.amd_amdgpu_isa "amdgcn-unknown-amdpal--gfx1030"
	.text
	.p2align 8
	.globl _amdgpu_ps_main
	.type _amdgpu_ps_main,@function
_amdgpu_ps_main:
	s_mov_b32 s4, doff_0@abs32@lo
	v_mov_b32_e32 v0, 0.5
	v_mov_b32_e32 v1, 0.5
	v_mov_b32_e32 v2, 0.5
	v_mov_b32_e32 v3, 0.5
.Lps_end:
	.size _amdgpu_ps_main, .Lps_end-_amdgpu_ps_main
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000

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
      0x2c0b: 0x2  # SPI_SHADER_PGM_RSRC2_PS: USER_SGPR = 1
      0x2c0c: 0x10000000  # user data 0: GlobalTable
      0xa08f: 0xf  # CB_SHADER_MASK
      0xa191: 0x0  # SPI_PS_INPUT_CNTL_0
      0xa1b3: 0x2  # SPI_PS_INPUT_ENA
      0xa1b4: 0x2  # SPI_PS_INPUT_ADDR
      0xa1b6: 0x8000  # SPI_PS_IN_CONTROL: PS_W32_EN
amdpal.version: [ 2, 6 ]
...
	.end_amdgpu_pal_metadata
