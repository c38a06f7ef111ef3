import { toStreamEvent } from '../../src/push/feeds/to-wire.ts'
import { memoryTape, mintOf, tradeOf } from './events.ts'

const texts: string[] = []
const { tape } = memoryTape()

/** The frame that the gateway would send for a trade of a topic, made once. */
export function frameOf(topic: number): string {
  const mint = mintOf(topic)
  texts[topic] ??=
    `{"type":"update","channel":"token","key":"${mint}","seq":123456,"cursor":"${tape.formatCursor(1)}","data":${JSON.stringify(toStreamEvent(tape, tradeOf(1, mint, '0'.repeat(88))))}}`
  return texts[topic]
}

const bytes: Buffer[] = []
export function frameBytesOf(topic: number): Buffer {
  bytes[topic] ??= Buffer.from(frameOf(topic))
  return bytes[topic]
}
