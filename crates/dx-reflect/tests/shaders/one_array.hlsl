// vs_6_2
// C 36
//   a 0 36 used float[3]
cbuffer C : register(b0) { float a[3]; };
float4 main(uint i : I) : SV_Position { return a[i]; }
