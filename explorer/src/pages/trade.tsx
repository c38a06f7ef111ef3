import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { useEffect } from 'preact/hooks'
import { ApiError, type Call, call } from '../api/client.ts'
import { hasDataKey, keys, world } from '../api/keys.ts'
import { useQuery } from '../api/query.ts'
import type { Chip } from '../api/types.ts'
import { plain, shorten, sol } from '../format.ts'
import { go } from '../router.ts'
import { CallLink, Empty, Failed, GradeBadge, Panel } from '../ui/basics.tsx'
import { TokenIcon } from '../ui/token-icon.tsx'
import { units } from '../wallet/amounts.ts'
import { fromBase64, toBase64 } from '../wallet/base58.ts'
import { ChooseSigner } from '../wallet/choose-signer.tsx'
import { type Manifest, ManifestView } from '../wallet/manifest.tsx'
import { signer } from '../wallet/wallets.ts'
import { complaint, type Quote, quoteRows, toBps, toLamports, toSolText } from './trade-input.ts'

const SOL_MINT = 'So11111111111111111111111111111111111111112'
/** A price moves: a quote is asked for again while the form is open. */
const QUOTE_EVERY_MS = 10_000
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

type Built = {
  readonly data: { readonly unsigned_tx_base64: string; readonly last_valid_block_height: number }
  readonly manifest: Manifest
}
type Outcome = { readonly landed: boolean; readonly onchain_status?: string }
type Step =
  | { readonly name: 'form' }
  | { readonly name: 'building' }
  | { readonly name: 'shown'; readonly built: Built; readonly wallet: string }
  | { readonly name: 'sending' }
  | { readonly name: 'waiting'; readonly signature: string }
  | { readonly name: 'done'; readonly signature: string; readonly status: string }

export default function TradePage({ subject }: { subject: string }) {
  const wanted = useSignal('')
  if (keys.value.trade === '')
    return (
      <Empty>
        Trading needs a bearer key with the scope <code>trade</code>: <a href="/keys">enter it</a>.
      </Empty>
    )
  if (ADDRESS.test(subject)) return <TradeForm key={subject} mint={subject} />
  const tokens = world.value?.tokens.slice(0, 12) ?? []
  return (
    <Panel title="Trade">
      <div class="panel-body narrow">
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault()
            if (ADDRESS.test(wanted.value.trim())) go(`/trade/${wanted.value.trim()}`)
          }}
        >
          <label>
            Address of the token
            <input
              value={wanted.value}
              spellcheck={false}
              onInput={(event) => {
                wanted.value = event.currentTarget.value
              }}
            />
          </label>
          <div>
            <button class="primary" type="submit" disabled={!ADDRESS.test(wanted.value.trim())}>
              Choose
            </button>
          </div>
        </form>
        <ul class="row">
          {tokens.map(({ mint, symbol }) => (
            <li key={mint}>
              <a class="pill" href={`/trade/${mint}`}>
                <TokenIcon mint={mint} size={18} /> {plain(symbol, 10)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}

function TradeForm({ mint }: { mint: string }) {
  const side = useSignal<'buy' | 'sell'>('buy')
  const amount = useSignal('0.05')
  const percentage = useSignal('50')
  const slippage = useSignal('3')
  const quote = useSignal<Quote | null>(null)
  const failure = useSignal<ApiError | Error | null>(null)
  // Apart: a newer quote must not take away why a transaction was not built.
  const quoteFailure = useSignal<ApiError | Error | null>(null)
  const step = useSignal<Step>({ name: 'form' })
  const wallet = signer.value?.address ?? null
  const balancePath = wallet === null ? null : `/api/v2/rpc`
  const balances = useBalances(wallet, mint, balancePath)
  const chip = useQuery<Chip>(hasDataKey.value ? `/api/v2/tokens/${mint}/safety` : null)
  const wrong = complaint({
    side: side.value,
    amount: amount.value,
    percentage: percentage.value,
    slippage: slippage.value,
  })
  const slippageBps = toBps(slippage.value) ?? 0
  const sellBps = toBps(percentage.value)
  const sellRaw =
    balances.tokens === null || sellBps === null ? null : (BigInt(balances.tokens) * BigInt(sellBps)) / 10_000n
  const rawIn = side.value === 'buy' ? toLamports(amount.value) : sellRaw
  useEffect(() => {
    quote.value = null
    quoteFailure.value = null
    failure.value = null
    if (wrong !== null || rawIn === null || rawIn <= 0n) return
    const abort = new AbortController()
    const ask = (): void => {
      call<Quote>('/v1/trade/quote', { ...quoteCall(mint, side.value, rawIn, slippageBps), signal: abort.signal }).then(
        (found) => {
          quote.value = found
          quoteFailure.value = null
        },
        (error: unknown) => {
          if (!abort.signal.aborted) quoteFailure.value = asError(error)
        },
      )
    }
    const timer = setTimeout(ask, 250)
    const timers = setInterval(() => {
      if (document.visibilityState === 'visible' && step.peek().name === 'form') ask()
    }, QUOTE_EVERY_MS)
    return () => {
      clearTimeout(timer)
      clearInterval(timers)
      abort.abort()
    }
  }, [mint, side.value, String(rawIn), slippageBps, wrong])
  const body = {
    mint,
    ...(side.value === 'buy'
      ? { amount_in: rawIn === null ? amount.value : toSolText(rawIn) }
      : { percent: Number(percentage.value) }),
    slippage_bps: slippageBps,
    client_signs: true,
    wallet: wallet ?? '',
  }
  const path = `/v1/trade/${side.value}`
  const build = (): void => {
    if (wallet === null) return
    const mine: Step = { name: 'building' }
    step.value = mine
    failure.value = null
    call<Built>(path, { method: 'POST', as: 'trade', body }).then(
      (built) => {
        // What was typed meanwhile asks for another transaction.
        if (step.peek() === mine) step.value = { name: 'shown', built, wallet }
      },
      (error: unknown) => {
        if (step.peek() !== mine) return
        failure.value = asError(error)
        step.value = { name: 'form' }
      },
    )
  }
  const sign = async ({ built }: { built: Built }): Promise<void> => {
    step.value = { name: 'sending' }
    failure.value = null
    try {
      const signed = await signer.value!.sign(fromBase64(built.data.unsigned_tx_base64))
      const sent = await call<{ signature: string }>('/v1/trade/broadcast', {
        method: 'POST',
        as: 'trade',
        body: { signed_tx_base64: toBase64(signed) },
      })
      step.value = { name: 'waiting', signature: sent.signature }
      step.value = { name: 'done', signature: sent.signature, status: await outcomeOf(sent.signature) }
      balances.again()
    } catch (error) {
      failure.value = asError(error)
      step.value = { name: 'form' }
    }
  }
  const symbol = plain(quote.value?.token.symbol, 12) || 'token'
  const decimals = quote.value?.token.decimals ?? balances.decimals ?? 0
  const failed = failure.value ?? quoteFailure.value
  const now = step.value
  const isBusy = now.name === 'building' || now.name === 'sending' || now.name === 'waiting'
  return (
    <div class="trade-page">
      <Panel
        title={`Trade ${quote.value === null ? shorten(mint) : symbol}`}
        aside={
          <>
            {chip.data !== null && <GradeBadge grade={chip.data.grade} score={chip.data.score} />}
            <a href={`/token/${mint}`}>Token page</a>
          </>
        }
      >
        <form
          class="panel-body"
          onSubmit={(event) => {
            event.preventDefault()
            build()
          }}
        >
          {chip.data?.grade === 'danger' && (
            <p class="failed" role="alert">
              {plain(chip.data.verdict, 160)}
            </p>
          )}
          <ChooseSigner />
          <div class="choices wide" role="group" aria-label="Side">
            {(['buy', 'sell'] as const).map((name) => (
              <button
                key={name}
                type="button"
                class="button"
                aria-pressed={side.value === name}
                onClick={() => {
                  side.value = name
                  step.value = { name: 'form' }
                }}
              >
                {name === 'buy' ? 'Buy' : 'Sell'}
              </button>
            ))}
          </div>
          {side.value === 'buy' ? (
            <label>
              Pay, in SOL {balances.lamports !== null && <span class="num">of {sol(balances.lamports)}</span>}
              <input
                inputMode="decimal"
                value={amount.value}
                onInput={(event) => {
                  amount.value = event.currentTarget.value
                  step.value = { name: 'form' }
                }}
              />
            </label>
          ) : (
            <label>
              Sell, percent of{' '}
              {balances.tokens === null ? '–' : `${units(balances.tokens, balances.decimals ?? 0)} ${symbol}`}
              <input
                inputMode="decimal"
                value={percentage.value}
                onInput={(event) => {
                  percentage.value = event.currentTarget.value
                  step.value = { name: 'form' }
                }}
              />
            </label>
          )}
          <label>
            Slippage, percent
            <input
              inputMode="decimal"
              value={slippage.value}
              onInput={(event) => {
                slippage.value = event.currentTarget.value
                step.value = { name: 'form' }
              }}
            />
          </label>
          {wrong !== null && (
            <p class="failed" role="alert">
              {wrong}
            </p>
          )}
          {wallet !== null && !hasDataKey.value && (
            <p class="muted small">
              What the wallet holds is not known without a data key{side.value === 'sell' && ', and a sale needs it'}:{' '}
              <a href="/keys">enter or create one</a>.
            </p>
          )}
          {balances.error !== null && <Failed error={balances.error} again={balances.again} />}
          <QuoteView quote={quote.value} side={side.value} decimals={decimals} symbol={symbol} />
          {failed instanceof ApiError && <Failed error={failed} />}
          {failed !== null && !(failed instanceof ApiError) && (
            <p class="failed" role="alert">
              {failed.message}
            </p>
          )}
          <div class="row">
            <button
              class="primary"
              type="submit"
              disabled={wallet === null || wrong !== null || rawIn === null || rawIn <= 0n || isBusy}
            >
              {now.name === 'building' ? 'Building…' : 'Show what it does'}
            </button>
            <CallLink path={path} options={{ method: 'POST', as: 'trade', body }} />
          </div>
        </form>
      </Panel>
      <Panel title="Before you sign" class="before-signing">
        <div class="panel-body" aria-live="polite">
          {now.name === 'shown' && now.wallet === wallet ? (
            <>
              <ManifestView
                manifest={now.built.manifest}
                wallet={now.wallet}
                names={{ [mint]: { symbol, decimals } }}
              />
              <div class="row">
                <button class="primary" type="button" onClick={() => void sign(now)}>
                  Sign with {signer.value?.name} and send
                </button>
                <button
                  class="button"
                  type="button"
                  onClick={() => {
                    step.value = { name: 'form' }
                  }}
                >
                  Discard
                </button>
              </div>
            </>
          ) : now.name === 'done' || now.name === 'waiting' || now.name === 'sending' ? (
            <Sent step={now} />
          ) : (
            <p class="muted">
              The server builds the transaction, executes it, and lists here everything that it would move. Nothing is
              signed before you have seen that.
            </p>
          )}
        </div>
      </Panel>
    </div>
  )
}

function quoteCall(mint: string, side: 'buy' | 'sell', raw: bigint, slippageBps: number): Call {
  const [input, output] = side === 'buy' ? [SOL_MINT, mint] : [mint, SOL_MINT]
  return {
    method: 'POST',
    as: 'trade',
    body: { input_mint: input, output_mint: output, amount: String(raw), slippage_bps: slippageBps },
  }
}

function QuoteView({
  quote,
  side,
  decimals,
  symbol,
}: {
  quote: Quote | null
  side: 'buy' | 'sell'
  decimals: number
  symbol: string
}) {
  if (quote === null) return <p class="muted">No quote yet.</p>
  const show = (raw: string): string => (side === 'buy' ? `${units(raw, decimals)} ${symbol}` : sol(raw))
  return (
    <dl class="pairs">
      {quoteRows(quote, show).map(([label, text], at) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd class="num">{at === 0 ? <b>{text}</b> : text}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

function Sent({ step }: { step: Extract<Step, { name: 'sending' | 'waiting' | 'done' }> }) {
  if (step.name === 'sending') return <p role="status">Signing and sending…</p>
  return (
    <div class="stack">
      <p role="status">
        {step.name === 'waiting'
          ? 'Sent; waiting for the chain…'
          : step.status === 'landed'
            ? '✓ Landed.'
            : `Outcome: ${step.status}.`}
      </p>
      <p class="mono small">{step.signature}</p>
    </div>
  )
}

const WAIT_MS = 60_000

async function outcomeOf(signature: string): Promise<string> {
  const until = Date.now() + WAIT_MS
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const outcome = await call<Outcome>(`/v1/trade/bundle-status?signature=${signature}`, { as: 'trade' }).catch(
      () => null,
    )
    const status = outcome?.onchain_status
    if (outcome?.landed) return 'landed'
    if (status === 'failed') return 'failed on the chain'
  }
  return 'not known yet'
}

type RpcReply<T> = { readonly result?: { readonly value: T }; readonly error?: { readonly message: string } }
type TokenAccounts = readonly {
  account: { data: { parsed: { info: { tokenAmount: { amount: string; decimals: number } } } } }
}[]

function useBalances(wallet: string | null, mint: string, path: string | null) {
  const isReady = wallet !== null && hasDataKey.value
  const lamports = useQuery<RpcReply<number>>(isReady ? `${path}?balance=${wallet}` : null, {
    method: 'POST',
    body: { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [wallet] },
    staleMs: 0,
  })
  const tokens = useQuery<RpcReply<TokenAccounts>>(isReady ? `${path}?tokens=${wallet}${mint}` : null, {
    method: 'POST',
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'getTokenAccountsByOwner',
      params: [wallet, { mint }, { encoding: 'jsonParsed' }],
    },
    staleMs: 0,
  })
  const rows = tokens.data?.result?.value.map(({ account }) => account.data.parsed.info.tokenAmount) ?? null
  return {
    lamports: lamports.data?.result?.value ?? null,
    tokens: rows === null ? null : String(rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
    decimals: rows?.[0]?.decimals ?? null,
    /** Why it is not known what the wallet holds. */
    error: errorOf(lamports) ?? errorOf(tokens),
    again: () => {
      void lamports.again()
      void tokens.again()
    },
  }
}

/** An answer of the node that is an error has no result, and status 200. */
function errorOf({ data, error }: { data: RpcReply<unknown> | null; error: ApiError | null }): ApiError | null {
  if (data === null) return error
  return data.error === undefined ? null : new ApiError(200, `The node refused: ${data.error.message}`, {})
}

function asError(error: unknown): ApiError | Error {
  return error instanceof Error ? error : new Error(String(error))
}
