import { request as sendRequest } from 'node:http'
import { WebSocket } from 'undici'
import type { FrozenTree } from './frozen-tree.ts'
import type { FrozenWorld } from './frozen-world.ts'
import type { Recorded } from './recording.ts'

type Parts = { readonly tree: FrozenTree; readonly world: FrozenWorld }
type Asked = { readonly target: string; readonly headers: Readonly<Record<string, string>> }

/** What happens while a session listens: the agents act, and slots pass. */
const ACTS = 12
const ACT_SLOTS = 3
/** Looks without anything to do, until all that was pushed has come. */
const IDLE_LOOKS = 4

/** An event stream: what the tape has told, then what happens while it is open. Ended by the client. */
export async function recordEvents({ tree, world }: Parts, name: string, asked: Asked): Promise<Recorded> {
  tree.begin(`session ${name}`)
  const { target, headers } = asked
  let text = ''
  const answer = await new Promise<{ status: number; headers: [string, string][]; close(): void }>(
    (resolve, reject) => {
      const request = sendRequest({ host: '127.0.0.1', port: tree.port, path: target, headers, agent: false })
      request.once('error', reject)
      request.once('response', (response) => {
        response.setEncoding('utf8').on('data', (piece: string) => {
          text += piece
        })
        response.on('error', () => {})
        const { rawHeaders, statusCode = 0 } = response
        const pairs = rawHeaders.flatMap((one, i) =>
          i % 2 === 0 ? [[one, rawHeaders[i + 1]!] as [string, string]] : [],
        )
        resolve({ status: statusCode, headers: pairs, close: () => void request.destroy() })
      })
      request.end()
    },
  )
  await tree.untilIdle(IDLE_LOOKS)
  await act(tree, world)
  answer.close()
  await tree.untilIdle(IDLE_LOOKS)
  const { status, headers: given } = answer
  return { ...kept(name, asked), status, headers: given, body: text, encoding: 'utf8' }
}

/** A WebSocket: each message is sent when nothing comes any more. The body is the frames, one a line. */
export async function recordSocket(
  { tree, world }: Parts,
  name: string,
  asked: Asked,
  messages: readonly unknown[],
): Promise<Recorded> {
  tree.begin(`session ${name}`)
  const socket = new WebSocket(`ws://127.0.0.1:${tree.port}${asked.target}`, { headers: { ...asked.headers } })
  const lines: string[] = []
  socket.addEventListener('message', ({ data }) => lines.push(String(data)))
  const ended = new Promise<void>((resolve) =>
    socket.addEventListener('close', ({ code, reason }) => {
      lines.push(`closed ${code} ${reason}`)
      resolve()
    }),
  )
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`${name}: the upgrade was refused`)))
  })
  await tree.untilIdle(IDLE_LOOKS)
  for (const message of messages) {
    lines.push(`> ${typeof message === 'string' ? message : JSON.stringify(message)}`)
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    await tree.untilIdle(IDLE_LOOKS)
  }
  await act(tree, world)
  socket.close(1000, 'done')
  await ended
  await tree.untilIdle(IDLE_LOOKS)
  return { ...kept(name, asked), status: 101, headers: [], body: lines.join('\n'), encoding: 'utf8' }
}

async function act(tree: FrozenTree, world: FrozenWorld): Promise<void> {
  await world.control('POST', '/agents/step', { count: ACTS })
  for (let slot = 0; slot < ACT_SLOTS; slot++) {
    await world.sealSlot()
    await tree.untilIdle(IDLE_LOOKS)
    world.moveOn()
    await tree.untilIdle(IDLE_LOOKS)
  }
  await world.untilFollowed()
}

function kept(name: string, { target, headers }: Asked): Pick<Recorded, 'operation' | 'name' | 'asked'> {
  return { operation: `session ${name}`, name: 'whole', asked: { method: 'GET', target, headers, body: null } }
}
