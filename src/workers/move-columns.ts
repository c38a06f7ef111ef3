import { move, transferableSymbol, valueSymbol } from 'piscina'

type Column = Float64Array | Uint32Array

/** A task's answer whose columns leave the thread with their memory instead of being copied. */
export function moveColumns<T extends object>(answer: T, columns: readonly Column[]): T {
  const buffers = [...new Set(columns.map(({ buffer }) => buffer as ArrayBuffer))]
  // The package's own `move` takes one buffer; this is its documented way for an answer that holds several.
  return move({ [transferableSymbol]: buffers, [valueSymbol]: answer } as never) as unknown as T
}
