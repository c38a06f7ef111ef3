import { SECOND_MS } from '../../config/durations.ts'
import { WALLETS } from '../../config/wallets.ts'
import type { Context } from '../../context.ts'
import { missingOf } from '../../contract/missing.ts'
import { fail, type Outcome, ok } from '../../contract/outcome.ts'
import type { PositionsReply } from '../../contract/wallet-positions.ts'
import { degradedNow } from '../degraded-now.ts'
import { sayThin } from '../pricing/say-thin.ts'
import { poolPosition, showPositions, stakePosition, sumOf } from './show-positions.ts'

const NO_STAKE = 'Native stake: the node does not list the accounts of the stake program.'

/** Spec 4.2 `defi-positions`, from the node alone: native and liquid stake, LP tokens, positions in pools. Fails
 *  `unconfigured` without a node, and as the node fails when the wallet's token accounts cannot be had. */
export async function getPositions(
  ctx: Context,
  wallet: string,
  signal: AbortSignal,
): Promise<Outcome<PositionsReply>> {
  const { holdings } = ctx.chain
  if (holdings === undefined) return fail('unconfigured', 'no node configured')
  const nowSec = Math.floor(ctx.clock.nowMs() / SECOND_MS)
  const [found, staked] = await Promise.all([
    holdings.positionsOf(wallet, { nowSec, signal }),
    holdings.stakeOf(wallet, signal),
  ])
  if (!found.ok) return found
  const own = staked.ok ? staked.value.accounts.filter(({ withdrawer }) => withdrawer === wallet) : []
  const positions = [
    ...own.slice(0, WALLETS.stakeAccounts).map(stakePosition),
    ...found.value.positions.map(poolPosition),
  ]
  const { rows, hasTokens, isWhole: isShown, thin } = await showPositions(ctx, positions)
  const reply: PositionsReply = {
    wallet,
    positions: rows,
    count: rows.length,
    totalValueUSD: sumOf(rows.map(({ valueUSD }) => valueUSD)),
    totalUncollectedUSD: sumOf(rows.map(({ uncollectedUSD }) => uncollectedUSD)),
    unpriced: rows.filter(({ valueUSD }) => valueUSD === null).length,
    protocolsRead: ['stake', ...holdings.positionProtocols],
    ...missingOf([
      staked.ok ? null : NO_STAKE,
      hasTokens ? null : 'Names and decimals of tokens.',
      thin === 0 ? null : sayThin(thin, 'token'),
      ...found.value.missing,
    ]),
    generatedAt: ctx.clock.nowMs(),
  }
  const isWhole = isShown && (staked.ok || staked.code === 'upstream_refused')
  return isWhole && !found.value.isDegraded ? ok(reply) : ok(reply, degradedNow(ctx))
}
