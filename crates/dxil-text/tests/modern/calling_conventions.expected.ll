source_filename = "calling_conventions.ll"

declare fastcc void @a()

declare coldcc void @b()

declare spir_func void @c()

declare spir_kernel void @d()

declare amdgpu_kernel void @e()

declare amdgpu_cs void @f()

declare amdgpu_ps void @g()

declare amdgpu_vs void @h()

declare amdgpu_gfx void @i()

declare ptx_kernel void @j()

declare swiftcc void @k()

declare tailcc void @l()

declare cc1000 void @m()

declare cfguard_checkcc void @n()

declare x86_vectorcallcc void @o2()

declare swifttailcc void @p()

declare preserve_nonecc void @q()

declare amdgpu_hs void @r()

declare amdgpu_gs void @s()

declare amdgpu_ls void @t()

declare amdgpu_es void @u()

declare amdgpu_cs_chain void @v(i32 inreg)

declare x86_regcallcc void @w()

declare aarch64_vector_pcs void @x()

declare cxx_fast_tlscc void @y()

declare ghccc void @z()

declare cc11 void @hipe()

declare anyregcc void @y1()

declare msp430_intrcc void @y2()

declare hhvmcc void @y3()

declare x86_intrcc void @y4(ptr byval(i32))

declare amdgpu_cs_chain_preserve void @y6()

declare preserve_allcc void @y8()

declare win64cc void @y9()
