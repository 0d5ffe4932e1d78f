// ps_6_0
// C 92
//   a 0 88 used float2x2[3]
//   b 88 4 unused float
cbuffer C : register(b0) { float2x2 a[3]; float b; };
float4 main(uint i : I, float f : F) : SV_Target { return a[i][0][1]; }
