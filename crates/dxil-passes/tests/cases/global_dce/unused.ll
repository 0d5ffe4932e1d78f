; RUN: global_dce
; ROOTS: main
; What nothing needs goes, functions in a circle too, and metadata says null of it; what a constant that is needed consists of stays.

@used = internal global [2 x i32] zeroinitializer
@unused = internal global i32 0
@resource = external constant i32
@initialized = internal global i32* @indirect
@indirect = internal global i32 3

declare void @called(i32)

declare void @not_called(i32)

define internal void @left(i32 %x) {
  call void @right(i32 %x)
  ret void
}

define internal void @right(i32 %x) {
  call void @left(i32 %x)
  call void @not_called(i32 %x)
  %y = load i32, i32* @unused
  ret void
}

define void @main() {
  %p = load i32*, i32** @initialized
  %x = load i32, i32* getelementptr ([2 x i32], [2 x i32]* @used, i32 0, i32 1)
  call void @called(i32 %x)
  ret void
}

!dx.resources = !{!0}
!dx.functions = !{!2}

!0 = !{!1, i32* @used.alias}
!1 = !{i32 0, i32* @resource, !"name"}
!2 = !{void (i32)* @left, void ()* @main, i32 7}

@used.alias = internal alias i32* @unused
