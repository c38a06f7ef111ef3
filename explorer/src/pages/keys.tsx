import { useSignal } from '@preact/signals'
import { Fragment } from 'preact'
import { ApiError, call } from '../api/client.ts'
import { hasDataKey, keys, useKeys, world } from '../api/keys.ts'
import { useQuery } from '../api/query.ts'
import type { KeyUsage as Usage } from '../api/types.ts'
import { count, shorten } from '../format.ts'
import { Copy, Empty, Failed, Loading, Panel, Stale, Stat } from '../ui/basics.tsx'
import { encodeBase58 } from '../wallet/base58.ts'
import { ChooseSigner } from '../wallet/choose-signer.tsx'
import { signer } from '../wallet/wallets.ts'
import { keyFigures } from './key-figures.ts'

type Session = {
  readonly token: string
  readonly wallet: string
  readonly apiKeyId: string | number | null
}
type Dashboard = Readonly<Record<string, unknown>> & {
  readonly allowedDomains?: readonly string[] | null
  readonly feeWallet?: string
}

export default function KeysPage() {
  return (
    <div class="keys-page">
      <OwnKeys />
      <SignIn />
      <UsagePanel />
    </div>
  )
}

function OwnKeys() {
  return (
    <Panel title="Keys of this tab">
      <div class="panel-body">
        <p class="muted">
          They stay in this tab until you close it, and go to this server only.
          {world.value && ' The sandbox publishes its keys, so they are filled in.'}
        </p>
        <label>
          Data key, sent as X-API-Key
          <input
            type="password"
            autocomplete="off"
            value={keys.value.data}
            onChange={(event) => useKeys({ data: event.currentTarget.value.trim() })}
          />
        </label>
        <label>
          Trading key (bearer)
          <input
            type="password"
            autocomplete="off"
            value={keys.value.trade}
            onChange={(event) => useKeys({ trade: event.currentTarget.value.trim() })}
          />
        </label>
        {world.value && (
          <details>
            <summary>All keys that this sandbox publishes</summary>
            <dl class="pairs">
              {Object.entries(world.value.keys).map(([name, key]) => (
                <Fragment key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <code>{key}</code> <Copy text={key} label={`Copy the key ${name}`} />
                  </dd>
                </Fragment>
              ))}
            </dl>
          </details>
        )}
      </div>
    </Panel>
  )
}

function SignIn() {
  const session = useSignal<Session | null>(null)
  const failure = useSignal<ApiError | Error | null>(null)
  const isBusy = useSignal(false)
  const newKey = useSignal<string | null>(null)
  const run = async (work: () => Promise<void>): Promise<void> => {
    isBusy.value = true
    failure.value = null
    try {
      await work()
    } catch (error) {
      failure.value = error instanceof Error ? error : new Error(String(error))
    } finally {
      isBusy.value = false
    }
  }
  const prove = async (
    purpose: 'login' | 'register',
  ): Promise<{ ownerWallet: string; nonce: string; signature: string }> => {
    const chosen = signer.value
    if (chosen === null) throw new Error('Choose a wallet first.')
    const { nonce, message } = await call<{ nonce: string; message: string }>('/api/auth/challenge', {
      method: 'POST',
      as: 'nobody',
      body: { ownerWallet: chosen.address, purpose },
    })
    return { ownerWallet: chosen.address, nonce, signature: encodeBase58(await chosen.signMessage(message)) }
  }
  const login = (): Promise<void> =>
    run(async () => {
      const proof = await prove('login')
      const reply = await call<{ sessionToken: string; apiKeyId: string | number | null }>('/api/auth/login', {
        method: 'POST',
        as: 'nobody',
        body: proof,
      })
      session.value = { token: reply.sessionToken, wallet: proof.ownerWallet, apiKeyId: reply.apiKeyId }
    })
  const register = (): Promise<void> =>
    run(async () => {
      const reply = await call<{ apiKey: string }>('/api/register-key', {
        method: 'POST',
        as: 'nobody',
        body: { ...(await prove('register')), label: 'Explorer' },
      })
      newKey.value = reply.apiKey
      if (keys.value.data === '') useKeys({ data: reply.apiKey })
    })
  return (
    <Panel title="Your own key, by wallet">
      <div class="panel-body">
        <p class="muted">You sign a text that names this server and what it is for. No transaction is sent.</p>
        <ChooseSigner />
        <div class="row">
          <button
            class="primary"
            type="button"
            disabled={signer.value === null || isBusy.value}
            onClick={() => void register()}
          >
            Create a key
          </button>
          <button
            class="button"
            type="button"
            disabled={signer.value === null || isBusy.value}
            onClick={() => void login()}
          >
            Sign in
          </button>
        </div>
        {newKey.value !== null && (
          <p>
            Your key, shown once: <code>{newKey.value}</code> <Copy text={newKey.value} label="Copy the key" />
          </p>
        )}
        {failure.value instanceof ApiError ? (
          <Failed error={failure.value} />
        ) : (
          failure.value !== null && (
            <p class="failed" role="alert">
              {failure.value.message}
            </p>
          )
        )}
        {session.value !== null && <SessionView session={session.value} />}
      </div>
    </Panel>
  )
}

function SessionView({ session }: { session: Session }) {
  const { data, error, again } = useQuery<Dashboard>('/api/dashboard-session', {
    as: 'session',
    session: session.token,
    staleMs: 0,
  })
  const domains = useSignal<string | null>(null)
  const failure = useSignal<ApiError | null>(null)
  const isSaved = useSignal(false)
  if (session.apiKeyId === null)
    return <p>Signed in as {shorten(session.wallet)}. This wallet has no key yet: create one.</p>
  if (data === null) return error === null ? <Loading lines={4} /> : <Failed error={error} again={again} />
  const save = (): void => {
    failure.value = null
    isSaved.value = false
    const list = (domains.value ?? '').split(/[\s,]+/).filter(Boolean)
    call('/api/update-domains', {
      method: 'POST',
      as: 'session',
      session: session.token,
      body: { domains: list },
    }).then(
      () => {
        isSaved.value = true
        void again()
      },
      (caught: unknown) => {
        failure.value = caught instanceof ApiError ? caught : new ApiError(0, String(caught), {})
      },
    )
  }
  return (
    <div class="stack">
      <h3>Signed in as {shorten(session.wallet)}</h3>
      <dl class="pairs">
        {keyFigures(data).map(([name, text]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd class="num">{text}</dd>
          </Fragment>
        ))}
      </dl>
      <label>
        Domains that may use the key (empty: any)
        <input
          value={domains.value ?? (data.allowedDomains ?? []).join(', ')}
          onInput={(event) => {
            domains.value = event.currentTarget.value
            isSaved.value = false
          }}
        />
      </label>
      <div>
        <button class="button" type="button" disabled={domains.value === null} onClick={save}>
          Save domains
        </button>{' '}
        <span role="status">{isSaved.value && '✓ Saved'}</span>
      </div>
      {failure.value !== null && <Failed error={failure.value} />}
    </div>
  )
}

function UsagePanel() {
  const path = '/api/v2/stats?range=7d'
  const { data, error, at, again } = useQuery<Usage>(hasDataKey.value ? path : null, { everyMs: 30_000 })
  return (
    <Panel title="Usage of the data key, 7 days" call={{ path }}>
      {data === null ? (
        error === null ? (
          hasDataKey.value ? (
            <Loading lines={4} />
          ) : (
            <p class="empty">No key yet.</p>
          )
        ) : (
          <Failed error={error} again={again} />
        )
      ) : (
        <>
          <Stale of={{ data, error, at }} />
          <dl class="stats">
            <Stat label="Calls">{count(data.summary.calls)}</Stat>
            <Stat label="Errors">{count(data.summary.errors)}</Stat>
            <Stat label="Average">{data.summary.avg_ms === null ? '–' : `${data.summary.avg_ms.toFixed(1)} ms`}</Stat>
            <Stat label="Longest">{data.summary.max_ms === null ? '–' : `${data.summary.max_ms.toFixed(0)} ms`}</Stat>
          </dl>
          {data.byRoute.length === 0 && <Empty>Nothing was called with this key yet.</Empty>}
          <div class="scroll" tabIndex={0} role="region" aria-label="Calls by route, table">
            <table hidden={data.byRoute.length === 0}>
              <thead>
                <tr>
                  <th scope="col">Route</th>
                  <th scope="col" class="num">
                    Calls
                  </th>
                  <th scope="col" class="num">
                    Errors
                  </th>
                  <th scope="col" class="num">
                    Average ms
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.byRoute.map((row) => (
                  <tr key={row.route}>
                    <td class="mono route">{row.route}</td>
                    <td class="num">{count(row.calls)}</td>
                    <td class="num">{count(row.errors)}</td>
                    <td class="num">{row.avg_ms === null ? '–' : row.avg_ms.toFixed(1)}</td>
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
