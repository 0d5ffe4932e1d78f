// ps_6_0
// C 56
//   a 0 4 used uint
//   b 8 8 used uint64_t
//   c 16 16 used int64_t2
//   d 32 24 unused int64_t3
cbuffer C : register(b0) { uint a; uint64_t b; int64_t2 c; int64_t3 d; };
float4 main(uint i : I, float f : F) : SV_Target { return (float)(a + b + c.y); }
