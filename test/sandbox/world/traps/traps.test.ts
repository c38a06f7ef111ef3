import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOOT_SLOT } from '../../../../sandbox/world/build-world.ts'
import { heldRaw } from '../../../../sandbox/world/holdings.ts'
import { performAction } from '../../../../sandbox/world/perform.ts'
import { ownPoolOf } from '../../../../sandbox/world/perform-controls.ts'
import { LOOKALIKE_KINDS, TRAP_KINDS, type TrueToken } from '../../../../sandbox/world/plan-types.ts'
import { LIQUIDITY_RECIPES, LOOKALIKE_RECIPES, TRAP_RECIPES } from '../../../../sandbox/world/traps/index.ts'
import { NEXT_EPOCH_SECS } from '../../../../sandbox/world/traps/trap-plots.ts'
import { decodeMintInfo } from '../../../../src/chain/solana/mint-info.ts'
import { readMint, readTokenAccount } from '../../../../src/hot-paths/account-layouts.ts'
import { buildLab } from '../../../support/build-lab.ts'
import { TEST_BOOT_SEC } from '../../../support/build-test-world.ts'

const HOOK_AFTER_TIME = TRAP_RECIPES.find(({ name }) => name === 'trap-hook-after-time')!
const recipes = [...TRAP_RECIPES, ...LOOKALIKE_RECIPES, ...LIQUIDITY_RECIPES]
const { chain, world } = buildLab('traps-a', recipes, recipes.length * 2)
const truths = world.plan.truth.tokens.filter(({ recipe }) => recipe !== undefined)
const ofTrap = (kind: string): TrueToken[] => truths.filter(({ trap }) => trap?.kind === kind)

/** What a holder's sale of a share of its holding comes to: the error, or what part of it the pool did not get. */
function sell(token: TrueToken, wallet: string, sharePct = 100): { err: unknown; lossPct: number | null } {
  const pool = ownPoolOf(world, token.mint)!
  const vault = (): bigint => readTokenAccount(chain.account(pool.poolBaseTokenAccount)!.data)!.amountRaw
  const held = heldRaw(chain, wallet, token.mint)
  const before = vault()
  const done = performAction(world, { do: 'sell', mint: token.mint, wallet, sharePct })
  assert(done?.ok, `${token.recipe?.name}: the sale was not even tried`)
  const { err } = done.transaction
  if (err !== null) return { err, lossPct: null }
  const sent = held - heldRaw(chain, wallet, token.mint)
  return { err: null, lossPct: 100 - (100 * Number(vault() - before)) / Number(sent) }
}
const holdersOf = (token: TrueToken): string[] =>
  token.recipe!.organic.filter((wallet) => heldRaw(chain, wallet, token.mint) > 0n)

test('every kind of trap, look-alike and liquidity state is there, and the chain took all of it', () => {
  assert.deepEqual(world.refused, [])
  for (const kind of TRAP_KINDS) assert.equal(ofTrap(kind).length, 2, kind)
  for (const kind of LOOKALIKE_KINDS)
    assert(
      truths.some(({ lookalike }) => lookalike === kind),
      kind,
    )
  for (const state of ['held', 'locked', 'burned', 'pulled'])
    assert(
      truths.some(({ liquidity }) => liquidity?.state === state),
      state,
    )
})

test('a trap that bites now lets no victim out, by the error of what stops it', () => {
  const errors: Record<string, unknown> = {
    freeze_used: { Custom: 17 },
    default_frozen: { Custom: 17 },
    hook_always: { Custom: 7001 },
    hook_above_amount: { Custom: 7002 },
    hook_after_time: { Custom: 7003 },
    hook_allow_list: { Custom: 7004 },
    paused: { Custom: 67 },
  }
  let tried = 0
  for (const token of truths) {
    const { trap } = token
    if (trap?.bites !== 'now' || trap.lossPct < 100) continue
    for (const wallet of holdersOf(token)) {
      const { err } = sell(token, wallet) as { err: { InstructionError: [number, unknown] } }
      assert.deepEqual(err?.InstructionError[1], errors[trap.kind], `${trap.kind} ${wallet}`)
      tried++
    }
  }
  assert(tried > 40)
})

test('a hook with a limit lets small sales through, also twice', () => {
  for (const token of ofTrap('hook_above_amount')) {
    const wallet = holdersOf(token)[0]!
    const share = (100 * Number(token.trap!.limitRaw!)) / Number(heldRaw(chain, wallet, token.mint))
    assert(share < 50, `${share} % of a holding`)
    assert.equal(sell(token, wallet, share * 0.9).err, null)
    assert.equal(sell(token, wallet, share * 0.9).err, null)
  }
})

test('a fee takes what the truth says, now or from the next epoch on', () => {
  for (const token of ofTrap('transfer_fee')) {
    const { lossPct, err } = sell(token, holdersOf(token)[0]!)
    assert.equal(err, null)
    assert(Math.abs(lossPct! - token.trap!.lossPct) < 0.01, `${lossPct} ${token.trap!.lossPct}`)
  }
  for (const token of ofTrap('transfer_fee_later')) {
    const { lossPct } = sell(token, holdersOf(token)[0]!, 10)
    assert.equal(lossPct, 0)
    assert(token.trap!.fromSecsAgo! < 0)
  }
  for (const token of truths.filter(({ lookalike }) => lookalike === 'small_fee')) {
    const { lossPct } = sell(token, holdersOf(token)[0]!)
    assert(lossPct! <= 1.01, `${lossPct}`)
  }
})

test('what may be seized has been seized from some and not from others', () => {
  for (const token of ofTrap('permanent_delegate')) {
    const holders = holdersOf(token)
    assert(holders.length > 0 && holders.length < token.trap!.victims.length)
    const before = heldRaw(chain, token.dev, token.mint)
    const [from] = holders
    const taken = heldRaw(chain, from!, token.mint)
    const done = performAction(world, {
      do: 'seize',
      mint: token.mint,
      delegate: token.dev,
      from: from!,
      to: token.dev,
      sharePct: 100,
    })
    assert(done?.ok && done.transaction.err === null)
    assert.equal(heldRaw(chain, token.dev, token.mint) - before, taken)
  }
})

test('everyone can sell what only looks like a trap, and what is pausable until it is paused', () => {
  for (const token of [...truths.filter(({ lookalike }) => lookalike !== undefined), ...ofTrap('pausable')])
    for (const wallet of holdersOf(token)) assert.equal(sell(token, wallet, 40).err, null, token.recipe!.name)
  for (const token of ofTrap('pausable')) {
    const paused = performAction(world, { do: 'pause', mint: token.mint, authority: token.dev })
    assert(paused?.ok && paused.transaction.err === null)
    assert.deepEqual((sell(token, holdersOf(token)[0]!).err as { InstructionError: unknown[] }).InstructionError[1], {
      Custom: 67,
    })
  }
})

test('regulated stablecoins keep their powers and a counting hook has no master', () => {
  for (const token of truths) {
    const account = { address: token.mint, ...chain.account(token.mint)! }
    const info = decodeMintInfo(account)!
    if (token.lookalike === 'delegate_stablecoin') {
      assert.equal(info.extensions.permanentDelegate, token.dev)
      assert.equal(info.freezeAuthority, token.dev)
      assert.equal(info.extensions.paused, false)
    }
    if (token.lookalike === 'freeze_authority_stablecoin') {
      assert.equal(info.freezeAuthority, token.dev)
      assert.equal(info.mintAuthority, token.dev)
    }
    if (token.lookalike === 'counting_hook') assert(info.extensions.transferHookProgram !== null)
  }
})

test('LP tokens are where the truth says', () => {
  for (const token of truths) {
    const { liquidity } = token
    if (liquidity === undefined) continue
    const pool = ownPoolOf(world, token.mint)!
    const lpSupplyRaw = readMint(chain.account(pool.lpMint)!.data)!.supplyRaw
    const left = heldRaw(chain, token.dev, pool.lpMint)
    const ofCreator = (100 * Number(left)) / Number(pool.lpSupply)
    const name = `${token.recipe!.name}: ${liquidity.state}`
    if (liquidity.state === 'held') assert(ofCreator > 99.99, name)
    else if (liquidity.state === 'pulled') assert.equal(left, 0n, name)
    else assert(Math.abs(100 - ofCreator - liquidity.securedPct) < 0.01, name)
    if (token.recipe!.name === 'lp-burned') assert.equal(lpSupplyRaw, 0n)
  }
})

test('time springs the traps that are set for later', () => {
  const { chain: later, world: laterWorld } = buildLab(
    'traps-b',
    [HOOK_AFTER_TIME, TRAP_RECIPES.find(({ name }) => name === 'trap-transfer-fee-later')!],
    6,
  )
  const waiting = laterWorld.plan.truth.tokens.filter(({ trap }) => trap?.bites === 'later')
  assert(waiting.some(({ trap }) => trap!.kind === 'hook_after_time'))
  const secs = 24 * 3_600
  later.warpTo(BOOT_SLOT + Math.round(secs / 0.4), TEST_BOOT_SEC + secs)
  for (const token of waiting) {
    assert(-token.trap!.fromSecsAgo! < secs)
    const wallet = token.trap!.victims[0]!
    const held = heldRaw(later, wallet, token.mint)
    const vault = ownPoolOf(laterWorld, token.mint)!.poolBaseTokenAccount
    const before = readTokenAccount(later.account(vault)!.data)!.amountRaw
    const done = performAction(laterWorld, { do: 'sell', mint: token.mint, wallet, sharePct: 100 })
    assert(done?.ok)
    if (token.trap!.kind === 'hook_after_time') assert(done.transaction.err !== null)
    else {
      const came = readTokenAccount(later.account(vault)!.data)!.amountRaw - before
      assert(Math.abs(100 - (100 * Number(came)) / Number(held) - token.trap!.lossPct) < 0.01)
    }
  }
  assert(NEXT_EPOCH_SECS > 0 && NEXT_EPOCH_SECS < secs)
})
