import { USDC_MINT, WSOL_MINT } from '../../src/contract/mints.ts'
import { lamportsToSol, rawToNumber } from '../../src/contract/units.ts'
import { heldRaw } from '../world/holdings.ts'
import type { Action } from '../world/plan-types.ts'
import type { AgentState } from './agent-state.ts'
import { springTrap } from './spring-trap.ts'

const POOR_LAMPORTS = 6_000_000_000n
const RICH_LAMPORTS = 600_000_000_000n
const REFILL_LAMPORTS = 80_000_000_000n
const PURCHASE_MARGIN_LAMPORTS = 50_000_000n
/** How strongly the crowd buys what has fallen and sells what has risen: keeps prices within reach of their opening. */
const PULL = 2.2
const SOL_PULL = 8.8
const STABLE_PULL = 130
/** Of the trades of a token while it is new. */
const EARLY_BUYS_SHARE = 0.78
/** Traders that are asked for what the first one does not have. */
const SELLERS_ASKED = 8
/** People of the crowd that each trader pays. */
const ACQUAINTANCES = 12
/** Of the trades of dollars: those in stablecoins. */
const STABLE_SHARE = 0.15
/** Of the trades of SOL against dollars; the many small ones carry little of the volume. */
const LARGE_SOL_SHARE = 0.05

/** What happens next when nothing is due: trades on pools and curves, payments, and now and then an exchange. */
export function chooseAction(state: AgentState): Action {
  const roll = state.random.next()
  if (roll < 0.42) return tradeListed(state)
  if (roll < 0.66) return tradeToken(state)
  if (roll < 0.8) return tradeDollars(state)
  if (roll < 0.94) return paySomebody(state)
  return (roll < 0.997 ? null : springTrap(state)) ?? payTokens(state)
}

function tradeListed(state: AgentState): Action {
  const { world, random } = state
  const listed = world.plan.tokens.filter(({ archetype }) => LISTED.has(archetype))
  const token = random.pick(listed)
  const wallet = random.pick(random.chance(0.08) ? world.plan.cast.whale : world.plan.cast.trader)
  return tradeOf(state, token.mint, wallet, token.archetype === 'bluechip' ? 12 : 3)
}

const LISTED: ReadonlySet<string> = new Set(['bluechip', 'healthy', 'graduated', 'bundled'])

function tradeToken(state: AgentState): Action {
  const { world, random } = state
  while (true) {
    const open = state.openTokens.filter(({ fromStep }) => fromStep <= state.step)
    if (open.length === 0) break
    // The newest draw three times the attention of the average.
    const coin = open[Math.floor(open.length * Math.cbrt(random.next()))]!
    const pool = world.market.mainPool(coin.mint)
    // A graduated token goes on trading on its pool for a while; one that is gone is forgotten.
    if (pool !== null) {
      const worth = coin.fadesFromStep <= state.step ? coin.worth : null
      return tradeOf(state, coin.mint, random.pick(world.plan.cast.trader), pool.dex === 'pumpfun' ? 0.9 : 2, worth)
    }
    state.openTokens.splice(state.openTokens.indexOf(coin), 1)
  }
  return tradeListed(state)
}

/** A trade in one of the tokens that have their pool on another DEX, each in turn; null when the world has none. */
export function tradeElsewhere(state: AgentState, turn: number): Action | null {
  const { world, random } = state
  const tokens = world.plan.tokens.filter(({ archetype }) => archetype === 'other_dex')
  const token = tokens[turn % tokens.length]
  return token === undefined ? null : tradeOf(state, token.mint, random.pick(world.plan.cast.trader), 2)
}

/** Buys or sells by how far the price is from `worth` times where it opened (null: no one knows what it is worth, and
 *  more buy than sell), with SOL from an exchange for those who run out. Who has nothing to sell leaves it to a
 *  holder. */
function tradeOf(state: AgentState, mint: string, wallet: string, maxSol: number, worth: number | null = 1): Action {
  const { world, random } = state
  const balance = bankOr(state, wallet)
  if (balance !== null) return balance
  const pool = world.market.mainPool(mint)
  const opening = worth === null ? null : (pool?.book.first()?.priceNative ?? null)
  const now = pool === null ? null : (world.market.state(pool)?.priceNative ?? null)
  const chance =
    opening === null || now === null
      ? EARLY_BUYS_SHARE
      : 0.5 + Math.tanh(PULL * Math.log((opening * worth!) / now)) * 0.4
  const seller = random.chance(chance) ? null : holderFrom(state, mint, wallet)
  if (seller === null)
    return { do: 'buy', mint, wallet, quoteRaw: BigInt(Math.round(random.between(0.05, maxSol) * 1e9)) }
  const held = rawToNumber(heldRaw(world.chain, seller, mint), world.market.decimals(mint)) * (now ?? 0)
  const sharePct = sellShare(random.between(0.05, maxSol), held, random.pick([20, 35, 60, 100]))
  return { do: 'sell', mint, wallet: seller, sharePct }
}

/** The wallet when it holds some of a token, else one of a few other traders that does. */
function holderFrom({ world, random }: AgentState, mint: string, wallet: string): string | null {
  const asked = [wallet, ...random.sample(world.plan.cast.trader, SELLERS_ASKED)]
  return asked.find((one) => heldRaw(world.chain, one, mint) > 0n) ?? null
}

/** The part of a holding that is worth `wanted` when all of it is worth `held`, at most `maxPct` of it. */
function sellShare(wanted: number, held: number, maxPct: number): number {
  return Math.min(maxPct, Math.round((wanted / held) * 1e6) / 1e4)
}

/** SOL against dollars, and now and then one dollar against another. */
function tradeDollars(state: AgentState): Action {
  const { world, random } = state
  const stables = world.plan.tokens.filter(
    ({ archetype, mint }) => archetype === 'stablecoin' && world.market.mainPool(mint) !== null,
  )
  const mint = stables.length > 0 && random.chance(STABLE_SHARE) ? random.pick(stables).mint : WSOL_MINT
  const wallet = random.pick(world.plan.cast.market_maker)
  const balance = bankOr(state, wallet)
  if (balance !== null) return balance
  const pool = world.market.mainPool(mint)
  const opening = pool?.book.first()?.priceNative ?? 1
  const now = pool === null ? opening : (world.market.state(pool)?.priceNative ?? opening)
  const pull = Math.tanh((mint === WSOL_MINT ? SOL_PULL : STABLE_PULL) * Math.log(opening / now)) * 0.4
  // Both sides in dollars of one distribution: sizes that differ by side push the price one way for ever.
  const isLarge = mint === WSOL_MINT && random.chance(LARGE_SOL_SHARE)
  const wantedUsd = isLarge ? random.integer(1_000, 9_000) : random.integer(50, 900)
  if (random.chance(0.5 + pull)) {
    const usdc = heldRaw(world.chain, wallet, USDC_MINT)
    const wanted = BigInt(wantedUsd) * 1_000_000n
    return { do: 'buy', mint, wallet, quoteRaw: wanted < usdc ? wanted : usdc / 2n }
  }
  const held =
    mint === WSOL_MINT
      ? lamportsToSol(world.chain.account(wallet)?.lamports ?? 0n)
      : rawToNumber(heldRaw(world.chain, wallet, mint), world.market.decimals(mint))
  return { do: 'sell', mint, wallet, sharePct: sellShare(wantedUsd, held * now, 1) }
}

function paySomebody(state: AgentState): Action {
  const { world, random } = state
  const from = random.pick(world.plan.cast.trader)
  const to = acquaintanceOf(state, from)
  return bankOr(state, from) ?? { do: 'sendSol', from, to, lamports: BigInt(random.integer(1_000_000, 400_000_000)) }
}

/** Dollars go to and fro: who has more of them pays. */
function payTokens(state: AgentState): Action {
  const { world, random } = state
  const trader = random.pick(world.plan.cast.trader)
  const other = acquaintanceOf(state, trader)
  const isOwed = heldRaw(world.chain, other, USDC_MINT) > heldRaw(world.chain, trader, USDC_MINT)
  const [from, to] = isOwed ? [other, trader] : [trader, other]
  return { do: 'sendToken', mint: USDC_MINT, from, to, sharePct: random.integer(1, 8) }
}

/** Someone of the crowd whom this trader alone pays: traders who paid each other, or one and the same person, would be
 *  one group to everyone who looks at the chain, and no token they trade honest. */
function acquaintanceOf({ world, random }: AgentState, trader: string): string {
  const { trader: traders, crowd } = world.plan.cast
  return crowd[traders.indexOf(trader) + traders.length * random.integer(0, ACQUAINTANCES - 1)]!
}

/** A withdrawal that makes a planned purchase with SOL affordable, when it is not. */
export function topUp({ world, random }: AgentState, action: Action): Action[] {
  if (action.do !== 'buy' || action.mint === WSOL_MINT) return []
  const lamports = world.chain.account(action.wallet)?.lamports ?? 0n
  if (lamports >= action.quoteRaw + PURCHASE_MARGIN_LAMPORTS) return []
  const exchange = random.pick(world.plan.cast.cex)
  return [{ do: 'sendSol', from: exchange, to: action.wallet, lamports: action.quoteRaw + REFILL_LAMPORTS }]
}

/** A withdrawal for the poor, a deposit by the rich, null for everyone else. */
function bankOr(state: AgentState, wallet: string): Action | null {
  const { world, random } = state
  const lamports = world.chain.account(wallet)?.lamports ?? 0n
  const isDesk = world.plan.cast.market_maker.includes(wallet) || world.plan.cast.whale.includes(wallet)
  const scale = isDesk ? 50n : 1n
  const exchange = random.pick(world.plan.cast.cex)
  if (lamports < POOR_LAMPORTS * scale)
    return { do: 'sendSol', from: exchange, to: wallet, lamports: REFILL_LAMPORTS * scale }
  if (lamports > RICH_LAMPORTS * scale) return { do: 'sendSol', from: wallet, to: exchange, lamports: lamports / 2n }
  return null
}
