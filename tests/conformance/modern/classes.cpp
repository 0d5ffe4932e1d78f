// What C++ has of LLVM: tables of virtual functions, comdats, constructors of globals. As shapes.c.
struct A { virtual ~A(); virtual int f(int) const; int x; };
struct B : A { int f(int y) const override { return y + x; } double d = 2; };
int A::f(int y) const { return y; } A::~A() {}
template <class T> T maxi(T a, T b) { return a > b ? a : b; }
namespace n { int g(int a, float b) { return maxi(a, 3) + int(maxi(b, 2.0f)); } }
B global; 
int run(A *a) { return a->f(1) + n::g(2, 3.0f); }
int lam(int k) { auto l = [k](int x) { return x * k; }; return l(3); }
int use() { static int s = lam(3); return s; }
inline int inl(int a) { static int q; return q += a; }
int callinl() { return inl(5); }
