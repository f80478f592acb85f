import { describe, expect, it } from 'vitest'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { actionsFor, storyOf } from './person-actions.ts'

function peopleAs(key: string, change: { isCustomer: boolean }) {
  return testPeople
    .filter((person) => person.key === key)
    .map((person) => ({ ...person, ...change }))
}

const actionsOf = (key: string, change: { isCustomer: boolean }) =>
  peopleAs(key, change).flatMap(actionsFor)

describe('what can be done as a person', () => {
  it('is filling in the phone for somebody new', () => {
    expect(actionsOf('new-phone', { isCustomer: false })).toEqual(['fillPhone'])
  })

  it('includes a silent sign-in as soon as they are a customer', () => {
    expect(actionsOf('new-phone', { isCustomer: true })).toEqual(['signIn', 'fillPhone'])
  })

  it('starts with the app that knows them', () => {
    expect(actionsOf('wallet-customer', { isCustomer: true })[0]).toBe('openInWallet')
    expect(actionsOf('messenger-newcomer', { isCustomer: false })[0]).toBe('openInMessenger')
  })
})

describe('the story of a person', () => {
  it('is their own until somebody new has signed up', () => {
    const before = peopleAs('new-phone', { isCustomer: false }).map(storyOf)
    const after = peopleAs('new-phone', { isCustomer: true }).map(storyOf)
    expect(before).toMatchObject([{ purpose: '新手机号，还没有账户' }])
    expect(after).toMatchObject([{ purpose: '已注册，现在是老客户' }])
  })

  it('stays the same for those who were customers from the start', () => {
    const [story] = peopleAs('password', { isCustomer: true }).map(storyOf)
    expect(story?.signIn).toContain('Boat_2026')
  })
})
