; Memory whose address is handed on keeps its type, and what is read and written of it names members.
; RUN: dxil-flatten-arrays
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxil-pc-shadermodel6.3-library"

%Payload = type { <2 x float>, [3 x i32], double, float }

; CHECK-LABEL: define float @handed_on
; CHECK: [[MEMORY:%.*]] = alloca %Payload
; CHECK: [[LANE:%.*]] = getelementptr inbounds %Payload, ptr [[MEMORY]], i32 0, i32 0, i32 1
; CHECK: store float %x, ptr [[LANE]], align 4
; CHECK: [[ELEMENT:%.*]] = getelementptr inbounds %Payload, ptr [[MEMORY]], i32 0, i32 1, i32 %i
; CHECK: [[BITS:%.*]] = bitcast float %x to i32
; CHECK: store i32 [[BITS]], ptr [[ELEMENT]], align 4
; CHECK: call void @given(ptr [[MEMORY]])
; CHECK: [[FIRST:%.*]] = getelementptr inbounds %Payload, ptr [[MEMORY]], i32 0, i32 0, i32 0
; CHECK: load float, ptr [[FIRST]], align 4
define float @handed_on(float %x, i32 %i) {
  %memory = alloca %Payload, align 8
  %lane = getelementptr i8, ptr %memory, i32 4
  store float %x, ptr %lane
  %array = getelementptr i8, ptr %memory, i32 8
  %element = getelementptr float, ptr %array, i32 %i
  store float %x, ptr %element
  call void @given(ptr %memory)
  %y = load float, ptr %memory
  ret float %y
}

; Two words are one number, and each lane of a vector is one.
; CHECK-LABEL: define void @copied
; CHECK: getelementptr inbounds %Payload, ptr [[MEMORY:%.*]], i32 0, i32 1, i32 1
; CHECK: store i32 {{.*}}, align 4
; CHECK: getelementptr inbounds %Payload, ptr [[MEMORY]], i32 0, i32 1, i32 2
; CHECK: store i32 {{.*}}, align 4
; CHECK: [[DOUBLE:%.*]] = bitcast i64 %n to double
; CHECK: store double [[DOUBLE]], ptr
; CHECK: [[WHOLE:%.*]] = getelementptr inbounds %Payload, ptr [[MEMORY]], i32 0, i32 0
; CHECK: store <2 x float> {{.*}}, ptr [[WHOLE]]
; CHECK: store float {{.*}}, align 4
; CHECK: store float {{.*}}, align 4
define void @copied(i64 %n, <2 x i32> %v) {
  %memory = alloca %Payload, align 8
  %pair = getelementptr i8, ptr %memory, i32 12
  store i64 %n, ptr %pair
  %double = getelementptr i8, ptr %memory, i32 24
  store i64 %n, ptr %double
  store <2 x float> <float 1.0, float 2.0>, ptr %memory
  store <2 x i32> %v, ptr %memory
  call void @given(ptr %memory)
  ret void
}

; What a parameter points to, an upgrade said; how many there are, nobody.
; CHECK-LABEL: define float @parameter
; CHECK: [[PLACE:%.*]] = getelementptr inbounds %Payload, ptr %p, i32 2, i32 3
; CHECK: load float, ptr [[PLACE]], align 4
; CHECK: [[OTHER:%.*]] = getelementptr inbounds %Payload, ptr %p, i32 %i, i32 1, i32 0
; CHECK: [[WORD:%.*]] = load i32, ptr [[OTHER]], align 4
; CHECK: bitcast i32 [[WORD]] to float
define float @parameter(ptr %p, i32 %i) {
  %place = getelementptr i8, ptr %p, i32 112
  %x = load float, ptr %place
  %one = getelementptr %Payload, ptr %p, i32 %i
  %member = getelementptr i8, ptr %one, i32 8
  %y = load float, ptr %member
  %z = fadd float %x, %y
  ret float %z
}

; An index that counts bytes counts elements again, unless it could begin anew before that.
; CHECK-LABEL: define void @counted
; CHECK: getelementptr inbounds %Payload, ptr [[MEMORY:%.*]], i32 0, i32 1, i32 %{{.*}}
; CHECK: store i32 1, ptr
; CHECK: getelementptr inbounds %Payload, ptr [[MEMORY]], i32 0, i32 1, i32 %{{.*}}
; CHECK: store i32 3, ptr
; CHECK: store i32 2, ptr %other
define void @counted(i32 %i, i16 %h) {
  %memory = alloca %Payload, align 8
  %next = add i32 %i, 1
  %bytes = shl i32 %next, 2
  %array = getelementptr i8, ptr %memory, i32 8
  %element = getelementptr i8, ptr %array, i32 %bytes
  store i32 1, ptr %element
  %sum = add i32 8, %bytes
  %again = getelementptr i8, ptr %memory, i32 %sum
  store i32 3, ptr %again
  %few = shl i16 %h, 2
  %other = getelementptr i8, ptr %array, i16 %few
  store i32 2, ptr %other
  call void @given(ptr %memory)
  ret void
}

; What names members stays as it is, and so does what is none: half a word, and what lies in a gap.
; CHECK-LABEL: define void @left
; CHECK: getelementptr inbounds nuw %Payload, ptr %memory, i32 0, i32 1, i32 %i
; CHECK: store i32 %i, ptr %named
; CHECK: store i16 %h, ptr %half
; CHECK: store i32 %i, ptr %gap
define void @left(i32 %i, i16 %h) {
  %memory = alloca %Payload, align 8
  %named = getelementptr inbounds nuw %Payload, ptr %memory, i32 0, i32 1, i32 %i
  store i32 %i, ptr %named
  %half = getelementptr i8, ptr %memory, i32 10
  store i16 %h, ptr %half
  %gap = getelementptr i8, ptr %memory, i32 20
  store i32 %i, ptr %gap
  call void @given(ptr %memory)
  ret void
}

declare void @given(ptr)

!dxil.upgrade.parameters = !{!0}
!0 = !{ptr @parameter, i32 0, %Payload undef}
