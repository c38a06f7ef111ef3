import { textOf } from '../frozen/ask-wire.ts'
import type { Question } from '../frozen/question.ts'
import type { Answer, Recorder } from '../frozen/recorder.ts'
import { createNormaliser } from '../frozen/rules.ts'

export type Example = {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  /** Absent where the answer is no JSON. */
  readonly reply?: unknown
}

const ANALYSES = 'GET /api/v2/tokens/{mint}/'
const CONFIRMED_MS = 2_500

/** Asks a running server and keeps the first success of each operation. Questions of the frozen bench are asked as they
 *  are there, without their mistakes; time passes by itself here. */
export function createExampleRecorder(url: string): Recorder & { readonly examples: ReadonlyMap<string, Example> } {
  const examples = new Map<string, Example>()
  const normaliser = createNormaliser()
  const answers = new Map<string, Answer>()
  const ask = async (question: Question): Promise<Answer> => {
    // The frozen bench asks each analysis of many tokens; one is an example.
    const known = question.operation.startsWith(ANALYSES) ? answers.get(question.operation) : undefined
    if (known !== undefined) return known
    const { operation, path, query, body, slots = 0 } = question
    const { status, text, type, headers } = await sendWithinLimit(url, question)
    if (slots > 0) await new Promise((resolve) => setTimeout(resolve, CONFIRMED_MS))
    const json = type.startsWith('application/json') ? (JSON.parse(text) as unknown) : undefined
    const isGood = status < 300 && (json as { error?: unknown } | undefined)?.error === undefined
    if (isGood && !examples.has(operation))
      examples.set(operation, {
        ...(path === undefined ? {} : { path }),
        ...(query === undefined ? {} : { query }),
        ...(body === undefined ? {} : { body }),
        status,
        ...(json === undefined ? {} : { reply: json }),
      })
    const answer: Answer = { status, headers, ...textOf(Buffer.from(text)), json }
    if (isGood) answers.set(operation, answer)
    return answer
  }
  return { ask, askAll: ask, askMistakes: async () => {}, keep: () => {}, kept: [], normaliser, examples }
}

const LONGEST_WAIT_SECS = 10

/** Keys of the sandbox have the limits of their plans. */
async function sendWithinLimit(url: string, question: Question) {
  for (;;) {
    const sent = await send(url, question)
    if (sent.status !== 429 || sent.retryAfterSecs > LONGEST_WAIT_SECS) return sent
    await new Promise((resolve) => setTimeout(resolve, 1_000 * sent.retryAfterSecs))
  }
}

async function send(url: string, { operation, as, path = {}, query, body, headers }: Question) {
  const [method = '', pattern = ''] = operation.split(' ')
  const filled = pattern.replace(/\{(\w+)\}/g, (brace, name: string) => encodeURIComponent(path[name] ?? brace))
  const reply = await fetch(`${url}${filled}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`, {
    method,
    headers: {
      ...(as === null ? {} : { [as.header]: as.value }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await reply.text()
  const retryAfterSecs = Number(reply.headers.get('retry-after') ?? 1)
  return {
    status: reply.status,
    retryAfterSecs,
    text,
    type: reply.headers.get('content-type') ?? '',
    headers: [...reply.headers],
  }
}
