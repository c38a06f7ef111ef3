import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVM_CONTRACTS, NATIVE_TOKEN } from '../../../src/chain/evm/contracts.ts'
import { NATIVE_PRICE } from '../../../src/config/evm-limits.ts'
import { createEvmPrices } from '../../../src/ingest/evm/evm-prices.ts'
import { nativeElsewhere } from '../../../src/ingest/evm/native-elsewhere.ts'

const AT_SEC = 1_750_000_000

/** Prices of Ethereum, and of Base where the reference pools have told `usd`. */
function twoChains(usd: number) {
  const told = createEvmPrices({ contracts: EVM_CONTRACTS.base })
  const { wrappedNative, stables, nativePools } = EVM_CONTRACTS.base
  for (const pool of nativePools.slice(0, NATIVE_PRICE.minPools))
    told.learn({
      ...{ pool, token0: wrappedNative, token1: stables[0]!.address, price: usd, timeSec: AT_SEC },
      ...{ amount0: 100, amount1: 100 * usd },
    })
  const ports = [{ chain: 'base' as const, nativeUsd: told.ownNativeUsd }]
  const ethereum = createEvmPrices({
    contracts: EVM_CONTRACTS.ethereum,
    nativeUsd: nativeElsewhere(ports, 'ethereum'),
  })
  return { told, ports, ethereum }
}

test('the native coin is worth what the pools of the other chain say while the own ones say nothing', () => {
  const { ethereum, told } = twoChains(3_000)
  assert.equal(told.of(NATIVE_TOKEN, AT_SEC), 3_000)
  assert.equal(ethereum.of(EVM_CONTRACTS.ethereum.wrappedNative, AT_SEC), 3_000)
  assert.equal(ethereum.ownNativeUsd(AT_SEC), null)
})
test('a price of the other chain that is too old is none', () => {
  const { ethereum } = twoChains(3_000)
  assert.equal(ethereum.of(NATIVE_TOKEN, AT_SEC + NATIVE_PRICE.maxAgeSec + 1), null)
})
test('a chain is not asked about itself: two that know nothing do not ask each other for ever', () => {
  const ports: { readonly chain: 'base' | 'ethereum'; nativeUsd(timeSec: number): number | null }[] = []
  const chains = (['base', 'ethereum'] as const).map((chain) => {
    const prices = createEvmPrices({ contracts: EVM_CONTRACTS[chain], nativeUsd: nativeElsewhere(ports, chain) })
    ports.push({ chain, nativeUsd: prices.ownNativeUsd })
    return prices
  })
  for (const prices of chains) assert.equal(prices.of(NATIVE_TOKEN, AT_SEC), null)
  assert.equal(nativeElsewhere([{ chain: 'base', nativeUsd: () => 1 }], 'base')(AT_SEC), null)
})
