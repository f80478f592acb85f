import { describe, expect, it } from 'vitest'
import { newIdentifiedApplicant, newApplicant } from '#features/identity/testing/applicant.ts'
import { getPhone } from '#features/onboarding/index.ts'
import {
  beginPhoneChange,
  changePhone,
  newPhoneChanger,
  start,
  type PhoneChanger,
} from '#features/profile/testing/phone-changer.ts'
import {
  expectRefusal,
  latestCode,
  messagesTo,
  newPhone,
  setFault,
  countMessages,
} from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import { dumpDatabase } from '#testing/stored.ts'

const product = startProductForFile()

const unknown = { kind: 'phone-change-unknown' } as const
const confirm = (mover: PhoneChanger, input: Awaited<ReturnType<typeof beginPhoneChange>>) =>
  mover.client.api.profile.confirmPhoneChange(input)

/** Returns a five-digit code other than the given one. */
const not = (code: string) => (code === '00000' ? '00001' : '00000')

describe('a phone change by codes to both phones', { timeout: 60_000 }, () => {
  it('returns masked numbers, ends the session and informs both phones', async () => {
    const mover = await newPhoneChanger(product)
    const { changeNo, ...told } = await start(mover)
    expect(told).toMatchObject({
      maskedOld: `${mover.phone.slice(0, 3)}****${mover.phone.slice(7)}`,
      maskedNew: `${mover.newPhone.slice(0, 3)}****${mover.newPhone.slice(7)}`,
      waitSeconds: 60,
    })
    const newCode = await latestCode(product, mover.newPhone)
    const oldCode = await latestCode(product, mover.phone)
    const { maskedPhone } = await confirm(mover, { changeNo, newCode, oldCode })
    expect(maskedPhone).toBe(told.maskedNew)
    await expectRefusal(mover.client.api.onboarding.currentUser({}), { kind: 'not-signed-in' })
    await product.runTasks()
    const [toNew] = await messagesTo(product, mover.newPhone)
    const [toOld] = await messagesTo(product, mover.phone)
    expect(toNew?.text).toContain('您的账户手机号已更换为本号码')
    expect(toOld?.text).toContain(`已更换为 ${told.maskedNew}，本号码不再用于登录`)
    const written = `${await dumpDatabase(product.services.database)}${product.logged()}`
    expect([mover.phone, mover.newPhone].filter((phone) => written.includes(phone))).toEqual([])
  })

  it('[7.042] requires both codes, each for its own phone', async () => {
    const mover = await newPhoneChanger(product)
    const codes = await beginPhoneChange(product, mover)
    const { changeNo, newCode, oldCode } = codes
    const withoutOld = mover.client.api.profile.confirmPhoneChange({ changeNo, newCode })
    const message = '请输入原手机号收到的验证码'
    await expectRefusal(withoutOld, { kind: 'field-invalid', message })
    const wrong = { kind: 'sms-code-wrong', triesLeft: 4 } as const
    await expectRefusal(confirm(mover, { ...codes, oldCode: not(oldCode) }), wrong)
    await expectRefusal(confirm(mover, { ...codes, newCode: not(newCode) }), wrong)
    await confirm(mover, codes)
  })

  it('voids a code after five wrong tries, also when they are concurrent', async () => {
    const mover = await newPhoneChanger(product)
    const codes = await beginPhoneChange(product, mover)
    const guesses = Array.from({ length: 9 }, () =>
      confirm(mover, { ...codes, newCode: not(codes.newCode) }),
    )
    await countMessages(guesses)
    await expectRefusal(confirm(mover, codes), { kind: 'sms-code-void' })
    expect(await mover.client.api.onboarding.isOwnPhone({ mobile: mover.phone })).toEqual({
      same: true,
    })
  })

  it('sends no second code within a minute and accepts the one already sent', async () => {
    const mover = await newPhoneChanger(product)
    const { changeNo } = await start(mover)
    const newCode = await latestCode(product, mover.newPhone)
    product.advance(20)
    const again = await start(mover, { changeNo })
    expect(again.changeNo).toBe(changeNo)
    expect(again.waitSeconds).toBeLessThanOrEqual(40)
    expect(await latestCode(product, mover.newPhone)).toBe(newCode)
    product.advance(41)
    await start(mover, { changeNo })
    expect(await messagesTo(product, mover.newPhone)).toHaveLength(2)
  })

  it('returns the waiting time when the code already sent is void', async () => {
    const mover = await newPhoneChanger(product)
    const codes = await beginPhoneChange(product, mover)
    for (let tries = 0; tries < 5; tries += 1) {
      await countMessages([confirm(mover, { ...codes, newCode: not(codes.newCode) })])
    }
    product.advance(20)
    const { changeNo } = codes
    await expectRefusal(start(mover, { changeNo }), { kind: 'sms-too-soon', waitSeconds: 40 })
    product.advance(40)
    await start(mover, { changeNo })
    expect(await messagesTo(product, mover.newPhone)).toHaveLength(2)
  })

  it('can be restarted after the SMS provider failed', async () => {
    const mover = await newPhoneChanger(product)
    await setFault(product, { provider: 'sms', failNext: 1 })
    await expectRefusal(start(mover), { kind: 'sms-not-sent' })
    await changePhone(product, mover)
  })

  it('is refused after another change was started, after half an hour, and for another customer', async () => {
    const mover = await newPhoneChanger(product)
    const first = await beginPhoneChange(product, mover)
    const second = await beginPhoneChange(product, { ...mover, newPhone: newPhone() })
    await expectRefusal(confirm(mover, first), unknown)
    const stranger = await newPhoneChanger(product)
    await expectRefusal(confirm(stranger, second), unknown)
    await expectRefusal(start(stranger, { changeNo: second.changeNo }), unknown)
    await expectRefusal(start(mover, { changeNo: second.changeNo }), unknown)
    product.advance(1_801)
    await expectRefusal(confirm(mover, second), unknown)
  })
})

describe('the new phone number', { timeout: 60_000 }, () => {
  it('[7.041] is refused if it is the customer’s own or belongs to another customer', async () => {
    const mover = await newPhoneChanger(product)
    const own = start({ ...mover, newPhone: mover.phone })
    await expectRefusal(own, { kind: 'phone-unchanged' })
    const { phone: taken } = await newIdentifiedApplicant(product)
    await expectRefusal(start({ ...mover, newPhone: taken }), { kind: 'phone-in-use' })
    expect(await messagesTo(product, taken)).toHaveLength(1)
  })

  it('can be tried five times a day, which prevents looking up customers', async () => {
    const mover = await newPhoneChanger(product)
    const { phone: taken } = await newIdentifiedApplicant(product)
    for (let tries = 0; tries < 5; tries += 1) {
      await expectRefusal(start({ ...mover, newPhone: taken }), { kind: 'phone-in-use' })
    }
    await expect(start({ ...mover, newPhone: taken })).rejects.toThrow(/COMLIM0001/)
    await expect(start(mover)).rejects.toThrow(/COMLIM0001/)
  })

  it('continues the same change and uses no further try when it is submitted again', async () => {
    const mover = await newPhoneChanger(product)
    const { changeNo } = await start(mover)
    for (let taps = 0; taps < 6; taps += 1) {
      expect(await start(mover)).toMatchObject({ changeNo })
    }
  })

  it('is refused at confirmation if another customer has taken it since, and nothing changes', async () => {
    const mover = await newPhoneChanger(product)
    const codes = await beginPhoneChange(product, mover)
    const holder = await newIdentifiedApplicant(product)
    const { database, vault } = product.services
    await database.query('DELETE FROM phones WHERE customer_no = $1', [holder.customer])
    await database.query('INSERT INTO phones (phone_index, customer_no) VALUES ($1, $2)', [
      vault.index('phone', mover.newPhone),
      holder.customer,
    ])
    await expectRefusal(confirm(mover, codes), { kind: 'phone-in-use' })
    const own = await mover.client.api.onboarding.isOwnPhone({ mobile: mover.phone })
    expect(own).toEqual({ same: true })
  })

  it('is taken over from an account that was only registered', async () => {
    const mover = await newPhoneChanger(product)
    const empty = await newApplicant(product)
    product.advance(3_601)
    await changePhone(product, { ...mover, newPhone: empty.phone })
    await expectRefusal(empty.client.api.onboarding.currentUser({}), { kind: 'not-signed-in' })
    const { database, vault } = product.services
    const rows = await database.query<{ customer_no: string }>(
      `SELECT customer_no FROM phones WHERE phone_index = $1`,
      [vault.index('phone', empty.phone)],
    )
    expect(rows).toEqual([{ customer_no: mover.customer }])
    const abandoned = await getPhone(database, product.services, empty.customer)
    expect(abandoned).toBe('')
  })

  it('goes to one of two customers who confirm it concurrently', async () => {
    const [one, other] = [await newPhoneChanger(product), await newPhoneChanger(product)]
    const same = { ...other, newPhone: one.newPhone }
    const first = await beginPhoneChange(product, one)
    const second = await beginPhoneChange(product, same)
    const outcomes = await Promise.allSettled([confirm(one, first), confirm(same, second)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    // Both accounts are empty, so the second may take the phone over and leave the first without
    // one.
    const { database } = product.services
    const phones = await Promise.all(
      [one, other].map(({ customer }) => getPhone(database, product.services, customer)),
    )
    expect(phones.filter((phone) => phone === one.newPhone)).toHaveLength(1)
  })

  it('is changed once when the change is confirmed several times concurrently', async () => {
    const mover = await newPhoneChanger(product)
    const codes = await beginPhoneChange(product, mover)
    const outcomes = await countMessages(Array.from({ length: 5 }, () => confirm(mover, codes)))
    expect(outcomes.get('ok')).toBe(1)
    const rows = await product.services.database.query<{ state: string }>(
      `SELECT state FROM phone_changes WHERE customer_no = $1`,
      [mover.customer],
    )
    expect(rows).toEqual([{ state: 'done' }])
  })
})
