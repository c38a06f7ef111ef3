import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Errors } from 'typebox/schema'
import { successBody } from '../../src/contract/envelope.ts'
import { MCP_PATH } from '../../src/contract/mcp.ts'
import { readApiExamples } from '../../src/http/api-examples.ts'
import { publishApi } from '../../src/http/publish-api.ts'
import { ROUTE_FAMILIES, ROUTES } from '../../src/routes/index.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is walked by hand
type Json = any

const examples = readApiExamples(null)
const published: Json = publishApi(ROUTES, ROUTE_FAMILIES, examples)
const skip =
  Object.keys(examples.operations).length > 0 ? false : 'nothing is recorded yet: node bench/api-examples/main.ts'

test('every operation that answers JSON has an example of its request and its success, which its schemas admit', {
  skip,
}, () => {
  const lacking: string[] = []
  for (const route of ROUTES) {
    const name = `${route.method} ${route.path}`
    const example = examples.operations[name]
    // Streams have their messages in AsyncAPI; the tools of MCP describe themselves.
    if ((route.reply === 'stream' || route.path === MCP_PATH) && example === undefined) continue
    if (example === undefined) {
      lacking.push(name)
      continue
    }
    const operation = published.paths[route.path][route.method.toLowerCase()]
    if (route.reply !== 'relay' && route.reply !== 'stream') {
      const [, errors] = Errors(successBody(route.reply), example.reply)
      assert.deepEqual(errors.slice(0, 2), [], name)
    }
    if (example.body !== undefined) {
      const read = route.body!.parse(example.body, JSON.stringify(example.body))
      assert(read.ok, `${name}: ${read.ok ? '' : read.message}`)
      assert.deepEqual(operation.requestBody.content['application/json'].example, example.body, name)
    }
    for (const one of operation.parameters)
      assert(!(one.required && one.in !== 'header') || 'example' in one, `${name}: no example of ${one.name}`)
  }
  assert.deepEqual(lacking, [], 'node bench/api-examples/main.ts records them')
})

test('examples name what is in the world of the sandbox that is running', { skip }, () => {
  const text = readFileSync(new URL('../../src/http/api-examples.json', import.meta.url), 'utf8')
  const { world } = JSON.parse(text)
  const [[mint, pool]] = world.tokens
  const other = {
    tokens: [['Other1111111111111111111111111111111111111', 'Pool11111111111111111111111111111111111111']],
    wallets: [],
    signatures: [],
  }
  const moved = JSON.stringify(readApiExamples(other as never))
  assert(text.includes(mint) && !moved.includes(mint) && moved.includes(other.tokens[0]![0]!))
  assert(!moved.includes(pool))
})
