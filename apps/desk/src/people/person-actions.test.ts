import { describe, expect, it } from 'vitest'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { actionsFor, storyOf } from './act-as.ts'

function peopleAs(key: string, change: { isCustomer: boolean }) {
  return testPeople
    .filter((person) => person.key === key)
    .map((person) => ({ ...person, ...change }))
}

const actionsOf = (key: string, change: { isCustomer: boolean }) =>
  peopleAs(key, change).flatMap(actionsFor)

describe('the actions of a person', () => {
  it('are only filling in the phone number for a new person', () => {
    expect(actionsOf('new-phone', { isCustomer: false })).toEqual(['fillPhone'])
  })

  it('include a sign-in link for a customer', () => {
    expect(actionsOf('new-phone', { isCustomer: true })).toEqual(['signIn', 'fillPhone'])
  })

  it('start with the app the person uses', () => {
    expect(actionsOf('wallet-customer', { isCustomer: true })[0]).toBe('openInWallet')
    expect(actionsOf('messenger-newcomer', { isCustomer: false })[0]).toBe('openInMessenger')
  })
})

describe('the description of a person', () => {
  it('changes once a new person has registered', () => {
    const before = peopleAs('new-phone', { isCustomer: false }).map(storyOf)
    const after = peopleAs('new-phone', { isCustomer: true }).map(storyOf)
    expect(before).toMatchObject([{ purpose: '新手机号，还没有账户' }])
    expect(after).toMatchObject([{ purpose: '已注册，现在是老客户' }])
  })

  it('does not change for customers from the start', () => {
    const [story] = peopleAs('password', { isCustomer: true }).map(storyOf)
    expect(story?.signIn).toContain('Boat_2026')
  })
})
