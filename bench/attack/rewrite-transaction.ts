import {
  type AddressLookupTableAccount,
  ComputeBudgetProgram,
  Connection,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { associatedTokenAddress } from '../../src/chain/solana/pda.ts'
import { callNode } from '../../test/support/pay-sol.ts'

/** What becomes of a transaction (base64) on its way. */
export type Rewrite = (rpc: string, wire: string) => Promise<string>

const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const CREATE_IDEMPOTENT = 1
const SET_UNIT_LIMIT = 2
const ADDED_UNITS = 60_000
const LAMPORTS_PER_SIGNATURE = 5_000

export const addTransfer = (from: string, to: string, lamports: number): Rewrite =>
  adding(() => SystemProgram.transfer({ fromPubkey: new PublicKey(from), toPubkey: new PublicKey(to), lamports }))

/** The deposit of a token account that the thief owns and may close. */
export const addDeposit = (payer: string, owner: string, mint: string): Rewrite =>
  adding(
    () =>
      new TransactionInstruction({
        programId: ASSOCIATED_TOKEN_PROGRAM,
        data: Buffer.from([CREATE_IDEMPOTENT]),
        keys: [
          { pubkey: new PublicKey(payer), isSigner: true, isWritable: true },
          { pubkey: new PublicKey(associatedTokenAddress(owner, mint)), isSigner: false, isWritable: true },
          ...[owner, mint, SystemProgram.programId.toBase58(), TOKEN_PROGRAM].map((address) => ({
            pubkey: new PublicKey(address),
            isSigner: false,
            isWritable: false,
          })),
        ],
      }),
  )

/** A price for all the units there are, so that the fee is so many lamports. */
export function addPrice(feeLamports: number): Rewrite {
  const units = 1_400_000
  return (rpc, wire) =>
    rewrite(rpc, wire, (instructions) => [
      ComputeBudgetProgram.setComputeUnitLimit({ units }),
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: Math.floor((feeLamports * 1e6) / units) }),
      ...instructions.filter(({ programId }) => !programId.equals(ComputeBudgetProgram.programId)),
    ])
}

function adding(instruction: () => TransactionInstruction): Rewrite {
  return (rpc, wire) => rewrite(rpc, wire, (instructions) => [...instructions.map(withRoom), instruction()])
}

/** A limit of compute units leaves room for what is added. */
function withRoom(instruction: TransactionInstruction): TransactionInstruction {
  const { programId, data } = instruction
  if (!programId.equals(ComputeBudgetProgram.programId) || data[0] !== SET_UNIT_LIMIT) return instruction
  return ComputeBudgetProgram.setComputeUnitLimit({ units: data.readUInt32LE(1) + ADDED_UNITS })
}

async function rewrite(
  rpc: string,
  wire: string,
  change: (instructions: TransactionInstruction[]) => TransactionInstruction[],
): Promise<string> {
  const { message } = VersionedTransaction.deserialize(Buffer.from(wire, 'base64'))
  const connection = new Connection(rpc, 'confirmed')
  const tables: AddressLookupTableAccount[] = []
  for (const { accountKey } of message.addressTableLookups) {
    const { value } = await connection.getAddressLookupTable(accountKey)
    if (value !== null) tables.push(value)
  }
  const whole = TransactionMessage.decompile(message, { addressLookupTableAccounts: tables })
  whole.instructions = change(whole.instructions)
  const compiled = message.version === 'legacy' ? whole.compileToLegacyMessage() : whole.compileToV0Message(tables)
  return Buffer.from(new VersionedTransaction(compiled).serialize()).toString('base64')
}

/** What the thief has more once the transaction ran, in its wallet and in its token account of the mint (whose deposit
 *  it can have), and what the network takes. */
export async function loot(
  rpc: string,
  wire: string,
  { thief, mint }: { readonly thief: string; readonly mint: string },
): Promise<{ lamports: number; feeLamports: number }> {
  const { message } = VersionedTransaction.deserialize(Buffer.from(wire, 'base64'))
  const addresses = [thief, associatedTokenAddress(thief, mint)]
  const before = await Promise.all(
    addresses.map((address) => callNode<{ value: Account }>(rpc, 'getAccountInfo', [address, { encoding: 'base64' }])),
  )
  const { value } = await callNode<{ value: { err: unknown; accounts: Account[] | null } }>(
    rpc,
    'simulateTransaction',
    [
      wire,
      {
        encoding: 'base64',
        sigVerify: false,
        replaceRecentBlockhash: true,
        accounts: { encoding: 'base64', addresses },
      },
    ],
  )
  const sum = (accounts: readonly Account[]) => accounts.reduce((lamports, one) => lamports + (one?.lamports ?? 0), 0)
  const gained = value.err !== null ? 0 : sum(value.accounts ?? []) - sum(before.map((one) => one.value))
  const fee = await callNode<{ value: number | null }>(rpc, 'getFeeForMessage', [
    Buffer.from(message.serialize()).toString('base64'),
  ])
  return { lamports: gained, feeLamports: fee.value ?? LAMPORTS_PER_SIGNATURE }
}

type Account = { readonly lamports: number } | null
