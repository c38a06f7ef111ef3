/** Time of one turn of the loop that pieces of the same kind of work have together. */
export type TurnBudget = {
  /** Runs at once while the turn has time left, else in a later turn; first come, first served. A piece is never
   *  interrupted: the last one of a turn may take it over its budget. Rejects with what `work` throws. */
  run<T>(work: () => T): Promise<T>
}

/** Answers that arrive together are each taken up in a microtask of the same turn: a hundred small ones hold the loop for
 *  as long as one large one. */
export function createTurnBudget(budgetMs: number): TurnBudget {
  const waiting: (() => void)[] = []
  let usedMs = 0
  let isRenewalDue = false

  const renew = (): void => {
    isRenewalDue = false
    usedMs = 0
    serveNext()
  }
  const renewLater = (): void => {
    if (isRenewalDue) return
    isRenewalDue = true
    setImmediate(renew)
  }
  const serveNext = (): void => {
    const next = waiting.shift()
    if (next === undefined) return
    renewLater()
    next()
  }
  return {
    async run(work) {
      if (usedMs >= budgetMs || waiting.length > 0)
        await new Promise<void>((resolve) => {
          waiting.push(resolve)
          renewLater()
        })
      const beganMs = performance.now()
      try {
        return work()
      } finally {
        usedMs += performance.now() - beganMs
        renewLater()
        if (usedMs < budgetMs) serveNext()
      }
    },
  }
}
