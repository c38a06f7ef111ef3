import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ApiError } from '../api/client.ts'
import { hasDataKey, world } from '../api/keys.ts'
import { names, wantNames } from '../api/names.ts'
import { useQuery } from '../api/query.ts'
import type { Explained, Pnl as PnlReply, Portfolio, Profile, Roast as RoastReply } from '../api/types.ts'
import { count, counted, duration, percent, plain, solNumber, usd } from '../format.ts'
import {
  Address,
  Ago,
  CallLink,
  Copy,
  Cut,
  Empty,
  Failed,
  Loading,
  Missing,
  Panel,
  Stale,
  Stat,
  Tabs,
} from '../ui/basics.tsx'
import {
  busiestWords,
  copyWords,
  memberWords,
  movedWords,
  pnlCoverage,
  pnlFigures,
  realisedWords,
  scannedFigures,
  sentenceParts,
  worthWords,
} from './wallet-figures.ts'

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const TABS = [
  ['activity', 'Transactions'],
  ['holdings', 'Holdings'],
  ['pnl', 'Profit and loss'],
  ['profile', 'Habits'],
  ['roast', 'Roast'],
] as const
type Tab = (typeof TABS)[number][0]

export default function WalletPage({ subject }: { subject: string }) {
  if (subject === '') return <Empty>Which wallet? Search for its address.</Empty>
  if (!ADDRESS.test(subject)) return <Empty>This is not the address of a wallet.</Empty>
  return <WalletView wallet={subject} />
}

function WalletView({ wallet }: { wallet: string }) {
  const path = `/api/v2/wallets/${wallet}/profile?depth=fast`
  const { data, error, at, again } = useQuery<Profile>(hasDataKey.value ? path : null, {
    everyMs: 60_000,
  })
  const tab = useSignal<Tab>('activity')
  const truth = world.value?.wallets.find(({ address }) => address === wallet)
  return (
    <div class="wallet">
      <section class="panel" aria-label="Wallet">
        <div class="wallet-head">
          <div class="grow stack">
            <h1>Wallet</h1>
            <p class="row">
              <Address address={wallet} ends={10} />
              {truth && <span class="mark">sandbox truth: {truth.archetype.replace('_', ' ')}</span>}
            </p>
            {data && <p>{plain(data.biography, 300)}</p>}
            {data && (
              <p class="tags">
                <span class="tag">{data.identity.label}</span>
                {data.traderTags
                  .filter(({ label }) => label !== data.identity.label)
                  .map((tag) => (
                    <span key={tag.key} class={`tag ${tag.tone}`}>
                      {tag.label}
                    </span>
                  ))}
              </p>
            )}
          </div>
          <CallLink path={path} />
        </div>
        <Stale of={{ data, error, at }} />
        {data === null ? (
          error === null ? (
            <Loading lines={3} label="Reading the wallet" />
          ) : (
            <Failed error={error} again={again} />
          )
        ) : (
          <dl class="stats">
            <Stat label="Holds">{solNumber(data.holdings?.sol)}</Stat>
            <Stat label="Its SOL in dollars">{usd(data.holdings?.solUsd)}</Stat>
            <Stat label="Tokens">{count(data.holdings?.tokens)}</Stat>
            <Stat label="Realised">{solNumber(data.pnl.realizedSol)}</Stat>
            <Stat label="Of closed trades, won">{percent(data.pnl.winRatePct, 1)}</Stat>
            <Stat label="Transactions read">{scannedFigures(data).read}</Stat>
            <Stat label="Failed">{count(data.activity.failed)}</Stat>
            <Stat label={scannedFigures(data).oldest}>
              {data.activity.firstTs === null ? '–' : <Ago ms={data.activity.firstTs * 1_000} suffix=" ago" />}
            </Stat>
          </dl>
        )}
      </section>
      <section class="panel">
        <Tabs
          tabs={TABS}
          chosen={tab.value}
          label="About this wallet"
          choose={(next) => {
            tab.value = next
          }}
        />
        <div class="tab" role="tabpanel" aria-label={TABS.find(([name]) => name === tab.value)![1]}>
          {tab.value === 'activity' && <Transactions wallet={wallet} />}
          {tab.value === 'holdings' && <Holdings wallet={wallet} />}
          {tab.value === 'pnl' && <Pnl wallet={wallet} />}
          {tab.value === 'profile' && <HabitsTab profile={data} error={error} again={again} />}
          {tab.value === 'roast' && <Roast wallet={wallet} />}
        </div>
      </section>
    </div>
  )
}

function Transactions({ wallet }: { wallet: string }) {
  const before = useSignal<readonly string[]>([])
  const at = before.value.at(-1)
  const path = `/api/v2/wallets/${wallet}/transactions?limit=25${at === undefined ? '' : `&before=${at}`}`
  const { data, error, again } = useQuery<{ transactions: readonly Explained[] }>(
    hasDataKey.value ? path : null,
    // Older pages do not change.
    at === undefined ? { everyMs: 20_000 } : {},
  )
  const mints = (data?.transactions ?? []).flatMap(({ description }) =>
    sentenceParts(description, wallet).flatMap((part) => (part.kind === 'token' ? [part.address] : [])),
  )
  useEffect(() => {
    void wantNames(mints)
  }, [mints.join()])
  return (
    <>
      <div class="tab-call">
        <CallLink path={path} />
      </div>
      {data === null ? (
        error === null ? (
          <Loading lines={8} />
        ) : (
          <Failed error={error} again={again} />
        )
      ) : data.transactions.length === 0 ? (
        <Empty>No transactions {at === undefined ? 'are known' : 'before these'}.</Empty>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label="Transactions, table">
          <table class="wrap">
            <thead>
              <tr>
                <th scope="col" class="num">
                  Age
                </th>
                <th scope="col" class="wide-only">
                  Type
                </th>
                <th scope="col" class="wide-only">
                  Source
                </th>
                <th scope="col">What happened</th>
                <th scope="col" class="num wide-only">
                  Fee, lamports
                </th>
              </tr>
            </thead>
            <tbody>
              {data.transactions.map((one) => (
                <tr key={one.signature} title={one.signature}>
                  <td class="num muted">
                    <Ago ms={one.timestamp === null ? null : one.timestamp * 1_000} />
                  </td>
                  <td class="wide-only">{one.type.toLowerCase().replaceAll('_', ' ')}</td>
                  <td class="muted wide-only">{one.source.toLowerCase().replaceAll('_', ' ')}</td>
                  <td class="wide-cell">
                    <Sentence text={plain(one.description, 320)} wallet={wallet} />{' '}
                    <Copy text={one.signature} label="Copy the signature" />
                  </td>
                  <td class="num wide-only">{count(one.fee)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div class="row">
        {before.value.length > 0 && (
          <button
            class="button"
            type="button"
            onClick={() => {
              before.value = before.value.slice(0, -1)
            }}
          >
            Newer
          </button>
        )}
        {(data?.transactions.length ?? 0) > 0 && (
          <button
            class="button"
            type="button"
            onClick={() => {
              before.value = [...before.value, data!.transactions.at(-1)!.signature]
            }}
          >
            Older
          </button>
        )}
      </div>
    </>
  )
}

function Sentence({ text, wallet }: { text: string; wallet: string }) {
  return (
    <>
      {sentenceParts(text, wallet).map((part, index) =>
        part.kind === 'text' ? (
          part.text
        ) : (
          <Address
            key={index}
            address={part.address}
            kind={part.kind}
            name={part.kind === 'token' ? names.value.get(part.address)?.symbol : null}
            canCopy={false}
          />
        ),
      )}
    </>
  )
}

function Holdings({ wallet }: { wallet: string }) {
  const path = `/api/v2/wallets/${wallet}/portfolio`
  const { data, error, at, again } = useQuery<Portfolio>(hasDataKey.value ? path : null, { everyMs: 30_000 })
  if (data === null) return error === null ? <Loading lines={6} /> : <Failed error={error} again={again} />
  return (
    <>
      <div class="tab-call">
        {data.tokens.some(({ thin }) => thin) && (
          <span class="muted small">In brackets: more than its pool could pay, not part of the total.</span>
        )}
        <b class="num">{usd(data.totalValueUSD)}</b>
        <CallLink path={path} />
      </div>
      <Stale of={{ data, error, at }} />
      <Missing sentences={data.missing} />
      {data.tokens.length === 0 ? (
        <Empty>This wallet holds nothing.</Empty>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label="Holdings, table">
          <table>
            <thead>
              <tr>
                <th scope="col">Token</th>
                <th scope="col" class="num">
                  Balance
                </th>
                <th scope="col" class="num">
                  Value
                </th>
              </tr>
            </thead>
            <tbody>
              {data.tokens.map((token) => (
                <tr key={token.mint}>
                  <th scope="row">
                    <Address address={token.mint} kind="token" name={token.symbol ?? token.name} />
                  </th>
                  <td class="num">{token.balance.toLocaleString('en-US', { maximumFractionDigits: 9 })}</td>
                  <td class={`num ${token.thin ? 'muted' : ''}`}>{worthWords(token)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

function Pnl({ wallet }: { wallet: string }) {
  const path = `/api/v2/wallets/${wallet}/pnl?period=all`
  const { data, error, again } = useQuery<PnlReply>(hasDataKey.value ? path : null, { staleMs: 60_000 })
  if (data === null)
    return error === null ? <Loading lines={6} label="Adding up" /> : <Failed error={error} again={again} />
  return (
    <>
      <div class="tab-call">
        <span class="muted small">
          {pnlCoverage(data)} {data.positions.length > 1 && 'Last traded first.'}
        </span>
        <CallLink path={path} />
      </div>
      <dl class="stats">
        {pnlFigures(data.summary).map(([label, text, hint]) => (
          <Stat key={label} label={label} hint={hint}>
            {text}
          </Stat>
        ))}
      </dl>
      {data.positions.length === 0 ? <Empty>It traded nothing.</Empty> : <Positions positions={data.positions} />}
    </>
  )
}

function Positions({ positions }: Pick<PnlReply, 'positions'>) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Positions, table">
      <table>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col" class="num">
              Buys / sales
            </th>
            <th scope="col" class="num">
              Realised
            </th>
            <th scope="col" class="num">
              Unrealised
            </th>
            <th scope="col" class="num">
              Return
            </th>
            <th scope="col">Basis</th>
          </tr>
        </thead>
        <tbody>
          {positions.map((position) => (
            <tr key={position.mint}>
              <th scope="row">
                <Address address={position.mint} kind="token" name={position.symbol} />
              </th>
              <td class="num">
                {position.buys} / {position.sells}
              </td>
              <td class="num">{usd(position.realizedUSD)}</td>
              <td class="num">{usd(position.unrealizedUSD)}</td>
              <td class="num">{percent(position.roiPct, 1)}</td>
              <td class="muted">{position.basisKnown ? 'known' : 'unknown'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function HabitsTab({ profile, error, again }: { profile: Profile | null; error: ApiError | null; again: () => void }) {
  if (profile !== null) return <Habits profile={profile} />
  return error === null ? <Loading lines={6} /> : <Failed error={error} again={again} />
}

const MOST_TOKENS = 12

function Habits({ profile }: { profile: Profile }) {
  const most = Math.max(1, ...profile.activity.hourHistogram)
  const mints = profile.cohorts.top.slice(0, MOST_TOKENS).map(({ mint }) => mint)
  useEffect(() => {
    void wantNames(mints)
  }, [mints.join()])
  return (
    <>
      <p class="muted small">
        {profile.estimates.length > 0 && `Estimates, not facts: ${profile.estimates.map(memberWords).join(', ')}. `}
        {profile.estimates.length > 0 ? 'The rest' : 'All of it'} is counted from the chain.
      </p>
      <div class="columns">
        <Panel title="By hour, UTC">
          <div class="hours" role="img" aria-label="Transactions by hour of the day">
            {profile.activity.hourHistogram.map((value, hour) => (
              <i key={hour} style={{ height: `${(value / most) * 100}%` }} title={`${hour}:00, ${value}`} />
            ))}
          </div>
          <p class="panel-note hour-note muted small">
            <span>0:00</span>
            <span>{busiestWords(profile.activity.hourHistogram)}</span>
            <span>23:00</span>
          </p>
        </Panel>
        <Panel title="How it trades">
          <dl class="stats">
            <Stat label="Risk">{`${profile.risk.score} of 100, ${profile.risk.level}`}</Stat>
            <Stat label="Copies others" hint={profile.copyLikeness.signs.map(({ key }) => key).join(', ')}>
              {copyWords(profile.copyLikeness)}
            </Stat>
            <Stat label="Guards against MEV">{profile.mevAwareness.level}</Stat>
            <Stat label="Holds for, median">
              {profile.holdingTimes.medianSecs === null ? '–' : duration(profile.holdingTimes.medianSecs)}
            </Stat>
            <Stat label="Rent to recover">{solNumber(profile.closeableAccounts?.recoverableSol, 5)}</Stat>
          </dl>
        </Panel>
        <Panel title="Venues">
          <ul class="panel-body">
            {profile.dexBreakdown.length === 0 && <li class="muted">None.</li>}
            {profile.dexBreakdown.map((dex) => (
              <li key={dex.dex}>
                <div class="row">
                  <span class="grow">{dex.dex}</span>
                  <span class="num muted">{counted(dex.swaps, 'swap')}</span>
                  <span class="num">{solNumber(dex.volumeSol, 2)}</span>
                </div>
                <div class="bar">
                  <i style={{ width: `${dex.pct}%`, background: 'var(--accent)' }} />
                </div>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="Counterparties">
          <ul class="panel-body">
            {profile.counterparties.length === 0 && <li class="muted">None.</li>}
            {profile.counterparties.map((one) => (
              <li key={one.wallet} class="row">
                <span class="grow">
                  <Address address={one.wallet} />
                </span>
                <span class="num muted">{counted(one.transfers, 'transfer')}</span>
                <span class="num up">{movedWords(one).got}</span>
                <span class="num down">{movedWords(one).gave}</span>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={`Tokens: ${profile.cohorts.total} traded, ${profile.cohorts.stillHolding} still held`}>
          <ul class="panel-body">
            {profile.cohorts.top.length === 0 && <li class="muted">None.</li>}
            {profile.cohorts.top.slice(0, MOST_TOKENS).map((token) => (
              <li key={token.mint} class="row">
                <span class="grow">
                  <Address address={token.mint} kind="token" name={names.value.get(token.mint)?.symbol} />
                </span>
                <span class="muted num">
                  {token.buys} / {token.sells}
                </span>
                <span class="num">{realisedWords(token)}</span>
              </li>
            ))}
          </ul>
          <Cut shown={Math.min(MOST_TOKENS, profile.cohorts.top.length)} total={profile.cohorts.total} many="tokens" />
        </Panel>
      </div>
    </>
  )
}

function Roast({ wallet }: { wallet: string }) {
  const path = `/api/v2/wallets/${wallet}/roast?depth=fast`
  const { data, error, again } = useQuery<RoastReply>(hasDataKey.value ? path : null, { staleMs: 300_000 })
  if (data === null) return error === null ? <Loading lines={5} /> : <Failed error={error} again={again} />
  const { roast } = data
  return (
    <>
      <div class="tab-call">
        <CallLink path={path} />
      </div>
      <h3 class="verdict-line">{plain(roast.headline, 120)}</h3>
      <ul class="stack">
        {roast.burns.map((burn) => (
          <li key={burn}>{plain(burn, 240)}</li>
        ))}
      </ul>
      <dl class="stats">
        {roast.receipts.map((receipt) => (
          <Stat key={receipt.label} label={receipt.label} hint={receipt.hint}>
            {receipt.value}
          </Stat>
        ))}
      </dl>
    </>
  )
}
