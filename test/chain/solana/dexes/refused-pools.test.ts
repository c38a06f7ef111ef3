import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { POOL_AT as CLMM_AT } from '../../../../sandbox/programs/raydium-clmm/layout.ts'
import { CPMM_AT } from '../../../../sandbox/programs/raydium-cpmm/layout.ts'
import { decodeLayout, encodeLayout, type LayoutValue } from '../../../../src/chain/solana/borsh-layout.ts'
import { bonk } from '../../../../src/chain/solana/dexes/bonk/index.ts'
import { decodeLaunchPool } from '../../../../src/chain/solana/dexes/bonk/state.ts'
import type { Dex, DexName } from '../../../../src/chain/solana/dexes/dex.ts'
import { DEXES } from '../../../../src/chain/solana/dexes/index.ts'
import { bitmapExtensionPda } from '../../../../src/chain/solana/dexes/meteora/addresses.ts'
import { meteora } from '../../../../src/chain/solana/dexes/meteora/index.ts'
import { meteoraDammV2 } from '../../../../src/chain/solana/dexes/meteora-damm-v2/index.ts'
import { meteoraDbc } from '../../../../src/chain/solana/dexes/meteora-dbc/index.ts'
import { decodeDbcPool } from '../../../../src/chain/solana/dexes/meteora-dbc/state.ts'
import { oraclePda } from '../../../../src/chain/solana/dexes/orca/addresses.ts'
import { orca } from '../../../../src/chain/solana/dexes/orca/index.ts'
import { decodeWhirlpool } from '../../../../src/chain/solana/dexes/orca/state.ts'
import { raydium } from '../../../../src/chain/solana/dexes/raydium/index.ts'
import { AMM_INFO } from '../../../../src/chain/solana/dexes/raydium/state.ts'
import { clmmBitmapExtensionPda } from '../../../../src/chain/solana/dexes/raydium-clmm/addresses.ts'
import { raydiumClmm } from '../../../../src/chain/solana/dexes/raydium-clmm/index.ts'
import { decodeClmmPool } from '../../../../src/chain/solana/dexes/raydium-clmm/state.ts'
import { raydiumCpmm } from '../../../../src/chain/solana/dexes/raydium-cpmm/index.ts'
import { decodeCpmmPool } from '../../../../src/chain/solana/dexes/raydium-cpmm/state.ts'
import { keypairFromText } from '../../../../src/chain/solana/keypair.ts'
import { CLOCK_SYSVAR, TOKEN_2022_PROGRAM } from '../../../../src/chain/solana/program-ids.ts'
import { extraMetasAddress } from '../../../../src/chain/solana/transfer-hook.ts'
import {
  type Extension,
  mintAccountBytes,
  nonTransferable,
  pausable,
  transferHook,
} from '../../../support/mint-bytes.ts'
import { type DammV1Fields, dammV1Scene } from '../../../support/pool-scenes/damm-v1-scene.ts'
import { type DammV2Fields, dammV2Scene } from '../../../support/pool-scenes/damm-v2-scene.ts'
import { type DbcFields, dbcScene } from '../../../support/pool-scenes/dbc-scene.ts'
import { type DlmmFields, dlmmScene } from '../../../support/pool-scenes/dlmm-scene.ts'
import { clockBytes, fromPlain, type HeldBytes, put, type Scene } from '../../../support/pool-scenes/scene.ts'
import { readTradablePool } from '../../../support/swap-lab.ts'
import { accountsOfLaunch, type LaunchCase } from './bonk/launch-case.ts'
import { readSceneFile, type ScenePart } from './scene-vectors.ts'
import { readTradingVectors } from './trading-vectors.ts'

/* Pools that the SDKs were compared on, spoilt one way at a time: each is refused with the reason. */

/** DEXs whose pools are spoilt in a test of their own folder. */
const SPOILT_ELSEWHERE: readonly DexName[] = ['pumpfun', 'pumpswap']
const spoiltHere = new Set<DexName>()

type Held = Map<string, HeldBytes>
type Subject = { readonly pool: string; readonly mint: string; readonly accounts: ReadonlyMap<string, HeldBytes> }
type Spoilt = readonly [what: string, spoil: (held: Held) => void, reason: RegExp]

const SOMEBODY = keypairFromText('somebody').address
const LATER = 2n ** 62n
const TOKEN_STATE_OFFSET = 108
const FROZEN = 2
const AMOUNT_OFFSET = 64

function changed(held: Held, address: string, change: (data: Uint8Array) => void): void {
  const account = held.get(address)!
  const data = Uint8Array.from(account.data)
  change(data)
  held.set(address, { ...account, data })
}

const withMint = (mint: string, ...extensions: readonly Extension[]) => {
  return (held: Held): void => {
    held.set(mint, { owner: TOKEN_2022_PROGRAM, data: mintAccountBytes({}, extensions) })
  }
}
const frozen = (vault: string) => (held: Held) =>
  changed(held, vault, (data) => {
    data[TOKEN_STATE_OFFSET] = FROZEN
  })
const without = (address: string) => (held: Held) => void held.delete(address)
const poked = (address: string, at: number, size: number, value: bigint | number) => (held: Held) =>
  changed(held, address, (data) => put(data, at, size, value))
const ownedBySomebody = (address: string) => (held: Held) =>
  void held.set(address, { ...held.get(address)!, owner: SOMEBODY })

/** What a mint of Token-2022 does that no pool can be traded through. */
function mintTraps(mint: string, hook: Spoilt = plainHook(mint)): readonly Spoilt[] {
  return [
    hook,
    ['a mint whose transfers are paused', withMint(mint, pausable(SOMEBODY, true)), /are paused/],
    ['a mint whose tokens cannot move', withMint(mint, nonTransferable()), /cannot be transferred/],
    [
      'an account that is no mint',
      (held) => held.set(mint, { owner: SOMEBODY, data: new Uint8Array(82) }),
      /not a token mint/,
    ],
  ]
}

function plainHook(mint: string): Spoilt {
  return ['a mint with a transfer hook', withMint(mint, transferHook(SOMEBODY)), /hook|program of their own/]
}

function checkSpoilt(name: string, dex: Dex, subject: Subject, cases: readonly Spoilt[]): void {
  spoiltHere.add(dex.name)
  const readWith = (held: ReadonlyMap<string, HeldBytes>, mint: string) => {
    const account = (address: string) => {
      const found = held.get(address)
      return found === undefined ? null : { ...found, lamports: 1n, executable: false }
    }
    return readTradablePool(dex.trading!, { account }, subject.pool, mint)
  }
  test(`${name}: a sound pool is traded, and not for a mint it does not have`, () => {
    assert(readWith(subject.accounts, subject.mint).ok)
    const other = readWith(subject.accounts, SOMEBODY)
    // A LaunchLab curve names both its mints itself.
    if (dex !== bonk) assert(!other.ok && /does not trade this mint/.test(other.message))
  })
  for (const [what, spoil, reason] of cases)
    test(`${name}: ${what} is refused with the reason`, () => {
      const held = new Map(subject.accounts)
      spoil(held)
      const read = readWith(held, subject.mint)
      assert(!read.ok, 'it is traded')
      assert.equal(read.code, 'no_route')
      assert.match(read.message, reason)
    })
}

/** The first vector's accounts that fit. */
function vectorSubject(file: string, fits: (held: ReadonlyMap<string, HeldBytes>, pool: string) => boolean): Subject {
  for (const { pool, mint, accounts } of readTradingVectors(file).vectors) {
    const inflated = Object.entries(accounts).map(([address, { owner, data }]) => {
      return [address, { owner, data: new Uint8Array(inflateRawSync(Buffer.from(data, 'base64'))) }] as const
    })
    const held = new Map<string, HeldBytes>(inflated)
    if (fits(held, pool)) return { pool, mint, accounts: held }
  }
  throw new Error(`${file} has no such vector`)
}

function sceneSubject({ accounts, pool, mints, clock }: Scene): Subject {
  return { pool, mint: mints[0], accounts: new Map([...accounts, [CLOCK_SYSVAR, clockBytes(clock)]]) }
}

function sceneFields<F>(file: string, part: ScenePart, fits: (fields: F) => boolean): F {
  const found = readSceneFile(file)[part]!.find(({ fields, sdk }) => sdk.out !== null && fits(fromPlain<F>(fields)))
  assert(found)
  return fromPlain<F>(found.fields)
}

// Raydium AMM v4
{
  const subject = vectorSubject('raydium-trading', () => true)
  const { pool, accounts } = subject
  const info = decodeLayout(AMM_INFO, accounts.get(pool)!.data, 0)!.value
  const spoilInfo = (part: Partial<LayoutValue<typeof AMM_INFO>>) => (held: Held) =>
    void held.set(pool, { owner: held.get(pool)!.owner, data: encodeLayout(AMM_INFO, { ...info, ...part }) })
  const coinRaw = Buffer.from(accounts.get(info.coinVault)!.data).readBigUInt64LE(AMOUNT_OFFSET)
  checkSpoilt('AMM v4', raydium, subject, [
    ['a pool of another program', ownedBySomebody(pool), /not an AMM v4 pool/],
    ['a disabled pool', spoilInfo({ status: 2n }), /status is 2/],
    ['a pool that is not open yet', spoilInfo({ status: 7n, poolOpenTimeSec: LATER }), /opens at/],
    ['a pool without its vault', without(info.coinVault), /no vault/],
    ['a pool with a frozen vault', frozen(info.pcVault), /frozen/],
    ['a pool whose vault is all profit to be taken', spoilInfo({ needTakePnlCoin: coinRaw }), /holds no/],
    ['an empty pool', poked(info.pcVault, AMOUNT_OFFSET, 8, 0), /holds no/],
  ])
}

// Raydium CPMM
{
  const subject = vectorSubject('raydium-cpmm-trading', (held, pool) => {
    return decodeCpmmPool(held.get(pool)!.data)!.token0Program === TOKEN_2022_PROGRAM
  })
  const { pool, accounts } = subject
  const state = decodeCpmmPool(accounts.get(pool)!.data)!
  checkSpoilt('CPMM', raydiumCpmm, subject, [
    ['a pool of another program', ownedBySomebody(pool), /not a CPMM pool/],
    ['a pool with swaps switched off', poked(pool, CPMM_AT.status, 1, 4), /switched off/],
    ['a pool that is not open yet', poked(pool, CPMM_AT.openTime, 8, LATER), /opens at/],
    ['a pool without its fee tier', without(state.ammConfig), /no fee tier/],
    ['a pool without its vault', without(state.token1Vault), /no vault/],
    ['a pool with a frozen vault', frozen(state.token0Vault), /frozen/],
    ['an empty pool', poked(state.token0Vault, AMOUNT_OFFSET, 8, 0), /holds no/],
    ...mintTraps(state.token0Mint),
  ])
}

// Raydium CLMM
{
  const subject = vectorSubject('raydium-clmm-trading', (held, pool) => {
    const { token0Mint, liquidity } = decodeClmmPool(held.get(pool)!.data)!
    return liquidity > 0n && held.get(token0Mint)?.owner === TOKEN_2022_PROGRAM
  })
  const { pool, accounts } = subject
  const state = decodeClmmPool(accounts.get(pool)!.data)!
  checkSpoilt('CLMM', raydiumClmm, subject, [
    ['a pool of another program', ownedBySomebody(pool), /not a CLMM pool/],
    ['a pool with swaps switched off', poked(pool, CLMM_AT.status, 1, 16), /switched off/],
    ['a pool that is not open yet', poked(pool, CLMM_AT.openTime, 8, LATER), /opens at/],
    ['a pool without ticks between its ticks', poked(pool, CLMM_AT.tickSpacing, 2, 0), /not a CLMM pool/],
    ['a pool without liquidity at its price', poked(pool, CLMM_AT.liquidity, 16, 0), /no liquidity/],
    ['a pool without its fee tier', without(state.ammConfig), /no fee tier/],
    ['a pool without its vault', without(state.token1Vault), /no vault/],
    ['a pool with a frozen vault', frozen(state.token0Vault), /frozen/],
    ...mintTraps(state.token0Mint),
  ])

  test('CLMM: an array that is gone or is another pool’s ends the swaps through it, and the extension may be missing', () => {
    const read = (spoil: (held: Held) => void) => {
      const held = new Map(accounts)
      spoil(held)
      const account = (address: string) => {
        const found = held.get(address)
        return found === undefined ? null : { ...found, lamports: 1n, executable: false }
      }
      const got = readTradablePool(raydiumClmm.trading!, { account }, pool, subject.mint)
      assert(got.ok)
      return got.value
    }
    const clock = { slot: 1, unixSec: Number(state.openTimeSec) + 1, epoch: 1_000 }
    const arrays = [...accounts].filter(([, { data }]) => data.length === 10_240).map(([address]) => address)
    const quotes = (of: ReturnType<typeof read>) =>
      [state.token0Mint, state.token1Mint].map((mint) => of.quote(mint, 1_000_000n, clock)?.amountOutRaw ?? null)
    assert(quotes(read(() => {})).some((raw) => raw !== null))
    // Ticks that are not where they lie, far beyond all prices.
    const misplaced = (address: string) => (held: Held) =>
      changed(held, address, (data) => {
        for (let at = 44; at + 168 <= data.length; at += 168) put(data, at, 4, 2 ** 30)
      })
    for (const spoil of [without, ownedBySomebody, misplaced]) {
      const bare = read((held) => {
        for (const address of arrays) spoil(address)(held)
      })
      assert.deepEqual(quotes(bare), [null, null])
    }
    const named = (of: ReturnType<typeof read>) =>
      of.accounts(state.token0Mint, { user: SOMEBODY, inputAccount: SOMEBODY, outputAccount: SOMEBODY })
    const extension = clmmBitmapExtensionPda(pool)
    const plain = read(without(extension))
    assert.equal(
      named(plain).some(({ address }) => address === extension),
      false,
      'it would end the list of accounts',
    )
  })
}

// Orca
{
  const LIQUIDITY_OFFSET = 49
  const TRADE_ENABLE_OFFSET = 40
  const subject = vectorSubject('orca-trading', (held, pool) => {
    const { owner, data } = held.get(pool)!
    const { feeTierIndexSeed, tickSpacing, liquidity } = decodeWhirlpool(data)!
    return feeTierIndexSeed !== tickSpacing && liquidity > 0n && held.has(oraclePda(owner, pool))
  })
  const { pool, accounts } = subject
  const state = decodeWhirlpool(accounts.get(pool)!.data)!
  const oracle = oraclePda(accounts.get(pool)!.owner, pool)
  checkSpoilt('Whirlpool', orca, subject, [
    ['a pool of another program', ownedBySomebody(pool), /not a Whirlpool/],
    ['a pool without liquidity at its price', poked(pool, LIQUIDITY_OFFSET, 16, 0), /no liquidity/],
    ['a pool of adaptive fees without an oracle', without(oracle), /no oracle/],
    ['a pool that is not open yet', poked(oracle, TRADE_ENABLE_OFFSET, 8, LATER), /opens at/],
    ['a pool without its vault', without(state.tokenVaultA), /no vault/],
    ['a pool with a frozen vault', frozen(state.tokenVaultB), /frozen/],
    ...mintTraps(state.tokenMintA),
  ])
}

// Meteora DLMM
{
  const [STATUS_AT, ACTIVATION_TYPE_AT, ACTIVATION_AT] = [82, 86, 816]
  const isPlain = ({ fees }: DlmmFields) => fees.every((fee) => fee === null)
  const fields = sceneFields<DlmmFields>('meteora-trading', 'dlmm', isPlain)
  const subject = sceneSubject(dlmmScene(fields))
  const { pool, mint, accounts } = subject
  const empty = dlmmScene({ ...fields, bins: fields.bins.map(([id, , , , , sells]) => [id, 0n, 0n, 0n, 0n, sells]) })
  checkSpoilt('DLMM', meteora, subject, [
    ['a pool of another program', ownedBySomebody(pool), /not a pool of Meteora/],
    ['a disabled pool', poked(pool, STATUS_AT, 1, 1), /disabled/],
    [
      'a pool that is not open yet',
      (held) => {
        poked(pool, ACTIVATION_TYPE_AT, 1, 1)(held)
        poked(pool, ACTIVATION_AT, 8, LATER)(held)
      },
      /not open yet/,
    ],
    [
      'a pool whose bins are empty',
      (held) => {
        for (const [address, account] of empty.accounts) held.set(address, account)
      },
      /empty/,
    ],
    [
      'a pool without any bin array',
      (held) => {
        const kept = [pool, ...subjectMints(fields), CLOCK_SYSVAR, bitmapExtensionPda(pool).address]
        for (const address of accounts.keys()) if (!kept.includes(address)) held.delete(address)
      },
      /empty/,
    ],
    ...mintTraps(mint, [
      'a mint with a transfer hook whose list cannot be read',
      (held) => {
        withMint(mint, transferHook(SOMEBODY))(held)
        held.set(extraMetasAddress(mint, SOMEBODY), { owner: SOMEBODY, data: Uint8Array.of(1, 2, 3) })
      },
      /hook of .* cannot be followed/,
    ]),
  ])
}

// Meteora DAMM v1
{
  const [ENABLED_AT, ACTIVATION_AT, ACTIVATION_TYPE_AT, VAULT_ENABLED_AT, TOTAL_AT] = [233, 403, 475, 8, 11]
  const subject = sceneSubject(dammV1Scene(sceneFields<DammV1Fields>('meteora-trading', 'dammV1', () => true)))
  const { pool, accounts } = subject
  const vault = [...accounts].find(([, { data }]) => data.length === 1_227)![0]
  checkSpoilt('DAMM v1', meteora, subject, [
    ['a pool of another program', ownedBySomebody(pool), /not a pool of Meteora/],
    ['a disabled pool', poked(pool, ENABLED_AT, 1, 0), /disabled/],
    [
      'a pool that is not open yet',
      (held) => {
        poked(pool, ACTIVATION_TYPE_AT, 1, 1)(held)
        poked(pool, ACTIVATION_AT, 8, LATER)(held)
      },
      /not open yet/,
    ],
    ['a pool without one of its vaults', without(vault), /cannot be read/],
    ['a pool with a closed vault', poked(vault, VAULT_ENABLED_AT, 1, 0), /is closed/],
    ['an empty pool', poked(vault, TOTAL_AT, 8, 0), /is empty/],
  ])
}

// Meteora DAMM v2
{
  const [STATUS_AT, ACTIVATION_AT, SQRT_PRICE_AT] = [481, 472, 456]
  const isPlain = ({ fees, collectFeeMode }: DammV2Fields) => collectFeeMode < 2 && fees.every((fee) => fee === null)
  const fields = sceneFields<DammV2Fields>('meteora-damm-v2-trading', 'dammV2', isPlain)
  const subject = sceneSubject(dammV2Scene(fields))
  const { pool, mint } = subject
  checkSpoilt('DAMM v2', meteoraDammV2, subject, [
    ['a pool of another program', ownedBySomebody(pool), /not a DAMM v2 pool/],
    ['a disabled pool', poked(pool, STATUS_AT, 1, 1), /disabled/],
    ['a pool that is not open yet', poked(pool, ACTIVATION_AT, 8, LATER), /not open yet/],
    ['a pool without a price', poked(pool, SQRT_PRICE_AT, 16, 0), /empty/],
    ...mintTraps(mint),
  ])
}

// LaunchLab
{
  const [STATUS_AT, CURVE_TYPE_AT, TRADE_RATE_AT, TOTAL_SELL_AT] = [17, 16, 27, 29]
  const path = new URL('../../../fixtures/dexes/bonk-trading.json', import.meta.url)
  const { cases } = JSON.parse(readFileSync(path, 'utf8')) as { readonly cases: readonly LaunchCase[] }
  const one = cases[0]!
  const { globalConfig, platformConfig, realBase } = decodeLaunchPool(Buffer.from(one.pool, 'base64'))!
  const accounts = new Map(accountsOfLaunch(one).map(({ address, owner, data }) => [address, { owner, data }]))
  const subject = { pool: one.address, mint: one.mint, accounts }
  checkSpoilt('LaunchLab', bonk, subject, [
    ['a curve of another program', ownedBySomebody(one.address), /no LaunchLab curve/],
    ['a graduated curve', poked(one.address, STATUS_AT, 1, 2), /has graduated/],
    ['a curve that is sold out', poked(one.address, STATUS_AT, 1, 1), /sold out/],
    ['a curve with nothing left', poked(one.address, TOTAL_SELL_AT, 8, realBase), /nothing to trade/],
    ['a curve of an unknown kind', poked(globalConfig, CURVE_TYPE_AT, 1, 9), /not known/],
    ['a curve without its platform', without(platformConfig), /not known/],
    ['fees that take everything', poked(globalConfig, TRADE_RATE_AT, 8, 1_000_000), /take everything/],
    ...mintTraps(one.mint),
  ])
}

function subjectMints(fields: DlmmFields): readonly string[] {
  return dlmmScene(fields).mints
}

// Meteora DBC
{
  const scene = dbcScene(sceneFields<DbcFields>('meteora-dbc-trading', 'dbc', () => true))
  const subject = sceneSubject(scene)
  const { pool, accounts } = subject
  const { config, baseMint } = decodeDbcPool(accounts.get(pool)!.data)!
  const threshold = Buffer.from(accounts.get(config)!.data).readBigUInt64LE(264)
  checkSpoilt('DBC', meteoraDbc, subject, [
    ['a curve of another program', ownedBySomebody(pool), /no curve of Meteora DBC/],
    ['a curve without its terms', without(config), /terms .* not known/],
    ['terms of a kind that is not known', poked(config, 130, 1, 7), /terms .* not known/],
    ['a curve that has raised its sum', poked(pool, 240, 8, threshold), /sold out and waits to graduate/],
    ['a curve whose token has moved on', poked(pool, 305, 1, 1), /has graduated/],
    ['a curve without a price', poked(pool, 280, 16, 0), /has no price/],
    [
      'a curve of tokens with a transfer hook',
      (held) => changed(held, pool, (data) => data.set(Buffer.from('eddbb8172abda923', 'hex'))),
      /a program of their own/,
    ],
    ...mintTraps(baseMint),
  ])
}

test('a pool of every DEX that trades is spoilt, here or in its own folder', () => {
  const spoilt = new Set([...SPOILT_ELSEWHERE, ...spoiltHere])
  const missing = DEXES.filter(({ name, trading }) => trading !== undefined && !spoilt.has(name)).map(
    ({ name }) => name,
  )
  assert.deepEqual(missing, [], 'add its ways to be refused')
})
