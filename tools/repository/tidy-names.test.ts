import { describe, expect, it } from 'vitest'

import { files } from './repository.ts'
import { titlesIn } from './test-titles.ts'

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
  'bindingOf',
  'meaningOf',
  'savingOf',
  'succeed',
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

/** A type that is named by a participle or a preposition alone: `Given`, `Of`. */
const BARE_TYPE = new RegExp(`^(?:${IRREGULAR}|[a-z]+ed|by|from|its|of|their|with)$`)
/** Objects that have a number, and the type that gives other names to fields. */
const ALLOWED_TYPES = new Set(['Numbered', 'Renamed'])
/** A title that is the end of a sentence, whose beginning a report line does not show. */
const FRAGMENT =
  /^(?:and|but|he|her|his|it|its|nor|of|or|she|that|their|them|these|they|this|those|which|who|whom|whose)\b/i
/** Filled in from a table: `%s`, `$name`, `${count}`. */
const PLACEHOLDER = /%\w|\$[\w{]/

type NamedFunction = { name: string; isExported: boolean; isAwaited: boolean }

/** The functions at the top level of a file. */
function functionsIn(text: string): NamedFunction[] {
  const declared = text.matchAll(
    /^(export )?(async )?(?:function\*? (\w+)(?:<[^(]*>)?\(([^{]*)|const (\w+) = (async )?(?:<[^(]*>)?\([^)]*\)[^=\n]*=>)/gm,
  )
  return [...declared].map(
    ([, exported, isAsync, named, signature = '', constant, isArrowAsync]) => ({
      name: named ?? constant ?? '',
      isExported: exported !== undefined,
      isAwaited: Boolean(isAsync ?? isArrowAsync) || /\): Promise</.test(signature),
    }),
  )
}

function typesIn(text: string): string[] {
  const declared = text.matchAll(/^(?:export )?(?:type|interface) (\w+)/gm)
  return [...declared].map(([, name = '']) => name)
}

function isBareType(name: string): boolean {
  const word = name.charAt(0).toLowerCase() + name.slice(1)
  return BARE_TYPE.test(word) && !ALLOWED.has(word) && !ALLOWED_TYPES.has(name)
}

/** Whether a title, without its ids, cannot be understood alone. */
function isFragment(title: string): boolean {
  const words = title.replaceAll(/\[[^\]]*\] ?/g, '')
  const isShort = words.split(' ').length < 3 && !PLACEHOLDER.test(words)
  return FRAGMENT.test(words) || isShort
}

function isBareParticiple(name: string): boolean {
  return PARTICIPLE.test(name) && !ALLOWED.has(name)
}

const code = files.filter(({ path }) => /^(apps|packages|qa|tools|e2e)\/.*\.tsx?$/.test(path))
const functions = code.flatMap(({ path, text }) =>
  functionsIn(text).map((one) => ({ path, ...one })),
)

describe('the name of a function', () => {
  it('is a verb, or a noun for what is computed, and never a bare participle', () => {
    const bare = functions.filter(({ name }) => isBareParticiple(name))
    expect(bare.map(({ path, name }) => `${path} ${name}`)).toEqual([])
  })

  it('ends in Of only if the exported function looks up or converts without waiting', () => {
    const waiting = functions.filter(
      ({ name, isExported, isAwaited }) => isExported && isAwaited && name.endsWith('Of'),
    )
    expect(waiting.map(({ path, name }) => `${path} ${name}`)).toEqual([])
  })

  it.each(['drawn', 'masked', 'paidOff', 'closedOn', 'startedInWallet'])(
    'is detected when it is a bare participle: %s',
    (name) => {
      expect(isBareParticiple(name)).toBe(true)
    },
  )

  it.each(['signedText', 'seed', 'granted', 'onboardingHandlers', 'disburse'])(
    'the name of a function may be %s',
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
      'function moved(date: string): string {',
      'const rest = (await read()).rest',
    ].join('\n')
    expect(functionsIn(text)).toEqual([
      { name: 'filesOf', isExported: true, isAwaited: true },
      { name: 'amountOf', isExported: true, isAwaited: false },
      { name: 'lineOf', isExported: true, isAwaited: true },
      { name: 'stateOf', isExported: true, isAwaited: true },
      { name: 'moved', isExported: false, isAwaited: false },
    ])
  })
})

describe('the name of a type', () => {
  it('says what the type is, and is never a bare participle or preposition', () => {
    const bare = code.flatMap(({ path, text }) =>
      typesIn(text)
        .filter(isBareType)
        .map((name) => `${path} ${name}`),
    )
    expect(bare).toEqual([])
  })

  it('is detected when it is a bare word, and not when a noun follows', () => {
    const types = typesIn('type Given = Input\nexport interface Of {}\ntype GivenInput = Input')
    expect(types.filter(isBareType)).toEqual(['Given', 'Of'])
  })
})

describe('the title of a test', () => {
  it('is a statement that can be understood alone', () => {
    const unclear = code
      .filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path) && !path.includes('/repository/'))
      .flatMap(({ path, text }) =>
        titlesIn(text)
          .filter(({ words }) => isFragment(words))
          .map(({ words }) => `${path} › ${words}`),
      )
    expect(unclear).toEqual([])
  })

  it.each(['that is too long is refused', '[R1] of a loan is refused', 'is refused'])(
    'is detected when its beginning is missing: %s',
    (title) => {
      expect(isFragment(title)).toBe(true)
    },
  )

  it.each(['a callback that is too long is refused', 'with %s', 'off-line pages are shown'])(
    'is accepted when it names its subject: %s',
    (title) => {
      expect(isFragment(title)).toBe(false)
    },
  )
})
