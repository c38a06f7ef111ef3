import { startsWith } from '../../../src/chain/solana/anchor-event.ts'
import type { SandboxChain } from '../../chain/types.ts'
import { dueFor } from '../../programs/jupiter/trigger-emulator.ts'
import {
  decodeInitializeOrder,
  decodeTradeEvent,
  decodeTriggerOrder,
  INITIALIZE_ORDER_ACCOUNTS,
  TRIGGER_PROGRAM,
  TRIGGER_TAGS,
  type TriggerOrder,
} from '../../programs/jupiter/trigger-layout.ts'
import type { Market } from '../market.ts'
import { amountPair, type Fill, isoTime, tradeRow } from './order-rows.ts'
import { type ProgramCall, programCalls } from './program-calls.ts'

/** A limit order's whole life. */
export type TriggerLife = {
  readonly address: string
  readonly state: TriggerOrder
  readonly status: 'Open' | 'Completed' | 'Cancelled' | 'Expired'
  readonly openTx: string
  readonly closeTx: string
  readonly updatedSec: number
  readonly fills: readonly Fill[]
}

const AT = Object.fromEntries(INITIALIZE_ORDER_ACCOUNTS.names.map((name, at) => [name, at])) as Record<
  (typeof INITIALIZE_ORDER_ACCOUNTS.names)[number],
  number
>
/** Place of the order and of who signs among the accounts of a cancel and of a fill. */
const ORDER_AT = 2
const SIGNER_AT = 0

/** Every order of a maker, newest first. The ledger forgets its oldest blocks: an order whose beginning is gone is told
 *  from its account alone, as long as that is there. */
export function triggerLives(chain: SandboxChain, maker: string): TriggerLife[] {
  const lives: TriggerLife[] = []
  const open = new Map<string, number>()
  for (const call of programCalls(chain, TRIGGER_PROGRAM)) {
    if (startsWith(call.data, TRIGGER_TAGS.initializeOrder)) {
      const life = beginLife(call)
      if (life?.state.maker !== maker) continue
      open.set(life.address, lives.length)
      lives.push(life)
      continue
    }
    const address = call.accounts[ORDER_AT]!
    const place = open.get(address)
    if (place === undefined) continue
    const life = startsWith(call.data, TRIGGER_TAGS.cancelOrder)
      ? endLife(lives[place]!, call)
      : fill(lives[place]!, call)
    lives[place] = life
    if (life.status !== 'Open') open.delete(address)
  }
  const known = new Set(open.keys())
  const older = chain
    .accountsOfProgram(TRIGGER_PROGRAM)
    .filter((address) => !known.has(address))
    .map((address) => forgottenLife(chain, address))
    .filter((life) => life !== null && life.state.maker === maker)
    .sort((a, b) => b!.state.createdSec - a!.state.createdSec) as TriggerLife[]
  return [...lives.reverse(), ...older]
}

function forgottenLife(chain: SandboxChain, address: string): TriggerLife | null {
  const account = chain.account(address)
  const state = account === null ? null : decodeTriggerOrder(account.data)
  if (state === null) return null
  return { address, state, status: 'Open', openTx: '', closeTx: '', updatedSec: state.updatedSec, fills: [] }
}

function beginLife({ signature, timeSec, accounts, data }: ProgramCall): TriggerLife | null {
  const terms = decodeInitializeOrder(data)
  if (terms === null) return null
  const account = (name: keyof typeof AT): string => accounts[AT[name]]!
  const { makingRaw, takingRaw } = terms
  return {
    address: account('order'),
    state: {
      maker: account('maker'),
      inputMint: account('inputMint'),
      outputMint: account('outputMint'),
      inputTokenProgram: account('inputTokenProgram'),
      outputTokenProgram: account('outputTokenProgram'),
      inputMintReserve: account('inputMintReserve'),
      ...terms,
      oriMakingRaw: makingRaw,
      oriTakingRaw: takingRaw,
      createdSec: timeSec,
      updatedSec: timeSec,
    },
    status: 'Open',
    openTx: signature,
    closeTx: '',
    updatedSec: timeSec,
    fills: [],
  }
}

function endLife(life: TriggerLife, { signature, timeSec, accounts }: ProgramCall): TriggerLife {
  const status = accounts[SIGNER_AT] === life.state.maker ? 'Cancelled' : 'Expired'
  return { ...life, status, closeTx: signature, updatedSec: timeSec }
}

function fill(life: TriggerLife, { signature, timeSec, events }: ProgramCall): TriggerLife {
  const event = events.map(decodeTradeEvent).find((one) => one !== null)
  if (event === undefined) return life
  const { state } = life
  const isLast = event.inputRaw === state.makingRaw
  const left = {
    ...state,
    makingRaw: state.makingRaw - event.inputRaw,
    takingRaw: state.takingRaw - dueFor(state, event.inputRaw),
    updatedSec: timeSec,
  }
  return {
    ...life,
    state: left,
    status: isLast ? 'Completed' : 'Open',
    closeTx: isLast ? signature : '',
    updatedSec: timeSec,
    fills: [{ ...event, signature, timeSec }, ...life.fills],
  }
}

/** An order as a row of `getTriggerOrders`. */
export function triggerRow(market: Market, life: TriggerLife): Record<string, unknown> {
  const { address, state, status, openTx, closeTx, updatedSec, fills } = life
  const { maker, inputMint, outputMint, expiredAtSec } = state
  return {
    userPubkey: maker,
    orderKey: address,
    inputMint,
    outputMint,
    ...amountPair(market, 'makingAmount', state.oriMakingRaw, inputMint),
    ...amountPair(market, 'takingAmount', state.oriTakingRaw, outputMint),
    ...amountPair(market, 'remainingMakingAmount', state.makingRaw, inputMint),
    ...amountPair(market, 'remainingTakingAmount', state.takingRaw, outputMint),
    slippageBps: String(state.slippageBps),
    expiredAt: expiredAtSec === null ? null : isoTime(Number(expiredAtSec)),
    createdAt: isoTime(state.createdSec),
    updatedAt: isoTime(updatedSec),
    status,
    openTx,
    closeTx,
    programVersion: TRIGGER_PROGRAM,
    trades: fills.map((one) => tradeRow(market, one, state)),
  }
}
