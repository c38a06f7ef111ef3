import { EVM_CONTRACTS } from '../../src/chain/evm/contracts.ts'
import { abiBytes32, abiString, named, word, words } from './hex.ts'
import { keyOf, type SandboxPool } from './pools.ts'
import { type EvmWorld, LIAR } from './world.ts'

/* What the contracts of the world answer. Texts are what a contract returns; null is a call that reverts. */

const selector = (signature: string): string => named(signature).slice(0, 10)
const CALLS = {
  aggregate: selector('aggregate3((address,bool,bytes)[])'),
  factory: selector('factory()'),
  token0: selector('token0()'),
  token1: selector('token1()'),
  fee: selector('fee()'),
  tickSpacing: selector('tickSpacing()'),
  stable: selector('stable()'),
  decimals: selector('decimals()'),
  symbol: selector('symbol()'),
  name: selector('name()'),
  getPair: selector('getPair(address,address)'),
  getPoolByFee: selector('getPool(address,address,uint24)'),
  getPoolBySpacing: selector('getPool(address,address,int24)'),
  getPoolByStable: selector('getPool(address,address,bool)'),
  poolKeys: selector('poolKeys(bytes25)'),
  poolIdToPoolKey: selector('poolIdToPoolKey(bytes32)'),
} as const

const LIST_WORD = 64

/** Null for a call that reverts. */
export function answerCall(
  world: EvmWorld,
  to: string,
  data: string,
  faults: { readonly hasNoKeys: boolean },
): string | null {
  const contracts = EVM_CONTRACTS[world.chain]
  const answer = (call: { readonly to: string; readonly data: string }): string | null => {
    const called = call.data.slice(0, 10)
    // As of an id that no position was ever minted for.
    if (faults.hasNoKeys && called === CALLS.poolKeys) return words(0, 0, 0, 0, 0)
    return faults.hasNoKeys && called === CALLS.poolIdToPoolKey ? null : answerOne(world, call.to, call.data)
  }
  if (to !== contracts.multicall) return answer({ to, data })
  if (!data.startsWith(CALLS.aggregate)) return null
  const results = listedCalls(`0x${data.slice(10)}`).map(answer)
  return encodeResults(results)
}

/** The calls in `(address target, bool allowFailure, bytes callData)[]`. */
function listedCalls(data: string): { readonly to: string; readonly data: string }[] {
  const body = data.slice(2)
  const at = (index: number): bigint => BigInt(`0x${body.slice(LIST_WORD * index, LIST_WORD * (index + 1))}`)
  const count = Number(at(1))
  return Array.from({ length: count }, (_, index) => {
    const own = 2 + Number(at(2 + index)) / 32
    const bytes = own + Number(at(own + 2)) / 32
    const length = Number(at(bytes))
    const start = LIST_WORD * (bytes + 1)
    return { to: `0x${word(at(own)).slice(24)}`, data: `0x${body.slice(start, start + 2 * length)}` }
  })
}

function encodeResults(results: readonly (string | null)[]): string {
  const heads: string[] = []
  const tails: string[] = []
  let offset = 32 * results.length
  for (const result of results) {
    const bytes = result?.slice(2) ?? ''
    const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
    const tail = `${word(result !== null)}${word(64)}${word(bytes.length / 2)}${padded}`
    heads.push(word(offset))
    tails.push(tail)
    offset += tail.length / 2
  }
  return `0x${word(32)}${word(results.length)}${heads.join('')}${tails.join('')}`
}

function answerOne(world: EvmWorld, to: string, data: string): string | null {
  const called = data.slice(0, 10)
  const token = world.plan.tokens.get(to)
  if (token !== undefined) {
    const text = token.isOld ? abiBytes32 : abiString
    if (called === CALLS.decimals) return words(token.decimals)
    if (called === CALLS.symbol) return text(token.symbol)
    return called === CALLS.name ? text(token.name) : null
  }
  if (to === LIAR) return answerLiar(world, called)
  const pool = world.pools().find(({ id }) => id === to)
  if (pool !== undefined) return answerPool(pool, called)
  return answerMaker(world, to, called, data)
}

/** Says that it is the pair of a factory for two tokens that have another one, or none. */
function answerLiar({ chain, plan }: EvmWorld, called: string): string | null {
  const [token0, token1] = [...plan.tokens.keys()].sort()
  if (called === CALLS.factory) return words(EVM_CONTRACTS[chain].venues.find(({ swap }) => swap === 'v2')!.address)
  if (called === CALLS.token0) return words(token0!)
  return called === CALLS.token1 ? words(token1!) : null
}

function answerPool(pool: SandboxPool, called: string): string | null {
  const isPair = pool.kind.endsWith('_v2')
  const isAerodrome = pool.kind === 'aerodrome' || pool.kind === 'aerodrome_stable'
  switch (called) {
    case CALLS.factory:
      return words(pool.maker)
    case CALLS.token0:
      return words(pool.token0)
    case CALLS.token1:
      return words(pool.token1)
    case CALLS.fee:
      return isPair || isAerodrome ? null : words(pool.fee)
    case CALLS.tickSpacing:
      return isPair || isAerodrome ? null : words(pool.tickSpacing)
    case CALLS.stable:
      return isAerodrome ? words(pool.kind === 'aerodrome_stable') : null
    default:
      return null
  }
}

/** Factories and managers: the pool of two tokens, or the key of an id. */
function answerMaker(world: EvmWorld, to: string, called: string, data: string): string | null {
  const argument = (at: number): string => data.slice(10 + LIST_WORD * at, 10 + LIST_WORD * (at + 1))
  if (called === CALLS.poolKeys || called === CALLS.poolIdToPoolKey) {
    const wanted = called === CALLS.poolKeys ? argument(0).slice(0, 50) : argument(0)
    const isKeeper = EVM_CONTRACTS[world.chain].venues.some(({ manages }) => manages?.keys === to)
    const pool = world.pools().find(({ id }) => id.length > 42 && id.slice(2).startsWith(wanted))
    const size = called === CALLS.poolKeys ? 5 : 6
    return !isKeeper ? null : pool === undefined ? words(...new Array<number>(size).fill(0)) : keyOf(pool)
  }
  const member: Readonly<Record<string, (pool: SandboxPool) => number | boolean | null>> = {
    [CALLS.getPair]: () => null,
    [CALLS.getPoolByFee]: ({ fee }) => fee,
    [CALLS.getPoolBySpacing]: ({ tickSpacing }) => tickSpacing,
    [CALLS.getPoolByStable]: ({ kind }) => kind === 'aerodrome_stable',
  }
  const memberOf = member[called]
  if (memberOf === undefined || !world.pools().some(({ maker }) => maker === to)) return null
  const found = world.pools().find((pool) => {
    if (pool.maker !== to || pool.id.length > 42) return false
    const value = memberOf(pool)
    const isPair = word(pool.token0) === argument(0) && word(pool.token1) === argument(1)
    return isPair && (value === null || word(value) === argument(2))
  })
  return words(found?.id ?? 0)
}
