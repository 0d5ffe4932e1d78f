// ps_6_0
// C 56
//   a 0 8 used double
//   b 8 4 unused float
//   c 16 24 unused double3
//   d 40 8 used double
//   e 48 8 used double
cbuffer C : register(b0) { double a; float b; double3 c; double d; double e; };
float4 main(uint i : I, float f : F) : SV_Target { return (float)(a + d + e); }
