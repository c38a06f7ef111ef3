import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { SANDBOX_KEYS, SANDBOX_USERS } from '../../../src/config/sandbox-keys.ts'
import type { BaseContext, Context } from '../../../src/context.ts'
import { fail, type Outcome, ok } from '../../../src/contract/outcome.ts'
import { addParts } from '../../../src/create-parts.ts'
import { fundUsers } from '../../../src/jobs/fund-sandbox-users.ts'
import { digestKey } from '../../../src/runtime/digest-key.ts'
import { createWallet } from '../../../src/services/custody/create.ts'
import { fundSandboxUsers } from '../../../src/services/sandbox/fund-users.ts'
import { openEnvironment } from '../../../src/store/environment.ts'
import { openIntegrity } from '../../../src/store/integrity.ts'
import { openAudit } from '../../../src/store/tables/audit.ts'
import { openCustodyWallets } from '../../../src/store/tables/custody-wallets.ts'

const TRADE_KEY = digestKey(SANDBOX_KEYS.find(({ name }) => name === 'trade')!.key)
const SCOPES = ['read', 'trade', 'wallet']

const KEY = {
  id: -6,
  digestHex: TRADE_KEY,
  scopes: SCOPES,
  walletNamespace: 'of the sandbox',
  revokedAtMs: null,
  retiredKey: null,
}

/** A faucet whose money arrives after so many looks. */
type Faucet = { readonly given: Map<string, number>; isOpen: boolean; looks: number; asked: number }
type Lab = { readonly ctx: Context; readonly faucet: Faucet; enterWorld(): void; close(): Promise<void> }

let dir: string
let lab: Lab
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mintglass-users-'))
  lab = openLab('sandbox')
})
afterEach(async () => {
  await lab.close()
  rmSync(dir, { recursive: true, force: true })
})

function openLab(mode: 'sandbox' | 'live'): Lab {
  let nowMs = 1_000_000
  let world = 0
  const faucet: Faucet = { given: new Map(), isOpen: true, looks: 0, asked: 0 }
  const env = openEnvironment({ name: 'durable', path: join(dir, mode, 'durable'), mapBytes: 2 ** 26, synced: true })
  const rpc = {
    signaturesOf: async (address: string) => {
      faucet.asked++
      return ok(faucet.given.has(address) ? [{}] : [])
    },
    call: async (method: string, [address, lamports]: [string, number]): Promise<Outcome<string>> => {
      assert.equal(method, 'requestAirdrop')
      faucet.asked++
      if (!faucet.isOpen) return fail('upstream_failed', 'the faucet is dry')
      assert(!faucet.given.has(address), 'nobody is given money twice')
      faucet.given.set(address, lamports)
      return ok('')
    },
    accounts: async (addresses: readonly string[]) => {
      const isThere = faucet.looks-- <= 0
      return ok({ accounts: addresses.map((one) => (isThere && faucet.given.has(one) ? {} : null)) })
    },
  }
  const config = { mode, dataDir: dir, custody: { keyFile: null, idleMs: 60_000 } }
  const integrity = openIntegrity(env, config)
  const parts = {
    config,
    clock: {
      nowMs: () => nowMs,
      monotonicMs: () => nowMs,
      sleep: async (ms: number) => {
        nowMs += ms
      },
    },
    sandbox: mode === 'sandbox' ? {} : null,
    chain: { rpc },
    store: {
      custody: openCustodyWallets(env, integrity, openAudit(env, integrity)),
      worldVersion: () => world,
      apiKeys: {
        findByDigest: (digest: string) => (digest === TRADE_KEY ? KEY : undefined),
        findById: () => KEY,
      },
    },
  }
  return {
    ctx: addParts(parts as unknown as BaseContext).ctx,
    faucet,
    enterWorld() {
      world++
      faucet.given.clear()
    },
    close: () => env.close(),
  }
}

async function usersOf({ ctx }: Lab): Promise<readonly { userRef: string; address: string }[]> {
  const users = await fundSandboxUsers(ctx)
  assert(users.ok, users.ok ? '' : users.message)
  return users.value
}

test('each published user has a wallet of its own and the money of one airdrop in it', async () => {
  lab.faucet.looks = 3
  const users = await usersOf(lab)
  assert.deepEqual(
    users.map(({ userRef }) => userRef),
    SANDBOX_USERS.refs,
  )
  assert.deepEqual(lab.faucet.given, new Map(users.map(({ address }) => [address, SANDBOX_USERS.lamports])))
})

test('money is given once in a world, also to callers at once and by a server that starts again', async () => {
  const [users, same] = await Promise.all([usersOf(lab), usersOf(lab)])
  assert.deepEqual(same, users)
  const { asked } = lab.faucet
  assert.deepEqual(await usersOf(lab), users)
  assert((await fundUsers(lab.ctx)).ok)
  assert.equal(lab.faucet.asked, asked, 'what is known is not asked for again')
  const { given } = lab.faucet
  await lab.close()
  lab = openLab('sandbox')
  for (const [address, lamports] of given) lab.faucet.given.set(address, lamports)
  assert.deepEqual(await usersOf(lab), users)
})

test('a new world funds the same addresses again', async () => {
  const users = await usersOf(lab)
  lab.enterWorld()
  assert.deepEqual(await usersOf(lab), users)
  assert.equal(lab.faucet.given.size, users.length)
})

test('a faucet that refuses, and money that does not come, are tried again the next time', async () => {
  lab.faucet.isOpen = false
  const refused = await fundSandboxUsers(lab.ctx)
  assert(!refused.ok && refused.code === 'upstream_failed')
  lab.faucet.isOpen = true
  lab.faucet.looks = 1_000
  const late = await fundSandboxUsers(lab.ctx)
  assert(!late.ok && late.code === 'upstream_timeout')
  lab.faucet.looks = 0
  assert.equal((await usersOf(lab)).length, SANDBOX_USERS.refs.length)
})

test('a user that someone only watches is left out', async () => {
  const made = await createWallet(lab.ctx, { kind: 'key', key: KEY } as never, {
    userRef: 'bob',
    label: '',
    kind: 'watch',
    address: 'So11111111111111111111111111111111111111112',
    withdrawTo: [],
  })
  assert(made.ok)
  assert.deepEqual(
    (await usersOf(lab)).map(({ userRef }) => userRef),
    SANDBOX_USERS.refs.filter((one) => one !== 'bob'),
  )
})

test('live mode gives no one money and makes no wallets', async () => {
  const live = openLab('live')
  try {
    const refused = await fundSandboxUsers(live.ctx)
    assert(!refused.ok && refused.code === 'not_found')
    assert((await fundUsers(live.ctx)).ok)
    assert.equal(live.faucet.asked, 0)
    assert.equal(live.ctx.store.custody.sealedSeed(), undefined)
  } finally {
    await live.close()
  }
})
