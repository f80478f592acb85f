import { agreementsShapes } from '@qingzhou/contract/features/agreements'
import { calls } from '@qingzhou/contract/calls'
import { cardsShapes } from '@qingzhou/contract/features/cards'
import { codes } from '@qingzhou/contract/codes'
import { creditShapes } from '@qingzhou/contract/features/credit'
import { identityShapes } from '@qingzhou/contract/features/identity'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { profileShapes } from '@qingzhou/contract/features/profile'
import { referenceShapes } from '@qingzhou/contract/features/reference'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import type { Input } from '@qingzhou/contract/wire/shape'
import ConfirmApplicationScreen from './confirm-application-screen.tsx'

const network = connectNetworkForFile()
let submitted: unknown[] = []
let version = '1'

const agreement = { title: '授信额度合同', isSeparate: false, blocks: [] }

function answerWell() {
  submitted = []
  version = '1'
  network.answer(calls.credit.open, creditShapes.open, () => ({ applyNo: 'apply-1' }))
  network.answer(calls.credit.progress, creditShapes.progress, () => ({ steps: [] }))
  network.answer(calls.identity.person, identityShapes.person, () => ({ read: {} }))
  network.answer(calls.cards.list, cardsShapes.list, () => ({
    cards: [
      {
        cardId: 'card-1',
        bankCode: 'JH',
        bankName: '江海银行',
        lastFour: '6217',
        singleLimit: fen(1n),
        dayLimit: fen(1n),
      },
    ],
  }))
  network.answer(calls.profile.read, profileShapes.read, ({ masked }) => ({
    basic: { marriage: '02', email: masked ? 'l***@example.cn' : 'lin@example.cn' },
    company: { companyName: '轻云科技' },
  }))
  network.answer(calls.reference.choices, referenceShapes.choices, () => ({
    choices: { marriage: [{ code: '02', name: '已婚' }] },
  }))
  network.answer(calls.agreements.toConfirm, agreementsShapes.toConfirm, () => ({
    agreements: [
      { ...agreement, code: 'credit', version },
      { ...agreement, code: 'bureau', version, title: '征信授权书', isSeparate: true },
    ],
  }))
  network.answer(calls.credit.submit, creditShapes.submit, (input) => {
    submitted.push(input)
    return {}
  })
}

const boxes = async () => screen.findAllByRole<HTMLInputElement>('checkbox')
const submit = () => screen.getByRole('button', { name: '确认无误，提交申请' })

async function tickAll() {
  for (const box of await boxes()) await userEvent.click(box)
}

beforeEach(answerWell)
afterEach(cleanup)

describe('confirming an application', () => {
  it('[2.047] shows all data masked, with a link to each form', async () => {
    openScreen(<ConfirmApplicationScreen />)
    expect(await screen.findByText('l***@example.cn')).toBeTruthy()
    expect(screen.getByText('已婚')).toBeTruthy()
    expect(screen.getByText('尾号 6217')).toBeTruthy()
    expect(
      screen.getAllByRole('link', { name: /^修改/ }).map((link) => link.getAttribute('href')),
    ).toEqual([
      '#/apply/identity',
      '#/apply/creditAddCard',
      '#/apply/connectMsg',
      '#/apply/companyMsg',
    ])
  })

  it('ticks nothing in advance and requires every tick', async () => {
    openScreen(<ConfirmApplicationScreen />)
    expect((await boxes()).map(({ checked }) => checked)).toEqual([false, false])
    const button = screen.getByRole('button', { name: '请先阅读并勾选协议' })
    await userEvent.click(button)
    expect(submitted).toEqual([])
  })

  it('submits once, however often the button is pressed', async () => {
    const { outcomes } = openScreen(<ConfirmApplicationScreen />)
    await tickAll()
    await userEvent.dblClick(submit())
    await waitFor(() => expect(outcomes).toContain('stepWanted'))
    expect(submitted).toEqual([
      {
        agreed: [
          { code: 'credit', version: '1' },
          { code: 'bureau', version: '1' },
        ],
      },
    ])
  })

  it('requires a new tick for a changed agreement', async () => {
    network.answer(calls.credit.submit, creditShapes.submit, () => {
      version = '2'
      throw new Refusal(codes.invalidField, '协议已更新，请重新阅读并同意')
    })
    openScreen(<ConfirmApplicationScreen />)
    await tickAll()
    await userEvent.click(submit())
    expect(await screen.findByText('协议已更新，请重新阅读并同意')).toBeTruthy()
    expect((await boxes()).map(({ checked }) => checked)).toEqual([false, false])
  })
})

function defineProperty(name: string, value: unknown) {
  Object.defineProperty(navigator, name, { configurable: true, value })
}

const allow = async () =>
  userEvent.click(await screen.findByRole('button', { name: '允许获取位置' }))

describe('the location of an applicant', () => {
  let opened: Input<typeof creditShapes.open>[] = []

  beforeEach(() => {
    opened = []
    network.answer(calls.onboarding.deviceKeys, onboardingShapes.deviceKeys, () => ({
      first: 'key-1',
      second: 'key-2',
    }))
    network.answer(calls.credit.open, creditShapes.open, (input) => {
      opened.push(input)
      return { applyNo: 'apply-1' }
    })
  })
  afterEach(() => {
    for (const name of ['geolocation', 'permissions']) Reflect.deleteProperty(navigator, name)
  })

  type Answer = { latitude: number; longitude: number } | { code: number }

  /** A phone that asks its user, who gives this answer. */
  function phone(answer: Answer, state: PermissionState = 'prompt') {
    const getCurrentPosition: Geolocation['getCurrentPosition'] = (found, failed) => {
      // Contains only what browsers provide and the code reads.
      if ('code' in answer) failed?.(answer as GeolocationPositionError)
      else found({ coords: answer } as GeolocationPosition)
    }
    defineProperty('geolocation', { getCurrentPosition })
    defineProperty('permissions', { query: async () => ({ state }) })
  }

  it('[3.061, 3.062] is asked for with the reason, and sent with the application', async () => {
    phone({ latitude: 31.2304, longitude: 121.4737 })
    openScreen(<ConfirmApplicationScreen />)
    await screen.findByText(/用于核实申请地点/)
    await waitFor(() => expect(opened).not.toEqual([]))
    expect(opened.at(-1)?.environmentInfo).not.toHaveProperty('latiTude')
    await allow()
    await screen.findByText('已获取，将随申请一起提交')
    expect(opened.at(-1)?.environmentInfo).toMatchObject({
      latiTude: '31.230400',
      longiTude: '121.473700',
    })
  })

  it.each([
    [1, '您拒绝了使用位置查询服务'],
    [2, '获取位置信息失败'],
    [3, '连接超时，请重试'],
  ])('[8.019] does not block the submission after error %i: %s', async (code, message) => {
    phone({ code })
    const { outcomes } = openScreen(<ConfirmApplicationScreen />)
    await allow()
    expect(await screen.findByText(message)).toBeTruthy()
    await tickAll()
    await userEvent.click(submit())
    await waitFor(() => expect(outcomes).toContain('stepWanted'))
  })

  it('[8.024] is not asked for where it was refused before, or where the browser has none', async () => {
    phone({ code: 1 }, 'denied')
    openScreen(<ConfirmApplicationScreen />)
    expect(await screen.findByText('您拒绝了使用位置查询服务')).toBeTruthy()
    cleanup()
    defineProperty('geolocation', Reflect.get({}, 'none'))
    openScreen(<ConfirmApplicationScreen />)
    expect(await screen.findByText('当前浏览器不支持获取地理位置')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '允许获取位置' })).toBeNull()
  })

  it('is sent without a question where it was permitted before', async () => {
    phone({ latitude: 31.2304, longitude: 121.4737 }, 'granted')
    openScreen(<ConfirmApplicationScreen />)
    await waitFor(() =>
      expect(opened.map(({ environmentInfo }) => environmentInfo.latiTude)).toContain('31.230400'),
    )
    expect(screen.queryByText(/位置信息/)).toBeNull()
  })
})
