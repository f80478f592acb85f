import type { delayShapes } from '@qingzhou/contract/delays'
import type { Input, Output } from '@qingzhou/contract/shape'
import { product } from '@qingzhou/domain/product'
import { refused } from '@qingzhou/domain/refusal'
import { relieve } from '@qingzhou/domain/repayment/regional-relief'
import type { SignedInCaller } from '#platform/caller.ts'
import { readProofFiles, readProofs } from '#features/proofs/index.ts'
import { summaryOf } from '#features/repayment/loan-view.ts'
import { readBills } from '#features/repayment/read-bills.ts'
import { whyNot, type SayWhyNot } from '#features/repayment/say-why-not.ts'
import type { Services } from '#platform/services.ts'
import { openRelief, submitRelief } from './apply-for-relief.ts'
import { readReliefs, type Relief } from './relief-store.ts'

type Asked = Input<(typeof delayShapes)['applyForRelief']>
type State = Output<(typeof delayShapes)['applyForRelief']>

/** Does what is asked for, and tells how things stand then. */
export async function applyForRelief(
  services: Services,
  caller: SignedInCaller,
  { asked, sayWhyNot }: { readonly asked: Asked; readonly sayWhyNot: SayWhyNot },
): Promise<State> {
  const { customer } = caller.session
  if (asked.act === 'open') await openRelief(services, customer, asked)
  if (asked.act === 'submit') await submitRelief(services, customer, asked)
  return reliefState(services, caller, sayWhyNot)
}

async function reliefState(
  services: Services,
  caller: SignedInCaller,
  sayWhyNot: SayWhyNot,
): Promise<State> {
  const { customer } = caller.session
  const { daysMax } = product.regionalRelief
  const [{ running, today }, reliefs] = await Promise.all([
    readBills(services, customer),
    readReliefs(services.database, services, customer),
  ])
  const isRunning = reliefs.some(({ state }) => state === 'review')
  return {
    daysMax,
    loans: running.map((kept) => ({
      loan: summaryOf(kept, today),
      refusal: whyNot(
        isRunning
          ? refused({ kind: 'relief-running' })
          : relieve(kept.loan, { days: daysMax, today }),
        sayWhyNot,
      ),
    })),
    applications: await applicationsOf(services, caller, reliefs),
  }
}

async function applicationsOf(
  services: Services,
  caller: SignedInCaller,
  reliefs: readonly Relief[],
): Promise<State['applications']> {
  const { customer } = caller.session
  const proofs = await readProofs(services, customer, 'relief')
  const holder = caller.readSecret('session')
  const applications = reliefs.map(async ({ proofNo, request }) => {
    const proof = proofs.find((one) => one.proofNo === proofNo)
    if (!proof) return []
    const files = await readProofFiles(services, { customer, proofNo, holder })
    const { days, reason: reliefReason, note } = request ?? {}
    return [{ proof, days, reliefReason, note, files }]
  })
  return (await Promise.all(applications)).flat()
}
