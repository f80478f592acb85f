import type { CertificateKind } from '@qingzhou/contract/settlement'

export const proofNames: Record<CertificateKind, string> = {
  settlement: '结清证明',
  statement: '信贷账户证明',
}
