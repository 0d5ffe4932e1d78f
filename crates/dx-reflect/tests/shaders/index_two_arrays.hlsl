// ps_6_6
// C 144
//   a 0 64 used float4[4]
//   b 64 64 used float4[4]
//   c 128 16 unused float4
cbuffer C : register(b0) { float4 a[4]; float4 b[4]; float4 c; };
float4 main(uint i : I, float f : F) : SV_Target { return i < 4 ? a[i] : b[i - 4]; }
