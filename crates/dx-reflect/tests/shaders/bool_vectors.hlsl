// ps_6_0
// C 28
//   a 0 12 used bool3
//   b 16 8 used bool2
//   c 24 4 unused bool
cbuffer C : register(b0) { bool3 a; bool2 b; bool c; };
float4 main(uint i : I, float f : F) : SV_Target { return a.z && b.x ? 1 : 0; }
