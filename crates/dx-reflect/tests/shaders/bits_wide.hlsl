// cs_6_6 -HV 2021
// C 20
//   k 0 16 used B
//     .f 0 float
//     . 8 uint64_t
//       .a 0 uint64_t : 40
//       .b 40 uint64_t : 24
//   z 16 4 unused uint
struct B { float f; uint64_t a : 40; uint64_t b : 24; };
cbuffer C : register(b0) { B k; uint z; };
RWByteAddressBuffer O : register(u9);
[numthreads(8,1,1)] void main(uint i : SV_DispatchThreadID, uint g : SV_GroupThreadID) { O.Store(i * 4, (uint)k.b); }
