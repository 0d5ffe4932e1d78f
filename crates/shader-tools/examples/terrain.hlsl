// A library with an entry that calls `noise` of another library.
float noise(float x);
RWStructuredBuffer<float> heights : register(u0);

[shader("compute")] [numthreads(64, 1, 1)] void CSMain(uint3 thread : SV_DispatchThreadID) {
  float x = thread.x / 16.0, height = 0, scale = 1;
  for (uint octave = 0; octave < 4; octave++) { height += noise(x) * scale; x *= 2; scale *= 0.5; }
  heights[thread.x] = height;
}
