; inline 4 simplify_cfg 2 global_opt 1 sroa 1 mem2reg 3 fold 2 simplify_cfg 8 global_dce 3

define float @main(float %f, i32* %out) {
  store i32 2, i32* %out
  %sum = fadd float %f, 2.000000e+00
  ret float %sum
}
