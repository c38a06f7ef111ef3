import assert from 'node:assert/strict'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import { mutantsOf } from '../../eval/mutation/mutants.ts'
import { readSourceNames } from '../support/source-names.ts'

const names = readSourceNames(['test/fixtures/mutation'])

/** The faults in a piece of the sample, as "what stood there => what stands there now". */
function faultsIn(name: string, isBlunt: boolean): readonly string[] {
  const [code] = names.find(name)
  assert(code, name)
  return mutantsOf(code)
    .filter((mutant) => mutant.isBlunt === isBlunt)
    .map(({ start, end, text }) => `${code.source.text.slice(start, end)} => ${text}`)
}

test('conditions, branches, operators and numbers are broken, one at a time', () => {
  assert.deepEqual(faultsIn('sampleFee', false), [
    'log.info(String(amount)) => ;',
    'isFree && amount < 50 => true',
    'isFree && amount < 50 => false',
    'isFree && amount < 50 => isFree',
    'isFree && amount < 50 => amount < 50',
    '< => <=',
    '50 => 51',
    '0 => 1',
    'amount > 10 ? Math.min(amount * 0.5, 7) : amount - 1 => (Math.min(amount * 0.5, 7))',
    'amount > 10 ? Math.min(amount * 0.5, 7) : amount - 1 => (amount - 1)',
    '> => >=',
    '10 => 11',
    'min => max',
    '* => /',
    '0.5 => 1',
    '7 => 8',
    '- => +',
    '1 => 2',
  ])
})

test('members of objects and lists go missing, a part is broken alone, large numbers double', () => {
  assert.deepEqual(faultsIn('SAMPLE_LIMITS', false), [
    'rows: 100,  => ',
    '100 => 101',
    'bytes: 1_048_576,  => ',
    '1_048_576 => 2097152',
    'of: { lamports: 5n },  => ',
    'lamports: 5n => ',
    '5n => 6n',
    'graceMs: HOUR_MS,  => ',
    'HOUR_MS => (HOUR_MS * 2)',
    ', extra: [] => ',
    "[] => ['~']",
  ])
  assert.deepEqual(faultsIn('SAMPLE_LIMITS.of.lamports', false), ['5n => 6n'])
})

test('of a function and the key that hands it out, a name finds the function', () => {
  assert.deepEqual(faultsIn('openSample.count', false), ['+ => -', '1 => 2'])
})

test('anchors, flags and calls that pass their receiver on are left out', () => {
  assert.deepEqual(faultsIn('isAddress', false), [
    '/^[a-z]+$/i => /[a-z]+$/i',
    '/^[a-z]+$/i => /^[a-z]+/i',
    '/^[a-z]+$/i => /^[a-z]+$/',
    'text.trim() => text',
  ])
})

test('what people read and what leaves nothing of a result is blunt; types and assertions are left alone', () => {
  assert.deepEqual(faultsIn('sample#hidden', false), [
    'shape.kind ?? null => shape.kind',
    'shape.kind ?? null => null',
    'null => 0',
    "name() === null ? ['a sentence for people'] : [name()] => (['a sentence for people'])",
    "name() === null ? ['a sentence for people'] : [name()] => ([name()])",
    '=== => !==',
    "'a sentence for people' => ",
    'name() => ',
  ])
  assert.deepEqual(faultsIn('sample#hidden', true), [
    '(): string | null => shape.kind ?? null => undefined',
    'shape.kind ?? null => undefined',
    "return name() === null ? ['a sentence for people'] : [name()] => return undefined",
    "'a sentence for people' => '~a sentence for people'",
  ])
})

test('every fault leaves a program', () => {
  for (const name of ['sampleFee', 'SAMPLE_LIMITS', 'SAMPLE_ONLY', 'isAddress', 'sample#hidden']) {
    const code = names.find(name)[0]!
    for (const { start, end, text } of mutantsOf(code)) {
      const broken = code.source.text.slice(0, start) + text + code.source.text.slice(end)
      assert.notEqual(broken, code.source.text)
      assert.doesNotThrow(() => stripTypeScriptTypes(broken), broken)
    }
  }
})
