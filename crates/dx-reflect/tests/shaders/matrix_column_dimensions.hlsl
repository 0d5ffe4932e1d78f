// ps_6_0
// C 96
//   a 0 92 used float3x1[6]
//   b 92 4 used float
cbuffer C : register(b0) { float3x1 a[2][3]; float b; };
float4 main(uint i : I, float f : F) : SV_Target { return a[1][2][0][0] + b; }
