; RUN: global_dce

declare void @called()

define void @main() {
  call void @called()
  ret void
}
