import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountWords, units } from '../../explorer/src/wallet/amounts.ts'

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'
const MINT = 'EW2JA1CKpwkkwn8SdXHGjjFJohdjqm9qxUa42of7NAec'

test('wrapped SOL is a part of the lamports that move, whatever it is called', () => {
  const names = { [WRAPPED_SOL]: { symbol: 'SOL', decimals: 9 }, [MINT]: { symbol: 'TUPICK', decimals: 6 } }
  assert.equal(amountWords(WRAPPED_SOL, '-50000000', names), '-0.05 of it as wrapped SOL')
  assert.equal(amountWords(MINT, '1234567890', names), '1,234.56789 TUPICK')
  const long = { [MINT]: { symbol: 'A'.repeat(20), decimals: 0 } }
  assert.equal(amountWords(MINT, '1', long), `1 ${'A'.repeat(12)}…`)
  assert.equal(amountWords(MINT, '1234567890', {}), '1234567890 base units of EW2J…NAec')
  assert.equal(amountWords(MINT, '1', {}), '1 base unit of EW2J…NAec')
  assert.equal(amountWords(MINT, '-1', {}), '-1 base unit of EW2J…NAec')
})

test('base units are written to the last of them', () => {
  assert.deepEqual([units(0n, 0), units(-5n, 0), units(10n, 1)], ['0', '-5', '1'])
  assert.deepEqual(
    [
      units('18446744073709551615', 9),
      units('-1', 6),
      units('1000', 3),
      units(7n, 0),
      units('0', 9),
      units(-1_500n, 3),
    ],
    ['18,446,744,073.709551615', '-0.000001', '1', '7', '0', '-1.5'],
  )
})
