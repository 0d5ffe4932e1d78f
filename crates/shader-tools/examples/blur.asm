// A blur in shader model 5.0: the mean of the texels in a row, weighted by a table.
//
// Input signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// SV_Position              0   xyzw        0      POS   float       
// TEXCOORD                 0   xy          1     NONE   float   xy  
// TINT                     0   xyzw        2     NONE   float   xyzw
//
// Output signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// SV_Target                0   xyzw        0   TARGET   float   xyzw
//
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_immediateConstantBuffer { { 0.227027, 0, 0, 0},
                              { 0.194595, 1.000000, 0, 0},
                              { 0.121622, 2.000000, 0, 0},
                              { 0.054054, 3.000000, 0, 0},
                              { 0.016216, 4.000000, 0, 0} }
dcl_constantbuffer CB0[2], immediateIndexed
dcl_sampler s0, mode_default
dcl_resource_texture2d (float,float,float,float) t0
dcl_input_ps linear v1.xy
dcl_input_ps linear v2.xyzw
dcl_output o0.xyzw
dcl_temps 4
resinfo_indexable(texture2d)(float,float,float,float)_uint r0.xy, l(0), t0.xyzw
utof r0.xy, r0.xyxx
div r0.xy, cb0[0].xyxx, r0.xyxx
sample_indexable(texture2d)(float,float,float,float) r1.xyzw, v1.xyxx, t0.xyzw, s0
mul r1.xyzw, r1.xyzw, icb[0].xxxx
mov r0.z, l(1)
loop 
  ige r0.w, r0.z, l(5)
  breakc_nz r0.w
  mul r2.xy, r0.xyxx, icb[r0.z + 0].yyyy
  add r2.zw, r2.xxxy, v1.xxxy
  sample_indexable(texture2d)(float,float,float,float) r3.xyzw, r2.zwzz, t0.xyzw, s0
  mad r1.xyzw, r3.xyzw, icb[r0.z + 0].xxxx, r1.xyzw
  add r2.xy, -r2.xyxx, v1.xyxx
  sample_indexable(texture2d)(float,float,float,float) r2.xyzw, r2.xyxx, t0.xyzw, s0
  mad r1.xyzw, r2.xyzw, icb[r0.z + 0].xxxx, r1.xyzw
  iadd r0.z, r0.z, l(1)
endloop 
lt r0.x, |r1.w|, l(0.003922)
if_nz r0.x
  discard_nz l(-1)
endif 
mul_sat o0.xyzw, r1.xyzw, v2.xyzw
ret 
