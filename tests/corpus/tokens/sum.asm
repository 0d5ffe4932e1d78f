// The sums of the elements of each group, in shader model 5.0.
//
// Input signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// no Input
//
// Output signature:
//
// Name                 Index   Mask Register SysValue  Format   Used
// -------------------- ----- ------ -------- -------- ------- ------
// no Output
//
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[1], immediateIndexed
dcl_resource_structured t0, 16 
dcl_uav_raw u0
dcl_uav_structured_opc u1, 4
dcl_input vThreadIDInGroupFlattened
dcl_input vThreadGroupID.x
dcl_input vThreadID.x
dcl_temps 2
dcl_tgsm_structured g0, 4, 64
dcl_thread_group 64, 1, 1
mov r0.x, l(0)
ult r0.y, vThreadID.x, cb0[0].x
if_nz r0.y
  ld_structured_indexable(structured_buffer, stride=16)(mixed,mixed,mixed,mixed) r1.xyzw, vThreadID.x, l(0), t0.xyzw
  dp4 r0.x, r1.xyzw, l(1.000000, 1.000000, 1.000000, 1.000000)
endif 
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
sync_g_t
mov r0.z, l(32)
loop 
  ieq r0.w, r0.z, l(0)
  breakc_nz r0.w
  ult r0.w, vThreadIDInGroupFlattened.x, r0.z
  if_nz r0.w
    iadd r0.w, r0.z, vThreadIDInGroupFlattened.x
    ld_structured r1.x, r0.w, l(0), g0.xxxx
    ld_structured r1.y, vThreadIDInGroupFlattened.x, l(0), g0.xxxx
    add r1.x, r1.y, r1.x
    store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r1.x
  endif 
  sync_g_t
  ushr r0.z, r0.z, l(1)
endloop 
if_z vThreadIDInGroupFlattened.x
  ld_structured r0.x, l(0), l(0), g0.xxxx
  ishl r0.y, vThreadGroupID.x, l(2)
  store_raw u0.x, r0.y, r0.x
  imm_atomic_alloc r0.z, u1
  store_structured u1.x, r0.z, l(0), vThreadGroupID.x
endif 
ret 
