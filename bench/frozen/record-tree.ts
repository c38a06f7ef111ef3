import { execFileSync } from 'node:child_process'
import { startFrozenTree } from './frozen-tree.ts'
import { openFrozenWorld } from './frozen-world.ts'
import { askEverything } from './questions/index.ts'
import { createRecorder } from './recorder.ts'
import type { Recording, Settings } from './recording.ts'
import { readFacts } from './world-facts.ts'

/** Enough for what the server gives its users at the start to be final. */
const FIRST_SLOTS = 40
const SCOPES = 'read,trade,wallet,automation,admin,fee_routing,quests'

/** Everything that a tree answers in one frozen world. Throws when a program of the tree does not start or does not
 *  answer. */
export async function recordTree(
  tree: string,
  settings: Settings,
  { only, say }: { readonly only: readonly string[] | null; readonly say: (line: string) => void },
): Promise<Recording> {
  const frozen = await startFrozenTree(tree, settings)
  try {
    say(`started ${tree}`)
    const world = await openFrozenWorld(frozen)
    await world.untilFollowed()
    await world.pass(FIRST_SLOTS)
    const makeKey = async (...args: string[]): Promise<string> => {
      const text = await frozen.command('keys', 'create', '--json', ...args)
      return (JSON.parse(text) as { key: string }).key
    }
    const wide = ['--tier', 'enterprise', '--limit', '1000000', '--scopes', SCOPES]
    const made = { operatorKey: await makeKey(...wide), narrowKey: await makeKey('--tier', 'data', '--limit', '2') }
    // A running server sees a new key within a quarter of a second.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const recorder = createRecorder(frozen, world)
    const facts = await readFacts(recorder, made)
    await askEverything(recorder, facts, { tree: frozen, world, only })
    const documents = {
      openapi: await readDocument(settings.port, 'openapi'),
      asyncapi: await readDocument(settings.port, 'asyncapi'),
    }
    sayUnasked(
      documents.openapi,
      recorder.kept.map(({ operation, status }) => ({ operation, status })),
      say,
    )
    return {
      format: 1,
      settings,
      tree: commitOf(tree),
      rules: recorder.normaliser.counted(),
      documents,
      replies: recorder.kept,
    }
  } finally {
    await frozen.close()
  }
}

async function readDocument(port: number, name: string): Promise<unknown> {
  return (await fetch(`http://127.0.0.1:${port}/api/v2/${name}.json`)).json()
}

/** Names the operations of the document that were not asked, and those that never answered with success. */
function sayUnasked(
  openapi: unknown,
  asked: readonly { readonly operation: string; readonly status: number }[],
  say: (line: string) => void,
): void {
  const { paths } = openapi as { paths: Readonly<Record<string, object>> }
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const known = new Set(asked.map(({ operation }) => operation))
  const answered = new Set(asked.flatMap(({ operation, status }) => (status < 400 ? [operation] : [])))
  for (const operation of documented.filter((one) => !known.has(one))) say(`NOT ASKED: ${operation}`)
  for (const operation of documented.filter((one) => known.has(one) && !answered.has(one)))
    say(`no success: ${operation}`)
  for (const { operation, status } of asked) if (status >= 500) say(`${status}: ${operation}`)
}

function commitOf(tree: string): string {
  try {
    return execFileSync('git', ['-C', tree, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
