import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SandboxChain } from '../../../../../sandbox/chain/types.ts'
import {
  HOOK_PROGRAMS,
  hookAccounts,
  installTransferHooks,
} from '../../../../../sandbox/programs/transfer-hook-programs.ts'
import { DLMM_PROGRAM } from '../../../../../src/chain/solana/dexes/meteora/addresses.ts'
import { meteora } from '../../../../../src/chain/solana/dexes/meteora/index.ts'
import { associatedTokenAddress } from '../../../../../src/chain/solana/pda.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../../../src/chain/solana/program-ids.ts'
import { readU64 } from '../../../../../src/hot-paths/account-layouts.ts'
import { openChain } from '../../../../sandbox/chain/chain-fixture.ts'
import { mintAccountBytes, transferHook } from '../../../../support/mint-bytes.ts'
import { type DlmmFields, dlmmScene } from '../../../../support/pool-scenes/dlmm-scene.ts'
import { fromPlain, put, type Scene, tokenBytes } from '../../../../support/pool-scenes/scene.ts'
import { clockOf, fundTrader, mustRead, swapOnChain, TRADER } from '../../../../support/swap-lab.ts'
import { PROGRAMS_FOLDER, skipWithout, spellProgram } from '../real-program-folder.ts'
import { assertBeyondLimit } from '../round-trip.ts'
import { readSceneFile } from '../scene-vectors.ts'

/* DLMM is the one program that serves transfer hooks; the sandbox's emulator does not, so this runs on the real one. */

const HELD_RAW = 2n ** 50n
const TOKEN_PROGRAM_X_FLAG_OFFSET = 880
const AMOUNT_OFFSET = 64
/** Of a token account whose mint has a hook: kind of account, then type, length and the flag. */
const HOOK_ACCOUNT_TAIL = Uint8Array.of(2, 15, 0, 1, 0, 0)

test('a token whose hook counts its transfers is traded both ways as quoted, by the real program', {
  skip: skipWithout(DLMM_PROGRAM),
}, () => {
  const scenes = readSceneFile('meteora-trading')
    .dlmm!.map(({ fields }) => fromPlain<DlmmFields>(fields))
    .filter(({ fees }) => fees.every((fee) => fee === null))
    .map((fields) => dlmmScene(fields))
  let [paid, counted] = [0, 0n]
  for (const scene of scenes) {
    const chain = openChain({ programsDir: PROGRAMS_FOLDER })
    installTransferHooks(chain)
    const counter = putHooked(chain, scene)
    for (const inputMint of scene.mints) {
      chain.advanceSlot()
      const pool = mustRead(meteora.trading!, chain, scene.pool, scene.mints[0])
      const order = { inputMint, amountInRaw: scene.amountInRaw }
      const quote = pool.quote(inputMint, scene.amountInRaw, clockOf(chain))
      if (quote === null) continue
      const before = readU64(chain.account(counter)!.data, 0)
      const dear = swapOnChain(chain, pool, { ...order, minOutRaw: quote.amountOutRaw + 1n })
      assertBeyondLimit(pool, dear.err, scene.pool)
      const done = swapOnChain(chain, pool, { ...order, minOutRaw: quote.amountOutRaw })
      assert.equal(done.err, null, done.logs.join('\n'))
      assert.deepEqual([done.paidRaw, done.gotRaw], [quote.amountInRaw, quote.amountOutRaw])
      counted += readU64(chain.account(counter)!.data, 0) - before
      paid++
    }
  }
  assert(paid > 10, `${paid} swaps`)
  assert(counted >= BigInt(paid), `the hook has seen ${counted} transfers of ${paid} swaps`)
  console.log(`DLMM: ${paid} swaps of hooked coins as quoted by ${spellProgram(DLMM_PROGRAM)}`)
})

/** The scene with a hook on its first mint, and a trader who holds both. Returns where the hook counts. */
function putHooked(chain: SandboxChain, { accounts, pool, mints }: Scene): string {
  const [hooked, plain] = mints
  const program = HOOK_PROGRAMS.count
  const set = (address: string, owner: string, data: Uint8Array) =>
    chain.setAccount(address, { owner, data, lamports: 10n ** 10n, executable: false })
  const hookedTokens = (owner: string, amountRaw: bigint) =>
    Buffer.concat([tokenBytes(hooked, owner, amountRaw).data, HOOK_ACCOUNT_TAIL])
  for (const [address, { owner, data }] of accounts) {
    const isReserve = owner === TOKEN_PROGRAM && data.length === 165 && holds(data, hooked)
    if (isReserve) set(address, TOKEN_2022_PROGRAM, hookedTokens(pool, readU64(data, AMOUNT_OFFSET)))
    else set(address, owner, data)
  }
  const pair = Uint8Array.from(accounts.get(pool)!.data)
  put(pair, TOKEN_PROGRAM_X_FLAG_OFFSET, 1, 1)
  set(pool, DLMM_PROGRAM, pair)
  set(hooked, TOKEN_2022_PROGRAM, mintAccountBytes({}, [transferHook(program)]))
  const ofHook = hookAccounts(hooked, { kind: 'count' })
  for (const { address, data } of ofHook) set(address, program, data)
  fundTrader(chain, 10n ** 12n)
  const own = (mint: string, tokenProgram: string) => associatedTokenAddress(TRADER.address, mint, tokenProgram)
  set(own(hooked, TOKEN_2022_PROGRAM), TOKEN_2022_PROGRAM, hookedTokens(TRADER.address, HELD_RAW))
  set(own(plain, TOKEN_PROGRAM), TOKEN_PROGRAM, tokenBytes(plain, TRADER.address, HELD_RAW).data)
  return ofHook[1]!.address
}

function holds(data: Uint8Array, mint: string): boolean {
  return Buffer.from(data.subarray(0, 32)).equals(Buffer.from(tokenBytes(mint, mint, 0n).data.subarray(0, 32)))
}
