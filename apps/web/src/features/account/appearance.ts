import { safeStorage } from '#platform/browser/safe-storage.ts'

/**
 * The look of the app on this phone, not of the account. The script of the page (`page-script.ts`)
 * applies it before the first paint, under the same names.
 */
const themes = ['system', 'light', 'dark'] as const
const textSizes = ['100%', '115%', '130%', '150%'] as const

export type Theme = (typeof themes)[number]
export type TextSize = (typeof textSizes)[number]

const local = safeStorage(() => window.localStorage)

export function storedTheme(): Theme {
  const kept = local.getItem('theme')
  return themes.find((theme) => theme === kept) ?? 'system'
}

export function storedTextSize(): TextSize {
  const kept = local.getItem('textSize')
  return textSizes.find((size) => size === kept) ?? '100%'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') local.removeItem('theme')
  else local.setItem('theme', theme)
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  // The bar of the browser has the colour of the matching element.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-of]')) {
    const own = meta.dataset['of']
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${own})`
    else meta.media = own === theme ? 'all' : 'not all'
  }
}

export function chooseTextSize(size: TextSize): void {
  if (size === '100%') local.removeItem('textSize')
  else local.setItem('textSize', size)
  document.documentElement.style.fontSize = size === '100%' ? '' : size
}
