import { storedChoice } from './stored-choice.ts'

const theme = storedChoice('consoleTheme', ['system', 'light', 'dark'])

/** Without a choice the page follows the computer. */
function applyTheme(): void {
  const { dataset } = document.documentElement
  const chosen = theme.current()
  if (chosen === 'system') delete dataset['theme']
  else dataset['theme'] = chosen
}

/** Light and dark in turn, starting from what is shown. */
export function toggleTheme(): void {
  const isDarkNow =
    theme.current() === 'system'
      ? window.matchMedia('(prefers-color-scheme: dark)').matches
      : theme.current() === 'dark'
  theme.set(isDarkNow ? 'light' : 'dark')
  applyTheme()
}
