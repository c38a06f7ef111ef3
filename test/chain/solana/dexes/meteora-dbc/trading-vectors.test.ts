import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meteoraDbc } from '../../../../../src/chain/solana/dexes/meteora-dbc/index.ts'
import { dbcScene } from '../../../../support/pool-scenes/dbc-scene.ts'
import { readSceneFile, replayScenes } from '../scene-vectors.ts'

test('quotes and swap instructions are those of the SDK, on curves drawn from seeds', () => {
  const file = readSceneFile('meteora-dbc-trading')
  assert(file.versions.some((name) => name.startsWith('@meteora-ag/dynamic-bonding-curve-sdk ')))
  assert(file.dbc!.length >= 50)
  const { quoted, built } = replayScenes(meteoraDbc.trading!, file, file.dbc!, dbcScene)
  assert(quoted >= 40 && built >= 40, `${quoted} quotes, ${built} instructions`)
})
