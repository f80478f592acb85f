import { dirname, posix } from 'node:path'

import type { SourceFile } from './repository.ts'

export const DOMAIN = 'packages/domain/src/'

/** A file of the domain that may implement a rule of SPEC.md. */
export function isRuleFile(path: string): boolean {
  const isTest = /\.test\.ts$|\/testing\/|\/specimen\.ts$/.test(path)
  return path.startsWith(DOMAIN) && path.endsWith('.ts') && !isTest
}

/**
 * A top-level declaration of the domain, the rules its comment cites, and the names its text
 * mentions.
 */
export interface Declaration {
  readonly id: string
  readonly rules: readonly string[]
  readonly mentions: readonly string[]
}

const RULE = /\b[A-Z]\d{1,2}\b/g

/** Relies on formatting: a top-level declaration starts in the first column, after its comment. */
export function declarationsOf({ path, text }: SourceFile): Declaration[] {
  const imported = importsOf(text, path)
  const starts = [
    ...text.matchAll(
      /^(\/\*\*(?:(?!\*\/)[^])*\*\/\n(?:\/\/.*\n)*)?(?:export )?(?:function|const|class|interface|type) (\w+)/gm,
    ),
  ]
  const names = new Set(starts.map(([, , name = '']) => name))
  return starts.map((start, index) => {
    const [, comment = '', name = ''] = start
    const end = starts[index + 1]?.index ?? text.length
    const words = text.slice(start.index + comment.length, end).match(/\w+/g) ?? []
    const cited = [...comment.matchAll(/\[([^\]]*)\]/g)].map(([, inside = '']) => inside).join(' ')
    const mentions = [...new Set(words)].flatMap((word) => {
      if (word === name) return []
      return names.has(word) ? [`${path} ${word}`] : (imported.get(word) ?? [])
    })
    return { id: `${path} ${name}`, rules: cited.match(RULE) ?? [], mentions }
  })
}

/** Local names of a file's domain imports, each with its declaration. */
export function importsOf(text: string, path: string): Map<string, string> {
  const all = text.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '([^']+)'/gm)
  return new Map(
    [...all].flatMap(([, names = '', from = '']) => {
      const file = fileOf(from, path)
      if (file === undefined) return []
      return names
        .split(',')
        .map((name) => name.trim().replace(/^type /, ''))
        .filter((name) => name !== '')
        .map((name): [string, string] => {
          const [original = '', local = original] = name.split(' as ')
          return [local, `${file} ${original}`]
        })
    }),
  )
}

function fileOf(from: string, path: string): string | undefined {
  if (from.startsWith('@qingzhou/domain/')) return `${DOMAIN}${from.slice(17)}.ts`
  if (from.startsWith('.') && path.startsWith(DOMAIN)) return posix.join(dirname(path), from)
  if (from.startsWith('#') && path.startsWith(DOMAIN)) return `${DOMAIN}${from.slice(1)}`
  return undefined
}
