// ps_6_6
// C 48
//   a 0 44 used float3x1[3]
//   b 44 4 unused float
cbuffer C : register(b0) { float3x1 a[3]; float b; };
float4 main(uint i : I, float f : F) : SV_Target { return a[i][1][0]; }
