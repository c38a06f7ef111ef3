import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { noteScan } from '../api/chips.ts'
import { hasDataKey, world } from '../api/keys.ts'
import { names, wantNames } from '../api/names.ts'
import { useQuery } from '../api/query.ts'
import type { BubbleMap, Chip, DeepScan, DevHistory, Intel, Snipers as SnipersReply } from '../api/types.ts'
import { count, counted, percent, plain, price, short, sol, usd } from '../format.ts'
import { BubbleMapView } from '../map/bubble-map.tsx'
import { place } from '../router.ts'
import { ChartPanel } from '../token/chart.tsx'
import { CheckView, DeepScanView, NotRead } from '../token/deep-scan.tsx'
import {
  chosenPool,
  holdersWords,
  isUnknownToken,
  mapWords,
  marketCapAt,
  newerPrice,
  ownerPlace,
  share,
  sniperWords,
  stillHoldAll,
} from '../token/figures.ts'
import { TradesPanel } from '../token/trades.tsx'
import { useTrades } from '../token/use-trades.ts'
import {
  Address,
  Ago,
  CallLink,
  Change,
  Empty,
  Failed,
  GradeBadge,
  Loading,
  Panel,
  Stale,
  Stat,
  Tabs,
} from '../ui/basics.tsx'
import { TokenIcon } from '../ui/token-icon.tsx'

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const TABS = [
  ['safety', 'Deep Scan'],
  ['map', 'Bubble Map'],
  ['holders', 'Holders'],
  ['developer', 'Developer'],
  ['snipers', 'Snipers'],
  ['pools', 'Pools'],
] as const
type Tab = (typeof TABS)[number][0]

export default function TokenPage({ subject }: { subject: string }) {
  if (subject === '') return <Empty>Which token? Search for it by name, symbol or address.</Empty>
  if (!ADDRESS.test(subject)) return <Empty>This is not the address of a token.</Empty>
  return <Token mint={subject} />
}

function Token({ mint }: { mint: string }) {
  const path = `/api/v2/tokens/${mint}/intel?explain=1`
  const intel = useQuery<Intel>(hasDataKey.value ? path : null, { everyMs: 60_000 })
  const chip = useQuery<Chip>(hasDataKey.value ? `/api/v2/tokens/${mint}/safety` : null)
  const { trades, missing, path: tradesPath, error: tradesError, again, last, streamed } = useTrades(mint)
  const tab = useSignal<Tab>('safety')
  // Asked at once, whatever tab is open: one page never shows two verdicts.
  const scan = useQuery<DeepScan>(hasDataKey.value ? `/api/v2/tokens/${mint}/deepscan` : null, { staleMs: 110_000 })
  useEffect(() => {
    if (scan.data !== null) noteScan(scan.data)
  }, [scan.data])
  if (intel.data === null && intel.error !== null) return <Failed error={intel.error} again={intel.again} />
  const { data } = intel
  const { isAsked, pool } = chosenPool(data, place.value.query.get('pool'))
  return (
    <div class="token">
      <Head
        mint={mint}
        intel={data}
        newerPriceUsd={newerPrice(data, last)}
        grade={scan.data?.grade ?? chip.data?.grade ?? null}
        score={scan.data?.score ?? chip.data?.score ?? null}
        path={path}
      />
      <Stale of={intel} />
      {data !== null && isUnknownToken(data) && (
        <p class="notice" role="status">
          No token is known at this address, or the node did not answer for it.{' '}
          <a href={`/wallet/${mint}`}>Open it as a wallet</a>
        </p>
      )}
      {data !== null && !isAsked && (
        <p class="notice">The pool of this address is not known to be one of this token: shown is its main one.</p>
      )}
      <div class="market">
        {data === null ? (
          <Panel title="Price">
            <Loading lines={7} />
          </Panel>
        ) : (
          <ChartPanel pool={pool?.pairAddress ?? null} venue={pool?.dexId ?? null} streamed={streamed} />
        )}
        <TradesPanel trades={trades} missing={missing} path={tradesPath} error={tradesError} again={again} />
      </div>
      <section class="panel">
        <Tabs
          tabs={TABS}
          chosen={tab.value}
          label="About this token"
          choose={(next) => {
            tab.value = next
          }}
        />
        <div class="tab" role="tabpanel" aria-label={TABS.find(([name]) => name === tab.value)![1]}>
          {tab.value === 'safety' && <Scan mint={mint} />}
          {tab.value === 'map' && <MapTab mint={mint} pools={data?.pairs ?? []} />}
          {tab.value === 'holders' && <Holders intel={data} path={path} />}
          {tab.value === 'developer' && <Developer mint={mint} />}
          {tab.value === 'snipers' && <Snipers mint={mint} />}
          {tab.value === 'pools' && <Pools intel={data} path={path} chosen={pool?.pairAddress ?? null} />}
        </div>
      </section>
    </div>
  )
}

function Head({
  mint,
  intel,
  newerPriceUsd,
  grade,
  score,
  path,
}: {
  mint: string
  intel: Intel | null
  /** Of a trade since the answer. */
  newerPriceUsd: number | null
  grade: Chip['grade']
  score: number | null
  path: string
}) {
  const priceUsd = newerPriceUsd ?? intel?.price_usd ?? null
  const truth = world.value?.tokens.find((token) => token.mint === mint)
  const supply = intel?.supply ?? null
  return (
    <header class="token-head panel">
      <div class="row">
        <TokenIcon mint={mint} image={intel?.pair?.info.imageUrl} size={46} />
        <div class="grow">
          <h1>
            {plain(intel?.symbol, 16) || 'Token'} <span class="muted name">{plain(intel?.name, 48)}</span>
          </h1>
          <p class="small row tight">
            <Address address={mint} kind="token" ends={6} />
            {truth && <span class="mark">sandbox truth: {truth.archetype.replace('_', ' ')}</span>}
            {intel?.metadata.createdAt && (
              <span class="muted">
                <Ago ms={intel.metadata.createdAt} suffix=" old" />
              </span>
            )}
            <Links intel={intel} />
          </p>
        </div>
        <div class="token-price">
          <b class="num">{price(priceUsd)}</b>
          <span class="small">
            <Change value={intel?.market?.priceChange.h24} /> <span class="muted">in 24 h</span>
          </span>
        </div>
        <GradeBadge grade={grade} score={score} />
        <a class="button" href={`/trade/${mint}`}>
          Trade
        </a>
        <CallLink path={path} />
      </div>
      <dl class="stats">
        <Stat label="Market cap">{usd(marketCapAt(intel, newerPriceUsd))}</Stat>
        <Stat
          label="Liquidity"
          hint={intel?.liquidity_usd === null ? 'the provider reports none; Deep Scan reads the pools' : undefined}
        >
          {intel?.liquidity_usd === null ? <span class="muted">not reported</span> : usd(intel?.liquidity_usd)}
        </Stat>
        <Stat label="Volume 24 h">{usd(intel?.volume_24h)}</Stat>
        <Stat label="Holders">{intel === null ? '–' : holdersWords(intel)}</Stat>
        <Stat label="Top ten hold" hint="pools, lockers and burn addresses left out">
          {percent(intel?.top10_pct)}
        </Stat>
        <Stat label="Insiders hold">
          {share(intel?.insider_pct, intel?.distribution.lower_bounds.includes('insiders_pct') ?? false)}
        </Stat>
        <Stat label="Supply">{short(supply)}</Stat>
      </dl>
    </header>
  )
}

/** Only web addresses become links, and they say nothing about where the reader came from. */
function Links({ intel }: { intel: Intel | null }) {
  const links = [
    ...(intel?.metadata.websites ?? []).map(({ label, url }) => ({ label, url })),
    ...(intel?.metadata.socials ?? []).map(({ type, url }) => ({ label: type, url })),
  ].filter(({ url }) => /^https?:\/\//i.test(url))
  return (
    <>
      {links.slice(0, 4).map(({ label, url }) => (
        <a key={url} href={url} target="_blank" rel="noopener noreferrer nofollow" title={plain(url, 120)}>
          {plain(label, 16) || 'link'} ↗
        </a>
      ))}
    </>
  )
}

function Scan({ mint }: { mint: string }) {
  const path = `/api/v2/tokens/${mint}/deepscan`
  const { data, error, again } = useQuery<DeepScan>(hasDataKey.value ? path : null, { staleMs: 110_000 })
  if (data === null)
    return error === null ? <Loading lines={9} label="Scanning" /> : <Failed error={error} again={again} />
  return (
    <>
      <div class="tab-call">
        <CallLink path={`${path}?explain=1`} />
      </div>
      <DeepScanView scan={data} again={again} />
    </>
  )
}

function MapTab({ mint, pools }: { mint: string; pools: Intel['pairs'] }) {
  const path = `/api/v2/tokens/${mint}/bubblemap`
  const { data, error, again } = useQuery<BubbleMap>(hasDataKey.value ? path : null, { staleMs: 110_000 })
  if (data === null)
    return error === null ? <Loading lines={9} label="Drawing the map" /> : <Failed error={error} again={again} />
  return (
    <>
      <div class="tab-call">
        <span class="muted">
          {mapWords(data)}; decentralisation <b class="num">{data.decentralizationScore ?? '–'}</b> of 100; groups hold{' '}
          {percent(data.summary['clusteredPct'])}
        </span>
        <CallLink path={path} />
      </div>
      {data.ok && <NotRead parts={data.errors} again={again} />}
      <BubbleMapView map={data} pools={pools} />
    </>
  )
}

function Holders({ intel, path }: { intel: Intel | null; path: string }) {
  if (intel === null) return <Loading lines={8} />
  const { distribution, top_holders: holders } = intel
  const token = { mint: intel.mint, pools: intel.pairs }
  const kindOf = ({ entityType, is_contract: isContract }: (typeof holders)[number]): string =>
    entityType ?? (isContract ? 'program' : 'wallet')
  const shares = [
    'top1_pct',
    'top10_pct',
    'top20_pct',
    'insiders_pct',
    'bundlers_pct',
    'snipers_pct',
    'dev_pct',
    'liquidity_pct',
    'cex_pct',
    'burned_pct',
    'locked_pct',
  ] as const
  return (
    <>
      <div class="tab-call">
        <CallLink path={path} />
      </div>
      <dl class="stats">
        {shares.map((name) => (
          <Stat key={name} label={name.replace('_pct', '').replace('top', 'top ')}>
            {share(distribution[name], (distribution.lower_bounds as readonly string[]).includes(name))}
          </Stat>
        ))}
      </dl>
      {holders.length === 0 ? (
        <Empty>The holders could not be read from the node.</Empty>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label="Holders, table">
          <table>
            <thead>
              <tr>
                <th scope="col" class="num">
                  #
                </th>
                <th scope="col">Owner</th>
                <th scope="col">Kind</th>
                <th scope="col" class="num">
                  Amount
                </th>
                <th scope="col" class="num">
                  Share
                </th>
                <th scope="col">Flags</th>
              </tr>
            </thead>
            <tbody>
              {holders.map((holder, index) => (
                <tr key={holder.owner}>
                  <td class="num muted">{index + 1}</td>
                  <td>
                    <Address
                      address={holder.owner}
                      name={holder.entity}
                      ends={5}
                      href={ownerPlace({ address: holder.owner, kind: kindOf(holder) }, token).href}
                    />
                  </td>
                  <td class="muted">{kindOf(holder)}</td>
                  <td class="num">{short(holder.amount)}</td>
                  <td class="num">{percent(holder.pct)}</td>
                  <td>{holder.flags.join(', ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

function Developer({ mint }: { mint: string }) {
  const path = `/api/v2/tokens/${mint}/dev-history`
  const { data, error, again } = useQuery<DevHistory>(hasDataKey.value ? path : null, { staleMs: 110_000 })
  const mints = (data?.priorTokens ?? []).map((token) => token.mint)
  useEffect(() => {
    void wantNames(mints)
  }, [mints.join()])
  if (data === null) return error === null ? <Loading lines={8} /> : <Failed error={error} again={again} />
  return (
    <>
      <div class="tab-call">
        <CallLink path={path} />
      </div>
      <NotRead parts={data.errors} again={again} />
      <dl class="stats">
        <Stat label="Creator">
          <Address address={data.dev} />
        </Stat>
        <Stat label="Earlier tokens">{count(data.priorTokens?.length)}</Stat>
        <Stat label="Of them rugged">{count(data.ruggedPriorTokens)}</Stat>
        <Stat label="Sold of its tokens">{percent(data.devSoldPct)}</Stat>
        <Stat label="Ring of creators">
          {data.operatorRingDetected === null
            ? '–'
            : data.operatorRingDetected
              ? counted(data.operatorRing?.length ?? 0, 'wallet')
              : 'none found'}
        </Stat>
        <Stat label="Money came from">
          {data.devFunderTerminal === null
            ? '–'
            : (data.devFunderTerminal.name ?? <Address address={data.devFunderTerminal.address} />)}
        </Stat>
      </dl>
      {data.devFunderPeel !== null && data.devFunderPeel.length > 0 && (
        <p class="trail">
          <span>creator</span>
          {data.devFunderPeel.map((hop) => (
            <span key={hop.signature}>
              ← <Address address={hop.address} name={hop.name} /> <span class="muted num">{sol(hop.lamports)}</span>
            </span>
          ))}
        </p>
      )}
      {data.priorTokens !== null && data.priorTokens.length > 0 && (
        <ul class="priors">
          {data.priorTokens.map((token) => (
            <li key={token.mint}>
              <Address address={token.mint} kind="token" name={names.value.get(token.mint)?.symbol} />{' '}
              <span class="muted">{token.outcome}</span>
            </li>
          ))}
        </ul>
      )}
      <ul class="checks">
        {data.checks.map((check) => (
          <CheckView key={check.id} check={check} />
        ))}
      </ul>
    </>
  )
}

function Snipers({ mint }: { mint: string }) {
  const path = `/api/v2/tokens/${mint}/snipers`
  const { data, error, again } = useQuery<SnipersReply>(hasDataKey.value ? path : null, { staleMs: 110_000 })
  if (data === null) return error === null ? <Loading lines={8} /> : <Failed error={error} again={again} />
  return (
    <>
      <div class="tab-call">
        <CallLink path={path} />
      </div>
      <NotRead parts={data.errors} again={again} />
      <dl class="stats">
        <Stat label="Launch slot">{count(data.launchSlot)}</Stat>
        <Stat label="Snipers">{count(data.sniperCount)}</Stat>
        <Stat label="Snipers hold">{share(data.sniperPct, data.lowerBounds.includes('sniperPct'))}</Stat>
        <Stat label="In the first slot">{count(data.slot0SniperCount)}</Stat>
        <Stat label="Bundled wallets">{count(data.bundleWalletCount)}</Stat>
        <Stat label="Bundled wallets hold">{share(data.bundledPct, data.lowerBounds.includes('bundledPct'))}</Stat>
        <Stat label="Snipers that still hold all">{stillHoldAll(data.sniperExit)}</Stat>
      </dl>
      {data.sampledSnipers.length > 0 && (
        <ul class="priors">
          {data.sampledSnipers.map((sniper) => (
            <li key={sniper.address}>
              <Address address={sniper.address} /> <span class="muted">{sniperWords(sniper)}</span>
            </li>
          ))}
        </ul>
      )}
      <ul class="checks">
        {data.checks.map((check) => (
          <CheckView key={check.id} check={check} />
        ))}
      </ul>
    </>
  )
}

function Pools({ intel, path, chosen }: { intel: Intel | null; path: string; chosen: string | null }) {
  if (intel === null) return <Loading lines={6} />
  if (intel.pairs.length === 0) return <Empty>No pool is known.</Empty>
  return (
    <>
      <div class="tab-call">
        <CallLink path={path} />
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label="Pools, table">
        <table>
          <thead>
            <tr>
              <th scope="col">Venue</th>
              <th scope="col">Pool</th>
              <th scope="col" class="num">
                Price
              </th>
              <th scope="col" class="num">
                Liquidity
              </th>
              <th scope="col" class="num">
                Volume 24 h
              </th>
              <th scope="col" class="num">
                Buys / sales 24 h
              </th>
            </tr>
          </thead>
          <tbody>
            {intel.pairs.map((pair) => (
              <tr key={pair.pairAddress}>
                <td>{pair.dexId}</td>
                <td>
                  <Address
                    address={pair.pairAddress}
                    ends={5}
                    href={`/token/${intel.mint}?pool=${encodeURIComponent(pair.pairAddress)}`}
                    isCurrent={pair.pairAddress === chosen}
                  />
                  {pair.pairAddress === chosen && <span class="muted"> in the chart</span>}
                </td>
                <td class="num">{price(pair.priceUsd)}</td>
                <td class="num">{usd(pair.liquidity.usd)}</td>
                <td class="num">{usd(pair.volume.h24)}</td>
                <td class="num">
                  {count(pair.txns.h24?.buys)} / {count(pair.txns.h24?.sells)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
