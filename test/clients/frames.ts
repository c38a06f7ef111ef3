import assert from 'node:assert/strict'
import type { ClientWorld, Told } from './client-world.ts'

/** Frames of one WebSocket topic, whichever client took them, over any number of connections. */

export const isOn =
  (key: string) =>
  (frame: Told): boolean =>
    frame['key'] === key

/** Messages that subscribe to the launches and the tokens; behind the newest frame of each where there is one. */
export function subscriptions(world: ClientWorld, frames: readonly Told[] = []): readonly object[] {
  return ['all', ...world.mints].map((key) => {
    const cursor: string | undefined = frames.filter(isOn(key)).at(-1)?.['cursor']
    return {
      op: 'subscribe',
      id: key,
      ...(key === 'all' ? { channel: 'launches' } : { channel: 'token', mint: key }),
      cursor,
    }
  })
}

/** Compares what came on each topic with the tape, and the numbers with each other: +1 from frame to frame. */
export async function compareFrames(world: ClientWorld, read: () => Promise<readonly Told[]>): Promise<number> {
  await world.settle()
  let updates = 0
  for (const key of ['all', ...world.mints]) {
    const own = (await read()).filter(isOn(key))
    const channels = key === 'all' ? 'launches:solana' : `trades:solana:${key}`
    const told = async (): Promise<string[]> =>
      (await read()).filter((frame) => isOn(key)(frame) && frame['type'] === 'update').map(({ data }) => data.eventId)
    await world.compare({ channels, from: own[0]!['cursor'], told })
    updates += checkNumbers((await read()).filter(isOn(key)))
  }
  return updates
}

function checkNumbers(frames: readonly Told[]): number {
  let seq = Number.NaN
  let updates = 0
  for (const frame of frames) {
    if (frame['type'] === 'snapshot') {
      assert.equal(frame['skipped'], undefined)
      assert.equal(frame['truncated'], undefined)
    } else {
      assert.equal(frame['type'], 'update')
      assert.equal(frame['seq'], seq + 1)
      updates++
    }
    seq = frame['seq']
  }
  return updates
}
