import { calls } from '@qingzhou/contract/calls'
import { type BoundCard, cardsShapes as shapes } from '@qingzhou/contract/features/cards'
import { codes } from '@qingzhou/contract/codes'
import { identityShapes } from '@qingzhou/contract/features/identity'
import type { Output } from '@qingzhou/contract/wire/shape'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import { BindCard } from './bind-card.tsx'

const { cards } = calls
const limits = { singleLimit: fen(50_000_00n), dayLimit: fen(200_000_00n) }
const card: BoundCard = {
  cardId: 'card-1',
  bankCode: 'JH',
  bankName: '江海银行',
  lastFour: '7890',
  ...limits,
}

const still: Output<typeof shapes.bind> = { state: 'processing' }

const network = connectNetworkForFile()
let bound: BoundCard[] = []
let codesSent = 0

function answerWell() {
  bound = []
  codesSent = 0
  network.answer(calls.identity.person, identityShapes.person, () => ({ read: {} }))
  network.answer(cards.bankOfNumber, shapes.bankOfNumber, () => ({
    cardType: 'savings' as const,
    bankCode: 'JH',
    bankName: '江海银行',
    ...limits,
  }))
  network.answer(cards.sendBindingCode, shapes.sendBindingCode, () => {
    codesSent += 1
    return { bindingNo: `binding-${codesSent}`, waitSeconds: 60 }
  })
  network.answer(cards.bind, shapes.bind, () => ({ state: 'bound' as const, card }))
}

function open() {
  return openScreen(
    <BindCard
      title="添加储蓄卡"
      draft="test-card"
      onBack={() => undefined}
      onBound={(one) => bound.push(one)}
    />,
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function askForCode() {
  await userEvent.type(field('储蓄卡号'), '6217001234567890')
  await userEvent.type(field('银行预留手机号'), '13805716021')
  await press('获取验证码')
  await screen.findByText('已发送至 138****6021，5 分钟内有效')
}

async function confirm() {
  await userEvent.type(field('短信验证码'), '27411')
  await userEvent.click(screen.getByRole('checkbox'))
  await press('确认添加这张卡')
}

describe('binding a card', () => {
  beforeEach(() => {
    localStorage.clear()
    answerWell()
  })
  afterEach(cleanup)

  it('shows the bank while the number is typed in groups of four', async () => {
    open()
    await userEvent.type(field('储蓄卡号'), '621700')
    expect(await screen.findByText(/江海银行/)).toBeTruthy()
    await userEvent.type(field('储蓄卡号'), '1234567890')
    expect(field('储蓄卡号').value).toBe('6217 0012 3456 7890')
  })

  it('sends only the first digits of a number to find the bank', async () => {
    const requests: string[] = []
    network.answer(cards.bankOfNumber, shapes.bankOfNumber, ({ cardNo }) => {
      requests.push(cardNo)
      return { cardType: 'unknown' as const }
    })
    open()
    await userEvent.type(field('储蓄卡号'), '6217001234567890')
    expect(await screen.findByText('没有认出发卡银行，请核对卡号')).toBeTruthy()
    expect(requests).toEqual(['621700', '6217001234'])
  })

  it('rejects a credit card at once', async () => {
    network.answer(cards.bankOfNumber, shapes.bankOfNumber, () => ({
      cardType: 'credit' as const,
      bankCode: 'JH',
      bankName: '江海银行',
    }))
    open()
    await userEvent.type(field('储蓄卡号'), '622848')
    expect(await screen.findByText('这是江海银行的信用卡，请换一张储蓄卡')).toBeTruthy()
  })

  it('binds with the bank’s code', async () => {
    open()
    await askForCode()
    await confirm()
    await waitFor(() => expect(bound).toEqual([card]))
    expect(field('储蓄卡号').value).toBe('')
  })

  it('waits for a slow bank and continues when it answers', async () => {
    const answers: Output<typeof shapes.bind>[] = [
      { state: 'processing' },
      { state: 'processing' },
      { state: 'bound', card },
    ]
    network.answer(cards.bind, shapes.bind, () => answers.shift() ?? still)
    open()
    await askForCode()
    await confirm()
    expect(await screen.findByText('通常 1 分钟内完成，请不要重复添加。')).toBeTruthy()
    await waitFor(() => expect(bound).toEqual([card]))
  })

  it('continues polling after a reload, without the form', async () => {
    network.answer(cards.bind, shapes.bind, () => ({ state: 'processing' as const }))
    const first = open()
    await askForCode()
    await confirm()
    await screen.findByText('银行处理中')
    first.unmount()

    network.answer(cards.bind, shapes.bind, ({ bindingNo, dynamicCode }) => {
      expect({ bindingNo, dynamicCode }).toEqual({ bindingNo: 'binding-1' })
      return { state: 'bound' as const, card }
    })
    open()
    expect(screen.getByText('银行处理中')).toBeTruthy()
    await waitFor(() => expect(bound).toEqual([card]))
  })

  it('shows why the bank declined, and keeps the input', async () => {
    network.answer(cards.bind, shapes.bind, () => ({
      state: 'declined' as const,
      reason: '户名与证件不符，请换一张本人的卡',
    }))
    open()
    await askForCode()
    await confirm()
    expect((await screen.findByRole('alert')).textContent).toBe('户名与证件不符，请换一张本人的卡')
    expect(field('储蓄卡号').value).toBe('6217 0012 3456 7890')
    expect(field('短信验证码').value).toBe('')
    expect(bound).toEqual([])
  })

  it('shows the message about a wrong code at the code field', async () => {
    network.answer(cards.bind, shapes.bind, () => {
      throw new Refusal(codes.invalidField, '短信验证码有误，您还可以输入 4 次')
    })
    open()
    await askForCode()
    await confirm()
    expect(await screen.findByText('短信验证码有误，您还可以输入 4 次')).toBeTruthy()
    expect(document.activeElement).toBe(field('短信验证码'))
  })

  it('requests the code with the tick, once, and submits with the last digit', async () => {
    open()
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.type(field('银行预留手机号'), '13805716021')
    expect(codesSent).toBe(0)
    await userEvent.type(field('储蓄卡号'), '6217001234567890')
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.click(screen.getByRole('checkbox'))
    await screen.findByText('已发送至 138****6021，5 分钟内有效')
    await userEvent.type(field('短信验证码'), '27411')
    await waitFor(() => expect(bound).toEqual([card]))
    expect(codesSent).toBe(1)
  })

  it('accepts the code after a reload', async () => {
    const first = open()
    await askForCode()
    first.unmount()
    open()
    expect(screen.getByRole('button', { name: /秒后可重发$/ })).toBeTruthy()
    await confirm()
    await waitFor(() => expect(bound).toEqual([card]))
    expect(codesSent).toBe(1)
  })

  it('requires a new code for another card', async () => {
    open()
    await askForCode()
    await userEvent.type(field('储蓄卡号'), '1')
    await confirm()
    expect(await screen.findByText('请先获取验证码')).toBeTruthy()
    expect(bound).toEqual([])
  })

  it('polls the bank instead of sending again after a connection failure', async () => {
    open()
    await askForCode()
    network.cut(cards.bind)
    await confirm()
    expect(await screen.findByText('银行处理中')).toBeTruthy()
    network.answer(cards.bind, shapes.bind, ({ dynamicCode }) => {
      expect(dynamicCode).toBeUndefined()
      return { state: 'bound' as const, card }
    })
    await waitFor(() => expect(bound).toEqual([card]))
  })
})
