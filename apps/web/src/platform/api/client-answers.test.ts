// @vitest-environment node
import { type Call, calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { describe, expect, it } from 'vitest'
import { serverNow, setServerTime } from '#platform/browser/clock.ts'
import type { Outcome } from './api-error.ts'
import { aroundEachTest, catchFailure } from '#platform/testing/test-client.ts'

const around = aroundEachTest()

function staffBody(code: string): string {
  return JSON.stringify({ code, msg: '请重新登录', requestId: 'r', data: { same: true } })
}

function refuse(code: string, message = '原因', more = {}) {
  around.server.settings.handler = () => ({ refusal: { code, message }, more })
}

describe('answers', () => {
  it('[4.010, 7.010] decodes the fields beside statusInfo', async () => {
    await expect(around.isOwnPhone()).resolves.toEqual({ same: true })
  })

  it('[8.035] accepts the older success code', async () => {
    const refusal = { code: codes.partnerSuccess, message: '' }
    around.server.settings.handler = () => ({ refusal, more: { same: false } })
    await expect(around.isOwnPhone()).resolves.toEqual({ same: false })
  })

  it('[8.006] reads the code/msg envelope', async () => {
    const call: Call = { ...calls.onboarding.isOwnPhone, envelope: 'codeMsg' }
    const shape = onboardingShapes.isOwnPhone
    const input = { mobile: '13800138000' }

    around.server.settings.handler = () => ({ status: 200, body: staffBody('0000') })
    await expect(around.client().call({ call, shape, input, options: {} })).resolves.toEqual({
      same: true,
    })
    around.server.settings.handler = () => ({ status: 200, body: staffBody('9998') })
    await catchFailure(around.client().call({ call, shape, input, options: {} }))
    expect(around.announced).toEqual([{ kind: 'staffSessionEnded' }])
  })

  it('[3.004, 7.166] corrects its clock from any answer', async () => {
    const client = around.client()
    await around.isOwnPhone(client)
    setServerTime(Date.now())
    around.server.settings.aheadMs = 61_000
    await around.isOwnPhone(client)
    expect(serverNow() - Date.now()).toBeGreaterThan(60_000)
    around.server.settings.aheadMs = 61_000 + 30_000
    await around.isOwnPhone(client)
    expect(serverNow() - Date.now()).toBeLessThan(80_000)
    setServerTime(Date.now())
  })

  it('opens a notice once', async () => {
    around.server.settings.notice = '系统今晚维护'
    const client = around.client()
    await expect(around.isOwnPhone(client)).resolves.toEqual({ same: true })
    await expect(around.isOwnPhone(client)).resolves.toEqual({ same: true })
    expect(around.announced).toEqual([{ kind: 'noticeShown', text: '系统今晚维护' }])
    expect(around.remembered).toEqual(around.announced)
  })
})

describe('refusals', () => {
  const rows: [code: string, outcome: Outcome][] = [
    ['COMVAL0001', { kind: 'message', text: '原因' }],
    [codes.authorisationFailed, { kind: 'message', text: '原因' }],
    [codes.captchaWrong, { kind: 'message', text: '原因' }],
    [codes.accountState, { kind: 'message', text: '原因' }],
    [codes.notSignedIn, { kind: 'notSignedIn' }],
    [codes.linkTokenInvalid, { kind: 'linkTokenRefused', text: '原因' }],
    [codes.landingError, { kind: 'badLink' }],
    [codes.refused, { kind: 'refused', text: '原因' }],
    [codes.riskRefused, { kind: 'riskRefused', text: '原因' }],
    [codes.closed, { kind: 'noticeShown', text: '原因' }],
    [codes.pageDataMissing, { kind: 'pageDataMissing', requestId: 'request-1' }],
    [codes.stepNotReached, { kind: 'stepWanted' }],
    [codes.serverFault, { kind: 'serverFault', text: '原因', requestId: 'request-1' }],
  ]
  it.each(rows)('[8.036] %s is announced as its outcome', async (code, outcome) => {
    refuse(code)
    const error = await catchFailure(around.isOwnPhone())
    expect(error).toMatchObject({ code, message: '原因', requestId: 'request-1' })
    expect(around.announced).toEqual([outcome])
  })

  it('uses a general message when the server sends none', async () => {
    refuse('COMVAL0001', '')
    expect((await catchFailure(around.isOwnPhone())).message).toBe('系统异常，请稍后再试')
    expect(around.announced).toEqual([{ kind: 'message', text: '系统异常，请稍后再试' }])
  })

  it('passes on the waiting time', async () => {
    refuse(codes.tooOften, '请 42 秒后再试', { waitSeconds: 42 })
    expect((await catchFailure(around.isOwnPhone())).waitSeconds).toBe(42)
  })

  it('suppresses the message of a quiet call, but not the end of the session', async () => {
    for (const code of ['COMVAL0001', codes.landingError, codes.pageDataMissing]) {
      refuse(code)
      await catchFailure(around.isOwnPhone(around.client(), { quiet: true }))
    }
    expect(around.announced).toEqual([])
    refuse(codes.notSignedIn)
    await catchFailure(around.isOwnPhone(around.client(), { quiet: true }))
    expect(around.announced).toEqual([{ kind: 'notSignedIn' }])
  })

  it('leaves the message of a field to its form, and announces every other', async () => {
    const options = { atField: [codes.invalidField] }
    refuse(codes.invalidField)
    await catchFailure(around.isOwnPhone(around.client(), options))
    expect(around.announced).toEqual([])
    refuse(codes.accountState)
    await catchFailure(around.isOwnPhone(around.client(), options))
    expect(around.announced).toEqual([{ kind: 'message', text: '原因' }])
  })

  it('leaves the outcome to a caller that asks for it, and still stores its data', async () => {
    refuse(codes.riskRefused)
    const error = await catchFailure(around.isOwnPhone(around.client(), { leaveOutcome: true }))
    expect(around.announced).toEqual([])
    expect(error.outcome).toEqual({ kind: 'riskRefused', text: '原因' })
    expect(around.remembered).toEqual([error.outcome])
  })
})
