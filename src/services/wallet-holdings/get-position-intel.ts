import type { PositionAt } from '../../chain/holdings-port.ts'
import { SECOND_MS } from '../../config/durations.ts'
import type { Context } from '../../context.ts'
import { missingOf } from '../../contract/missing.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { PositionIntel } from '../../contract/program-intel.ts'
import { degradedNow } from '../degraded-now.ts'
import { sayThin } from '../pricing/say-thin.ts'
import { poolPosition, showPositions, stakePosition } from './show-positions.ts'

const ALWAYS_MISSING = [
  'apy24h: no history of fees is kept',
  'il: what was put in is not read',
  'openedAt: the history of the account is not read',
]

/** One position by its account or its NFT: what is in it, its range and its fees. A layout that is not read is `unknown`.
 *  Fails `unconfigured` without a node, `invalid_request` for what is no address, and as the node fails. */
export async function getPositionIntel(
  ctx: Context,
  address: string,
  signal: AbortSignal,
): Promise<Outcome<PositionIntel>> {
  const { holdings } = ctx.chain
  if (holdings === undefined) return fail('unconfigured', 'no node configured')
  if (!holdings.isAddress(address)) return fail('invalid_request', 'invalid address')
  const nowSec = Math.floor(ctx.clock.nowMs() / SECOND_MS)
  const found = await holdings.positionAt(address, { nowSec, signal })
  if (!found.ok) return found
  const bare = await bareOf(ctx, address, found.value, signal)
  if (!bare.ok) return bare
  if (bare.value === null) return ok(unknownAt(ctx, address, found.value))
  const shown = await showPositions(ctx, [bare.value])
  const [row] = shown.rows
  const { kind, protocol, program, mint, pool, tokens, debts, uncollectedFees, range, lockedPct, lending } = row!
  const symbols = tokens.map(({ symbol }) => symbol)
  const reply: PositionIntel = {
    address,
    kind,
    protocol,
    program,
    owner: found.value.owner,
    account: row!.address,
    mint,
    pool,
    pair: kind === 'stake' || kind === 'lend' || symbols.includes(null) ? null : symbols.join('/'),
    tokens,
    debts,
    uncollectedFees,
    range,
    lockedPct,
    lending,
    valueUSD: row!.valueUSD,
    uncollectedUSD: row!.uncollectedUSD,
    apy24h: null,
    il: null,
    openedAt: null,
    ...missingOf([
      shown.hasTokens ? null : 'Names and decimals of tokens.',
      shown.thin === 0 ? null : sayThin(shown.thin, 'token'),
      found.value.owner === null ? 'owner: the node does not list who holds the NFT' : null,
      ...found.value.missing,
      ...ALWAYS_MISSING,
    ]),
    generatedAt: ctx.clock.nowMs(),
  }
  return shown.isWhole ? ok(reply) : ok(reply, degradedNow(ctx))
}

/** Null where nothing is known of it. */
async function bareOf(ctx: Context, address: string, { position, owner, isStake }: PositionAt, signal: AbortSignal) {
  if (position !== null) return ok(poolPosition(position))
  if (!isStake || owner === null) return ok(null)
  const staked = await ctx.chain.holdings!.stakeOf(owner, signal)
  if (!staked.ok) return staked
  const own = staked.value.accounts.find((account) => account.address === address)
  return ok(own === undefined ? null : stakePosition(own))
}

function unknownAt(ctx: Context, address: string, { program, owner, missing }: PositionAt): PositionIntel {
  return {
    address,
    kind: 'unknown',
    protocol: null,
    program,
    owner,
    account: null,
    mint: null,
    pool: null,
    pair: null,
    tokens: [],
    debts: [],
    uncollectedFees: null,
    range: null,
    lockedPct: null,
    lending: null,
    valueUSD: null,
    uncollectedUSD: null,
    apy24h: null,
    il: null,
    openedAt: null,
    ...missingOf([
      program === null ? 'there is no account at this address' : 'the layout of the account is not read',
      'limit orders and recurring orders are not read by their accounts',
      ...missing,
    ]),
    generatedAt: ctx.clock.nowMs(),
  }
}
