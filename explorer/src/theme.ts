/** Runs before the first paint, so that the page never flashes in the other colours. */
const chosen = localStorage.getItem('mintglass.theme')
if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset['theme'] = chosen
