import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { files, type SourceFile } from './repository.ts'
import { DOMAIN, declarationsOf, importsOf, isRuleFile, type Declaration } from './rules.ts'
import { root } from '../root.ts'

/** Production code: what borrowers, staff and auditors run, without tests and test tools. */
function isProduction(path: string): boolean {
  if (!/\.tsx?$/.test(path) || /\.test\.tsx?$|\/testing\//.test(path)) return false
  if (path.startsWith('tools/test')) return false
  return /^(apps|packages|tools)\//.test(path) && !path.startsWith(DOMAIN)
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

function findUnreached(sources: readonly SourceFile[]): string[] {
  const { all, reached } = carriersIn(sources)
  return all
    .filter(({ id }) => !reached.has(id))
    .map(({ id, rules }) => `${id} [${rules.join(', ')}]`)
}

const specification = readFileSync(join(root, 'packages/domain/SPEC.md'), 'utf8')
const numbers = [...specification.matchAll(/^- \*\*(\w+)\*\*/gm)].map(([, number = '']) => number)

describe('the rules of SPEC.md', () => {
  it('are implemented by functions that production calls', () => {
    expect(findUnreached(files)).toEqual([])
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
    const from = (path: string) => findUnreached([rule, { path, text: using }])
    expect(from('apps/server/src/x.test.ts')).toEqual(missed)
    expect(from('apps/server/src/testing/x.ts')).toEqual(missed)
    expect(from('qa/prove/x.ts')).toEqual(missed)
    expect(from('apps/server/src/x.ts')).toEqual([])
  })
})
