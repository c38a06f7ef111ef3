import { type EvmContracts, NATIVE_DECIMALS, NATIVE_TOKEN } from '../../chain/evm/contracts.ts'
import { callAll } from '../../chain/evm/multicall.ts'
import type { EvmRpc } from '../../chain/evm/rpc.ts'
import { readTokenText } from '../../chain/evm/token-text.ts'
import { uintAt, wordsIn } from '../../chain/evm/words.ts'
import { EVM_LIMITS } from '../../config/evm-limits.ts'
import { createBoundedMap } from '../../runtime/bounded-map.ts'
import type { Clock } from '../../runtime/clock.ts'
import { orThrow } from '../node-failure.ts'

export type EvmTokenFacts = {
  /** Null where the contract does not say, or says more than 36: amounts of such a token have no price. */
  readonly decimals: number | null
  readonly symbol: string | null
  readonly name: string | null
}

export type EvmTokens = {
  /** Asks about the tokens that are not known, or not lately. Rejects with `NodeFailure` when no node answers. */
  prepare(tokens: Iterable<string>): Promise<void>
  of(token: string): EvmTokenFacts
}

const UNKNOWN: EvmTokenFacts = { decimals: null, symbol: null, name: null }
const DECIMALS = '0x313ce567'
const SYMBOL = '0x95d89b41'
const NAME = '0x06fdde03'
const QUESTIONS = [DECIMALS, SYMBOL, NAME]

/** Decimals, names and symbols from the chain, kept for a day. The decimals of the quotes are those that we know. */
export function createEvmTokens(parts: {
  readonly contracts: EvmContracts
  readonly rpc: Pick<EvmRpc, 'ethCall' | 'ethCalls'>
  readonly clock: Pick<Clock, 'monotonicMs'>
}): EvmTokens {
  const { contracts, rpc, clock } = parts
  const known = createBoundedMap<string, EvmTokenFacts & { readonly untilMs: number }>(EVM_LIMITS.knownTokens)
  const sure = new Map([...contracts.stables, ...contracts.otherQuotes].map((one) => [one.address, one.decimals]))
  const native = { decimals: NATIVE_DECIMALS, symbol: 'ETH', name: 'Ether' }

  async function ask(tokens: readonly string[]): Promise<void> {
    const calls = tokens.flatMap((to) => QUESTIONS.map((data) => ({ to, data })))
    const answers = orThrow(await callAll(rpc, contracts.multicall, calls))
    tokens.forEach((token, at) => {
      const [decimals, symbol, name] = answers.slice(QUESTIONS.length * at, QUESTIONS.length * (at + 1))
      known.set(token, {
        decimals: sure.get(token) ?? readDecimals(decimals ?? null),
        symbol: readTokenText(symbol ?? null),
        name: readTokenText(name ?? null),
        untilMs: clock.monotonicMs() + EVM_LIMITS.tokenMs,
      })
    })
  }

  return {
    async prepare(tokens) {
      const nowMs = clock.monotonicMs()
      const missing = [...new Set(tokens)].filter(
        (token) => token !== NATIVE_TOKEN && (known.peek(token)?.untilMs ?? 0) <= nowMs,
      )
      for (let at = 0; at < missing.length; at += EVM_LIMITS.contractsPerCall)
        await ask(missing.slice(at, at + EVM_LIMITS.contractsPerCall))
    },
    of: (token) => (token === NATIVE_TOKEN ? native : (known.peek(token) ?? UNKNOWN)),
  }
}

function readDecimals(data: string | null): number | null {
  if (data === null || wordsIn(data) !== 1) return null
  const decimals = uintAt(data, 0)
  return decimals <= BigInt(EVM_LIMITS.maxDecimals) ? Number(decimals) : null
}
