import assert from 'node:assert/strict'
import { VersionedTransaction } from '@solana/web3.js'
import { type Keypair, signBytes } from '../../src/chain/solana/keypair.ts'
import { NATIVE_MINT } from '../../src/chain/solana/program-ids.ts'
import type { Caller } from '../../src/contract/api-key.ts'
import { readMint } from '../../src/hot-paths/account-layouts.ts'
import { placeSignature } from '../../src/hot-paths/wire-template.ts'
import { buyBody } from '../../src/routes/trading/trade-body.ts'
import { digestKey } from '../../src/runtime/digest-key.ts'
import { tradeClock } from '../../src/services/trade-pools/hot-chain.ts'
import { prepareTrade } from '../../src/services/trading/prepare-trade.ts'
import { LAB_KEY } from '../../test/services/manifest/trade-lab.ts'
import { type Goal, interleave, medianOf, printMeasured, reportGoals } from '../harness.ts'
import { readBenchOptions } from '../options.ts'
import { cpuPerOperation } from './cost.ts'
import { type SdkBuild, type SdkGiven, sdkBuilder } from './sdk-builds.mjs'
import { openTradeDesk, untilWarm } from './trade-desk.ts'

/** Row 8, second line: a buy with warm state, from its body to its signed bytes, against the official SDK's quote and
 *  instruction with the same instructions around it, compiled and signed by web3.js. Both must give the same
 *  transaction: the same bytes where the SDK has this form of the swap, else the same but for the swap's data. */
const { rounds, isQuick } = readBenchOptions(9)
const OPERATIONS = isQuick ? 300 : 2_000
const SLOW_OPERATIONS = isQuick ? 40 : 150
const WARM_UP = isQuick ? 200 : 1_000
const SLIPPAGE_BPS = 500
const UNIT_PRICE = 500_000
/** Their SDKs build the buy of an exact amount of tokens: other data, the same accounts. */
const OTHER_FORM = new Set(['pumpfun', 'pumpswap'])
const DEXES = ['pumpfun', 'pumpswap', 'raydium', 'raydium_cpmm', 'bonk', 'meteora', 'meteora_damm_v2', 'orca'] as const

/** Of the trade that is to be built again. */
let dataLimitBytes = 0
const desk = await openTradeDesk()
const goals: Goal[] = []
try {
  const { lab, ctx, coins } = desk
  const owner = await lab.wallet()
  const key = ctx.store.apiKeys.findByDigest(digestKey(LAB_KEY))
  assert(key !== undefined)
  const caller: Caller = { kind: 'key', key }
  for (const dex of DEXES) {
    const { mint } = coins.get(dex)!
    await lab.giveTokens(owner.address, mint, 1_000_000n)
    let [asked, hits] = [0, 0]
    const ours = async (i: number) => {
      const text = `{"mint":"${mint}","dex":"${dex}","amount_in":0.1${String(i).padStart(5, '0')},"slippage_bps":${SLIPPAGE_BPS},"manifest":false}`
      const wish = buyBody.parse(JSON.parse(text), text)
      assert(wish.ok)
      const prepared = await prepareTrade(ctx, wish.value, { caller, wallet: owner.address })
      assert(prepared.ok, prepared.ok ? '' : prepared.message)
      const { wire, messageStart, messageEnd, signatureOffset } = prepared.value.compiled
      placeSignature(wire, signBytes(owner, wire.subarray(messageStart, messageEnd)), signatureOffset)
      asked++
      if (prepared.value.plan.cacheHit) hits++
      return prepared.value
    }
    await untilWarm(() => ours(0))
    const theirs = await openSdk(dex, owner, await ours(0))
    if (theirs === null) {
      console.log(`${dex}: its SDK is not installed (test/differential); left out`)
      continue
    }
    for (const i of [0, 7, 4_321]) {
      const own = await ours(i)
      dataLimitBytes = own.plan.dataLimitBytes
      compare(dex, own.compiled.wire, own.plan.legs[0]!.minOutRaw, await theirs(amountOf(i), own.blockhash))
    }
    for (let i = 0; i < WARM_UP; i++) await ours(i)
    const { blockhash } = await ours(1)
    const measured = await interleave(
      [
        { name: 'ours', measure: () => cpuPerOperation(OPERATIONS, ours) },
        {
          name: 'SDK and web3.js',
          measure: () => cpuPerOperation(SLOW_OPERATIONS, (i) => theirs(amountOf(i), blockhash)),
        },
      ],
      rounds,
    )
    assert(hits > asked * 0.9, `${dex}: only ${hits} of ${asked} were warm`)
    printMeasured(`a buy on ${dex}`, measured, 'us CPU per buy')
    goals.push({
      what: `full buy build on ${dex}: times cheaper than its SDK with web3.js`,
      got: medianOf(measured, 'SDK and web3.js') / medianOf(measured, 'ours'),
      reach: 10,
      aim: 25,
    })
  }
} finally {
  await desk.lab.stop()
}
reportGoals('trade', goals)

function amountOf(i: number): bigint {
  return 100_000_000n + BigInt(i) * 1_000n
}

type Prepared = Extract<Awaited<ReturnType<typeof prepareTrade>>, { ok: true }>['value']

/** The accounts are read once; the SDK decodes them once, too. */
async function openSdk(dex: string, owner: Keypair, { plan, composed }: Prepared) {
  const { pool } = plan.legs[0]!
  const accounts = new Map<string, Buffer | null>()
  const mintBytes = await bytesOf(plan.token.mint)
  const swap = composed.instructions.find(({ programId }) => programId === pool.programId)!
  const places = swap.accounts.map(({ address }) => address)
  for (const address of new Set([...places, ...pool.watch, plan.token.mint, NATIVE_MINT]))
    accounts.set(address, await bytesOf(address))
  const clock = await tradeClock(desk.ctx)
  assert(clock.ok)
  const given: SdkGiven = {
    program: pool.programId,
    pool: pool.address,
    mint: plan.token.mint,
    quoteMint: NATIVE_MINT,
    wallet: owner.address,
    secretKey: owner.secretKey,
    coinAccount: plan.token.address,
    scratch: plan.scratch,
    tokenPrograms: [pool.baseTokenProgram, pool.quoteTokenProgram],
    recipients: { fee: places[1]!, buyback: places.at(-1)! },
    supplyRaw: readMint(mintBytes!)!.supplyRaw,
    swapAccounts: places,
    slippageBps: SLIPPAGE_BPS,
    units: composed.computeUnitLimit,
    unitPrice: UNIT_PRICE,
    // Each trade of ours has another one.
    get dataLimitBytes() {
      return dataLimitBytes
    },
    clock: clock.value,
    accounts: (address) => accounts.get(address) ?? null,
  }
  return sdkBuilder(dex, given)
}

async function bytesOf(address: string): Promise<Buffer | null> {
  const { value } = await desk.lab.rpc<{ value: { data: [string] } | null }>('getAccountInfo', [
    address,
    { encoding: 'base64' },
  ])
  return value === null ? null : Buffer.from(value.data[0], 'base64')
}

function compare(dex: string, wire: Uint8Array, minOutRaw: bigint, theirs: SdkBuild): void {
  if (!OTHER_FORM.has(dex)) {
    assert.equal(theirs.minOutRaw, minOutRaw, `${dex}: the same least output`)
    assert.deepEqual(Buffer.from(theirs.wire), Buffer.from(wire), `${dex}: the same signed bytes`)
    return
  }
  const [own, other] = [wire, theirs.wire].map((one) => VersionedTransaction.deserialize(one).message)
  assert.equal(own!.compiledInstructions.length, other!.compiledInstructions.length)
  const distance = minOutRaw - theirs.minOutRaw
  assert(distance * 1_000_000n < minOutRaw && -distance * 1_000_000n < minOutRaw, `${dex}: the same least output`)
  for (const [at, one] of own!.compiledInstructions.entries()) {
    const two = other!.compiledInstructions[at]!
    const named = (message: typeof own, { accountKeyIndexes }: typeof one) =>
      accountKeyIndexes.map((index) => message!.staticAccountKeys[index]!.toBase58())
    const [mine, yours] = [named(own, one), named(other, two)]
    assert.equal(mine.length, yours.length, `${dex}: instruction ${at} has as many accounts`)
    const unlike = mine.filter((address, place) => address !== yours[place])
    // Either picks one of the program's fee recipients, and their accounts.
    assert(unlike.length <= 4, `${dex}: instruction ${at} differs in ${unlike.join()}`)
  }
}
