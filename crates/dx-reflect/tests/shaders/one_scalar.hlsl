// ps_6_0
// C 4
//   a 0 4 used float
cbuffer C : register(b0) { float a; };
float4 main(uint i : I, float f : F) : SV_Target { return a; }
