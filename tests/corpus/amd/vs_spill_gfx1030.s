// A buffer that lies in its table or in the user data, which is then read from memory.
	.amdgcn_target "amdgcn-unknown-amdpal--gfx1030"
	.amd_amdgpu_isa "amdgcn-unknown-amdpal--gfx1030"
	.text
	.p2align 8
	.globl _amdgpu_vs_main_fetchless
	.type _amdgpu_vs_main_fetchless,@function
_amdgpu_vs_main_fetchless:
	s_mov_b32 s5, dusespill_0_0@abs32@lo
	s_mov_b32 s6, doff_0_0_b@abs32@lo
	exp pos0 v4, v5, v6, v7 done
	s_endpgm
.Lvs_end:
	.size _amdgpu_vs_main_fetchless, .Lvs_end-_amdgpu_vs_main_fetchless
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000

	.amdgpu_pal_metadata
---
amdpal.pipelines:
  - .api:            Vulkan
    .hardware_stages:
      .vs:
        .entry_point:    _amdgpu_vs_main_fetchless
        .sgpr_count:     16
        .vgpr_count:     8
        .wavefront_size: 32
    .shaders:
      .vertex:
        .api_shader_hash: [ 0x1111, 0 ]
        .hardware_mapping: [ .vs ]
    .spill_threshold: 0xffffffff
    .type:           VsPs
    .user_data_limit: 0
    .vertexInputs:   [ [ 0, 0, v4f32 ] ]
    .registers:
      0x2c4a: 0x82f0001  # SPI_SHADER_PGM_RSRC1_VS
      0x2c4b: 0xc  # SPI_SHADER_PGM_RSRC2_VS: USER_SGPR = 6
      0x2c4c: 0x10000000  # user data 0: GlobalTable
      0x2c4d: 0x80000000  # user data 1: table of set 0
      0x2c4e: 0x1000000f  # user data 2: VertexBufferTable
      0x2c4f: 0x10000003  # user data 3: BaseVertex
      0x2c50: 0x10000004  # user data 4: BaseInstance
      0x2c51: 0x10000002  # user data 5: SpillTable
      0xa1b1: 0x0  # SPI_VS_OUT_CONFIG
      0xa2d5: 0x810000  # VGT_SHADER_STAGES_EN: VS_W32_EN
amdpal.version: [ 2, 6 ]
...
	.end_amdgpu_pal_metadata
