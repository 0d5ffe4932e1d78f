// ps_6_6
// C 64
//   a 0 16 unused float4
//   b 16 36 used float[3]
//   c 52 12 unused float3
cbuffer C : register(b0) { float4 a; float b[3]; float3 c; };
float4 main(uint i : I, float f : F) : SV_Target { return b[i - 2]; }
