// ps_6_6 -enable-16bit-types
// C 108
//   v 0 6 used float16_t3
//   m 16 36 used float16_t2[3]
//   s 52 2 used int16_t
//   u 54 8 used uint16_t4
//   q 64 16 used int64_t2
//   w 80 22 used float16_t3x2
cbuffer C : register(b0) { float16_t3 v; float16_t2 m[3]; int16_t s; uint16_t4 u; int64_t2 q; float16_t3x2 w; };
float4 main() : SV_Target { return v.x + m[1].y + s + u.w + (float)q.y + w[0][1]; }
