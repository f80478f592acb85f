import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { brandColours, grounds, pairsOf, readBrand } from '@qingzhou/platform/config/brand'
import { brandPage } from './brand-page.ts'

const ui = join(import.meta.dirname, '../../../../../packages/ui')
const example = join(ui, 'src/gallery/brand.example.json')
// The example is checked by the first test.
const brand = readBrand(example) as Exclude<ReturnType<typeof readBrand>, { problem: string }>

function problemOf(change: (content: typeof brand) => unknown): string {
  const path = join(tmpdir(), `brand-${process.pid}.json`)
  writeFileSync(path, JSON.stringify(change(structuredClone(brand))))
  const read = readBrand(path)
  return 'problem' in read ? read.problem : 'none'
}

it('reads the example of a brand', () => {
  expect(readBrand(example)).toMatchObject({ lender: { product: '远帆' } })
  expect(problemOf((content) => content)).toBe('none')
})

it('names what is wrong in the file', () => {
  const { lender, colours } = brand
  expect(problemOf(() => ({}))).toBe('not valid: lender, mark, colours')
  expect(problemOf(() => ({ ...brand, lender: { ...lender, servicePhone: '打我' } }))).toBe(
    'not valid: lender.servicePhone',
  )
  expect(problemOf(() => ({ ...brand, mark: [{ d: '"/><script>' }] }))).toBe('not valid: mark.0.d')
  const pale = { ...colours, light: { ...colours.light, primary: '#9db2ff' } }
  expect(problemOf(() => ({ ...brand, colours: pale }))).toMatch(
    /^the contrast is below 4\.5:1 \(light: primary on ground; .*light: on-primary on primary/,
  )
  expect(readBrand('/nowhere/brand.json')).toEqual({
    problem: expect.stringContaining('ENOENT'),
  })
})

it('knows the backgrounds and the names of the tokens', () => {
  const tokens = readFileSync(join(ui, 'src/styles/tokens.css'), 'utf8')
  const light = tokens
  const dark = tokens.slice(tokens.indexOf("\n[data-theme='dark']"))
  for (const [list, { ground, surface }] of [
    [light, grounds.light],
    [dark, grounds.dark],
  ] as const) {
    expect(/--color-ground: (#\w+)/.exec(list)?.[1]).toBe(ground)
    expect(/--color-surface: (#\w+)/.exec(list)?.[1]).toBe(surface)
  }
  for (const name of brandColours) expect(light).toContain(`--color-${name}:`)
})

it('puts the names, logo and colours into the page', () => {
  const page =
    '<html><head><link rel="icon" href="data:x"><title>轻舟</title></head><body>' +
    '<svg><g class="mark"><path d="M1 1"/></g></svg>轻舟消费金融有限公司 400-000-0000</body></html>'
  const html = brandPage(page, brand)
  expect(html).not.toMatch(/轻舟|400-000-0000|M1 1|data:x/)
  expect(html).toContain('<title>远帆</title>')
  expect(html).toContain('远帆消费金融有限公司 400-000-0001')
  expect(html).toContain('<path d="M25 5v33H9z" fill="currentColor" stroke="none"/>')
  expect(html).toContain('--color-primary:#2f4aa8')
})

it('escapes the names in a page', () => {
  const lender = { ...brand.lender, product: '<b>&' }
  expect(brandPage('轻舟', { ...brand, lender })).toBe('&lt;b&gt;&amp;')
})

it('puts the names and colours into the page of the desk, too', () => {
  const desk = readFileSync(join(ui, '../../apps/desk/index.html'), 'utf8')
  const html = brandPage(desk, brand)
  expect(html).toContain('<title>远帆模拟台</title>')
  expect(html).toContain('--color-primary:#2f4aa8')
  expect(html).not.toContain('轻舟')
})

it('has pairs of its own colours for image codes', () => {
  const { light } = brand.colours
  const pairs = pairsOf(light)
  expect(pairs).toContainEqual([light['primary-soft'], light.primary])
  expect(new Set(pairs.map(String)).size).toBe(5)
})
