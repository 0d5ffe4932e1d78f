; RUN: sroa mem2reg
; What is only read and written whole stays so, and becomes a value: handles and resources are no numbers.

%dx.types.Handle = type { i8* }
%texture = type { <4 x float>, i32 }
%both = type { %dx.types.Handle, i32 }

@resource = external constant %texture

declare %dx.types.Handle @handle(%texture)

define i32 @main(i32 %x) {
  %t = alloca %texture
  %s = alloca %both
  %loaded = load %texture, %texture* @resource
  store %texture %loaded, %texture* %t
  %again = load %texture, %texture* %t
  %h = call %dx.types.Handle @handle(%texture %again)
  %place = getelementptr %both, %both* %s, i32 0, i32 0
  store %dx.types.Handle %h, %dx.types.Handle* %place
  %number = getelementptr %both, %both* %s, i32 0, i32 1
  store i32 %x, i32* %number
  %r = load i32, i32* %number
  ret i32 %r
}
