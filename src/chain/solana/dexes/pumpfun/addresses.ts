import { ZERO_KEY } from '../../borsh-layout.ts'
import { addressBytes, findProgramAddress, type ProgramAddress } from '../../pda.ts'
import { NATIVE_MINT, TOKEN_METADATA_PROGRAM } from '../../program-ids.ts'

export const PUMP_PROGRAM = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P'
export const PUMP_FEES_PROGRAM = 'pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ'
export const MAYHEM_PROGRAM = 'MAyhSmzXzV1pTf7LsNkrNwkWKTo4ougAJ1PPg47MD4e'

/** Fixed PDAs; a test derives each of them. */
export const PUMP_GLOBAL = '4wTV1YmiEkRvAtNtsSGPtUrqRYQMe5SKy2uB4Jjaxnjf'
export const PUMP_EVENT_AUTHORITY = 'Ce6TQqeHC9p8KetsN6JsjHK7UTZk7nasjjnr7XxXp9F1'
export const PUMP_VOLUME_ACCUMULATOR = 'Hq2wp8uJ9jCPsYgNHex8RtqdvMPfVGoYwjvF1ATiwn2Y'
export const PUMP_FEE_CONFIG = '8Wf5TiAheLUqBrKXeYg2JtAFFMWtKdG2BSFgqUcPVwTt'
export const PUMP_MINT_AUTHORITY = 'TSLvdd1pWpHVjahSpsvCXUbgwsL3JAcvokwaKt1eokM'

const TOKEN_2022_NATIVE_MINT = '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9'
/** How a token that is quoted in SOL may spell its quote mint. */
export const SOL_LIKE_MINTS: ReadonlySet<string> = new Set([ZERO_KEY, NATIVE_MINT, TOKEN_2022_NATIVE_MINT])

/** Any one of a list may be named in a trade; the live lists are in Global and GlobalConfig. */
export const FEE_RECIPIENTS: readonly string[] = [
  '62qc2CNXwrYqQScmEdiZFFAnJR262PxWEuNQtxfafNgV',
  '7VtfL8fvgNfhz17qKRMjzQEXgbdpnHHHQRh54R9jP2RJ',
  '7hTckgnGnLQR6sdH7YkqFTAA7VwTfYFaZ6EhEsU3saCX',
  '9rPYyANsfQZw3DnDmKE3YCQF5E8oD89UXoHn9JFEhJUz',
  'AVmoTthdrX6tKt4nDjco2D775W2YK3sDhxPcMmzUAmTY',
  'CebN5WGQ4jvEPvsVU4EoHEpgzq1VV7AbicfhtW4xC9iM',
  'FWsW1xNtWscwNmKv6wVsU1iTzRN6wmmk3MjxRP5tT7hz',
  'G5UZAVbAf46s7cKWoyKu8kYTip9DGTpbLZ2qa9Aq69dP',
]
export const RESERVED_FEE_RECIPIENTS: readonly string[] = [
  'GesfTA3X2arioaHp8bbKdjG9vJtskViWACZoYvxp4twS',
  '4budycTjhs9fD6xw62VBducVTNgMgJJ5BgtKq7mAZwn6',
  '8SBKzEQU4nLSzcwF4a74F2iaUDQyTfjGndn6qUWBnrpR',
  '4UQeTP1T39KZ9Sfxzo3WR5skgsaP6NZa87BAkuazLEKH',
  '8sNeir4QsLsJdYpc9RZacohhK1Y5FLU3nC5LXgYB4aa6',
  'Fh9HmeLNUMVCvejxCtCL2DbYaRyBFVJ5xrWkLnMH6fdk',
  '463MEnMeGyJekNZFQSTUABBEbLnvMTALbT6ZmsxAbAdq',
  '6AUH3WEHucYZyC61hqpqYUWVto5qA5hjHuNQ32GNnNxA',
]
/** Shared by both pump programs. */
export const BUYBACK_FEE_RECIPIENTS: readonly string[] = [
  '5YxQFdt3Tr9zJLvkFccqXVUwhdTWJQc1fFg2YPbxvxeD',
  '9M4giFFMxmFGXtc3feFzRai56WbBqehoSeRE5GK7gf7',
  'GXPFM2caqTtQYC2cJ5yJRi9VDkpsYZXzYdwYpGnLmtDL',
  '3BpXnfJaUTiwXnJNe7Ej1rcbzqTTQUvLShZaWazebsVR',
  '5cjcW9wExnJJiqgLjq7DEG75Pm6JBgE1hNv4B2vHXUW6',
  'EHAAiTxcdDwQ3U4bU6YcMsQGaekdzLS3B5SmYo46kJtL',
  '5eHhjP8JaYkz83CWwvGU2uMUXefd3AazWGx4gpcuEEYD',
  'A7hAgCzFw14fejgCp387JUJRMNyz4j89JKnhtKU8piqW',
]

export function bondingCurvePda(mint: string): ProgramAddress {
  return findProgramAddress([Buffer.from('bonding-curve'), addressBytes(mint)], PUMP_PROGRAM)
}
/** Need not exist; today's trades pass it read-only. */
export function bondingCurveV2Pda(mint: string): ProgramAddress {
  return findProgramAddress([Buffer.from('bonding-curve-v2'), addressBytes(mint)], PUMP_PROGRAM)
}
export function creatorVaultPda(creator: string): ProgramAddress {
  return findProgramAddress([Buffer.from('creator-vault'), addressBytes(creator)], PUMP_PROGRAM)
}
export function userVolumePda(user: string): ProgramAddress {
  return findProgramAddress([Buffer.from('user_volume_accumulator'), addressBytes(user)], PUMP_PROGRAM)
}
/** Owner of a graduated token's canonical PumpSwap pool: the pool's `creator`. */
export function poolAuthorityPda(mint: string): ProgramAddress {
  return findProgramAddress([Buffer.from('pool-authority'), addressBytes(mint)], PUMP_PROGRAM)
}
export function sharingConfigPda(mint: string): ProgramAddress {
  return findProgramAddress([Buffer.from('sharing-config'), addressBytes(mint)], PUMP_FEES_PROGRAM)
}
export function metadataPda(mint: string): ProgramAddress {
  return findProgramAddress(
    [Buffer.from('metadata'), addressBytes(TOKEN_METADATA_PROGRAM), addressBytes(mint)],
    TOKEN_METADATA_PROGRAM,
  )
}
export function mayhemPda(seed: 'global-params' | 'sol-vault'): ProgramAddress {
  return findProgramAddress([Buffer.from(seed)], MAYHEM_PROGRAM)
}
export function mayhemStatePda(mint: string): ProgramAddress {
  return findProgramAddress([Buffer.from('mayhem-state'), addressBytes(mint)], MAYHEM_PROGRAM)
}
