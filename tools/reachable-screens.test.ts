import { describe, expect, it } from 'vitest'

import { files } from './repository/repository.ts'
import { outcomeEdges, screenEdges, screenFiles, screens } from './screen-graph.ts'
import { readTable } from './repository/spec-tables.ts'

/**
 * Whether a person can reach every screen by tapping.
 *
 * The graph is read from the source, because a browser would need a person in every state: each
 * edge is a navigation in a file of the screen it starts from, a page of the server's next step, or
 * the answer to a call. Two checks keep it truthful. In the browser, the test that opens every
 * screen compares the links it sees with these edges (`e2e/pages/opens-well.ts`), and a journey taps its
 * way to ten far screens (`e2e/screens/far-screens.spec.ts`). And each screen reached here must be
 * named by a journey or a screen test, which follows the navigation.
 */
const starts = [
  'onboarding.landing',
  'credit.limit',
  'repayment.repayHome',
  'onboarding.channelSignIn',
  'waiver.findWaiver',
  'rate-cuts.rateCutSignIn',
  'restructure.restructureSignIn',
  'agreements.agreementSignIn',
  'settlement.settlementSignIn',
  'profile.profileSignIn',
  'limit-cancellation.cancelSignIn',
  'staff.staffHome',
  'mall.mall',
]

/** Screens that a link from outside the app opens: who sends it, and where. */
const outside = readTable<'screen' | 'path' | 'sentBy' | 'where'>('e2e/pages/outside-links.tsv')

const edges = [...screenEdges(), ...outcomeEdges('onboarding.landing')]
const reached = reachableFrom(starts)

describe('the screens', () => {
  it('each have a file, in which the navigations are found', () => {
    expect(screens.size).toBeGreaterThanOrEqual(132)
    expect([...screens.keys()].filter((name) => !screenFiles.has(name))).toEqual([])
  })

  it('[2.009] are each loaded when they are opened: no module of the app imports one', () => {
    const importers = files
      .filter(
        ({ path }) => path.startsWith('apps/web/src/') && !/\.test\.tsx?$|\/testing\//.test(path),
      )
      .filter(({ text }) => /^import [^\n]*-screen\.tsx'$/m.test(text))
    expect(importers.map(({ path }) => path)).toEqual([])
  })

  it('are each reached by taps from a start page, or by an outside link that is listed', () => {
    const listed = outside.map(({ screen }) => screen)
    const lost = [...screens.keys()].filter((name) => !reached.has(name) && !listed.includes(name))
    expect(lost).toEqual([])
  })

  it('are listed for an outside link with their address, the sender and the place', () => {
    const wrong = outside.filter(
      ({ screen, path, sentBy, where }) =>
        screens.get(screen)?.path !== path || sentBy === '' || where === '',
    )
    expect(wrong).toEqual([])
  })

  it('are each named by a journey or a screen test', () => {
    const corpus = files
      .filter(({ path }) => /^(e2e|apps\/web)\/.*\.(spec|test)\.tsx?$|^e2e\/pages\//.test(path))
      // These open every screen by its address.
      .filter(({ path }) => !/every-row\.spec\.ts$|\/rows\.ts$|outside-links/.test(path))
      .map(({ text }) => text)
    const unnamed = [...reached].filter(
      (name) => !starts.includes(name) && !corpus.some((text) => names(text, name)),
    )
    expect(unnamed).toEqual([])
  })
})

function reachableFrom(first: readonly string[]): ReadonlySet<string> {
  const found = new Set(first)
  for (const from of found) {
    for (const edge of edges) if (edge.from === from) found.add(edge.to)
  }
  return found
}

/** By its address, or as a route under the name that tests use for its feature. */
function names(text: string, screen: string): boolean {
  const [feature = '', name = ''] = screen.split('.')
  const path = screens.get(screen)?.path.replace(':name', '') ?? ''
  const local = feature.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return (
    new RegExp(`${path}(?![\\w/])`).test(text) ||
    new RegExp(`\\b${local}\\.${name}\\b`).test(text) ||
    new RegExp(`\\{[^{}]*\\b${name}\\b[^{}]*\\} = (routes\\.)?${local}\\b`).test(text)
  )
}
