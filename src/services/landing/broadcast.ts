import { LANDING } from '../../config/landing.ts'
import type { Context } from '../../context.ts'
import type { Failure } from '../../contract/outcome.ts'
import type { LandInput, SubmittedVia } from './landing.ts'

/** How a transaction has gone out so far. */
export type Going = {
  submittedVia: SubmittedVia | null
  bundleId: string | null
  /** When someone first took it over, monotonic. */
  takenAtMs: number | null
  /** Someone was offered it and did not say whether they took it. */
  isUnclear: boolean
  /** Told once: whether someone took it the first time it was offered everywhere. */
  onOffered(wasTaken: boolean): void
}

/** Sends again and again until the signal ends it: as a bundle first when that was asked for, else, or when the engine
 *  does not take the bundle or drops it, through every way there is. Never rejects because of who refuses: a
 *  transaction that no one took is one that does not land. */
export async function broadcast(ctx: Context, input: LandInput, going: Going, signal: AbortSignal): Promise<void> {
  const { wire } = input
  if (wire === null) return
  if (input.bundle) await followBundle(ctx, wire, going, signal)
  while (!signal.aborted) {
    await sendDirectly(ctx, wire, going, signal)
    going.onOffered(going.takenAtMs !== null)
    await pause(ctx, LANDING.rebroadcastEveryMs, signal)
  }
}

/** Resolves when the bundle has failed: it was not taken, was dropped, or the engine does not know it. */
async function followBundle(ctx: Context, wire: Uint8Array, going: Going, signal: AbortSignal): Promise<void> {
  const { bundles } = ctx.upstreams
  if (bundles === null) return
  const sent = await bundles.sendBundle([wire], { timeoutMs: LANDING.callMs, signal })
  if (!sent.ok) {
    refused(going, sent)
    return
  }
  going.bundleId = sent.value
  taken(ctx, going, 'jito_bundle')
  const lostAtMs = ctx.clock.monotonicMs() + LANDING.bundleUnknownMs
  while (!signal.aborted) {
    await pause(ctx, LANDING.bundleEveryMs, signal)
    const inflight = await bundles.inflightStatuses([sent.value], { timeoutMs: LANDING.callMs, signal })
    const status = inflight.ok ? inflight.value.get(sent.value)?.status : undefined
    if (status === 'failed') return
    const isKnown = status === 'pending' || status === 'landed'
    if (!isKnown && ctx.clock.monotonicMs() >= lostAtMs) return
  }
}

async function sendDirectly(ctx: Context, wire: Uint8Array, going: Going, signal: AbortSignal): Promise<void> {
  const { rpc } = ctx.chain
  const { sender } = ctx.upstreams
  const limits = { timeoutMs: LANDING.callMs, signal }
  const bySender = sender?.send(wire, limits).then((sent) => {
    if (sent.ok) taken(ctx, going, 'swqos')
    else refused(going, sent)
  })
  const params = [Buffer.from(wire).toString('base64'), { encoding: 'base64', skipPreflight: true, maxRetries: 0 }]
  const byNode = rpc?.call('sendTransaction', params, limits).then(async (sent) => {
    // What both took counts as gone the better way.
    await bySender
    if (sent.ok) taken(ctx, going, 'fallback_rpc')
    else refused(going, sent)
  })
  await Promise.all([bySender, byNode])
}

/** The first taker names the way, unless a bundle had to be given up. */
function taken(ctx: Context, going: Going, via: SubmittedVia): void {
  going.takenAtMs ??= ctx.clock.monotonicMs()
  if (going.submittedVia === null || going.submittedVia === 'jito_bundle') going.submittedVia = via
  going.onOffered(true)
}

/** What came back without a word of the other side may have arrived there all the same. */
function refused(going: Going, { rpcCode }: Failure): void {
  if (rpcCode === undefined) going.isUnclear = true
}

async function pause(ctx: Context, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await ctx.clock.sleep(ms, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
