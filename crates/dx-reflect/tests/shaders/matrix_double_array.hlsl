// ps_6_0
// C 88
//   a 0 80 used double2x1[5]
//   b 80 8 unused double
cbuffer C : register(b0) { double2x1 a[5]; double b; };
float4 main(uint i : I, float f : F) : SV_Target { return (float)a[i][0][0]; }
