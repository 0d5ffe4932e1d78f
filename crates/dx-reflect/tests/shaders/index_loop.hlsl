// ps_6_6
// C 96
//   a 0 16 unused float4
//   b 16 64 used float4[4]
//   c 80 16 unused float4
cbuffer C : register(b0) { float4 a; float4 b[4]; float4 c; };
float4 main(uint n : I) : SV_Target { float4 r = 0; [loop] for (uint k = 1; k < n; ++k) r += b[k - 1]; return r; }
