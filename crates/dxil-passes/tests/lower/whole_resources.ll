; What a library makes a handle of is loaded whole, however its members are loaded.
; RUN: whole-resources
target datalayout = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64"
target triple = "dxil-pc-shadermodel6.3-library"

%Texture = type { <4 x float>, %Mips }
%Mips = type { i32, [2 x i32] }
%dx.types.Handle = type { ptr }

@one = external constant %Texture
@many = external constant [8 x %Texture]

; CHECK-LABEL: define %dx.types.Handle @members
; CHECK: [[WHOLE:%.*]] = load %Texture, ptr @one, align 4
; CHECK-NEXT: call %dx.types.Handle @dx.op.createHandleForLib.Texture(i32 160, %Texture [[WHOLE]])
; CHECK-NEXT: ret
define %dx.types.Handle @members() {
  %a = load <4 x float>, ptr @one
  %b = load i32, ptr getelementptr (i8, ptr @one, i32 16)
  %c = load i32, ptr getelementptr (i8, ptr @one, i32 20)
  %d = load i32, ptr getelementptr (i8, ptr @one, i32 24)
  %array = insertvalue [2 x i32] poison, i32 %c, 0
  %both = insertvalue [2 x i32] %array, i32 %d, 1
  %first = insertvalue %Texture poison, <4 x float> %a, 0
  %second = insertvalue %Texture %first, i32 %b, 1, 0
  %all = insertvalue %Texture %second, [2 x i32] %both, 1, 1
  %h = call %dx.types.Handle @dx.op.createHandleForLib.Texture(i32 160, %Texture %all)
  ret %dx.types.Handle %h
}

; One of several.
; CHECK-LABEL: define %dx.types.Handle @element
; CHECK: [[PLACE:%.*]] = getelementptr [8 x %Texture], ptr @many, i32 0, i32 %i
; CHECK-NEXT: [[WHOLE:%.*]] = load %Texture, ptr [[PLACE]], align 4
; CHECK-NEXT: call %dx.types.Handle @dx.op.createHandleForLib.Texture(i32 160, %Texture [[WHOLE]])
define %dx.types.Handle @element(i32 %i) {
  %place = getelementptr [8 x %Texture], ptr @many, i32 0, i32 %i
  %a = load <4 x float>, ptr %place
  %behind = getelementptr i8, ptr %place, i32 16
  %b = load i32, ptr %behind
  %first = insertvalue %Texture poison, <4 x float> %a, 0
  %second = insertvalue %Texture %first, i32 %b, 1, 0
  %h = call %dx.types.Handle @dx.op.createHandleForLib.Texture(i32 160, %Texture %second)
  ret %dx.types.Handle %h
}

; Of two variables, and of members that lie elsewhere, nothing is one.
; CHECK-LABEL: define void @others
; CHECK: call {{.*}} @dx.op.createHandleForLib.Texture(i32 160, %Texture %of_two)
; CHECK: call {{.*}} @dx.op.createHandleForLib.Texture(i32 160, %Texture %moved)
define void @others() {
  %a = load <4 x float>, ptr @one
  %b = load i32, ptr getelementptr (i8, ptr @many, i32 16)
  %c = load i32, ptr getelementptr (i8, ptr @one, i32 20)
  %first = insertvalue %Texture poison, <4 x float> %a, 0
  %of_two = insertvalue %Texture %first, i32 %b, 1, 0
  %moved = insertvalue %Texture %first, i32 %c, 1, 0
  %h = call %dx.types.Handle @dx.op.createHandleForLib.Texture(i32 160, %Texture %of_two)
  %g = call %dx.types.Handle @dx.op.createHandleForLib.Texture(i32 160, %Texture %moved)
  ret void
}

declare %dx.types.Handle @dx.op.createHandleForLib.Texture(i32, %Texture)
