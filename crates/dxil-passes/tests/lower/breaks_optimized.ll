; Where somebody optimized, the order says nothing: nothing is changed.
; RUN: breaks
target triple = "dxil-pc-shadermodel6.5-compute"

; CHECK-NOT: dx.break
; CHECK: then:
; CHECK-NEXT: %count = call i32 @llvm.dx.wave.active.countbits(i1 true)
; CHECK-NEXT: br label %end
define void @main(i32 %thread) #0 {
entry:
  br label %head
head:
  %now = phi i32 [ 0, %entry ], [ %next, %else ]
  %is_it = icmp eq i32 %now, %thread
  br i1 %is_it, label %then, label %else
then:
  %count = call i32 @llvm.dx.wave.active.countbits(i1 true)
  br label %end
else:
  %next = add i32 %now, 1
  %goes_on = icmp ult i32 %next, 64
  br i1 %goes_on, label %head, label %end
end:
  ret void
}

declare i32 @llvm.dx.wave.active.countbits(i1)

attributes #0 = { "hlsl.shader"="compute" "hlsl.numthreads"="64,1,1" }
