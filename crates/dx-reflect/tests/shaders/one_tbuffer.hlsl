// ps_6_6
// T 16
//   a 0 16 used float4
tbuffer T : register(t0) { float4 a; };
float4 main(uint i : I, float f : F) : SV_Target { return a; }
