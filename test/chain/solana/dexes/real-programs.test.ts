import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import type { Dex } from '../../../../src/chain/solana/dexes/dex.ts'
import { orca } from '../../../../src/chain/solana/dexes/orca/index.ts'
import { raydium } from '../../../../src/chain/solana/dexes/raydium/index.ts'
import { raydiumCpmm } from '../../../../src/chain/solana/dexes/raydium-cpmm/index.ts'
import { keypairFromText } from '../../../../src/chain/solana/keypair.ts'
import { CLOCK_SYSVAR, NATIVE_MINT, TOKEN_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'
import { readTokenAccount } from '../../../../src/hot-paths/account-layouts.ts'
import { openSandboxChain } from '../../../../src/sandbox/chain/open-chain.ts'
import type { SandboxChain } from '../../../../src/sandbox/chain/types.ts'
import { give, tradeAndCompare } from './trade-on-chain.ts'
import { readTradingVectors, type TradingVector } from './trading-vectors.ts'

/* The pools of the SDK vectors, traded on the programs that run on mainnet: with SANDBOX_PROGRAMS_DIR set to a folder of
 * `<program id>.so` files, each that is there is used. */

const FOLDER = process.env['SANDBOX_PROGRAMS_DIR'] ?? ''
const WALLET = keypairFromText('trader on real programs')
const GIVEN_RAW = 2n ** 60n

for (const [dex, file, program] of [
  [raydium, 'raydium-trading', raydium.programIds[0]!],
  [raydiumCpmm, 'raydium-cpmm-trading', raydiumCpmm.programIds[0]!],
  [orca, 'orca-trading', orca.programIds[0]!],
  [orca, 'orca-trading', orca.programIds[1]!],
] as const) {
  const isThere = FOLDER !== '' && existsSync(join(FOLDER, `${program}.so`))
  const skip = isThere ? false : `SANDBOX_PROGRAMS_DIR has no ${program}.so`
  test(`the real program of ${dex.name} (${program}) pays what was quoted, and no unit more`, { skip }, () => {
    let [paid, unpaid] = [0, 0]
    for (const vector of readTradingVectors(file).vectors) {
      if (vector.accounts[vector.pool]!.owner !== program) continue
      for (const got of tradeVector(dex, vector)) got === null ? unpaid++ : paid++
    }
    assert(paid > 0, 'nothing was traded')
    console.log(`${dex.name}: ${paid} swaps as quoted, ${unpaid} refused as expected`)
  })
}

/** Every swap of a vector, one after the other: each against what the one before left. */
function tradeVector(dex: Dex, vector: TradingVector): (bigint | null)[] {
  const chain = chainOf(vector)
  const at = { pool: vector.pool, mint: vector.mint }
  return vector.swaps.map(({ inputMint, amountInRaw }) => {
    give(chain, WALLET.address, NATIVE_MINT, GIVEN_RAW)
    if (inputMint !== NATIVE_MINT) give(chain, WALLET.address, inputMint, GIVEN_RAW)
    return tradeAndCompare(chain, dex, at, { who: WALLET, inputMint, amountInRaw: BigInt(amountInRaw) })
  })
}

function chainOf({ accounts, clock, pool, mint }: TradingVector): SandboxChain {
  const chain = openSandboxChain({
    genesisHash: keypairFromText('real programs').address,
    slotMs: 400,
    programsDir: FOLDER,
    clockStart: { slot: clock.slot, unixTimeSec: clock.unixSec },
  })
  for (const [address, account] of Object.entries(accounts)) {
    if (address === CLOCK_SYSVAR || address === NATIVE_MINT) continue
    const data = new Uint8Array(inflateRawSync(Buffer.from(account.data, 'base64')))
    const token = account.owner === TOKEN_PROGRAM ? readTokenAccount(data) : null
    const wrapped = token?.nativeReserveLamports ?? null
    const lamports = wrapped === null ? chain.minimumBalanceLamports(data.length) : wrapped + token!.amountRaw
    chain.setAccount(address, { lamports, owner: account.owner, data, executable: false })
  }
  assert(chain.account(pool) !== null && mint !== '')
  return chain
}
