import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SolanaRpc } from '../../src/chain/solana/rpc.ts'
import { askWallets } from '../../src/cli/doctor-wallets.ts'
import { readConfig } from '../../src/config/env.ts'
import { RECOVERY } from '../../src/config/recovery.ts'
import { fail, ok } from '../../src/contract/outcome.ts'
import { feePayerAddress } from '../../src/services/recovery/fee-payer.ts'
import { openTempStore, tempDir } from '../store/temp-store.ts'

const FLOOR = 650_240
const NEEDED = FLOOR + Number(RECOVERY.highestFeeLamports)
const CLOSE = 'POST /api/v1/close'

/** A node on which every account holds so much; null: it does not answer. */
function nodeOf(lamports: number | null): SolanaRpc {
  const node: Partial<SolanaRpc> = {
    callMany: async <T>(calls: readonly unknown[]) => calls.map(() => ok(FLOOR as T)),
    accounts: async (addresses) =>
      lamports === null
        ? fail('upstream_failed', 'the node does not answer')
        : ok({ slot: 1, accounts: addresses.map(() => (lamports === 0 ? null : ({ lamports } as never))) }),
  }
  return node as SolanaRpc
}

test('the key of the wallets and the fee payer of recoveries are looked at, and nothing is made', async (t) => {
  const dir = tempDir(t)
  const keyFile = join(dir, 'wallet.key')
  const asked = async (env: Readonly<Record<string, string>>, rpc: SolanaRpc | null = nodeOf(0)) => {
    const config = readConfig({ MINTGLASS_MODE: 'live', MINTGLASS_DATA_DIR: dir, MINTGLASS_MAP_SIZE_GIB: '4', ...env })
    const found = await askWallets(config, rpc)
    assert.deepEqual(
      found.map(({ name }) => name),
      ['WALLET_KEY_FILE', 'RECOVERY_FEE_PAYER'],
    )
    return found.map(({ state, why }) => [state, why])
  }
  const noKey = ['off', 'set it for wallets that the server signs for']
  const noPayer = ['off', 'set it to 1 to advance the network fee of wallets without SOL']
  const closed = (why: string) => ['degraded', `${CLOSE} answers 503: WALLET_KEY_FILE: ${why}`]
  const on = { RECOVERY_FEE_PAYER: '1' }
  assert.deepEqual(await asked({}), [noKey, noPayer])
  assert.deepEqual(await asked(on), [noKey, closed(noKey[1]!)])

  const withKey = { ...on, WALLET_KEY_FILE: keyFile }
  const unread = 'the wallet key cannot be read: WALLET_KEY_FILE must hold 64 hex digits'
  assert.deepEqual(await asked(withKey), [['degraded', unread], closed(unread)])
  writeFileSync(keyFile, '5e'.repeat(32))
  const [key, payer] = await asked(withKey)
  assert.deepEqual(key, ['live', 'can be read; the store is made with the first start'])
  assert.deepEqual(payer, ['degraded', 'has no address yet: the first start makes it'])
  assert.deepEqual(readdirSync(dir), ['wallet.key'])

  const store = await openTempStore(t, { dir, mode: 'live', genesisHash: null, walletKeyFile: keyFile })
  const config = { mode: 'live', dataDir: dir, custody: { keyFile, idleMs: 1 } } as const
  const made = feePayerAddress({ config, table: store.custody })
  assert(made.ok)
  const address = made.value
  const opens = ['live', 'opens the master seed']
  const fund = (held: number) => ['degraded', `${address} holds ${held} lamports: fund it with ${NEEDED} or more`]
  assert.deepEqual(await asked(withKey), [opens, fund(0)], 'beside an open store')
  assert.deepEqual(await asked(withKey, nodeOf(NEEDED - 1)), [opens, fund(NEEDED - 1)])
  assert.deepEqual(await asked(withKey, nodeOf(NEEDED)), [opens, ['live', `${address} holds ${NEEDED} lamports`]])
  assert.deepEqual(await asked(withKey, nodeOf(null)), [opens, ['degraded', `${address}: the node does not answer`]])
  assert.deepEqual(await asked(withKey, null), [opens, ['off', `${address}; needs rpc (SOLANA_RPC_URL)`]])

  writeFileSync(keyFile, '00'.repeat(32))
  const other = 'the wallet key is not the one that sealed the master seed'
  assert.deepEqual(await asked(withKey), [['degraded', other], closed(other)])
})
