; ModuleID = 'Before'
source_filename = "Before"
target triple = "x86_64-pc-linux-gnu"

@.tvm_func.main_kernel = internal global ptr null
@__tvm_ffi__library_ctx = global ptr null
@text = private constant [12 x i8] c"main_kernel\00"

define i32 @__tvm_ffi_main(ptr %self_handle, ptr %args, i32 %num_args, ptr %result) {
prologue:
  %0 = alloca i8, i64 16, align 8
  %stack = alloca i8, i64 32, align 16
  %1 = alloca i32, align 4
  br label %start

start:                                            ; preds = %prologue
  %2 = getelementptr i8, ptr %stack, i64 0
  store i32 1, ptr %2, align 1
  %3 = getelementptr i8, ptr %stack, i64 4
  store i32 0, ptr %3, align 1
  %4 = getelementptr i8, ptr %stack, i64 8
  store i64 0, ptr %4, align 1
  %5 = sext i32 %num_args to i64
  store i64 %5, ptr %4, align 1
  %6 = getelementptr i8, ptr %stack, i64 0
  %7 = load ptr, ptr @.tvm_func.main_kernel, align 8
  %8 = icmp eq ptr %7, null
  br i1 %8, label %look_up, label %call

look_up:                                          ; preds = %start
  %9 = load ptr, ptr @__tvm_ffi__library_ctx, align 8
  %10 = call i32 @TVMBackendGetFuncFromEnv(ptr %9, ptr @text, ptr @.tvm_func.main_kernel)
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %good, label %bad

bad:                                              ; preds = %look_up
  store i32 %10, ptr %1, align 4
  br label %return

good:                                             ; preds = %look_up
  br label %call

call:                                             ; preds = %good, %start
  call void @llvm.memset.p0.i64(ptr align 8 %0, i8 0, i64 16, i1 false)
  %12 = load ptr, ptr @.tvm_func.main_kernel, align 8
  %13 = call i32 @TVMFFIFunctionCall(ptr %12, ptr %6, i32 1, ptr %0)
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %good1, label %bad2

bad2:                                             ; preds = %call
  store i32 %13, ptr %1, align 4
  br label %return

good1:                                            ; preds = %call
  %15 = getelementptr i8, ptr %0, i64 8
  %16 = load i64, ptr %15, align 4
  %17 = trunc i64 %16 to i32
  store i32 0, ptr %1, align 4
  br label %return

return:                                           ; preds = %good1, %bad2, %bad
  %18 = load i32, ptr %1, align 4
  ret i32 %18
}

declare i32 @TVMBackendGetFuncFromEnv(ptr, ptr, ptr)

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #0

declare i32 @TVMFFIFunctionCall(ptr, ptr, i32, ptr)

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: write) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
