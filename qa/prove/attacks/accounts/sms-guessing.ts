import {
  agreed,
  latestCode,
  messagesTo,
  newPhone,
  sendCodeTo,
} from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import {
  isRefused,
  outcomeOf,
  type Attack,
  type Attempt,
  type Target,
} from '#prove/attacks/attack.ts'

const GUESSES = 30
const MESSAGES_MAX = 5
const SENDS = 15

/**
 * All codes on one phone in parallel; the right code for another phone; many messages to one phone.
 */
export const smsGuessing: Attack = {
  name: 'SMS code guessed or pumped',
  async run(target) {
    return outcomeOf([await guessCodes(target), await ofAnother(target), await pumpSms(target)])
  },
}

async function guessCodes(target: Target): Promise<Attempt> {
  const [client, mobile] = [target.visitor(), newPhone()]
  await sendCodeTo(client, mobile)
  const right = await latestCode(target.product, mobile)
  const guesses = Array.from({ length: GUESSES }, (_, index) => String(10_000 + index * 997))
  const tryCode = (dynamicCode: string) =>
    isRefused(() => client.api.onboarding.signIn({ by: 'code', mobile, dynamicCode, agreed }))
  await Promise.all(guesses.filter((guess) => guess !== right).map(tryCode))
  return { what: `the code after ${GUESSES} wrong ones`, isRefused: await tryCode(right) }
}

async function ofAnother(target: Target): Promise<Attempt> {
  const [client, own, other] = [target.visitor(), newPhone(), newPhone()]
  await sendCodeTo(client, own)
  await sendCodeTo(target.visitor(), other)
  const dynamicCode = await latestCode(target.product, own)
  if (dynamicCode === (await latestCode(target.product, other))) return ofAnother(target)
  const isOut = await isRefused(() =>
    client.api.onboarding.signIn({ by: 'code', mobile: other, dynamicCode, agreed }),
  )
  return { what: 'a code for another phone', isRefused: isOut }
}

async function pumpSms(target: Target): Promise<Attempt> {
  const [client, phone] = [target.visitor(), newPhone()]
  for (let count = 0; count < SENDS; count += 1) await isRefused(() => sendCodeTo(client, phone))
  const { length } = await messagesTo(target.product, phone)
  return { what: `${length} messages to one phone`, isRefused: length <= MESSAGES_MAX }
}
