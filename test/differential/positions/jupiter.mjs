import assert from 'node:assert/strict'
import { borrowPda } from '@jup-ag/lend'
import { getCurrentPositionState, getVaultsProgram } from '@jup-ag/lend/borrow'
import { getLendingProgram } from '@jup-ag/lend/earn'
import BN from 'bn.js'
import { debtRatioX48 } from '../../../src/chain/solana/positions/jupiter-debt-ticks.ts'
import { jupiterEarnShares } from '../../../src/chain/solana/positions/jupiter-earn.ts'
import { jupiterVaults } from '../../../src/chain/solana/positions/jupiter-vaults.ts'
import { runReading } from '../../support/run-reading.ts'
import { seeded } from '../meteora/record.mjs'
import { kept, writeVectors } from './write-vectors.mjs'

/* Positions of Jupiter Lend's vaults, and shares of its Earn, in accounts of random bytes where nothing else is said: what
 * the SDK decodes and reckons, and what we do. Writes test/fixtures/positions/jupiter-vaults.json. `npm install`, then
 * `npm run jupiter`, or `npm run jupiter -- <count>`. */

const SDK = '@jup-ag/lend'
const SEED = 20_261_203
const KEPT = 12
const ONE = new BN(10).pow(new BN(12))
const random = seeded(SEED)
const signer = random.key()
const vaults = getVaultsProgram({ connection: {}, signer })
const lending = getLendingProgram({ connection: {}, signer })
const VAULTS = vaults.programId.toBase58()
const tagOf = (program, name) => Buffer.from(program.rawIdl.accounts.find((one) => one.name === name).discriminator)
const decode = (program, name, data) => program.coder.accounts.decode(name, data)
const bn = (value) => new BN(value.toString())

function sceneOf(at) {
  const isSupplyOnly = at % 5 === 4
  const tick = isSupplyOnly ? -(2 ** 31) : (random.below(2) === 0 ? -1 : 1) * random.below(at % 2 === 0 ? 600 : 9_000)
  const vault = 1 + random.below(60_000)
  const tickId = 1 + random.below(5)
  const isLiquidated = !isSupplyOnly && at % 7 === 3
  const position = Buffer.from(random.bytes(71))
  position.set(tagOf(vaults, 'Position'))
  position.writeUInt16LE(vault, 8)
  position[46] = isSupplyOnly ? 1 : 0
  position.writeInt32LE(tick, 47)
  position.writeUInt32LE(tickId, 51)
  position.writeBigUInt64LE(random.big(tick > 3_000 ? 30 : 46), 55)
  position.writeBigUInt64LE(random.big(12), 63)
  const tickData = Buffer.from(random.bytes(40))
  tickData.set(tagOf(vaults, 'Tick'))
  tickData[14] = isLiquidated ? 1 : 0
  tickData.writeUInt32LE(tickId, 15)
  const state = Buffer.from(random.bytes(127))
  state.set(tagOf(vaults, 'VaultState'))
  for (const place of [99, 107]) state.writeBigUInt64LE(1_000_000_000_000n + random.big(39), place)
  state.writeBigUInt64LE(random.big(31), 119)
  const config = Buffer.from(random.bytes(219))
  config.set(tagOf(vaults, 'VaultConfig'))
  return { position, tickData, state, config, vault, tick, isSupplyOnly, isLiquidated }
}

async function bySdk({ position, tickData, state, config, vault, isLiquidated }) {
  const decoded = decode(vaults, 'position', position)
  const { supplyToken, borrowToken } = decode(vaults, 'vaultConfig', config)
  if (isLiquidated) return { tokens: [], debts: [] }
  const program = { account: { tick: { fetch: async () => decode(vaults, 'tick', tickData) } } }
  const now = await getCurrentPositionState({ vaultId: vault, position: decoded, program })
  const { vaultSupplyExchangePrice, vaultBorrowExchangePrice } = decode(vaults, 'vaultState', state)
  const net = now.debtRaw.gt(now.dustDebtRaw) ? now.debtRaw.sub(now.dustDebtRaw) : new BN(0)
  const held = now.colRaw.mul(bn(vaultSupplyExchangePrice)).div(ONE)
  const owed = net.mul(bn(vaultBorrowExchangePrice)).add(ONE.subn(1)).div(ONE)
  return {
    tokens: [{ mint: supplyToken.toBase58(), amountRaw: held.toString() }],
    debts: owed.isZero() ? [] : [{ mint: borrowToken.toBase58(), amountRaw: owed.toString() }],
  }
}

const count = Number(process.argv[2] ?? 300)
const vectors = []
for (let at = 0; at < count; at++) {
  const scene = sceneOf(at)
  const theirs = await bySdk(scene)
  const { vault, tick } = scene
  const address = random.key().toBase58()
  const all = [
    [address, scene.position],
    [borrowPda.getVaultState(vault).toBase58(), scene.state],
    [borrowPda.getVaultConfig(vault).toBase58(), scene.config],
    ...(scene.isSupplyOnly ? [] : [[borrowPda.getTick(vault, tick).toBase58(), scene.tickData]]),
  ]
  const views = new Map(
    all.map(([key, data]) => [
      key,
      { address: key, owner: VAULTS, lamports: 1n, executable: false, data: new Uint8Array(data) },
    ]),
  )
  const [found] = runReading(jupiterVaults.read(views.get(address), { nowSec: 0 }), views)
  const rows = (list) => list.map(({ mint, amountRaw }) => ({ mint, amountRaw: amountRaw.toString() }))
  assert.deepEqual(rows(found.tokens), theirs.tokens, `collateral of ${at}`)
  assert.deepEqual(rows(found.debts), theirs.debts, `debt of ${at}`)
  assert.equal(found.lending.unread.length, scene.isLiquidated ? 1 : 0)
  const health = { collateralUsd: null, debtUsd: null, healthFactor: null }
  const accounts = Object.fromEntries(all.map(([key, data]) => [key, kept(VAULTS, data)]))
  const pool = borrowPda.getVaultConfig(vault).toBase58()
  if (vectors.length < KEPT) vectors.push({ position: address, pool, accounts, ...theirs, ...health })
}
console.log(`jupiter vaults: ${count} positions, 0 differ`)

for (let at = 0; at < count; at++) {
  const data = Buffer.from(random.bytes(196))
  data.set(tagOf(lending, 'Lending'))
  data.writeBigUInt64LE(1_000_000_000_000n + random.big(39), 115)
  const { mint, fTokenMint, tokenExchangePrice } = decode(lending, 'lending', data)
  const shares = random.big(50)
  const pool = random.key().toBase58()
  const view = {
    address: pool,
    owner: lending.programId.toBase58(),
    lamports: 1n,
    executable: false,
    data: new Uint8Array(data),
  }
  const token = { account: 'account', mint: fTokenMint.toBase58(), amountRaw: shares, supplyRaw: shares, decimals: 6 }
  const [found] = runReading(jupiterEarnShares.read(view, token, { nowSec: 0 }), new Map([[pool, view]]))
  const worth = bn(shares).mul(bn(tokenExchangePrice)).div(ONE).toString()
  assert.deepEqual([found.tokens[0].mint, found.tokens[0].amountRaw.toString()], [mint.toBase58(), worth])
}
console.log(`jupiter earn: ${count} shares, 0 differ`)
assert.equal(debtRatioX48(0), 1n << 48n)
writeVectors('jupiter-vaults', { seed: SEED, packages: [SDK], vectors })
