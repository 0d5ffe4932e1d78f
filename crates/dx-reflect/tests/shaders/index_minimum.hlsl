// ps_6_6
// C 128
//   a 0 64 used float4[4]
//   b 64 64 unused float4[4]
cbuffer C : register(b0) { float4 a[4]; float4 b[4]; };
float4 main(uint i : I, float f : F) : SV_Target { return a[min(i, 3)]; }
