import { keccak256 } from '../../../src/chain/evm/keccak.ts'
import { VENUES as CONTRACTS, selector, squareRoot, TOKENS, word } from './lab.mjs'

/* Where a specimen is traded. Each opens a pool with `amounts` of the token and of its quote, and says how earlier buyers
 * buy there and what the probe is told. `quote` of a specimen is in tenths of a coin; where the pool is paid in dollars,
 * each coin is worth 3,000. */

const COIN = 10n ** 18n
const DOLLAR = 10n ** 6n
const DOLLARS_PER_COIN = 3_000n
const NATIVE = `0x${'0'.repeat(40)}`
const DYNAMIC_FEE = 0x800000
const BEFORE_SWAP = 0x80n
const HOOKLESS = NATIVE

const toDollars = (wei) => (wei * DOLLARS_PER_COIN * DOLLAR) / COIN
const isBelow = (one, other) => BigInt(one) < BigInt(other)

/** Pools of v2: the buyer pays the pair. */
function pairOf(pool, feePpm = 3_000) {
  return { pool, venue: { pool, kind: 'v2', feePpm } }
}

async function openV2(lab, { token, quote, amounts }) {
  const pool = await lab.v2Pair(lab.factories.v2, token, quote, amounts)
  return { ...pairOf(pool), buy: (order) => lab.buyV2(pool, { token, quote, ...order }) }
}

async function openV3(lab, { token, quote, amounts }) {
  const made = await lab.v3Pool(lab.factories.v3, token, quote, amounts)
  const { pool } = made
  return {
    ...{ pool, venue: { pool, kind: 'v3', feePpm: 0 } },
    buy: (order) => lab.buyV3(made, { token, quote, ...order }),
  }
}

async function openAerodrome(lab, { token, quote, amounts, decimals, isStable }) {
  const pool = await lab.deploy(CONTRACTS.AerodromePool, token, quote, decimals.token, decimals.quote, isStable ? 1 : 0)
  await lab.send(token, '0xa9059cbb', [pool, amounts.token])
  await lab.send(quote, '0xa9059cbb', [pool, amounts.quote])
  await lab.send(pool, selector('mint(address)'), [pool])
  const router = await lab.deploy(CONTRACTS.AerodromeRouter, pool)
  return {
    ...{ pool, router, venue: { pool, kind: 'aerodrome', feePpm: 0 } },
    async buy({ amount, buyer }) {
      const out = BigInt((await lab.send(pool, selector('getAmountOut(uint256,address)'), [amount, quote])).data)
      await lab.send(quote, '0xa9059cbb', [pool, amount])
      const isFirst = isBelow(token, quote)
      return lab.run({
        from: buyer,
        to: pool,
        data: `0x022c0d9f${[isFirst ? out : 0n, isFirst ? 0n : out, buyer, 128, 0].map(word).join('')}`,
      })
    },
  }
}

/** With a hook where the specimen has one: its address says what it is asked for. */
async function openV4(lab, { token, quote, amounts, hook }) {
  const manager = await lab.v4Manager()
  const depositor = await lab.deploy(CONTRACTS.DepositorV4, manager)
  const [low, high] = isBelow(token, quote) ? [token, quote] : [quote, token]
  const of = (one) => (one === token ? amounts.token : amounts.quote)
  let hooks = HOOKLESS
  if (hook !== undefined) {
    const made = await lab.deploy(CONTRACTS.SaleHook, token, hook.mode, hook.p, depositor)
    hooks = `0x${((BigInt(made) & ~0x3fffn) | BEFORE_SWAP).toString(16).padStart(40, '0')}`
    await lab.place(hooks, await lab.code(made))
  }
  const key = [low, high, hook === undefined ? 3_000 : DYNAMIC_FEE, 60, hooks]
  const root = squareRoot((of(high) << 192n) / of(low))
  const liquidity = (squareRoot(of(low) * of(high)) * 999n) / 1_000n
  await fill(lab, depositor, { token, quote, amounts })
  await lab.send(depositor, selector('deposit(address,address,uint24,int24,address,uint160,int256)'), [
    ...key,
    root,
    liquidity,
  ])
  return {
    ...{ pool: manager, key, venue: managed('v4', { pool: manager, manager, key, depthRaw: amounts.quote }) },
    async buy({ amount, buyer }) {
      await fill(lab, depositor, { quote, amounts: { quote: amount } })
      return lab.run({
        to: depositor,
        data: `${BUY}${[isBelow(quote, token) ? 1 : 0, amount, buyer].map(word).join('')}`,
      })
    },
  }
}

async function openInfinity(lab, { token, quote, amounts }) {
  const vault = await lab.deploy(CONTRACTS.InfinityVault)
  const manager = await lab.deploy(CONTRACTS.InfinityManager, vault)
  const buyer = await lab.deploy(CONTRACTS.BuyerInfinity, vault, manager)
  const [low, high] = isBelow(token, quote) ? [token, quote] : [quote, token]
  const of = (one) => (one === token ? amounts.token : amounts.quote)
  const parameters = 60n << 16n
  const key = [low, high, HOOKLESS, manager, 3_000, parameters]
  await fill(lab, buyer, { token, quote, amounts })
  await lab.send(buyer, selector('open(address,address,uint24,bytes32,uint256,uint256)'), [
    low,
    high,
    3_000,
    parameters,
    of(low),
    of(high),
  ])
  return {
    ...{ pool: vault, key, venue: managed('infinity', { pool: vault, manager, key, depthRaw: amounts.quote }) },
    async buy({ amount, buyer: to }) {
      await fill(lab, buyer, { quote, amounts: { quote: amount } })
      return lab.run({ to: buyer, data: `${BUY}${[isBelow(quote, token) ? 1 : 0, amount, to].map(word).join('')}` })
    },
  }
}

const BUY = selector('buy(bool,uint256,address)')

function managed(kind, { pool, manager, key, depthRaw }) {
  return { kind, pool, manager, key: `0x${key.map(word).join('')}`, depthRaw }
}

async function fill(lab, whom, { token, quote, amounts }) {
  if (token !== undefined) await lab.send(token, '0xa9059cbb', [whom, amounts.token])
  if (quote === NATIVE) await lab.fund(whom, amounts.quote)
  else await lab.send(quote, '0xa9059cbb', [whom, amounts.quote])
}

/** The id by which a manager knows a pool. */
export function poolIdOf(key) {
  return `0x${Buffer.from(keccak256(Buffer.from(key.map(word).join(''), 'hex'))).toString('hex')}`
}

/** A dollar, paired with the wrapped coin where `openHop` says: what a token is paid with that knows no native pool. */
async function withDollars(lab, openHop, open, wish) {
  // The best known stable returns nothing from a transfer; others do.
  const quote = await lab.deploy(wish.draw < 0.5 ? TOKENS.Silent : TOKENS.Healthy, 0, 0, 0, 6, 10n ** 18n)
  const wei = 1_000n * COIN
  const amounts = { token: wei, quote: toDollars(wei) }
  const decimals = { token: 18, quote: 6 }
  const hop = await openHop(lab, { token: lab.wrapped, quote, amounts, decimals, isStable: false })
  const made = await open(lab, {
    ...wish,
    quote,
    amounts: { ...wish.amounts, quote: wish.amounts.dollars ?? toDollars(wish.amounts.quote) },
    decimals: { ...wish.decimals, quote: 6 },
  })
  return { ...made, quote, hop: hop.venue, inQuote: toDollars }
}

const inWrapped = (open) => async (lab, wish) => ({
  ...(await open(lab, { ...wish, quote: lab.wrapped, decimals: { ...wish.decimals, quote: 18 } })),
  ...{ quote: lab.wrapped, hop: null, inQuote: (wei) => wei },
})
const inNative = (open) => async (lab, wish) => ({
  ...(await open(lab, { ...wish, quote: NATIVE, decimals: { ...wish.decimals, quote: 18 } })),
  ...{ quote: NATIVE, hop: null, inQuote: (wei) => wei },
})

/** Balances that a pool of v3 or a manager takes no deposit of. */
const lies = ({ contract, mode }) => contract === 'Reflecting' || (contract === 'Trap' && mode === 13)
/** What sells its own tax does so in a pair of v2. */
const sellsItself = ({ contract, mode }) => contract === 'Healthy' && mode === 8
const isPlain = (one) => one.hook === undefined && !lies(one) && !sellsItself(one)
/** Aerodrome sends its fee of a sale to a contract: a token that no contract may get from the pool cannot be sold there. */
const noContractsBuy = ({ contract, mode }) => contract === 'Healthy' && mode === 6
const ofPairs = (one) => one.hook === undefined

/** By name: how a pool is opened, and which specimens fit in it. */
export const VENUES = {
  v2: { open: inWrapped(openV2), fits: ofPairs },
  v3: { open: inWrapped(openV3), fits: isPlain },
  'hop v2 v2': { open: (lab, wish) => withDollars(lab, openV2, openV2, wish), fits: ofPairs },
  'hop v3 v2': { open: (lab, wish) => withDollars(lab, openV3, openV2, wish), fits: ofPairs },
  'hop v3 v3': { open: (lab, wish) => withDollars(lab, openV3, openV3, wish), fits: isPlain },
  'aerodrome volatile': {
    open: inWrapped((lab, wish) => openAerodrome(lab, { ...wish, isStable: false })),
    fits: (one) => ofPairs(one) && !noContractsBuy(one),
  },
  'aerodrome stable': {
    // Each token is worth a dollar.
    open: (lab, wish) =>
      withDollars(lab, openAerodrome, (at, of) => openAerodrome(at, { ...of, isStable: true }), {
        ...wish,
        amounts: { ...wish.amounts, dollars: (wish.amounts.token * DOLLAR) / 10n ** BigInt(wish.decimals.token) },
      }),
    // A pair of another curve is not one that such a token knows how to sell in.
    fits: (one) => ofPairs(one) && !noContractsBuy(one) && !sellsItself(one),
  },
  v4: { open: inWrapped(openV4), fits: (one) => !lies(one) && !sellsItself(one) },
  'v4 native': { open: inNative(openV4), fits: (one) => !lies(one) && !sellsItself(one) },
  'hop v3 v4': {
    open: (lab, wish) => withDollars(lab, openV3, openV4, wish),
    fits: (one) => !lies(one) && !sellsItself(one),
  },
  infinity: { open: inWrapped(openInfinity), fits: isPlain },
  'infinity native': { open: inNative(openInfinity), fits: isPlain },
}
