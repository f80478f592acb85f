import { afterAll, describe, expect, it } from 'vitest'
import { routes } from '#app/routes.ts'
import { addressOf, go, provideNavigator } from './navigation.ts'

const { somethingWrong, servicePage } = routes.notices
const moves: [string, { readonly replace: boolean }][] = []

const earlier = provideNavigator({
  navigate: async (address, options) => void moves.push([address, options]),
  back: () => undefined,
  restart: () => undefined,
})

afterAll(() => void provideNavigator(earlier))

describe('addresses', () => {
  it('are built from the route table', () => {
    expect(addressOf(somethingWrong)).toBe(somethingWrong.path)
    expect(addressOf(servicePage, { name: 'fees' })).toBe(servicePage.path.replace(':name', 'fees'))
  })

  it('addresses encode parameters', () => {
    const address = addressOf(servicePage, { name: '../x?y#z' })
    expect(address.split('/')).toHaveLength(3)
    expect(address).not.toMatch(/[?#]/)
  })

  it('require their parameters', () => {
    // @ts-expect-error The path names a parameter.
    expect(addressOf(servicePage)).toBeDefined()
    // @ts-expect-error The path names no parameter of this name.
    expect(addressOf(servicePage, { title: 'x' })).toBeDefined()
  })
})

describe('go', () => {
  it('opens the route with its query', async () => {
    await go(somethingWrong, { query: { reason: 'server', requestId: undefined }, replace: true })
    await go(servicePage, { params: { name: 'about' } })
    expect(moves).toEqual([
      [`${somethingWrong.path}?reason=server`, { replace: true }],
      [servicePage.path.replace(':name', 'about'), { replace: false }],
    ])
  })
})
