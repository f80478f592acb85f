import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { files, type SourceFile } from './repository.ts'
import { root } from '../root.ts'

const DOMAIN = 'packages/domain/src/'

/** Production code: what borrowers, staff and auditors run, without tests and test tools. */
function isProduction(path: string): boolean {
  if (!/\.tsx?$/.test(path) || /\.test\.tsx?$|\/testing\//.test(path)) return false
  if (/^tools\/(prove|bench|test|simulate|seed)/.test(path)) return false
  return /^(apps|packages|tools)\//.test(path) && !path.startsWith(DOMAIN)
}

function isRuleFile(path: string): boolean {
  const isTest = /\.test\.ts$|\/testing\/|\/specimen\.ts$/.test(path)
  return path.startsWith(DOMAIN) && path.endsWith('.ts') && !isTest
}

/**
 * A top-level declaration of the domain, the rules its comment cites, and the names its text
 * mentions.
 */
interface Declaration {
  readonly id: string
  readonly rules: readonly string[]
  readonly mentions: readonly string[]
}

const RULE = /\b[A-Z]\d{1,2}\b/g

/** Relies on formatting: a top-level declaration starts in the first column, after its comment. */
function declarationsOf({ path, text }: SourceFile): Declaration[] {
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
function importsOf(text: string, path: string): Map<string, string> {
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
  if (from.startsWith('#') && path.startsWith(DOMAIN)) return `${DOMAIN}${from.slice(1)}`
  return undefined
}

/** Declarations that implement rules, and those of them that production reaches. */
function carriersIn(sources: readonly SourceFile[]): { all: Declaration[]; reached: Set<string> } {
  const all = sources.filter(({ path }) => isRuleFile(path)).flatMap(declarationsOf)
  const byId = new Map(all.map((one) => [one.id, one]))
  const reached = new Set<string>()
  const open = sources
    .filter(({ path }) => isProduction(path))
    .flatMap(({ path, text }) => [...importsOf(text, path).values()])
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    open.push(...(byId.get(id)?.mentions ?? []))
  }
  return { all: all.filter(({ rules }) => rules.length > 0), reached }
}

function unreachedIn(sources: readonly SourceFile[]): string[] {
  const { all, reached } = carriersIn(sources)
  return all
    .filter(({ id }) => !reached.has(id))
    .map(({ id, rules }) => `${id} [${rules.join(', ')}]`)
}

const specification = readFileSync(join(root, 'packages/domain/SPEC.md'), 'utf8')
const numbers = [...specification.matchAll(/^- \*\*(\w+)\*\*/gm)].map(([, number = '']) => number)

describe('the rules of SPEC.md', () => {
  it('are implemented by functions that production calls', () => {
    expect(unreachedIn(files)).toEqual([])
  })

  it('are each cited by a function that production reaches', () => {
    const { all, reached } = carriersIn(files)
    const named = new Set(all.filter(({ id }) => reached.has(id)).flatMap(({ rules }) => rules))
    expect(numbers.length).toBeGreaterThan(100)
    expect(numbers.filter((number) => !named.has(number))).toEqual([])
  })

  it('are reported if only tests call their function', () => {
    const rule = {
      path: `${DOMAIN}x/rule.ts`,
      text: '/** Doubles. [Z1] */\nexport function double() {\n  return inner()\n}\n\n/** Adds. [Z2] */\nfunction inner() {}\n',
    }
    const using = "import { double } from '@qingzhou/domain/x/rule'\n"
    const missed = [`${rule.path} double [Z1]`, `${rule.path} inner [Z2]`]
    const from = (path: string) => unreachedIn([rule, { path, text: using }])
    expect(from('apps/server/src/x.test.ts')).toEqual(missed)
    expect(from('apps/server/src/testing/x.ts')).toEqual(missed)
    expect(from('tools/prove/x.ts')).toEqual(missed)
    expect(from('apps/server/src/x.ts')).toEqual([])
  })
})
