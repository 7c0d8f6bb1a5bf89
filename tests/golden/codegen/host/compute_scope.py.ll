; ModuleID = 'Before'
source_filename = "Before"
target triple = "x86_64-pc-linux-gnu"

@text = private constant [11 x i8] c"ValueError\00"
@text.1 = private constant [14 x i8] c"nothing to do\00"
@.tvm_func.f = internal global ptr null
@__tvm_ffi__library_ctx = global ptr null
@text.2 = private constant [2 x i8] c"f\00"

define i32 @__tvm_ffi_main(ptr %self_handle, ptr %args, i32 %num_args, ptr %result) {
prologue:
  %0 = alloca i32, align 4
  br label %start

start:                                            ; preds = %prologue
  %code = call i32 @main_compute_(i32 %num_args)
  %1 = icmp eq i32 %code, 0
  br i1 %1, label %good, label %bad

bad:                                              ; preds = %start
  store i32 %code, ptr %0, align 4
  br label %return

good:                                             ; preds = %start
  store i32 0, ptr %0, align 4
  br label %return

return:                                           ; preds = %good, %bad
  %2 = load i32, ptr %0, align 4
  ret i32 %2
}

; Function Attrs: noinline
define internal i32 @main_compute_(i32 %num_args) #0 {
prologue:
  %0 = alloca i8, i64 16, align 8
  %1 = alloca i8, i64 16, align 8
  %2 = alloca i32, align 4
  br label %start

start:                                            ; preds = %prologue
  store i32 0, ptr %2, align 4
  %3 = icmp sgt i32 %num_args, 0
  br i1 %3, label %holds, label %fails

fails:                                            ; preds = %start
  call void @__tvm_set_raised_1(ptr @text, ptr @text.1)
  store i32 -1, ptr %2, align 4
  br label %return

holds:                                            ; preds = %start
  %4 = sext i32 %num_args to i64
  %5 = getelementptr i8, ptr %1, i64 0
  store i32 1, ptr %5, align 4
  %6 = getelementptr i8, ptr %1, i64 4
  store i32 0, ptr %6, align 4
  %7 = getelementptr i8, ptr %1, i64 8
  store i64 %4, ptr %7, align 4
  %8 = load ptr, ptr @.tvm_func.f, align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %look_up, label %call

look_up:                                          ; preds = %holds
  %10 = load ptr, ptr @__tvm_ffi__library_ctx, align 8
  %11 = call i32 @TVMBackendGetFuncFromEnv(ptr %10, ptr @text.2, ptr @.tvm_func.f)
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %good, label %bad

bad:                                              ; preds = %look_up
  store i32 %11, ptr %2, align 4
  br label %return

good:                                             ; preds = %look_up
  br label %call

call:                                             ; preds = %good, %holds
  call void @llvm.memset.p0.i64(ptr align 8 %0, i8 0, i64 16, i1 false)
  %13 = load ptr, ptr @.tvm_func.f, align 8
  %14 = call i32 @TVMFFIFunctionCall(ptr %13, ptr %1, i32 1, ptr %0)
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %good1, label %bad2

bad2:                                             ; preds = %call
  store i32 %14, ptr %2, align 4
  br label %return

good1:                                            ; preds = %call
  %16 = getelementptr i8, ptr %0, i64 8
  %17 = load i64, ptr %16, align 4
  %18 = trunc i64 %17 to i32
  br label %return

return:                                           ; preds = %good1, %bad2, %bad, %fails
  %19 = load i32, ptr %2, align 4
  ret i32 %19
}

; Function Attrs: cold noinline
define private void @__tvm_set_raised_1(ptr %0, ptr %1) #1 {
entry:
  %parts = alloca [1 x ptr], align 8
  %2 = getelementptr [1 x ptr], ptr %parts, i64 0, i64 0
  store ptr %1, ptr %2, align 8
  call void @TVMFFIErrorSetRaisedFromCStrParts(ptr %0, ptr %parts, i32 1)
  ret void
}

declare void @TVMFFIErrorSetRaisedFromCStrParts(ptr, ptr, i32)

declare i32 @TVMBackendGetFuncFromEnv(ptr, ptr, ptr)

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #2

declare i32 @TVMFFIFunctionCall(ptr, ptr, i32, ptr)

attributes #0 = { noinline }
attributes #1 = { cold noinline }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: write) }

!llvm.module.flags = !{!0}

!0 = !{i32 2, !"Debug Info Version", i32 3}
