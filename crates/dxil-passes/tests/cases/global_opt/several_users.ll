; RUN: global_opt
; Two functions share one, a function that is called may run several times, and so may one that others may call.
; ROOTS: main other exported
; KEEPS: exported

@both = internal global i32 0
@in_called = internal global i32 0
@in_exported = internal global i32 0

define i32 @called() {
  %x = load i32, i32* @in_called
  %y = add i32 %x, 1
  store i32 %y, i32* @in_called
  ret i32 %y
}

define i32 @exported() {
  %x = load i32, i32* @in_exported
  %y = add i32 %x, 1
  store i32 %y, i32* @in_exported
  ret i32 %y
}

define i32 @main() {
  %x = load i32, i32* @both
  %y = call i32 @called()
  ret i32 %x
}

define i32 @other() {
  store i32 3, i32* @both
  %y = call i32 @called()
  ret i32 %y
}
