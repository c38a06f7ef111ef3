import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { addressBytes, findProgramAddress } from '../../../src/chain/solana/pda.ts'
import { TOKEN_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import {
  type Draw,
  drawFrom,
  type HeldBytes,
  mintBytesOf,
  put,
  putKey,
  SCENE_CLOCK,
  SCENE_MINTS,
  type Scene,
  tokenBytes,
} from './scene.ts'

const PROGRAM = 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB'
const VAULTS = '24Uqj9JCLxUeoC3hGfh5W3s9FM9uCHDS2SG3LYwBpyTi'
const VAULT_BASE = 'HWzXGcGHy4tcpYfaRDCyLNzXqBTv3E6BttpCH2vJxArv'
const POOL = keypairFromText('scene damm v1 pool').address

export type DammV1Side = {
  readonly totalRaw: bigint
  readonly inHandRaw: bigint
  readonly supplyRaw: bigint
  readonly sharesRaw: bigint
  readonly lockedRaw: bigint
  readonly reportedSecsAgo: number
  readonly degradation: bigint
}
export type DammV1Fields = {
  readonly a: DammV1Side
  readonly b: DammV1Side
  readonly tradeFee: readonly [bigint, bigint]
  readonly protocolFee: readonly [bigint, bigint]
  readonly activationType: number
  readonly activationPoint: bigint
  readonly isAIn: boolean
  readonly amountInRaw: bigint
}

export function drawDammV1(seed: number): DammV1Fields {
  const draw = drawFrom(seed)
  const activationType = draw.below(2)
  const now = activationType === 0 ? SCENE_CLOCK.slot : SCENE_CLOCK.unixSec
  return {
    a: drawSide(draw),
    b: drawSide(draw),
    tradeFee: draw.pick([
      [25n, 10_000n],
      [250n, 100_000n],
      [BigInt(draw.below(20_000)), 100_000n],
    ]),
    protocolFee: draw.pick([
      [20n, 100n],
      [0n, 100n],
      [BigInt(draw.below(50_001)), 100_000n],
    ]),
    activationType,
    activationPoint: BigInt(draw.pick([0, now, now - draw.below(100_000)])),
    isAIn: draw.chance(0.5),
    amountInRaw: draw.big(46),
  }
}

/** A vault that has gained or lost something since its shares were first given, with part of it lent out. */
function drawSide(draw: Draw): DammV1Side {
  const totalRaw = (1n << BigInt(draw.between(24, 54))) + draw.big(24)
  const supplyRaw = (totalRaw * BigInt(draw.between(700, 1_000))) / 1_000n
  const lent = draw.chance(0.4) ? (totalRaw * BigInt(draw.between(1, 95))) / 100n : 0n
  return {
    totalRaw,
    inHandRaw: totalRaw - lent,
    supplyRaw,
    sharesRaw: (supplyRaw * BigInt(draw.between(1, 1_000))) / 1_000n,
    lockedRaw: draw.chance(0.7) ? totalRaw / BigInt(draw.between(50, 5_000)) : 0n,
    reportedSecsAgo: draw.pick([0, draw.below(600), draw.below(40_000), 10_000_000]),
    degradation: 46_296_296n,
  }
}

export function dammV1Scene(fields: DammV1Fields): Scene {
  const [mintA, mintB] = SCENE_MINTS
  const [a, b] = [placesOf(mintA), placesOf(mintB)]
  return {
    accounts: new Map<string, HeldBytes>([
      [POOL, { owner: PROGRAM, data: poolBytes(fields, mintA, mintB) }],
      [mintA, mintBytesOf(null)],
      [mintB, mintBytesOf(null)],
      // The first account of shares owns both: the program keeps the bump of that one alone.
      ...sideAccounts(mintA, a, fields.a, a.shares.address),
      ...sideAccounts(mintB, b, fields.b, a.shares.address),
    ]),
    pool: POOL,
    mints: SCENE_MINTS,
    isFirstIn: fields.isAIn,
    amountInRaw: fields.amountInRaw,
    clock: SCENE_CLOCK,
  }
}

function placesOf(mint: string) {
  const vault = findProgramAddress([Buffer.from('vault'), addressBytes(mint), addressBytes(VAULT_BASE)], VAULTS)
  const ofVault = (name: string) => findProgramAddress([Buffer.from(name), addressBytes(vault.address)], VAULTS)
  return {
    vault,
    tokens: ofVault('token_vault'),
    lpMint: ofVault('lp_mint').address,
    shares: findProgramAddress([addressBytes(vault.address), addressBytes(POOL)], PROGRAM),
    fee: findProgramAddress([Buffer.from('fee'), addressBytes(mint), addressBytes(POOL)], PROGRAM).address,
  }
}
type Places = ReturnType<typeof placesOf>

function sideAccounts(mint: string, at: Places, side: DammV1Side, sharesOwner: string): [string, HeldBytes][] {
  const vault = new Uint8Array(1_227)
  vault.set(Buffer.from('d308e82b02987577', 'hex'))
  put(vault, 8, 1, 1)
  put(vault, 9, 1, at.vault.bump)
  put(vault, 10, 1, at.tokens.bump)
  put(vault, 11, 8, side.totalRaw)
  putKey(vault, 19, at.tokens.address)
  putKey(vault, 83, mint)
  putKey(vault, 115, at.lpMint)
  putKey(vault, 1_107, VAULT_BASE)
  put(vault, 1_203, 8, side.lockedRaw)
  put(vault, 1_211, 8, SCENE_CLOCK.unixSec - side.reportedSecsAgo)
  put(vault, 1_219, 8, side.degradation)
  const lpMint = new Uint8Array(82)
  put(lpMint, 0, 4, 1)
  putKey(lpMint, 4, at.vault.address)
  put(lpMint, 36, 8, side.supplyRaw)
  lpMint[44] = 6
  lpMint[45] = 1
  return [
    [at.vault.address, { owner: VAULTS, data: vault }],
    [at.tokens.address, tokenBytes(mint, at.vault.address, side.inHandRaw)],
    [at.lpMint, { owner: TOKEN_PROGRAM, data: lpMint }],
    [at.shares.address, tokenBytes(at.lpMint, sharesOwner, side.sharesRaw)],
    [at.fee, tokenBytes(mint, POOL, 0n)],
  ]
}

function poolBytes(fields: DammV1Fields, mintA: string, mintB: string): Uint8Array {
  const [a, b] = [placesOf(mintA), placesOf(mintB)]
  const data = new Uint8Array(944)
  data.set(Buffer.from('f19a6d0411b16dbc', 'hex'))
  putKey(data, 8, keypairFromText('scene damm v1 lp').address)
  const keys = [mintA, mintB, a.vault.address, b.vault.address, a.shares.address, b.shares.address]
  for (const [at, key] of keys.entries()) putKey(data, 40 + at * 32, key)
  put(data, 232, 1, a.shares.bump)
  put(data, 233, 1, 1)
  putKey(data, 234, a.fee)
  putKey(data, 266, b.fee)
  for (const [at, value] of [...fields.tradeFee, ...fields.protocolFee].entries()) put(data, 330 + at * 8, 8, value)
  put(data, 362, 1, 1)
  put(data, 403, 8, fields.activationPoint)
  put(data, 475, 1, fields.activationType)
  return data
}
