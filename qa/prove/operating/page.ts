import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@qingzhou/tools/root.ts'

/** The page that operators follow. */
const PAGE = 'docs/operating.md'

export type Block = { readonly language: string; readonly text: string }

export function readPage(): string {
  return readFileSync(join(root, PAGE), 'utf8')
}

/** The fenced blocks of a page, in their order. */
export function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))
}

/** The part of a page below a heading, up to the next one of the same level or above. */
export function sectionOf(page: string, heading: string): string {
  const from = page.indexOf(`${heading}\n`)
  if (from < 0) throw new Error(`${PAGE} has no heading "${heading}"`)
  const level = heading.indexOf(' ')
  const rest = page.slice(from + heading.length)
  const end = rest.search(new RegExp(`^#{1,${level}} `, 'm'))
  return end < 0 ? rest : rest.slice(0, end)
}

/** The commands of the shell blocks, one a line, without the comments behind them. */
export function commandsOf(page: string): string[] {
  return blocksOf(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split('\n'))
    .map((line) => line.replace(/\s+# .*$|^# .*$/, '').trim())
    .filter((line) => line !== '')
}
