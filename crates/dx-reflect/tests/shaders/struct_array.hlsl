// ps_6_0
// C 64
//   s 0 60 used S[2]
//     .x 0 float4
//     .y 16 float3
//   b 60 4 used float
struct S { float4 x; float3 y; };
cbuffer C : register(b0) { S s[2]; float b; };
float4 main(uint i : I, float f : F) : SV_Target { return s[1].y.z + b; }
