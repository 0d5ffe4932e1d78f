// ps_6_6
// C 96
//   a 0 16 unused float4
//   m 16 64 used row_major float4x4
//   c 80 16 unused float4
cbuffer C : register(b0) { float4 a; row_major float4x4 m; float4 c; };
float4 main(uint i : I, float f : F) : SV_Target { return m[i - 1]; }
