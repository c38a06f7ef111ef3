import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { world } from '../api/keys.ts'
import { shorten } from '../format.ts'
import { browserWallets, connect, findWallets, sandboxSigners, signer } from './wallets.ts'

/** Chooses who signs. Nothing is signed here. */
export function ChooseSigner() {
  const failure = useSignal<string | null>(null)
  useEffect(findWallets, [])
  const published = useMemo(() => sandboxSigners(), [world.value])
  useEffect(() => {
    if (signer.value === null && published[0] !== undefined) signer.value = published[0]
  }, [published])
  return (
    <div class="stack">
      <label>
        Wallet that signs
        <select
          value={signer.value?.address ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget
            failure.value = null
            const known = published.find(({ address }) => address === value)
            if (known !== undefined) signer.value = known
          }}
        >
          {signer.value === null && <option value="">none yet</option>}
          {signer.value !== null && !published.some(({ address }) => address === signer.value?.address) && (
            <option value={signer.value.address}>
              {signer.value.name} {shorten(signer.value.address)}
            </option>
          )}
          {published.map(({ address, name }) => (
            <option key={address} value={address}>
              {name} {shorten(address)}
            </option>
          ))}
        </select>
      </label>
      <div class="row">
        {browserWallets.value.map((wallet) => (
          <button
            key={wallet.name}
            type="button"
            class="button"
            onClick={() => {
              failure.value = null
              connect(wallet).then(
                (connected) => {
                  signer.value = connected
                },
                (error: unknown) => {
                  failure.value = `${wallet.name}: ${error instanceof Error ? error.message : 'refused'}`
                },
              )
            }}
          >
            Connect {wallet.name}
          </button>
        ))}
        {browserWallets.value.length === 0 && world.value === null && (
          <p class="muted small">
            This browser offers no wallet for Solana. Any wallet that follows the Wallet Standard works.
          </p>
        )}
      </div>
      {failure.value !== null && (
        <p role="alert" class="down">
          {failure.value}
        </p>
      )}
    </div>
  )
}
