import { useSignal } from '@preact/signals'
import { ApiError, call } from '../api/client.ts'
import { hasDataKey } from '../api/keys.ts'
import { counted, plain, shorten, solNumber } from '../format.ts'
import { Address, CallLink, Empty, Failed, Panel, Stat } from '../ui/basics.tsx'
import { fromBase64, toBase64 } from '../wallet/base58.ts'
import { ChooseSigner } from '../wallet/choose-signer.tsx'
import { signer } from '../wallet/wallets.ts'

type TokenAccount = {
  readonly account: string
  readonly mint: string
  readonly displayName: string | null
  readonly uiAmount: number
  readonly recovery: number
  readonly type: string
  readonly why: string
}
type Checked = {
  readonly address: string
  readonly error?: string
  readonly potentialRecovery: number
  readonly estimatedReturn: number
  readonly fee: number
  readonly burnPotentialRecovery: number
  readonly emptyAccounts: number
  readonly burnableAccounts: number
  readonly balance: number
  readonly canProcess: boolean
  readonly accounts?: { readonly empty: readonly TokenAccount[]; readonly burnable: readonly TokenAccount[] }
}
type BuiltOne = {
  readonly transaction: string
  readonly accountsInTx: number
  readonly estimatedFee: number
  readonly usedFeePayer: boolean
  readonly recovery: number
  readonly fee: number
  readonly estimatedReturn: number
}
type Built = { readonly walletTransactions: Readonly<Record<string, readonly BuiltOne[] | { error: string }>> }
type Sent = { readonly signature: string; readonly state: string; readonly returned: number }

export default function RecoverPage() {
  const checked = useSignal<Checked | null>(null)
  const burn = useSignal<ReadonlySet<string>>(new Set())
  const built = useSignal<{ readonly of: string; readonly transactions: readonly BuiltOne[] } | null>(null)
  const sent = useSignal<readonly Sent[]>([])
  const failure = useSignal<ApiError | Error | null>(null)
  const isBusy = useSignal(false)
  const wallet = signer.value?.address ?? ''
  // What was found and built for another wallet is not this one's.
  const own = checked.value?.address === wallet ? checked.value : null
  const transactions = built.value?.of === wallet ? built.value.transactions : null
  const burning = own === null ? 0 : burn.value.size
  if (!hasDataKey.value)
    return (
      <Empty>
        Recovery needs a key: <a href="/keys">enter or create one</a>.
      </Empty>
    )
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
  const checkBody = { walletAddresses: [wallet], includeAccounts: true }
  const look = async (): Promise<void> => {
    burn.value = new Set()
    const { results } = await call<{ results: readonly Checked[] }>('/api/v1/check', {
      method: 'POST',
      body: checkBody,
    })
    checked.value = results[0] ?? null
    if (checked.value === null) throw new Error('The server said nothing of this wallet. Scan it again.')
    if (checked.value.error) throw new Error(checked.value.error)
  }
  const scan = (): Promise<void> =>
    run(async () => {
      built.value = null
      sent.value = []
      await look()
    })
  const closeBody = {
    walletAddresses: [wallet],
    burnAccounts: burning > 0,
    ...(burning > 0 ? { selectedTokens: [...burn.value] } : {}),
  }
  const build = (): Promise<void> =>
    run(async () => {
      const { walletTransactions } = await call<Built>('/api/v1/close', { method: 'POST', body: closeBody })
      const found = walletTransactions[wallet]
      if (found === undefined) throw new Error('Nothing of this wallet can be closed now.')
      if ('error' in found) throw new Error(found.error)
      built.value = { of: wallet, transactions: found }
    })
  const sign = (): Promise<void> =>
    run(async () => {
      for (const one of transactions ?? []) await sendOne(one)
      built.value = null
      // What was closed is no longer there to be closed.
      await look()
    })
  const sendOne = async (one: BuiltOne): Promise<void> => {
    const signed = await signer.value!.sign(fromBase64(one.transaction))
    const reply = await call<{ result?: string; error?: { message: string } }>('/api/rpc/send', {
      method: 'POST',
      as: 'nobody',
      body: { transaction: toBase64(signed) },
    })
    if (reply.result === undefined) throw new Error(reply.error?.message ?? 'the node refused the transaction')
    const signature = reply.result
    note({ signature, state: 'sent', returned: one.estimatedReturn })
    const state = await landed(signature)
    note({ signature, state, returned: one.estimatedReturn })
    if (state === 'landed')
      await call('/api/v1/confirm', {
        method: 'POST',
        body: { walletAddress: wallet, signature, accountsClosed: one.accountsInTx, solRecovered: one.recovery },
      })
  }
  const note = (row: Sent): void => {
    sent.value = [...sent.value.filter(({ signature }) => signature !== row.signature), row]
  }
  return (
    <div class="trade-page">
      <Panel
        title="Recover rent"
        aside={<CallLink path="/api/v1/check" options={{ method: 'POST', body: checkBody }} />}
      >
        <div class="panel-body">
          <p class="muted">
            Every token account holds a deposit. Closing an empty one returns it to the lamport. You sign; the server
            only builds.
          </p>
          <ChooseSigner />
          <div>
            <button class="primary" type="button" disabled={wallet === '' || isBusy.value} onClick={() => void scan()}>
              {isBusy.value && own === null ? 'Scanning…' : 'Scan this wallet'}
            </button>
          </div>
          {failure.value instanceof ApiError ? (
            <Failed error={failure.value} />
          ) : (
            failure.value !== null && (
              <p class="failed" role="alert">
                {failure.value.message}
              </p>
            )
          )}
          {own !== null && (
            <Found
              checked={own}
              burn={burn.value}
              toggle={(mint) => {
                const next = new Set(burn.value)
                if (!next.delete(mint)) next.add(mint)
                burn.value = next
                built.value = null
              }}
            />
          )}
        </div>
      </Panel>
      <Panel
        title="Before you sign"
        class="before-signing"
        aside={<CallLink path="/api/v1/close" options={{ method: 'POST', body: closeBody }} />}
      >
        <div class="panel-body" aria-live="polite">
          {transactions === null ? (
            <>
              <p class="muted">
                The server builds the transactions and executes each before it hands them out. What they do is listed
                here.
              </p>
              <div>
                <button
                  class="primary"
                  type="button"
                  disabled={isBusy.value || own === null || (own.emptyAccounts === 0 && burning === 0)}
                  onClick={() => void build()}
                >
                  Build
                </button>
              </div>
            </>
          ) : (
            <>
              <ol class="stack">
                {transactions.map((one, index) => (
                  <li key={one.transaction}>
                    Transaction {index + 1}: closes {counted(one.accountsInTx, 'account')}, returns{' '}
                    <b class="num up">{solNumber(one.estimatedReturn, 9)}</b> to {shorten(wallet)}; network fee{' '}
                    <span class="num">{solNumber(one.estimatedFee, 9)}</span>
                    {one.fee > 0 && <>, service fee {solNumber(one.fee, 9)}</>}
                    {one.usedFeePayer && <>; the server pays the network fee</>}.
                  </li>
                ))}
              </ol>
              {burning > 0 && (
                <p class="down">All of {counted(burning, 'chosen token')} is burned. That cannot be undone.</p>
              )}
              <div>
                <button class="primary" type="button" disabled={isBusy.value} onClick={() => void sign()}>
                  Sign with {signer.value?.name} and send
                </button>
              </div>
            </>
          )}
          {sent.value.length > 0 && (
            <ul class="stack">
              {sent.value.map(({ signature, state, returned }) => (
                <li key={signature}>
                  <span class={state === 'landed' ? 'up' : ''}>
                    {state === 'landed' ? `✓ landed, ${solNumber(returned, 9)} returned` : state}
                  </span>{' '}
                  <span class="mono small">{shorten(signature, 8)}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </Panel>
    </div>
  )
}

function Found({
  checked,
  burn,
  toggle,
}: {
  checked: Checked
  burn: ReadonlySet<string>
  toggle: (mint: string) => void
}) {
  return (
    <>
      {checked.emptyAccounts === 0 && (
        <p role="status">
          {checked.burnableAccounts === 0
            ? 'This wallet has no token account that could be closed.'
            : 'No account of this wallet is empty. Those with tokens can be closed when their tokens are burned.'}
        </p>
      )}
      <dl class="stats flush">
        <Stat label="Empty accounts">{checked.emptyAccounts}</Stat>
        <Stat label="Returned by closing them">{solNumber(checked.potentialRecovery, 9)}</Stat>
        <Stat label="Accounts with tokens">{checked.burnableAccounts}</Stat>
        <Stat label="Held by these">{solNumber(checked.burnPotentialRecovery, 9)}</Stat>
      </dl>
      {(checked.accounts?.burnable.length ?? 0) > 0 && (
        <details>
          <summary>Burn tokens, too: choose them one by one</summary>
          <ul class="burnable">
            {checked.accounts!.burnable.map((one) => (
              <li key={one.account}>
                <label class="check-line">
                  <input type="checkbox" checked={burn.has(one.mint)} onChange={() => toggle(one.mint)} />
                  <span class="grow">
                    {plain(one.displayName, 16) || shorten(one.mint)}{' '}
                    <span class="num muted">{one.uiAmount.toLocaleString('en-US', { maximumFractionDigits: 9 })}</span>
                  </span>
                  <span class="num">{solNumber(one.recovery, 9)}</span>
                </label>
                <Address address={one.mint} kind="token" />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

async function landed(signature: string): Promise<string> {
  const until = Date.now() + 60_000
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const reply = await call<{ result?: { value: readonly ({ err: unknown; confirmationStatus?: string } | null)[] } }>(
      '/api/rpc/status',
      { method: 'POST', as: 'nobody', body: { signature } },
    ).catch(() => null)
    const status = reply?.result?.value[0]
    if (status?.err) return 'failed on the chain'
    if (status?.confirmationStatus === 'confirmed' || status?.confirmationStatus === 'finalized') return 'landed'
  }
  return 'not known yet'
}
