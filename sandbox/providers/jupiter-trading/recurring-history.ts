import { startsWith } from '../../../src/chain/solana/anchor-event.ts'
import type { SandboxChain } from '../../chain/types.ts'
import {
  DCA_PROGRAM,
  DCA_TAGS,
  type DcaTerms,
  decodeDca,
  decodeOpenDca,
  OPEN_DCA_ACCOUNTS,
} from '../../programs/jupiter/recurring-layout.ts'
import { decodeTradeEvent } from '../../programs/jupiter/trigger-layout.ts'
import type { Market } from '../market.ts'
import { amountPair, type Fill, isoTime, tradeRow } from './order-rows.ts'
import { type ProgramCall, programCalls } from './program-calls.ts'

/** A DCA position's whole life; amounts in base units. */
export type RecurringLife = {
  readonly address: string
  readonly user: string
  readonly inputMint: string
  readonly outputMint: string
  readonly terms: DcaTerms
  readonly inUsed: bigint
  readonly inWithdrawn: bigint
  readonly outReceived: bigint
  readonly openTx: string
  readonly closeTx: string
  readonly userClosed: boolean
  readonly createdSec: number
  readonly updatedSec: number
  readonly fills: readonly Fill[]
}

const PLACES = OPEN_DCA_ACCOUNTS.names
/** Place of the position among the accounts of an end and of a purchase. */
const CLOSE_DCA_AT = 1
const FULFILL_DCA_AT = 2

/** Every position of a user, newest first. The ledger forgets its oldest blocks: a position whose beginning is gone is
 *  told from its account alone, as long as that is there. */
export function recurringLives(chain: SandboxChain, user: string): RecurringLife[] {
  const lives: RecurringLife[] = []
  const open = new Map<string, number>()
  for (const call of programCalls(chain, DCA_PROGRAM)) {
    if (startsWith(call.data, DCA_TAGS.openDcaV2)) {
      const life = beginLife(call)
      if (life?.user !== user) continue
      open.set(life.address, lives.length)
      lives.push(life)
      continue
    }
    const isClose = startsWith(call.data, DCA_TAGS.closeDca)
    const address = call.accounts[isClose ? CLOSE_DCA_AT : FULFILL_DCA_AT]!
    const place = open.get(address)
    if (place === undefined) continue
    const life = isClose ? endLife(lives[place]!, call) : buy(lives[place]!, call)
    lives[place] = life
    if (life.closeTx !== '') open.delete(address)
  }
  const known = new Set(open.keys())
  const older = chain
    .accountsOfProgram(DCA_PROGRAM)
    .filter((address) => !known.has(address))
    .map((address) => forgottenLife(chain, address))
    .filter((life) => life !== null && life.user === user)
    .sort((a, b) => b!.createdSec - a!.createdSec) as RecurringLife[]
  return [...lives.reverse(), ...older]
}

function forgottenLife(chain: SandboxChain, address: string): RecurringLife | null {
  const account = chain.account(address)
  const state = account === null ? null : decodeDca(account.data)
  if (state === null) return null
  const { user, inputMint, outputMint, applicationIdx, cycleSecs, minOut, maxOut } = state
  const createdSec = Number(state.createdSec)
  return {
    address,
    user,
    inputMint,
    outputMint,
    terms: {
      applicationIdx,
      inRaw: state.inDeposited,
      perCycleRaw: state.perCycle,
      cycleSecs,
      minOutRaw: minOut,
      maxOutRaw: maxOut,
      startAtSec: null,
    },
    inUsed: state.inUsed,
    inWithdrawn: state.inWithdrawn,
    outReceived: state.outReceived,
    openTx: '',
    closeTx: '',
    userClosed: false,
    createdSec,
    updatedSec: createdSec,
    fills: [],
  }
}

function beginLife({ signature, timeSec, accounts, data }: ProgramCall): RecurringLife | null {
  const terms = decodeOpenDca(data)
  if (terms === null) return null
  const account = (name: (typeof PLACES)[number]): string => accounts[PLACES.indexOf(name)]!
  return {
    address: account('dca'),
    user: account('user'),
    inputMint: account('inputMint'),
    outputMint: account('outputMint'),
    terms,
    inUsed: 0n,
    inWithdrawn: 0n,
    outReceived: 0n,
    openTx: signature,
    closeTx: '',
    userClosed: false,
    createdSec: timeSec,
    updatedSec: timeSec,
    fills: [],
  }
}

function endLife(life: RecurringLife, { signature, timeSec }: ProgramCall): RecurringLife {
  const inWithdrawn = life.terms.inRaw - life.inUsed
  return { ...life, inWithdrawn, closeTx: signature, userClosed: true, updatedSec: timeSec }
}

function buy(life: RecurringLife, { signature, timeSec, events }: ProgramCall): RecurringLife {
  const event = events.map(decodeTradeEvent).find((one) => one !== null)
  if (event === undefined) return life
  const inUsed = life.inUsed + event.inputRaw
  return {
    ...life,
    inUsed,
    outReceived: life.outReceived + event.outputRaw,
    closeTx: inUsed === life.terms.inRaw ? signature : '',
    updatedSec: timeSec,
    fills: [{ ...event, signature, timeSec }, ...life.fills],
  }
}

/** A position as a row of `time`. What it buys goes straight to its owner, so that all received is withdrawn. */
export function recurringRow(market: Market, life: RecurringLife): Record<string, unknown> {
  const { address, user, inputMint, outputMint, terms, fills } = life
  return {
    userPubkey: user,
    orderKey: address,
    inputMint,
    outputMint,
    ...amountPair(market, 'inDeposited', terms.inRaw, inputMint),
    ...amountPair(market, 'inWithdrawn', life.inWithdrawn, inputMint),
    cycleFrequency: String(terms.cycleSecs),
    ...amountPair(market, 'inAmountPerCycle', terms.perCycleRaw, inputMint),
    ...amountPair(market, 'minOutAmount', terms.minOutRaw ?? 0n, outputMint),
    ...amountPair(market, 'maxOutAmount', terms.maxOutRaw ?? 0n, outputMint),
    ...amountPair(market, 'inUsed', life.inUsed, inputMint),
    ...amountPair(market, 'outReceived', life.outReceived, outputMint),
    ...amountPair(market, 'outWithdrawn', life.outReceived, outputMint),
    openTx: life.openTx,
    closeTx: life.closeTx,
    userClosed: life.userClosed,
    createdAt: isoTime(life.createdSec),
    updatedAt: isoTime(life.updatedSec),
    trades: fills.map((one) => tradeRow(market, one, { inputMint, outputMint })),
  }
}
