import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_ADDRESSES } from '../../../src/chain/solana/known-addresses.ts'
import { identifyOwner, KNOWN_VAULTS, knownAddress } from '../../../src/chain/solana/labels.ts'
import { INCINERATOR, SYSTEM_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { decodeBase58Fixed } from '../../../src/hot-paths/base58.ts'

const WALLET = '7sMiW38oLg5q9SKNoyPaH2Ee1VhpGdMCDrC4Lo4uLBBE'
const PLAIN = 'B91piBSfCBRs5rUxCMRdJEGv7tNEnFxweWcdQJHJoFpi'
const RAYDIUM_AUTHORITY = '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1'
const PUMP = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P'
const STREAMFLOW = 'strmRqUCoQUgGUan5YhzUZa6KqdzwX5L6FpUxfmKg5m'
const NONE = new Map<string, string>()
const system = { owner: SYSTEM_PROGRAM, executable: false }

test('every address of the table is 32 bytes and stands there once', () => {
  for (const [, , address] of KNOWN_ADDRESSES) assert(decodeBase58Fixed(address, 32), address)
  assert.equal(new Set(KNOWN_ADDRESSES.map(([, , address]) => address)).size, KNOWN_ADDRESSES.length)
})
test('a plain wallet has no entity and no source', () => {
  const wallet = { entity: null, entityType: 'wallet', source: null, isContract: false }
  assert.deepEqual(identifyOwner(PLAIN, system, NONE), wallet)
  assert.deepEqual(identifyOwner(PLAIN, null, NONE), wallet)
})
test('the registry names exchanges and market makers', () => {
  assert.deepEqual(identifyOwner(WALLET, system, NONE), {
    entity: 'Wintermute',
    entityType: 'market_maker',
    source: 'registry',
    isContract: false,
  })
})
test('a vault authority is liquidity, and no person', () => {
  const owner = identifyOwner(RAYDIUM_AUTHORITY, null, NONE)
  assert.deepEqual([owner.entityType, owner.source, owner.isContract], ['liquidity', 'registry', true])
})
test('an account of a DEX program is liquidity, one of a locker is a locker, another is a program', () => {
  const owned = (owner: string) => identifyOwner(PLAIN, { owner, executable: false }, NONE)
  assert.deepEqual([owned(PUMP).entityType, owned(PUMP).entity], ['liquidity', 'Pump.fun'])
  assert.equal(owned(STREAMFLOW).entityType, 'locker')
  assert.deepEqual(owned(WALLET), { entity: 'Wintermute', entityType: 'program', source: 'program', isContract: true })
  assert.deepEqual(owned(PLAIN), { entity: null, entityType: 'program', source: 'program', isContract: true })
})
test('a pool found for the mint names its vault owner', () => {
  const owner = identifyOwner(PLAIN, system, new Map([[PLAIN, 'raydium']]))
  assert.deepEqual([owner.entity, owner.entityType, owner.source], ['raydium', 'liquidity', 'program'])
})
test('an address without a key is a program although nothing owns it', () => {
  const offCurve = 'Ce6TQqeHC9p8KetsN6JsjHK7UTZk7nasjjnr7XxXp9F1'
  assert.equal(identifyOwner(offCurve, null, NONE).isContract, true)
  const unknown = '4wTV1YmiEkRvAtNtsSGPtUrqRYQMe5SKy2uB4Jjaxnjf'
  assert.equal(knownAddress(unknown)?.kind, 'program')
  const stranger = 'Hq2wp8uJ9jCPsYgNHex8RtqdvMPfVGoYwjvF1ATiwn2Y'
  assert.deepEqual(identifyOwner(stranger, null, NONE), {
    entity: null,
    entityType: 'program',
    source: 'pda',
    isContract: true,
  })
})
test('burn addresses are vaults: the incinerator and the System program', () => {
  for (const address of [INCINERATOR, SYSTEM_PROGRAM]) {
    assert.equal(identifyOwner(address, null, NONE).entityType, 'burn')
    assert(KNOWN_VAULTS.has(address))
  }
  assert(!KNOWN_VAULTS.has(WALLET))
})
