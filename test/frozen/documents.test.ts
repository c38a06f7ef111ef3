import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareDocuments } from '../../bench/frozen/compare-documents.ts'

/** An OpenAPI document with one route, whose schemas stand in place. */
function documentOf(reply: unknown, more: { body?: object; tags?: string[]; schemas?: object; summary?: string } = {}) {
  const { body = { type: 'object', required: ['a', 'b'] }, tags = ['system'], schemas = {}, summary = 'One.' } = more
  const post = {
    tags,
    summary,
    requestBody: { content: { 'application/json': { schema: body } } },
    responses: { 200: { description: 'OK', content: { 'application/json': { schema: reply } } } },
  }
  return { openapi: '3.1.0', paths: { '/x': { post } }, components: { schemas } }
}
const price = { type: 'object', properties: { usd: { type: 'number' }, description: { type: 'string' } } }
const inline = documentOf({ type: 'array', items: price })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const classes = (before: unknown, after: unknown) => compareDocuments(before, after).map((one) => one.class)

test('a document does not differ from itself', () => {
  assert.deepEqual(classes(inline, structuredClone(inline)), [])
})

test('a schema that gets a name differs in its name alone, however deep it stands', () => {
  const named = documentOf(ref('Prices'), { schemas: { Prices: { type: 'array', items: ref('Price') }, Price: price } })
  assert.deepEqual(classes(inline, named), ['schema names', 'schema names'])
  const renamed = documentOf(ref('List'), { schemas: { List: { type: 'array', items: ref('Row') }, Row: price } })
  assert.deepEqual(classes(named, renamed), ['schema names', 'schema names'])
  const wrong = { Prices: { type: 'array', items: ref('Price') }, Price: { ...price, type: 'array' } }
  assert.deepEqual(classes(inline, documentOf(ref('Prices'), { schemas: wrong })), [
    'schema names',
    'schema names',
    'others',
  ])
})

test('tags, descriptions, order and bodies are distinguished', () => {
  const reply = { type: 'array', items: price }
  assert.deepEqual(classes(inline, documentOf(reply, { tags: ['trading'] })), ['tags'])
  assert.deepEqual(classes(inline, documentOf(reply, { summary: 'Two.' })), ['descriptions'])
  assert.deepEqual(classes(inline, documentOf(reply, { body: { type: 'object', required: ['b', 'a'] } })), ['order'])
  assert.deepEqual(classes(inline, documentOf(reply, { body: { type: 'object', required: ['a'] } })), ['bodies'])
})

test('parameters are known by their names, and a change of their order is reported', () => {
  const of = (...names: string[]) => {
    const document = documentOf(price)
    Object.assign(document.paths['/x'].post, {
      parameters: names.map((name) => ({ in: 'query', name, required: true })),
    })
    return document
  }
  assert.deepEqual(classes(of('a', 'b'), of('b', 'a')), ['order'])
  const [added, ...more] = compareDocuments(of('b'), of('a', 'b'))
  assert.deepEqual([added?.class, added?.path.at(-1), added?.before, more], ['others', 'query a', undefined, []])
})

test('a member that is called like a keyword is a member', () => {
  const without = { ...price, properties: { usd: { type: 'number' } } }
  assert.deepEqual(classes(inline, documentOf({ type: 'array', items: without })), ['others'])
  const other = { ...price, properties: { ...price.properties, description: { type: 'number' } } }
  assert.deepEqual(classes(inline, documentOf({ type: 'array', items: other })), ['others'])
})

test('schemas that contain themselves are compared', () => {
  const tree = (leaf: string) => ({
    Tree: { type: 'object', properties: { leaf: { type: leaf }, branches: { type: 'array', items: ref('Tree') } } },
  })
  const before = documentOf(ref('Tree'), { schemas: tree('string') })
  assert.deepEqual(classes(before, documentOf(ref('Tree'), { schemas: tree('string') })), [])
  assert.deepEqual(classes(before, documentOf(ref('Tree'), { schemas: tree('number') })), ['others'])
})

test('a reference to nothing is no schema', () => {
  assert.throws(() => compareDocuments(inline, documentOf(ref('Gone'))), /stands for nothing/)
})
