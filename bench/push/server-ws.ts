import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { answerQuestions } from '../control.ts'
import { mintOf } from './events.ts'
import { frameBytesOf } from './plain-frames.ts'
import { inBursts, measureProcess, type ServerQuestion } from './questions.ts'

type Socket = { on(name: 'message', listener: (data: Buffer) => void): void; send(data: Buffer, options: object): void }
type Server = {
  on(name: 'connection', listener: (socket: Socket) => void): void
  on(name: 'listening', listener: () => void): void
  address(): AddressInfo
}
type Package = { WebSocketServer: new (options: object) => Server }

/** The package `ws` with a set of subscribers for each topic, and bytes that were made before. */
const { WebSocketServer } = createRequire(import.meta.url)('ws') as Package
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
const topics = new Map<string, Set<Socket>>()
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const { mint } = JSON.parse(data.toString()) as { mint: string }
    const members = topics.get(mint) ?? new Set<Socket>()
    topics.set(mint, members.add(socket))
  })
})
server.on('listening', () => {
  answerQuestions<ServerQuestion>(server.address().port, async (question) => {
    if (question.do !== 'publish') return measureProcess(question)
    await inBursts(question, (published) => {
      for (const topic of published)
        for (const socket of topics.get(mintOf(topic)) ?? []) socket.send(frameBytesOf(topic), { binary: false })
    })
  })
})
