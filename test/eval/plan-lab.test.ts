import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planLab } from '../../eval/plan-lab.ts'
import { TUNED_RECIPES } from '../../eval/recipes/index.ts'
import type { ExecutedTransaction } from '../../sandbox/chain/types.ts'
import { TIP_ACCOUNTS } from '../../sandbox/world/tip-accounts.ts'
import { addressBytes } from '../../src/chain/solana/pda.ts'
import { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { readNonce, readTokenAccount, readU32, readU64 } from '../../src/hot-paths/account-layouts.ts'
import { encodeBase58 } from '../../src/hot-paths/base58.ts'
import { parseWireTransaction, type WireTransaction } from '../../src/hot-paths/wire-transaction.ts'
import { buildTestWorld } from '../support/build-test-world.ts'
import { eventsOf, type Story, storyOf } from './recipes/lab-story.ts'

/** One launch of each recipe, built for real: what the plan dresses is on chain. */

const plan = planLab({ seed: 'small-lab', recipes: TUNED_RECIPES, launches: TUNED_RECIPES.length })
const { chain, world } = buildTestWorld('small-lab', plan)
const events = eventsOf(plan)

const storyBy = (recipe: string): Story =>
  storyOf(plan, events, plan.truth.tokens.find((token) => token.recipe?.name === recipe)!)
const slotOf = ({ token }: Story): number => world.launches.get(token.mint)!.slot
const parsed = (executed: ExecutedTransaction): WireTransaction => {
  const result = parseWireTransaction(executed.wire)
  assert(result.ok)
  return result.transaction
}
const signersOf = (executed: ExecutedTransaction): string[] =>
  executed.accountKeys.slice(0, parsed(executed).requiredSignatures)
/** Purchases of the team in a slot of its launch, in block order. */
const teamTransactions = (story: Story, slotsLater = 0): ExecutedTransaction[] => {
  const insiders = new Set(story.truth.insiders)
  return (chain.block(slotOf(story) + slotsLater)?.transactions ?? []).filter((executed) =>
    signersOf(executed).some((signer) => insiders.has(signer)),
  )
}
const budgetOf = (executed: ExecutedTransaction): { limit: number; price: bigint } => {
  const budget = { limit: 0, price: 0n }
  for (const { programIndex, data } of parsed(executed).instructions) {
    if (executed.accountKeys[programIndex] !== COMPUTE_BUDGET_PROGRAM) continue
    if (data[0] === 2) budget.limit = readU32(data, 1)
    if (data[0] === 3) budget.price = readU64(data, 1)
  }
  return budget
}
const tipOf = (executed: ExecutedTransaction): bigint =>
  executed.accountKeys.reduce(
    (sum, key, at) =>
      (TIP_ACCOUNTS as readonly string[]).includes(key)
        ? sum + executed.postBalances[at]! - executed.preBalances[at]!
        : sum,
    0n,
  )
const heldRaw = (mint: string, wallet: string): bigint =>
  chain.tokenAccountsOfMint(mint).reduce((sum, address) => {
    const fields = readTokenAccount(chain.account(address)!.data)!
    return encodeBase58(fields.owner) === wallet ? sum + fields.amountRaw : sum
  }, 0n)

test('the chain takes every planned action of a lab and no transaction fails', () => {
  assert.deepEqual(world.refused, [])
  for (const slot of chain.blockSlots(0, chain.slot(), 100_000))
    for (const { err, signature } of chain.block(slot)!.transactions) assert.equal(err, null, signature)
})

test('insiders of a token that is not cashed in hold it, those of a rugged one hold nothing', () => {
  for (const token of plan.truth.tokens.filter(({ recipe }) => recipe?.intent === 'rug')) {
    const held = [token.dev, ...token.recipe!.insiders].map((wallet) => heldRaw(token.mint, wallet))
    if (token.rugged)
      assert(
        held.every((amountRaw) => amountRaw === 0n),
        token.recipe!.name,
      )
    else
      assert(
        held.some((amountRaw) => amountRaw > 0n),
        token.recipe!.name,
      )
  }
})

test('bundles stand in the launch slot right after the dev', () => {
  const story = storyBy('direct-bundle')
  const { transactions } = chain.block(slotOf(story))!
  assert(transactions.some(({ accountKeys }) => accountKeys[0] === story.token.dev))
  assert.deepEqual(
    teamTransactions(story)
      .map((executed) => signersOf(executed)[0])
      .sort(),
    [...story.truth.insiders].sort(),
  )
})

test('a separate payer pays the fees of the team and signs', () => {
  const story = storyBy('exchange-fee-payer')
  const payer = story.launch.action.dress!.feePayer!
  const transactions = teamTransactions(story)
  assert.equal(transactions.length, story.truth.insiders.length)
  for (const executed of transactions) {
    assert.equal(executed.accountKeys[0], payer)
    assert.equal(executed.preBalances[0]! - executed.postBalances[0]!, executed.feeLamports)
    assert.equal(signersOf(executed).length, 2)
  }
})

test('the own lookup table serves the purchases of the team and of no one else', () => {
  const story = storyBy('shared-table')
  const table = world.labelledTables.get(story.launch.action.dress!.lookupTable!)!.address
  const users = new Set<string>()
  for (const slot of chain.blockSlots(0, chain.slot(), 100_000))
    for (const executed of chain.block(slot)!.transactions)
      if (parsed(executed).lookups.some((lookup) => encodeBase58(lookup.table) === table)) {
        assert.equal(executed.version, 0)
        assert(
          executed.loadedAddresses.writable.includes(story.token.mint) ||
            executed.loadedAddresses.readonly.includes(story.token.mint),
        )
        users.add(executed.accountKeys[0]!)
      }
  assert.deepEqual([...users].sort(), [...story.members].sort())
})

test('purchases by nonce advance it first and name its value in place of a recent blockhash', () => {
  const story = storyBy('shared-nonce')
  const { account, authority } = story.insiderBuys[0]!.dress.nonce!
  const executed = teamTransactions(story).find(({ accountKeys }) => accountKeys.includes(account))!
  const transaction = parsed(executed)
  const [first] = transaction.instructions
  assert.equal(executed.accountKeys[first!.programIndex], SYSTEM_PROGRAM)
  assert.equal(readU32(first!.data, 0), 4)
  assert(signersOf(executed).includes(authority))
  const state = readNonce(chain.account(account)!.data)!
  assert.deepEqual(Buffer.from(state.authority), Buffer.from(addressBytes(authority)))
  assert.notDeepEqual(Buffer.from(state.value), Buffer.from(transaction.blockhash))
})

test('a tipped bundle is contiguous, holds transactions of several buyers and pays its tips', () => {
  const story = storyBy('tipped-bundle')
  const transactions = teamTransactions(story)
  transactions.forEach((executed, i) => {
    assert.equal(executed.indexInBlock, transactions[0]!.indexInBlock + i)
  })
  const members = new Set(story.members)
  assert(transactions.some((executed) => signersOf(executed).filter((signer) => members.has(signer)).length > 1))
  const planned = story.events.flatMap(({ action }) =>
    action.do === 'buyTogether' && action.dress?.tip ? [action.dress.tip.lamports] : [],
  )
  assert.deepEqual(
    transactions.map(tipOf).filter((lamports) => lamports > 0n),
    planned,
  )
})

test('compute budgets are on chain as planned', () => {
  const story = storyBy('compute-fingerprint')
  const { unitLimit, unitPriceMicroLamports } = story.launch.action.dress!
  for (const executed of teamTransactions(story))
    assert.deepEqual(budgetOf(executed), { limit: unitLimit, price: unitPriceMicroLamports })
})

test('stealth snipers buy in the slots right after the launch', () => {
  const story = storyBy('stealth-snipers')
  assert.equal(teamTransactions(story).length, 0)
  const later = [1, 2, 3, 4, 5, 6].flatMap((slots) => teamTransactions(story, slots))
  assert.equal(later.length, story.truth.insiders.length)
})

test("users of a bot leave its table, tip and fee, as the bot's other users do", () => {
  const story = storyBy('bot-users')
  const dressed = story.buys.find(({ dress }) => dress.serviceFee !== undefined)!
  const { dress, wallet } = dressed
  const mine = (chain.signaturesOf(wallet, { limit: 1_000 }) as readonly ExecutedTransaction[]).filter(
    (one) => one.version === 0 && tipOf(one) === dress.tip!.lamports,
  )
  assert(mine.length >= 1)
  const table = world.labelledTables.get(dress.lookupTable!)!
  const isFeePaid = (one: ExecutedTransaction): boolean => {
    const keys = [...one.accountKeys, ...one.loadedAddresses.writable, ...one.loadedAddresses.readonly]
    const at = keys.indexOf(dress.serviceFee!.to)
    return at >= 0 && one.postBalances[at]! > one.preBalances[at]!
  }
  for (const one of mine) assert(parsed(one).lookups.some((lookup) => encodeBase58(lookup.table) === table.address))
  // A sale pays its fee out of the proceeds, which no plan knows.
  const purchases = events.filter(({ action }) => action.do === 'buy' && action.wallet === wallet)
  assert.equal(mine.filter(isFeePaid).length, purchases.length)
})

test('swept proceeds arrive at the collector', () => {
  const { truth } = storyBy('collector-exit')
  const received = chain.signaturesOf(truth.collector!, { limit: 1_000 })
  assert(received !== 'unknown')
  assert(received.filter(({ accountKeys }) => truth.insiders.includes(accountKeys[0]!)).length >= 3)
})

test('organic graduation ends on the pool', () => {
  assert.equal(world.market.mainPool(storyBy('graduated-organic').token.mint)?.dex, 'pumpswap')
})
