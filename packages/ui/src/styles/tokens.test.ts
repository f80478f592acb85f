/// <reference types="node" />
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8')

/** The declarations of the first block after a selector, as name and value. */
function tokensOf(selector: string) {
  const from = css.indexOf('{', css.indexOf(selector))
  const block = css.slice(from + 1, css.indexOf('}', from)).replace(/\/\*.*?\*\//gs, '')
  return new Map(
    [...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
      name,
      value.trim(),
    ]),
  )
}

function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string) {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const light = tokensOf(':root,')
const dark = tokensOf("\n[data-theme='dark'] {")

const texts = [
  ['ink', ['ground', 'surface', 'surface-sunk', 'primary-soft', 'soon-soft', 'overdue-soft']],
  ['ink-2', ['ground', 'surface', 'surface-sunk', 'line']],
  ['ink-3', ['ground', 'surface', 'surface-sunk']],
  ['primary', ['ground', 'surface', 'primary-soft']],
  ['on-primary', ['primary', 'primary-press']],
  ['on-deep', ['deep', 'deep-2', 'deep-3']],
  ['on-deep-2', ['deep', 'deep-2', 'deep-3']],
  ['overdue', ['surface', 'overdue-soft']],
  ['soon', ['surface', 'soon-soft']],
  ['accent', ['surface', 'accent-soft']],
] as const

describe('tokens', () => {
  it('have the same values in both dark lists', () => {
    const followsPhone = tokensOf(':root:not(')
    expect(dark.size).toBeGreaterThan(20)
    expect(followsPhone).toEqual(dark)
  })

  it('change colours and shadows only in dark, so that every layout is that of light', () => {
    const from = css.indexOf('{', css.indexOf("\n[data-theme='dark'] {"))
    const declared = css.slice(from + 1, css.indexOf('}', from)).match(/[\w-]+(?=:)/g) ?? []
    expect(declared.filter((name) => !/^(--color-|--shadow-|color-scheme$)/.test(name))).toEqual([])
    const root = `${import.meta.dirname}/../../../..`
    const sheets = globSync('{packages/ui,apps/web}/src/**/*.css', { cwd: root })
    expect(sheets.length).toBeGreaterThan(30)
    const themed = sheets.filter((sheet) =>
      /data-theme|prefers-color-scheme/.test(readFileSync(`${root}/${sheet}`, 'utf8')),
    )
    expect(themed).toEqual(['packages/ui/src/styles/tokens.css'])
  })

  it('define every colour in light and dark', () => {
    for (const name of light.keys()) {
      if (name !== '--color-on-deep-line') expect([...dark.keys()]).toContain(name)
    }
  })

  for (const [theme, tokens] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    const colour = (role: string) => tokens.get(`--color-${role}`) ?? ''

    it(`have a text contrast of at least 4.5:1 in ${theme}`, () => {
      for (const [text, grounds] of texts) {
        for (const ground of grounds) {
          const pair = `${text} on ${ground}`
          expect(contrast(colour(text), colour(ground)), pair).toBeGreaterThanOrEqual(4.5)
        }
      }
    })

    it(`have a contrast of at least 3:1 for control borders and chart tones in ${theme}`, () => {
      expect(contrast(colour('field-line'), colour('surface'))).toBeGreaterThanOrEqual(3)
      expect(contrast(colour('plot-strong'), colour('plot-soft'))).toBeGreaterThanOrEqual(3)
      expect(contrast(colour('plot-strong'), colour('surface'))).toBeGreaterThanOrEqual(3)
      expect(contrast(colour('plot-soft'), colour('surface'))).toBeGreaterThanOrEqual(3)
    })
  }
})
