; Constants, also those that refer to later ones.
source_filename = "constants"
target datalayout = "e-p:64:64-p3:32:32"

%pair = type { i32, float }
%packed = type <{ i8, i32 }>

@a = global i32 1
@b = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@c = private constant [3 x i8] c"a\00\FF"
@d = constant [4 x i8] c"abc\00"
@e = addrspace(3) global [64 x float] poison
@f = global %pair { i32 1, float 2.0 }
@g = global half 0xH3C00
@h = global bfloat 0xR3F80
@i = global double 0x7FF8000000000000
@j = global float 0x7FF0000000000000
@k = global x86_fp80 0xK3FFF8000000000000000
@l = global fp128 0xL00000000000000003FFF000000000000
@m = global ppc_fp128 0xM3FF00000000000000000000000000000
@n = global <2 x i1> <i1 true, i1 false>
@o = global i128 -123456789012345678901234567890
@p = global i64 -9223372036854775808
@q = global { i1, %packed, <{ i16 }> } { i1 true, %packed <{ i8 1, i32 2 }>, <{ i16 }> <{ i16 -1 }> }
@r = global <4 x float> splat (float 0.5)
@s = global <2 x ptr> splat (ptr @a)
@t = global <4 x i32> <i32 1, i32 undef, i32 poison, i32 4>
@u = global [2 x %pair] zeroinitializer
@v = global ptr getelementptr inbounds nuw ([4 x i32], ptr @b, i64 0, i64 2)
@w = global ptr getelementptr nusw (i8, ptr @b, i64 4)
@x = global ptr getelementptr inbounds nuw inrange(-4, 8) (i8, ptr @b, i64 4)
@y = global i64 sub nuw nsw (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @b to i64))
@z = global [3 x ptr] [ptr inttoptr (i64 4096 to ptr), ptr addrspacecast (ptr addrspace(3) @e to ptr), ptr @func]
@aa = global ptr blockaddress(@func, %bb)
@ab = global i64 ptrtoaddr (ptr @a to i64)
@ac = global [2 x half] [half 0xH0000, half 0xH8000]
@ad = global [2 x i16] [i16 1, i16 -1]
@ae = global <3 x double> <double 1.0, double -0.0, double 0x7FF0000000000001>
@af = global [0 x i8] zeroinitializer

define void @func() {
  %v = extractelement <4 x i32> <i32 7, i32 8, i32 9, i32 10>, i32 0
  call void asm sideeffect inteldialect "nop \22", "r"(i32 %v)
  br label %bb

bb:
  %s = shufflevector <2 x half> <half 0xH3C00, half 0xH4000>, <2 x half> poison, <3 x i32> <i32 1, i32 poison, i32 0>
  store { [2 x i64], <2 x i128> } { [2 x i64] [i64 -1, i64 3], <2 x i128> <i128 18446744073709551616, i128 0> }, ptr null, align 16
  ret void
}
