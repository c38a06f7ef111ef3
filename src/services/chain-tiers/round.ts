import { CHAIN_TIERS } from '../../config/chains.ts'
import type { Context } from '../../context.ts'
import type { MeasureAttempt } from '../../contract/chain-evidence.ts'
import { fail, type Outcome } from '../../contract/outcome.ts'

/** What a measurement needs of the Context, so that a command can bring it without a server. */
export type Measurer = Pick<Context, 'config' | 'clock' | 'upstreams'> & {
  readonly store: Pick<Context['store'], 'chainMeasures' | 'tape'>
}

/** One measurement of one chain: its questions are counted against a bound and written down. */
export type Round = {
  readonly attempts: readonly MeasureAttempt[]
  /** Fails `too_busy` without a call when the round has had its calls. */
  ask<T>(
    what: { readonly source: string; readonly asked: string },
    call: () => Promise<Outcome<T>>,
    isFound: (value: T) => boolean,
  ): Promise<Outcome<T>>
}

export function beginRound({ clock }: Pick<Context, 'clock'>): Round {
  const attempts: MeasureAttempt[] = []
  return {
    attempts,
    async ask({ source, asked }, call, isFound) {
      if (attempts.length >= CHAIN_TIERS.callsPerChain) return fail('too_busy', 'this round has had its calls')
      const atMs = clock.nowMs()
      const answer = await call()
      const result = !answer.ok ? 'failed' : isFound(answer.value) ? 'found' : 'none'
      attempts.push({ atMs, source, asked, result, reason: answer.ok ? null : answer.message })
      return answer
    },
  }
}
