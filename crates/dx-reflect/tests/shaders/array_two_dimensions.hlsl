// ps_6_0
// C 96
//   a 0 92 used float3[6]
//   b 92 4 used float
cbuffer C : register(b0) { float3 a[2][3]; float b; };
float4 main(uint i : I, float f : F) : SV_Target { return float4(a[1][2], b); }
