import { after, before } from 'node:test'
import { openFollower } from './kept-tape.ts'
import { type OpenServer, openServer } from './open-server.ts'
import { type PublishedToken, publishedTokens } from './published-tokens.ts'
import { sharedSandbox } from './shared-sandbox.ts'
import type { StartedSandbox } from './start-sandbox.ts'
import { untilServing } from './until-serving.ts'

/** What tests of routes over the tape share: one sandbox, a server that follows it and has read it all, one that has
 *  only the providers, one with a node and no one who follows it yet, and one with nothing. */
export type TapeServers = {
  sandbox: StartedSandbox
  tokens: readonly PublishedToken[]
  following: OpenServer
  provider: OpenServer
  waiting: OpenServer
  bare: OpenServer
}

/** Starts them before the tests of a file and stops them after; the members are there once the tests run. */
export function tapeServers(): TapeServers {
  const all = {} as TapeServers
  before(async () => {
    all.sandbox = await sharedSandbox()
    const rpc = all.sandbox.urls['rpc']!
    all.tokens = await publishedTokens(all.sandbox)
    all.following = await openFollower(rpc)
    all.provider = await openServer({ SANDBOX_URL: rpc, INGEST_MODE: 'off' })
    all.waiting = await openServer({ MINTGLASS_MODE: 'live', SOLANA_RPC_URL: rpc })
    all.bare = await openServer({ MINTGLASS_MODE: 'live' })
    await untilServing(all.following)
  })
  after(async () => {
    await Promise.all([all.following, all.provider, all.waiting, all.bare].map((server) => server?.stop()))
    await all.sandbox?.stop()
  })
  return all
}
