; RUN: flatten
; ROOTS: main
; All of it: calls, a static variable, structures passed by their addresses, a loop over an array, constants.

%light = type { float, i32, [2 x float] }

@count = internal global i32 0

define internal void @set(%light* %l, float %f, i32 %kind) {
  %a = getelementptr inbounds %light, %light* %l, i32 0, i32 0
  store float %f, float* %a
  %b = getelementptr inbounds %light, %light* %l, i32 0, i32 1
  store i32 %kind, i32* %b
  %n = load i32, i32* @count
  %m = add i32 %n, 1
  store i32 %m, i32* @count
  ret void
}

define internal float @get(%light* %l) {
  %b = getelementptr inbounds %light, %light* %l, i32 0, i32 1
  %kind = load i32, i32* %b
  switch i32 %kind, label %other [
    i32 0, label %zero
    i32 1, label %one
  ]

zero:
  %a = getelementptr inbounds %light, %light* %l, i32 0, i32 0
  %v = load float, float* %a
  ret float %v

one:
  ret float 1.0

other:
  ret float 2.0
}

define float @main(float %f, i32* %out) {
  %l = alloca %light
  call void @set(%light* %l, float %f, i32 0)
  %r = call float @get(%light* %l)
  call void @set(%light* %l, float %f, i32 5)
  %s = call float @get(%light* %l)
  %n = load i32, i32* @count
  store i32 %n, i32* %out
  %sum = fadd float %r, %s
  ret float %sum
}
