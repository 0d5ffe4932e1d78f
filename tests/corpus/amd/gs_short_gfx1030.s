// An attribute of four 16-bit integers: two vector registers after the nine of the merged stage.
	.amdgcn_target "amdgcn-unknown-amdpal--gfx1030"
	.amd_amdgpu_isa "amdgcn-unknown-amdpal--gfx1030"
	.text
	.p2align 8
	.globl _amdgpu_gs_main_fetchless
	.type _amdgpu_gs_main_fetchless,@function
_amdgpu_gs_main_fetchless:
	s_mov_b32 exec_lo, -1
	v_lshrrev_b32_e32 v11, 16, v9
	exp pos0 v9, v11, v10, v10 done
	s_endpgm
.Lvs_end:
	.size _amdgpu_gs_main_fetchless, .Lvs_end-_amdgpu_gs_main_fetchless
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000

	.amdgpu_pal_metadata
---
amdpal.pipelines:
  - .api:            Vulkan
    .hardware_stages:
      .gs:
        .entry_point:    _amdgpu_gs_main_fetchless
        .sgpr_count:     16
        .vgpr_count:     12
        .wavefront_size: 32
    .shaders:
      .vertex:
        .api_shader_hash: [ 0x1111, 0 ]
        .hardware_mapping: [ .gs ]
    .spill_threshold: 0xffffffff
    .type:           Ngg
    .user_data_limit: 0
    .vertexInputs:   [ [ 0, 0, v4i16 ] ]
    .registers:
      0x2c8a: 0x82f0001  # SPI_SHADER_PGM_RSRC1_GS
      0x2c8b: 0xa  # SPI_SHADER_PGM_RSRC2_GS: USER_SGPR = 5
      0x2c8c: 0x10000000  # user data 0: GlobalTable
      0x2c8d: 0x80000000  # user data 1: table of set 0
      0x2c8e: 0x1000000f  # user data 2: VertexBufferTable
      0x2c8f: 0x10000003  # user data 3: BaseVertex
      0x2c90: 0x10000004  # user data 4: BaseInstance
      0xa1b1: 0x0  # SPI_VS_OUT_CONFIG
      0xa2d5: 0x412030  # VGT_SHADER_STAGES_EN: PRIMGEN_EN, GS_W32_EN
      0xa29b: 0x0  # VGT_GS_OUT_PRIM_TYPE
amdpal.version: [ 2, 6 ]
...
	.end_amdgpu_pal_metadata
