import type { Kind } from '../kind.ts'
import { DOCUMENT_KINDS } from './documents.ts'
import { EVIL } from './evil.ts'
import { NODE_KINDS } from './node.ts'
import { PROTOCOL_KINDS } from './protocols.ts'
import { SENDING_KINDS } from './sending.ts'
import { SOCKET_KINDS } from './sockets.ts'
import { TRANSPORT_KINDS } from './transport.ts'
import { VALUE_KINDS } from './values.ts'

export const KINDS: readonly Kind[] = [
  ...VALUE_KINDS,
  ...NODE_KINDS,
  EVIL,
  ...TRANSPORT_KINDS,
  ...DOCUMENT_KINDS,
  ...PROTOCOL_KINDS,
  ...SENDING_KINDS,
  ...SOCKET_KINDS,
]
