import { chainOfKey } from '../../chain/catalog/chains.ts'
import { resolveChain } from '../../chain/catalog/resolve.ts'
import { LIMITS } from '../../config/limits.ts'
import type { Context } from '../../context.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import { TAPE_CHAINS, type TapeChain } from '../../contract/tape-event.ts'
import { hintOfUnplayed } from './unplayed-chain.ts'

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
  /** The newest stretch without a gap; null before the first block, and while the newest blocks are lost. */
  readonly coverage: {
    readonly fromBlock: number
    readonly toBlock: number
    readonly fromMs: number | null
    readonly toMs: number | null
  } | null
  /** Stretches of blocks that could not be read and never will be, the newest last. */
  readonly lost: readonly { readonly fromBlock: number; readonly toBlock: number; readonly reason: string }[]
}

const NODE_SETTINGS = {
  solana: 'SOLANA_RPC_URL',
  ethereum: 'ETHEREUM_RPC_URLS',
  base: 'BASE_RPC_URLS',
} as const satisfies Record<TapeChain, string>

type Parts = Pick<Context, 'config' | 'clock'> & { readonly store: Pick<Context['store'], 'tape'> }

/** Whether events of a chain are on the tape or will come to be. */
export function isFollowed(ctx: Parts, key: string): boolean {
  return TAPE_CHAINS.some((chain) => chain === key && (canFollow(ctx, chain) || hasEvents(ctx, chain)))
}

/** Every chain with a follower and its state. */
export function getStreamCoverage(ctx: Parts, nowMs = ctx.clock.nowMs()): readonly StreamCoverage[] {
  return TAPE_CHAINS.filter((chain) => isFollowed(ctx, chain)).map((chain) => coverageOf(ctx, chain, nowMs))
}

/** The tape's key of a chain in any accepted spelling. Fails `invalid_request` for what names no chain and
 *  `unsupported_on_chain`, with the reason, for a chain that is not followed. */
export function checkStreamChain(ctx: Parts, text: string): Outcome<TapeChain> {
  const named = namedTapeChain(text)
  if (named === null) return fail('invalid_request', 'unknown chain')
  if (!named.ok || isFollowed(ctx, named.value)) return named
  const why =
    ctx.config.ingest.mode === 'off'
      ? 'following is switched off'
      : `no node is configured, ${NODE_SETTINGS[named.value]} is not set`
  return fail('unsupported_on_chain', `${named.value} is not followed: ${why}${hintOfUnplayed(ctx, named.value)}`)
}

/** The tape's key of a chain in any accepted spelling; null for what names no chain. Fails `unsupported_on_chain` for one
 *  that no version of this service follows. */
export function namedTapeChain(text: string): Outcome<TapeChain> | null {
  const chain = resolveChain(text)
  if (chain === null) return null
  const key = TAPE_CHAINS.find((one) => one === chain.key)
  if (key !== undefined) return ok(key)
  return fail(
    'unsupported_on_chain',
    `${chain.key} is not followed: this service follows ${TAPE_CHAINS.join(', ')} only`,
  )
}

/** Whether a node of the chain is configured, and somebody here follows it. */
function canFollow({ config }: Parts, chain: TapeChain): boolean {
  if (config.ingest.mode === 'off') return false
  return chain === 'solana' ? config.providers.solanaRpc !== undefined : config.evm[chain] !== null
}

function hasEvents({ store }: Parts, chain: TapeChain): boolean {
  return store.tape.position(chain) !== undefined
}

function coverageOf(ctx: Parts, chain: TapeChain, nowMs: number): StreamCoverage {
  const { tape } = ctx.store
  const { head, tail, headTimeSec, tailTimeSec } = tape.window()
  const coverage = tape.coverage(chain)
  const newest = tape.newestBlock(chain)
  const newestMs = toEpochMs(newest?.blockTimeSec ?? null)
  const lagMs = newestMs === null ? null : Math.max(0, nowMs - newestMs)
  const reason = whyNotServing(ctx, chain, { hasBlocks: newest !== undefined, lagMs })
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
        : {
            fromBlock: coverage.fromSlot,
            toBlock: coverage.toSlot,
            fromMs: toEpochMs(coverage.fromTimeSec),
            toMs: toEpochMs(coverage.toTimeSec),
          },
    lost: tape
      .lost(chain)
      .slice(-LIMITS.lostRangesShown)
      .map(({ fromSlot, toSlot, reason: why }) => ({ fromBlock: fromSlot, toBlock: toSlot, reason: why })),
  }
}

function whyNotServing(
  ctx: Parts,
  chain: TapeChain,
  { hasBlocks, lagMs }: { readonly hasBlocks: boolean; readonly lagMs: number | null },
): string | null {
  if (!canFollow(ctx, chain))
    return ctx.config.ingest.mode === 'off' ? 'following is switched off' : 'no node is configured'
  if (!hasBlocks) return 'no block has been read yet'
  if (lagMs !== null && lagMs > LIMITS.streamServingLagMs) return `the tape is ${Math.round(lagMs / 1_000)} s behind`
  return null
}

function toEpochMs(timeSec: number | null): number | null {
  return timeSec === null ? null : timeSec * 1_000
}
