// ps_6_0
// C 96
//   a 0 44 unused float3x3
//   b 48 44 used row_major float3x3
//   c 92 4 used float
cbuffer C : register(b0) { float3x3 a; row_major float3x3 b; float c; };
float4 main(uint i : I, float f : F) : SV_Target { return float4(b[2], c); }
