import { inflateRawSync } from 'node:zlib'
import { openSandboxChain } from '../../../../sandbox/chain/open-chain.ts'
import type { SandboxChain } from '../../../../sandbox/chain/types.ts'
import { installPrograms } from '../../../../sandbox/programs/index.ts'
import type { Dex } from '../../../../src/chain/solana/dexes/dex.ts'
import { keypairFromText } from '../../../../src/chain/solana/keypair.ts'
import { CLOCK_SYSVAR, NATIVE_MINT, TOKEN_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'
import { readTokenAccount } from '../../../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../../../src/hot-paths/base58.ts'
import { mintAccountBytes } from '../../../support/mint-bytes.ts'
import { give, tradeAndCompare } from './trade-on-chain.ts'
import type { TradingVector } from './trading-vectors.ts'

/* The pools of the SDK vectors on a chain of their own, traded there. */

const WALLET = keypairFromText('trader on vectors')
const GIVEN_RAW = 2n ** 60n

/** Makes every swap of a vector, one after the other: each against what the one before left, each held against its
 *  quote. Real programs run where the folder has them, the sandbox's emulators elsewhere. Returns what arrived of each,
 *  null for those without a quote, which the program has refused too. */
export function tradeVector(
  dex: Dex,
  vector: TradingVector,
  { programsDir }: { readonly programsDir: string | null },
): readonly (bigint | null)[] {
  const chain = chainOf(vector, programsDir)
  const at = { pool: vector.pool, mint: vector.mint }
  return vector.swaps.map(({ inputMint, amountInRaw }) => {
    give(chain, WALLET.address, NATIVE_MINT, GIVEN_RAW)
    if (inputMint !== NATIVE_MINT) give(chain, WALLET.address, inputMint, GIVEN_RAW)
    return tradeAndCompare(chain, dex, at, { who: WALLET, inputMint, amountInRaw: BigInt(amountInRaw) })
  })
}

function chainOf({ accounts, clock }: TradingVector, programsDir: string | null): SandboxChain {
  const chain = openSandboxChain({
    genesisHash: keypairFromText('vectors').address,
    slotMs: 400,
    programsDir,
    clockStart: { slot: clock.slot, unixTimeSec: clock.unixSec },
  })
  if (programsDir === null) installPrograms(chain)
  for (const [address, account] of Object.entries(accounts)) {
    if (address === CLOCK_SYSVAR || address === NATIVE_MINT) continue
    const data = new Uint8Array(inflateRawSync(Buffer.from(account.data, 'base64')))
    const token = account.owner === TOKEN_PROGRAM ? readTokenAccount(data) : null
    const wrapped = token?.nativeReserveLamports ?? null
    const lamports = wrapped === null ? chain.minimumBalanceLamports(data.length) : wrapped + token!.amountRaw
    chain.setAccount(address, { lamports, owner: account.owner, data, executable: false })
    if (token !== null) addMint(chain, encodeBase58(token.mint))
  }
  return chain
}

/** Vectors leave out classic mints, which say nothing about a swap; the programs want to see them. */
function addMint(chain: SandboxChain, mint: string): void {
  if (chain.account(mint) !== null) return
  const data = mintAccountBytes()
  const lamports = chain.minimumBalanceLamports(data.length)
  chain.setAccount(mint, { lamports, owner: TOKEN_PROGRAM, data, executable: false })
}
