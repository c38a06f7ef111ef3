import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { chips, type Verdict, wantChips } from '../api/chips.ts'
import { hasDataKey, world } from '../api/keys.ts'
import { useQuery } from '../api/query.ts'
import { follow, type StreamEvent } from '../api/stream.ts'
import type { ChainState, Launch, Pulse, PulseRow, Trending } from '../api/types.ts'
import { count, percent, plain, price, span, usd } from '../format.ts'
import {
  Ago,
  Change,
  Empty,
  Failed,
  GradeBadge,
  Loading,
  Missing,
  NeedsKey,
  Panel,
  Stale,
  Stat,
} from '../ui/basics.tsx'
import { TokenIcon } from '../ui/token-icon.tsx'
import { lagWords } from './chain-figures.ts'
import { noneWords, orderWords, tradesWords } from './pulse-words.ts'

const CHAINS = '/api/v2/stream/chains'

export function HomePage() {
  return (
    <div class="home">
      <h1 class="hidden">Pulse</h1>
      {world.value && <Welcome />}
      {hasDataKey.value ? <PulseColumns /> : <NeedsKey />}
      <div class="split">
        {hasDataKey.value && <TrendingTokens />}
        <Box />
      </div>
    </div>
  )
}

/** For somebody who has just started the sandbox: what this is, and where to click first. */
function Welcome() {
  const tokens = world.value?.tokens ?? []
  const shown = ['honeypot', 'bundled', 'bluechip', 'serial_rugger']
    .map((archetype) => tokens.find((token) => token.archetype === archetype))
    .filter((token) => token !== undefined)
  return (
    <section class="welcome" aria-label="About this server">
      <p>
        This is a sandbox: a Solana runtime with made-up tokens and traders, on your machine. Everything below works
        without a network. Start with a token whose nature is known:
      </p>
      <ul>
        {shown.map(({ mint, symbol, archetype }) => (
          <li key={mint}>
            <a class="pill" href={`/token/${mint}`}>
              <TokenIcon mint={mint} size={18} /> {plain(symbol, 10)}{' '}
              <span class="muted">{archetype.replace('_', ' ')}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function PulseColumns() {
  const path = '/api/v2/tokens/pulse?limit=20'
  const { data, error, at, again } = useQuery<Pulse>(hasDataKey.value ? path : null, { everyMs: 10_000 })
  const live = useLaunches()
  const launched = useMemo(() => merge(live, data?.launched ?? []), [live, data])
  const rows = [...launched, ...(data?.graduating ?? []), ...(data?.graduated ?? [])]
  const known = useChips(rows.map(({ mint }) => mint))
  const chains = useQuery<{ chains: readonly ChainState[] }>(CHAINS, { as: 'nobody', everyMs: 10_000 })
  const none = (words: string): string => noneWords(chains.data?.chains ?? null, words)
  const windowSecs = data?.windowSecs ?? 0
  if (error !== null && data === null) return <Failed error={error} again={again} />
  return (
    <div class="pulse">
      <Stale of={{ data, error, at }} />
      <Missing sentences={data?.missing} />
      <Column
        title="New"
        path={path}
        rows={data === null ? null : launched}
        windowSecs={windowSecs}
        chips={known}
        none={none('No launch is on the tape.')}
      />
      <Column
        title="About to graduate"
        path={path}
        rows={data?.graduating ?? null}
        windowSecs={windowSecs}
        chips={known}
        none={none('No curve is half full right now.')}
      />
      <Column
        title="Graduated"
        path={path}
        rows={data?.graduated ?? null}
        windowSecs={windowSecs}
        chips={known}
        none={none('No graduation is on the tape.')}
      />
    </div>
  )
}

/** Launches as they come in, before the next answer of the route lists them. */
function useLaunches(): readonly PulseRow[] {
  const rows = useSignal<readonly PulseRow[]>([])
  const key = hasDataKey.value
  useEffect(() => {
    if (!key) return
    return follow(
      { channel: 'launches' },
      {
        onOtherTape: () => {
          rows.value = []
        },
        onEvents: (events) => {
          const fresh = events.flatMap((event) => launchRow(event))
          const gone = new Set(events.flatMap((event) => (event.type === 'retracted' ? [retractedMint(event)] : [])))
          if (fresh.length === 0 && gone.size === 0) return
          const kept = rows.value.filter(({ mint }) => !gone.has(mint) && !fresh.some((row) => row.mint === mint))
          rows.value = [...fresh.reverse(), ...kept].slice(0, 40)
        },
      },
    )
  }, [key])
  return rows.value
}

function launchRow(event: StreamEvent): PulseRow[] {
  const launch = event['launch'] as (Launch & { kind: string }) | undefined
  if (event.type !== 'launch' || launch === undefined || launch.kind !== 'launch') return []
  const { mint, symbol, name, dexType, blockTime, indexedAt } = launch
  const at = blockTime === null ? indexedAt : blockTime * 1_000
  return [{ mint, symbol, name, dex: dexType, at, progressPct: null, marketCapUsd: null, trades: 0 }]
}

function retractedMint(event: StreamEvent): string {
  return (event['launch'] as Launch | undefined)?.mint ?? ''
}

function merge(live: readonly PulseRow[], listed: readonly PulseRow[]): readonly PulseRow[] {
  const known = new Set(listed.map(({ mint }) => mint))
  const newest = listed[0]?.at ?? 0
  return [...live.filter(({ mint, at }) => !known.has(mint) && (at ?? 0) >= newest), ...listed].slice(0, 24)
}

/** Chips of the shown tokens as they become known. */
function useChips(mints: readonly string[]): ReadonlyMap<string, Verdict> {
  const wanted = mints.join()
  useEffect(() => wantChips(mints), [wanted])
  return chips.value
}

function Column({
  title,
  path,
  rows,
  windowSecs,
  chips,
  none,
}: {
  title: string
  path: string
  rows: readonly PulseRow[] | null
  windowSecs: number
  chips: ReadonlyMap<string, Verdict>
  none: string
}) {
  return (
    <Panel title={title} call={{ path }} class="pulse-column">
      {rows === null ? (
        <Loading lines={8} />
      ) : rows.length === 0 ? (
        <Empty>{none}</Empty>
      ) : (
        <ol class="pulse-rows">
          {rows.map((row) => (
            <li key={row.mint}>
              <PulseCard row={row} windowSecs={windowSecs} chip={chips.get(row.mint)} />
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function PulseCard({ row, windowSecs, chip }: { row: PulseRow; windowSecs: number; chip: Verdict | undefined }) {
  const name = plain(row.name, 26)
  return (
    <a class="pulse-card" href={`/token/${row.mint}`}>
      <TokenIcon mint={row.mint} size={34} />
      <span class="pulse-text">
        <span class="pulse-line">
          <b>{plain(row.symbol, 12) || '?'}</b>
          <span class="grow muted cut">{name}</span>
          <span class="num muted">
            <Ago ms={row.at} />
          </span>
        </span>
        <span class="pulse-line small">
          <span class="num">{row.marketCapUsd === null ? '' : `cap ${usd(row.marketCapUsd)}`}</span>
          <span class="num muted grow">{tradesWords(row, windowSecs)}</span>
          <ChipBadge chip={chip} />
        </span>
        {row.progressPct !== null && (
          <span class="pulse-line small">
            <span class="progress grow" role="img" aria-label={`curve ${percent(row.progressPct, 0)} full`}>
              <i style={{ width: `${Math.min(100, row.progressPct)}%` }} />
            </span>
            <span class="num muted" aria-hidden="true">
              {percent(row.progressPct, 0)}
            </span>
          </span>
        )}
      </span>
    </a>
  )
}

/** What is on its way is not "not judged". */
function ChipBadge({ chip }: { chip: Verdict | undefined }) {
  if (chip === undefined)
    return (
      <span class="grade none" title="its safety is being looked up">
        …
      </span>
    )
  const basis = chip.source === 'deepscan' || chip.source === null ? '' : ' (a first look: its page has the Deep Scan)'
  return (
    <GradeBadge
      grade={chip.grade}
      score={chip.score}
      title={chip.verdict === null ? undefined : `${chip.verdict}${basis}`}
    />
  )
}

function TrendingTokens() {
  const path = '/api/v2/tokens/trending?limit=20'
  const { data, error, at, again } = useQuery<{ tokens: readonly Trending[]; missing?: readonly string[] }>(
    hasDataKey.value ? path : null,
    {
      everyMs: 30_000,
    },
  )
  const known = useChips((data?.tokens ?? []).map(({ mint }) => mint))
  return (
    <Panel title="Trending" call={{ path }} class="trending">
      {data === null ? (
        error === null ? (
          <Loading lines={8} />
        ) : (
          <Failed error={error} again={again} />
        )
      ) : data.tokens.length === 0 && (data.missing ?? []).length === 0 ? (
        <Empty>No token is traded right now.</Empty>
      ) : (
        <>
          <p class="panel-note muted small">{orderWords(data.tokens)}</p>
          <Stale of={{ data, error, at }} />
          <Missing sentences={data.missing} />
          <div class="scroll" tabIndex={0} role="region" aria-label="Trending, table">
            <table>
              <thead>
                <tr>
                  <th scope="col">Token</th>
                  <th scope="col" class="num wide-only">
                    Boosts
                  </th>
                  <th scope="col" class="num">
                    Price
                  </th>
                  <th scope="col" class="num">
                    1 h
                  </th>
                  <th scope="col" class="num">
                    24 h
                  </th>
                  <th scope="col" class="num">
                    Volume 24 h
                  </th>
                  <th scope="col" class="num">
                    Cap
                  </th>
                  <th scope="col">Safety</th>
                </tr>
              </thead>
              <tbody>
                {data.tokens.map((token) => (
                  <tr key={token.mint}>
                    <th scope="row">
                      <a class="token-name" href={`/token/${token.mint}`}>
                        <TokenIcon mint={token.mint} image={token.image} size={24} />
                        <b>{plain(token.symbol, 12) || '?'}</b> <span class="muted cut">{plain(token.name, 24)}</span>
                      </a>
                    </th>
                    <td class="num wide-only">{count(token.boosts)}</td>
                    <td class="num">{price(token.priceUsd)}</td>
                    <td class="num">
                      <Change value={token.priceChange.h1} />
                    </td>
                    <td class="num">
                      <Change value={token.priceChange.h24} />
                    </td>
                    <td class="num">{usd(token.volume.h24)}</td>
                    <td class="num">{usd(token.marketCap)}</td>
                    <td>
                      <ChipBadge chip={known.get(token.mint)} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Panel>
  )
}

/** Health of this server: how far it is behind the chain, and what it decoded. */
function Box() {
  const chains = useQuery<{ chains: readonly ChainState[] }>(CHAINS, { as: 'nobody', everyMs: 10_000 })
  const solPath = '/api/v2/market/sol-price'
  const sol = useQuery<{ price: number; source: string }>(hasDataKey.value ? solPath : null, { everyMs: 30_000 })
  const health = useQuery<{ version: string }>('/api/v2/health', { as: 'nobody' })
  const failed = [
    ['the price of SOL', sol] as const,
    ['the version', health] as const,
    ['the chains', chains] as const,
  ].flatMap(([what, { data, error }]) => (data === null && error !== null ? [`${what}: ${error.message}`] : []))
  return (
    <Panel title="This server" call={{ path: CHAINS, options: { as: 'nobody' } }} class="box">
      <dl class="stats">
        <Stat label="SOL">{price(sol.data?.price)}</Stat>
        <Stat label="Version">{health.data?.version ?? '–'}</Stat>
        {(chains.data?.chains ?? []).map((chain) => (
          <Stat key={chain.chain} label={`${chain.name} tape`} hint={chain.reason ?? undefined}>
            {chain.serving ? (
              <>
                live, <span class="muted">{lagWords(chain.lagMs)} behind</span>
              </>
            ) : (
              <span class="down">
                {chain.lagMs !== null && chain.lagMs >= 60_000
                  ? `catching up, ${span(chain.lagMs)} behind`
                  : (chain.reason ?? 'not serving')}
              </span>
            )}
          </Stat>
        ))}
      </dl>
      <Missing sentences={failed} />
      <p class="muted small">
        <a href="/operator">Operator's page</a>: processes, tape, upstreams, queues. <a href="/docs">API reference</a>,{' '}
        <a href="/docs/push">streams</a>.
      </p>
    </Panel>
  )
}
