// ps_6_6
// scene 80
//   scene 0 80 used Scene
//     .proj 0 float4x4
//     .sun 64 float4
// One 32
//   tint 0 32 used float4[2]
struct Scene { float4x4 proj; float4 sun; };
ConstantBuffer<Scene> scene : register(b0);
cbuffer One : register(b1) { float4 tint[2]; };
float4 main(float4 p : P) : SV_Target { return mul(scene.proj, p) + scene.sun + tint[1]; }
