import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0
const skip = hasDpkg ? false : 'dpkg-deb is not on this machine'

const work = mkdtempSync(join(tmpdir(), 'mintglass-deb-'))
after(() => rmSync(work, { recursive: true, force: true }))

function run(command: string, args: readonly string[], options: { cwd?: string } = {}): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options })
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** What the scripts copy, with stand-ins for the large trees. */
function makeCheckout(): string {
  const checkout = join(work, 'checkout')
  for (const folder of ['src', 'docs', 'node_modules/.bin', 'node_modules/a-package'])
    mkdirSync(join(checkout, folder), { recursive: true })
  for (const path of ['package.json', 'package-lock.json', 'LICENSE', 'README.md', 'systemd', 'ops'])
    cpSync(join(ROOT, path), join(checkout, path), { recursive: true })
  writeFileSync(join(checkout, 'src/server.ts'), '// the server\n')
  writeFileSync(join(checkout, 'docs/deploy.md'), '# Deploy\n')
  writeFileSync(join(checkout, 'node_modules/a-package/node'), '#!/bin/sh\n')
  chmodSync(join(checkout, 'node_modules/a-package/node'), 0o775)
  symlinkSync('../a-package/node', join(checkout, 'node_modules/.bin/node'))
  return checkout
}

test('one command builds a package with the tree, the units and the settings, owned by root', { skip }, () => {
  const printed = run(join(makeCheckout(), 'systemd/build-deb.sh'), ['--output', join(work, 'out')]).trim()
  const architecture = run('dpkg', ['--print-architecture']).trim()
  assert.equal(printed, join(work, 'out', `mintglass_${version}_${architecture}.deb`))
  const field = (name: string): string => run('dpkg-deb', ['--field', printed, name]).trim()
  assert.deepEqual(['Package', 'Version', 'Architecture'].map(field), ['mintglass', version, architecture])
  assert.match(field('Depends'), /^libc6 \(>= 2\.34\), libstdc\+\+6/)
  assert(Number(field('Installed-Size')) > 100)
  assert.match(field('Description'), /\n The service|\n included/)

  const rows = run('dpkg-deb', ['--contents', printed]).trim().split('\n')
  const entries = new Map(
    rows.map((row) => {
      const [mode = '', owner = '', , , , path = ''] = row.split(/\s+/)
      return [path, { mode, owner }] as const
    }),
  )
  for (const [path, { mode, owner }] of entries) {
    assert.equal(owner, 'root/root', path)
    if (!mode.startsWith('l')) assert.match(mode, /^.....-..-.$/, `${path} may be written by others: ${mode}`)
  }
  for (const unit of ['mintglass.service', 'mintglass@.service', 'mintglass-ingest.service', 'mintglass-backup.timer'])
    assert(entries.has(`./usr/lib/systemd/system/${unit}`), unit)
  assert.equal(entries.get('./etc/mintglass/mintglass.env')?.mode, '-rw-r-----')
  assert.equal(entries.get('./etc/mintglass/credentials/')?.mode, 'drwx------')
  assert(!entries.has('./etc/mintglass/credentials/wallet.key.stores'), 'an upgrade must not empty the witness')
  for (const path of ['src/server.ts', 'ops/prometheus-rules.yml', 'docs/deploy.md', 'node_modules/.bin/node'])
    assert(entries.has(`./opt/mintglass/${path}`), path)
  assert(![...entries.keys()].some((path) => path.startsWith('./etc/systemd/')))

  const control = join(work, 'control')
  run('dpkg-deb', ['--control', printed, control])
  assert.equal(readFileSync(join(control, 'conffiles'), 'utf8'), '/etc/mintglass/mintglass.env\n')
  const unpacked = join(work, 'unpacked')
  run('dpkg-deb', ['--extract', printed, unpacked])
  run('md5sum', ['--check', '--quiet', join(control, 'md5sums')], { cwd: unpacked })
  for (const script of ['postinst', 'prerm', 'postrm']) run('sh', ['-n', join(control, script)])
})

test('dpkg installs, upgrades, removes and purges it; settings and witness stay', { skip }, () => {
  const root = join(work, 'machine')
  for (const folder of ['var/lib/dpkg/info', 'var/lib/dpkg/updates']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'var/lib/dpkg/status'), '')
  const dpkg = (...args: readonly string[]): string =>
    run('dpkg', [
      `--root=${root}`,
      '--force-script-chrootless',
      '--force-depends',
      '--force-not-root',
      '--force-confold',
      ...args,
    ])
  const build = (number: string): string => {
    const file = join(work, 'checkout/package.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": ".*"/, `"version": "${number}"`))
    return run(join(work, 'checkout/systemd/build-deb.sh'), ['--output', join(work, 'out')]).trim()
  }
  const witness = join(root, 'etc/mintglass/credentials/wallet.key.stores')
  const settings = join(root, 'etc/mintglass/mintglass.env')
  dpkg('--install', build('1.0.0'))
  assert.equal(readFileSync(witness, 'utf8'), '', 'made empty, for the server to fill')
  assert(existsSync(join(root, 'opt/mintglass/src/server.ts')))

  writeFileSync(witness, 'what the server wrote')
  writeFileSync(settings, 'MINTGLASS_MODE=live\n')
  rmSync(join(work, 'checkout/src/server.ts'))
  writeFileSync(join(work, 'checkout/src/newer.ts'), '// the server\n')
  dpkg('--install', build('1.0.1'))
  assert(existsSync(join(root, 'opt/mintglass/src/newer.ts')))
  assert(!existsSync(join(root, 'opt/mintglass/src/server.ts')), 'no file of the old version is left')
  assert.equal(readFileSync(settings, 'utf8'), 'MINTGLASS_MODE=live\n')
  assert.equal(readFileSync(witness, 'utf8'), 'what the server wrote')

  dpkg('--remove', 'mintglass')
  assert(!existsSync(join(root, 'opt/mintglass/src')))
  assert.match(dpkg('--purge', 'mintglass'), /are left in place/)
  assert.equal(readFileSync(witness, 'utf8'), 'what the server wrote')
  assert(!existsSync(settings))

  // A store that may come from a version without codes: no witness is made beside it.
  rmSync(witness)
  mkdirSync(join(root, 'var/lib/mintglass/live/durable'), { recursive: true })
  assert.match(dpkg('--install', build('1.0.2')), /after the first start make/)
  assert(!existsSync(witness))
})

test('the image has the tree of the installer, the settings of the unit, and no root', () => {
  const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  const lines = text
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const words = [
    'FROM',
    'WORKDIR',
    'COPY',
    'RUN',
    'ENV',
    'USER',
    'VOLUME',
    'EXPOSE',
    'STOPSIGNAL',
    'HEALTHCHECK',
    'ENTRYPOINT',
  ]
  for (const line of lines) assert(words.includes(line.split(' ')[0]!), line)
  const of = (word: string): string[] =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  for (const line of of('COPY').filter((one) => !one.startsWith('--from')))
    for (const source of line.split(' ').slice(0, -1)) assert(existsSync(join(ROOT, source)), source)
  assert.deepEqual(
    of('RUN').filter((line) => line.includes('install.sh')),
    ['systemd/install.sh --root /stage'],
  )
  const unit = readFileSync(join(ROOT, 'systemd/mintglass.service'), 'utf8')
  const [entry] = of('ENTRYPOINT')
  assert.equal((JSON.parse(entry!) as string[]).join(' '), /^ExecStart=(.*)$/m.exec(unit)![1])
  const [set = ''] = of('ENV')
  for (const [, settings] of unit.matchAll(/^Environment=(.*)$/gm))
    for (const setting of settings!.split(' ')) assert(set.split(/\s+/).includes(setting), setting)
  assert.equal(/^User=(.*)$/m.exec(unit)![1], of('USER').at(-1))
  assert.equal(
    lines.findIndex((line) => line.startsWith('USER ')) < lines.findIndex((line) => line.startsWith('ENTRYPOINT ')),
    true,
  )
  const [, checked] = /CMD (\[.*\])$/.exec(of('HEALTHCHECK')[0]!) ?? []
  const [program, flag, source] = JSON.parse(checked!) as [string, string, string]
  assert.equal(flag, '-e')
  assert(entry!.includes(program))
  // It ends with 1 where nothing answers.
  const { status } = spawnSync(process.execPath, ['-e', source], { env: { ...process.env, PORT: '1' } })
  assert.equal(status, 1)
})
