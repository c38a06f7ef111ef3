import type { TapeWriter } from './types.ts'

/** Followers of several chains share a writer. A commit numbers its events after those of the commit before, so each
 *  method waits for the one before, whether that went well or not. */
export function oneAtATime(writer: TapeWriter): TapeWriter {
  let before: Promise<unknown> = Promise.resolve()
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = before.then(work)
    before = turn.catch(() => undefined)
    return turn
  }
  return {
    writeTo: (epoch) => writer.writeTo(epoch),
    appendSlot: (...given) => inTurn(() => writer.appendSlot(...given)),
    appendSlots: (...given) => inTurn(() => writer.appendSlots(...given)),
    retract: (...given) => inTurn(() => writer.retract(...given)),
    takeBackFinal: (...given) => inTurn(() => writer.takeBackFinal(...given)),
    finalize: (...given) => inTurn(() => writer.finalize(...given)),
    appendScreens: (...given) => inTurn(() => writer.appendScreens(...given)),
    recordLost: (...given) => inTurn(() => writer.recordLost(...given)),
    prune: (...given) => inTurn(() => writer.prune(...given)),
  }
}
