import { join } from 'node:path'
import { type Config, readConfig } from '../config/env.ts'
import { counted } from '../contract/counted.ts'
import { TAPE_CHAINS, type TapeChain } from '../contract/tape-event.ts'
import { type Verified, verifyTape } from '../ingest/verify-tape.ts'
import { systemClock } from '../runtime/clock.ts'
import { createLogger } from '../runtime/log.ts'
import { openSandbox, pointAtSandbox } from '../runtime/sandbox-link.ts'
import { openTape } from '../store/tape/tape.ts'
import type { Tape } from '../store/tape/types.ts'
import { openEvmPort, openSolanaPort } from './chain-ports.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'

const USAGE = `usage: tape status [--chain <chain>]
       tape verify [--chain <chain>] [--from <slot>] [--to <slot>]

  status  what the tape holds and how far the followers are
  verify  reads the blocks of a range from the node, recomputes events and digests and compares them with the tape; without
          --from and --to everything that is kept and final. Use the follower's settings (INGEST_SCOPE, INGEST_DEXES,
          INGEST_WATCH). Exit code 1 when a slot differs or cannot be read.

  --chain solana, ethereum or base; without it every chain that the tape has blocks of. A range is of one chain: solana
          when none is named. Slots of Ethereum and Base are their blocks.`
const SHOWN = 50

/** `tape`: looks at the event tape beside a running server. */
export const tape: Command = async (args) => {
  const { values, positionals } = readArguments(
    args,
    { chain: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
    USAGE,
  )
  const [what, ...rest] = positionals
  if (rest.length > 0 || (what !== 'status' && what !== 'verify')) throw new UsageProblem(USAGE)
  const named = readChain(values.chain)
  const range = { from: readSlot(values.from, '--from'), to: readSlot(values.to, '--to') }
  const config = readConfig()
  const opened = open(config)
  try {
    const held = TAPE_CHAINS.filter((chain) => opened.position(chain) !== undefined)
    if (what === 'status') return status(opened, named ?? held)
    if (named !== null) return await verify(config, opened, named, range)
    return await verify(config, opened, range.from === null && range.to === null ? held : ['solana'], range)
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

function status(opened: Tape, chains: readonly TapeChain[]): number {
  const { head, tail, headTimeSec, tailTimeSec } = opened.window()
  say('epoch', opened.epoch)
  say('events', `${tail.seq + 1} to ${head.seq}`)
  say('times', `${textOfTime(tailTimeSec)} to ${textOfTime(headTimeSec)}`)
  say('bytes', `${opened.usedBytes()}`)
  // Solana alone is what the tape of most servers has, and its rows have always stood without its name.
  for (const chain of chains.length === 0 ? (['solana'] as const) : chains) {
    if (chain !== 'solana' || chains.length > 1) say('chain', chain)
    statusOf(opened, chain)
  }
  return 0
}

function statusOf(opened: Tape, chain: TapeChain): void {
  const position = opened.position(chain)
  const coverage = opened.coverage(chain)
  say('newest slot', position === undefined ? 'none' : `${position.slot} ${position.blockHash}`)
  say('final slot', position === undefined ? 'none' : `${position.finalizedSlot}`)
  say('chain digest', chainDigestOf(opened, chain, position?.finalizedSlot) ?? 'none')
  say('without a gap', coverage === undefined ? 'nothing' : `${coverage.fromSlot} to ${coverage.toSlot}`)
  for (const { fromSlot, toSlot, reason } of opened.lost(chain).slice(-SHOWN))
    say('lost', `${fromSlot} to ${toSlot}: ${reason}`)
  for (const { fromSlot, toSlot, events, reason, atMs } of opened.corrections(chain).slice(-SHOWN))
    say(
      'not final',
      `${fromSlot} to ${toSlot}, ${counted(events, 'event')} taken back ${textOfTime(atMs / 1_000)}: ${reason}`,
    )
}

function say(name: string, says: string): void {
  console.log(`${name.padEnd(15)}${says}`)
}

/** Of the newest final slot that has a block. */
function chainDigestOf(opened: Tape, chain: TapeChain, finalizedSlot: number | undefined): string | null {
  if (finalizedSlot === undefined) return null
  const records = opened.slots(chain, 0, Number.MAX_SAFE_INTEGER)
  return records.findLast(({ status }) => status === 'finalized')?.chainDigest ?? null
}

type Wanted = { readonly from: number | null; readonly to: number | null }

/** One chain after the other; 1 when any of them differs. */
async function verify(given: Config, opened: Tape, chains: readonly TapeChain[], wanted: Wanted): Promise<number> {
  if (chains.length === 0) {
    console.error('the tape is empty')
    return 1
  }
  const config =
    given.mode === 'sandbox' ? pointAtSandbox(given, (await openSandbox(given, null, () => undefined)).urls) : given
  let code = 0
  for (const chain of chains) {
    if (chain !== 'solana' || chains.length > 1) console.log(`${chain}:`)
    code = Math.max(code, await verifyChain(config, opened, chain, wanted))
  }
  return code
}

async function verifyChain(config: Config, opened: Tape, chain: TapeChain, { from, to }: Wanted): Promise<number> {
  const position = opened.position(chain)
  const oldest = opened.slots(chain, 0, 1)[0]?.slot
  if (position === undefined || oldest === undefined) {
    console.error('the tape is empty')
    return 1
  }
  const range = {
    fromSlot: Math.max(from ?? oldest, oldest),
    toSlot: Math.min(to ?? position.finalizedSlot, position.slot),
  }
  if (range.toSlot < range.fromSlot) {
    const held = `the tape holds slots ${oldest} to ${position.slot}, final to ${position.finalizedSlot}`
    if (from !== null || to !== null) throw new UsageProblem(held)
    console.log(`nothing is final yet: ${held}`)
    return 0
  }
  const log = createLogger({ level: 'warn', process: 'tape' })
  const { signal } = new AbortController()
  const of = { tape: opened, log, signal }
  if (chain === 'solana') {
    const { port, close } = openSolanaPort({ config, log })
    try {
      if (port === null) throw new UsageProblem('SOLANA_RPC_URL is not set: there is no chain to compare with')
      return print(range, await verifyTape({ ...of, port }, range))
    } finally {
      await close()
    }
  }
  const { port, close } = openEvmPort(chain, { config, log })
  try {
    const setting = `${chain.toUpperCase()}_RPC_URLS`
    if (port === null) throw new UsageProblem(`${setting} is not set: there is no chain to compare with`)
    return print(range, await verifyTape({ ...of, port }, range))
  } finally {
    await close()
  }
}

function print(
  { fromSlot, toSlot }: { readonly fromSlot: number; readonly toSlot: number },
  { slots, events, lostSlots, differences, unreadable, chainDigest }: Verified,
): number {
  for (const { slot, says } of differences.slice(0, SHOWN)) console.log(`slot ${slot}: ${says}`)
  if (differences.length > SHOWN) console.log(`and ${differences.length - SHOWN} more`)
  if (unreadable.length > 0)
    console.log(
      `the node does not serve ${counted(unreadable.length, 'slot')}: ${unreadable.slice(0, SHOWN).join(' ')}`,
    )
  const isSame = differences.length === 0 && unreadable.length === 0
  console.log(
    `${isSame ? 'same' : 'DIFFERS'}  slots ${fromSlot} to ${toSlot}: ${counted(slots, 'block')}, ${counted(events, 'event')}, ${counted(lostSlots, 'slot')} lost, chain digest ${chainDigest ?? 'none'}`,
  )
  return isSame ? 0 : 1
}

function readChain(text: string | undefined): readonly [TapeChain] | null {
  if (text === undefined) return null
  const chain = TAPE_CHAINS.find((one) => one === text)
  if (chain === undefined) throw new UsageProblem(`--chain must be one of ${TAPE_CHAINS.join(', ')}\n\n${USAGE}`)
  return [chain]
}

function readSlot(text: string | undefined, name: string): number | null {
  if (text === undefined) return null
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageProblem(`${name} must be a slot number\n\n${USAGE}`)
}

function textOfTime(timeSec: number | null): string {
  return timeSec === null ? 'none' : new Date(timeSec * 1_000).toISOString()
}
