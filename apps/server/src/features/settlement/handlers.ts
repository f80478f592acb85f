import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import { applyForCertificates } from './apply-for-certificates.ts'
import { listSettledLoans } from './list-settled-loans.ts'
import { verifyCertificate } from './certificate-document.ts'

export function settlementHandlers(
  services: Pick<
    Services,
    | 'database'
    | 'vault'
    | 'limiter'
    | 'files'
    | 'tasks'
    | 'now'
    | 'printer'
    | 'signer'
    | 'publicOrigin'
  >,
): Handlers<Callers>['settlement'] {
  return {
    settledLoans: (input, caller) => listSettledLoans(services, caller.session.customer, input),
    apply: (input, caller) => applyForCertificates(services, caller.session.customer, input),
    verify: (input, caller) => verifyCertificate(services, caller, input),
  }
}
