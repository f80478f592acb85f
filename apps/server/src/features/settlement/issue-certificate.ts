import { compactDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CertificateKind } from '@qingzhou/contract/features/repayment/settlement'
import { maskIdNumber } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { getPerson } from '#features/identity/index.ts'
import { lockCustomerBooks } from '@qingzhou/lending/index'
import { businessMoment } from '@qingzhou/lending/ledger/index'
import type { Services } from '#services.ts'
import { writeCertificate, newCheckCode } from './certificate-document.ts'
import {
  findCertificatesAbout,
  insertCertificate,
  type IssuedCertificate,
} from './certificate-store.ts'
import type { CertificateFacts } from './list-settled-loans.ts'
import { readAccounts, type Accounts } from './read-accounts.ts'
import { sha256 } from '@qingzhou/platform/canonical-json'

type Deps = Pick<
  Services,
  'database' | 'vault' | 'files' | 'now' | 'printer' | 'signer' | 'publicOrigin'
>

/** Attempts when the books change while the document is being created. */
const TRIES = 3

/** Derives the facts to certify from the accounts; refuses if they do not hold. */
export type FactsOfCertificate = (accounts: Accounts) => CertificateFacts

/**
 * Returns the certificate already issued about these facts, or issues a new one.
 *
 * The document is rendered and signed before the books are locked, and issued only if the facts are
 * unchanged then. Concurrent requests all get the first certificate.
 */
export async function findOrIssueCertificate(
  services: Deps,
  customer: CustomerNo,
  wanted: FactsOfCertificate,
): Promise<IssuedCertificate> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const accounts = await readAccounts(services.database, customer)
    const facts = wanted(accounts)
    const earlier = await findAbout(services, customer, facts.about)
    if (earlier) return earlier
    const draft = await createCertificate(services, customer, {
      facts,
      issuedOn: accounts.today,
    })
    if (await tryIssue(services, customer, { wanted, draft })) return draft
  }
  throw new Error(
    `customer ${customer}: books changed during each of ${TRIES} attempts to issue a certificate`,
  )
}

async function findAbout(
  { database, vault }: Pick<Services, 'database' | 'vault'>,
  customer: CustomerNo,
  about: string,
): Promise<IssuedCertificate | undefined> {
  const [earlier] = await findCertificatesAbout(database, vault, { customer, about: [about] })
  return earlier
}

/** Renders, signs and stores the document; it is not referenced yet. */
async function createCertificate(
  services: Deps,
  customer: CustomerNo,
  { facts, issuedOn }: { readonly facts: CertificateFacts; readonly issuedOn: LocalDate },
): Promise<IssuedCertificate> {
  const { database, printer, signer, files, now, publicOrigin } = services
  const person = await getPerson(database, services, customer)
  const { kind, about, loan } = facts
  const certificateNo = newCertificateNo(kind, issuedOn)
  const checkCode = newCheckCode()
  const holder = { name: person.name, idNumber: maskIdNumber(person.idNumber) }
  const named = { facts, holder, certificateNo, checkCode, issuedOn }
  const signedAt = await businessMoment(database, now())
  const document = writeCertificate({ ...named, signedAt, publicOrigin })
  const pdf = await signer.sign(await printer.print(document))
  return {
    certificateNo,
    kind,
    about,
    loan,
    issuedOn,
    holder: `${maskName(person.name)}（证件尾号 ${person.idNumber.slice(-4)}）`,
    checkCode,
    fileNo: await files.put(pdf, { customer, kind: 'certificate' }),
    digest: sha256(pdf),
  }
}

/**
 * Returns false if the books have changed or another certificate was issued; the file is then
 * swept.
 */
async function tryIssue(
  { database, vault, files, now }: Pick<Services, 'database' | 'vault' | 'files' | 'now'>,
  customer: CustomerNo,
  { wanted, draft }: { readonly wanted: FactsOfCertificate; readonly draft: IssuedCertificate },
): Promise<boolean> {
  return database.inTransaction(async (tx) => {
    await lockCustomerBooks(tx, customer)
    const { about } = wanted(await readAccounts(tx, customer))
    if (about !== draft.about) return false
    const isNew = await insertCertificate(tx, vault, { ...draft, customer, issuedAt: now() })
    if (isNew) await files.hold(tx, { customer, fileNo: draft.fileNo })
    return isNew
  })
}

const letters: Record<CertificateKind, string> = { settlement: 'JQ', statement: 'ZH' }

/** The date and fifty random bits, so that numbers cannot be enumerated. */
function newCertificateNo(kind: CertificateKind, on: LocalDate): string {
  return `${letters[kind]}${compactDate(on)}${newCheckCode().slice(0, 10)}`
}
