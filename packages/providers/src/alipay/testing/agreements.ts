import { dayInShanghai } from '@qingzhou/platform/clock'
import { createLog } from '@qingzhou/platform/log'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { createProviders } from '#providers.ts'
import {
  NO_FAULT,
  SANDBOX_SECRET,
  startAlipaySandbox,
  type AlipaySandbox,
} from './alipay-sandbox.ts'

export type AgreementTests = Awaited<ReturnType<typeof startAgreementTests>>
export type SignedAgreement = Awaited<ReturnType<AgreementTests['signed']>>

/** A short time limit, and how slow an app is that exceeds it. */
const SHORT_LIMIT_MS = 300
export const SLOW_MS = 1_000

/** Agreements at a payment app of the sandbox, with a clock that the test moves. */
export async function startAgreementTests() {
  let offsetMs = 0
  const nowMs = () => Date.now() + offsetMs
  const sandbox = await startAlipaySandbox(nowMs)
  const open = (settings: object) => openAgreements(sandbox, { nowMs, settings, limitMs: 30_000 })
  const wallet = await open({})
  const { agreements } = wallet
  const impatient = await openAgreements(sandbox, { nowMs, settings: {}, limitMs: SHORT_LIMIT_MS })
  if (!agreements || !impatient.agreements) throw new Error('agreements are not offered')
  const advance = (seconds: number) => void (offsetMs += seconds * 1_000)
  const today = () => dayInShanghai(new Date(nowMs()))
  const newWire = () => ({
    wireNo: crypto.randomUUID().replaceAll('-', ''),
    orderedAt: new Date(nowMs()),
  })
  /** A day of this month that the app takes. */
  const soon = () => localDate(today().slice(8) > '28' ? `${today().slice(0, 8)}28` : today())
  const newAgreement = (firstOn = soon()) => ({
    ...newWire(),
    rule: { firstOn, amountMax: fen(5_000_00n) },
    signer: { name: '顾晓舟', idNumber: '330106199003070017' },
    returnPath: '/#back',
    scene: 'browser' as const,
  })

  return {
    sandbox,
    open,
    wallet,
    agreements,
    /** The same with a time limit below `SLOW_MS`. */
    impatientAgreements: impatient.agreements,
    advance,
    today,
    newWire,
    newAgreement,

    async signed(firstOn = soon()) {
      const order = newAgreement(firstOn)
      await sandbox.decide(await agreements.agreementUrl(order), 'agree')
      const answer = await agreements.agreement(order)
      if (answer.state !== 'signed') throw new Error('not signed')
      return { ...order, reference: answer.reference }
    },

    debitOf: (
      agreement: ReturnType<typeof newAgreement> & { readonly reference: string },
      amount = 1_234_56n,
    ) => ({ ...newWire(), amount: fen(amount), subject: '借款还款', agreement }),

    linesOf: async (wireNo: string) =>
      (await wallet.dayFile(today())).filter((line) => line.wireNo === wireNo),

    /** Ends all faults. */
    async restore() {
      sandbox.between.state.change = (answer: Buffer) => answer
      await sandbox.setFault(NO_FAULT)
      advance(2)
    },

    stop: () => sandbox.stop(),
  }
}

async function openAgreements(
  sandbox: AlipaySandbox,
  {
    nowMs,
    settings,
    limitMs,
  }: { readonly nowMs: () => number; readonly settings: object; readonly limitMs: number },
) {
  const gateway = 'gateway' as const
  const others = { bank: gateway, sms: gateway, mail: gateway, ip: gateway, identity: gateway }
  const providers = await createProviders({
    url: sandbox.url,
    secret: SANDBOX_SECRET,
    consentUrl: sandbox.url,
    timeoutsMs: { wallet: limitMs },
    outagesMax: 1_000_000,
    now: () => new Date(nowMs()),
    ownOrigin: () => sandbox.url,
    log: createLog({ level: 'silent' }),
    adapters: { ...others, wallet: { ...sandbox.settings, ...settings } },
  })
  return providers.wallet
}
