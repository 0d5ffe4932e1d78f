; Where tokens say what belongs together, they are followed, be code optimized or not, and go.
; RUN: breaks dxil-finalize-linkage
target triple = "dxil-pc-shadermodel6.5-compute"

; CHECK-NOT: convergence

; The calls of a block belong to a loop each, the last one to none.
; CHECK-LABEL: define internal i32 @loops(
; CHECK: outer:
; CHECK-NEXT: %round = phi i32 [ 0, %entry ], [ %next, %again ], [ %round, %[[SECOND:.+]] ]
; CHECK: inner:
; CHECK-NEXT: %seen = phi i32 [ 0, %outer ], [ %more, %inner ], [ %seen, %last ]
; CHECK: last:
; CHECK-NEXT: %one = call i32 @llvm.dx.wave.reduce.usum.i32(i32 %seen){{$}}
; CHECK-NEXT: br i1 [[LEAVES:%.+]], label %[[SECOND]], label %inner
; CHECK: [[SECOND]]:
; CHECK-NEXT: %two = call i32 @llvm.dx.wave.reduce.usum.i32(i32 %round){{$}}
; CHECK-NEXT: br i1 [[LEAVES]], label %[[THIRD:.+]], label %outer
; CHECK: [[THIRD]]:
; CHECK-NEXT: %three = call i32 @llvm.dx.wave.reduce.usum.i32(i32 %two) [ "other"(i32 %one) ]
; CHECK-NEXT: ret i32 %three
define hidden i32 @loops(i32 %thread) convergent {
entry:
  %all = call token @llvm.experimental.convergence.entry()
  br label %outer
outer:
  %round = phi i32 [ 0, %entry ], [ %next, %again ]
  %of_outer = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %all) ]
  br label %inner
inner:
  %seen = phi i32 [ 0, %outer ], [ %more, %inner ]
  %of_inner = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %of_outer) ]
  %more = add i32 %seen, 1
  %is_left = icmp ult i32 %more, %thread
  br i1 %is_left, label %inner, label %out
out:
  %is_last = icmp eq i32 %round, %thread
  br i1 %is_last, label %last, label %again
again:
  %next = add i32 %round, 1
  br label %outer
last:
  %one = call i32 @llvm.dx.wave.reduce.usum.i32(i32 %seen) [ "convergencectrl"(token %of_inner) ]
  %two = call i32 @llvm.dx.wave.reduce.usum.i32(i32 %round) [ "convergencectrl"(token %of_outer) ]
  %three = call i32 @llvm.dx.wave.reduce.usum.i32(i32 %two) [ "other"(i32 %one), "convergencectrl"(token %all) ]
  ret i32 %three
}

; A call of the loop's token in the loop, and one of another token behind it, stay where they are, in the order of the
; source, too.
; CHECK-LABEL: define void @main(
; CHECK: then:
; CHECK-NEXT: %count = call i32 @llvm.dx.wave.active.countbits(i1 true){{$}}
; CHECK-NEXT: br label %end
define void @main(i32 %thread) #0 {
entry:
  %all = call token @llvm.experimental.convergence.anchor()
  %sum = call i32 @loops(i32 %thread) [ "convergencectrl"(token %all) ]
  br label %head
head:
  %now = phi i32 [ 0, %entry ], [ %next, %else ]
  %round = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %all) ]
  %is_it = icmp eq i32 %now, %thread
  br i1 %is_it, label %then, label %else
then:
  %count = call i32 @llvm.dx.wave.active.countbits(i1 true) [ "convergencectrl"(token %all) ]
  br label %end
else:
  %next = call i32 @llvm.dx.wave.reduce.usum.i32(i32 %now) [ "convergencectrl"(token %round) ]
  %goes_on = icmp ult i32 %next, 64
  br i1 %goes_on, label %head, label %end
end:
  ret void
}

; A block that nobody comes back to begins no loop.
; CHECK-LABEL: define void @once(
; CHECK: then:
; CHECK-NEXT: %count = call i32 @llvm.dx.wave.active.countbits(i1 true){{$}}
; CHECK-NEXT: br label %end
define void @once(i1 %c) "hlsl.shader"="compute" "hlsl.numthreads"="64,1,1" {
entry:
  %all = call token @llvm.experimental.convergence.anchor()
  br label %round
round:
  %now = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %all) ]
  br i1 %c, label %then, label %end
then:
  %count = call i32 @llvm.dx.wave.active.countbits(i1 true) [ "convergencectrl"(token %now) ]
  br label %end
end:
  ret void
}

declare token @llvm.experimental.convergence.entry()
declare token @llvm.experimental.convergence.anchor()
declare token @llvm.experimental.convergence.loop()
declare i32 @llvm.dx.wave.active.countbits(i1)
declare i32 @llvm.dx.wave.reduce.usum.i32(i32)

attributes #0 = { noinline optnone "hlsl.shader"="compute" "hlsl.numthreads"="64,1,1" }
