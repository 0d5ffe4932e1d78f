; RUN: sroa
; Pointers that say nothing: what is at an address is what is read there, bytes are what lies there.

source_filename = "modern"

%inner = type { i32, float }
%outer = type { [2 x %inner], i32 }

declare void @llvm.lifetime.start.p0(ptr captures(none))

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg)

define i32 @main(i32 %x, i32 %i, ptr %elsewhere) {
  %s = alloca %outer, align 4
  %t = alloca %outer, align 4
  %a = alloca [4 x i32], align 16
  %u = alloca %inner, align 4
  call void @llvm.lifetime.start.p0(ptr %s)
  store i32 %x, ptr %s, align 4
  %second = getelementptr inbounds i8, ptr %s, i64 12
  store float 1.0, ptr %second, align 4
  %last = getelementptr inbounds %outer, ptr %s, i32 0, i32 1
  store i32 2, ptr %last, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %s, i64 20, i1 false)
  %r = load i32, ptr %t, align 4
  %element = getelementptr inbounds i32, ptr %a, i32 %i
  store i32 %r, ptr %element, align 4
  %fixed = getelementptr inbounds i32, ptr %a, i32 2
  %v = load i32, ptr %fixed, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %u, ptr %elsewhere, i64 8, i1 false)
  %w = load i32, ptr %u, align 4
  %sum = add i32 %v, %w
  ret i32 %sum
}
