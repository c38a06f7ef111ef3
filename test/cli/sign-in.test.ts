import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type AccountLab, HOST, openAccountLab, walletNamed } from '../routes/account/account-lab.ts'
import { tempDir } from '../store/temp-store.ts'
import { type CliRan, runCli, runCliProcess } from '../support/run-cli.ts'

const WALLET = walletNamed('command line')

let lab: AccountLab
before(async () => {
  lab = await openAccountLab()
})
after(() => lab?.stop())

const LIVE = { MINTGLASS_MODE: 'live' }
const signIn = (...args: readonly string[]): Promise<CliRan> => runCli(['sign-in', ...args], LIVE)

test('a key file registers a key with the requested options and signs in; what is signed is shown first', async (t) => {
  const file = join(tempDir(t), 'wallet.json')
  writeFileSync(file, JSON.stringify([...WALLET.secretKey]))
  const fees = walletNamed('command line fees').address
  const wishes = ['--label', 'from the shell', '--domains', 'a.org,*.b.org', '--fee-wallet', fees]
  const words = ['sign-in', file, '--register', ...wishes, '--server', lab.server.url]
  const made = await runCliProcess(words, LIVE)
  assert.equal(made.code, 0, made.err)
  const { apiKeyId, allowedDomains } = JSON.parse(made.out)
  assert.deepEqual(allowedDomains, ['a.org', '*.b.org'])
  const record = lab.server.ctx.store.apiKeys.findById(apiKeyId)
  assert.deepEqual([record?.ownerWallet, record?.label, record?.feeWallet], [WALLET.address, 'from the shell', fees])
  const signed = await signIn(file, '--server', `${lab.server.url}/`)
  const { sessionToken } = JSON.parse(signed.out)
  assert.equal((await lab.get('/api/dashboard-session', { session: sessionToken })).json.apiKeyId, apiKeyId)
  assert(signed.err.startsWith(`${HOST} wants you to sign in with your Solana account:\n${WALLET.address}\n`))
  const again = await signIn(file, '--register', '--server', lab.server.url)
  assert.deepEqual([again.code, JSON.parse(again.out).error], [1, 'wallet already has a key'])
})

test('an invalid wallet and an unreachable server are each explained in a sentence', async (t) => {
  const file = join(tempDir(t), 'torn.json')
  writeFileSync(file, '[1,2,3')
  const torn = await signIn(file, '--server', lab.server.url)
  assert.deepEqual([torn.code, torn.out], [2, ''])
  assert.match(torn.err, /is not 64 bytes of one key pair/)
  assert.match((await signIn('nobody', '--server', lab.server.url)).err, /neither a key file nor a wallet/)
  writeFileSync(file, JSON.stringify([...WALLET.secretKey]))
  const absent = await signIn(file, '--server', 'http://127.0.0.1:9')
  assert.equal(absent.code, 2)
  assert.match(absent.err, /does not answer/)
  assert.equal((await signIn()).code, 2)
  assert.match((await signIn('--help')).out, /usage: sign-in/)
})
