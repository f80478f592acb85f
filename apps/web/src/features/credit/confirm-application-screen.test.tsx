import { agreementsShapes } from '@qingzhou/contract/features/agreements'
import { calls } from '@qingzhou/contract/calls'
import { cardsShapes } from '@qingzhou/contract/features/cards'
import { codes } from '@qingzhou/contract/codes'
import { creditShapes } from '@qingzhou/contract/features/credit'
import { identityShapes } from '@qingzhou/contract/features/identity'
import { profileShapes } from '@qingzhou/contract/features/profile'
import { referenceShapes } from '@qingzhou/contract/features/reference'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectNetwork, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import ConfirmApplicationScreen from './confirm-application-screen.tsx'

let network: Awaited<ReturnType<typeof connectNetwork>>
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

describe('confirming an application', () => {
  beforeAll(async () => {
    network = await connectNetwork()
  })
  beforeEach(answerWell)
  afterEach(cleanup)
  afterAll(() => vi.unstubAllGlobals())

  it('shows all data masked, with a link to each form', async () => {
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
