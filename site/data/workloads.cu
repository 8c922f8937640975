// The measured kernels: small, each with one known behavior.  Compiled with nvcc for sm_90 and run once each on an H200
// under ncu --set full; main() at the end shows sizes and launches.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void vec_add(const float* a, const float* b, float* c, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

__global__ void strided_copy(const float* a, float* c, size_t n, size_t s) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  size_t j = (i * s) % n;  // s = 32: neighbors read 128 bytes apart
  if (i < n) c[i] = a[j];
}

__global__ void transpose_conflict(const float* a, float* c, int n) {
  __shared__ float t[32][32];  // a column lies in one bank
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) t[threadIdx.y + k][threadIdx.x] = a[(size_t)(y + k) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) c[(size_t)(y + k) * n + x] = t[threadIdx.x][threadIdx.y + k];
}

__global__ void transpose_padded(const float* a, float* c, int n) {
  __shared__ float t[32][33];  // one more column, so a column lies in 32 banks
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) t[threadIdx.y + k][threadIdx.x] = a[(size_t)(y + k) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) c[(size_t)(y + k) * n + x] = t[threadIdx.x][threadIdx.y + k];
}

__global__ void pointer_chase(const unsigned* next, unsigned* out, int steps) {
  unsigned p = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < steps; i++) p = next[p];  // 500 loads, each needs the one before
  out[blockIdx.x * blockDim.x + threadIdx.x] = p;
}

__global__ void fma_chain(float* o, int it) {
  float a = threadIdx.x * 1e-3f, b = 1.0001f;
  for (int i = 0; i < it; i++) a = fmaf(a, b, 0.5f);
  o[blockIdx.x * blockDim.x + threadIdx.x] = a;
}

__global__ void fma_ilp(float* o, int it) {
  float a = threadIdx.x * 1e-3f, b = 1.0001f, c = a + 1, d = a + 2, e = a + 3;
  for (int i = 0; i < it; i++) {  // four chains that do not wait for each other
    a = fmaf(a, b, 0.5f);
    c = fmaf(c, b, 0.5f);
    d = fmaf(d, b, 0.5f);
    e = fmaf(e, b, 0.5f);
  }
  o[blockIdx.x * blockDim.x + threadIdx.x] = a + c + d + e;
}

__global__ void histogram_atomic(const unsigned* in, unsigned* h, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  for (; i < n; i += (size_t)gridDim.x * blockDim.x) atomicAdd(&h[in[i] & 255], 1u);
}

__global__ void divergent(float* o, int it) {
  int l = threadIdx.x & 31;
  float a = l;
  for (int i = 0; i < it; i++) {
    if (l < 1 + (i & 31))
      a = sinf(a) + 1.f;
    else
      a = a * 1.01f + 0.1f;
  }
  o[blockIdx.x * blockDim.x + threadIdx.x] = a;
}

__global__ void local_spill(float* o, const int* idx, int it) {
  float loc[96];  // indexed at run time, so it cannot stay in registers
  for (int i = 0; i < 96; i++) loc[i] = i * 0.5f + threadIdx.x;
  float s = 0;
  for (int i = 0; i < it; i++) {
    int k = idx[(i * 7 + threadIdx.x) & 1023] % 96;
    loc[k] += s * 0.001f;
    s += loc[(k * 5 + i) % 96];
  }
  o[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

__global__ void l2_resident(const float4* a, float* o, int n4, int reps) {
  float s = 0;
  for (int r = 0; r < reps; r++)
    for (int i = threadIdx.x + ((blockIdx.x + r) % gridDim.x) * blockDim.x; i < n4; i += gridDim.x * blockDim.x) {
      float4 v = __ldcg(&a[i]);  // past L1: every load goes to L2
      s += v.x + v.y + v.z + v.w;
    }
  o[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

__global__ void gemm_tiled(const float* A, const float* B, float* C, int n) {
  __shared__ float a[16][16], b[16][16];
  int r = blockIdx.y * 16 + threadIdx.y, c = blockIdx.x * 16 + threadIdx.x;
  float s = 0;
  for (int t = 0; t < n; t += 16) {
    a[threadIdx.y][threadIdx.x] = A[(size_t)r * n + t + threadIdx.x];
    b[threadIdx.y][threadIdx.x] = B[(size_t)(t + threadIdx.y) * n + c];
    __syncthreads();
    for (int k = 0; k < 16; k++) s += a[threadIdx.y][k] * b[k][threadIdx.x];
    __syncthreads();
  }
  C[(size_t)r * n + c] = s;
}

__global__ void tail(float* o, int it) {
  int m = (blockIdx.x == 0) ? it * 40 : it;  // block 0 works forty times as long
  float a = threadIdx.x;
  for (int i = 0; i < m; i++) a = a * 1.0001f + 0.5f;
  o[blockIdx.x * blockDim.x + threadIdx.x] = a;
}

__global__ void barrier_heavy(float* o, int it) {
  __shared__ float s[256];
  float a = threadIdx.x;
  for (int i = 0; i < it; i++) {
    if (threadIdx.x < 32)
      for (int k = 0; k < 40; k++) a = a * 1.0001f + 0.5f;  // one warp works, seven wait
    s[threadIdx.x] = a;
    __syncthreads();
    a += s[(threadIdx.x + 33) & 255] * 1e-6f;
    __syncthreads();
  }
  o[blockIdx.x * blockDim.x + threadIdx.x] = a;
}

#define CK(x)                                                                                                          \
  do {                                                                                                                 \
    cudaError_t e = (x);                                                                                               \
    if (e != cudaSuccess) {                                                                                            \
      fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e));                                        \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

int main() {
  size_t n = 1u << 26;
  float *a, *b, *c;
  CK(cudaMalloc(&a, n * 4));
  CK(cudaMalloc(&b, n * 4));
  CK(cudaMalloc(&c, n * 4));
  float* h = (float*)malloc(n * 4);
  unsigned s = 1;
  for (size_t i = 0; i < n; i++) {
    s = s * 1664525u + 1013904223u;
    h[i] = (s >> 8) * (1.0f / (1 << 24));
  }
  CK(cudaMemcpy(a, h, n * 4, cudaMemcpyHostToDevice));
  CK(cudaMemcpy(b, h, n * 4, cudaMemcpyHostToDevice));
  unsigned* nx = (unsigned*)malloc(n * 4);
  for (size_t i = 0; i < n; i++) nx[i] = (unsigned)((i * 2654435761ull + 12345) % n);
  unsigned* dn;
  CK(cudaMalloc(&dn, n * 4));
  CK(cudaMemcpy(dn, nx, n * 4, cudaMemcpyHostToDevice));
  int* idx;
  CK(cudaMalloc(&idx, 4096));
  CK(cudaMemcpy(idx, nx, 4096, cudaMemcpyHostToDevice));
  unsigned* hist;
  CK(cudaMalloc(&hist, 1024));
  CK(cudaMemset(hist, 0, 1024));
  int N = 4096;
  vec_add<<<(n + 255) / 256, 256>>>(a, b, c, n);
  strided_copy<<<(n / 4 + 255) / 256, 256>>>(a, c, n / 4, 32);
  transpose_conflict<<<dim3(N / 32, N / 32), dim3(32, 8)>>>(a, c, N);
  transpose_padded<<<dim3(N / 32, N / 32), dim3(32, 8)>>>(a, c, N);
  pointer_chase<<<132, 32>>>(dn, (unsigned*)c, 500);
  fma_chain<<<132 * 8, 256>>>(c, 2000);
  fma_ilp<<<132 * 8, 256>>>(c, 2000);
  histogram_atomic<<<132 * 8, 256>>>(dn, hist, n / 8);
  divergent<<<132 * 8, 256>>>(c, 200);
  local_spill<<<132 * 4, 256>>>(c, idx, 200);
  l2_resident<<<132 * 4, 256>>>((const float4*)a, c, 1 << 20, 8);
  gemm_tiled<<<dim3(1024 / 16, 1024 / 16), dim3(16, 16)>>>(a, b, c, 1024);
  tail<<<132, 128>>>(c, 400);
  barrier_heavy<<<132 * 4, 256>>>(c, 100);
  CK(cudaDeviceSynchronize());
  puts("done");
  return 0;
}
