// All stages before the fragment shader: vertex and hull shader merged, domain and geometry shader merged, the copy shader.
	.amdgcn_target "amdgcn-unknown-amdpal--gfx1010"
	.amd_amdgpu_isa "amdgcn-unknown-amdpal--gfx1010"
	.text
	.p2align 8
	.globl _amdgpu_hs_main_fetchless
	.type _amdgpu_hs_main_fetchless,@function
_amdgpu_hs_main_fetchless:
	s_mov_b32 exec_lo, -1
	s_mov_b32 s13, doff_0_3_r@abs32@lo
	v_add_nc_u32_e32 v6, v6, v7
	s_endpgm
.Lhs_end:
	.size _amdgpu_hs_main_fetchless, .Lhs_end-_amdgpu_hs_main_fetchless
	.p2alignl 8, 0xbf9f0000
	.globl _amdgpu_gs_main
	.type _amdgpu_gs_main,@function
_amdgpu_gs_main:
	s_mov_b32 s13, descset_0@abs32@lo
	s_endpgm
.Lgs_end:
	.size _amdgpu_gs_main, .Lgs_end-_amdgpu_gs_main
	.p2alignl 8, 0xbf9f0000
	.globl _amdgpu_vs_main
	.type _amdgpu_vs_main,@function
_amdgpu_vs_main:
	exp pos0 v0, v0, v0, v0 done
	s_endpgm
.Lcopy_end:
	.size _amdgpu_vs_main, .Lcopy_end-_amdgpu_vs_main
	.p2alignl 6, 0xbf9f0000
	.fill 48, 4, 0xbf9f0000

	.amdgpu_pal_metadata
---
amdpal.pipelines:
  - .api:            Vulkan
    .hardware_stages:
      .hs:
        .entry_point:    _amdgpu_hs_main_fetchless
        .sgpr_count:     16
        .vgpr_count:     10
        .wavefront_size: 32
      .gs:
        .entry_point:    _amdgpu_gs_main
        .sgpr_count:     16
        .vgpr_count:     9
        .wavefront_size: 32
      .vs:
        .entry_point:    _amdgpu_vs_main
        .sgpr_count:     16
        .vgpr_count:     4
        .wavefront_size: 32
    .shaders:
      .vertex:
        .api_shader_hash: [ 0x1111, 0 ]
        .hardware_mapping: [ .hs ]
      .hull:
        .api_shader_hash: [ 0x5555, 0 ]
        .hardware_mapping: [ .hs ]
      .domain:
        .api_shader_hash: [ 0x6666, 0 ]
        .hardware_mapping: [ .gs ]
      .geometry:
        .api_shader_hash: [ 0x4444, 0 ]
        .hardware_mapping: [ .gs ]
    .spill_threshold: 0xffffffff
    .type:           GsTess
    .user_data_limit: 0
    .vertexInputs:   [ [ 0, 0, v4f32 ] ]
    .registers:
      0x2c4a: 0x2f0000  # SPI_SHADER_PGM_RSRC1_VS
      0x2c4b: 0x2  # SPI_SHADER_PGM_RSRC2_VS
      0x2c4c: 0x10000000  # user data 0: GlobalTable
      0x2c8a: 0x2f0001  # SPI_SHADER_PGM_RSRC1_GS
      0x2c8b: 0x4  # SPI_SHADER_PGM_RSRC2_GS
      0x2c8c: 0x10000000  # user data 0: GlobalTable
      0x2c8d: 0x80000000  # user data 1: table of set 0
      0x2d0a: 0x82f0001  # SPI_SHADER_PGM_RSRC1_HS
      0x2d0b: 0xa  # SPI_SHADER_PGM_RSRC2_HS: USER_SGPR = 5
      0x2d0c: 0x10000000  # user data 0: GlobalTable
      0x2d0d: 0x80000000  # user data 1: table of set 0
      0x2d0e: 0x1000000f  # user data 2: VertexBufferTable
      0x2d0f: 0x10000003  # user data 3: BaseVertex
      0x2d10: 0x10000004  # user data 4: BaseInstance
      0xa29b: 0x2  # VGT_GS_OUT_PRIM_TYPE
      0xa2d5: 0xe000ad  # VGT_SHADER_STAGES_EN: HS_W32_EN, GS_W32_EN, VS_W32_EN
amdpal.version: [ 2, 6 ]
...
	.end_amdgpu_pal_metadata
