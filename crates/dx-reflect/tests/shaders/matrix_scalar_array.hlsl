// ps_6_0
// C 72
//   a 0 68 used float1x1[5]
//   b 68 4 unused float
cbuffer C : register(b0) { float1x1 a[5]; float b; };
float4 main(uint i : I, float f : F) : SV_Target { return a[i][0][0]; }
