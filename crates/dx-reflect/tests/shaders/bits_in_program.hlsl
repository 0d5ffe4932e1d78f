// cs_6_6 -HV 2021 -Qkeep_reflect_in_dxil -Qstrip_reflect
// C 68
//   k 0 4 used B
//     . 0 uint
//   m 16 44 unused float3x1[3]
//   z 60 4 unused uint
//   n 64 4 unused float
struct B { uint a : 3; uint b : 10; };
cbuffer C : register(b0) { B k; float3x1 m[3]; uint z; float n; };
RWByteAddressBuffer O : register(u9);
[numthreads(8,1,1)] void main(uint i : SV_DispatchThreadID, uint g : SV_GroupThreadID) { O.Store(i * 4, k.b); }
