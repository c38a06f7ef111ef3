import assert from 'node:assert/strict'

/** Writes the indexes of the `out.length` greatest values to `out`, greatest first, equal values by lower index;
 *  returns how many were written (fewer when there are fewer values). NaN is not a value.
 *  O(n log k) with a heap of k indexes inside `out`, allocates nothing. */
export function topK(values: Float64Array, out: Uint32Array): number {
  assert(out.length > 0, 'room for at least one index')
  let size = 0
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]!)) continue
    if (size < out.length) {
      out[size] = i
      siftUp(values, out, size++)
    } else if (isWorse(values, out[0]!, i)) {
      out[0] = i
      siftDown(values, out, 0, size)
    }
  }
  // The root is the worst of those kept: taking it out again and again fills `out` from its end.
  for (let end = size - 1; end > 0; end--) {
    const worst = out[0]!
    out[0] = out[end]!
    out[end] = worst
    siftDown(values, out, 0, end)
  }
  return size
}

/** Whether index `a` ranks after index `b`. */
function isWorse(values: Float64Array, a: number, b: number): boolean {
  const difference = values[a]! - values[b]!
  return difference < 0 || (difference === 0 && a > b)
}

function siftUp(values: Float64Array, heap: Uint32Array, start: number): void {
  let child = start
  while (child > 0) {
    const parent = (child - 1) >> 1
    if (!isWorse(values, heap[child]!, heap[parent]!)) return
    const held = heap[child]!
    heap[child] = heap[parent]!
    heap[parent] = held
    child = parent
  }
}

function siftDown(values: Float64Array, heap: Uint32Array, start: number, size: number): void {
  let parent = start
  for (;;) {
    let worst = parent
    const left = 2 * parent + 1
    if (left < size && isWorse(values, heap[left]!, heap[worst]!)) worst = left
    if (left + 1 < size && isWorse(values, heap[left + 1]!, heap[worst]!)) worst = left + 1
    if (worst === parent) return
    const held = heap[worst]!
    heap[worst] = heap[parent]!
    heap[parent] = held
    parent = worst
  }
}
