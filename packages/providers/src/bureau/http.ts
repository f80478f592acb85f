import { fen } from '@qingzhou/domain/money/money'
import type { BureauReport } from '@qingzhou/provider-api/calls'
import { providerCalls, providerCallbacks } from '@qingzhou/provider-api/calls'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import type { Ask } from '#signed-http.ts'
import type { CreditReport } from '@qingzhou/domain/credit/applicant'
import type { Bureau, BureauAnswer } from './port.ts'

export function createBureau(
  ask: Ask,
  { ownOrigin }: { readonly ownOrigin: () => string },
): Bureau {
  return {
    async order(order) {
      const call = providerCalls.bureau.order
      const notifyUrl = `${ownOrigin()}${providerCallbacks.bureau.path}`
      return answerOf(await ask(call, { ...order, notifyUrl }), call.path)
    },
    async report(requestNo) {
      const call = providerCalls.bureau.report
      return answerOf(await ask(call, { requestNo }), call.path)
    },
  }
}

type BureauState = {
  readonly state: 'pending' | 'ready' | 'unknown'
  readonly report?: BureauReport | undefined
}

/** Converts the bureau's answer. A report that is ready but missing is a provider fault. */
export function answerOf({ state, report }: BureauState, path: string): BureauAnswer {
  if (state !== 'ready') return { state }
  if (!report) throw new ProviderFault(path, 'ready without a report')
  return { state, report: reportOf(report) }
}

function reportOf(report: BureauReport): CreditReport {
  return {
    score: report.score,
    owed: fen(BigInt(report.owedFen)),
    isOverdueNow: report.overdueNow,
    daysOverdueMaxInTwoYears: report.daysOverdueMaxInTwoYears,
    enquiriesInThreeMonths: report.enquiriesInThreeMonths,
    isOnFraudList: report.isOnFraudList,
    isEnforced: report.isEnforced,
  }
}
