import { type ChildProcess, spawn } from 'node:child_process'
import type { Attack, Findings } from '../attack.ts'
import { ended, keepTrack } from '../children.ts'

const NOBODY = 65_534
/** Gives up root, says which abstract names of ours there are, and takes them whenever they are free. */
const SQUATTER = `
process.setgroups([]); process.setgid(${NOBODY}); process.setuid(${NOBODY});
const { readFileSync } = require('node:fs'); const net = require('node:net');
const names = () => [...readFileSync('/proc/net/unix', 'latin1').matchAll(/@(\\S*mintglass\\S*)/g)].map(([, name]) => name);
const marker = process.argv[1];
const seen = names().filter((name) => name.endsWith(marker));
process.send({ seen });
const held = new Set();
setInterval(() => {
  for (const name of seen) {
    if (held.has(name)) continue;
    held.add(name);
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', () => held.delete(name));
    server.listen('\\0' + name, () => process.send({ took: name }));
  }
}, 5);
process.once('disconnect', () => process.exit(0));
`

/** Another user of the machine takes the name under which the server holds its role, while it restarts. */
export const socketSquatting: Attack = {
  name: 'socket-squatting',
  finding: '12',
  async run(lab): Promise<Findings> {
    const tried = `uid ${NOBODY} takes the names of the server's role during a restart`
    if (process.getuid?.() !== 0)
      return { tried, got: ['not run: it takes root to become another user'], taken: [], lost: [] }
    const { target } = await lab.served()
    const { statSync } = await import('node:fs')
    const { dev, ino } = statSync(`${target.dataDir}/live/run`, { bigint: true })
    const child = keepTrack(
      spawn(process.execPath, ['-e', SQUATTER, `${dev}-${ino}`], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    )
    const seen = await heard<{ seen: string[] }>(child)
    const took: string[] = []
    child.on('message', (message) => took.push((message as { took: string }).took))
    await target.stop()
    const failed = await target.start().then(
      () => null,
      (error: Error) => error.message,
    )
    await ended(child, 'SIGKILL')
    const got = [
      `names of this server that anybody reads: ${seen.seen.join(', ') || 'none'}; taken: ${took.join(', ') || 'none'}`,
      failed === null ? 'the server started' : `the server did not start: ${failed.slice(0, 300)}`,
    ]
    return { tried, got, taken: [], lost: failed === null ? [] : ['the server does not come back from a restart'] }
  },
}

function heard<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T))
    child.once('exit', (code) => reject(new Error(`the squatter ended with ${code}`)))
  })
}
