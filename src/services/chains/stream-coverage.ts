import { chainOfKey } from '../../chain/catalog/chains.ts'
import { resolveChain } from '../../chain/catalog/resolve.ts'
import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { TAPE_CHAINS, type TapeChain } from '../../contract/tape-event.ts'

/** What the tape has of one chain that is followed, or was. Times in epoch ms. */
export type StreamCoverage = {
  readonly chain: TapeChain
  readonly name: string
  /** Whether new events arrive promptly. Stored events are served in any case. */
  readonly serving: boolean
  /** Why it does not serve; null when it does. */
  readonly reason: string | null
  /** From the time of the newest block on the tape until now; null before the first block. Block times are whole
   *  seconds. */
  readonly lagMs: number | null
  readonly headCursor: string
  readonly tailCursor: string
  /** From the oldest kept event to the newest. */
  readonly windowSecs: number
  /** The newest stretch without a gap; null before the first block. */
  readonly coverage: {
    readonly fromBlock: number
    readonly toBlock: number
    readonly fromMs: number | null
    readonly toMs: number | null
  } | null
  /** Stretches of blocks that could not be read and never will be, the newest last. */
  readonly lost: readonly { readonly fromBlock: number; readonly toBlock: number; readonly reason: string }[]
}

type Parts = Pick<Context, 'config' | 'clock'> & { readonly store: Pick<Context['store'], 'tape'> }

/** The only chain with a follower today. */
const FOLLOWED: readonly TapeChain[] = ['solana']

/** Whether events of a chain are on the tape or will come to be. */
export function isFollowed(ctx: Parts, key: string): boolean {
  return FOLLOWED.some((chain) => chain === key) && (canFollow(ctx) || hasEvents(ctx))
}

/** Every chain with a follower and its state. */
export function getStreamCoverage(ctx: Parts, nowMs = ctx.clock.nowMs()): readonly StreamCoverage[] {
  return FOLLOWED.filter((chain) => isFollowed(ctx, chain)).map((chain) => coverageOf(ctx, chain, nowMs))
}

/** The tape's key of a chain in any accepted spelling. Fails `invalid_request` for what names no chain and
 *  `unsupported_on_chain`, with the reason, for a chain that is not followed. */
export function checkStreamChain(ctx: Parts, text: string): Outcome<TapeChain> {
  const chain = resolveChain(text)
  if (chain === null) return fail('invalid_request', 'unknown chain')
  const followed = TAPE_CHAINS.find((key) => key === chain.key)
  if (followed !== undefined && isFollowed(ctx, followed)) return ok(followed)
  return fail('unsupported_on_chain', `${chain.key} is not followed: ${whyNotFollowed(ctx, chain.key)}`)
}

function whyNotFollowed({ config }: Parts, key: string): string {
  if (!FOLLOWED.some((chain) => chain === key)) return `this service follows ${FOLLOWED.join(', ')} only`
  return config.ingest.mode === 'off' ? 'following is switched off' : 'no node is configured'
}

function canFollow({ config }: Parts): boolean {
  return config.ingest.mode !== 'off' && config.providers.solanaRpc !== undefined
}

function hasEvents({ store }: Parts): boolean {
  return FOLLOWED.some((chain) => store.tape.position(chain) !== undefined)
}

function coverageOf(ctx: Parts, chain: TapeChain, nowMs: number): StreamCoverage {
  const { tape } = ctx.store
  const { head, tail, headTimeSec, tailTimeSec } = tape.window()
  const coverage = tape.coverage(chain)
  const toMs = toEpochMs(coverage?.toTimeSec ?? null)
  const lagMs = toMs === null ? null : Math.max(0, nowMs - toMs)
  const reason = whyNotServing(ctx, { hasBlocks: coverage !== undefined, lagMs })
  return {
    chain,
    name: chainOfKey(chain)?.name ?? chain,
    serving: reason === null,
    reason,
    lagMs,
    headCursor: tape.formatCursor(head.seq),
    tailCursor: tape.formatCursor(tail.seq),
    windowSecs: headTimeSec === null || tailTimeSec === null ? 0 : Math.max(0, headTimeSec - tailTimeSec),
    coverage:
      coverage === undefined
        ? null
        : { fromBlock: coverage.fromSlot, toBlock: coverage.toSlot, fromMs: toEpochMs(coverage.fromTimeSec), toMs },
    lost: tape
      .lost(chain)
      .slice(-LIMITS.lostRangesShown)
      .map(({ fromSlot, toSlot, reason: why }) => ({ fromBlock: fromSlot, toBlock: toSlot, reason: why })),
  }
}

function whyNotServing(
  ctx: Parts,
  { hasBlocks, lagMs }: { readonly hasBlocks: boolean; readonly lagMs: number | null },
): string | null {
  if (!canFollow(ctx)) return ctx.config.ingest.mode === 'off' ? 'following is switched off' : 'no node is configured'
  if (!hasBlocks) return 'no block has been read yet'
  if (lagMs !== null && lagMs > LIMITS.streamServingLagMs) return `the tape is ${Math.round(lagMs / 1_000)} s behind`
  return null
}

function toEpochMs(timeSec: number | null): number | null {
  return timeSec === null ? null : timeSec * 1_000
}
