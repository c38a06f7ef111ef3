/** Turns of the loop that many pieces of work share, whichever requests they are for: one piece in each turn. */
export type SharedTurns = {
  /** Resolves in a turn that no other piece gets; first come, first served. */
  next(): Promise<void>
}

/** Pieces that each wait for the next turn on their own all run in the same one. */
export function createSharedTurns(): SharedTurns {
  const waiting: (() => void)[] = []
  const serve = (): void => {
    waiting.shift()?.()
    if (waiting.length > 0) setImmediate(serve)
  }
  return {
    next() {
      return new Promise((resolve) => {
        if (waiting.push(resolve) === 1) setImmediate(serve)
      })
    },
  }
}
