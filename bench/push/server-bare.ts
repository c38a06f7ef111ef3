import { type us_socket, uws } from '../../src/runtime/uws-library.ts'
import { answerQuestions } from '../control.ts'
import { mintOf } from './events.ts'
import { frameOf } from './plain-frames.ts'
import { inBursts, measureProcess, type ServerQuestion } from './questions.ts'

/** uWebSockets.js and nothing else: no keys, no numbers, the same bytes from texts that were made before. */
const app = uws.App()
app.ws('/*', {
  maxBackpressure: 0,
  idleTimeout: 0,
  message(socket, message) {
    socket.subscribe((JSON.parse(Buffer.from(message).toString()) as { mint: string }).mint)
  },
})
app.listen('127.0.0.1', 0, (token) => {
  if (!token) throw new Error('cannot listen')
  answerQuestions<ServerQuestion>(uws.us_socket_local_port(token as unknown as us_socket), async (question) => {
    if (question.do !== 'publish') return measureProcess(question)
    await inBursts(question, (topics) => {
      for (const topic of topics) app.publish(mintOf(topic), frameOf(topic))
    })
  })
})
