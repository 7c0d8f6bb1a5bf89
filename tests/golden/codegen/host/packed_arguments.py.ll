; ModuleID = 'Before'
source_filename = "Before"
target triple = "x86_64-pc-linux-gnu"

@text = private constant [7 x i8] c"a text\00"
@.tvm_func.f = internal global ptr null
@__tvm_ffi__library_ctx = global ptr null
@text.1 = private constant [2 x i8] c"f\00"

define i32 @__tvm_ffi_main(ptr %self_handle, ptr %args, i32 %num_args, ptr %result) {
prologue:
  %0 = alloca i8, i64 16, align 8
  %1 = alloca i8, i64 80, align 8
  %2 = alloca i32, align 4
  br label %start

start:                                            ; preds = %prologue
  %3 = getelementptr i8, ptr %1, i64 0
  store i32 8, ptr %3, align 4
  %4 = getelementptr i8, ptr %1, i64 4
  store i32 0, ptr %4, align 4
  %5 = getelementptr i8, ptr %1, i64 8
  store ptr @text, ptr %5, align 8
  %6 = getelementptr i8, ptr %1, i64 16
  store i32 3, ptr %6, align 4
  %7 = getelementptr i8, ptr %1, i64 20
  store i32 0, ptr %7, align 4
  %8 = getelementptr i8, ptr %1, i64 24
  store double 1.500000e+00, ptr %8, align 8
  %9 = getelementptr i8, ptr %1, i64 32
  store i32 2, ptr %9, align 4
  %10 = getelementptr i8, ptr %1, i64 36
  store i32 0, ptr %10, align 4
  %11 = getelementptr i8, ptr %1, i64 40
  store i64 1, ptr %11, align 4
  %12 = sext i32 %num_args to i64
  %13 = getelementptr i8, ptr %1, i64 48
  store i32 1, ptr %13, align 4
  %14 = getelementptr i8, ptr %1, i64 52
  store i32 0, ptr %14, align 4
  %15 = getelementptr i8, ptr %1, i64 56
  store i64 %12, ptr %15, align 4
  %16 = icmp eq ptr %args, null
  %17 = select i1 %16, i32 0, i32 4
  %18 = getelementptr i8, ptr %1, i64 64
  store i32 %17, ptr %18, align 4
  %19 = getelementptr i8, ptr %1, i64 68
  store i32 0, ptr %19, align 4
  %20 = getelementptr i8, ptr %1, i64 72
  store ptr %args, ptr %20, align 8
  %21 = load ptr, ptr @.tvm_func.f, align 8
  %22 = icmp eq ptr %21, null
  br i1 %22, label %look_up, label %call

look_up:                                          ; preds = %start
  %23 = load ptr, ptr @__tvm_ffi__library_ctx, align 8
  %24 = call i32 @TVMBackendGetFuncFromEnv(ptr %23, ptr @text.1, ptr @.tvm_func.f)
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %good, label %bad

bad:                                              ; preds = %look_up
  store i32 %24, ptr %2, align 4
  br label %return

good:                                             ; preds = %look_up
  br label %call

call:                                             ; preds = %good, %start
  call void @llvm.memset.p0.i64(ptr align 8 %0, i8 0, i64 16, i1 false)
  %26 = load ptr, ptr @.tvm_func.f, align 8
  %27 = call i32 @TVMFFIFunctionCall(ptr %26, ptr %1, i32 5, ptr %0)
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %good1, label %bad2

bad2:                                             ; preds = %call
  store i32 %27, ptr %2, align 4
  br label %return

good1:                                            ; preds = %call
  %29 = getelementptr i8, ptr %0, i64 8
  %30 = load i64, ptr %29, align 4
  %code = trunc i64 %30 to i32
  store i32 %code, ptr %2, align 4
  br label %return

return:                                           ; preds = %good1, %bad2, %bad
  %31 = load i32, ptr %2, align 4
  ret i32 %31
}

declare i32 @TVMBackendGetFuncFromEnv(ptr, ptr, ptr)

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #0

declare i32 @TVMFFIFunctionCall(ptr, ptr, i32, ptr)

attributes #0 = { nocallback nofree nounwind willreturn memory(argmem: write) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
