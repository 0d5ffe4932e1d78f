source_filename = "constants"
target datalayout = "e-p:64:64-p1:64:64-p3:32:32"
target triple = "x-unknown"

%pair = type { i32, float }
%packed = type <{ i8, i32 }>

@a = global i32 1
@b = internal unnamed_addr constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 16
@c = private local_unnamed_addr constant [3 x i8] c"a\00\FF", section "s", align 1
@d = external global i64
@e = external dso_local addrspace(3) global [64 x float], align 4
@f = linkonce_odr hidden global %pair { i32 1, float 2.000000e+00 }, align 8
@g = weak protected thread_local global i32 0
@h = common global i32 0, align 4
@i = appending global [1 x ptr] [ptr @a]
@j = extern_weak global i32
@k = available_externally constant half 0xH3C00
@l = external dllimport global i32
@m = dllexport global i32 3
@n = global bfloat 0xR3F80
@o = global double 0x7FF8000000000000
@p = global float 0x7FF0000000000000
@q = global x86_fp80 0xK3FFF8000000000000000
@r = global fp128 0xL00000000000000003FFF000000000000
@s = global ppc_fp128 0xM3FF00000000000000000000000000000
@t = global <2 x i1> <i1 true, i1 false>
@u = global i128 123456789012345678901234567890
@v = global i64 -9223372036854775808
@w = global { i1, %packed, <{ i16 }> } { i1 true, %packed <{ i8 1, i32 2 }>, <{ i16 }> <{ i16 -1 }> }
@x = global <4 x float> splat (float 5.000000e-01)
@y = global <2 x ptr> <ptr @a, ptr @a>
@z = global <4 x i32> <i32 1, i32 undef, i32 poison, i32 4>
@aa = global [2 x %pair] zeroinitializer
@ab = global ptr getelementptr inbounds nuw ([4 x i32], ptr @b, i64 0, i64 2)
@ac = global ptr getelementptr inbounds (i8, ptr @b, i64 4)
@ad = global ptr getelementptr nusw (i8, ptr @b, i64 4)
@ae = global ptr getelementptr inrange(-4, 8) (i8, ptr @b, i64 4)
@af = global ptr getelementptr inbounds nuw inrange(0, 16) (i8, ptr @b, i64 4)
@ag = global i64 ptrtoint (ptr @a to i64)
@ai = global ptr inttoptr (i64 4096 to ptr)
@aj = global ptr addrspacecast (ptr addrspace(3) @e to ptr)
@ak = global i64 add (i64 ptrtoint (ptr @a to i64), i64 5)
@al = global i64 sub nuw nsw (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @b to i64))
@am = global i64 xor (i64 ptrtoint (ptr @a to i64), i64 -1)
@an = global ptr @func
@ao = global ptr blockaddress(@func, %bb)
@ap = global ptr blockaddress(@func, %2)
@aq = global i64 ptrtoaddr (ptr @a to i64)
@as = global ptr null
@at = global ptr undef
@au = global i32 poison
@av = global {} zeroinitializer
@aw = global [0 x i8] zeroinitializer
@ax = global [2 x half] [half 0xH0000, half 0xH8000]
@ay = global [2 x bfloat] [bfloat 0xR0000, bfloat 0xR8000]
@az = global [2 x i16] [i16 1, i16 -1]
@ba = global <3 x double> <double 1.000000e+00, double -0.000000e+00, double 0x7FF0000000000001>
@bb = global i1 true
@be = local_unnamed_addr externally_initialized global i32 1
@bf = global [2 x ptr] [ptr @a, ptr @b]
@bg = addrspace(1) externally_initialized constant i32 1
@bh = global float 1.000000e+10
@bj = global float 0x36A0000000000000
@bk = global i32 31
@bl = global i8 -128
@bm = thread_local(localdynamic) global i32 1
@bn = thread_local(initialexec) global i32 1
@bo = thread_local(localexec) global i32 1
@"quoted name" = global i32 1
@0 = global i32 1
@1 = private constant [2 x i8] c"\22\\"

@al1 = alias i32, ptr @a
@al2 = weak_odr hidden unnamed_addr alias i8, getelementptr inbounds (i8, ptr @b, i64 4)
@al3 = internal alias void (), ptr @func

define void @func() {
  br label %bb

bb:                                               ; preds = %0
  br label %1

1:                                                ; preds = %bb
  br label %2

2:                                                ; preds = %1
  ret void
}
