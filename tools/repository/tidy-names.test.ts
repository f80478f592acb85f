import { describe, expect, it } from 'vitest'

import { files } from './repository.ts'

const IRREGULAR =
  'begun|born|bought|bound|broken|brought|built|caught|chosen|dealt|done|drawn|driven|fallen|felt|forborne|forgotten|found|frozen|given|gone|got|grown|heard|held|hidden|kept|known|laid|left|lent|lost|made|meant|met|owed|paid|said|seen|sent|shown|sold|spent|split|spoken|stolen|stood|taken|thrown|told|torn|understood|woken|won|worn|written'
const PREPOSITION =
  'After|Again|As|At|Away|Back|Before|By|Down|For|From|If|In|Of|Off|On|Once|Or|Out|Over|Through|To|Until|Up|With'
/** A participle alone, or with a preposition: `drawn`, `paidOff`, `closedOn`. Not `signedText`, a noun. */
const PARTICIPLE = new RegExp(
  `^(?:${IRREGULAR}|[a-z]+(?:ed|ing))(?:(?:${PREPOSITION})(?:[A-Z]\\w*)?)?$`,
)
/** Words that only look like a participle, and the two outcomes of a rule of the domain. */
const ALLOWED = new Set([
  'during',
  'embed',
  'feed',
  'need',
  'seed',
  'shed',
  'split',
  'granted',
  'refused',
])
/** Names from before these rules, in modules of payment orders. New ones are refused. */
const EARLIER = new Set([
  'closedOrRefused',
  'findOrderOf',
  'leftOn',
  'linesOf',
  'payingCardsOf',
  'resolveExceptionsOf',
  'settled',
])

/** Exported functions: their name, and whether they are awaited. */
function exportedFunctions(text: string): { name: string; isAwaited: boolean }[] {
  const declared = text.matchAll(
    /^export (async )?(?:function\*? (\w+)(?:<[^(]*>)?\(([^{]*)|const (\w+) = (async )?(?:<[^(]*>)?\()/gm,
  )
  return [...declared].map(([, isAsync, named, signature = '', constant, isArrowAsync]) => ({
    name: named ?? constant ?? '',
    isAwaited: Boolean(isAsync ?? isArrowAsync) || /\): Promise</.test(signature),
  }))
}

function isBareParticiple(name: string): boolean {
  return PARTICIPLE.test(name) && !ALLOWED.has(name)
}

const exported = files
  .filter(({ path }) => /^(apps|packages|qa|tools|e2e)\/.*(?<!\.test)\.tsx?$/.test(path))
  .flatMap(({ path, text }) => exportedFunctions(text).map((one) => ({ path, ...one })))
  .filter(({ name }) => !EARLIER.has(name))

describe('the name of an exported function', () => {
  it('is a verb, or a noun for what is computed, and never a bare participle', () => {
    const bare = exported.filter(({ name }) => isBareParticiple(name))
    expect(bare.map(({ path, name }) => `${path} ${name}`)).toEqual([])
  })

  it('ends in Of only if the function looks up or converts without waiting', () => {
    const waiting = exported.filter(({ name, isAwaited }) => isAwaited && name.endsWith('Of'))
    expect(waiting.map(({ path, name }) => `${path} ${name}`)).toEqual([])
  })

  it.each(['drawn', 'masked', 'paidOff', 'closedOn', 'startedInWallet'])(
    'is detected when it is a participle: %s',
    (name) => {
      expect(isBareParticiple(name)).toBe(true)
    },
  )

  it.each(['signedText', 'seed', 'granted', 'onboardingHandlers', 'disburse'])(
    'may be %s',
    (name) => {
      expect(isBareParticiple(name)).toBe(false)
    },
  )

  it('is read with what it waits for', () => {
    const text = [
      'export async function filesOf(',
      '): Promise<void> {',
      'export function amountOf(\n  order: Order,\n): Money {',
      'export function lineOf(order: Order): Promise<Line> {',
      'export const stateOf = async ({ client }: Payer) => {}',
    ].join('\n')
    expect(exportedFunctions(text)).toEqual([
      { name: 'filesOf', isAwaited: true },
      { name: 'amountOf', isAwaited: false },
      { name: 'lineOf', isAwaited: true },
      { name: 'stateOf', isAwaited: true },
    ])
  })
})
