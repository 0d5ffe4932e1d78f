source_filename = "globals.ll"

module asm ".globl x"
module asm "x: \22\\"

%named = type { i32, %later, ptr }
%later = type <{ i8, [4 x <2 x float>] }>

$any = comdat any

$exact = comdat exactmatch

$largest = comdat largest

$none = comdat nodeduplicate

$size = comdat samesize

@any = linkonce_odr global i32 0, comdat
@b = weak_odr constant i32 1, comdat($exact), align 4
@c = global i32 2, section "a\22b", comdat($largest)
@d = global i32 2, comdat($none), !prof !0
@e = global %named zeroinitializer, comdat($size)
@f = internal global i32 1
@g = dso_local global i32 1
@h = hidden global i32 1
@i = global i32 1
@j = extern_weak dso_local hidden global i32
@k = private unnamed_addr constant [2 x i8] c"a\00", align 1
@l = external thread_local(initialexec) local_unnamed_addr global target("spirv.Event")
@m = addrspace(3) global [4 x i32] undef, align 16
@n = global float 5.000000e-01
@llvm.used = appending global [1 x ptr] [ptr @k], section "llvm.metadata"
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @init, ptr null }]

@al = alias %named, ptr @e
@am = dso_local thread_local(localexec) unnamed_addr alias i32, ptr @g
@an = protected alias i8, getelementptr (i8, ptr @e, i64 4)

define internal void @init() {
  ret void
}

declare !note !0 void @declared()

!other.named = !{!0}

!0 = !{!"a\\b\22", i32 1, ptr @g, null, !1, float 1.000000e+00}
!1 = !{}
