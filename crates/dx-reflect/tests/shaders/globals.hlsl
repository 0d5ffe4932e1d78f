// ps_6_0
// $Globals 36
//   a 0 16 used float4
//   b 16 16 unused float4
//   c 32 4 used float
float4 a; float4 b; float c;
float4 main(uint i : I, float f : F) : SV_Target { return a * c; }
