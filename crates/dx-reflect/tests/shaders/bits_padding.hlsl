// cs_6_6 -HV 2021
// T 8
//   $Element 0 8 used B
//     . 0 uint
//       .a 0 uint : 3
//       . 3 uint : 2
//       .b 5 uint : 4
//     . 4 uint
//       .c 0 uint : 5
struct B { uint a : 3; uint : 2; uint b : 4; uint : 0; uint c : 5; };
StructuredBuffer<B> T : register(t0);
RWByteAddressBuffer O : register(u9);
[numthreads(8,1,1)] void main(uint i : SV_DispatchThreadID, uint g : SV_GroupThreadID) { O.Store(i * 4, T[i].c); }
