import { ftruncateSync, openSync, writeSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openSandboxChain } from '../../sandbox/chain/open-chain.ts'
import type { SandboxChain } from '../../sandbox/chain/types.ts'
import {
  compileLegacyMessage,
  compileV0Message,
  compileV1Message,
  signMessage,
} from '../../src/chain/solana/compile-message.ts'
import * as make from '../../src/chain/solana/instructions.ts'
import { type Keypair, keypairFromText } from '../../src/chain/solana/keypair.ts'
import { associatedTokenAddress, findProgramAddress } from '../../src/chain/solana/pda.ts'
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../src/chain/solana/program-ids.ts'
import { createDraw } from './draw.ts'
import type { FuzzSummary } from './mutate-transactions.ts'
import { mutateWire, type Random, signAnew } from './mutate-wire.ts'

/* The child of mutate-transactions.ts. */

const SOL = 1_000_000_000n
const ALICE = keypairFromText('alice')
const BOB = keypairFromText('bob')
const SHOP = keypairFromText('shop').address
const KEYS = new Map([[ALICE.address, ALICE]])
const VAULT = findProgramAddress([Buffer.from('vault')], SHOP)
const TURN_EVERY = 100
/** The ledger never lets the newest 300 blocks go: many small ones keep it small. */
const SLOT_EVERY = 20

function openWorld() {
  const chain = openSandboxChain({
    genesisHash: keypairFromText('fuzz').address,
    slotMs: 400,
    programsDir: null,
    clockStart: { slot: 390_000_000, unixTimeSec: 1_795_000_000 },
    maxTransactions: 1_000,
    maxBlocks: 1_000,
  })
  const wallet = { lamports: 1_000_000n * SOL, owner: SYSTEM_PROGRAM, data: new Uint8Array(0), executable: false }
  for (const { address } of [ALICE, BOB]) chain.setAccount(address, wallet)
  const mint = keypairFromText('mint')
  const send = (instructions: make.Instruction[], signers: Keypair[]) => {
    const { blockhash } = chain.latestBlockhash('processed')
    const sent = chain.send(
      signMessage(compileLegacyMessage({ payer: ALICE.address, blockhash, instructions }), signers).wire,
    )
    if (!sent.ok) throw new Error(sent.message)
  }
  const from = associatedTokenAddress(ALICE.address, mint.address)
  const to = associatedTokenAddress(BOB.address, mint.address)
  const lamports = chain.minimumBalanceLamports(82)
  const owned = { payer: ALICE.address, mint: mint.address }
  send(
    [
      make.createAccount({
        payer: ALICE.address,
        account: mint.address,
        lamports,
        dataBytes: 82,
        owner: TOKEN_PROGRAM,
      }),
      make.initializeMint({ mint: mint.address, decimals: 6, mintAuthority: ALICE.address }),
      make.createAssociatedTokenAccount({ ...owned, owner: ALICE.address }),
      make.createAssociatedTokenAccount({ ...owned, owner: BOB.address }),
      make.mintTokens({ mint: mint.address, to: from, authority: ALICE.address, amountRaw: 10n ** 15n }),
    ],
    [ALICE, mint],
  )
  chain.advanceSlot()
  const table = make.createLookupTable({ authority: ALICE.address, payer: ALICE.address, recentSlot: chain.slot() - 1 })
  const addresses = [BOB.address, from, to, mint.address, VAULT.address]
  const extend = { table: table.table, authority: ALICE.address, payer: ALICE.address, addresses }
  send([table.instruction, make.extendLookupTable(extend)], [ALICE])
  chain.advanceSlot()
  chain.registerEmulator({
    programId: SHOP,
    run(call) {
      const [first, second] = call.accounts
      if (first === undefined || second === undefined) throw new Error('two accounts needed')
      call.read(first.address)
      call.read(second.address)
      const pay = make.transferLamports({
        from: first.address,
        to: second.address,
        lamports: BigInt(call.data[0] ?? 1),
      })
      return [
        { op: 'log', text: Buffer.from(call.data).toString('latin1') },
        { op: 'cpi', program: SYSTEM_PROGRAM, accounts: pay.accounts, data: pay.data, signerSeeds: [] },
      ]
    },
  })
  return { chain, mint: mint.address, from, to, table: { address: table.table, addresses } }
}

function compose(world: ReturnType<typeof openWorld>, random: Random, round: number): Uint8Array {
  const { chain, mint, from, to, table } = world
  const blockhash = chain.latestBlockhash('processed').blockhash
  const shop = {
    programId: SHOP,
    accounts: [
      make.writableSigner(ALICE.address),
      make.writableAccount(VAULT.address),
      make.readonlyAccount(SYSTEM_PROGRAM),
    ],
    data: Uint8Array.of(random(256), round & 255, (round >> 8) & 255),
  }
  const choice: make.Instruction[] = [
    make.transferLamports({ from: ALICE.address, to: BOB.address, lamports: BigInt(round + 1) }),
    make.transferTokensChecked({ from, to, mint, authority: ALICE.address, amountRaw: BigInt(round + 1), decimals: 6 }),
    make.setComputeUnitLimit(200_000 + round),
    make.memo(`round ${round}`),
    shop,
    shop,
  ]
  const instructions = Array.from({ length: 1 + random(4) }, () => choice[random(choice.length)]!)
  const input = { payer: ALICE.address, blockhash, instructions }
  const config = { computeUnitLimit: 300_000 + round, loadedAccountsDataSizeLimit: 1 << 20 }
  const kind = random(3)
  const message =
    kind === 0
      ? compileLegacyMessage(input)
      : kind === 1
        ? compileV0Message({ ...input, lookupTables: [table] })
        : compileV1Message({ ...input, config })
  return signMessage(message, [ALICE]).wire
}

function feed(chain: SandboxChain, wire: Uint8Array, random: Random, tally: Record<string, number>): string {
  if (random(2) === 0) {
    const result = chain.send(wire, { skipPreflight: random(2) === 0, trustUnsigned: random(4) === 0 })
    if (result.ok) return 'landed'
    tally[String(result.code)] = (tally[String(result.code)] ?? 0) + 1
    return 'refused'
  }
  const result = chain.simulate(wire, { replaceRecentBlockhash: random(2) === 0 })
  if ('ok' in result) {
    tally[String(result.code)] = (tally[String(result.code)] ?? 0) + 1
    return 'refused'
  }
  return 'simulated'
}

async function main(count: number, seed: number, noteFile: string): Promise<FuzzSummary> {
  const note = openSync(noteFile, 'w')
  const random = createDraw(seed).below
  const world = openWorld()
  const refusals: Record<string, number> = {}
  const outcomes: Record<string, number> = { landed: 0, simulated: 0, refused: 0 }
  let rssEarlyBytes = 0
  for (let round = 0; round < count; round++) {
    let wire = compose(world, random, round)
    for (let times = random(4); times > 0; times--) wire = wire.length === 0 ? wire : mutateWire(wire, random)
    if (random(2) === 0) wire = signAnew(wire, KEYS)
    ftruncateSync(note)
    writeSync(note, `${round} ${Buffer.from(wire).toString('hex')}`, 0)
    outcomes[feed(world.chain, wire, random, refusals)]!++
    if (round % SLOT_EVERY === 0) world.chain.advanceSlot()
    // Native memory is only given back when the event loop gets a turn.
    if (round % TURN_EVERY === 0) await nextTurn()
    if (round === Math.floor(count / 4)) rssEarlyBytes = process.memoryUsage.rss()
  }
  return {
    sent: count,
    landed: outcomes['landed']!,
    simulated: outcomes['simulated']!,
    refusals,
    rssEarlyBytes,
    rssLateBytes: process.memoryUsage.rss(),
  }
}

const summary = await main(Number(process.argv[2]), Number(process.argv[3]), process.argv[4]!)
process.send?.({ summary }, () => process.disconnect())
