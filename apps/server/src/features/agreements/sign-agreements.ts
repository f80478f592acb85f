import { createHash, randomUUID } from 'node:crypto'
import type { AgreementEvent } from '@qingzhou/contract/agreements'
import type { SignedInCaller } from '#platform/caller.ts'
import type { Transaction } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { insertSigned, wordsOf } from './agreement-store.ts'
import { factsOf } from './facts-of.ts'
import { costSheetIn, type Matters, type Template } from './template.ts'
import { costSheetPaper, templatesFor } from './templates/templates.ts'

/** What a person agreed to, and what the texts are filled with. */
export type Signing = Matters & {
  readonly events: readonly AgreementEvent[]
  /** The application or the draw it is signed for. */
  readonly businessNo: string
  readonly agreed: readonly { readonly code: string; readonly version: string }[]
  /** The loan it is about, where it is not the one it was drawn with. */
  readonly loanNo?: string
}

/**
 * Keeps what was signed, in the transaction of what it is signed for: the words as they were
 * shown, their hash, the time, and the device.
 */
export async function signAgreements(
  tx: Transaction,
  services: Services,
  caller: SignedInCaller,
  signing: Signing,
): Promise<void> {
  const { businessNo, loan, delay, plan, second, loanNo } = signing
  const { customer } = caller.session
  const templates = agreedTemplates(signing)
  const facts = await factsOf(tx, services, { customer, loan, delay, plan, second })
  const signedAt = services.now()

  for (const template of costSheetIn(facts) ? [...templates, costSheetPaper] : templates) {
    const blocks = template.write(facts)
    const { write: _, ...signed } = { ...template, customer, businessNo, loanNo, signedAt, blocks }
    await insertSigned(tx, services.vault, {
      ...signed,
      agreementNo: randomUUID(),
      hash: createHash('sha256').update(wordsOf(blocks)).digest('hex'),
      ip: caller.ip,
      deviceId: caller.deviceId,
      userAgent: caller.userAgent,
    })
  }
}

/** All that the events ask for, each agreed to in the words of today. */
function agreedTemplates({ events, agreed, loan }: Signing): readonly Template[] {
  const isUnionLoan = loan?.isUnionLoan ?? false
  const templates = events.flatMap((event) => templatesFor(event, { isUnionLoan }))
  for (const { code, version } of templates) {
    const given = agreed.find((one) => one.code === code)
    if (!given) throw new Refused({ kind: 'agreement-needed' })
    if (given.version !== version) throw new Refused({ kind: 'agreement-outdated' })
  }
  return templates
}
