; Loads and stores of more than four lanes of a raw buffer are split; shuffles combine and select the parts.
; RUN: dxil-resource-access
target triple = "dxil-pc-shadermodel6.6-compute"

; CHECK-LABEL: define void @copy
; CHECK: [[A:%.*]] = extractvalue { <4 x float>, i1 } {{.*}}, 0
; CHECK: [[B:%.*]] = extractvalue { <2 x float>, i1 } {{.*}}, 0
; CHECK: [[WIDE:%.*]] = shufflevector <2 x float> [[B]], <2 x float> poison, <4 x i32> <i32 0, i32 1, i32 poison, i32 poison>
; CHECK: [[ALL:%.*]] = shufflevector <4 x float> [[A]], <4 x float> [[WIDE]], <6 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5>
; CHECK: [[FIRST:%.*]] = shufflevector <6 x float> [[ALL]], <6 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: call void @llvm.dx.resource.store.rawbuffer{{.*}}, <4 x float> [[FIRST]])
; CHECK: [[REST:%.*]] = shufflevector <6 x float> [[ALL]], <6 x float> poison, <2 x i32> <i32 4, i32 5>
; CHECK: call void @llvm.dx.resource.store.rawbuffer{{.*}}, <2 x float> [[REST]])
; CHECK-NOT: getpointer

; A single lane after the fourth is no vector.
; CHECK: [[LANE:%.*]] = extractvalue { i32, i1 } {{.*}}, 0
; CHECK: insertelement <4 x i32> poison, i32 [[LANE]], i32 0
; CHECK: [[FIVE:%.*]] = shufflevector <4 x i32> {{.*}}, <5 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4>
; CHECK: [[LAST:%.*]] = extractelement <5 x i32> [[FIVE]], i32 4
; CHECK: call void @llvm.dx.resource.store.rawbuffer{{.*}}, i32 [[LAST]])
define void @copy() "hlsl.shader"="compute" "hlsl.numthreads"="4,1,1" {
  %in = call target("dx.RawBuffer", i8, 0, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  %out = call target("dx.RawBuffer", i8, 1, 0) @llvm.dx.resource.handlefrombinding(i32 0, i32 0, i32 1, i32 0, ptr null)
  %id = call i32 @llvm.dx.thread.id(i32 0)
  %at = mul i32 %id, 64
  %from = call ptr @llvm.dx.resource.getpointer(target("dx.RawBuffer", i8, 0, 0) %in, i32 %at)
  %to = call ptr @llvm.dx.resource.getpointer(target("dx.RawBuffer", i8, 1, 0) %out, i32 %at)
  %six = load <6 x float>, ptr %from
  store <6 x float> %six, ptr %to
  %after = add i32 %at, 32
  %from5 = call ptr @llvm.dx.resource.getpointer(target("dx.RawBuffer", i8, 0, 0) %in, i32 %after)
  %to5 = call ptr @llvm.dx.resource.getpointer(target("dx.RawBuffer", i8, 1, 0) %out, i32 %after)
  %five = load <5 x i32>, ptr %from5
  store <5 x i32> %five, ptr %to5
  ret void
}
