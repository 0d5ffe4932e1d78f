// ps_6_0
// $Globals 16
//   g 0 16 used float4
// C 8
//   a 0 4 unused float
//   b 4 4 used float
float4 g;
cbuffer C : register(b3) { float a; float b; };
float4 main(uint i : I, float f : F) : SV_Target { return g * b; }
