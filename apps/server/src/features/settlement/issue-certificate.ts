import { compactDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CertificateKind } from '@qingzhou/contract/settlement'
import { maskIdNumber } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import type { CustomerNo } from '#platform/customer-no.ts'
import { personOf } from '#features/identity/index.ts'
import { lockCustomerBooks } from '#lending/index.ts'
import type { Services } from '#platform/services.ts'
import { certificatePaper, newCheckCode } from './certificate-paper.ts'
import {
  findCertificatesAbout,
  insertCertificate,
  type IssuedCertificate,
} from './certificate-store.ts'
import type { Proven } from './list-settled-loans.ts'
import { readAccounts, type Accounts } from './read-accounts.ts'
import { sha256 } from '#platform/canonical-json.ts'

/** How often the books may move while a paper is drawn up. */
const TRIES = 3

/** Finds in the accounts what is to be proven; refuses what is not so. */
export type Wanted = (accounts: Accounts) => Proven

/**
 * The certificate of what is wanted: the one that was issued before, or a new one.
 *
 * It is printed and signed before the books are held, and issued only if they still say the same
 * then. Of several who ask at once, all get the first one's.
 */
export async function certificateOf(
  services: Services,
  customer: CustomerNo,
  wanted: Wanted,
): Promise<IssuedCertificate> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const accounts = await readAccounts(services.database, customer)
    const proven = wanted(accounts)
    const earlier = await findAbout(services, customer, proven.about)
    if (earlier) return earlier
    const drawnUp = await drawUp(services, customer, { proven, issuedOn: accounts.today })
    if (await issued(services, customer, { wanted, drawnUp })) return drawnUp
  }
  throw new Error('the books of a customer move faster than a paper about them is printed')
}

async function findAbout(
  { database, vault }: Services,
  customer: CustomerNo,
  about: string,
): Promise<IssuedCertificate | undefined> {
  const [earlier] = await findCertificatesAbout(database, vault, { customer, about: [about] })
  return earlier
}

/** The paper, printed, signed and put away, though nobody knows of it yet. */
async function drawUp(
  services: Services,
  customer: CustomerNo,
  { proven, issuedOn }: { readonly proven: Proven; readonly issuedOn: LocalDate },
): Promise<IssuedCertificate> {
  const { database, printer, signer, files, now, publicOrigin } = services
  const person = await personOf(database, services, customer)
  const { kind, about, loan } = proven
  const certificateNo = newCertificateNo(kind, issuedOn)
  const checkCode = newCheckCode()
  const holder = { name: person.name, idNumber: maskIdNumber(person.idNumber) }
  const named = { proven, holder, certificateNo, checkCode, issuedOn }
  const paper = certificatePaper({ ...named, signedAt: now(), publicOrigin })
  const pdf = await signer.sign(await printer.print(paper))
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

/** False when the books moved meanwhile, or another one was issued: what was drawn up is left to be swept. */
async function issued(
  { database, vault, files, now }: Services,
  customer: CustomerNo,
  { wanted, drawnUp }: { readonly wanted: Wanted; readonly drawnUp: IssuedCertificate },
): Promise<boolean> {
  return database.inTransaction(async (tx) => {
    await lockCustomerBooks(tx, customer)
    const { about } = wanted(await readAccounts(tx, customer))
    if (about !== drawnUp.about) return false
    const isNew = await insertCertificate(tx, vault, { ...drawnUp, customer, issuedAt: now() })
    if (isNew) await files.hold(tx, { customer, fileNo: drawnUp.fileNo })
    return isNew
  })
}

const letters: Record<CertificateKind, string> = { settlement: 'JQ', statement: 'ZH' }

/** The day, and enough by chance that nobody meets another's by counting. */
function newCertificateNo(kind: CertificateKind, on: LocalDate): string {
  return `${letters[kind]}${compactDate(on)}${newCheckCode().slice(0, 10)}`
}
