/** About how many bytes of memory parsed JSON holds, by what V8 takes for each kind: enough to bound a cache. */
export function heldBytes(value: unknown): number {
  if (typeof value === 'string') return TEXT_BYTES + value.length
  if (typeof value !== 'object' || value === null) return NUMBER_BYTES
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  let bytes = OBJECT_BYTES
  for (const member of members) bytes += NUMBER_BYTES + heldBytes(member)
  return bytes
}

const OBJECT_BYTES = 40
const TEXT_BYTES = 24
const NUMBER_BYTES = 8
