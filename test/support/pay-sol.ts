import assert from 'node:assert/strict'
import { compileLegacyMessage, signMessage } from '../../src/chain/solana/compile-message.ts'
import { type Instruction, setComputeUnitLimit, transferLamports } from '../../src/chain/solana/instructions.ts'
import type { Keypair } from '../../src/chain/solana/keypair.ts'
import { until } from './until.ts'

/** JSON-RPC to a node, as any wallet calls it. */
export async function callNode<T>(url: string, method: string, params: readonly unknown[]): Promise<T> {
  const ask = () =>
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  // On a busy machine the node ends a resting connection in the moment in which it is used again.
  const reply = await ask().catch((error: unknown) => {
    if (method !== 'sendTransaction' && isEndedSocket(error)) return ask()
    throw error
  })
  const { result, error } = (await reply.json()) as { result: T; error?: { message: string } }
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}

function isEndedSocket(error: unknown): boolean {
  return ((error as Error).cause as { code?: string } | undefined)?.code === 'UND_ERR_SOCKET'
}

/** Room for the transfers. Each payment asks for another limit, or two equal ones on one blockhash would be the
 *  same. */
const UNITS = 60_000
let payments = 0

/** Sends SOL in one transaction, one transfer for each amount, and waits until it is confirmed. Answers its
 *  signature. */
export async function paySol(
  url: string,
  {
    from,
    to,
    amounts,
    more = [],
  }: {
    readonly from: Keypair
    readonly to: string
    readonly amounts: readonly bigint[]
    /** Instructions behind the transfers. */
    readonly more?: readonly Instruction[]
  },
): Promise<string> {
  const { value } = await callNode<{ value: { blockhash: string } }>(url, 'getLatestBlockhash', [])
  const transfers = amounts.map((lamports) => transferLamports({ from: from.address, to, lamports }))
  const instructions = [setComputeUnitLimit(UNITS + payments++), ...transfers, ...more]
  const message = compileLegacyMessage({ payer: from.address, blockhash: value.blockhash, instructions })
  const { wire, signature } = signMessage(message, [from])
  const encoded = Buffer.from(wire).toString('base64')
  assert.equal(
    await callNode(url, 'sendTransaction', [encoded, { encoding: 'base64', skipPreflight: true }]),
    signature,
  )
  await untilConfirmed(url, signature)
  return signature
}

export async function untilConfirmed(url: string, signature: string): Promise<void> {
  await until(
    async () => {
      const { value } = await callNode<{ value: ({ confirmationStatus: string } | null)[] }>(
        url,
        'getSignatureStatuses',
        [[signature]],
      )
      return value[0] != null && value[0].confirmationStatus !== 'processed'
    },
    `${signature} is confirmed`,
    100,
  )
}
