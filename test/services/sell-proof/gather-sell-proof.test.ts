import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { addressBytes } from '../../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import type { Context } from '../../../src/context.ts'
import { createMetrics } from '../../../src/runtime/metrics.ts'
import type { SellProof } from '../../../src/services/evidence-bundle/sell-proof.ts'
import { gatherSellProof } from '../../../src/services/sell-proof/gather-sell-proof.ts'
import { judgeSellProof } from '../../../src/services/sell-proof/judge-sell-proof.ts'
import { reExecuteTokenLeg } from '../../../src/services/sell-proof/re-execute-token-leg.ts'
import { createWorkers } from '../../../src/workers/pool.ts'
import { accountNode, NODE_CLOCK, type Simulated } from '../../support/account-node.ts'
import { fakeContext } from '../../support/fake-context.ts'
import {
  defaultFrozen,
  nonTransferable,
  pausable,
  permanentDelegate,
  transferFee,
  transferHook,
} from '../../support/mint-bytes.ts'
import { addHook, CURVE, DEV, HELD_RAW, HOOK_PROGRAM, type TrapToken, trapToken, u64 } from './trap-token.ts'

const workers = createWorkers({
  config: { workers: 1, pinThreads: false, mode: 'sandbox' },
  log: pino({ level: 'silent' }),
  metrics: createMetrics(),
})
after(() => workers.close())

function contextOf({ accounts }: Pick<TrapToken, 'accounts'>): Context {
  const { rpc } = accountNode(accounts)
  return fakeContext({ parts: { workers, chain: { rpc } as Context['chain'] } }).ctx
}

async function prove(token: TrapToken): Promise<SellProof> {
  const proof = await gatherSellProof(contextOf(token), token.subject)
  assert(proof.ok, proof.ok ? '' : proof.message)
  return proof.value
}
const tokenStatus = (proof: SellProof) => proof.legs.token.status
const codes = (proof: SellProof) => proof.reasons.filter(({ leg }) => leg === 'token').map(({ code }) => code)
const errors = (proof: SellProof) => new Set(proof.cases.map(({ error }) => error).filter((error) => error !== null))

test('a classic token is sold by a new wallet and an old holder, all sizes and times, without a loss', async () => {
  const proof = await prove(trapToken())
  assert.equal(tokenStatus(proof), 'sellable')
  const sells = proof.cases.filter(({ direction }) => direction === 'sell')
  assert.equal(sells.length, 18)
  assert.deepEqual([...new Set(sells.map(({ atOffsetSec }) => atOffsetSec))], [0, 3_600, 86_400])
  assert(proof.cases.every(({ ok, lossPct, computeUnits }) => ok && lossPct === 0 && computeUnits > 0))
  assert(proof.cases.every(({ adapter }) => adapter === 'local'))
  assert.equal(proof.frozenHolders, 0)
  assert.equal(proof.sampledHolders, 5)
})
test('without a leg through a pool the whole is not proven, however well the transfers went', async () => {
  const unsupported = await prove(trapToken())
  assert.equal(unsupported.status, 'not_proven')
  assert.deepEqual(
    unsupported.gaps.map(({ code }) => code),
    ['pool_unsupported'],
  )
  const poolless = await prove(trapToken({ withoutPool: true }))
  assert.equal(poolless.status, 'not_proven')
  assert.equal(tokenStatus(poolless), 'sellable')
  assert.deepEqual(
    poolless.gaps.map(({ code }) => code),
    ['no_pool'],
  )
})
test('a token that no one holds is tried by a new wallet alone', async () => {
  const proof = await prove(trapToken({ withoutHolders: true, withoutPool: true }))
  assert.equal(tokenStatus(proof), 'sellable')
  assert(proof.cases.every(({ holder }) => holder === 'fresh'))
})
test('a fee of one percent is noted and no trap', async () => {
  const proof = await prove(trapToken({ extensions: [transferFee({ epoch: 0, bps: 100 })] }))
  assert.equal(tokenStatus(proof), 'sellable')
  assert.deepEqual(codes(proof), ['transfer_fee'])
  assert(proof.cases.every(({ lossPct }) => lossPct !== null && lossPct >= 1 && lossPct < 1.001))
})
test('a fee of 99 percent is a tax', async () => {
  const proof = await prove(trapToken({ extensions: [transferFee({ epoch: 0, bps: 9_900 })] }))
  assert.equal(tokenStatus(proof), 'taxed')
  assert.equal(proof.status, 'taxed')
  assert(proof.cases.every(({ lossPct }) => lossPct !== null && lossPct >= 99))
})
test('an announced fee bites in the last of the three times', async () => {
  const announced = transferFee({ epoch: 0, bps: 0 }, { epoch: NODE_CLOCK.epoch + 2, bps: 9_000 })
  const proof = await prove(trapToken({ extensions: [announced] }))
  assert.equal(tokenStatus(proof), 'taxed')
  assert.deepEqual(codes(proof), ['transfer_fee_later'])
  const lossAt = (sec: number) => proof.cases.filter((one) => one.atOffsetSec === sec).map(({ lossPct }) => lossPct)
  assert(lossAt(0).every((loss) => loss === 0))
  assert(lossAt(86_400).every((loss) => loss === 90))
})
test('a mint whose accounts begin frozen lets no one new receive', async () => {
  const proof = await prove(trapToken({ freezeAuthority: DEV, extensions: [defaultFrozen()] }))
  assert.equal(tokenStatus(proof), 'blocked')
  assert(codes(proof).includes('cannot_receive'))
  assert(errors(proof).has('token:AccountFrozen'))
})
test('holders that were frozen one after the other are a trap', async () => {
  const proof = await prove(trapToken({ freezeAuthority: DEV, frozen: 3 }))
  assert.equal(tokenStatus(proof), 'blocked')
  assert.deepEqual(codes(proof), ['holders_frozen'])
  assert.equal(proof.frozenHolders, 3)
  assert(proof.cases.some(({ holder, error }) => holder === 'frozen' && error === 'token:AccountFrozen'))
})
test('a freeze authority that has frozen no one is no trap', async () => {
  const proof = await prove(trapToken({ freezeAuthority: DEV, mintAuthority: DEV }))
  assert.equal(tokenStatus(proof), 'sellable')
})
test('a paused mint is blocked, one that could be paused is not', async () => {
  const paused = await prove(trapToken({ extensions: [pausable(DEV, true)] }))
  assert.equal(tokenStatus(paused), 'blocked')
  assert(errors(paused).has('token:MintPaused'))
  assert.equal(tokenStatus(await prove(trapToken({ extensions: [pausable(DEV, false)] }))), 'sellable')
})
test('a token that cannot be transferred is blocked', async () => {
  const proof = await prove(trapToken({ extensions: [nonTransferable()] }))
  assert.equal(tokenStatus(proof), 'blocked')
  assert(errors(proof).has('token:NonTransferable'))
})
test('that a permanent delegate can take a holding is shown by taking it', async () => {
  const proof = await prove(trapToken({ extensions: [permanentDelegate(DEV)] }))
  assert.equal(tokenStatus(proof), 'sellable')
  assert.deepEqual(codes(proof), ['can_be_seized'])
  const seized = proof.cases.find(({ direction }) => direction === 'seize')
  assert.equal(seized?.ok, true)
})
test('a hook that refuses everything blocks', async () => {
  const token = trapToken({ extensions: [transferHook(HOOK_PROGRAM)] })
  addHook(token, 'reject', u64(0n))
  const proof = await prove(token)
  assert.equal(tokenStatus(proof), 'blocked')
  assert(errors(proof).has(`program:${HOOK_PROGRAM}:Custom(7001)`))
  assert.equal(proof.programs[0]?.address, HOOK_PROGRAM)
})
test('a hook that refuses large amounts blocks above a size', async () => {
  const token = trapToken({ extensions: [transferHook(HOOK_PROGRAM)] })
  addHook(token, 'reject-above', u64(HELD_RAW / 10n))
  const proof = await prove(token)
  assert.equal(tokenStatus(proof), 'blocked')
  assert(codes(proof).includes('sell_fails_above_size'))
  assert(errors(proof).has(`program:${HOOK_PROGRAM}:Custom(7002)`))
})
test('a hook that refuses from a time on is a time lock', async () => {
  for (const [afterSec, failing] of [
    [1_800, [3_600, 86_400]],
    [7_200, [86_400]],
  ] as const) {
    const token = trapToken({ extensions: [transferHook(HOOK_PROGRAM)] })
    addHook(token, 'reject-after', u64(BigInt(NODE_CLOCK.unixTimeSec + afterSec)))
    const proof = await prove(token)
    assert.equal(tokenStatus(proof), 'time_locked')
    const failed = proof.cases.filter(({ direction, ok }) => direction === 'sell' && !ok)
    assert.deepEqual([...new Set(failed.map(({ atOffsetSec }) => atOffsetSec))], failing)
  }
})
test('a hook that only lets its friends sell is found, though the pool and its maker can', async () => {
  const token = trapToken({ extensions: [transferHook(HOOK_PROGRAM)] })
  addHook(token, 'allow-list', Buffer.concat([u64(2n), addressBytes(CURVE), addressBytes(DEV)]))
  const proof = await prove(token)
  assert.equal(tokenStatus(proof), 'blocked')
  assert(codes(proof).includes('sell_fails'))
  const buys = proof.cases.filter(({ direction }) => direction === 'buy')
  assert(buys.length > 0 && buys.every(({ ok }) => ok))
})
test('a hook that accepts everything is no trap', async () => {
  const token = trapToken({ extensions: [transferHook(HOOK_PROGRAM)] })
  addHook(token, 'count', u64(0n))
  assert.equal(tokenStatus(await prove(token)), 'sellable')
})
test('a hook without code to be had is not proven, one that does not exist blocks', async () => {
  const token = trapToken({ extensions: [transferHook(HOOK_PROGRAM)] })
  addHook(token, 'count', u64(0n))
  token.accounts.set(HOOK_PROGRAM, { ...token.accounts.get(HOOK_PROGRAM)!, data: new Uint8Array(0) })
  const hidden = await prove(token)
  assert.equal(hidden.status, 'not_proven')
  assert(hidden.gaps.some(({ code, leg }) => code === 'not_cloneable' && leg === 'token'))
  token.accounts.delete(HOOK_PROGRAM)
  assert.equal(tokenStatus(await prove(token)), 'blocked')
})
/** A token whose hook has no code to be had, behind a node that simulates. */
async function proveHidden(simulate: (wire: Uint8Array) => Simulated): Promise<SellProof> {
  const token = trapToken({ extensions: [transferHook(HOOK_PROGRAM)] })
  addHook(token, 'count', u64(0n))
  token.accounts.set(HOOK_PROGRAM, { ...token.accounts.get(HOOK_PROGRAM)!, data: new Uint8Array(0) })
  const { rpc } = accountNode(token.accounts, NODE_CLOCK, simulate)
  const { ctx } = fakeContext({ parts: { workers, chain: { rpc } as Context['chain'] } })
  const proof = await gatherSellProof(ctx, token.subject)
  assert(proof.ok)
  return proof.value
}
const refusedBy = (program: string): Simulated => ({
  err: { InstructionError: [1, { Custom: 7 }] },
  logs: [
    `Program ${program} failed: custom program error: 0x7`,
    `Program ${TOKEN_2022_PROGRAM} failed: custom program error: 0x7`,
  ],
})

test('principle 11: a hook that refuses ordinary holders in all sizes blocks, though its code cannot be cloned', async () => {
  const proof = await proveHidden(() => refusedBy(HOOK_PROGRAM))
  assert.equal(proof.status, 'blocked')
  assert(codes(proof).includes('sell_fails'))
  const tried = proof.cases.filter(({ leg }) => leg === 'token')
  assert(
    tried.every(({ adapter, holder, direction }) => adapter === 'node' && holder === 'old' && direction === 'sell'),
  )
  assert.equal(new Set(tried.map(({ owner }) => owner)).size, 3)
  assert.deepEqual([...new Set(tried.map(({ sizePct }) => sizePct))], [1, 50, 100])
  assert.deepEqual(judgeSellProof(proof).status, 'blocked', 'the record alone says the same')
})
test('what goes through on the node alone is not proven, and neither is what another program refuses', async () => {
  assert.equal((await proveHidden(() => ({ err: null, logs: [] }))).status, 'not_proven')
  assert.equal((await proveHidden(() => refusedBy(CURVE))).status, 'not_proven')
})
test('an address without a mint is not proven', async () => {
  const token = trapToken()
  token.accounts.delete(token.subject.mint)
  const proof = await prove(token)
  assert.equal(proof.status, 'not_proven')
  assert.deepEqual([...new Set(proof.reasons.map(({ code }) => code))], ['no_mint'])
})
test('a proof is plain JSON, is judged and executed again from its record, and one changed byte shows', async () => {
  const token = trapToken({ extensions: [transferHook(HOOK_PROGRAM), transferFee({ epoch: 0, bps: 250 })] })
  addHook(token, 'count', u64(0n))
  const proof = await prove(token)
  assert.equal(JSON.stringify(await prove(token)), JSON.stringify(proof))
  const record = JSON.parse(JSON.stringify(proof)) as SellProof
  assert.deepEqual(record, proof)
  const { status, reasons, legs } = judgeSellProof(record)
  assert.deepEqual({ status, reasons, legs }, { status: proof.status, reasons: proof.reasons, legs: proof.legs })
  assert.equal(proof.isReExecutable, true)
  const again = await reExecuteTokenLeg({ workers }, record)
  assert(again.ok)
  assert.deepEqual(
    again.value,
    proof.cases.filter(({ leg }) => leg === 'token'),
  )
  const accounts = record.accounts.map((account) =>
    account.address === token.subject.mint ? { ...account, dataBase64: flipFee(account.dataBase64!) } : account,
  )
  const changed = await reExecuteTokenLeg({ workers }, { ...record, accounts })
  assert(changed.ok)
  assert.notDeepEqual(changed.value, again.value)
  const cut = record.accounts.map((account) => ({ ...account, dataBase64: null }))
  const refused = await reExecuteTokenLeg({ workers }, { ...record, accounts: cut })
  assert.equal(refused.ok ? null : refused.code, 'not_found')
})
test('without a node there is no proof, and a cancelled request gets none', async () => {
  const { ctx } = fakeContext({ parts: { workers, chain: { rpc: null } as Context['chain'] } })
  const unconfigured = await gatherSellProof(ctx, trapToken().subject)
  assert.equal(unconfigured.ok ? null : unconfigured.code, 'unconfigured')
  const token = trapToken()
  const cancelled = await gatherSellProof(contextOf(token), token.subject, AbortSignal.abort())
  assert.equal(cancelled.ok ? null : cancelled.code, 'cancelled')
})

/** The rate of the newer schedule, which stands at the end of the fee's value. */
function flipFee(text: string): string {
  const bytes = Buffer.from(text, 'base64')
  bytes.writeUInt16LE(bytes.readUInt16LE(bytes.length - 2) ^ 1, bytes.length - 2)
  return bytes.toString('base64')
}
