// cs_6_6 -HV 2021
// C 8
//   k 0 4 used B
//     . 0 int
//       .a 0 int : 8
//       .b 8 int : 8
//   z 4 4 unused int
struct B { int a : 8; int b : 8; };
cbuffer C : register(b0) { B k; int z; };
RWByteAddressBuffer O : register(u9);
[numthreads(8,1,1)] void main(uint i : SV_DispatchThreadID, uint g : SV_GroupThreadID) { O.Store(i * 4, k.b); }
