// Slots and pump.fun activity of the sandbox, live, for ten seconds, over the standard PubSub.
import { Connection, PublicKey } from '@solana/web3.js'
import { ask, type World } from './ask.ts'

const SECONDS = Number(process.env['SECONDS'] ?? 10)
const PUMP_FUN = new PublicKey('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P')

const { upstreams } = await ask<World>('/api/sandbox')
const connection = new Connection(upstreams['rpc']!, { commitment: 'confirmed', wsEndpoint: upstreams['ws']! })
let slots = 0
const slotSubscription = connection.onSlotChange(() => slots++)
const logSubscription = connection.onLogs(PUMP_FUN, ({ signature, err }) =>
  console.log(`${signature} ${err === null ? 'ok' : 'failed'}`),
)

await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000))
await connection.removeSlotChangeListener(slotSubscription)
await connection.removeOnLogsListener(logSubscription)
console.log(`${slots} slots in ${SECONDS} s`)
process.exit(0)
