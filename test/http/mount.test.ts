import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail } from '../../src/contract/outcome.ts'
import { MintParams, text } from '../../src/contract/params.ts'
import { mountRoutes } from '../../src/http/mount.ts'
import type { Route } from '../../src/routes/define-route.ts'
import { fakeContext } from '../support/fake-context.ts'
import { startTestServer } from '../support/http-test-server.ts'
import { echoRoute, intelRoute, pricesRoute } from '../support/test-routes.ts'

const { ctx } = fakeContext()
const word = text({ maxChars: 9, description: 'Any.' })
const at = (path: string, overrides: Partial<Route> = {}): Route => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return echoRoute({ path, params: Object.fromEntries(names.map((name) => [name, word])), ...overrides })
}
const refused = (routes: readonly Route[], why: RegExp) => assert.throws(() => mountRoutes(ctx, routes, null), why)

test('a path that is declared twice is refused at boot, whatever its parameters are called', () => {
  refused([at('/a/b'), at('/a/b')], /GET \/a\/b: declared twice/)
  refused([at('/a/{x}'), at('/a/{y}')], /declared twice/)
  mountRoutes(ctx, [at('/a/b'), at('/a/b', { method: 'POST' })], null)
})

test('a path that hides part of another is refused, one that is simply more exact is not', () => {
  refused([at('/a/{x}/c'), at('/a/b/{y}')], /shadowed in part/)
  mountRoutes(ctx, [at('/a/{x}'), at('/a/b'), at('/a/{x}/c'), at('/a/b/c')], null)
})

test('a word that a parameter refuses hides nothing of its route', () => {
  const notB = {
    ...word,
    parse: (raw: string | undefined) => (raw === 'b' ? fail('invalid_request', 'no') : word.parse(raw)),
  }
  const routes = [echoRoute({ path: '/a/{x}/c', params: { x: notB } }), at('/a/b/{y}')]
  const { match } = mountRoutes(ctx, routes, null)
  assert.deepEqual(match('/a/b/c')?.values, ['c'])
  assert.deepEqual(match('/a/z/c')?.values, ['z'])
})

test('a kept answer that reads its caller is refused', () => {
  refused([intelRoute(undefined, { readsCaller: true })], /reads its caller, so its cache must be 'none'/)
  refused([intelRoute(undefined, { auth: 'session' })], /never kept/)
  refused([intelRoute(undefined, { reply: 'relay' })], /relayed answer is never kept/)
})

test('parameters without rules, rules without parameters and malformed paths are refused', () => {
  refused([at('/a/{x}', { params: {} })], /rules differ/)
  refused([at('/a', { params: MintParams })], /rules differ/)
  refused([at('/a/{x}', { params: MintParams })], /no rule for \{x\}/)
  refused([at('/a/{x}/{x}')], /rules differ/)
  for (const path of ['a', '/', '/a/', '/a//b', '/a/{x', '/a/{}', '/a?b', '/a b'])
    refused([at(path)], /malformed path|rules/)
})

test('unknown capabilities and caches, bodies on GET and scopes without keys are refused', () => {
  refused([at('/a', { needs: ['telepathy'] })], /unknown capability 'telepathy'/)
  refused([at('/a', { cache: 'nonsense' as never })], /unknown cache/)
  refused([at('/a', { body: pricesRoute.body })], /GET takes no body/)
  refused([at('/a', { auth: 'public', scope: 'trade' })], /a scope needs a key/)
})

test('fixed segments win over parameters, from left to right, and dead ends are left again', () => {
  const paths = ['/a/b', '/a/{x}', '/a/{x}/c', '/a/b/d/e', '/{z}/q/w']
  const table = mountRoutes(
    ctx,
    paths.map((path) => at(path)),
    null,
  )
  const find = (path: string) => {
    const match = table.match(path)
    return match === undefined ? undefined : [match.entry.byMethod.get('GET')!.route.path, ...match.values]
  }
  assert.deepEqual(find('/a/b'), ['/a/b'])
  assert.deepEqual(find('/a/c'), ['/a/{x}', 'c'])
  assert.deepEqual(find('/a/b/c'), ['/a/{x}/c', 'b'])
  assert.deepEqual(find('/a/b/d/e'), ['/a/b/d/e'])
  assert.deepEqual(find('/a/q/w'), ['/{z}/q/w', 'a'])
  for (const path of ['', '/', 'a/b', '/a', '/a/b/d', '/a/b/d/e/f', '/A/b', '/a/b/'])
    assert.equal(find(path)?.[0], path === '/a/b/' ? undefined : undefined)
})

test('a server does not start on a declaration that cannot hold', async (t) => {
  await assert.rejects(startTestServer(t, [at('/a'), at('/a')]), /declared twice/)
})
