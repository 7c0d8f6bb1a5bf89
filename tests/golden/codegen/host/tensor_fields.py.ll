; ModuleID = 'Before'
source_filename = "Before"
target triple = "x86_64-pc-linux-gnu"

define i32 @__tvm_ffi_main(ptr %self_handle, ptr %args, i32 %num_args, ptr %result) {
prologue:
  %0 = alloca i32, align 4
  br label %start

start:                                            ; preds = %prologue
  %1 = getelementptr i8, ptr %args, i64 8
  %X = load ptr, ptr %1, align 1
  %2 = getelementptr i8, ptr %X, i64 24
  %shape = load ptr, ptr %2, align 1
  %3 = getelementptr i8, ptr %shape, i64 0
  %4 = load i64, ptr %3, align 1
  %n = trunc i64 %4 to i32
  %5 = getelementptr i8, ptr %args, i64 24
  %6 = load double, ptr %5, align 1
  %scale = fptrunc double %6 to float
  %7 = getelementptr i8, ptr %X, i64 0
  %X_ptr = load ptr, ptr %7, align 1
  %8 = add i32 0, %n
  br label %head

head:                                             ; preds = %next, %start
  %i = phi i32 [ 0, %start ], [ %21, %next ]
  %9 = icmp slt i32 %i, %8
  br i1 %9, label %body, label %after

after:                                            ; preds = %head
  store i32 0, ptr %0, align 4
  br label %return

return:                                           ; preds = %after
  %10 = load i32, ptr %0, align 4
  ret i32 %10

body:                                             ; preds = %head
  %11 = sext i32 %i to i64
  %12 = add i64 0, %11
  %13 = mul i64 %12, 4
  %14 = getelementptr i8, ptr %X_ptr, i64 %13
  %15 = load float, ptr %14, align 1
  %16 = fmul float %15, %scale
  %17 = sext i32 %i to i64
  %18 = add i64 0, %17
  %19 = mul i64 %18, 4
  %20 = getelementptr i8, ptr %X_ptr, i64 %19
  store float %16, ptr %20, align 1
  br label %next

next:                                             ; preds = %body
  %21 = add i32 %i, 1
  br label %head
}

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
