import Type from 'typebox'
import type { ProviderConfig } from '../../config/env.ts'
import { INGEST } from '../../config/ingest.ts'
import { PROVIDERS } from '../../config/providers.ts'
import { jsonRowsReader } from '../../runtime/json-rows-reader.ts'
import { compileReply } from '../../runtime/reply-check.ts'
import { Slot } from '../../runtime/reply-ranges.ts'
import { openWebSocket, type WebSocketClient } from '../../runtime/web-socket-client.ts'
import type { ChainListener } from '../port.ts'
import { createBlockCollector, isBlockFault } from './block-collector.ts'
import type { RawBlock } from './rpc-replies.ts'

type Reply = {
  readonly id?: unknown
  readonly error?: { readonly code?: unknown }
  readonly result?: unknown
  readonly method?: unknown
  readonly params?: { readonly result?: { readonly slot?: unknown } }
}

const isBlockNotification = compileReply(
  Type.Object({
    context: Type.Object({ slot: Slot }),
    value: Type.Object({ slot: Slot, block: Type.Object({}) }),
  }),
).matches

const BLOCKS = 1
const SLOTS = 2
const BLOCK_PATH = ['params', 'result', 'value', 'block', 'transactions']
/** Recognises methods without parsing a message of megabytes. */
const BLOCK_NOTIFICATION = '"blockNotification"'
const METHOD_WITHIN = 200

/** Subscribes to confirmed blocks and to slots. Nodes that refuse `blockSubscribe` (most public ones) tell of slots
 *  alone; the caller then asks for blocks. Ends with one `onClosed`; the caller connects again. `wants` as for
 *  `SolanaRpc.block`. */
export function listenToChain(
  node: ProviderConfig,
  wants: (transactionText: string) => boolean,
  listener: ChainListener<RawBlock>,
): { close(): void } {
  const { keyHeader, keyPrefix } = PROVIDERS.solanaWs
  const headers = node.apiKey === null || keyHeader === null ? {} : { [keyHeader]: `${keyPrefix}${node.apiKey}` }
  const socket: WebSocketClient = openWebSocket(node.url, {
    headers,
    onOpen() {
      const config = {
        commitment: 'confirmed',
        encoding: 'base64',
        transactionDetails: 'full',
        maxSupportedTransactionVersion: 1,
        showRewards: false,
      }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: BLOCKS, method: 'blockSubscribe', params: ['all', config] }))
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: SLOTS, method: 'slotSubscribe', params: [] }))
    },
    onMessage(bytes) {
      try {
        receive(bytes)
      } catch {
        // A message we cannot read is ignored; its block is fetched.
      }
    },
    onClose: (reason) => listener.onClosed(reason),
  })

  function receive(bytes: Buffer): void {
    if (bytes.toString('latin1', 0, METHOD_WITHIN).includes(BLOCK_NOTIFICATION)) receiveBlock(bytes)
    else receiveOther(JSON.parse(bytes.toString('utf8')) as Reply)
  }

  function receiveOther(reply: Reply): void {
    if (reply.id === BLOCKS) listener.onBlocksServed(reply.error === undefined && typeof reply.result === 'number')
    else if (reply.method === 'slotNotification' && typeof reply.params?.result?.slot === 'number')
      listener.onSlot(reply.params.result.slot)
  }

  function receiveBlock(bytes: Buffer): void {
    let wantedBytes = 0
    const collector = createBlockCollector((text) => {
      const isWanted = wants(text)
      if (isWanted) wantedBytes += text.length
      return isWanted
    })
    let block: RawBlock | undefined
    const reader = jsonRowsReader({
      path: BLOCK_PATH,
      onRow: (text) => collector.row(text),
      finish: (rest) => {
        const result = (rest as Reply).params?.result
        if (!isBlockNotification(result) || result.context.slot !== result.value.slot) return
        const read = collector.end(result.value.block, result.value.slot)
        // An inconsistent notification is dropped and the block is fetched. So is one whose slot is far above its
        // parent: nothing inside a block names its slot, and after a false one far ahead every true block would look
        // old.
        if (read !== null && !isBlockFault(read) && read.slot - read.parentSlot <= INGEST.maxSlotsSkipped) block = read
      },
    })
    reader.push(bytes)
    reader.end()
    if (block !== undefined) listener.onBlock(block, wantedBytes)
  }

  return { close: () => socket.close() }
}
