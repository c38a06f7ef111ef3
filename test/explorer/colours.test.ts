import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const CSS = readFileSync(new URL('../../explorer/src/styles/00-base.css', import.meta.url), 'utf8')
/** WCAG 2.2, 1.4.3: text of normal size. */
const LEAST_CONTRAST = 4.5

type Colours = ReadonlyMap<string, string>

/** The colours of each block that sets them. */
function themes(): readonly Colours[] {
  return CSS.split('}')
    .map((block) => new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name!, hex!])))
    .filter((colours) => colours.has('surface'))
}

function channels(hex: string): readonly [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

/** What lightweight-charts writes a label with, on a ground of this colour (`generateContrastColors`). */
function labelText(hex: string): string {
  const [red, green, blue] = channels(hex)
  return 0.199 * red + 0.687 * green + 0.114 * blue > 160 ? '#000000' : '#ffffff'
}

test('the price label of the chart can be read on a rising and on a falling candle, in every theme', () => {
  assert.equal(themes().length, 3)
  for (const colours of themes())
    for (const name of ['up', 'down']) {
      const ground = colours.get(name)!
      const found = contrast(ground, labelText(ground))
      assert(found >= LEAST_CONTRAST, `${name} ${ground}: ${found.toFixed(2)}`)
    }
})

test('texts can be read on every ground of their theme', () => {
  for (const colours of themes())
    for (const ground of ['bg', 'surface', 'raised'])
      for (const name of ['text', 'muted', 'up', 'down', 'safe', 'caution', 'risky', 'danger']) {
        const found = contrast(colours.get(name)!, colours.get(ground)!)
        assert(found >= LEAST_CONTRAST, `${name} on ${ground}: ${found.toFixed(2)}`)
      }
})

test('light is one theme, whether it is chosen or the system asks for it', () => {
  const [, chosen, asked] = themes()
  assert.deepEqual([...chosen!], [...asked!])
})
