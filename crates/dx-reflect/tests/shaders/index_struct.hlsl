// ps_6_6
// C 112
//   a 0 16 unused float4
//   s 16 64 used S[2]
//     .x 0 float4
//     .y 16 float4
//   c 80 16 unused float4
//   d 96 16 used float4
struct S { float4 x; float4 y; };
cbuffer C : register(b0) { float4 a; S s[2]; float4 c; float4 d; };
float4 main(uint i : I, float f : F) : SV_Target { return s[i - 1].y + d; }
