// cs_6_6 -HV 2021
// C 16
//   k 0 12 used BF
//     . 0 uint
//       .a 0 uint : 3
//       .b 3 uint : 10
//       .c 13 uint : 5
//     . 4 uint
//       .d 0 uint : 31
//     .f 8 float
//   z 12 4 used float
// O 12
//   $Element 0 12 used BF
//     . 0 uint
//       .a 0 uint : 3
//       .b 3 uint : 10
//       .c 13 uint : 5
//     . 4 uint
//       .d 0 uint : 31
//     .f 8 float
struct BF { uint a : 3; uint b : 10; int c : 5; uint d : 31; float f; };
RWStructuredBuffer<BF> O : register(u0);
cbuffer C : register(b0) { BF k; float z; };
[numthreads(1,1,1)] void main() { O[0].b = k.a + O[1].d; O[0].c = k.c; O[0].f = z; }
