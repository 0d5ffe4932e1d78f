// ps_6_0
// C 20
//   a 0 4 used float
//   b 4 4 unused int
//   c 8 4 used uint
//   d 12 4 used bool
//   e 16 4 unused float
cbuffer C : register(b0) { float a; int b; uint c; bool d; float e; };
float4 main(uint i : I, float f : F) : SV_Target { return d ? a : (float)c; }
