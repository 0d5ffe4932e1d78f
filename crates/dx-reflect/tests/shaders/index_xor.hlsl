// ps_6_6
// C 96
//   a 0 16 unused float4
//   b 16 64 used float4[4]
//   c 80 16 unused float4
cbuffer C : register(b0) { float4 a; float4 b[4]; float4 c; };
float4 main(uint i : I, float f : F) : SV_Target { return b[i ^ 1]; }
