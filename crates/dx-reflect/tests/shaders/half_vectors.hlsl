// ps_6_2 -enable-16bit-types
// C 24
//   a 0 6 used float16_t3
//   b 6 4 unused float16_t2
//   c 10 2 used int16_t
//   d 12 4 used float
//   e 16 8 used uint16_t4
cbuffer C : register(b0) { float16_t3 a; float16_t2 b; int16_t c; float d; uint16_t4 e; };
float4 main(uint i : I, float f : F) : SV_Target { return a.z + c + d + e.w; }
