import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Check, DeepScan, Layer } from '../api/types.ts'
import { counted, percent, plain, shorten } from '../format.ts'
import { Ago, Copy, Empty, type Grade, GradeBadge } from '../ui/basics.tsx'
import { isJudged, notReadWords, passedWords } from './figures.ts'
import { Replay } from './replay.tsx'

const LAYER_WORDS: Readonly<Record<string, string>> = {
  contract: 'Token contract',
  holders: 'Holders',
  liquidity: 'Liquidity',
  bundle: 'Bundled purchases',
  creator: 'Creator',
  market: 'Market',
  launch: 'Launch',
  holderstats: 'Holder statistics',
  cohorts: 'Cohorts',
  lplock: 'Liquidity lock',
  honeypot: 'Executed sale',
  swapstats: 'Trades',
  devforensics: 'Creator’s history',
  sniperforensics: 'Snipers',
  programs: 'Programs',
  bubblemap: 'Groups of wallets',
}
const GRADES: readonly (readonly [Grade, number])[] = [
  ['safe', 85],
  ['caution', 60],
  ['risky', 35],
]
const WEIGHTS: Readonly<Record<Check['severity'], number>> = {
  critical: 5,
  high: 4,
  medium: 3,
  warning: 2,
  low: 1,
  info: 0,
}

export function DeepScanView({ scan, again }: { scan: DeepScan; again: () => void }) {
  return (
    <div class="scan">
      <Verdict scan={scan} />
      <NotRead parts={scan.weights.layersFailed.map((name) => LAYER_WORDS[name] ?? name)} again={again} />
      <Replay scan={scan} />
      <div class="scan-columns">
        <div class="stack">
          <Flags scan={scan} />
          <WhatWouldChange scan={scan} />
        </div>
        <Layers scan={scan} />
      </div>
    </div>
  )
}

function Verdict({ scan }: { scan: DeepScan }) {
  const angle = (scan.score / 100) * 283
  return (
    <div class={`verdict ${scan.grade}`}>
      <svg
        viewBox="0 0 100 100"
        width="104"
        height="104"
        role="img"
        aria-label={`Score ${scan.score} of 100, ${scan.grade}; higher is safer`}
      >
        <circle cx="50" cy="50" r="45" class="dial-ground" />
        <circle cx="50" cy="50" r="45" class="dial" stroke-dasharray={`${angle} 283`} transform="rotate(-90 50 50)" />
        <text x="50" y="50" class="dial-score">
          {scan.score}
        </text>
        <text x="50" y="67" class="dial-word">
          {scan.grade}
        </text>
      </svg>
      <div class="stack">
        <h3 class="verdict-line">{scan.verdict}</h3>
        <p>{scan.summary}</p>
        <p class="muted small">
          Of 100; higher is safer. Rules {scan.weights.rules}, judged <Ago ms={scan.generatedAt} suffix=" ago" />.
          {scan.reach && (
            <>
              {' '}
              {percent(scan.reach.pct, 0)} of the early supply is in wallets known to be public (at least{' '}
              {scan.reach.leastPct} % for “safe”).
            </>
          )}
        </p>
      </div>
    </div>
  )
}

function Flags({ scan }: { scan: DeepScan }) {
  return (
    <section>
      <h3>What speaks against it ({scan.flags.length})</h3>
      {scan.flags.length === 0 && <Empty>No check failed.</Empty>}
      <ul class="flags">
        {scan.flags.map((flag) => (
          <li key={`${flag.source}.${flag.id}`}>
            <Severity severity={flag.severity} />
            <span>
              <a href={`#layer-${flag.source}`}>{flag.label}</a>
              <span class="muted"> {plain(flag.detail, 220)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Severity({ severity }: { severity: Check['severity'] }) {
  return <span class={`severity ${severity}`}>{severity}</span>
}

/** The penalties in the order of their weight, and what is left when they go. Points and caps are those of the report. */
function WhatWouldChange({ scan }: { scan: DeepScan }) {
  const penalties = scan.weights.penalties.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points)
  const next = GRADES.toReversed().find(([, least]) => least > scan.score)
  if (next === undefined) return null
  const start = scan.weights.startScore
  const allowed = start - next[1]
  const total = penalties.reduce((sum, { points }) => sum + points, 0)
  let left = total
  const gone: typeof penalties = []
  for (const penalty of penalties) {
    if (left <= allowed) break
    gone.push(penalty)
    left -= penalty.points
  }
  return (
    <section>
      <h3>
        What would make it <GradeBadge grade={next[0]} score={next[1]} />
      </h3>
      {scan.weights.hardCapReasons.length > 0 && (
        <p>
          Whatever the points, these hold the score down:{' '}
          {scan.weights.hardCapReasons.map((reason) => plain(reason, 120)).join('; ')}.
        </p>
      )}
      {gone.length > 0 && <p>At least these findings would have to go, by their points:</p>}
      <ul class="flags">
        {gone.map(({ source, id, points, severity }) => (
          <li key={`${source}.${id}`}>
            <Severity severity={severity as Check['severity']} />
            <span>
              <a href={`#layer-${source}`}>{labelOf(scan, source, id)}</a>{' '}
              <span class="muted num">−{counted(points, 'point')}</span>
            </span>
          </li>
        ))}
      </ul>
      <p class="muted small">
        {start} to begin with, {counted(total, 'point')} taken off by {counted(penalties.length, 'finding')}.
      </p>
    </section>
  )
}

function labelOf(scan: DeepScan, source: string, id: string): string {
  const sources: Readonly<Record<string, Pick<Layer, 'checks'> | undefined>> = { ...scan.layers, ...scan.providers }
  const layer = sources[source]
  return layer?.checks.find((check) => check.id === id)?.label ?? id.replaceAll('_', ' ')
}

function Layers({ scan }: { scan: DeepScan }) {
  const providers = Object.entries(scan.providers)
  return (
    <section>
      <h3>Layers, with the evidence of each check</h3>
      {Object.entries(scan.layers).map(([name, layer]) => (
        <LayerView key={name} name={name} title={LAYER_WORDS[name] ?? name} layer={layer} />
      ))}
      {providers.map(([name, provider]) =>
        provider.available ? (
          <LayerView
            key={name}
            name={name}
            title={`${name} (provider, ${provider.scoreSafe0to100 ?? '–'} of 100)`}
            layer={provider}
          />
        ) : null,
      )}
    </section>
  )
}

function LayerView({ name, title, layer }: { name: string; title: string; layer: Layer }) {
  const failed = layer.checks.filter(({ ok }) => !ok).toSorted((a, b) => WEIGHTS[b.severity] - WEIGHTS[a.severity])
  const worst = failed[0]?.severity
  const passed = passedWords(layer.checks)
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const openIfMeant = (): void => {
      if (location.hash === `#layer-${name}` && details.current !== null) details.current.open = true
    }
    openIfMeant()
    addEventListener('hashchange', openIfMeant)
    return () => removeEventListener('hashchange', openIfMeant)
  }, [name])
  return (
    <details class="layer" id={`layer-${name}`} ref={details}>
      <summary>
        <span class="grow">{title}</span>
        {!layer.ok && <span class="severity warning">not read</span>}
        {worst !== undefined && <Severity severity={worst} />}
        {worst === undefined && passed !== null && <span class={passed.isPassed ? 'ok' : 'muted'}>{passed.text}</span>}
        {failed.length > 0 && (
          <span class="num muted">
            {failed.length} of {layer.checks.length}
          </span>
        )}
      </summary>
      <ul class="checks">
        {[...failed, ...layer.checks.filter(({ ok }) => ok)].map((check) => (
          <CheckView key={check.id} check={check} />
        ))}
      </ul>
      {layer.errors.length > 0 && (
        <p class="muted">Not read: {layer.errors.map((error) => plain(error, 160)).join('; ')}</p>
      )}
    </details>
  )
}

/** What a report could not look at: nothing found there is no all-clear. It may be read by now. */
export function NotRead({ parts, again }: { parts: readonly string[]; again: () => void }) {
  if (parts.length === 0) return null
  return (
    <div class="not-read row" role="status">
      <details class="grow">
        <summary>
          <span class="severity warning">not read</span> {notReadWords(parts)}
        </summary>
        <ul class="evidence">
          {parts.map((part) => (
            <li key={part}>{plain(part, 300)}</li>
          ))}
        </ul>
      </details>
      <button type="button" class="button" onClick={again}>
        Read it again
      </button>
    </div>
  )
}

const EVIDENCE_AT_FIRST = 6

export function CheckView({ check }: { check: Check }) {
  const all = useSignal(false)
  const evidence = check.evidence ?? []
  const shown = all.value ? evidence : evidence.slice(0, EVIDENCE_AT_FIRST)
  return (
    <li class={check.ok ? 'passed' : 'failed-check'}>
      <div class="row">
        {!isJudged(check) ? (
          <span class="muted" role="img" aria-label="not judged">
            ?
          </span>
        ) : check.ok ? (
          <span class="ok" role="img" aria-label="passed">
            ✓
          </span>
        ) : (
          <Severity severity={check.severity} />
        )}
        <b class="grow">{check.label}</b>
      </div>
      {check.detail !== '' && <p>{plain(check.detail, 400)}</p>}
      {shown.length > 0 && (
        <table class="evidence-table">
          <tbody>
            {shown.map((one, index) => (
              <tr key={index}>
                <td>{plain(one.what, 140)}</td>
                <td class="num">{plain(one.value, 80)}</td>
                <td class="mono muted">
                  {one.signature !== null && (
                    <>
                      tx {shorten(one.signature, 5)} <Copy text={one.signature} label="Copy the signature" />
                    </>
                  )}
                </td>
                <td class="num muted">{one.slot === null ? '' : `slot ${one.slot.toLocaleString('en-US')}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {evidence.length > EVIDENCE_AT_FIRST && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            all.value = !all.value
          }}
        >
          {all.value ? 'Show less' : `Show all ${evidence.length}`}
        </button>
      )}
    </li>
  )
}
