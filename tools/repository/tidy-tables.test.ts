import { matchesGlob } from 'node:path'

import { describe, expect, it } from 'vitest'

import { allCalls } from '@qingzhou/contract/all-calls'
import { pages } from '@qingzhou/contract/pages'
import { stepCode, stepCodes } from '@qingzhou/contract/features/credit'

import { routes } from '../../apps/web/src/app/routes.ts'
import type { Route } from '../../apps/web/src/app/routes.ts'
import { patternsOfTests } from '../tests/full-tests.ts'
import { files } from './repository.ts'
import { callRows, screenRows } from './spec-tables.ts'

/** The specification's terms for access to a screen, and ours. */
const ACCESS = new Map([
  ['public', 'everyone'],
  ['step', 'inStep'],
  ['signedIn', 'signedIn'],
  ['staff', 'staff'],
])

describe('the call and route tables', () => {
  it('contain each call as specified', () => {
    const ours = Object.entries(allCalls).flatMap(([feature, named]) =>
      Object.entries(named).map(([name, { method, path, access }]) =>
        [feature, name, method, path, access].join(' '),
      ),
    )
    const specified = callRows.map(({ feature, name, method, path, access }) =>
      [feature, name, method, path, access].join(' '),
    )
    expect(ours).not.toEqual([])
    expect(ours.toSorted()).toEqual(specified.toSorted())
  })

  it('[2.005, 2.027, 2.028, 2.037, 2.042, 2.044, 2.046, 2.048, 2.061, 2.066, 2.098, 2.124, 2.193] contain each screen as specified', () => {
    const ours = Object.entries(routes).flatMap(([feature, named]) =>
      Object.entries<Route>(named).map(([name, { path, title, access, keepAlive, step }]) =>
        [feature, name, path, title, access, Number(keepAlive), step && stepCode(step)].join(' '),
      ),
    )
    const specified = screenRows.map((row) => {
      // The bank list has its own name in this column, which is not a step of an application.
      const step = stepCodes.find((code) => code === row.step)
      const access = ACCESS.get(row.access)
      return [row.feature, row.name, row.path, row.title, access, row.keepAlive, step].join(' ')
    })
    expect(ours).not.toEqual([])
    expect(ours.toSorted()).toEqual(specified.toSorted())
  })

  it('name each public page as specified', () => {
    const specified = screenRows.map(({ name, path }) => `${name} ${path}`)
    const ours = Object.entries(pages).map(([name, path]) => `${name} ${path}`)
    expect(ours.filter((row) => !specified.includes(row))).toEqual([])
  })
})

describe('the lending rules', () => {
  const specification = files.find(({ path }) => path === 'packages/domain/SPEC.md')?.text ?? ''
  const stated = [...specification.matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm)].map(
    ([, rule = '']) => rule,
  )
  const cited = new Set(
    files
      .filter(({ path }) => /^packages\/domain\/.*\.test\.ts$/.test(path))
      .flatMap(({ text }) => [...text.matchAll(/\[([A-Z]+\d+(?:, ?[A-Z]+\d+)*)\]/g)])
      .flatMap(([, rules = '']) => rules.split(/, ?/)),
  )

  it('the lending rules are stated in SPEC.md', () => {
    expect(stated).not.toEqual([])
  })

  it('each have a test with their number in its title', () => {
    expect(stated.filter((rule) => !cited.has(rule))).toEqual([])
  })

  it('are cited only if they exist', () => {
    expect([...cited].filter((rule) => !stated.includes(rule))).toEqual([])
  })

  it('the lending rules have unique numbers', () => {
    expect(stated.filter((rule, at) => stated.indexOf(rule) !== at)).toEqual([])
  })
})

it('the full run names test files that exist, in each alternative of its patterns', () => {
  const tests = files.map(({ path }) => path).filter((path) => /\.(test|spec)\.tsx?$/.test(path))
  const unmatched = patternsOfTests
    .flatMap(alternativesOf)
    .filter((pattern) => !tests.some((path) => matchesGlob(path, pattern)))
  expect(unmatched).toEqual([])
  expect(alternativesOf('{a,b}/c.{d,e}')).toEqual(['a/c.d', 'a/c.e', 'b/c.d', 'b/c.e'])
})

/** A pattern without braces for each choice in them. */
function alternativesOf(pattern: string): string[] {
  const [braces, inner = ''] = /\{([^{}]*)\}/.exec(pattern) ?? []
  if (braces === undefined) return [pattern]
  return inner.split(',').flatMap((choice) => alternativesOf(pattern.replace(braces, choice)))
}
