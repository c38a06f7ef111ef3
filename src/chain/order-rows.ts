/** A transaction in a list of an address. */
type Listed = { readonly signature: string; readonly slot: number }

/** Transactions of several lists, oldest first, each once. A list is newest first and right about the order within a slot;
 *  what only a later list names stands behind the transaction that the list has before it. */
export function orderRows<Row extends Listed>(lists: readonly (readonly Row[])[]): readonly Row[] {
  const slots = new Map<number, Row[]>()
  for (const list of lists) {
    let before: Row | null = null
    for (const [at, row] of list.toReversed().entries()) {
      const held = slots.get(row.slot) ?? []
      slots.set(row.slot, held)
      const known = held.find(({ signature }) => signature === row.signature)
      if (known === undefined) held.splice(placeIn(held, before, list, list.length - 1 - at), 0, row)
      before = row
    }
  }
  return [...slots].sort(([a], [b]) => a - b).flatMap(([, rows]) => rows)
}

/** Behind the one before it in the list, else before the next one of the list that is known. */
function placeIn(held: readonly Listed[], before: Listed | null, list: readonly Listed[], at: number): number {
  const indexOf = (row: Listed): number => held.findIndex(({ signature }) => signature === row.signature)
  const previous = before === null ? -1 : indexOf(before)
  if (previous >= 0) return previous + 1
  for (let next = at - 1; next >= 0 && list[next]!.slot === list[at]!.slot; next--) {
    const found = indexOf(list[next]!)
    if (found >= 0) return found
  }
  return held.length
}
