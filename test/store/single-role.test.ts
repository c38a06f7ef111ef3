import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { holdRole, isHeldElsewhere } from '../../src/store/single-role.ts'

function freshFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'mintglass-role-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A process that holds the role until it is killed. */
async function holdElsewhere(folder: string, wrapper: readonly string[] = []) {
  const module = new URL('../../src/store/single-role.ts', import.meta.url).href
  const program = `const { holdRole } = await import(${JSON.stringify(module)})
    console.log((await holdRole(${JSON.stringify(folder)}, 'all')) === null ? 'refused' : 'held')
    setInterval(() => {}, 1_000)`
  const [command, ...args] = [...wrapper, process.execPath, '--input-type=module', '-e', program]
  const child = spawn(command!, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    said: said.toString().trim(),
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
}

test('a role is held once, and again after it was released', async (t) => {
  const folder = join(freshFolder(t), 'made', 'here')
  const first = await holdRole(folder, 'all')
  assert(first !== null)
  assert.equal(await holdRole(folder, 'all'), null)
  await first.release()
  const second = await holdRole(folder, 'all')
  assert(second !== null)
  await second.release()
})

test('another role and another folder are free', async (t) => {
  const folder = freshFolder(t)
  const held = await Promise.all([
    holdRole(folder, 'all'),
    holdRole(folder, 'follower'),
    holdRole(freshFolder(t), 'all'),
  ])
  for (const role of held) {
    assert(role !== null)
    await role.release()
  }
})

test('another process is refused while the holder lives, and a killed one is in no one’s way', async (t) => {
  const folder = freshFolder(t)
  const other = await holdElsewhere(folder)
  assert.equal(other.said, 'held')
  assert.equal(await holdRole(folder, 'all'), null)
  await other.kill()
  const own = await holdRole(folder, 'all')
  assert(own !== null)
  await own.release()
})

test('of many that start together over a dead one exactly one gets the role', async (t) => {
  const folder = freshFolder(t)
  const dead = await holdElsewhere(folder)
  await dead.kill()
  const claims = await Promise.all(Array.from({ length: 8 }, () => holdRole(folder, 'all')))
  const held = claims.filter((claim) => claim !== null)
  assert.equal(held.length, 1)
  await held[0]!.release()
})

test('one folder under two paths is one folder', { skip: process.platform !== 'linux' }, async (t) => {
  const folder = freshFolder(t)
  const link = join(freshFolder(t), 'link')
  symlinkSync(folder, link)
  const held = await holdRole(folder, 'all')
  assert(held !== null)
  assert.equal(await holdRole(link, 'all'), null)
  await held.release()
})

test('processes that start together over a killed one: exactly one gets the role, round after round', async (t) => {
  const folder = freshFolder(t)
  for (let round = 0; round < 3; round++) {
    const starters = await Promise.all(Array.from({ length: 6 }, () => holdElsewhere(folder)))
    const said = starters.map((starter) => starter.said)
    assert.equal(said.filter((word) => word === 'held').length, 1, said.join())
    await Promise.all(starters.map((starter) => starter.kill()))
  }
})

test('no one else on the machine can stand in the way: no public name, a folder of our own', async (t) => {
  const folder = freshFolder(t)
  const held = await holdRole(folder, 'all')
  assert(held !== null)
  const { dev, ino } = statSync(folder)
  if (process.platform === 'linux')
    assert(!readFileSync('/proc/net/unix', 'utf8').includes(`mintglass/all/${dev}-${ino}`))
  assert.equal(statSync(join(folder, 'roles')).mode & 0o777, 0o700)
  await held.release()
})

test('a folder that others may write to, or that is theirs, is refused', async (t) => {
  const folder = freshFolder(t)
  mkdirSync(join(folder, 'roles'))
  chmodSync(join(folder, 'roles'), 0o777)
  await assert.rejects(holdRole(folder, 'all'), /no other user may write there/)
  if (process.geteuid?.() !== 0) return
  chmodSync(join(folder, 'roles'), 0o700)
  chownSync(join(folder, 'roles'), 65_534, 65_534)
  await assert.rejects(holdRole(folder, 'all'), /must belong to the user of the server/)
})

/** As in another container: process ids of its own. Needs root. */
const CONTAINER = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']
const hasContainers = spawnSync(CONTAINER[0]!, [...CONTAINER.slice(1), 'true']).status === 0

test('a server in another container holds the role until it is gone, however it went', {
  skip: !hasContainers,
}, async (t) => {
  // Longer than the address of a socket may be.
  const folder = join(freshFolder(t), 'x'.repeat(100), 'y'.repeat(100))
  const other = await holdElsewhere(folder, CONTAINER)
  assert.equal(other.said, 'held')
  assert.equal(await holdRole(folder, 'all'), null)
  assert.equal(await isHeldElsewhere(folder, 'all'), true)
  const third = await holdElsewhere(folder, CONTAINER)
  assert.equal(third.said, 'refused')
  await third.kill()
  await other.kill()
  assert.equal(await isHeldElsewhere(folder, 'all'), false)
  const own = await holdRole(folder, 'all')
  assert(own !== null)
  const fourth = await holdElsewhere(folder, CONTAINER)
  assert.equal(fourth.said, 'refused')
  await fourth.kill()
  await own.release()
  const fifth = await holdElsewhere(folder, CONTAINER)
  assert.equal(fifth.said, 'held')
  await fifth.kill()
  // A killed one has left its socket; the next one takes it away.
  const last = await holdRole(folder, 'all')
  await last!.release()
  assert.deepEqual(
    readdirSync(join(folder, 'roles')).filter((name) => name.endsWith('.socket')),
    [],
  )
})
