// Textures by a material's number, in shader model 5.1: ranges, spaces, and an index that differs within a wave.
//
// Input signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// MATERIAL                 0   x           0     NONE    uint   x   
// TEXCOORD                 0    yz         0     NONE   float    yz 
//
// Output signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// SV_Target                0   xyzw        0   TARGET   float   xyzw
//
ps_5_1
dcl_globalFlags refactoringAllowed | enableMinimumPrecision
dcl_constantbuffer CB0[2:2][4], dynamicIndexed, space=1
dcl_sampler S0[0:3], mode_default, space=0
dcl_resource_texture2d (float,float,float,float) T0[0:*], space=1
dcl_uav_typed_buffer_glc (uint,uint,uint,uint) U0[1:1], space=0
dcl_input_ps constant v0.x
dcl_input_ps linear v0.yz
dcl_output o0.xyzw
dcl_temps 3
and r0.x, v0.x, l(3)
sample_aoffimmi_indexable(1,-1,0)(texture2d)(float,float,float,float) r1.xyzw, v0.yzyy, T0[v0.x + 0].xyzw {nonuniform}, S0[r0.x + 0] {nonuniform}
mul [precise(xyz)] r1.xyz, r1.xyzx, CB0[2][r0.x + 0].xyzx
mov r2.x {min16f}, |r1.w|
mad r1.w {min16f}, r2.x {min16f}, l(0.500000) {def32 as min16f}, l(0.250000) {def32 as min16f}
atomic_iadd U0[1], r0.x, l(1)
mov o0.xyzw, r1.xyzw
ret 
