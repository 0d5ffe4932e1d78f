// ps_6_0
// C 60
//   a 0 56 used int2x1[4]
//   b 56 4 unused int
cbuffer C : register(b0) { int2x1 a[4]; int b; };
float4 main(uint i : I, float f : F) : SV_Target { return a[i][1][0]; }
