import type { ChainEvents } from './types.ts'

type Listeners = { readonly [E in keyof ChainEvents]: Set<ChainEvents[E]> }

export type ChainEventSource = {
  /** Returns how to stop listening. */
  on<E extends keyof ChainEvents>(event: E, listener: ChainEvents[E]): () => void
  emit<E extends keyof ChainEvents>(event: E, ...values: Parameters<ChainEvents[E]>): void
  has(event: keyof ChainEvents): boolean
}

/** Synchronous events. A listener that throws is a bug and ends in the caller of the chain. */
export function createChainEvents(): ChainEventSource {
  const listeners: Listeners = {
    slot: new Set(),
    block: new Set(),
    root: new Set(),
    transaction: new Set(),
    account: new Set(),
    dropped: new Set(),
  }
  return {
    on(event, listener) {
      listeners[event].add(listener)
      return () => listeners[event].delete(listener)
    },
    emit(event, ...values) {
      for (const listener of listeners[event]) (listener as (...values: unknown[]) => void)(...values)
    },
    has: (event) => listeners[event].size > 0,
  }
}
