// ps_6_0
// C 36
//   a 0 24 used min16float2x1[2]
//   b 32 4 unused min16float[1]
cbuffer C : register(b0) { min16float2x1 a[2]; min16float b[1]; };
float4 main(uint i : I, float f : F) : SV_Target { return a[i][1][0]; }
