const LENGTH_MAX = 80
const NAMELESS = '文件'

/** Control characters, and those that turn the direction of writing: `cod.exe` may look like `exe.doc`. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu

/** What a caller calls a file, fit to be shown as text: no folders, nothing that cannot be seen. */
export function cleanFileName(given: string): string {
  const base = given.split(/[/\\]/).at(-1) ?? ''
  const seen = base.replaceAll(INVISIBLE, '').trim()
  const characters = Array.from(seen)
  if (seen === '' || /^\.+$/.test(seen)) return NAMELESS
  if (characters.length <= LENGTH_MAX) return seen

  // The end tells what it is.
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(seen)?.[0] ?? ''
  return `${characters.slice(0, LENGTH_MAX - ending.length).join('')}${ending}`
}
