import { computed, signal } from '@preact/signals'
import { placeOf } from './place.ts'

/** Path and query of the page that is shown. */
export const address = signal(location.pathname + location.search)

export const place = computed(() => placeOf(address.value))

export function go(path: string): void {
  history.pushState(null, '', path)
  address.value = path
  scrollTo(0, 0)
}

addEventListener('popstate', () => {
  address.value = location.pathname + location.search
})

/** Links inside the Explorer change the page without loading it again. */
addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.target as Element | null)?.closest('a')
  if (
    link === null ||
    link === undefined ||
    link.target !== '' ||
    link.origin !== location.origin ||
    link.hasAttribute('download')
  )
    return
  if (placeOf(link.pathname).page === 'unknown') return
  if (link.pathname === location.pathname && link.hash !== '') return
  event.preventDefault()
  go(link.pathname + link.search)
})
