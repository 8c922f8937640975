"""The measured library kernels: each step launches one; profiled with ncu --set full on an H200 after three warm-up rounds."""

import torch
import torch.nn.functional as F  # noqa: N812

torch.manual_seed(0)
d = "cuda"
a = torch.randn(8192, 8192, device=d, dtype=torch.bfloat16)
b = torch.randn(8192, 8192, device=d, dtype=torch.bfloat16)
s = torch.randn(512, 512, device=d, dtype=torch.bfloat16)
q = torch.randn(4, 16, 4096, 128, device=d, dtype=torch.bfloat16)
x = torch.randn(8192, 8192, device=d)
w = torch.randn(8192, device=d)
table = torch.randn(1_000_000, 64, device=d)
idx = torch.randint(0, 1_000_000, (1_000_000,), device=d)

STEPS = (
    lambda: a @ b,  # gemm_bf16_8192
    lambda: s @ s,  # gemm_bf16_512
    lambda: F.scaled_dot_product_attention(q, q, q, is_causal=True),  # attention
    lambda: torch.softmax(x, -1),  # softmax
    lambda: F.layer_norm(x, (8192,), w, w),  # layer_norm
    lambda: table[idx],  # gather
    lambda: x @ w,  # gemv
    lambda: x.sum(),  # sum
    lambda: x.t().contiguous(),  # copy_transposed
)

for _ in range(3):
    for step in STEPS:
        step()
torch.cuda.synchronize()
torch.cuda.profiler.start()
for step in STEPS:
    step()
torch.cuda.synchronize()
torch.cuda.profiler.stop()
