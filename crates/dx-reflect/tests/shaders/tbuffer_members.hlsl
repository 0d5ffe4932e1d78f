// ps_6_0
// T 48
//   a 0 16 unused float4
//   b 16 16 used float4
//   c 32 16 unused float4
tbuffer T : register(t0) { float4 a; float4 b; float4 c; };
float4 main(uint i : I, float f : F) : SV_Target { return b; }
