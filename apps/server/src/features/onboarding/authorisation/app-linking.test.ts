import { describe, expect, it } from 'vitest'
import { signInByApp, requestTicket, type AppUser } from '#features/onboarding/testing/app-user.ts'
import {
  agreed,
  expectRefusal,
  latestCode,
  messagesTo,
  sendCodeTo,
  signInWith,
} from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

/** An app account that reports a phone number which now has another owner. */
const vouched = { provider: 'wallet', openId: 'wallet-0004-jiangyingxue' } as const
const vouchedPhone = '13900000004'
/** An app account that is linked from the start. */
const linked = { provider: 'wallet', openId: 'wallet-0003-guxiaozhou' } as const
const linkedPhone = '13900000003'

/** Avoids the image code for a second message within the hour, and the daily quota. */
function aDayLater(): void {
  product.advance(24 * 3_600 + 1)
}

async function customerIn(client: Client): Promise<string> {
  return (await client.api.onboarding.currentUser({})).customerNo
}

/** Links the app with an SMS code, as its owner would. */
async function linkByCode(user: AppUser, mobile: string) {
  aDayLater()
  const client = product.client()
  const { ticket } = await requestTicket(product, client, user)
  await sendCodeTo(client, mobile)
  const dynamicCode = await latestCode(product, mobile)
  const input = { partner: 'wallet', ticket, agreed, mobile, dynamicCode } as const
  return { client, answer: await client.api.onboarding.registerThroughPartner(input) }
}

const phoneNeeded = { outcome: 'phoneNeeded' } as const

describe('an app account whose phone number has another owner', { timeout: 60_000 }, () => {
  it('does not open the account of the new owner without an SMS code', async () => {
    const owner = product.client()
    await signInWith(product, owner, vouchedPhone)
    const ownerNo = await customerIn(owner)

    const stranger = product.client()
    const { ticket } = await requestTicket(product, stranger, vouched)
    const input = { partner: 'wallet', ticket, agreed, mobile: vouchedPhone } as const
    const guessed = { ...input, dynamicCode: '12345' }
    await expectRefusal(stranger.api.onboarding.registerThroughPartner(guessed), {
      kind: 'sms-code-void',
    })
    // Failed attempts do not use up the ticket, and nothing is linked.
    expect(await signInByApp(product, product.client(), vouched)).toMatchObject(phoneNeeded)

    const { client, answer } = await linkByCode(vouched, vouchedPhone)
    expect(answer.isNew).toBe(false)
    client.token = answer.token
    expect(await customerIn(client)).toBe(ownerNo)
    expect(await signInByApp(product, product.client(), vouched)).toMatchObject({
      outcome: 'signedIn',
    })
  })

  it('is unlinked by a password change', async () => {
    expect(await signInByApp(product, product.client(), linked)).toMatchObject({
      outcome: 'signedIn',
    })
    aDayLater()
    const owner = product.client()
    await sendCodeTo(owner, linkedPhone)
    const dynamicCode = await latestCode(product, linkedPhone)
    await owner.api.onboarding.signIn({
      by: 'code',
      mobile: linkedPhone,
      dynamicCode,
      agreed,
      newPassword: 'Still_Water_9',
    })
    expect(await signInByApp(product, product.client(), linked)).toMatchObject(phoneNeeded)
  })

  it('is unlinked, with all its sessions, by a code on a device that the account has not used before', async () => {
    const { client: app } = await linkByCode(linked, linkedPhone)
    aDayLater()
    await signInWith(product, app, linkedPhone)
    // The same device again changes nothing.
    const opened = product.client()
    const answer = await signInByApp(product, opened, linked)
    if (answer.outcome !== 'signedIn') throw new Error(answer.outcome)
    opened.token = answer.token
    const ownerNo = await customerIn(opened)
    product.advance(23 * 3_600)
    expect(await customerIn(opened)).toBe(ownerNo)
    product.advance(3_600 + 1)

    const owner = product.client()
    await signInWith(product, owner, linkedPhone)
    expect(await customerIn(owner)).toBe(ownerNo)
    const reads = [
      opened.api.profile.read({ masked: false }),
      opened.api.agreements.signedList({ pageNo: 1 }),
      opened.api.security.signOutEverywhere({}),
    ]
    for (const read of reads) await expectRefusal(read, { kind: 'not-signed-in' })
    expect(await customerIn(owner)).toBe(ownerNo)
    expect(await signInByApp(product, product.client(), linked)).toMatchObject(phoneNeeded)
  })

  it('is unlinked when another account of the same app is linked', async () => {
    await linkByCode(linked, linkedPhone)
    const other = { provider: 'wallet', openId: 'wallet-0005-heyifan' } as const
    const { answer } = await linkByCode(other, linkedPhone)
    expect(answer.isNew).toBe(false)
    expect(await signInByApp(product, product.client(), linked)).toMatchObject(phoneNeeded)
  })

  it('requires a code once if it was linked before codes were introduced', async () => {
    await linkByCode(linked, linkedPhone)
    await product.services.database.query(`UPDATE linked_accounts SET confirmed_at = NULL`)
    expect(await signInByApp(product, product.client(), linked)).toMatchObject(phoneNeeded)
    await linkByCode(linked, linkedPhone)
    expect(await signInByApp(product, product.client(), linked)).toMatchObject({
      outcome: 'signedIn',
    })
  })

  it('triggers an SMS when it is linked', async () => {
    await product.runTasks()
    const before = (await messagesTo(product, linkedPhone)).length
    await product.services.database.query(`DELETE FROM linked_accounts`)
    await linkByCode(linked, linkedPhone)
    await product.runTasks()
    const after = await messagesTo(product, linkedPhone)
    const news = after.slice(0, after.length - before).map(({ text }) => text)
    expect(news.filter((text) => text.includes('已关联支付应用'))).toHaveLength(1)
  })
})
