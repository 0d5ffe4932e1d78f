// ps_6_6
// C 64
//   s 0 60 used S
//     .m 0 float3x1[3]
//     .r 48 row_major float1x3[1]
//   b 60 4 used float
struct S { float3x1 m[3]; row_major float1x3 r[1]; };
cbuffer C : register(b0) { S s; float b; };
float4 main(uint i : I, float f : F) : SV_Target { return s.m[1][2][0] + b; }
