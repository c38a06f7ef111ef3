import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDomains } from '../../../src/services/account/parse-domains.ts'

test('host names are trimmed, lower-cased and listed once; a leading wildcard is allowed', () => {
  assert.deepEqual(parseDomains([' App.Example.org ', '*.example.org', 'app.example.org', '', 'localhost']), {
    domains: ['app.example.org', '*.example.org', 'localhost'],
    refused: [],
  })
})

test('what is no host name is distinguished', () => {
  const wrong = ['https://a.com', 'a.com/x', 'a..com', '*', 'a.*.com', '-a.com', 'a b.com', 'x'.repeat(254)]
  assert.deepEqual(parseDomains(wrong), { domains: [], refused: wrong })
})
