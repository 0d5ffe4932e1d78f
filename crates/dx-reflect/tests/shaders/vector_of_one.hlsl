// ps_6_0
// C 8
//   a 0 4 used float1
//   b 4 4 unused float1
cbuffer C : register(b0) { float1 a; float1 b; };
float4 main(uint i : I, float f : F) : SV_Target { return a.x; }
