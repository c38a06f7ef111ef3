/** Numbers by name, with a way back: each block can be undone. */
export type WorldState = {
  get(name: string): bigint
  set(name: string, value: bigint): void
  add(name: string, change: bigint): void
  /** What is set from now on belongs to a new block. */
  begin(): void
  /** Undoes the newest block. */
  undo(): void
}

const UNDO_BLOCKS = 256

export function createWorldState(): WorldState {
  const values = new Map<string, bigint>()
  let journals: Map<string, bigint>[] = [new Map()]
  const get = (name: string): bigint => values.get(name) ?? 0n
  const set = (name: string, value: bigint): void => {
    const journal = journals.at(-1)!
    if (!journal.has(name)) journal.set(name, get(name))
    values.set(name, value)
  }
  return {
    get,
    set,
    add: (name, change) => set(name, get(name) + change),
    begin() {
      journals.push(new Map())
      if (journals.length > UNDO_BLOCKS) journals = journals.slice(-UNDO_BLOCKS)
    },
    undo() {
      const journal = journals.pop()
      if (journal === undefined || journals.length === 0) throw new Error('no block is left that can be undone')
      for (const [name, value] of journal) values.set(name, value)
    },
  }
}
