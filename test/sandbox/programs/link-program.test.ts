import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { linkProgram, murmur3 } from '../../../sandbox/programs/link-program.mts'
import { HOOK_KINDS } from '../../../sandbox/programs/transfer-hook-programs.ts'

const FOLDER = fileURLToPath(new URL('../../../sandbox/programs/', import.meta.url))
const CLANG = process.env['CLANG'] ?? 'clang'

test('system calls are named by the hash that the runtime uses', () => {
  // Vectors of the runtime's own table and of MurmurHash3's reference.
  assert.equal(murmur3(''), 0)
  assert.equal(murmur3('abort'), 0xb6fc1a11)
  assert.equal(murmur3('sol_panic_'), 0x686093bb)
  assert.equal(murmur3('sol_log_'), 0x207559bd)
  assert.equal(murmur3('sol_invoke_signed_c'), 0xa22b9c85)
})

const version = spawnSync(CLANG, ['--version'], { encoding: 'utf8' })
const skip = version.status === 0 && /version 14\./.test(version.stdout) ? false : 'clang 14 is not installed'
test('the committed program is what the source builds', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'program-'))
  try {
    const object = join(folder, 'stand-in.o')
    const flags = ['-target', 'bpf', '-mcpu=v3', '-O2', '-fno-builtin', '-c']
    const built = spawnSync(CLANG, [...flags, join(FOLDER, 'stand-in.c'), '-o', object], { encoding: 'utf8' })
    assert.equal(built.status, 0, built.stderr)
    const committed = Buffer.from(readFileSync(join(FOLDER, 'stand-in.b64'), 'utf8'), 'base64')
    assert(linkProgram(readFileSync(object)).equals(committed))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the committed transfer hooks are what their source builds', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'hooks-'))
  try {
    for (const [at, kind] of HOOK_KINDS.entries()) {
      const object = join(folder, `${kind}.o`)
      const flags = ['-target', 'bpf', '-mcpu=v3', '-O2', '-fno-builtin', `-DKIND=${at + 1}`, '-c']
      const source = join(FOLDER, 'transfer-hooks', 'transfer-hook.c')
      const built = spawnSync(CLANG, [...flags, source, '-o', object], { encoding: 'utf8' })
      assert.equal(built.status, 0, built.stderr)
      const committed = Buffer.from(readFileSync(join(FOLDER, 'transfer-hooks', `${kind}.b64`), 'utf8'), 'base64')
      assert(linkProgram(readFileSync(object)).equals(committed), kind)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
