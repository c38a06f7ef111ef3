import { createSigningKey } from '../chain/solana/signing-key.ts'
import { CUSTODY } from '../config/custody.ts'
import { type Config, readConfig } from '../config/env.ts'
import { systemClock } from '../runtime/clock.ts'
import { withSecret } from '../runtime/secret-bytes.ts'
import { isWallet } from '../services/account/is-wallet.ts'
import { withMasterSeed } from '../services/custody/master-seed.ts'
import { newRecord } from '../services/custody/signer.ts'
import { isUserRef } from '../services/custody/user-ref.ts'
import { walletEntry } from '../services/custody/wallet-entry.ts'
import type { CustodyWalletRecord } from '../store/custody-rows.ts'
import { deriveSeed } from '../store/derive-seed.ts'
import { openKeyStore } from '../store/open.ts'
import { type Command, readArguments, UsageProblem } from './command.ts'
import { refuseForeignOwner } from './refuse-foreign-owner.ts'
import { formatTable } from './table.ts'

const USAGE = `usage:
  wallets list --key <id>
  wallets recover --key <id> --user <user_ref> [--withdraw-to <a,b>] [--derivation <1|2>] [--replace]

  recover       makes the row of a wallet again that is lost, after a restore of a backup from before it: the same key, user
                and list give the same address. When the key is lost, too: keys recover <id> first
  --derivation  1 for a wallet that a version before schema 2 made (default 2)
  --replace     also when the user has another wallet by now, which is found by its id from then on
  --json        machine-readable output
Every recovery is in the log (npm run mintglass -- audit).`

const OPTIONS = {
  key: { type: 'string' },
  user: { type: 'string' },
  'withdraw-to': { type: 'string' },
  derivation: { type: 'string' },
  replace: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values']
type KeyStore = Awaited<ReturnType<typeof openKeyStore>>

/** `wallets list|recover`: works on the store itself, beside a running server or without one. */
export const wallets: Command = async (args) => {
  const { values, positionals } = readArguments(args, OPTIONS, USAGE)
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const [word, ...rest] = positionals
  if ((word !== 'list' && word !== 'recover') || rest.length > 0) throw new UsageProblem(USAGE)
  const keyId = readKeyId(values.key)
  const config = readConfig()
  refuseForeignOwner(config.dataDir)
  const store = await openKeyStore({ config, clock: systemClock() })
  try {
    const found = word === 'list' ? listAll(store, keyId) : [await recover(store, config, keyId, values)]
    console.log(values.json ? JSON.stringify(found, null, 2) : formatRecords(found))
  } finally {
    await store.close()
  }
  return 0
}

function listAll({ custody: table }: KeyStore, keyId: number): readonly CustodyWalletRecord[] {
  return table.listOf(keyId, { afterId: '', limit: CUSTODY.perKey })
}

async function recover(store: KeyStore, config: Config, keyId: number, values: Values): Promise<CustodyWalletRecord> {
  const key = store.apiKeys.findById(keyId)
  if (key === undefined) throw new UsageProblem(`there is no key ${keyId}: \`keys recover ${keyId}\` restores it`)
  const userRef = values.user ?? ''
  if (!isUserRef(userRef))
    throw new UsageProblem(`--user is required: 1 to ${CUSTODY.userRefChars} letters, digits and . _ : @ + -`)
  const derivation = readDerivation(values.derivation)
  const owner = {
    keyId,
    userRef,
    derivation,
    namespace: derivation === 1 ? '' : key.walletNamespace,
    withdrawTo: readList(values['withdraw-to']),
  }
  const address = withMasterSeed({ config, table: store.custody }, (master) =>
    withSecret(deriveSeed(master, owner), (seed) => createSigningKey(seed).address),
  )
  if (!address.ok) throw new UsageProblem(address.message)
  const clock = systemClock()
  const record = newRecord({ clock }, { ...owner, label: '', kind: 'derived', address: address.value })
  const replaces = values.replace === true
  const entry = walletEntry(record, { actor: 'operator', addressBucket: null, atMs: clock.nowMs() }, 'wallet.recover')
  const kept = await store.custody.create(record, CUSTODY.perKey, { replaces, entry })
  if (kept === null) throw new UsageProblem(`a key has at most ${CUSTODY.perKey} wallets`)
  if (kept === 'rejected') throw new UsageProblem(`the row of ${userRef} is not authentic: --replace overwrites it`)
  if (!kept.made && kept.record.address !== record.address)
    throw new UsageProblem(
      `${userRef} has a wallet at ${kept.record.address}; this one would be ${record.address}: --replace`,
    )
  return kept.record
}

function readKeyId(text: string | undefined): number {
  if (text === undefined || !/^-?[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new UsageProblem(`--key is required: the id of a key\n\n${USAGE}`)
  return Number(text)
}

function readDerivation(text: string | undefined): 1 | 2 {
  if (text === undefined || text === '2') return 2
  if (text !== '1') throw new UsageProblem('--derivation must be 1 or 2')
  return 1
}

function readList(text: string | undefined): string[] {
  const addresses = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const wrong = addresses.find((address) => !isWallet(address))
  if (wrong !== undefined) throw new UsageProblem(`--withdraw-to: not an address: ${wrong}`)
  return addresses
}

function formatRecords(records: readonly CustodyWalletRecord[]): string {
  return formatTable(
    ['id', 'user', 'address', 'kind', 'pays out to', 'derivation'],
    records.map(({ id, userRef, address, kind, withdrawTo, derivation }) => [
      id,
      userRef,
      address,
      kind,
      withdrawTo.join(',') || 'anybody',
      String(derivation),
    ]),
  )
}
