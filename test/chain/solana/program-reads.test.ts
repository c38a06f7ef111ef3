import assert from 'node:assert/strict'
import { test } from 'node:test'
import { programDataAddress } from '../../../src/chain/solana/program-code.ts'
import { createProgramReads } from '../../../src/chain/solana/program-reads.ts'
import type { AccountView, SolanaRpc } from '../../../src/chain/solana/rpc.ts'
import { fail, ok } from '../../../src/contract/outcome.ts'
import { encodeBase58 } from '../../../src/hot-paths/base58.ts'

/** Accounts as the upgradeable loader lays them out: the program's (state 2, address of the code) and the code's head
 *  (state 3, slot, option byte, authority). */

const PUMPSWAP = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'
const PUMPFUN = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P'
const LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111'
const DEPLOY_SLOT = 301_234_567n
const { signal } = new AbortController()

function accountOf(address: string, data: Uint8Array, executable: boolean): AccountView {
  return { address, owner: LOADER, executable, data, lamports: 1n, rentEpoch: 0n } as unknown as AccountView
}

function headOf(authority: Uint8Array | null): Uint8Array {
  const head = Buffer.alloc(45)
  head.writeUInt32LE(3, 0)
  head.writeBigUInt64LE(DEPLOY_SLOT, 4)
  if (authority !== null) {
    head[12] = 1
    head.set(authority, 13)
  }
  return head
}

function nodeOf(authority: Uint8Array | null): SolanaRpc {
  const accounts = async (addresses: readonly string[]) =>
    ok({
      slot: 1,
      accounts: addresses.map((address) => {
        if (address === programDataAddress(PUMPSWAP) || address === programDataAddress(PUMPFUN))
          return accountOf(address, headOf(authority), false)
        const data = Buffer.alloc(36)
        data.writeUInt32LE(2, 0)
        return [PUMPSWAP, PUMPFUN].includes(address) ? accountOf(address, data, true) : null
      }),
    })
  return { accounts } as unknown as SolanaRpc
}

async function describe(program: string, authority: Uint8Array | null) {
  const facts = await createProgramReads(nodeOf(authority)).describe(program, signal)
  assert(facts.ok)
  return facts.value
}

/** A point of the curve, which is some key, and none. */
const KEY = Buffer.from('5866666666666666666666666666666666666666666666666666666666666666', 'hex')

test('a DEX is named; who may replace its code and when it was deployed are those of its accounts', async () => {
  const facts = await describe(PUMPSWAP, KEY)
  assert.deepEqual(facts, {
    isProgram: true,
    name: 'PumpSwap',
    category: 'dex',
    dexes: ['pumpswap'],
    upgradeable: true,
    upgradeAuthority: encodeBase58(KEY),
    authorityIsKey: true,
    lastDeploySlot: Number(DEPLOY_SLOT),
    sizeBytes: null,
  })
  assert.equal((await describe(PUMPFUN, KEY)).category, 'launchpad')
})

test('code without an authority stays as it is', async () => {
  const { upgradeable, upgradeAuthority, authorityIsKey } = await describe(PUMPSWAP, null)
  assert.deepEqual([upgradeable, upgradeAuthority, authorityIsKey], [false, null, null])
})

test('an address without an account is no program, and a node that fails is said', async () => {
  assert.equal((await describe('So11111111111111111111111111111111111111112', KEY)).isProgram, false)
  const down = { accounts: async () => fail('upstream_failed', 'down') } as unknown as SolanaRpc
  assert.equal((await createProgramReads(down).describe(PUMPSWAP, signal)).ok, false)
})
