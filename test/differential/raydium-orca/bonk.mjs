import { call, eventCall, record } from '../meteora/record.mjs'
import { balancesOf, launchVector, sceneOf, swapVector, transfersOf } from '../meteora/swap-scene.mjs'
import { permitted } from './cpmm.mjs'
import { encodeEvent } from './events.mjs'
import { BN, BorshCoder, bn, createTransferInstruction, PublicKey, raydium, TransactionInstruction } from './sdks.mjs'
import { plainState } from './state.mjs'

const PROGRAM = new PublicKey('LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj')
const EVENT_AUTHORITY = new PublicKey('2DPAtwB8L12vrMRExbLuyGnC7n2J5LNoZQSejeQGpwkr')
const AMM_PROGRAM = new PublicKey('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8')
const CPMM_PROGRAM = new PublicKey('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C')

/** The four trade instructions, with the event before the transfers as the program has it, and a creator's fee that
 *  leaves the quote vault after them; launches of every kind; both migrations. */
export function bonkVectors(random, idl, firstIdl) {
  const coder = new BorshCoder(idl)
  const firstCoder = new BorshCoder(firstIdl)
  const versions = ['legacy', 0, 1]
  const trades = []
  for (const kind of ['buyExactIn', 'buyExactOut', 'sellExactIn', 'sellExactOut'])
    for (const withheld of [0n, 77n])
      for (const shared of [false, true]) {
        const at = trades.length
        trades.push(
          trade(random, idl, coder, { kind, withheld, shared, version: versions[at % 3], viaRouter: at % 2 === 1 }),
        )
      }
  for (const kind of ['buyExactIn', 'sellExactIn'])
    trades.push(
      trade(random, firstIdl, firstCoder, {
        kind,
        withheld: 0n,
        shared: false,
        version: 0,
        viaRouter: false,
        isFirst: true,
      }),
    )
  return [
    ...trades,
    ...['initialize', 'initializeV2', 'initializeWithToken2022'].map((kind, at) =>
      launched(random, idl, coder, kind, versions[at]),
    ),
    migration(random, idl, coder, 'migrate_to_amm', 0),
    migration(random, idl, coder, 'migrate_to_cpswap', 1),
  ]
}

export function bonkState(random, idl) {
  const tagOf = (name) => idl.accounts.find((one) => one.name === name).discriminator
  return {
    pool: plainState(raydium.LaunchpadPool, random, { tag: tagOf('PoolState') }),
    configs: [0, 1, 2].map((curveType) =>
      plainState(raydium.LaunchpadConfig, random, { tag: tagOf('GlobalConfig'), fixed: { curveType } }),
    ),
  }
}

/** Constant-product numbers around a trade that moved `inRaw` and `outRaw`, fees apart. */
function curveOf(random, isBuy, scene, fee) {
  const virtualQuote = random.big(36) + 10n ** 12n
  const realQuote = random.big(36) + 10n ** 12n + scene.outRaw + fee
  const netIn = scene.inRaw - (isBuy ? fee : 0n)
  const grossOut = scene.outRaw + (isBuy ? 0n : fee)
  const quote = virtualQuote + realQuote
  // out = floor(base * in / (quote + in)) holds for the base reserve just above out * (quote + in) / in.
  const base = isBuy ? (grossOut * (quote + netIn)) / netIn + 1n : (netIn * (quote - grossOut)) / grossOut
  const realBase = random.big(36) + 10n ** 13n
  const sign = isBuy ? 1n : -1n
  const baseMoved = isBuy ? grossOut : netIn
  const quoteMoved = isBuy ? netIn : grossOut
  return {
    virtual_base: base + realBase,
    virtual_quote: virtualQuote,
    real_base_before: realBase,
    real_quote_before: realQuote,
    real_base_after: realBase + sign * baseMoved,
    real_quote_after: realQuote + sign * quoteMoved,
    after: { base: base - sign * baseMoved, quote: quote + sign * quoteMoved },
  }
}

function trade(random, idl, coder, { kind, withheld, shared, version, viaRouter, isFirst = false }) {
  const isBuy = kind.startsWith('buy')
  const scene = sceneOf(random, { firstIn: !isBuy, withheld, userSigns: !viaRouter || random.below(2) === 0 })
  const pool = random.key()
  const fees = { protocol: 1_000n, platform: 2_000n, creator: isFirst ? 0n : 3_000n, share: shared ? 500n : 0n }
  const { after, ...numbers } = curveOf(random, isBuy, scene, fees.protocol + fees.platform + fees.creator + fees.share)
  const event = encodeEvent(idl, coder, 'TradeEvent', {
    pool_state: pool,
    total_base_sell: bn(10n ** 15n),
    ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, bn(value)])),
    amount_in: bn(scene.inRaw),
    amount_out: bn(scene.outRaw),
    protocol_fee: bn(fees.protocol),
    platform_fee: bn(fees.platform),
    ...(isFirst ? {} : { creator_fee: bn(fees.creator), exact_in: kind.endsWith('In') }),
    share_fee: bn(fees.share),
    trade_direction: isBuy ? { Buy: {} } : { Sell: {} },
    pool_status: { Fund: {} },
  })
  const [userBase, userQuote] = isBuy ? [scene.userOut, scene.userIn] : [scene.userIn, scene.userOut]
  const creatorVault = random.key()
  const make = {
    buyExactIn: 'buyExactInInstruction',
    buyExactOut: 'buyExactOutInstruction',
    sellExactIn: 'sellExactInInstruction',
    sellExactOut: 'sellExactOut',
  }[kind]
  const instruction = raydium[make](
    PROGRAM,
    scene.user,
    scene.vaultOwner,
    random.key(),
    random.key(),
    pool,
    userBase,
    userQuote,
    scene.vaultFirst,
    scene.vaultSecond,
    scene.coin,
    scene.money,
    scene.tokenProgram,
    scene.tokenProgram,
    random.key(),
    creatorVault,
    bn(1),
    bn(2),
    ...(shared ? [new BN(100), random.key()] : []),
  )
  const calls = [
    eventCall(PROGRAM, EVENT_AUTHORITY, event),
    ...transfersOf(scene),
    call(
      createTransferInstruction(
        scene.vaultSecond,
        creatorVault,
        scene.vaultOwner,
        fees.creator,
        [],
        scene.tokenProgram,
      ),
    ),
  ]
  const balances = balancesOf(scene).map((row) =>
    row.address.equals(scene.vaultSecond) ? { ...row, after: row.after - fees.creator } : row,
  )
  return swapVector(
    random,
    `${kind}, ${withheld} withheld${shared ? ', a share fee' : ''}${isFirst ? ', first event' : ''}`,
    scene,
    {
      dex: 'bonk',
      pool,
      swap: call(instruction, calls),
      version,
      viaRouter,
      balances,
      reserves: after,
    },
  )
}

function launched(random, idl, coder, kind, version) {
  const { payer, coin, money, tokenProgram } = sceneOf(random, { firstIn: true })
  const pool = random.key()
  const creator = random.key()
  const key = () => random.key()
  const said = { name: `Coin Ünï ${random.u32()}`, symbol: '🐸X', uri: `https://example.org/${random.u32()}.json` }
  const curve = {
    type: 'ConstantCurve',
    totalSellA: bn(7),
    migrateType: 'cpmm',
    supply: bn(10),
    totalFundRaisingB: bn(85),
  }
  const head = [PROGRAM, payer, creator, key(), key(), key(), pool, coin, money, key(), key()]
  const tail = [6, said.name, said.symbol, said.uri, curve, bn(0), bn(0), bn(0)]
  const instruction =
    kind === 'initialize'
      ? // The SDK no longer builds the first form.
        byIdl(
          random,
          idl,
          coder,
          'initialize',
          { payer, creator, pool_state: pool, base_mint: coin, quote_mint: money },
          {
            base_mint_param: { decimals: 6, ...said },
            curve_param: {
              Constant: {
                data: { supply: bn(10), total_base_sell: bn(7), total_quote_fund_raising: bn(85), migrate_type: 1 },
              },
            },
            vesting_param: { total_locked_amount: bn(0), cliff_period: bn(0), unlock_period: bn(0) },
          },
        )
      : kind === 'initializeV2'
        ? raydium.initializeV2(...head, key(), tokenProgram, ...tail, 0)
        : raydium.initializeWithToken2022(...head, tokenProgram, ...tail, 0, {
            transferFeeBasePoints: 100,
            maxinumFee: bn(5),
          })
  return launchVector(random, kind, {
    made: call(instruction),
    version,
    viaRouter: kind === 'initializeV2',
    payer,
    launch: {
      dex: 'bonk',
      kind: 'launch',
      pool: pool.toBase58(),
      mint: coin.toBase58(),
      quoteMint: money.toBase58(),
      creator: creator.toBase58(),
      ...said,
    },
  })
}

/** An instruction by the IDL; accounts that are not `known` are random. */
function byIdl(random, idl, coder, name, known, values) {
  const { accounts } = idl.instructions.find((one) => one.name === name)
  const keys = accounts.map((account) => ({
    pubkey: known[account.name] ?? (account.address ? new PublicKey(account.address) : random.key()),
    isSigner: account.name === 'payer',
    isWritable: account.writable ?? false,
  }))
  return new TransactionInstruction({ programId: PROGRAM, keys, data: coder.instruction.encode(name, values) })
}

/** The migration by the IDL; the one to CPMM with the call that makes the pool inside. */
function migration(random, idl, coder, name, version) {
  const scene = sceneOf(random, { firstIn: true })
  const pool = random.key()
  const inner = name === 'migrate_to_cpswap' ? [call(permitted(random, 0, scene, pool).instruction)] : []
  const known = {
    payer: scene.payer,
    base_mint: scene.coin,
    quote_mint: scene.money,
    amm_program: AMM_PROGRAM,
    cpswap_program: CPMM_PROGRAM,
    amm_pool: pool,
    cpswap_pool: pool,
  }
  const { args } = idl.instructions.find((one) => one.name === name)
  const values = Object.fromEntries(args.map((arg) => [arg.name, arg.type === 'u8' ? 1 : bn(9)]))
  const instruction = byIdl(random, idl, coder, name, known, values)
  // What the inner call needs and the outer one does not name.
  for (const { ix } of inner)
    instruction.keys.push(...ix.keys.map((key) => ({ ...key, isSigner: key.pubkey.equals(scene.payer) })))
  const migrate = call(instruction, inner)
  const answer = record({ version, payer: scene.payer, calls: [migrate], balances: [], signature: random.bytes(64) })
  const graduated = {
    dex: 'bonk',
    kind: 'graduation',
    pool: pool.toBase58(),
    mint: scene.coin.toBase58(),
    quoteMint: scene.money.toBase58(),
    creator: null,
    name: null,
    symbol: null,
    uri: null,
    instructionPath: [0, -1],
  }
  return { name, answer, trades: [], launches: [graduated] }
}
