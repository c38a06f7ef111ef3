import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createByteBoundedMap } from '../../src/runtime/byte-bounded-map.ts'
import { heldBytes } from '../../src/runtime/held-bytes.ts'

test('whatever is set and used, what is left is the newest that fits both bounds', () => {
  const steps = fc.array(
    fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), text: fc.option(fc.string({ maxLength: 300 })) }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(
      steps,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 900 }),
      (all, maxEntries, maxBytes) => {
        const map = createByteBoundedMap<string>({ maxEntries, maxBytes })
        const bytesOf = ([key, text]: readonly [string, string]): number => heldBytes(key) + heldBytes(text)
        let model: (readonly [string, string])[] = []
        for (const { key, text } of all) {
          const held = model.find(([one]) => one === key)
          if (text === null) {
            assert.equal(map.peek(key), held?.[1])
            assert.equal(map.get(key), held?.[1])
            if (held !== undefined) model = [...model.filter((one) => one !== held), held]
            continue
          }
          map.set(key, text)
          model = model.filter(([one]) => one !== key)
          if (bytesOf([key, text]) <= maxBytes) model.push([key, text])
          while (model.length > maxEntries || model.reduce((sum, one) => sum + bytesOf(one), 0) > maxBytes)
            model.shift()
          assert.equal(map.size, model.length)
          assert.equal(
            map.bytes,
            model.reduce((sum, one) => sum + bytesOf(one), 0),
          )
        }
        for (const [key, text] of model) assert.equal(map.peek(key), text)
      },
    ),
  )
})
