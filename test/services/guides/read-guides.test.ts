import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseGuide, readGuides } from '../../../src/services/guides/read-guides.ts'

test('a guide has a title, a first paragraph on one line, and sections under headings that are not in code', () => {
  const text = '# Things\n\nFirst\nlines.\n\nMore.\n\n## One\n\n```sh\n## no heading\n```\n\n### Below\n\n## Two\nend\n'
  const { title, about, sections } = parseGuide('things', text)
  assert.deepEqual([title, about], ['Things', 'First lines.'])
  assert.deepEqual(sections, [
    { heading: 'One', text: '## One\n\n```sh\n## no heading\n```\n\n### Below' },
    { heading: 'Two', text: '## Two\nend' },
  ])
  assert.equal(parseGuide('x', '# X\n\n## Y\n').about, '')
  assert.equal(parseGuide('x', '').title, 'x')
})

test('the guides of the repository are found', () => {
  const names = readGuides().map(({ name }) => name)
  for (const name of ['webhooks', 'push', 'trading', 'mcp']) assert(names.includes(name), name)
})
