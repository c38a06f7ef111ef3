/* Traps and healthy tokens, drawn by a seed: kinds are fixed, the amounts in them are not. A kind says which contract of
 * fixtures/evm-security/tokens.json it is, and how its two numbers are drawn. */

const DAY_SECONDS = 86_400

/** Mulberry32. */
export function random(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const whole = (draw, low, high) => low + Math.floor(draw() * (high - low + 1))
const trap = (kind, mode, p, q) => ({ kind, contract: 'Trap', mode, p, q })
const zero = () => 0

export const TRAPS = [
  trap(
    'sale reverts',
    1,
    (draw) => whole(draw, 1, 9_999),
    (draw) => whole(draw, 0, 4),
  ),
  // In billionths of the supply: between what a hundredth and all of a purchase of a thousandth of the pool gives.
  trap(
    'sale reverts above an amount',
    2,
    (draw) => whole(draw, 3_000, 200_000),
    (draw) => whole(draw, 0, 4),
  ),
  trap('only a whitelist sells', 3, zero, (draw) => whole(draw, 0, 4)),
  trap('extreme tax of sales', 4, (draw) => whole(draw, 5_000, 10_000), zero),
  trap(
    'tax that begins later',
    5,
    (draw) => whole(draw, 100, 1_500),
    (draw) => whole(draw, 0, 2),
  ),
  trap('balance is gone after a transfer', 6, zero, (draw) => whole(draw, 0, 1)),
  trap('no router can take it', 7, zero, (draw) => whole(draw, 0, 1)),
  trap('endless cooldown', 8, (draw) => whole(draw, 30, 3_650) * DAY_SECONDS, zero),
  trap('tiny wallets', 9, (draw) => whole(draw, 600, 30_000), zero),
  trap('trading is closed', 10, zero, (draw) => whole(draw, 0, 3)),
  trap('approve lies', 11, zero, (draw) => whole(draw, 0, 2)),
  trap(
    'buyers are blacklisted',
    12,
    (draw) => whole(draw, 1, 99),
    (draw) => whole(draw, 0, 4),
  ),
  trap(
    'balances that are not there',
    13,
    (draw) => whole(draw, 10 ** 6, 10 ** 9),
    (draw) => whole(draw, 0, 2),
  ),
  trap('transfers that are only told', 14, zero, (draw) => whole(draw, 0, 2)),
  trap('extreme tax of transfers', 15, (draw) => whole(draw, 5_000, 10_000), zero),
  trap('extreme tax of purchases', 16, (draw) => whole(draw, 5_000, 10_000), zero),
  trap('no sale after a transfer', 17, zero, (draw) => whole(draw, 0, 2)),
  trap('tax by amount', 18, (draw) => whole(draw, 3_000, 200_000), zero),
  trap('sale burns all gas', 19, zero, zero),
  trap('balances melt', 20, (draw) => whole(draw, 15, 2_000), zero),
  trap('one unit reaches the pool', 21, zero, zero),
  trap(
    'sales end some time after the launch',
    23,
    (draw) => whole(draw, 7_200, 20 * 3_600),
    (draw) => whole(draw, 0, 4),
  ),
  trap('approve is off', 24, zero, zero),
]

const healthy = (kind, contract, mode = 0, p = zero, q = zero) => ({ kind, contract, mode, p, q })
export const HEALTHY = [
  healthy('plain', 'Healthy'),
  healthy(
    'declared tax',
    'Healthy',
    1,
    (draw) => whole(draw, 50, 500),
    (draw) => whole(draw, 50, 500),
  ),
  healthy('burns of each transfer', 'Healthy', 2, (draw) => whole(draw, 10, 300)),
  healthy(
    'fair limits',
    'Healthy',
    3,
    (draw) => whole(draw, 100, 300),
    (draw) => whole(draw, 60, 200),
  ),
  healthy('could be paused', 'Healthy', 4),
  healthy('one trade a block', 'Healthy', 5),
  healthy('no contracts buy', 'Healthy', 6),
  healthy('says false', 'Healthy', 7),
  healthy(
    'sells its own tax',
    'Healthy',
    8,
    (draw) => whole(draw, 50, 500),
    (draw) => whole(draw, 50, 500),
  ),
  healthy('short cooldown', 'Healthy', 9, (draw) => whole(draw, 12, 60)),
  healthy('96 bits', 'Healthy', 10),
  healthy('permits', 'Healthy', 11),
  healthy('launch tax that ended', 'Healthy', 12, (draw) => whole(draw, 1, 5)),
  healthy('returns nothing', 'Silent'),
  healthy('rebasing', 'Rebasing', 0, (draw) => whole(draw, 20, 500)),
  healthy('fee to holders', 'Reflecting', 0, (draw) => whole(draw, 50, 300)),
]

const hooked = (kind, isTrap, mode, p = zero) => ({ kind, isTrap, mode, p })
/** Plain tokens in pools of v4 whose hook decides: modes of `SaleHook`, amounts in millionths. */
export const HOOKED = [
  hooked('hook refuses sales', true, 1),
  hooked('hook takes most of a sale', true, 2, (draw) => whole(draw, 600_000, 990_000)),
  hooked('hook lets one account sell', true, 3),
  hooked('hook with a fee', false, 0, (draw) => whole(draw, 3_000, 30_000)),
  hooked('hook that knows one router', false, 4),
]

/** A few of each: blocked, taxed and delayed sales, and healthy tokens that look like them. Hooked ones belong to them. */
const SOME = [
  ...[
    'sale reverts',
    'only a whitelist sells',
    'extreme tax of sales',
    'endless cooldown',
    'one unit reaches the pool',
  ],
  ...['plain', 'declared tax', 'burns of each transfer', 'short cooldown', 'returns nothing'],
]
export const isOfSome = ({ kind, hook }) => hook !== undefined || SOME.includes(kind)

const DECIMALS = [6, 8, 9, 18]

/** `variants` of each kind: numbers, decimals, supply, depth of the pool, its kind. Hooked ones come last. */
export function drawCorpus(seed, variants) {
  const draw = random(seed)
  const each = (kinds, of) =>
    kinds.flatMap((kind) => Array.from({ length: variants }, (_, variant) => of(kind, variant)))
  const tokens = [
    ...TRAPS.map((kind) => ({ ...kind, isTrap: true })),
    ...HEALTHY.map((kind) => ({ ...kind, isTrap: false })),
  ]
  return [
    ...each(tokens, ({ kind, contract, mode, p, q, isTrap }, variant) => ({
      ...{ kind, contract, mode, isTrap, variant },
      p: p(draw),
      q: contract === 'Trap' || contract === 'Healthy' ? q(draw) : 0,
      ...drawPool(draw),
      // What sells its own tax does so in a pair of v2, and pools of v3 take no deposit of a token whose balances lie.
      venue: draw() < 0.25 && contract !== 'Reflecting' && mode !== (contract === 'Trap' ? 13 : 8) ? 'v3' : 'v2',
    })),
    ...each(HOOKED, ({ kind, mode, p, isTrap }, variant) => ({
      ...{ kind, contract: 'Healthy', mode: 0, isTrap, variant, p: 0, q: 0 },
      hook: { mode, p: p(draw) },
      ...drawPool(draw),
      venue: draw() < 0.5 ? 'v4' : 'v4 native',
    })),
  ]
}

function drawPool(draw) {
  return {
    decimals: DECIMALS[whole(draw, 0, 3)],
    supplyUnits: whole(draw, 10 ** 6, 10 ** 9),
    poolShare: whole(draw, 40, 95),
    quoteTenths: whole(draw, 20, 2_000),
  }
}
