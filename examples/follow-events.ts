// Launches and trades as they happen, with nothing but fetch: reads server-sent events and, when the connection ends,
// goes on behind the last one. Stop and start the server meanwhile: nothing is lost and nothing comes twice.
import { ask, KEY, SERVER } from './ask.ts'

const SECONDS = Number(process.env['SECONDS'] ?? 30)
const CHANNELS = process.env['CHANNELS'] ?? (await defaultChannels())

type Event = { name: string; id: string; data: string }

const until = Date.now() + SECONDS * 1_000
const ended = AbortSignal.timeout(SECONDS * 1_000)
let lastEventId = ''
let retryMs = 2_000
let count = 0
while (Date.now() < until) {
  try {
    for await (const event of openStream()) show(event)
  } catch (error) {
    if (ended.aborted) break
    console.log(`disconnected: ${error instanceof Error ? error.message : error}`)
  }
  await new Promise((resolve) => setTimeout(resolve, Math.min(retryMs, Math.max(0, until - Date.now()))))
}
console.log(`${count} events in ${SECONDS} s; go on later with cursor ${lastEventId}`)

/** One connection. `Last-Event-ID` says where the one before it ended. */
async function* openStream(): AsyncGenerator<Event> {
  const headers: Record<string, string> = { 'X-API-Key': KEY }
  if (lastEventId !== '') headers['Last-Event-ID'] = lastEventId
  const address = `${SERVER}/api/v2/stream/events?snapshot=false&channels=${encodeURIComponent(CHANNELS)}`
  const reply = await fetch(address, { headers, signal: ended })
  if (!reply.ok || reply.body === null) throw new Error(`${reply.status} ${await reply.text()}`)
  let text = ''
  for await (const piece of reply.body.pipeThrough(new TextDecoderStream())) {
    text += piece
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = parse(text.slice(0, end))
      text = text.slice(end + 2)
      if (event.id !== '') lastEventId = event.id
      if (event.data !== '') yield event
    }
  }
}

function parse(frame: string): Event {
  const event: Event = { name: 'message', id: '', data: '' }
  for (const line of frame.split('\n')) {
    if (line.startsWith('event: ')) event.name = line.slice(7)
    else if (line.startsWith('id: ')) event.id = line.slice(4)
    else if (line.startsWith('data: ')) event.data = line.slice(6)
    else if (line.startsWith('retry: ')) retryMs = Number(line.slice(7))
  }
  return event
}

function show({ name, data }: Event): void {
  count++
  const { launch, trade, ...rest } = JSON.parse(data)
  if (name === 'launch') console.log(`launch ${launch.kind} ${launch.symbol ?? launch.mint} on ${launch.dexType}`)
  else if (name === 'trade')
    console.log(`trade  ${trade.side} ${trade.amount} of ${trade.token} for $${trade.amountUSD}`)
  else console.log(`${name} ${JSON.stringify(rest)}`)
}

/** Every launch, and the trades of the most traded tokens. */
async function defaultChannels(): Promise<string> {
  const { tokens } = await ask<{ tokens: { mint: string }[] }>('/api/v2/tokens/trending?limit=10')
  return ['launches:solana', ...tokens.slice(0, 10).map(({ mint }) => `trades:solana:${mint}`)].join()
}
