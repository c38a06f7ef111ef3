import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../../sandbox/chain/types.ts'
import { LAUNCHLAB_PROGRAM } from '../../../../src/chain/solana/dexes/bonk/addresses.ts'
import type { Dex } from '../../../../src/chain/solana/dexes/dex.ts'
import { DEXES } from '../../../../src/chain/solana/dexes/index.ts'
import {
  DAMM_V1_PROGRAM,
  DLMM_PROGRAM,
  DYNAMIC_VAULT_PROGRAM,
} from '../../../../src/chain/solana/dexes/meteora/addresses.ts'
import { DAMM_V2_PROGRAM } from '../../../../src/chain/solana/dexes/meteora-damm-v2/addresses.ts'
import { DBC_PROGRAM } from '../../../../src/chain/solana/dexes/meteora-dbc/addresses.ts'
import { WHIRLPOOL_PROGRAM } from '../../../../src/chain/solana/dexes/orca/addresses.ts'
import { PUMP_FEES_PROGRAM, PUMP_PROGRAM } from '../../../../src/chain/solana/dexes/pumpfun/addresses.ts'
import { PUMPSWAP_PROGRAM } from '../../../../src/chain/solana/dexes/pumpswap/addresses.ts'
import { isMoney } from '../../../../src/chain/solana/dexes/quote-mints.ts'
import { RAYDIUM_PROGRAM } from '../../../../src/chain/solana/dexes/raydium/addresses.ts'
import { CLMM_PROGRAM } from '../../../../src/chain/solana/dexes/raydium-clmm/addresses.ts'
import { CPMM_PROGRAM } from '../../../../src/chain/solana/dexes/raydium-cpmm/addresses.ts'
import { keypairFromText } from '../../../../src/chain/solana/keypair.ts'
import { addressBytes } from '../../../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM, TOKEN_METADATA_PROGRAM, TOKEN_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'
import { isMint } from '../../../../src/hot-paths/account-layouts.ts'
import { buildTestWorld } from '../../../support/build-test-world.ts'
import { NEWER_AMM_TEXT, NEWER_CPMM_TEXT } from './older-programs.ts'
import { programHasText, skipWithout, spellProgram, withPrograms } from './real-program-folder.ts'
import { tradeThereAndBack } from './round-trip.ts'
import { readTradable } from './trade-on-chain.ts'

/* The sandbox's world built on real programs, whose pools and curves they then have made themselves, and traded there
 * both ways: the flows of the ordinary suite, with SANDBOX_PROGRAMS_DIR set to a folder of `<program id>.so` files. */

const TRADER = keypairFromText('trader in a real world')

/** What runs together; a build that lacks the text is too old to know the instructions. */
const RUNS: readonly { readonly programs: readonly [string, ...string[]]; readonly text?: string }[] = [
  { programs: [PUMP_PROGRAM, PUMPSWAP_PROGRAM, PUMP_FEES_PROGRAM] },
  { programs: [LAUNCHLAB_PROGRAM] },
  { programs: [RAYDIUM_PROGRAM], text: NEWER_AMM_TEXT },
  { programs: [CPMM_PROGRAM], text: NEWER_CPMM_TEXT },
  { programs: [CLMM_PROGRAM] },
  { programs: [DLMM_PROGRAM] },
  // It names its shares in a way that the sandbox's own metadata program does not know.
  { programs: [DAMM_V1_PROGRAM, DYNAMIC_VAULT_PROGRAM, TOKEN_METADATA_PROGRAM] },
  { programs: [DAMM_V2_PROGRAM] },
  // Its launches describe tokens through the metadata program, and full curves move to DAMM v2.
  { programs: [DBC_PROGRAM, DAMM_V2_PROGRAM, TOKEN_METADATA_PROGRAM] },
  { programs: [WHIRLPOOL_PROGRAM] },
]

test('every DEX has a run on its real program', () => {
  const run = new Set(RUNS.flatMap(({ programs }) => programs))
  const missing = DEXES.filter(({ programIds }) => !programIds.some((program) => run.has(program)))
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
    'add its programs to RUNS',
  )
})

for (const { programs, text } of RUNS) {
  const missing = skipWithout(...programs)
  const isOld = missing === false && text !== undefined && !programHasText(programs[0], text)
  const skip = isOld ? `${programs[0]}.so does not know ${text}` : missing
  test(`the sandbox's world trades both ways on the real ${programs.join(', ')}`, { skip }, () => {
    withPrograms(programs, (programsDir) => {
      const { chain } = buildTestWorld('test-world', undefined, programsDir)
      let [traded, swaps] = [0, 0]
      for (const { dex, pool, mint } of poolsOf(chain, programs)) {
        if (!readTradable(chain, dex, pool, mint).ok) continue
        const { buys, sells } = tradeThereAndBack(chain, dex, { pool, mint }, TRADER)
        traded++
        swaps += buys.length + sells.length
      }
      assert(traded > 0, 'the world has no pool that they made')
      console.log(`${traded} pools, ${swaps} swaps as quoted by ${programs.map(spellProgram).join(', ')}`)
    })
  })
}

type PoolOfCoin = { readonly dex: Dex; readonly pool: string; readonly mint: string }

/** Pools of the programs with one of their mints, which their accounts name; a pump.fun curve follows from its
 *  token. */
function poolsOf(chain: SandboxChain, programs: readonly string[]): readonly PoolOfCoin[] {
  const mints = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]
    .flatMap((program) => chain.accountsOfProgram(program))
    .filter((address) => isMint(chain.account(address)!.data))
    .sort((a, b) => Number(isMoney(a)) - Number(isMoney(b)))
    .map((mint) => ({ mint, bytes: Buffer.from(addressBytes(mint)) }))
  return DEXES.flatMap((dex) =>
    dex.programIds
      .filter((program) => programs.includes(program))
      .flatMap((program) => chain.accountsOfProgram(program))
      .flatMap((pool) => {
        const account = { address: pool, ...chain.account(pool)! }
        if (!dex.isPoolAccount(account)) return []
        const data = Buffer.from(account.data)
        const found = mints.find(({ mint, bytes }) => data.includes(bytes) || dex.launchAddress(mint) === pool)
        return found === undefined ? [] : [{ dex, pool, mint: found.mint }]
      }),
  )
}
