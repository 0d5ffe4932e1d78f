// Named fields beside registers by number, as compilers for gfx12 mix them; numbers mean other registers than before.
	.amdgcn_target "amdgcn-unknown-amdpal--gfx1200"
	.amd_amdgpu_isa "amdgcn-unknown-amdpal--gfx1200"
	.text
	.p2align 8
	.globl _amdgpu_ps_main
	.type _amdgpu_ps_main,@function
_amdgpu_ps_main:
	s_endpgm
.Lps_end:
	.size _amdgpu_ps_main, .Lps_end-_amdgpu_ps_main
	.amdgpu_pal_metadata
---
amdpal.pipelines:
  - .api:            Vulkan
    .graphics_registers:
      .db_shader_control:
        .z_export_enable: true
    .hardware_stages:
      .ps:
        .checksum_value: 0xdeadbeef
        .entry_point_symbol: _amdgpu_ps_main
        .user_data_reg_map: [ 0x10000000, 0x10000018, 3, 0x10001001, 0xffffffff, 0xffffffff ]
    .spill_threshold: 0xffff
    .streamout_vertex_strides: [ 1, 2, 3, 4, 5, 6, 7, 8, 9 ]
    .type:           VsPs
    .registers:
      0x2c05: 0xdeadbeef  # SPI_SHADER_PGM_CHKSUM_PS
      0x2c4a: 0x1         # a register that gfx12 has not
      0xa01b: 0x1         # DB_SHADER_CONTROL
      0xa190: 0x8000      # SPI_PS_IN_CONTROL
      0xa197: 0x2         # SPI_PS_INPUT_ENA
      0xa1b3: 0x3         # SPI_PS_INPUT_CNTL_26
      0xa2a6: 0x424       # VGT_SHADER_STAGES_EN
      0xc266: 0x2         # VGT_GS_OUT_PRIM_TYPE
amdpal.version: [ 3, 6 ]
...
	.end_amdgpu_pal_metadata
