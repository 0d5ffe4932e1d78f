// ps_6_0
// C 52
//   a 0 4 used float
//   s 16 32 used S
//     .t 0 T
//       .x 0 float3
//       .y 12 float
//     .z 16 float4
//   b 48 4 unused float
struct T { float3 x; float y; };
struct S { T t; float4 z; };
cbuffer C : register(b0) { float a; S s; float b; };
float4 main(uint i : I, float f : F) : SV_Target { return s.z + a; }
