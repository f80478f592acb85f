import { solveChallenge } from 'altcha-lib/v1'
import { describe, expect, it } from 'vitest'
import { findProof } from '@qingzhou/contract/sealing/proof-of-work'
import {
  expectRefusal,
  messagesTo,
  newPhone,
  countMessages,
} from '#features/onboarding/testing/visitor.ts'
import { refusalMessage } from '#http/refusals.ts'
import { startProductForFile } from '#testing/product.ts'
import { newPuzzle } from './captcha.ts'

const product = startProductForFile({ IMAGE_CODE: 'altcha' })

/** A puzzle as a browser gets and solves it. */
async function solvePuzzle() {
  const { captchaKey, image, proofBits, puzzle } = await product
    .client()
    .api.onboarding.newCaptcha({})
  if (!puzzle || proofBits === undefined) throw new Error('no puzzle')
  const task = { key: captchaKey, bits: proofBits, puzzle }
  const proof = findProof(task, { from: 0, count: puzzle.maxnumber })
  if (proof === undefined) throw new Error('no solution')
  return { captchaKey, image, puzzle, proof }
}

function check(captchaKey: string, proof?: number, imageCode = '0000'): Promise<unknown> {
  const answer = { dynamicType: '01', captchaKey, imageCode, proof } as const
  return product.client().api.onboarding.checkCaptcha(answer)
}

const wrong = { kind: 'captcha-wrong' } as const

describe('a puzzle instead of an image', { timeout: 60_000 }, () => {
  it('is solved by our search as by the library of ALTCHA', async () => {
    const { number, puzzle } = await newPuzzle(9)
    const { salt, challenge, maxnumber } = puzzle
    expect(maxnumber).toBe(1_024)
    const task = { key: '', bits: 0, puzzle }
    expect(findProof(task, { from: 0, count: maxnumber })).toBe(number)
    const found = await solveChallenge(challenge, salt, 'SHA-256', maxnumber).promise
    expect(found?.number).toBe(number)
  })

  it('comes without a picture, and its number allows one message', async () => {
    const { captchaKey, image, puzzle, proof } = await solvePuzzle()
    expect(image).toBe('')
    expect(puzzle.maxnumber).toBe(2 ** 16)
    const mobile = newPhone()
    const request = { mobile, captchaKey, imageCode: '0000', proof }
    const { onboarding } = product.client().api
    await onboarding.sendSmsCodeAfterCaptcha(request)
    expect(await messagesTo(product, mobile)).toHaveLength(1)
    await expectRefusal(onboarding.sendSmsCodeAfterCaptcha(request), wrong)
    expect(await messagesTo(product, mobile)).toHaveLength(1)
  })

  it('is used up by a wrong number, by none, and by the number of another puzzle', async () => {
    const first = await solvePuzzle()
    await expectRefusal(check(first.captchaKey, first.proof + 1), wrong)
    await expectRefusal(check(first.captchaKey, first.proof), wrong)
    const second = await solvePuzzle()
    await expectRefusal(check(second.captchaKey), wrong)
    await expectRefusal(check(second.captchaKey, second.proof), wrong)
    const third = await solvePuzzle()
    await expectRefusal(
      check(third.captchaKey, first.proof, String(third.proof).padStart(4, '0').slice(0, 4)),
      wrong,
    )
  })

  it('cannot be answered twice, also concurrently', async () => {
    const { captchaKey, proof } = await solvePuzzle()
    const words = await countMessages(Array.from({ length: 20 }, () => check(captchaKey, proof)))
    expect(words.get('ok')).toBe(1)
    expect(words.get(refusalMessage(wrong).message)).toBe(19)
  })

  it('a puzzle instead of an image is void after five minutes', async () => {
    const { captchaKey, proof } = await solvePuzzle()
    product.advance(301)
    await expectRefusal(check(captchaKey, proof), wrong)
  })

  it('becomes harder after many puzzles for a device', async () => {
    const client = product.client('198.51.100.210')
    const sizes = []
    for (let count = 0; count < 6; count += 1) {
      const { puzzle } = await client.api.onboarding.newCaptcha({})
      sizes.push(puzzle?.maxnumber)
    }
    expect([sizes[0], sizes[5]]).toEqual([2 ** 16, 2 ** 17])
  })
})
