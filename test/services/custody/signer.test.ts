import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifySignature } from '../../../src/chain/solana/keypair.ts'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import type { BaseContext, Context } from '../../../src/context.ts'
import type { ApiKeyRecord, Caller, Scope } from '../../../src/contract/api-key.ts'
import type { Outcome } from '../../../src/contract/outcome.ts'
import { addParts } from '../../../src/create-parts.ts'
import { signFor, walletOf } from '../../../src/services/custody/signer.ts'
import { openEnvironment } from '../../../src/store/environment.ts'
import { openIntegrity } from '../../../src/store/integrity.ts'
import { openAudit } from '../../../src/store/tables/audit.ts'
import { openCustodyWallets } from '../../../src/store/tables/custody-wallets.ts'
import { until } from '../../support/until.ts'

const HEX = /^[0-9a-f]{64}\n$/
const message = Buffer.from('pay the bearer')

type Lab = { readonly ctx: Context; advance(ms: number): void; close(): Promise<void> }

function openLab(dir: string, wallets: { keyFile: string | null; mode?: 'sandbox' | 'live' }): Lab {
  let nowMs = 1_000_000
  const { keyFile, mode = 'sandbox' } = wallets
  const env = openEnvironment({ name: 'durable', path: join(dir, mode, 'durable'), mapBytes: 2 ** 26, synced: true })
  const config = { mode, dataDir: dir, custody: { keyFile, idleMs: 200 } }
  const integrity = openIntegrity(env, config)
  const parts = {
    config,
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    store: {
      custody: openCustodyWallets(env, integrity, openAudit(env, integrity)),
      apiKeys: { findById: (id: number) => keyOf(id) },
    },
  }
  return {
    ctx: addParts(parts as unknown as BaseContext).ctx,
    advance(ms) {
      nowMs += ms
    },
    close: () => env.close(),
  }
}

const keyOf = (id: number, scopes: readonly Scope[] = ['wallet', 'trade']) => {
  const state = { digestHex: `digest of ${id}`, revokedAtMs: null, retiredKey: null }
  return { id, scopes, walletNamespace: `namespace of ${id}`, ...state } as unknown as ApiKeyRecord
}
const caller = (id: number, scopes?: readonly Scope[]): Caller => ({ kind: 'key', key: keyOf(id, scopes) })

async function inFolder(work: (dir: string) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'mintglass-wallets-'))
  try {
    await work(dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function value<T>(outcome: Outcome<T>): T {
  assert(outcome.ok, outcome.ok ? '' : outcome.message)
  return outcome.value
}

test('each user of each key has a wallet of their own, and its signature is valid', () =>
  inFolder(async (dir) => {
    const { ctx, close } = openLab(dir, { keyFile: null })
    const alice = value(await walletOf(ctx, caller(1), 'alice'))
    const again = value(await walletOf(ctx, caller(1), 'alice'))
    const others = [
      value(await walletOf(ctx, caller(1), 'bob')),
      value(await walletOf(ctx, caller(2), 'alice')),
      value(await walletOf(ctx, caller(1), '')),
      value(await walletOf(ctx, caller(12), 'lice')),
    ]
    assert.deepEqual(again, alice)
    assert.equal(new Set([alice, ...others].map(({ address }) => address)).size, 5)
    assert.equal(others[2]!.userRef, 'default')
    for (const { id, address } of [alice, ...others]) {
      const signature = value(signFor(ctx, id, message))
      assert.equal(signature.length, 64)
      assert(verifySignature(addressBytes(address), message, signature))
    }
    await close()
  }))

test('a restart with the same key finds the same wallets; no one but the owner can read the key file', () =>
  inFolder(async (dir) => {
    const first = openLab(dir, { keyFile: null })
    const before = value(await walletOf(first.ctx, caller(1), 'alice'))
    await first.close()
    const keyFile = join(dir, 'sandbox', 'wallet.key')
    assert.match(readFileSync(keyFile, 'utf8'), HEX)
    assert.equal(statSync(keyFile).mode & 0o777, 0o600)
    const second = openLab(dir, { keyFile: null })
    assert.deepEqual(value(await walletOf(second.ctx, caller(1), 'alice')), before)
    assert(verifySignature(addressBytes(before.address), message, value(signFor(second.ctx, before.id, message))))
    await second.close()
  }))

test('another wallet key is refused and makes no new seed', () =>
  inFolder(async (dir) => {
    const first = openLab(dir, { keyFile: null })
    const { id } = value(await walletOf(first.ctx, caller(1), 'alice'))
    const sealed = first.ctx.store.custody.sealedSeed()
    await first.close()
    writeFileSync(join(dir, 'sandbox', 'wallet.key'), `${'ab'.repeat(32)}\n`)
    const second = openLab(dir, { keyFile: null })
    for (const outcome of [signFor(second.ctx, id, message), await walletOf(second.ctx, caller(1), 'bob')]) {
      assert(!outcome.ok)
      assert.equal(outcome.code, 'unconfigured')
    }
    assert.deepEqual(second.ctx.store.custody.sealedSeed(), sealed)
    await second.close()
  }))

test('a wallet key that is deleted or damaged while the server runs is unconfigured, not a fault, and its content is not shown', () =>
  inFolder(async (dir) => {
    const keyFile = join(dir, 'sandbox', 'wallet.key')
    const first = openLab(dir, { keyFile: null })
    const { id } = value(await walletOf(first.ctx, caller(1), 'alice'))
    await first.close()
    const lab = openLab(dir, { keyFile })
    for (const spoil of [() => rmSync(keyFile), () => writeFileSync(keyFile, 'feedfeed')]) {
      spoil()
      for (const outcome of [signFor(lab.ctx, id, message), await walletOf(lab.ctx, caller(1), 'bob')]) {
        assert(!outcome.ok)
        assert.equal(outcome.code, 'unconfigured')
        assert.doesNotMatch(outcome.message, /feed|wallet\.key/)
      }
    }
    await lab.close()
  }))

test('live mode has no wallets without a key of the operator', () =>
  inFolder(async (dir) => {
    const bare = openLab(dir, { keyFile: null, mode: 'live' })
    const refused = await walletOf(bare.ctx, caller(1), 'alice')
    assert(!refused.ok && refused.code === 'unconfigured')
    assert.match(refused.message, /WALLET_KEY_FILE/)
    await bare.close()
    const keyFile = join(dir, 'operator.key')
    writeFileSync(keyFile, 'Cd'.repeat(32))
    const keyed = openLab(dir, { keyFile, mode: 'live' })
    value(await walletOf(keyed.ctx, caller(1), 'alice'))
    await keyed.close()
  }))

test('a key without the wallet scope uses wallets that are there and makes none', () =>
  inFolder(async (dir) => {
    const { ctx, close } = openLab(dir, { keyFile: null })
    const refused = await walletOf(ctx, caller(1, ['trade']), 'alice')
    assert(!refused.ok && refused.code === 'scope_required')
    const made = value(await walletOf(ctx, caller(1), 'alice'))
    assert.deepEqual(value(await walletOf(ctx, caller(1, ['trade']), 'alice')), made)
    await close()
  }))

test('a wallet that a trade makes is kept without a label and may withdraw anywhere', () =>
  inFolder(async (dir) => {
    const { ctx, close } = openLab(dir, { keyFile: null })
    const { id, withdrawTo } = value(await walletOf(ctx, caller(1), 'alice'))
    const record = ctx.store.custody.find(id)
    assert(record)
    assert.deepEqual([record.userRef, record.label, record.withdrawTo, withdrawTo], ['alice', '', [], []])
    await close()
  }))

test('a key that lost the wallet scope after its request began makes no wallet', () =>
  inFolder(async (dir) => {
    const { ctx, close } = openLab(dir, { keyFile: null })
    Object.assign(ctx.store.apiKeys, { findById: (id: number) => keyOf(id, ['trade']) })
    const refused = await walletOf(ctx, caller(1), 'alice')
    assert(!refused.ok && refused.code === 'scope_required')
    await close()
  }))

test('a user ref that is none, a caller without a record and an unknown wallet are refused', () =>
  inFolder(async (dir) => {
    const { ctx, close } = openLab(dir, { keyFile: null })
    for (const userRef of ['a b', 'a\nb', 'é', 'x'.repeat(65), 'a\u0000']) {
      const refused = await walletOf(ctx, caller(1), userRef)
      assert(!refused.ok && refused.code === 'invalid_request', userRef)
    }
    const preview = await walletOf(ctx, { kind: 'preview', limitPer10s: null }, '')
    assert(!preview.ok && preview.code === 'unauthorized')
    const unknown = signFor(ctx, 'wal_0', message)
    assert(!unknown.ok && unknown.code === 'unknown_wallet')
    await close()
  }))

test('of ten calls at once that need the same new wallet, all get the same one', () =>
  inFolder(async (dir) => {
    const { ctx, close } = openLab(dir, { keyFile: null })
    const made = await Promise.all(Array.from({ length: 10 }, () => walletOf(ctx, caller(1), 'alice')))
    assert.equal(new Set(made.map((one) => value(one).id)).size, 1)
    assert.equal(ctx.store.custody.listOf(1, { afterId: '', limit: 100 }).length, 1)
    await close()
  }))

test('a key that signed nothing for the idle limit is given up, one that signs stays', () =>
  inFolder(async (dir) => {
    const { ctx, advance, close } = openLab(dir, { keyFile: null })
    const keys = ctx.parts.signingKeys
    const idle = value(await walletOf(ctx, caller(1), 'idle'))
    const busy = value(await walletOf(ctx, caller(1), 'busy'))
    assert.equal(keys.size(), 2)
    advance(150)
    value(signFor(ctx, busy.id, message))
    advance(100)
    await until(() => keys.size() === 1, 'one of them is given up')
    assert.equal(keys.held(idle.id), undefined)
    assert(keys.held(busy.id))
    value(signFor(ctx, idle.id, message))
    assert.equal(keys.size(), 2)
    await close()
  }))
