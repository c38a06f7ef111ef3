import { useSignal } from '@preact/signals'
import { ApiError, call } from '../api/client.ts'
import type { DeepScan, DeepScanReplay } from '../api/types.ts'
import { count, counted, dateTime, plain } from '../format.ts'
import { CallLink, Copy, Failed } from '../ui/basics.tsx'

type Outcome = { readonly replay: DeepScanReplay; readonly isAsShown: boolean }

/** Judges the report on the page again from its recorded inputs, on the server, and compares what comes out twice: the
 *  server the bytes with those that it stored, the page the members with those that it shows. */
export function Replay({ scan }: { scan: DeepScan }) {
  const outcome = useSignal<Outcome | null>(null)
  const error = useSignal<ApiError | null>(null)
  const isBusy = useSignal(false)
  const path = `/api/v2/tokens/${scan.mint}/deepscan/replay?bundle=${scan.bundle}&report=1`
  const judge = async (): Promise<void> => {
    isBusy.value = true
    error.value = null
    try {
      const replay = await call<DeepScanReplay>(path)
      outcome.value = { replay, isAsShown: isAsShown(scan, replay) }
    } catch (caught) {
      error.value = caught instanceof ApiError ? caught : new ApiError(0, String(caught), {})
    } finally {
      isBusy.value = false
    }
  }
  // Another report on the page is another question.
  const shown = outcome.value?.replay.bundle === scan.bundle ? outcome.value : null
  return (
    <section class="replay" aria-label="Replay of this report">
      <div class="row">
        <button type="button" class="button" onClick={() => void judge()} disabled={isBusy.value}>
          {isBusy.value ? 'Judging…' : 'Judge it again'}
        </button>
        <span class="muted small grow">
          Every input of this report is stored. The same inputs and rules must give the same report, byte for byte.
        </span>
        <CallLink path={path} />
      </div>
      <div role="status">{shown !== null && <ReplayOutcome {...shown} />}</div>
      {error.value !== null && <Failed error={error.value} />}
      <details class="small">
        <summary>Without this server’s word for it</summary>
        In the server’s folder, without network or clock:
        <pre>{`curl -s -H "X-API-Key: $KEY" '${location.origin}/api/v2/tokens/${scan.mint}/deepscan' > report.json
npm run mintglass -- replay report.json`}</pre>
      </details>
    </section>
  )
}

/** The report on the page may leave `explain` out, and has the envelope's `success`. */
function isAsShown(scan: DeepScan, { report }: DeepScanReplay): boolean {
  if (report === undefined) return false
  const { success: _, explain: __, ...shown } = scan as DeepScan & { success?: boolean }
  const { explain: ___, ...judged } = report
  return JSON.stringify(shown) === JSON.stringify(judged)
}

function ReplayOutcome({ replay, isAsShown: shown }: Outcome) {
  const { same, inputs, stored, recomputed, rules, bundle, differences, differenceCount } = replay
  return (
    <>
      <p class={same && shown ? 'ok' : 'severity-text'}>
        <b>{same ? '✓ Equal: every byte came out as it was stored' : '✗ It differs from the stored report'}</b>
        {same && (shown ? ', and every member as this page shows it.' : '. This page shows something else: reload it.')}
      </p>
      <dl class="pairs">
        <dt>Recorded</dt>
        <dd>{dateTime(replay.generatedAt)}</dd>
        <dt>Inputs</dt>
        <Digest
          of={inputs}
          note={inputs.sha256 === bundle ? 'as the report names them' : `the report names ${bundle}`}
        />
        <dt>Report, stored</dt>
        <Digest of={stored} />
        <dt>Report, again</dt>
        <Digest of={recomputed} note={stored.sha256 === recomputed.sha256 ? 'the same' : 'another'} />
        <dt>Rules</dt>
        <dd>
          {rules.stored}
          {rules.stored !== rules.running && `; this server has ${rules.running} by now, which may judge otherwise`}
        </dd>
      </dl>
      {differenceCount > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Differences, table">
          <table>
            <caption>
              {counted(differenceCount, 'member differs', 'members differ')}
              {differenceCount > differences.length && `, the first ${differences.length} of them`}
            </caption>
            <thead>
              <tr>
                <th scope="col">Member</th>
                <th scope="col">Stored</th>
                <th scope="col">Again</th>
              </tr>
            </thead>
            <tbody>
              {differences.map((one) => (
                <tr key={one.path}>
                  <td class="mono">{plain(one.path, 120) || 'the whole report'}</td>
                  <td class="mono">{one.stored === null ? 'absent' : plain(one.stored, 120)}</td>
                  <td class="mono">{one.recomputed === null ? 'absent' : plain(one.recomputed, 120)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

function Digest({ of, note }: { of: { sha256: string; bytes: number }; note?: string }) {
  return (
    <dd>
      <span class="mono" title={of.sha256}>
        {of.sha256.slice(0, 16)}…
      </span>
      <Copy text={of.sha256} label="Copy the whole SHA-256" /> <span class="num">{count(of.bytes)}</span> bytes
      {note !== undefined && <span class="muted">, {note}</span>}
    </dd>
  )
}
