// What C has of LLVM: aggregates, vectors, atomics, switches, calls. Compiled by `cargo xtask conformance modern` only.
#include <stddef.h>
typedef float f4 __attribute__((ext_vector_type(4)));
typedef int i4 __attribute__((ext_vector_type(4)));
struct S { int a; float b[4]; struct { short c; double d; } e; };
static const char *names[] = { "one", "two\n\"q\"", "\\" };
extern int printf(const char *, ...);
int counter; static int hidden; int t; 
__attribute__((weak)) int weak_var = 3;
volatile int v;
int sum(const int *p, size_t n) { int s = 0; for (size_t i = 0; i < n; i++) s += p[i]; return s; }
float dot(f4 a, f4 b) { f4 c = a * b; return c.x + c.y + c.z + c.w; }
i4 shuffle(i4 a, i4 b) { return __builtin_shufflevector(a, b, 0, 5, -1, 3); }
int sw(int x) { switch (x) { case 1: return 5; case 2: case 3: return 7; case 100: return printf("%d", x); default: return hidden++; } }
void atomics(int *p, long *q) { __atomic_fetch_add(p, 1, __ATOMIC_RELAXED); __atomic_store_n(q, 5, __ATOMIC_RELEASE); int e = 1; __atomic_compare_exchange_n(p, &e, 2, 1, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE); __atomic_thread_fence(__ATOMIC_SEQ_CST); v = __atomic_load_n(p, __ATOMIC_ACQUIRE); }
struct S make(int a) { struct S s = { .a = a, .b = { 1, 2.5f }, .e = { 3, 4.0 } }; return s; }
void use(struct S *s, struct S by) { *s = by; s->e.d = __builtin_sqrt(by.e.d); counter += t; }
const char *name(int i) { return names[i & 1]; }
double mix(double a, int b, unsigned c, _Bool d, long double l, __int128 w, _Float16 h, __bf16 bf) { return a * b / c + d - (double)l + (double)w + h + (float)bf; }
int vla(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = i; return a[n - 1]; }
int (*fp(int i))(int) { return i ? sw : 0; }
int callfp(int i) { return fp(i)(i); }
int clz(unsigned x) { return __builtin_clz(x) + __builtin_popcount(x) + __builtin_bswap32(x); }
int ov(int a, int b, int *r) { return __builtin_sadd_overflow(a, b, r); }
void cpy(char *d, const char *s, size_t n) { __builtin_memcpy(d, s, n); __builtin_memset(d, 0, 16); __builtin_memmove(d, s, n); }
__attribute__((noinline, cold)) static void cold(void) { __builtin_trap(); }
void c2(int x) { if (__builtin_expect(x, 0)) cold(); __builtin_assume(x == 0); }
int asmx(int a) { int r; __asm__ volatile("mov %1, %0" : "=r"(r) : "r"(a) : "memory"); return r; }
int va(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int r = __builtin_va_arg(l, int); __builtin_va_end(l); return r; }
