import type { ApiError } from '../api/client.ts'
import type { TradeRow } from '../api/types.ts'
import { price, short, usd } from '../format.ts'
import { Address, Ago, Empty, Failed, Loading, Missing, Panel } from '../ui/basics.tsx'

export type ShownTrade = TradeRow & {
  readonly id: string
  /** Of those of the stream. */
  readonly pool?: string
  readonly isRetracted?: boolean
}

/** Newest first. A trade that a fork took back stays for a moment, struck through. */
export function TradesPanel({
  trades,
  missing,
  path,
  error,
  again,
}: {
  trades: readonly ShownTrade[] | null
  missing: readonly string[] | undefined
  path: string
  error: ApiError | null
  again: () => void
}) {
  return (
    <Panel title="Trades" call={{ path }} class="trades-panel">
      <Missing sentences={missing} />
      {trades === null ? (
        error === null ? (
          <Loading lines={8} />
        ) : (
          <Failed error={error} again={again} />
        )
      ) : trades.length === 0 ? (
        <Empty>No trades are known.</Empty>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label="Trades, table">
          <table class="trades">
            <thead>
              <tr>
                <th scope="col" class="num">
                  Age
                </th>
                <th scope="col">Side</th>
                <th scope="col" class="num">
                  Value
                </th>
                <th scope="col" class="num">
                  Amount
                </th>
                <th scope="col" class="num">
                  Price
                </th>
                <th scope="col">Wallet</th>
                <th scope="col">Venue</th>
              </tr>
            </thead>
            <tbody>
              {trades.slice(0, 100).map((trade) => (
                <tr key={trade.id} class={trade.isRetracted ? 'retracted' : ''}>
                  <td class="num muted">
                    <Ago ms={trade.date || null} />
                  </td>
                  <td class={trade.side === 'buy' ? 'up' : 'down'}>{trade.side}</td>
                  <td class="num">{trade.amountUSD === 0 ? '–' : usd(trade.amountUSD)}</td>
                  <td class="num">{short(trade.amount)}</td>
                  <td class="num">{trade.priceUSD === 0 ? '–' : price(trade.priceUSD)}</td>
                  <td>
                    <Address address={trade.sender} canCopy={false} />
                  </td>
                  <td class="muted">{trade.platform ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}
