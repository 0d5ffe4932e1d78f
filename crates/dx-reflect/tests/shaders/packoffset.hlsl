// ps_6_0
// C 64
//   a 16 8 used float2
//   b 28 4 unused float
//   c 48 16 used float4
cbuffer C : register(b0) { float2 a : packoffset(c1); float b : packoffset(c1.w); float4 c : packoffset(c3); };
float4 main(uint i : I, float f : F) : SV_Target { return c + a.x; }
