import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { signInByApp } from '#features/onboarding/testing/app-user.ts'
import {
  expectRefusal,
  messagesTo,
  newPhone,
  signInWith,
} from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

const notSignedIn = { kind: 'not-signed-in' } as const
const inWechat =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36 MicroMessenger/8.0.50'

/** Signs in on a new device, an hour after the last code to the same phone. */
async function onDevice(phone: string): Promise<Client> {
  product.advance(3_601)
  const client = product.client()
  await signInWith(product, client, phone)
  return client
}

/** Signs the same customer in on two devices; the second is the newer session. */
async function onTwoDevices(phone: string): Promise<readonly [Client, Client]> {
  const [first, second] = [await onDevice(phone), await onDevice(phone)]
  // A code on a new device ends all other sessions.
  for (const client of [first, second]) {
    product.advance(3_601)
    await signInWith(product, client, phone)
  }
  return [first, second]
}

async function sessionsIn(client: Client) {
  return (await client.api.security.sessions({})).sessions
}

const isIn = (client: Client) =>
  client.api.onboarding.currentUser({}).then(
    () => true,
    () => false,
  )

describe('the session list', { timeout: 60_000 }, () => {
  it('lists the sessions of all devices and marks the current one', async () => {
    const phone = newPhone()
    const [first, second] = await onTwoDevices(phone)
    const [current, other, ...more] = await sessionsIn(second)
    expect(more).toEqual([])
    expect([current?.isCurrent, other?.isCurrent]).toEqual([true, false])
    expect(current?.signedInAt).toBeGreaterThan(other?.signedInAt ?? Infinity)
    expect((await sessionsIn(first))[0]?.sessionId).toBe(other?.sessionId)
  })

  it('shows when a session was last used', async () => {
    const phone = newPhone()
    const client = await onDevice(phone)
    const [before] = await sessionsIn(client)
    product.advance(7_200)
    const [after] = await sessionsIn(client)
    expect(after?.signedInAt).toBe(before?.signedInAt)
    expect((after?.lastUsedAt ?? 0) - (before?.lastUsedAt ?? 0)).toBeGreaterThanOrEqual(7_200_000)
  })

  it('does not show sessions of other customers', async () => {
    const [one, other] = [await onDevice(newPhone()), await onDevice(newPhone())]
    const ids = (await sessionsIn(one)).map(({ sessionId }) => sessionId)
    expect(ids).toHaveLength(1)
    expect((await sessionsIn(other)).map(({ sessionId }) => sessionId)).not.toContain(ids[0])
  })
})

describe('ending a session', { timeout: 60_000 }, () => {
  it('ends only that session, and a second call changes nothing', async () => {
    const phone = newPhone()
    const [lost, stored] = await onTwoDevices(phone)
    const sessionId = (await sessionsIn(stored))[1]?.sessionId ?? ''
    await stored.api.security.endSession({ sessionId })
    await expectRefusal(lost.api.onboarding.currentUser({}), notSignedIn)
    await stored.api.security.endSession({ sessionId })
    expect(await sessionsIn(stored)).toHaveLength(1)
  })

  it('returns the same answer for another customer’s session as for an unknown one, and changes nothing', async () => {
    const [victim, stranger] = [await onDevice(newPhone()), await onDevice(newPhone())]
    const sessionId = (await sessionsIn(victim))[0]?.sessionId ?? ''
    const { endSession } = stranger.api.security
    expect(await endSession({ sessionId })).toEqual(await endSession({ sessionId: randomUUID() }))
    expect(await isIn(victim)).toBe(true)
  })

  it('signs out when it is the current session', async () => {
    const client = await onDevice(newPhone())
    const sessionId = (await sessionsIn(client))[0]?.sessionId ?? ''
    await client.api.security.endSession({ sessionId })
    expect(client.cookies.has('qz_session')).toBe(false)
    expect(await isIn(client)).toBe(false)
  })
})

describe('signing out', { timeout: 60_000 }, () => {
  it('ends the session on the server, clears its cookie and can be repeated', async () => {
    const phone = newPhone()
    const [client, elsewhere] = await onTwoDevices(phone)
    const secret = client.cookies.get('qz_session') ?? ''
    await client.api.security.signOut({})
    expect(client.cookies.has('qz_session')).toBe(false)
    // A copy of token and cookie no longer works.
    client.cookies.set('qz_session', secret)
    await expectRefusal(client.api.onboarding.currentUser({}), notSignedIn)
    await client.api.security.signOut({})
    expect(await isIn(elsewhere)).toBe(true)
  })

  it('succeeds without a session, and ends no session with only token or cookie', async () => {
    const client = await onDevice(newPhone())
    await product.client().api.security.signOut({})
    const thief = product.client()
    thief.token = client.token
    await thief.api.security.signOut({})
    const withCookie = product.client()
    withCookie.cookies.set('qz_session', client.cookies.get('qz_session') ?? '')
    await withCookie.api.security.signOut({})
    expect(await isIn(client)).toBe(true)
  })

  it('everywhere ends every session of this customer and of no other', async () => {
    const phone = newPhone()
    const [one, other] = await onTwoDevices(phone)
    const stranger = await onDevice(newPhone())
    await one.api.security.signOutEverywhere({})
    expect(await Promise.all([one, other, stranger].map(isIn))).toEqual([false, false, true])
    await expectRefusal(one.api.security.signOutEverywhere({}), notSignedIn)
    const anonymous = await product.client().send(calls.security.signOutEverywhere)
    expect(anonymous.code).toBe(codes.notSignedIn)
  })
})

describe('a session', { timeout: 60_000 }, () => {
  it('ends after 30 days even if it is used every day', async () => {
    const client = await onDevice(newPhone())
    let days = 0
    while (days < 40 && (await isIn(client))) {
      product.advance(20 * 3_600)
      days += 20 / 24
    }
    expect(days).toBeGreaterThan(29)
    expect(days).toBeLessThanOrEqual(31)
  })
})

/** Runs the tasks and returns the new-device SMS to a phone. */
async function notices(phone: string): Promise<readonly string[]> {
  await product.runTasks()
  const messages = await messagesTo(product, phone)
  return messages.map(({ text }) => text).filter((text) => text.includes('新设备'))
}

describe('a sign-in on a new device', { timeout: 60_000 }, () => {
  it('is announced by SMS with the device name, except at registration', async () => {
    const phone = newPhone()
    const first = await onDevice(phone)
    expect(await notices(phone)).toEqual([])
    product.advance(3_601)
    await signInWith(product, first, phone)
    expect(await notices(phone)).toEqual([])

    product.advance(3_601)
    const second = product.client()
    second.headers['user-agent'] = inWechat
    await signInWith(product, second, phone)
    const [notice, ...more] = await notices(phone)
    expect(more).toEqual([])
    expect(notice).toMatch(/于 \d+月\d+日 \d\d:\d\d 在新设备（Android · 消息应用）上登录/)
    expect(product.logged()).not.toContain(phone)

    product.advance(3_601)
    await signInWith(product, second, phone)
    expect(await notices(phone)).toHaveLength(1)
    expect((await sessionsIn(second))[0]?.deviceName).toBe('Android · 消息应用')
  })

  it('is announced each time when the client sends no device key', async () => {
    const phone = newPhone()
    await onDevice(phone)
    for (const count of [1, 2]) {
      product.advance(3_601)
      const client = product.client()
      delete client.common['deviceId']
      await signInWith(product, client, phone)
      expect(await notices(phone)).toHaveLength(count)
    }
  })
})

describe('linked apps', { timeout: 60_000 }, () => {
  const linked = { provider: 'messenger', openId: 'messenger-0006-qinmuyun' } as const

  async function inApp(): Promise<Client> {
    const client = product.client()
    const answer = await signInByApp(product, client, linked)
    if (answer.outcome !== 'signedIn')
      throw new Error(
        `app account ${linked.openId}: expected outcome signedIn, got ${answer.outcome}`,
      )
    client.token = answer.token
    return client
  }

  it('are listed, and unlinking one ends the sessions it opened except the current one', async () => {
    const stranger = await onDevice(newPhone())
    const [lost, current] = [await inApp(), await inApp()]
    const { apps } = await current.api.security.linkedApps({})
    expect(apps).toEqual([{ provider: 'messenger', linkedAt: expect.any(Number) }])
    expect(await stranger.api.security.linkedApps({})).toEqual({ apps: [] })

    await stranger.api.security.unlinkApp({ provider: 'messenger' })
    await current.api.security.unlinkApp({ provider: 'wallet' })
    expect(await isIn(lost)).toBe(true)
    await current.api.security.unlinkApp({ provider: 'messenger' })
    await current.api.security.unlinkApp({ provider: 'messenger' })
    expect(await current.api.security.linkedApps({})).toEqual({ apps: [] })
    expect([await isIn(lost), await isIn(current)]).toEqual([false, true])
    const answer = await signInByApp(product, product.client(), linked)
    expect(answer).toMatchObject({ outcome: 'phoneNeeded' })
  })
})
