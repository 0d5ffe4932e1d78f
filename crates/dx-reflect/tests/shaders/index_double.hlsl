// ps_6_0
// C 96
//   a 0 16 unused double2
//   b 16 72 used double[5]
//   c 88 8 unused double
cbuffer C : register(b0) { double2 a; double b[5]; double c; };
float4 main(uint i : I, float f : F) : SV_Target { return (float)b[i - 1]; }
