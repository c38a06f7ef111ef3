import { fail, ok } from '../../../../contract/outcome.ts'
import { readMint } from '../../../../hot-paths/account-layouts.ts'
import { CLOCK_SYSVAR, TOKEN_PROGRAM } from '../../program-ids.ts'
import { isActive, readClock } from '../chain-clock.ts'
import { vaultBalance } from '../find-pools.ts'
import { orientMints } from '../quote-mints.ts'
import { quoteThrough } from '../swap-quote.ts'
import type { TradableMint } from '../tradable-mint.ts'
import type { DexTrading, ReadAccounts, TradablePool } from '../trading.ts'
import { DAMM_V1_PROGRAM, DYNAMIC_VAULT_PROGRAM } from './addresses.ts'
import { dammV1SwapAccounts, dammV1SwapData } from './damm-v1-instructions.ts'
import { sideWorthRaw, tradeDammV1, type VaultSide } from './damm-v1-quote.ts'
import { type DammV1Pool, type DynamicVault, decodeDammV1Pool, decodeDynamicVault } from './damm-v1-state.ts'

/** The program and its calls of the vaults take up to 120,000 (measured on the real programs). */
const COMPUTE_UNITS = 180_000

/** DAMM v1 pools of a constant product. What a trade comes to hangs on both vaults, which other pools share. */
export const dammV1Trading: DexTrading = {
  wants(address, read) {
    const pool = poolAt(address, read)
    if (pool === undefined) return [address]
    if (pool === null || pool.curve !== 'constant-product') return []
    const vaults = [pool.vaultA, pool.vaultB].flatMap((vault) => {
      const found = vaultAt(vault, read)
      return found === null ? [] : [found.lpMint, found.tokenVault]
    })
    const needed = [pool.vaultA, pool.vaultB, pool.vaultLpA, pool.vaultLpB, CLOCK_SYSVAR, ...vaults]
    return [...new Set(needed)].filter((one) => !read.has(one))
  },
  readPool(address, read, mint) {
    const pool = poolAt(address, read)
    if (pool === undefined || pool === null) return fail('no_route', 'not a DAMM v1 pool')
    if (mint !== pool.mintA && mint !== pool.mintB) return fail('no_route', 'the pool does not trade this mint')
    if (pool.curve !== 'constant-product') return fail('no_route', 'pools with a stable curve are not traded')
    if (!pool.isEnabled) return fail('no_route', 'the pool is disabled')
    const clock = readClock(read.get(CLOCK_SYSVAR))
    if (!isActive(clock, pool)) return fail('no_route', 'the pool is not open yet')
    const a = sideAt(pool.vaultA, pool.vaultLpA, read)
    const b = sideAt(pool.vaultB, pool.vaultLpB, read)
    if (a === null || b === null) return fail('no_route', 'a vault of the pool cannot be read')
    if (!a.vault.isEnabled || !b.vault.isEnabled) return fail('no_route', 'a vault of the pool is closed')
    // Without a clock all profit counts as locked since its report.
    const worth = (side: VaultSide) => sideWorthRaw(side, clock?.timeSec ?? side.vault.lockedProfit.lastReportSec)
    const reserves = { aRaw: worth(a), bRaw: worth(b) }
    if (reserves.aRaw === 0n || reserves.bRaw === 0n) return fail('no_route', 'the pool is empty')
    return ok(tradablePool(address, { pool, a, b }, reserves))
  },
}

/** Undefined when it has not been read, null when there is no such pool. */
function poolAt(address: string, read: ReadAccounts): DammV1Pool | null | undefined {
  const account = read.get(address)
  if (account === undefined) return undefined
  return account?.owner === DAMM_V1_PROGRAM ? decodeDammV1Pool(account.data) : null
}

function vaultAt(address: string, read: ReadAccounts): DynamicVault | null {
  const account = read.get(address)
  return account?.owner === DYNAMIC_VAULT_PROGRAM ? decodeDynamicVault(account.data) : null
}

function sideAt(vaultAddress: string, sharesAddress: string, read: ReadAccounts): VaultSide | null {
  const vault = vaultAt(vaultAddress, read)
  const shareMint = vault === null ? null : read.get(vault.lpMint)
  const supply = shareMint?.owner === TOKEN_PROGRAM ? readMint(shareMint.data)?.supplyRaw : undefined
  if (vault === null || supply === undefined) return null
  return {
    vault,
    sharesRaw: vaultBalance(read, sharesAddress),
    shareSupplyRaw: supply,
    inHandRaw: vaultBalance(read, vault.tokenVault),
  }
}

type State = { readonly pool: DammV1Pool; readonly a: VaultSide; readonly b: VaultSide }

function tradablePool(
  address: string,
  { pool, a, b }: State,
  { aRaw, bRaw }: { readonly aRaw: bigint; readonly bRaw: bigint },
): TradablePool {
  const { baseMint, quoteMint, isFlipped } = orientMints(pool.mintA, pool.mintB)
  const fees = { trade: pool.tradeFee, protocol: pool.protocolFee }
  const refs = [true, false].map((isAToB) => ({ address, pool, vaultA: a.vault, vaultB: b.vault, isAToB }))
  const { vaultA, vaultB, vaultLpA, vaultLpB } = pool
  const shareMints = [a.vault.lpMint, b.vault.lpMint]
  const tokenVaults = [a.vault.tokenVault, b.vault.tokenVault]
  return {
    dex: 'meteora',
    programId: DAMM_V1_PROGRAM,
    address,
    baseMint,
    quoteMint,
    baseTokenProgram: TOKEN_PROGRAM,
    quoteTokenProgram: TOKEN_PROGRAM,
    movesLamports: false,
    quoteDepthRaw: isFlipped ? aRaw : bRaw,
    spotPrice: isFlipped ? [aRaw, bRaw] : [bRaw, aRaw],
    isCurve: false,
    curveProgressPct: null,
    creator: null,
    watch: [address, vaultA, vaultB, vaultLpA, vaultLpB, ...shareMints, ...tokenVaults],
    computeUnits: COMPUTE_UNITS,
    quote(inputMint, amountInRaw, clock) {
      const isAToB = inputMint === pool.mintA
      if (!isAToB && inputMint !== pool.mintB) return null
      const nowSec = BigInt(Math.floor(clock.unixSec))
      if (!isActive({ slot: BigInt(clock.slot), timeSec: nowSec }, pool)) return null
      const [input, output] = isAToB ? [a, b] : [b, a]
      const sides = { input: classic(inputMint), output: classic(isAToB ? pool.mintB : pool.mintA) }
      const spot = [sideWorthRaw(output, nowSec), sideWorthRaw(input, nowSec)] as const
      return quoteThrough(sides, { amountInRaw, epoch: clock.epoch, spot }, (inRaw) =>
        tradeDammV1({ input, output, fees }, { inRaw, nowSec }),
      )
    },
    accounts: (inputMint, accounts) => dammV1SwapAccounts(refs[inputMint === pool.mintA ? 0 : 1]!, accounts),
    data: (_inputMint, amountInRaw, minOutRaw) => dammV1SwapData(amountInRaw, minOutRaw),
  }
}

/** The program takes SPL Token mints alone. */
function classic(mint: string): TradableMint {
  return { mint, tokenProgram: TOKEN_PROGRAM, transferFee: null, hookProgram: null }
}
