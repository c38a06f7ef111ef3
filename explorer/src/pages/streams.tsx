import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ApiError, call, whyRefused } from '../api/client.ts'
import { hasDataKey, world } from '../api/keys.ts'
import { useQuery } from '../api/query.ts'
import type { Delivery, Webhook } from '../api/types.ts'
import { plain } from '../format.ts'
import { Ago, CallLink, Copy, Empty, Failed, Loading, Panel, Stale } from '../ui/basics.tsx'

type Line = { readonly id: number; readonly name: string; readonly cursor: string; readonly text: string }
const EVENTS = [
  'hello',
  'snapshot',
  'trade',
  'launch',
  'retracted',
  'screen',
  'candle',
  'truncated',
  'lag',
  'bye',
] as const
const KEPT = 200
const NOT_OPENED = new ApiError(0, 'The stream ended before it was open. Its channels are right: open it again.', {})

export default function StreamsPage() {
  if (!hasDataKey.value)
    return (
      <Empty>
        Streams need a key: <a href="/keys">enter or create one</a>.
      </Empty>
    )
  return (
    <div class="stack">
      <EventsPlayground />
      <Webhooks />
    </div>
  )
}

function EventsPlayground() {
  const mint = world.value?.tokens.find(({ archetype }) => archetype === 'bluechip')?.mint
  const channels = useSignal(mint === undefined ? 'launches:solana' : `launches:solana,trades:solana:${mint}`)
  const lines = useSignal<readonly Line[]>([])
  const state = useSignal<'closed' | 'opening' | 'open' | 'reconnecting'>('closed')
  const failure = useSignal<ApiError | null>(null)
  const source = useRef<EventSource | null>(null)
  const lastId = useRef('')
  const number = useRef(0)
  const round = useRef(0)
  const close = (): void => {
    // What is still being opened is no longer wanted.
    round.current += 1
    source.current?.close()
    source.current = null
    state.value = 'closed'
  }
  useEffect(() => close, [])
  const path = `/api/v2/stream/events?channels=${encodeURIComponent(channels.value)}`
  const open = async (): Promise<void> => {
    close()
    const mine = round.current
    failure.value = null
    state.value = 'opening'
    try {
      const { ticket } = await call<{ ticket: string }>('/api/v2/stream/ticket', {
        method: 'POST',
        body: { purpose: 'events' },
      })
      if (mine !== round.current) return
      const resume = lastId.current === '' ? '' : `&cursor=${encodeURIComponent(lastId.current)}`
      const opened = new EventSource(
        `/api/v2/stream/events?ticket=${encodeURIComponent(ticket)}&channels=${encodeURIComponent(channels.value)}${resume}`,
      )
      source.current = opened
      let hasOpened = false
      opened.onopen = () => {
        hasOpened = true
        state.value = 'open'
      }
      opened.onerror = () => {
        const isClosed = opened.readyState === EventSource.CLOSED
        state.value = isClosed ? 'closed' : 'reconnecting'
        if (isClosed)
          void whyRefused(path).then((why) => {
            if (source.current !== opened) return
            failure.value = why ?? (hasOpened ? null : NOT_OPENED)
            // Its ticket has expired: the key still opens the stream.
            if (why === null && hasOpened) void open()
          })
      }
      for (const name of EVENTS)
        opened.addEventListener(name, (event) => {
          const { data, lastEventId } = event as MessageEvent<string>
          if (lastEventId !== '') lastId.current = lastEventId
          number.current += 1
          lines.value = [{ id: number.current, name, cursor: lastEventId, text: data }, ...lines.value].slice(0, KEPT)
        })
    } catch (error) {
      if (mine !== round.current) return
      state.value = 'closed'
      failure.value = error instanceof ApiError ? error : new ApiError(0, String(error), {})
    }
  }
  return (
    <Panel
      title="Event stream"
      call={{ path }}
      aside={
        <span class={`live ${state.value === 'open' ? 'live' : 'away'}`} role="status">
          <i aria-hidden="true" />
          {state.value}
        </span>
      }
    >
      <div class="panel-body">
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault()
            void open()
          }}
        >
          <label class="grow">
            Channels
            <input
              value={channels.value}
              spellcheck={false}
              onInput={(event) => {
                channels.value = event.currentTarget.value
              }}
            />
          </label>
          <button class="primary" type="submit">
            {lastId.current === '' ? 'Open' : 'Open from the last cursor'}
          </button>
          <button class="button" type="button" onClick={close} disabled={state.value === 'closed'}>
            Close
          </button>
        </form>
        <p class="muted small">
          <code>trades:solana:&lt;mint&gt;</code>, <code>trades:solana:wallet:&lt;wallet&gt;</code>,{' '}
          <code>candles:solana:&lt;pool&gt;:1m</code>, <code>launches:solana:pumpfun</code>. The same cursor works on
          WebSocket, replay and webhooks. <a href="/docs/push">All messages</a>
        </p>
        {failure.value !== null && <Failed error={failure.value} />}
        <div class="scroll lines" tabIndex={0} role="log" aria-live="off" aria-label="Events, newest first">
          {lines.value.length === 0 ? (
            <p class="muted">Events appear here.</p>
          ) : (
            lines.value.map((line) => (
              <details key={line.id}>
                <summary>
                  <b>{line.name}</b> <span class="mono muted">{line.cursor}</span>{' '}
                  <span class="cut">{plain(line.text, 140)}</span>
                </summary>
                <pre>{pretty(line.text)}</pre>
              </details>
            ))
          )}
        </div>
      </div>
    </Panel>
  )
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function Webhooks() {
  const path = '/api/v2/webhooks'
  const list = useQuery<{ webhooks: readonly Webhook[] }>(path, { everyMs: 15_000 })
  // A sandbox has an address of its own that takes posts.
  const url = useSignal(world.value?.upstreams?.['webhookSink'] ?? '')
  const token = useSignal(world.value?.tokens[0]?.mint ?? '')
  const made = useSignal<{ secret: string } | null>(null)
  const failure = useSignal<ApiError | null>(null)
  const opened = useSignal<string | null>(null)
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    failure.value = null
    try {
      await work()
      await list.again()
    } catch (error) {
      failure.value = error instanceof ApiError ? error : new ApiError(0, String(error), {})
    }
  }
  const body = { url: url.value, events: ['trade'], chain: 'solana', filter: { tokens: [token.value] } }
  return (
    <Panel title="Webhooks" call={{ path }}>
      <div class="panel-body">
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault()
            void act(async () => {
              made.value = await call<{ secret: string }>(path, { method: 'POST', body })
            })
          }}
        >
          <label class="grow">
            Your address (public https)
            <input
              type="url"
              value={url.value}
              placeholder="https://"
              onInput={(event) => {
                url.value = event.currentTarget.value
              }}
            />
          </label>
          <label class="grow">
            Trades of the token
            <input
              value={token.value}
              spellcheck={false}
              onInput={(event) => {
                token.value = event.currentTarget.value
              }}
            />
          </label>
          <button class="primary" type="submit" disabled={url.value === ''}>
            Create
          </button>
          <CallLink path={path} options={{ method: 'POST', body }} />
        </form>
        {made.value !== null && (
          <p>
            Its secret, shown once: <code>{made.value.secret}</code>{' '}
            <Copy text={made.value.secret} label="Copy the secret" />
          </p>
        )}
        {failure.value !== null && <Failed error={failure.value} />}
        <Stale of={list} />
        {list.data === null ? (
          list.error === null ? (
            <Loading lines={3} />
          ) : (
            <Failed error={list.error} again={list.again} />
          )
        ) : list.data.webhooks.length === 0 ? (
          <p class="muted">No webhook yet.</p>
        ) : (
          <ul class="stack">
            {list.data.webhooks.map((webhook) => (
              <li key={webhook.id} class="row">
                <span class={webhook.enabled ? 'up' : 'down'}>{webhook.enabled ? 'on' : 'off'}</span>
                <span class="grow">
                  {plain(webhook.url, 80)} <span class="muted">{webhook.events.join(', ')}</span>
                </span>
                <button
                  class="button"
                  type="button"
                  onClick={() => void act(() => call(`${path}/${webhook.id}/test`, { method: 'POST', body: {} }))}
                >
                  Test
                </button>
                <button
                  class="button"
                  type="button"
                  aria-expanded={opened.value === webhook.id}
                  onClick={() => {
                    opened.value = opened.value === webhook.id ? null : webhook.id
                  }}
                >
                  Deliveries
                </button>
                <button
                  class="button"
                  type="button"
                  onClick={() => void act(() => call(`${path}/${webhook.id}`, { method: 'DELETE' }))}
                >
                  Delete
                </button>
                {opened.value === webhook.id && <Deliveries id={webhook.id} />}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}

function Deliveries({ id }: { id: string }) {
  const { data, error, again } = useQuery<{ deliveries: readonly Delivery[] }>(
    `/api/v2/webhooks/${id}/deliveries?limit=20`,
    {
      everyMs: 4_000,
      staleMs: 0,
    },
  )
  if (error !== null && data === null) return <Failed error={error} again={again} />
  if (data === null) return <Loading lines={2} />
  if (data.deliveries.length === 0) return <p class="muted full">No delivery yet.</p>
  return (
    <div class="scroll full" tabIndex={0} role="region" aria-label="Deliveries, table">
      <table>
        <thead>
          <tr>
            <th scope="col" class="num">
              Age
            </th>
            <th scope="col">Status</th>
            <th scope="col" class="num">
              Attempt
            </th>
            <th scope="col" class="num">
              HTTP
            </th>
            <th scope="col" class="num">
              ms
            </th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {data.deliveries.map((delivery) => (
            <tr key={delivery.deliveryId + delivery.attempt}>
              <td class="num muted">
                <Ago ms={delivery.at} />
              </td>
              <td>{delivery.status}</td>
              <td class="num">{delivery.attempt}</td>
              <td class="num">{delivery.httpStatus ?? '–'}</td>
              <td class="num">{delivery.latencyMs ?? '–'}</td>
              <td>{plain(delivery.reason, 80)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
