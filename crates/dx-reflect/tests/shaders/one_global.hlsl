// ps_6_5
// $Globals 16
//   tint 0 16 used float4
float4 tint;
float4 main(uint i : I, float f : F) : SV_Target { return tint; }
