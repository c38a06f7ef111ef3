import type { Environment } from '../environment.ts'
import { isAlive, markOfName, nameOfMark, ownMark } from '../process-mark.ts'

export type Holder = {
  /** Names this opening of the store in the volatile tables. */
  readonly name: string
  /** Whether no other process had it open, so that it was emptied. */
  readonly isFirst: boolean
  release(): Promise<void>
}

/** Enters this process into the list of those that hold the volatile environment, and empties it when no listed process
 *  lives any more. Both happen in one write transaction, which LMDB gives to one process at a time: two servers that
 *  start together cannot both see no one, and none can empty what the other has begun to use. */
export async function holdVolatile(env: Environment, tableNames: readonly string[]): Promise<Holder> {
  const holders = env.table<string>('holders.v1')
  const tables = tableNames.map((name) => env.table(name))
  const name = nameOfMark(ownMark())
  const isFirst = env.writeNow(() => {
    let living = 0
    for (const key of Array.from(holders.getKeys())) {
      const mark = markOfName(key)
      if (mark !== undefined && isAlive(mark)) living++
      else holders.remove(key)
    }
    if (living === 0) for (const table of tables) for (const key of Array.from(table.getKeys())) table.remove(key)
    holders.put(name, Buffer.alloc(1))
    return living === 0
  })
  return { name, isFirst, release: () => env.remove(holders, name) }
}
