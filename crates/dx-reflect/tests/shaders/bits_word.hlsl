// cs_6_6 -HV 2021
// C 8
//   k 0 4 used B
//     . 0 uint
//       .a 0 uint : 3
//       .b 3 uint : 10
//       .c 13 uint : 19
//   z 4 4 unused uint
struct B { uint a : 3; uint b : 10; uint c : 19; };
cbuffer C : register(b0) { B k; uint z; };
RWByteAddressBuffer O : register(u9);
[numthreads(8,1,1)] void main(uint i : SV_DispatchThreadID, uint g : SV_GroupThreadID) { O.Store(i * 4, k.b); }
