import assert from 'node:assert/strict'
import type { SandboxChain } from '../../../sandbox/chain/types.ts'
import {
  type DexTrading,
  type SwapQuote,
  swapInstruction,
  type TradablePool,
  type TradeClock,
} from '../../../src/chain/solana/dexes/trading.ts'
import type { Instruction } from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { addressBytes, associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { CLOCK_SYSVAR, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { mintAccountBytes, transferFee } from '../mint-bytes.ts'
import { createRandom } from '../seeded-random.ts'
import { clockOf, fundTrader, mustRead, readTradablePool, type Swapped, swapOnChain, TRADER } from '../swap-lab.ts'

/* Pools drawn from a seed: their fields are plain values that fit a vector file, their accounts are put together byte
 * by byte after the documented layouts, without the code under test. */

export type HeldBytes = { readonly owner: string; readonly data: Uint8Array }
/** A pool with an order on it. */
export type Scene = {
  readonly accounts: ReadonlyMap<string, HeldBytes>
  readonly pool: string
  readonly mints: readonly [first: string, second: string]
  readonly isFirstIn: boolean
  readonly amountInRaw: bigint
  readonly clock: TradeClock
}

/** Transfer fee of a Token-2022 mint; null for a classic one. */
export type MintFee = {
  readonly bps: number
  readonly maxRaw: bigint
  readonly newerBps: number
  readonly epoch: number
}

/** The clock that scenes are drawn around. */
export const SCENE_CLOCK: TradeClock = { slot: 390_000_000, unixSec: 1_795_000_000, epoch: 902 }

/** Two mints, ordered by their bytes as programs want them. */
export const SCENE_MINTS = ['scene mint one', 'scene mint two']
  .map((text) => keypairFromText(text).address)
  .sort((a, b) => Buffer.compare(addressBytes(a), addressBytes(b))) as [string, string]

export type Draw = {
  /** Whole number below `bound`. */
  below(bound: number): number
  between(low: number, high: number): number
  chance(share: number): boolean
  pick<T>(of: readonly T[]): T
  /** Of all sizes up to so many bits, at least 1. */
  big(bits: number): bigint
}

export function drawFrom(seed: number): Draw {
  const random = createRandom(seed)
  const below = (bound: number) => Math.floor(random() * bound)
  const draw: Draw = {
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (share) => random() < share,
    pick: (of) => of[below(of.length)]!,
    big(bits) {
      const size = 1 + below(bits)
      let value = 0n
      for (let at = 0; at < size; at += 30) value = (value << 30n) | BigInt(below(2 ** 30))
      return BigInt.asUintN(size, value) || 1n
    },
  }
  return draw
}

export function drawMintFee(draw: Draw): MintFee | null {
  if (!draw.chance(0.25)) return null
  const epoch = SCENE_CLOCK.epoch + draw.between(-1, 1)
  return { bps: draw.below(600), maxRaw: draw.pick([2n ** 64n - 1n, draw.big(30)]), newerBps: draw.below(600), epoch }
}

export function put(data: Uint8Array, at: number, size: number, value: bigint | number | boolean): void {
  let rest = BigInt.asUintN(size * 8, BigInt(value))
  for (let i = 0; i < size; i++, rest >>= 8n) data[at + i] = Number(rest & 255n)
}

export function putKey(data: Uint8Array, at: number, address: string): void {
  data.set(addressBytes(address), at)
}

export function mintBytesOf(fee: MintFee | null): HeldBytes {
  if (fee === null) return { owner: TOKEN_PROGRAM, data: mintAccountBytes() }
  const { bps, maxRaw, newerBps, epoch } = fee
  const settings = transferFee({ epoch: 0, bps, maxRaw }, { epoch, bps: newerBps, maxRaw })
  return { owner: TOKEN_2022_PROGRAM, data: mintAccountBytes({}, [settings]) }
}

export function tokenBytes(mint: string, owner: string, amountRaw: bigint, fee: MintFee | null = null): HeldBytes {
  // With a fee the account keeps what was withheld from it: type and length, then the amount.
  const data = new Uint8Array(fee === null ? 165 : 166 + 12)
  putKey(data, 0, mint)
  putKey(data, 32, owner)
  put(data, 64, 8, amountRaw)
  data[108] = 1
  if (fee !== null) {
    data[165] = 2
    put(data, 166, 2, 2)
    put(data, 168, 2, 8)
  }
  return { owner: fee === null ? TOKEN_PROGRAM : TOKEN_2022_PROGRAM, data }
}

export function clockBytes({ slot, unixSec, epoch }: TradeClock): HeldBytes {
  const data = new Uint8Array(40)
  put(data, 0, 8, slot)
  put(data, 16, 8, epoch)
  put(data, 32, 8, unixSec)
  return { owner: 'Sysvar1111111111111111111111111111111111111', data }
}

/** What our code quotes for a scene, from nothing but its accounts; null when it has no quote, or no route. */
export function quoteScene(trading: DexTrading, scene: Scene): SwapQuote | null {
  return poolOfScene(trading, scene)?.quote(inputMintOf(scene), scene.amountInRaw, scene.clock) ?? null
}

export function inputMintOf({ mints, isFirstIn }: Scene): string {
  return mints[isFirstIn ? 0 : 1]
}

/** Null where there is no route through the pool. */
export function poolOfScene(trading: DexTrading, { accounts, pool, mints, clock }: Scene): TradablePool | null {
  const view = (address: string): HeldBytes | undefined =>
    address === CLOCK_SYSVAR ? clockBytes(clock) : accounts.get(address)
  const node = {
    account: (address: string) => {
      const held = view(address)
      return held === undefined ? null : { ...held, lamports: 10n ** 9n, executable: false }
    },
  }
  const read = readTradablePool(trading, node, pool, mints[0])
  if (read.ok) return read.value
  assert.equal(read.code, 'no_route')
  return null
}

/** The swap's instruction for a user's token accounts; null where there is no route. */
export function instructionOfScene(
  trading: DexTrading,
  scene: Scene,
  user: { readonly user: string; readonly inputAccount: string; readonly outputAccount: string },
  minOutRaw: bigint,
): Instruction | null {
  const pool = poolOfScene(trading, scene)
  const order = { ...user, inputMint: inputMintOf(scene), amountInRaw: scene.amountInRaw, minOutRaw }
  return pool === null ? null : swapInstruction(pool, order)
}

/** Puts a scene on a chain and trades it there with the given least output; what our code quotes at that moment. */
export function playScene(
  trading: DexTrading,
  chain: SandboxChain,
  scene: Scene,
  fees: readonly [MintFee | null, MintFee | null],
) {
  const put = (address: string, { owner, data }: HeldBytes) =>
    chain.setAccount(address, { owner, data, lamports: 10n ** 10n, executable: false })
  for (const [address, held] of scene.accounts) put(address, held)
  fundTrader(chain, 10n ** 12n)
  for (const [at, mint] of scene.mints.entries()) {
    const fee = fees[at]!
    const account = associatedTokenAddress(TRADER.address, mint, fee === null ? TOKEN_PROGRAM : TOKEN_2022_PROGRAM)
    const isInput = (at === 0) === scene.isFirstIn
    put(account, tokenBytes(mint, TRADER.address, isInput ? scene.amountInRaw : 0n, fee))
  }
  const pool = mustRead(trading, chain, scene.pool, scene.mints[0])
  const inputMint = inputMintOf(scene)
  const quote = pool.quote(inputMint, scene.amountInRaw, clockOf(chain))
  const swap = (minOutRaw: bigint): Swapped =>
    swapOnChain(chain, pool, { inputMint, amountInRaw: scene.amountInRaw, minOutRaw })
  return { quote, swap }
}

const BIG = /^-?\d+n$/

/** Fields of a scene as a vector file holds them, and back. */
export function toPlain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one)))
}
export function fromPlain<T>(value: unknown): T {
  return JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'string' && BIG.test(one) ? BigInt(one.slice(0, -1)) : one,
  ) as T
}
