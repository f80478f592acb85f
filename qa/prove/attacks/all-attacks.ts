import type { Call } from '@qingzhou/contract/calls'
import { calls } from '@qingzhou/contract/calls'
import { findProof } from '@qingzhou/contract/sealing/proof-of-work'
import { readyToApply } from '@qingzhou/server/features/loans/testing/borrower.ts'
import type { Client } from '@qingzhou/server/testing/client.ts'
import { drawNames, termNames } from '@qingzhou/contract/wire/names'
import { onWire } from '@qingzhou/contract/wire/renamed'
import type { Attack, Target } from './attack.ts'
import { isRefused, outcomeOf } from './attack.ts'
import { callbackDirection } from './callback-direction.ts'
import { crossSite } from './cross-site.ts'
import { halfSent, stalledUploads } from './half-sent.ts'
import { solveImage } from './image-solver.ts'
import { debitSigner } from './accounts/debit-signer.ts'
import { linkedApp } from './accounts/linked-app.ts'
import { lockOut } from './accounts/lock-out.ts'
import { logPattern } from './log-pattern.ts'
import { missingDeviceKey } from './accounts/missing-device-key.ts'
import { pathsOutside } from './paths.ts'
import { productionSettings } from './production-settings.ts'
import { jsonHeaders, malformedHttp, rawRequest } from './raw-http.ts'
import { sqlmap, wapiti } from './scanners.ts'
import { largeBody, sealedBody } from './sealed-body.ts'
import { rivalClaims } from './accounts/rival-claims.ts'
import { sessionPairs, withoutSession } from './accounts/session-pairs.ts'
import { manyNetworks, namedAddress, sharedAddress } from './accounts/shared-limits.ts'
import { smsGuessing } from './accounts/sms-guessing.ts'
import { staffPassword } from './accounts/staff-password.ts'
import { lenderNumbers } from './lender-numbers.ts'
import { mailQuota } from './mail-quota.ts'
import { splitDraws } from './split-draws.ts'
import { unmeteredCalls } from './unmetered-calls.ts'

/** Another customer's number must get the same code and message as one that does not exist. */
const foreignNumbers: Attack = {
  name: 'numbers of another customer',
  async run(target) {
    const owner = await target.borrower()
    const { drawNo } = await owner.client.api.loans.apply(await readyToApply(owner))
    const { client } = await target.borrower()
    const missing = `${drawNo.slice(0, -4)}0000`
    const pairs: [Call, (number: string) => Record<string, unknown>, [string, string]][] = [
      [calls.loans.result, (no) => onWire({ drawNo: no }, drawNames), [drawNo, missing]],
      [calls.loans.execute, (no) => onWire({ drawNo: no }, drawNames), [drawNo, missing]],
      [calls.repayment.loan, (no) => ({ loanNo: no }), [drawNo, missing]],
      [calls.repayment.plan, (no) => ({ loanNo: no }), [drawNo, missing]],
      [calls.loans.result, (no) => onWire({ drawNo: [no, no] }, drawNames), [drawNo, missing]],
      [
        calls.cards.startDebitAgreement,
        (no) => ({ cardId: no }),
        [owner.card.cardId, `${owner.card.cardId.slice(0, -1)}x`],
      ],
    ]
    const attempts = []
    for (const [call, fieldsOf, [theirs, none]] of pairs) {
      const [foreign, absent] = [
        await readAnswer(client, call, fieldsOf(theirs)),
        await readAnswer(client, call, fieldsOf(none)),
      ]
      const isSame = foreign === absent && !foreign.includes('COMCC00000')
      attempts.push({ what: `${call.path}: ${foreign}, and ${absent} for none`, isRefused: isSame })
    }
    return outcomeOf(attempts)
  },
}

async function readAnswer(
  client: Client,
  call: Call,
  fields: Record<string, unknown>,
): Promise<string> {
  const { status, code, message } = await client.send(call, fields)
  return `${status} ${code} ${message}`
}

/** A script that reads one code in twenty makes the image code useless. */
const SHARE_MAX = 0.05
const TRIES_MAX = 2 ** 24

/**
 * Reads image codes by thresholding and template matching, and solves their proof of work; also
 * guesses codes.
 */
const imageCode: Attack = {
  name: 'image code read by a script',
  async run(target) {
    const count = target.isFull ? 100 : 10
    let solved = 0
    for (let turn = 0; turn < count; turn += 1) solved += Number(await isSolved(target))
    const isHeld = solved <= Math.max(SHARE_MAX * count, 1)
    const wrong = { captchaKey: 'not-given-to-anybody', imageCode: 'AC4W' }
    const madeUp = await isRefused(() =>
      target.visitor().api.onboarding.checkCaptcha({ dynamicType: '01', ...wrong }),
    )
    return outcomeOf([
      { what: `${solved} of ${count} image codes read by a script`, isRefused: isHeld },
      { what: 'a code that was never drawn', isRefused: madeUp },
    ])
  },
}

async function isSolved(target: Target): Promise<boolean> {
  const client = target.visitor()
  const drawn = await client.api.onboarding.newCaptcha({})
  const [, png] = /^data:image\/\w+;base64,(.+)$/.exec(drawn.image) ?? []
  if (png === undefined) return false
  const code = await solveImage(Buffer.from(png, 'base64'))
  const { captchaKey, proofBits: bits = 0 } = drawn
  const proof = findProof({ key: captchaKey, bits }, { from: 0, count: TRIES_MAX })
  return !(await isRefused(() =>
    client.api.onboarding.checkCaptcha({ dynamicType: '01', captchaKey, imageCode: code, proof }),
  ))
}

const terms = onWire<unknown>(
  { amount: '12000.00', months: 12, method: 'equal-instalments' },
  termNames,
)
const amounts = [NaN, Infinity, -1, '-1.00', '1e309', '0x10', 2 ** 53 + 1, '', null, [], {}, true]
const more: readonly object[] = [
  { rate: 0 },
  { status: 'paid' },
  { limit: '1000000.00' },
  { annualRatePpm: 1 },
  { ['__proto__']: { isAdmin: true } },
  { constructor: { prototype: { isAdmin: true } } },
]

/** Fields outside the shape, and values that are not money. */
const oddFields: Attack = {
  name: 'fields and values out of shape',
  async run(target) {
    const { client } = await target.borrower()
    const bodies = [
      ...amounts.map((amount) => ({ ...terms, ...onWire({ amount }, termNames) })),
      ...more.map((extra) => ({ ...terms, ...extra })),
      ...['12', 12.5, -1, 0, 37, 1e9].map((months) => ({
        ...terms,
        ...onWire({ months }, termNames),
      })),
    ]
    const attempts = []
    for (const body of bodies) {
      const { code } = await client.send(calls.loans.quote, body)
      attempts.push({ what: JSON.stringify(body), isRefused: code !== 'COMCC00000' })
    }
    const { code } = await client.send(calls.loans.quote, terms)
    if (code !== 'COMCC00000') throw new Error(`the valid terms are refused: ${code}`)
    return outcomeOf(attempts)
  },
}

/** Each attempt costs the server one password hash. */
const TRIES = { short: 6, full: 60 }
/** The first failure and the first lock of an hour; the hour may change during the attack. */
const ROWS_MAX = 4

/** The staff log is append-only: failed sign-ins by strangers must not be able to fill it. */
const staffLog: Attack = {
  name: 'filling the staff log',
  async run(target) {
    const { database } = target.product.services
    const rows = async () => {
      const [row] = await database.query<{ count: bigint }>(
        'SELECT count(*) AS count FROM staff_log',
      )
      return Number(row?.count ?? 0)
    }
    const before = await rows()
    const tries = target.isFull ? TRIES.full : TRIES.short
    for (let count = 0; count < tries; count += 1) {
      const signIn = { username: `unknown${count}`, password: 'Wrong_2026' }
      const isOut = await isRefused(() => target.visitor().api.staff.signIn(signIn))
      if (!isOut) throw new Error('an unknown user was signed in')
    }
    const added = (await rows()) - before
    const what = `${added} rows of the staff log written by ${tries} failed sign-ins`
    return outcomeOf([{ what, isRefused: added <= ROWS_MAX }])
  },
}

const hosts = ['localhost', 'evil.example', '169.254.169.254', 'localhost.evil.example']
const paths = ['/desk/', '/desk/api/people', '/sandbox/inbox']

/** The desk and the sandbox are not part of production, whatever name a request is sent to. */
const deskHost: Attack = {
  name: 'the desk and the sandbox in production',
  async run({ address }) {
    const attempts = []
    for (const host of hosts) {
      for (const path of paths) {
        const { status } = await rawRequest(address, path, { headers: { ...jsonHeaders, host } })
        attempts.push({ what: `${path} for Host ${host}: ${status}`, isRefused: status === 404 })
      }
    }
    return outcomeOf(attempts)
  },
}

/** In execution order: attacks with few side effects first, those that load the server last. */
export const allAttacks: readonly Attack[] = [
  productionSettings,
  deskHost,
  callbackDirection,
  crossSite,
  malformedHttp,
  pathsOutside,
  sealedBody,
  withoutSession,
  sessionPairs,
  smsGuessing,
  sharedAddress,
  manyNetworks,
  namedAddress,
  lockOut,
  linkedApp,
  debitSigner,
  rivalClaims,
  staffPassword,
  imageCode,
  oddFields,
  foreignNumbers,
  missingDeviceKey,
  splitDraws,
  lenderNumbers,
  mailQuota,
  staffLog,
  logPattern,
  largeBody,
  stalledUploads,
  halfSent,
  unmeteredCalls,
  sqlmap,
  wapiti,
]
