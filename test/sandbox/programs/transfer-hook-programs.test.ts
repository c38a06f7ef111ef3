import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../sandbox/chain/types.ts'
import {
  HOOK_KINDS,
  HOOK_PROGRAMS,
  type HookSetting,
  hookAccounts,
  hookProgramOf,
  installTransferHooks,
} from '../../../sandbox/programs/transfer-hook-programs.ts'
import { visibleAccount } from '../../../sandbox/rpc/encode-account.ts'
import { hookAccountsFor } from '../../../sandbox/world/hook-accounts.ts'
import * as make from '../../../src/chain/solana/instructions.ts'
import { keypairFromText } from '../../../src/chain/solana/keypair.ts'
import { associatedTokenAddress } from '../../../src/chain/solana/pda.ts'
import { BPF_LOADER_PROGRAM, TOKEN_2022_PROGRAM } from '../../../src/chain/solana/program-ids.ts'
import { initializeTransferHook } from '../../../src/chain/solana/token-2022-instructions.ts'
import { extraMetasAddress } from '../../../src/chain/solana/transfer-hook.ts'
import { findExtension, readU64 } from '../../../src/hot-paths/account-layouts.ts'
import { ALICE, BOB, land, openChain, START, sign } from '../chain/chain-fixture.ts'

const MINT_BYTES = 166 + 4 + 64
const accountOf = (owner: string, mint: string): string => associatedTokenAddress(owner, mint, TOKEN_2022_PROGRAM)

function hookedMint(chain: SandboxChain, setting: HookSetting, text: string = setting.kind): string {
  const mint = keypairFromText(`hooked ${text}`)
  const tokenProgram = TOKEN_2022_PROGRAM
  const program = HOOK_PROGRAMS[setting.kind]
  for (const { address, data } of hookAccounts(mint.address, setting))
    chain.setAccount(address, { lamports: 5_000_000n, owner: program, data, executable: false })
  const open = (owner: string) =>
    make.createAssociatedTokenAccount({ payer: ALICE.address, owner, mint: mint.address, tokenProgram })
  const to = accountOf(ALICE.address, mint.address)
  land(
    chain,
    [
      make.createAccount({
        payer: ALICE.address,
        account: mint.address,
        lamports: chain.minimumBalanceLamports(MINT_BYTES),
        dataBytes: MINT_BYTES,
        owner: tokenProgram,
      }),
      initializeTransferHook({ mint: mint.address, authority: ALICE.address, program }),
      make.initializeMint({ mint: mint.address, decimals: 0, mintAuthority: ALICE.address, tokenProgram }),
      open(ALICE.address),
      open(BOB.address),
      make.mintTokens({ mint: mint.address, to, authority: ALICE.address, amountRaw: 1_000n, tokenProgram }),
    ],
    { signers: [mint] },
  )
  return mint.address
}

/** Sends from Alice to Bob with whatever the hook asks for; the error of the transfer, null when it went through. */
function transfer(chain: SandboxChain, mint: string, amountRaw: bigint, withHook = true): unknown {
  const route = { source: accountOf(ALICE.address, mint), destination: accountOf(BOB.address, mint) }
  const extraAccounts = withHook ? hookAccountsFor(chain, { ...route, mint, authority: ALICE.address, amountRaw }) : []
  chain.advanceSlot()
  const { wire } = sign(chain, [
    make.transferTokensChecked({
      ...{ from: route.source, to: route.destination, mint, authority: ALICE.address },
      ...{ amountRaw, decimals: 0, tokenProgram: TOKEN_2022_PROGRAM, extraAccounts },
    }),
  ])
  const sent = chain.send(wire)
  return sent.ok ? sent.transaction.err : sent.err
}
const failsWith = (code: number): unknown => ({ InstructionError: [0, { Custom: code }] })

function openHookChain(): SandboxChain {
  const chain = openChain()
  installTransferHooks(chain)
  return chain
}

test('each hook does to a real transfer what its name says', () => {
  const chain = openHookChain()
  const rejecting = hookedMint(chain, { kind: 'reject' })
  assert.deepEqual(transfer(chain, rejecting, 1n), failsWith(7001))
  const limited = hookedMint(chain, { kind: 'reject-above', limitRaw: 40n })
  assert.equal(transfer(chain, limited, 40n), null)
  assert.deepEqual(transfer(chain, limited, 41n), failsWith(7002))
  const listed = hookedMint(chain, { kind: 'allow-list', owners: [BOB.address, ALICE.address] })
  assert.equal(transfer(chain, listed, 5n), null)
  const unlisted = hookedMint(chain, { kind: 'allow-list', owners: [BOB.address] }, 'unlisted')
  assert.deepEqual(transfer(chain, unlisted, 5n), failsWith(7004))
  const nobody = hookedMint(chain, { kind: 'allow-list', owners: [] }, 'nobody')
  assert.deepEqual(transfer(chain, nobody, 5n), failsWith(7004))
})

test('a hook that closes at a time reads the clock of the chain', () => {
  const chain = openHookChain()
  const mint = hookedMint(chain, { kind: 'reject-after', unixTimeSec: START.unixTimeSec + 100 })
  assert.equal(transfer(chain, mint, 1n), null)
  chain.warpTo(chain.slot() + 200, START.unixTimeSec + 99)
  chain.warpTo(chain.slot() + 10, START.unixTimeSec + 100)
  assert.deepEqual(transfer(chain, mint, 1n), failsWith(7003))
})

test('a counting hook counts transfers and nothing else', () => {
  const chain = openHookChain()
  const setting = { kind: 'count' } as const
  const mint = hookedMint(chain, setting)
  for (let i = 0; i < 3; i++) assert.equal(transfer(chain, mint, BigInt(i + 1)), null)
  const [, configuration] = hookAccounts(mint, setting)
  assert.equal(readU64(chain.account(configuration!.address)!.data, 0), 3n)
})

test('a transfer that leaves the hook out fails, as does one without the configuration', () => {
  const chain = openHookChain()
  const mint = hookedMint(chain, { kind: 'count' })
  assert.notEqual(transfer(chain, mint, 1n, false), null)
  chain.setAccount(extraMetasAddress(mint, HOOK_PROGRAMS.count), null)
  assert.deepEqual(transfer(chain, mint, 1n), failsWith(7090))
})

test('hook programs are ordinary programs whose code the node serves', () => {
  const chain = openHookChain()
  for (const kind of HOOK_KINDS) {
    const account = visibleAccount(chain, HOOK_PROGRAMS[kind])!
    assert.equal(account.executable, true)
    assert.equal(account.owner, BPF_LOADER_PROGRAM)
    assert.deepEqual([...account.data.subarray(0, 4)], [0x7f, 0x45, 0x4c, 0x46], kind)
    assert.equal(chain.isEmulated(HOOK_PROGRAMS[kind]), false)
  }
})

test('a cloned hook works on a chain that never heard of it', () => {
  const from = openHookChain()
  const chain = openChain()
  chain.setAccount(HOOK_PROGRAMS.reject, visibleAccount(from, HOOK_PROGRAMS.reject))
  assert.deepEqual(transfer(chain, hookedMint(chain, { kind: 'reject' }), 1n), failsWith(7001))
})

test('the hook of a mint is read from the mint, and only from one of Token-2022', () => {
  const chain = openHookChain()
  const mint = chain.account(hookedMint(chain, { kind: 'reject' }))!
  assert.equal(hookProgramOf(mint), HOOK_PROGRAMS.reject)
  assert.equal(hookProgramOf({ ...mint, owner: BPF_LOADER_PROGRAM }), null)
  assert.equal(hookProgramOf(null), null)
  const off = Uint8Array.from(mint.data)
  findExtension(off, 14)!.fill(0, 32)
  assert.equal(hookProgramOf({ ...mint, data: off }), null)
})
