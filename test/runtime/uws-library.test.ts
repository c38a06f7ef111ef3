import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openCopy, uwsBinary } from '../../src/runtime/uws-library.ts'
import { patchBinary, UWS_PATCHES } from '../../src/runtime/uws-patch.ts'

const PLATFORM = `${process.platform}_${process.arch}_${process.versions.modules}`
const patch = UWS_PATCHES[PLATFORM]
const isUnpatched = patch === undefined ? `no patch for ${PLATFORM}` : false
const binary = (): Buffer =>
  readFileSync(fileURLToPath(new URL(`./bin/uws_${PLATFORM}.node`, import.meta.resolve('uWebSockets.js'))))

test('the library of the package in use is the one that the patch is for', { skip: isUnpatched }, () => {
  assert.deepEqual(uwsBinary, { kind: 'patched', why: null })
  const [before, after] = [binary(), patchBinary(binary(), patch!)!]
  const changed = [...before.keys()].filter((i) => before[i] !== after[i])
  assert.deepEqual(
    changed.filter((i) => i < 0xf23d1 || i > 0xf23df).map((i) => i.toString(16)),
    ['f2003', 'f2075', 'f2522', 'f253c'],
    'four conditions of branches, the start of a header line, and nothing else',
  )
})

test('a binary with one other byte is not patched, wherever that byte is', { skip: isUnpatched }, () => {
  for (const at of [patch!.edits[0]!.offset, 100, binary().length - 1]) {
    const other = binary()
    other[at] = other[at]! ^ 1
    assert.equal(patchBinary(other, patch!), null, `byte ${at}`)
  }
  assert.equal(patchBinary(binary().subarray(0, 1_000), patch!), null, 'cut short')
  assert.equal(patchBinary(patchBinary(binary(), patch!)!, patch!), null, 'patched already')
})

test('a folder that takes no program is skipped, and what could not be loaded leaves nothing behind', () => {
  const root = mkdtempSync(join(tmpdir(), 'uws-folders-'))
  try {
    const folders = ['missing', 'file', 'good'].map((name) => join(root, name))
    writeFileSync(folders[1]!, '')
    mkdirSync(folders[2]!)
    const why = openCopy(Buffer.from('no program'), folders)
    assert.equal(typeof why, 'string')
    assert.match(why as string, /ENOENT.*ENOTDIR.*(file too short|invalid ELF|Error)/)
    assert.deepEqual(readdirSync(folders[2]!), [])
  } finally {
    rmSync(root, { recursive: true })
  }
})

test('processes that start at once load it each for itself and leave no file', { skip: isUnpatched }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'uws-many-'))
  try {
    const kinds = await Promise.all(Array.from({ length: 4 }, () => kindInChild({ TMPDIR: folder })))
    assert.deepEqual(new Set(kinds), new Set(['patched null']))
    assert.deepEqual(readdirSync(folder), [])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** What a process of its own loads. */
function kindInChild(env: Readonly<Record<string, string>>): Promise<string> {
  const source = `const { uwsBinary } = await import(${JSON.stringify(new URL('../../src/runtime/uws-library.ts', import.meta.url).href)})
  process.stdout.write(uwsBinary.kind + ' ' + uwsBinary.why)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (piece: Buffer) => {
      said += piece.toString()
    })
    child.once('error', reject)
    child.once('close', () => resolve(said))
  })
}
