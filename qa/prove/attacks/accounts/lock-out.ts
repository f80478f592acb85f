import {
  agreed,
  latestCode,
  newPhone,
  sendCodeTo,
} from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import { newStaff } from '@qingzhou/server/testing/staff.ts'
import type { Client } from '@qingzhou/server/testing/client.ts'
import {
  isRefused,
  outcomeOf,
  type Attack,
  type Attempt,
  type Target,
} from '#prove/attacks/attack.ts'

const WRONG_TRIES = 12

/**
 * Strangers try wrong codes and passwords; the owner must still be able to sign in from elsewhere.
 */
export const lockOut: Attack = {
  name: 'locking others out',
  async run(target) {
    const ways = [bySmsCode(target), byPassword(target), byStaff(target)]
    return outcomeOf([...(await Promise.all(ways)), await byManyHashes(target)])
  },
}

async function bySmsCode(target: Target): Promise<Attempt> {
  const [owner, phone] = [target.visitor(), newPhone()]
  await sendCodeTo(owner, phone)
  const dynamicCode = await latestCode(target.product, phone)
  const wrong = dynamicCode === '11111' ? '22222' : '11111'
  const stranger = target.visitor()
  await repeatedly(() =>
    stranger.api.onboarding.signIn({ by: 'code', mobile: phone, dynamicCode: wrong, agreed }),
  )
  const isOut = await isRefused(() =>
    owner.api.onboarding.signIn({ by: 'code', mobile: phone, dynamicCode, agreed }),
  )
  return { what: 'wrong SMS codes of a stranger spent the owner’s code', isRefused: !isOut }
}

async function byPassword(target: Target): Promise<Attempt> {
  const [owner, mobile, password] = [target.visitor(), newPhone(), 'Boat_2026_x']
  await registerWithPassword(target, owner, { mobile, password })
  const stranger = target.visitor()
  await repeatedly(() =>
    stranger.api.onboarding.signIn({ by: 'password', mobile, password: 'Wrong_2026' }),
  )
  const isOut = await isRefused(() =>
    owner.api.onboarding.signIn({ by: 'password', mobile, password }),
  )
  return { what: 'wrong passwords of a stranger locked the owner out', isRefused: !isOut }
}

async function registerWithPassword(
  { product }: Target,
  owner: Client,
  { mobile, password }: { readonly mobile: string; readonly password: string },
): Promise<void> {
  await sendCodeTo(owner, mobile)
  const dynamicCode = await latestCode(product, mobile)
  await owner.api.onboarding.signIn({
    by: 'code',
    mobile,
    dynamicCode,
    agreed,
    newPassword: password,
  })
}

async function byStaff(target: Target): Promise<Attempt> {
  const { username, client } = await newStaff(target.product, ['operator'])
  const stranger = target.visitor()
  await repeatedly(() => stranger.api.staff.signIn({ username, password: 'Wrong_2026' }))
  // The open session continues; a new sign-in needs the staff unlock command.
  const isOut = await isRefused(() => client.api.staff.me({}))
  return { what: 'wrong passwords of a stranger ended a staff session', isRefused: !isOut }
}

async function repeatedly(call: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < WRONG_TRIES; count += 1) await isRefused(call)
}

/** In full, more password hashes at once than there are waiting places. */
const HASHES = { short: 6, full: 120 }

/** Each wrong password costs a hash. They must not keep staff from signing in. */
async function byManyHashes(target: Target): Promise<Attempt> {
  const { username, password } = await newStaff(target.product, ['operator'])
  const member = target.visitor()
  await member.api.staff.signIn({ username, password })
  const count = target.isFull ? HASHES.full : HASHES.short
  const strangers = Array.from({ length: count }, (_, index) => {
    const { api } = target.visitor()
    const wrong = { password: 'Wrong_2026' }
    return index % 2 === 0
      ? isRefused(() => api.staff.signIn({ username: `nobody${index}`, ...wrong }))
      : isRefused(() => api.onboarding.signIn({ by: 'password', mobile: newPhone(), ...wrong }))
  })
  const isOut = await isRefused(() => member.api.staff.signIn({ username, password }))
  // A stranger's hash waits its turn, on a busy machine longer than a client does.
  await Promise.allSettled(strangers)
  return { what: 'password hashes of strangers kept staff out', isRefused: !isOut }
}
