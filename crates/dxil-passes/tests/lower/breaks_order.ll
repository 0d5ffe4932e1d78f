; Where nobody optimized the entries, blocks stand in the order of the source: a call that threads make together before they leave
; a loop stays in the loop, one behind it does not come into it.
; RUN: breaks
target triple = "dxil-pc-shadermodel6.5-compute"

; CHECK: @dx.break.cond = internal constant [1 x i32] zeroinitializer

; CHECK-LABEL: define void @counted(
; CHECK: entry:
; CHECK-NEXT: %index = alloca i32
; CHECK-NEXT: [[HELD:%[0-9]+]] = load i32, ptr @dx.break.cond, align 4
; CHECK-NEXT: [[LEAVES:%[0-9]+]] = icmp eq i32 [[HELD]], 0
; CHECK: then:
; CHECK-NEXT: %first = call i32 @llvm.dx.wave.active.countbits(i1 true)
; CHECK-NEXT: %count = call i32 @ask(i32 %thread)
; CHECK-NEXT: br i1 [[LEAVES]], label %[[REST:.+]], label %head
; CHECK: [[REST]]:
; CHECK-NEXT: br label %end
; CHECK: end:
; CHECK-NEXT: call i32 @llvm.dx.wave.active.countbits(i1 false)
; CHECK-NEXT: ret void
define void @counted(i32 %thread) #0 {
entry:
  %index = alloca i32
  store i32 0, ptr %index
  br label %head
head:
  %now = load i32, ptr %index
  %goes_on = icmp ult i32 %now, 64
  br i1 %goes_on, label %body, label %end
body:
  %is_it = icmp eq i32 %now, %thread
  br i1 %is_it, label %then, label %else
then:
  %first = call i32 @llvm.dx.wave.active.countbits(i1 true)
  %count = call i32 @ask(i32 %thread)
  br label %end
else:
  %next = add i32 %now, 1
  store i32 %next, ptr %index
  br label %head
end:
  %all = call i32 @llvm.dx.wave.active.countbits(i1 false)
  ret void
}

; A loop that only a break ends; the inner one of two has the call. What the loop begins with stays what it is.
; CHECK-LABEL: define i32 @endless(
; CHECK: outer:
; CHECK-NEXT: %round = phi i32 [ 0, %0 ], [ %next, %again ]
; CHECK: inner:
; CHECK-NEXT: %seen = phi i32 [ 0, %outer ], [ %more, %else ], [ %seen, %then ]
; CHECK: then:
; CHECK-NEXT: %sum = call i32 @llvm.dx.wave.reduce.usum.i32(i32 %seen)
; CHECK-NEXT: br i1 {{%.+}}, label %[[REST:.+]], label %inner
; CHECK: [[REST]]:
; CHECK-NEXT: %twice = add i32 %sum, %sum
; CHECK-NEXT: br label %again
define i32 @endless(i32 %thread) #0 {
  br label %outer
outer:
  %round = phi i32 [ 0, %0 ], [ %next, %again ]
  br label %inner
inner:
  %seen = phi i32 [ 0, %outer ], [ %more, %else ]
  %is_it = icmp eq i32 %seen, %thread
  br i1 %is_it, label %then, label %else
then:
  %sum = call i32 @llvm.dx.wave.reduce.usum.i32(i32 %seen)
  %twice = add i32 %sum, %sum
  br label %again
else:
  %more = add i32 %seen, 1
  br label %inner
again:
  %next = add i32 %round, %twice
  %is_done = icmp ugt i32 %next, 100
  br i1 %is_done, label %end, label %outer
end:
  ret i32 %next
}

define void @main() #1 {
  call void @counted(i32 1)
  ret void
}

define i32 @ask(i32 %value) {
  %first = call i32 @llvm.dx.wave.readlane.i32(i32 %value, i32 0)
  ret i32 %first
}

declare i32 @llvm.dx.wave.active.countbits(i1)
declare i32 @llvm.dx.wave.reduce.usum.i32(i32)
declare i32 @llvm.dx.wave.readlane.i32(i32, i32)

attributes #0 = { alwaysinline }
attributes #1 = { noinline optnone "hlsl.shader"="compute" "hlsl.numthreads"="64,1,1" }
