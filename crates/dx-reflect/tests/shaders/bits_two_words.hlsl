// cs_6_6 -HV 2021
// C 12
//   k 0 8 used B
//     . 0 uint
//       .a 0 uint : 20
//     . 4 uint
//       .b 0 uint : 20
//   z 8 4 used uint
struct B { uint a : 20; uint b : 20; };
cbuffer C : register(b0) { B k; uint z; };
RWByteAddressBuffer O : register(u9);
[numthreads(8,1,1)] void main(uint i : SV_DispatchThreadID, uint g : SV_GroupThreadID) { O.Store(i * 4, k.b + z); }
