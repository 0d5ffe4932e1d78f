// Registers as gfx9 has them: user data of merged stages under the names LS, ES and COMMON, an unknown bit, an unknown register.
	.amdgcn_target "amdgcn-unknown-amdpal--gfx900"
	.amd_amdgpu_isa "amdgcn-unknown-amdpal--gfx900"
	.text
	.p2align 8
	.globl _amdgpu_hs_main
	.type _amdgpu_hs_main,@function
_amdgpu_hs_main:
	s_endpgm
.Lhs_end:
	.size _amdgpu_hs_main, .Lhs_end-_amdgpu_hs_main
	.amdgpu_pal_metadata
---
amdpal.pipelines:
  - .api:            Vulkan
    .hardware_stages:
      .hs:
        .entry_point:    _amdgpu_hs_main
        .float_mode:     0xf0
        .sgpr_count:     32
        .vgpr_count:     12
        .wavefront_size: 64
    .internal_pipeline_hash: [ 0x0123456789abcdef, 0 ]
    .spill_threshold: 4
    .type:           GsTess
    .registers:
      0x2c0b: 0x18000040  # SPI_SHADER_PGM_RSRC2_PS: with SKIP_USGPR0
      0x2ccc: 0x10000000  # SPI_SHADER_USER_DATA_ES_0
      0x2ceb: 0x10000002  # SPI_SHADER_USER_DATA_ES_31
      0x2d0a: 0x000f02c3  # SPI_SHADER_PGM_RSRC1_HS
      0x2d0c: 0x80000002  # SPI_SHADER_USER_DATA_LS_0
      0x2d0d: 0x80000105
      0x2d0e: 0x10000015  # no value of PAL's
      0x2d4c: 0x0         # SPI_SHADER_USER_DATA_COMMON_0
      0xa29b: 0x2         # VGT_GS_OUT_PRIM_TYPE
      0xa2d5: 0x8000002d  # VGT_SHADER_STAGES_EN, and a bit that is no field
      0xafff: 0x12345678  # no register
      0xc258: 0x1007f     # IA_MULTI_VGT_PARAM
amdpal.version: [ 2, 6 ]
...
	.end_amdgpu_pal_metadata
