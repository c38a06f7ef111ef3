import { join } from 'node:path'
import { createSolanaChain } from '../chain/solana/chain.ts'
import { DEXES } from '../chain/solana/dexes/index.ts'
import { type Config, readConfig } from '../config/env.ts'
import { createFactReader } from '../ingest/solana/read-facts.ts'
import { createSolanaPort } from '../ingest/solana/solana-port.ts'
import { verifyTape } from '../ingest/verify-tape.ts'
import { systemClock } from '../runtime/clock.ts'
import { createLogger } from '../runtime/log.ts'
import { createMetrics } from '../runtime/metrics.ts'
import { createOrigins } from '../runtime/origins.ts'
import { openSandbox, pointAtSandbox } from '../runtime/sandbox-link.ts'
import { openTape } from '../store/tape/tape.ts'
import type { Tape } from '../store/tape/types.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'

const USAGE = `usage: tape status
       tape verify [--from <slot>] [--to <slot>]

  status  what the tape holds and how far the follower is
  verify  reads the blocks of a range from the node, recomputes events and digests and compares them with the tape; without
          --from and --to everything that is kept and final. Use the follower's settings (INGEST_SCOPE,
          INGEST_DEXES, INGEST_WATCH). Exit code 1 when a slot differs or cannot be read.`
const CHAIN = 'solana'
const SHOWN = 50

/** `tape`: looks at the event tape beside a running server. */
export const tape: Command = async (args) => {
  const { values, positionals } = readArguments(args, { from: { type: 'string' }, to: { type: 'string' } }, USAGE)
  const [what, ...rest] = positionals
  if (rest.length > 0 || (what !== 'status' && what !== 'verify')) throw new UsageProblem(USAGE)
  const config = readConfig()
  const opened = open(config)
  try {
    if (what === 'status') return status(opened)
    return await verify(config, opened, { from: readSlot(values.from, '--from'), to: readSlot(values.to, '--to') })
  } finally {
    await opened.close()
  }
}

function open({ dataDir, mode, mapSizeBytes, ingest }: Config): Tape {
  return openTape({
    folder: join(dataDir, mode, 'tape'),
    mapBytes: mapSizeBytes,
    clock: systemClock(),
    log: createLogger({ level: 'warn', process: 'tape' }),
    writes: false,
    keepDays: ingest.tapeDays,
    keepBytes: ingest.tapeBytes,
  })
}

function status(opened: Tape): number {
  const { head, tail, headTimeSec, tailTimeSec } = opened.window()
  const position = opened.position(CHAIN)
  const coverage = opened.coverage(CHAIN)
  const rows: [string, string][] = [
    ['epoch', opened.epoch],
    ['events', `${tail.seq + 1} to ${head.seq}`],
    ['times', `${textOfTime(tailTimeSec)} to ${textOfTime(headTimeSec)}`],
    ['newest slot', position === undefined ? 'none' : `${position.slot} ${position.blockHash}`],
    ['final slot', position === undefined ? 'none' : `${position.finalizedSlot}`],
    ['chain digest', chainDigestOf(opened, position?.finalizedSlot) ?? 'none'],
    ['without a gap', coverage === undefined ? 'nothing' : `${coverage.fromSlot} to ${coverage.toSlot}`],
    ['bytes', `${opened.usedBytes()}`],
  ]
  for (const [name, says] of rows) console.log(`${name.padEnd(15)}${says}`)
  for (const { fromSlot, toSlot, reason } of opened.lost(CHAIN).slice(-SHOWN))
    console.log(`${'lost'.padEnd(15)}${fromSlot} to ${toSlot}: ${reason}`)
  for (const { fromSlot, toSlot, events, reason, atMs } of opened.corrections(CHAIN).slice(-SHOWN))
    console.log(
      `${'not final'.padEnd(15)}${fromSlot} to ${toSlot}, ${events} events taken back ${textOfTime(atMs / 1_000)}: ${reason}`,
    )
  return 0
}

/** Of the newest final slot that has a block. */
function chainDigestOf(opened: Tape, finalizedSlot: number | undefined): string | null {
  if (finalizedSlot === undefined) return null
  const records = opened.slots(CHAIN, 0, Number.MAX_SAFE_INTEGER)
  return records.findLast(({ status }) => status === 'finalized')?.chainDigest ?? null
}

async function verify(
  given: Config,
  opened: Tape,
  { from, to }: { readonly from: number | null; readonly to: number | null },
): Promise<number> {
  const position = opened.position(CHAIN)
  const oldest = opened.slots(CHAIN, 0, 1)[0]?.slot
  if (position === undefined || oldest === undefined) {
    console.error('the tape is empty')
    return 1
  }
  const range = {
    fromSlot: Math.max(from ?? oldest, oldest),
    toSlot: Math.min(to ?? position.finalizedSlot, position.slot),
  }
  if (range.toSlot < range.fromSlot)
    throw new UsageProblem(`the tape holds slots ${oldest} to ${position.slot}, final to ${position.finalizedSlot}`)
  const config =
    given.mode === 'sandbox' ? pointAtSandbox(given, (await openSandbox(given, null, () => undefined)).urls) : given
  const clock = systemClock()
  const log = createLogger({ level: 'warn', process: 'tape' })
  const origins = createOrigins({ clock })
  try {
    const { rpc } = createSolanaChain({ config, clock, log, metrics: createMetrics(), origins })
    if (rpc === null) throw new UsageProblem('SOLANA_RPC_URL is not set: there is no chain to compare with')
    const { scope, dexes, venues, watch } = config.ingest
    const facts = createFactReader({
      dexes: scope === 'all' ? DEXES : DEXES.filter(({ name }) => dexes.includes(name)),
      readsVenues: scope === 'all' || venues,
      watched: scope === 'watch' ? new Set(watch) : null,
      // Digests are of event ids, which neither prices nor decimals touch.
      prices: { prepare: async () => undefined, learn: () => undefined, of: () => null },
      decimalsOf: async () => new Map(),
      onUnreadable: (place, reason) => log.warn({ place, reason }, 'a transaction could not be read and is left out'),
    })
    const { signal } = new AbortController()
    return print(range, await verifyTape({ tape: opened, port: createSolanaPort({ rpc, facts }), log, signal }, range))
  } finally {
    await origins.close()
  }
}

function print(
  { fromSlot, toSlot }: { readonly fromSlot: number; readonly toSlot: number },
  { slots, events, lostSlots, differences, unreadable, chainDigest }: Awaited<ReturnType<typeof verifyTape>>,
): number {
  for (const { slot, says } of differences.slice(0, SHOWN)) console.log(`slot ${slot}: ${says}`)
  if (differences.length > SHOWN) console.log(`and ${differences.length - SHOWN} more`)
  if (unreadable.length > 0)
    console.log(`the node does not serve ${unreadable.length} slots: ${unreadable.slice(0, SHOWN).join(' ')}`)
  const isSame = differences.length === 0 && unreadable.length === 0
  console.log(
    `${isSame ? 'same' : 'DIFFERS'}  slots ${fromSlot} to ${toSlot}: ${slots} blocks, ${events} events, ${lostSlots} slots lost, chain digest ${chainDigest ?? 'none'}`,
  )
  return isSame ? 0 : 1
}

function readSlot(text: string | undefined, name: string): number | null {
  if (text === undefined) return null
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageProblem(`${name} must be a slot number\n\n${USAGE}`)
}

function textOfTime(timeSec: number | null): string {
  return timeSec === null ? 'none' : new Date(timeSec * 1_000).toISOString()
}
