import { readU32, readU64 } from '../../../hot-paths/account-layouts.ts'
import type { TokenAmount } from '../../holdings-port.ts'
import { startsWith } from '../anchor-event.ts'
import { textOfKey } from '../key-texts.ts'
import { findProgramAddress } from '../pda.ts'
import type { AccountView } from '../rpc.ts'
import { debtRatioX48, MAX_DEBT_TICK, MIN_DEBT_TICK } from './jupiter-debt-ticks.ts'
import { isReal, oldestTime } from './lending-figures.ts'
import { type Accounts, type PositionReader, type Reading, viewOf } from './reader.ts'

const PROGRAM = 'jupr81YtYssSyPt8jbnGuiWon5f6x9TcDEFxYe3Bdzi'
/** Source: the program's published interface, accounts `Position`, `Tick`, `VaultState` and `VaultConfig`. */
const POSITION = {
  tag: 'aabc8fe47a40f7d0',
  bytes: 71,
  vault: 8,
  mint: 14,
  isSupplyOnly: 46,
  tick: 47,
  tickId: 51,
  supply: 55,
  dust: 63,
}
const TICK = { tag: 'b05e43f785ad0773', bytes: 40, isLiquidated: 14, totalIds: 15 }
const STATE = { tag: 'e4c452a562d2eb98', bytes: 127, supplyPrice: 99, borrowPrice: 107, updatedSec: 119 }
const CONFIG = { tag: '63562bd8b866774d', bytes: 219, supplyToken: 154, borrowToken: 186 }
const EXCHANGE_PRICE_ONE = 1_000_000_000_000n
/** A position that never borrowed. */
const NO_TICK = -(2 ** 31)

/** Vaults of Jupiter Lend: a collateral and a debt for each NFT. A position that was liquidated in part shares what is left
 *  with others of its tick; what is left to it is not read. */
export const jupiterVaults: PositionReader = {
  protocol: 'jupiter_vaults',
  programs: [PROGRAM],
  namedBy: { symbol: /^jv\d+$/, program: PROGRAM, mintOffset: POSITION.mint },
  read: (view) => (is(view.data, POSITION) ? readPosition(view) : null),
}

type Kind = { readonly tag: string; readonly bytes: number }

function is(data: Uint8Array, { tag, bytes }: Kind): boolean {
  return data.length >= bytes && startsWith(data, Buffer.from(tag, 'hex'))
}

function dataOf(accounts: Accounts, address: string, kind: Kind): Uint8Array | null {
  const data = viewOf(accounts, address, PROGRAM)?.data
  return data !== undefined && is(data, kind) ? data : null
}

function tickOf(data: Uint8Array): number {
  return new DataView(data.buffer, data.byteOffset).getInt32(POSITION.tick, true)
}

/** Of a vault, by its number; of a tick of it as well. */
function derived(name: string, vault: Uint8Array, tick?: number): string {
  const seeds = [Buffer.from(name), vault]
  if (tick !== undefined) {
    const place = Buffer.alloc(4)
    place.writeUInt32LE(tick + MAX_DEBT_TICK)
    seeds.push(place)
  }
  return findProgramAddress(seeds, PROGRAM).address
}

function* readPosition({ address, data: before }: AccountView): Reading {
  const vault = before.subarray(POSITION.vault, POSITION.vault + 2)
  const [stateAt, configAt] = [derived('vault_state', vault), derived('vault_config', vault)]
  const tick = tickOf(before)
  const hasTick = before[POSITION.isSupplyOnly] === 0 && tick > MIN_DEBT_TICK && tick <= MAX_DEBT_TICK
  const tickAt = hasTick ? derived('tick', vault, tick) : null
  // All of one moment: a loan that moves to another tick between two reads would owe something else.
  const accounts = yield [address, stateAt, configAt, ...(tickAt === null ? [] : [tickAt])]
  const data = dataOf(accounts, address, POSITION)
  const state = dataOf(accounts, stateAt, STATE)
  const config = dataOf(accounts, configAt, CONFIG)
  if (data === null || state === null || config === null || tickOf(data) !== tick) return []
  if (data[POSITION.isSupplyOnly] === 0 && !hasTick && tick !== NO_TICK && tick !== MIN_DEBT_TICK) return []
  const tickData = tickAt === null ? null : dataOf(accounts, tickAt, TICK)
  if (tickAt !== null && tickData === null) return []
  const isLiquidated =
    tickData !== null &&
    (tickData[TICK.isLiquidated] !== 0 || readU32(tickData, TICK.totalIds) > readU32(data, POSITION.tickId))
  const shown = isLiquidated ? { tokens: [], debts: [] } : amountsOf(data, state, config, hasTick ? tick : null)
  if (shown === null) return []
  return [
    {
      kind: 'lend',
      protocol: 'jupiter_vaults',
      program: PROGRAM,
      address,
      mint: textOfKey(data.subarray(POSITION.mint, POSITION.mint + 32)),
      pool: configAt,
      sharesRaw: null,
      ...shown,
      fees: null,
      range: null,
      lockedBps: 0,
      lending: {
        interestUntil: { slot: null, timeSec: oldestTime([readU64(state, STATE.updatedSec)]) },
        health: null,
        unread: isLiquidated
          ? ['Collateral and debt: the position was liquidated, and what is left of it is not read.']
          : [],
      },
    },
  ]
}

/** Collateral is rounded down and debt up, as the program rounds. A position owes what its tick says of its collateral, less
 *  what that is too much. */
function amountsOf(
  data: Uint8Array,
  state: Uint8Array,
  config: Uint8Array,
  tick: number | null,
): { readonly tokens: readonly TokenAmount[]; readonly debts: readonly TokenAmount[] } | null {
  const supply = readU64(data, POSITION.supply)
  const owed = tick === null ? 0n : ((debtRatioX48(tick) * (supply + 1n)) >> 48n) + 1n
  const dust = readU64(data, POSITION.dust)
  const net = owed > dust ? owed - dust : 0n
  const held = (supply * readU64(state, STATE.supplyPrice)) / EXCHANGE_PRICE_ONE
  const debt = (net * readU64(state, STATE.borrowPrice) + EXCHANGE_PRICE_ONE - 1n) / EXCHANGE_PRICE_ONE
  if (!isReal(held) || !isReal(debt)) return null
  const mintAt = (at: number): string => textOfKey(config.subarray(at, at + 32))
  return {
    tokens: [{ mint: mintAt(CONFIG.supplyToken), amountRaw: held }],
    debts: debt === 0n ? [] : [{ mint: mintAt(CONFIG.borrowToken), amountRaw: debt }],
  }
}
