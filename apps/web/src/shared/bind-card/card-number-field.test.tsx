import { calls } from '@qingzhou/contract/calls'
import { cardsShapes as shapes } from '@qingzhou/contract/features/cards'
import { codes } from '@qingzhou/contract/codes'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lendCanvas } from '#shared/testing/canvas.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import { CardNumberField } from './card-number-field.tsx'

const { cards } = calls
const photo = new File(['photo'], 'card.jpg', { type: 'image/jpeg' })

const network = connectNetworkForFile()

function Form() {
  const [cardNo, setCardNo] = useState('')
  return <CardNumberField value={cardNo} onChange={setCardNo} />
}

const field = () => screen.getByLabelText<HTMLInputElement>('储蓄卡号')
const camera = () => screen.getByLabelText<HTMLInputElement>('拍照识别卡号')
const takePhoto = async () => userEvent.upload(camera(), photo)

describe('a card number by camera', () => {
  beforeEach(() => {
    localStorage.clear()
    lendCanvas()
    network.answer(cards.bankOfNumber, shapes.bankOfNumber, () => ({
      cardType: 'savings' as const,
      bankCode: 'ICBC',
      bankName: '工商银行',
      singleLimit: fen(50_000_00n),
      dayLimit: fen(200_000_00n),
    }))
    network.answer(cards.readNumber, shapes.readNumber, () => ({
      outcome: 'read' as const,
      cardNo: '6222029900000000010',
      readsLeft: 9,
    }))
    openScreen(<Form />)
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
  })

  it('is filled in for checking, with the bank, and can be corrected', async () => {
    expect(camera().getAttribute('capture')).toBe('environment')
    await takePhoto()
    await waitFor(() => expect(field().value).toBe('6222 0299 0000 0000 010'))
    expect(screen.getByText('已识别，请与卡面核对。')).toBeTruthy()
    expect(await screen.findByText(/工商银行/)).toBeTruthy()
    // The whole number is visible beside one button; the camera is back when it is cleared.
    expect(screen.queryByLabelText('拍照识别卡号')).toBeNull()
    await userEvent.type(field(), '{Backspace}')
    expect(screen.queryByText('已识别，请与卡面核对。')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '清除储蓄卡号' }))
    expect(camera()).toBeTruthy()
  })

  it.each([
    ['notACard', '没有找到卡号，请把印有卡号的一面放满画面重拍，或手动输入'],
    ['blurred', '没有看清卡号，请拿稳手机，对焦后重拍，或手动输入'],
    ['dark', '光线太暗，请到明亮的地方重拍，或手动输入'],
    ['glare', '卡面有反光，请换个角度重拍，或手动输入'],
  ] as const)(
    'shows what to do about a %s photo, until a digit is typed',
    async (outcome, text) => {
      network.answer(cards.readNumber, shapes.readNumber, () => ({ outcome, readsLeft: 8 }))
      await takePhoto()
      expect(await screen.findByText(text)).toBeTruthy()
      await userEvent.type(field(), '6')
      expect(screen.queryByText(text)).toBeNull()
      expect(field().value).toBe('6')
    },
  )

  it('shows how many photos are left when there are few', async () => {
    const answers = [2, 0]
    network.answer(cards.readNumber, shapes.readNumber, () => ({
      outcome: 'dark' as const,
      readsLeft: answers.shift() ?? 0,
    }))
    await takePhoto()
    expect(await screen.findByText(/今日还可识别 2 次$/)).toBeTruthy()
    await takePhoto()
    expect(await screen.findByText(/今日识别次数已用完，请手动输入卡号$/)).toBeTruthy()
  })

  it('shows a refusal, a broken line and an unusable file at the field, and keeps the input', async () => {
    await userEvent.type(field(), '6222')
    network.answer(cards.readNumber, shapes.readNumber, () => {
      throw new Refusal(codes.tooOften, '今日拍照识别次数已用完，请手动输入卡号')
    })
    await takePhoto()
    expect(await screen.findByText('今日拍照识别次数已用完，请手动输入卡号')).toBeTruthy()
    network.cut(cards.readNumber)
    await takePhoto()
    expect(await screen.findByText('网络异常，请重试')).toBeTruthy()
    vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('no picture'))
    await takePhoto()
    expect(await screen.findByText(/这张图片打不开/)).toBeTruthy()
    expect(field().value).toBe('6222')
  })
})
