import { NODE_SET, type NodeRole } from '../../../config/node-set.ts'
import { UPSTREAM_TUNING } from '../../../config/upstream-limits.ts'
import { type Failure, fail, type Outcome } from '../../../contract/outcome.ts'
import { backoffMs } from '../../../runtime/backoff.ts'
import { type JsonRpc, NOT_REPEATABLE, type RpcOptions, type RpcRequest } from '../../../runtime/json-rpc.ts'
import type { Member, NodeChoice } from './choose-node.ts'
import { roleOf, verdictOf } from './node-words.ts'
import { answerOf, raceNodes } from './race-nodes.ts'

/** Asks one node after the other, in rounds until the question is settled or asking again cannot help. */
export async function askNodes<T>(
  choice: NodeChoice,
  { request, options }: { readonly request: RpcRequest; readonly options: RpcOptions },
  one: (rpc: JsonRpc, options: RpcOptions) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { clock } = choice
  const isOnce = NOT_REPEATABLE.has(request.method)
  const endsMs = clock.monotonicMs() + options.timeoutMs
  for (let attempt = 1; ; attempt++) {
    const able = await choice.nodesFor(request)
    const leftMs = endsMs - clock.monotonicMs()
    if (able.length === 0 || leftMs <= 0) return noneFor(request.method)
    const answer = await askRound(
      choice,
      { nodes: isOnce ? able.slice(0, 1) : able, request, options: { ...options, timeoutMs: leftMs } },
      one,
    )
    if (isOnce || verdictOf(request, answer) !== 'fault' || attempt >= NODE_SET.rounds) return answer
    const { rpcRetryBaseMs: baseMs, rpcRetryCapMs: capMs } = UPSTREAM_TUNING
    const waitMs = backoffMs(attempt, { baseMs, capMs })
    if (waitMs >= endsMs - clock.monotonicMs()) return answer
    try {
      await clock.sleep(waitMs, options.signal)
    } catch {
      return answer
    }
  }
}

async function askRound<T>(
  choice: NodeChoice,
  round: { readonly nodes: readonly Member[]; readonly request: RpcRequest; readonly options: RpcOptions },
  one: (rpc: JsonRpc, options: RpcOptions) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { nodes, request, options } = round
  const role = roleOf(request.method)
  const answers = await raceNodes(
    {
      nodes,
      options,
      slowMs: slowMsOf(role),
      ask: ({ rpc }, bounds) => one(rpc, bounds),
      judge: (member, outcome) => choice.learn(member, request, outcome),
      onOvertaken: (member) => choice.overtaken(member, role),
    },
    choice.clock,
  )
  return answerOf(answers, choice.isDeeper)
}

/** Each call by its own node, in arrays; those that a node fails are asked one by one of the others. */
export async function askManyNodes(
  choice: NodeChoice,
  requests: readonly RpcRequest[],
  options: RpcOptions,
): Promise<Outcome<unknown>[]> {
  const { clock } = choice
  const endsMs = clock.monotonicMs() + options.timeoutMs
  const byFirst = new Map<Member | undefined, number[]>()
  for (const [at, request] of requests.entries()) {
    const [first] = await choice.nodesFor(request)
    byFirst.set(first, [...(byFirst.get(first) ?? []), at])
  }
  const outcomes: Outcome<unknown>[] = requests.map(({ method }) => noneFor(method))
  await Promise.all(
    [...byFirst].map(async ([first, places]) => {
      if (first === undefined) return
      const own = places.map((at) => requests[at]!)
      const answers = await firstOfTwo(choice, first, { requests: own, options })
      for (const [i, at] of places.entries()) outcomes[at] = answers[i]!
    }),
  )
  const open = requests.flatMap((request, at) => (verdictOf(request, outcomes[at]!) === 'settled' ? [] : [at]))
  await Promise.all(
    open.map(async (at) => {
      const request = requests[at]!
      const timeoutMs = endsMs - clock.monotonicMs()
      if (timeoutMs <= 0) return
      const single = { request, options: { ...options, timeoutMs } }
      const answer = await askNodes(choice, single, (rpc, bounds) => rpc.call(request, bounds))
      if (answer.ok || !outcomes[at]!.ok) outcomes[at] = answer
    }),
  )
  return outcomes
}

/** An array at one node, and at the next where the first is slow. */
async function firstOfTwo(
  choice: NodeChoice,
  first: Member,
  { requests, options }: { readonly requests: readonly RpcRequest[]; readonly options: RpcOptions },
): Promise<Outcome<unknown>[]> {
  const role = roleOf(requests[0]!.method)
  const next = choice.known(requests[0]!).find((member) => member !== first)
  const answers = await raceNodes(
    {
      nodes: next === undefined ? [first] : [first, next],
      options,
      slowMs: slowMsOf(role),
      ask: ({ rpc }, bounds) => rpc.callMany(requests, bounds),
      judge(member, outcomes) {
        const verdicts = outcomes.map((outcome, at) => choice.learn(member, requests[at]!, outcome))
        return verdicts.every((verdict) => verdict === 'fault') ? 'fault' : 'settled'
      },
      onOvertaken: (member) => choice.overtaken(member, role),
    },
    choice.clock,
  )
  return answers.at(-1)?.value ?? requests.map(({ method }) => noneFor(method))
}

function slowMsOf(role: NodeRole): number {
  return role === 'scans' ? NODE_SET.slowScanMs : NODE_SET.slowMs
}

function noneFor(method: string): Failure {
  return fail('upstream_failed', `no node can answer ${method} now`)
}
