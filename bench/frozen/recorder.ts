import { setTimeout as sleep } from 'node:timers/promises'
import { askWire, type WireReply } from './ask-wire.ts'
import type { FrozenTree } from './frozen-tree.ts'
import type { FrozenWorld } from './frozen-world.ts'
import { AS_DOCUMENTED, mistakesOf, type Question } from './question.ts'
import type { Recorded } from './recording.ts'
import { createNormaliser } from './rules.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies are looked at by hand
export type Answer = WireReply & { readonly json: any }

export type Recorder = {
  /** Asks once and keeps the answer. Throws when one of that name was asked before. */
  ask(question: Question): Promise<Answer>
  /** Asks, then asks again with each mistake that can be made. */
  askAll(question: Question): Promise<Answer>
  /** The mistakes alone, for questions that move money when they are right. */
  askMistakes(question: Question): Promise<void>
  /** Keeps what was not asked by `ask`: a session. */
  keep(recorded: Recorded): void
  readonly kept: readonly Recorded[]
  readonly normaliser: ReturnType<typeof createNormaliser>
}

const CLIENT = '127.0.0.1'
/** So many questions, then time passes: windows of callers without a key begin again, and short caches run out. */
const QUESTIONS_PER_PAUSE = 20
const PAUSE_SLOTS = 25
const LOOK_EVERY_MS = 10
/** How long a question that may send something is waited for until a slot passes all the same. */
const SENDS_WITHIN_MS = 1_500
/** How long it is waited for after a slot has passed. */
const ANSWERS_WITHIN_MS = 1_000

export function createRecorder(tree: FrozenTree, world: FrozenWorld): Recorder {
  const kept: Recorded[] = []
  const names = new Set<string>()
  const normaliser = createNormaliser()
  let questions = 0

  const keep = (recorded: Recorded): void => {
    const name = `${recorded.operation} ${recorded.name}`
    if (names.has(name)) throw new Error(`${name} is asked twice`)
    names.add(name)
    kept.push(normaliser.normalise(recorded))
  }

  const recorder: Recorder = {
    kept,
    normaliser,
    keep,
    async ask(question) {
      const { operation, name = AS_DOCUMENTED, slots = 0 } = question
      if (++questions % QUESTIONS_PER_PAUSE === 0) await world.pass(PAUSE_SLOTS)
      tree.begin(`${operation} ${name}`)
      const asked = writeRequest(question)
      const under = askWire({ port: tree.port, from: CLIENT, ...asked })
      const reply = slots === 0 ? await under : await whileSlotsPass({ tree, world }, under, slots)
      await tree.untilIdle()
      keep({ operation, name, asked, ...reply })
      return { ...reply, json: parse(reply.body) }
    },
    async askAll(question) {
      const answer = await recorder.ask(question)
      await recorder.askMistakes(question)
      return answer
    },
    async askMistakes(question) {
      for (const mistake of mistakesOf(question)) await recorder.ask(mistake)
    },
  }
  return recorder
}

function writeRequest({ operation, as, path = {}, query, body, headers }: Question): Recorded['asked'] {
  const [method = '', pattern = ''] = operation.split(' ')
  const filled = pattern.replace(/\{(\w+)\}/g, (brace, name: string) => encodeURIComponent(path[name] ?? brace))
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
  return {
    method,
    target: filled + search,
    headers: {
      ...(as === null ? {} : { [as.header]: as.value }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  }
}

/** A slot passes once the chain has what the question sends, then another one for each wait without an answer. In all
 *  as many pass as were promised, so that the next question finds the same chain however fast this one was; and time
 *  moves only when whoever has heard of a slot is done with it. */
async function whileSlotsPass(
  { tree, world }: { readonly tree: FrozenTree; readonly world: FrozenWorld },
  under: Promise<WireReply>,
  slots: number,
): Promise<WireReply> {
  let isAnswered = false
  const ended = under.finally(() => {
    isAnswered = true
  })
  ended.catch(() => {})
  const before = await world.sent()
  const until = async (isSo: () => Promise<boolean>, withinMs: number): Promise<void> => {
    for (let waitedMs = 0; waitedMs < withinMs && !isAnswered && !(await isSo()); waitedMs += LOOK_EVERY_MS)
      await sleep(LOOK_EVERY_MS)
    await tree.untilIdle()
  }
  await until(async () => (await world.sent()) > before, SENDS_WITHIN_MS)
  for (let passed = 0; passed < slots; passed++) {
    await world.sealSlot()
    await until(async () => false, ANSWERS_WITHIN_MS)
    world.moveOn()
    await tree.untilIdle()
  }
  const reply = await under
  await world.untilFollowed()
  return reply
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
