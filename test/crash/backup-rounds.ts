import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inheritedEnv } from '../support/inherited-env.ts'
import { createRandom } from '../support/seeded-random.ts'
import { type Acknowledged, checkStore } from './backup-checks.ts'

const LOAD = fileURLToPath(new URL('backup-load.ts', import.meta.url))
const CLI = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const SLOTS_PER_DAY = 60
/** What is done to whom while a backup is made; `none` lets it end. */
const FATES = ['none', 'backup', 'load', 'both', 'restore'] as const

export type BackupReport = {
  rounds: number
  whole: number
  killedBackups: number
  killedLoads: number
  killedRestores: number
  /** Killed, and yet there: the kill came after the last step. */
  finishedAnyway: number
  keysChecked: number
  slotsChecked: number
  daysCopied: number
}

type Load = { readonly child: ChildProcess; acknowledged(): Acknowledged; kill(): Promise<void> }

/** Backs a store up while a process writes to it as fast as it can, kills one or the other or both at drawn moments,
 *  and holds what is left against what was acknowledged: a backup is there whole or not at all, a whole one restores to
 *  a store that misses nothing from before it began and does not contradict itself, and the store itself is never
 *  harmed. Throws on the first broken promise. */
export async function runBackupRounds(options: {
  readonly rounds: number
  readonly seed: number
  readonly say?: (line: string) => void
}): Promise<BackupReport> {
  const { rounds, seed, say = () => {} } = options
  const random = createRandom(seed)
  const dir = mkdtempSync(join(tmpdir(), 'mintglass-backup-'))
  const live = join(dir, 'live')
  const report: BackupReport = {
    rounds: 0,
    whole: 0,
    killedBackups: 0,
    killedLoads: 0,
    killedRestores: 0,
    finishedAnyway: 0,
    keysChecked: 0,
    slotsChecked: 0,
    daysCopied: 0,
  }
  const known = new Map<number, string>()
  let newestSlot = 0
  let running: ChildProcess | null = null
  try {
    for (let round = 0; round < rounds; round++) {
      const fate = FATES[round % FATES.length]!
      const of = `seed ${seed}, round ${round}, fate ${fate}`
      const folder = join(dir, 'backups', String(round))
      const load = await startLoad(live)
      running = load.child
      await waitMs(300 + random() * 700)
      const seen = load.acknowledged()
      const before = { keys: new Map([...known, ...seen.keys]), slot: Math.max(newestSlot, seen.slot) }
      const backup = startCli(live, ['backup', folder])
      const begun = partialAppears(join(dir, 'backups'), backup.ended)
      if (fate !== 'none' && fate !== 'restore') {
        await begun
        await waitMs(random() * 400)
      }
      if (fate === 'backup' || fate === 'both') {
        backup.child.kill('SIGKILL')
        report.killedBackups++
      }
      if (fate === 'load' || fate === 'both') {
        await load.kill()
        report.killedLoads++
      }
      const { code, text } = await backup.ended
      const isKilled = fate === 'backup' || fate === 'both'
      if (!isKilled) assert.equal(code, 0, text)
      if (isKilled && existsSync(folder)) report.finishedAnyway++
      if (existsSync(folder)) {
        report.whole++
        report.daysCopied += readdirSync(join(folder, 'tape')).length - 1
        assertPrivate(folder)
        const restored = join(dir, `restored-${round}`)
        const keyFile = join(live, 'sandbox', 'wallet.key')
        if (fate === 'restore') report.killedRestores += await killRestore(restored, { folder, keyFile }, random)
        placeKey(restored, keyFile)
        const back = await startCli(restored, ['restore', folder]).ended
        assert.equal(back.code, 0, back.text)
        const found = await checkStore(restored, before, `${of}, restored`)
        report.keysChecked += found.keys
        report.slotsChecked += found.slots
        rmSync(restored, { recursive: true })
        rmSync(folder, { recursive: true })
      } else assert(isKilled, 'a backup that ended is there')
      await load.kill()
      const after = load.acknowledged()
      for (const [id, key] of after.keys) known.set(id, key)
      newestSlot = Math.max(newestSlot, after.slot)
      await checkStore(live, { keys: known, slot: newestSlot }, `${of}, the store itself`)
      report.rounds++
      say(`${round + 1} of ${rounds}: ${fate}, ${known.size} keys, slot ${newestSlot}`)
    }
    // What killed ones left behind goes with the next that ends.
    const left = readdirSync(join(dir, 'backups'))
    assert(left.length <= report.killedBackups, left.join())
  } catch (error) {
    running?.kill('SIGKILL')
    // What was found once may not come again: whoever looks into it needs the files.
    throw new Error(`${(error as Error).message} (${dir} is kept)`, { cause: error })
  }
  rmSync(dir, { recursive: true, force: true })
  return report
}

/** Kills restores at drawn moments until one came in the middle or some were made. How many. */
async function killRestore(
  dataDir: string,
  { folder, keyFile }: { readonly folder: string; readonly keyFile: string },
  random: () => number,
): Promise<number> {
  let kills = 0
  for (let i = 0; i < 3; i++) {
    placeKey(dataDir, keyFile)
    const restore = startCli(dataDir, ['restore', folder])
    await appears(join(dataDir, 'sandbox', '.restore'), restore.ended)
    await waitMs(random() * 60)
    restore.child.kill('SIGKILL')
    const { code } = await restore.ended
    if (code === 0) {
      rmSync(dataDir, { recursive: true })
      continue
    }
    kills++
    // Never a store that opens and is not what was backed up.
    if (existsSync(join(dataDir, 'sandbox', 'restoring')))
      await assert.rejects(checkStore(dataDir, { keys: new Map(), slot: 0 }, 'cut short'), /cut short: run/)
    else assert(!existsSync(join(dataDir, 'sandbox', 'durable')) || (await isComplete(dataDir)))
    if (existsSync(join(dataDir, 'sandbox', 'durable')) && !existsSync(join(dataDir, 'sandbox', 'restoring')))
      rmSync(dataDir, { recursive: true })
  }
  return kills
}

/** What signed the backup: a restore without it is refused. */
function placeKey(dataDir: string, keyFile: string): void {
  mkdirSync(join(dataDir, 'sandbox'), { recursive: true, mode: 0o700 })
  cpSync(keyFile, join(dataDir, 'sandbox', 'wallet.key'))
}

async function isComplete(dataDir: string): Promise<boolean> {
  const { slots } = await checkStore(dataDir, { keys: new Map(), slot: 0 }, 'a killed restore')
  return slots > 0
}

async function startLoad(dataDir: string): Promise<Load> {
  const child = spawn(process.execPath, [LOAD, dataDir, String(SLOTS_PER_DAY)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  let errors = ''
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      if (text.startsWith('ready\n')) resolve()
    })
    child.on('exit', () => reject(new Error(`the load ended by itself: ${errors}`)))
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const closed = once(child, 'close')
  await ready
  return {
    child,
    acknowledged() {
      const keys = new Map<number, string>()
      let slot = 0
      for (const line of text.slice(0, text.lastIndexOf('\n')).split('\n')) {
        const [word, first, second] = line.split(' ')
        if (word === 'key') keys.set(Number(first), second!)
        if (word === 'slot') slot = Number(first)
      }
      return { keys, slot }
    },
    async kill() {
      assert.equal(errors, '', 'the load is well')
      assert.equal(child.exitCode, null, 'the load goes on')
      child.kill('SIGKILL')
      await closed
    },
  }
}

type Ended = { readonly code: number | null; readonly text: string }

function startCli(dataDir: string, args: readonly string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const env = {
    ...inheritedEnv(),
    MINTGLASS_MODE: 'sandbox',
    MINTGLASS_DATA_DIR: dataDir,
    MINTGLASS_MAP_SIZE_GIB: '4',
  }
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk
    })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, text }))
  return { child, ended }
}

async function partialAppears(parent: string, ended: Promise<Ended>): Promise<void> {
  const before = new Set(existsSync(parent) ? readdirSync(parent) : [])
  await until(() => existsSync(parent) && readdirSync(parent).some((name) => !before.has(name)), ended)
}

async function appears(path: string, ended: Promise<Ended>): Promise<void> {
  await until(() => existsSync(path), ended)
}

async function until(holds: () => boolean, ended: Promise<Ended>): Promise<void> {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  while (!isOver && !holds()) await waitMs(2)
}

function waitMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** No one but the owner may read a backup. */
function assertPrivate(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    assert.equal(statSync(path).mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, path)
  }
  assert.equal(statSync(folder).mode & 0o777, 0o700)
}
