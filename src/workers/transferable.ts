type Column = Float64Array | Uint32Array | Uint8Array

/** A task's answer that leaves the thread with the memory of its columns, instead of a copy. */
export class Transferable<T> {
  readonly value: T
  readonly buffers: readonly ArrayBuffer[]
  constructor(value: T, buffers: readonly ArrayBuffer[]) {
    this.value = value
    this.buffers = buffers
  }
}

/** Marks the columns of an answer to be moved. For the pool an answer is the same either way. */
export function transferColumns<T extends object>(answer: T, columns: readonly Column[]): T {
  return new Transferable(answer, [...new Set(columns.map(({ buffer }) => buffer as ArrayBuffer))]) as unknown as T
}
