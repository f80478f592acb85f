import type { Handlers } from '@qingzhou/contract/shapes'
import { fen } from '@qingzhou/domain/money/money'
import { mask } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import { readCards } from '#features/cards/index.ts'
import { listEvidence } from '#features/evidence/index.ts'
import { listMessages, messageTitle, messageWords } from '#features/messages/index.ts'
import { listLinkedApps } from '#features/onboarding/index.ts'
import { findProfile } from '#features/profile/index.ts'
import { listSessions } from '#features/sessions/index.ts'
import { namesOfStaff } from '#features/staff-members/index.ts'
import { downloadDocument, listConsents, readDocuments } from '#features/support/index.ts'
import { readCoupons, readOffers } from '@qingzhou/lending/index'
import type { Callers } from '@qingzhou/platform/caller'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import { listApplications } from './credit-store.ts'
import { listOrders } from './customer-store.ts'
import { choices, pageTitle } from '#features/reference/index.ts'
import { findByNumber } from './find-by-number.ts'
import { readLimitHistory } from './limit-history.ts'
import { showCustomerPage, unmaskCustomer } from './show-customer.ts'
import { showLoan } from './show-loan.ts'
import { listEvents } from './timeline-store.ts'

type Deps = Pick<
  Services,
  | 'database'
  | 'vault'
  | 'files'
  | 'limiter'
  | 'printer'
  | 'signer'
  | 'now'
  | 'today'
  | 'businessDate'
>

/** Everything that staff read of a customer, each part by its own call. */
export function consoleCustomersHandlers(services: Deps): Handlers<Callers>['console-customers'] {
  const { database } = services
  return {
    find: ({ number }, { staff }) => findByNumber(services, staff, number),
    customer: ({ customer }, { staff }) => showCustomerPage(services, staff, customerNo(customer)),
    unmask: ({ customer, reason }, { staff }) =>
      unmaskCustomer(services, staff, { customer: customerNo(customer), reason }),
    credit: async (input) => {
      const customer = customerNo(input.customer)
      return {
        applications: await listApplications(database, customer),
        limitHistory: await withNames(services, await readLimitHistory(services, customer)),
      }
    },
    orders: async ({ customer }) => ({ orders: await ordersOf(services, customerNo(customer)) }),
    benefits: async ({ customer }) => benefitsOf(services, customerNo(customer)),
    documents: async (input, { staff }) => {
      const customer = customerNo(input.customer)
      return {
        documents: await readDocuments(services, staff, { customer }),
        evidence: await evidenceOf(services, customer),
      }
    },
    document: async ({ customer, documentNo }, { staff }) => {
      const key = { customer: customerNo(customer), documentNo }
      const { title, pdf } = await downloadDocument(services, staff, key)
      return { title, bytes: pdf.toString('base64') }
    },
    messages: async ({ customer, pageNo }) =>
      messagesOf(services, { customer: customerNo(customer), pageNo }),
    access: async ({ customer }) => accessOf(services, customerNo(customer)),
    timeline: async ({ customer, subject }) => {
      const events = await listEvents(database, { customer: customerNo(customer), subject })
      return {
        events: (await withNames(services, events)).map(({ about, ...event }) => ({
          ...event,
          about: aboutText(event, about),
        })),
      }
    },
    loan: ({ loanNo }, { staff }) => showLoan(services, staff, loanNo),
  }
}

/** Rows with the name of the member of staff who did it, if one did. */
async function withNames<Row extends { readonly who: string }>(
  services: Pick<Deps, 'database' | 'vault'>,
  rows: readonly Row[],
): Promise<(Row & { readonly whoName: string | undefined })[]> {
  const actors = [...new Set(rows.map(({ who }) => who))]
  const names = await namesOfStaff(services.database, services, actors)
  return rows.map((row) => ({ ...row, whoName: names.get(row.who) }))
}

async function ordersOf(deps: Pick<Deps, 'database' | 'vault'>, customer: CustomerNo) {
  const orders = await withNames(deps, await listOrders(deps.database, customer))
  return orders.map(({ amountFen, at, settledAt, wire, ...order }) => ({
    ...order,
    amount: fen(amountFen),
    at: at.getTime(),
    settledAt: settledAt?.getTime(),
    trace: wire && { ...wire, orderedAt: wire.orderedAt.getTime() },
  }))
}

async function benefitsOf({ database }: Pick<Deps, 'database'>, customer: CustomerNo) {
  const coupons = await readCoupons(database, customer)
  const offers = await readOffers(database, customer)
  return {
    coupons: coupons.map(({ couponNo, coupon: { benefit, validUntil, state } }) => ({
      couponNo,
      benefit: benefit.kind,
      validUntil,
      state: state.kind,
    })),
    offers: offers.map(({ offerNo, loanNo, offer, state }) => ({
      offerNo,
      loanNo,
      validUntil: offer.lastDay,
      state,
    })),
  }
}

const EVIDENCE = ['loanUse', 'relief', 'hardship'] as const

async function evidenceOf(deps: Deps, customer: CustomerNo) {
  const lists = await Promise.all(EVIDENCE.map((subject) => listEvidence(deps, customer, subject)))
  return lists.flatMap((list, at) =>
    list.map(({ evidenceNo, loanNo, state, drawnOn }) => ({
      evidenceNo,
      loanNo,
      state,
      drawnOn,
      subject: EVIDENCE[at] ?? '',
    })),
  )
}

const MESSAGES = 20

async function messagesOf(
  deps: Pick<Deps, 'database' | 'vault'>,
  { customer, pageNo }: { readonly customer: CustomerNo; readonly pageNo: number },
) {
  const page = { from: (pageNo - 1) * MESSAGES, count: MESSAGES + 1 }
  const found = await listMessages(deps.database, deps, { customer, ...page })
  return {
    messages: found.slice(0, MESSAGES).map(({ kind, text, toldAt, ...message }) => ({
      ...message,
      // A link that signs in is for the customer alone.
      text: messageWords(text),
      title: messageTitle(kind),
      at: toldAt.getTime(),
    })),
    hasMore: found.length > MESSAGES,
  }
}

async function accessOf(deps: Pick<Deps, 'database' | 'vault' | 'now'>, customer: CustomerNo) {
  const { database } = deps
  const { basic } = await findProfile(database, deps, customer)
  const sessions = await listSessions(database, deps, customer)
  return {
    sessions: sessions.map(({ deviceName, app, openedAt, lastUsedAt }) => ({
      deviceName,
      app,
      openedAt: openedAt.getTime(),
      lastUsedAt: lastUsedAt.getTime(),
    })),
    linkedApps: (await listLinkedApps(database, customer)).map(({ provider }) => provider),
    cards: (await readCards(database, deps, customer)).map(({ bankName, lastFour }) => ({
      bankName,
      lastFour,
    })),
    contacts: (basic?.contacts ?? []).map(({ relation, name, mobile }) => ({
      relation: choices.relation.find(({ code }) => code === relation)?.name ?? relation,
      name: maskName(name),
      phone: mask(mobile),
    })),
    consents: (await listConsents(database, customer)).map(({ page, version, agreedAt }) => ({
      page: pageTitle(page),
      version,
      at: agreedAt.getTime(),
    })),
  }
}

function aboutText({ subject, what }: { subject: string; what: string }, about: string): string {
  if (subject === 'contact') return messageTitle(about)
  return what === 'consent' ? pageTitle(about) : about
}
