import type { settlementShapes } from '@qingzhou/contract/settlement'
import type { Output } from '@qingzhou/contract/shape'
import { lender } from '@qingzhou/domain/lender'
import type { Caller } from '#platform/caller.ts'
import { networkOf } from '#platform/network-of.ts'
import { requireAllowance } from '#platform/require-allowance.ts'
import type { Services } from '#platform/services.ts'
import { findCertificateByCode } from './certificate-store.ts'
import { tidyCode } from './check-code.ts'

type Answer = Output<(typeof settlementShapes)['verify']>

/**
 * Says to anybody what a certificate says, by the code on it. Whatever is typed is looked up like a
 * code that exists, and what no certificate has gets no reason.
 */
export async function verifyCertificate(
  services: Services,
  { ip }: Pick<Caller, 'ip'>,
  { checkCode }: { readonly checkCode: string },
): Promise<Answer> {
  const { database, vault } = services
  await requireAllowance(services, {
    key: `verify:network:${networkOf(ip)}`,
    limit: 30,
    windowSeconds: 600,
  })
  const found = await findCertificateByCode(database, vault, tidyCode(checkCode))
  if (!found) return {}
  const { kind, certificateNo, holder, issuedOn, loan, digest } = found
  return {
    certificate: {
      kind,
      certificateNo,
      lenderName: lender.company,
      holder,
      issuedOn,
      loanNo: loan?.loanNo,
      amount: loan?.amount,
      settledOn: loan?.settledOn,
      digest: digest.toString('hex'),
    },
  }
}
