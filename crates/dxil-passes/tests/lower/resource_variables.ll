; RUN: dxil-resource-variables

; Optimizers load the members of what stands for a resource of a library.

target triple = "dxil-pc-shadermodel6.3-library"

%dx.types.Handle = type { ptr }
%struct.Buffer = type { i32 }
%struct.Pair = type { <4 x float>, %struct.Buffer }

@Buffer = external constant %struct.Buffer
@Pair = external constant %struct.Pair
@Own = internal constant %struct.Buffer zeroinitializer

; CHECK-LABEL: define void @one_member()
define void @one_member() {
; CHECK: [[WHOLE:%[0-9]+]] = load %struct.Buffer, ptr @Buffer, align 4
; CHECK: call %dx.types.Handle @dx.op.createHandleForLib.struct.Buffer(i32 160, %struct.Buffer [[WHOLE]])
  %first = load i32, ptr @Buffer
  %whole = insertvalue %struct.Buffer poison, i32 %first, 0
  %handle = call %dx.types.Handle @dx.op.createHandleForLib.struct.Buffer(i32 160, %struct.Buffer %whole)
  ret void
}

; CHECK-LABEL: define void @several_members()
define void @several_members() {
; CHECK: [[WHOLE:%[0-9]+]] = load %struct.Pair, ptr @Pair, align 4
; CHECK: call %dx.types.Handle @dx.op.createHandleForLib.struct.Pair(i32 160, %struct.Pair [[WHOLE]])
  %first = load <4 x float>, ptr @Pair
  %one = insertvalue %struct.Pair poison, <4 x float> %first, 0
  %second = load i32, ptr getelementptr inbounds (i8, ptr @Pair, i32 16)
  %inner = insertvalue %struct.Buffer poison, i32 %second, 0
  %whole = insertvalue %struct.Pair %one, %struct.Buffer %inner, 1
  %handle = call %dx.types.Handle @dx.op.createHandleForLib.struct.Pair(i32 160, %struct.Pair %whole)
  ret void
}

; What has a value stands for no resource.
; CHECK-LABEL: define %struct.Buffer @defined()
define %struct.Buffer @defined() {
; CHECK: load i32, ptr @Own
; CHECK: insertvalue
  %first = load i32, ptr @Own
  %whole = insertvalue %struct.Buffer poison, i32 %first, 0
  ret %struct.Buffer %whole
}

; The members of a single load have the order of the variable.
; CHECK-LABEL: define %struct.Words @swapped()
define %struct.Words @swapped() {
; CHECK: load i32, ptr @Words
; CHECK: insertvalue
; CHECK: insertvalue
  %first = load i32, ptr @Words
  %second = load i32, ptr getelementptr inbounds (i8, ptr @Words, i32 4)
  %one = insertvalue %struct.Words poison, i32 %second, 0
  %both = insertvalue %struct.Words %one, i32 %first, 1
  ret %struct.Words %both
}

%struct.Words = type { i32, i32 }
@Words = external constant %struct.Words

declare %dx.types.Handle @dx.op.createHandleForLib.struct.Buffer(i32, %struct.Buffer)
declare %dx.types.Handle @dx.op.createHandleForLib.struct.Pair(i32, %struct.Pair)
