; ModuleID = 'Before'
source_filename = "Before"
target triple = "x86_64-pc-linux-gnu"

define i32 @__tvm_ffi_main(ptr %self_handle, ptr %args, i32 %num_args, ptr %result) {
prologue:
  %A_ptr = alloca i8, i64 16, align 64
  %0 = alloca i32, align 4
  br label %start

start:                                            ; preds = %prologue
  %1 = getelementptr i8, ptr %A_ptr, i64 0
  %2 = load <4 x i32>, ptr %1, align 1
  %.splatinsert = insertelement <4 x i32> poison, i32 %num_args, i64 0
  %.splat = shufflevector <4 x i32> %.splatinsert, <4 x i32> poison, <4 x i32> zeroinitializer
  %3 = add <4 x i32> %2, %.splat
  %4 = getelementptr i8, ptr %A_ptr, i64 0
  store <4 x i32> %3, ptr %4, align 1
  store i32 0, ptr %0, align 4
  br label %return

return:                                           ; preds = %start
  %5 = load i32, ptr %0, align 4
  ret i32 %5
}

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
