// A library that other libraries call: an exported function and the hash that only it uses.
uint hash(uint x) { x ^= x >> 16; x *= 0x7feb352d; x ^= x >> 15; x *= 0x846ca68b; return x ^ (x >> 16); }

export float noise(float x) {
  uint cell = (uint)floor(x);
  float left = hash(cell) / 4294967296.0, right = hash(cell + 1) / 4294967296.0;
  return lerp(left, right, smoothstep(0, 1, x - floor(x)));
}
