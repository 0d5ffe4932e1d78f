// A pixel shader for feature level 9.3: a tinted texture that fades by distance, in shader model 4.0 and as a Direct3D 9
// program, with the tables by which that gets its constants.
//
// Input signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// COLOR                    0   xyzw        0     NONE   float   xyzw
// TEXCOORD                 0   xyz         1     NONE   float   xyz
//
// Output signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// SV_Target                0   xyzw        0   TARGET   float   xyzw
//
// Constant buffer to DX9 shader constant mappings:
//
// Target Reg Buffer  Source Reg Component
// ---------- ------- ---------- ---------
// i0         cb1              3         0
//
// Target Reg Buffer  Start Reg # of Regs        Data Conversion
// ---------- ------- --------- --------- ----------------------
// c0         cb0             2         2  ( FLT, FLT, FLT, FLT)
// c2         cb1             3         1  ( INT, FLT, FLT, FLT)
//
//
// Sampler/Resource to DX9 shader sampler mappings:
//
// Target Sampler Source Sampler  Source Resource
// -------------- --------------- ----------------
// s0             s1              t2
//
//
// Level9 shader bytecode:
//
    ps_2_x
    def c3, 0.25, 1, 0, -9.99999975e-005
    dcl v0
    dcl t0.xyz
    dcl_2d s0
    texld r0, t0, s0
    mul_pp r0, r0, v0
    rep i0
      mad_sat r0.xyz, r0, c0, c1.w
    endrep
    add r1.w, -t0.z, c3.y
    if_lt r1.w, c3.x
      mov r0.w, c3.z
    else
      mul r0.w, r0.w, r1.w
    endif
    max oC0, r0, c3.w

// approximately 15 instruction slots used (1 texture, 14 arithmetic)
ps_4_0
dcl_constantbuffer CB0[4], immediateIndexed
dcl_constantbuffer CB1[4], immediateIndexed
dcl_sampler s1, mode_default
dcl_resource_texture2d (float,float,float,float) t2
dcl_input_ps linear v0.xyzw
dcl_input_ps linear v1.xyz
dcl_output o0.xyzw
dcl_temps 2
sample r0.xyzw, v1.xyxx, t2.xyzw, s1
mul r0.xyzw, r0.xyzw, v0.xyzw
mov r1.x, l(0)
loop 
  ige r1.y, r1.x, cb1[3].x
  breakc_nz r1.y
  mad_sat r0.xyz, r0.xyzx, cb0[2].xyzx, cb0[3].wwww
  iadd r1.x, r1.x, l(1)
endloop 
add r1.w, -v1.z, l(1.000000)
lt r1.x, r1.w, l(0.250000)
mul r1.y, r0.w, r1.w
movc r0.w, r1.x, l(0), r1.y
max o0.xyzw, r0.xyzw, l(-0.000100, -0.000100, -0.000100, -0.000100)
ret 
