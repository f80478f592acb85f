import type { dataCopiesShapes } from '@qingzhou/contract/features/data-copies'
import type { Output } from '@qingzhou/contract/wire/shape'
import { mask } from '@qingzhou/domain/people/masking'
import { product } from '@qingzhou/domain/product'
import { dayInShanghai, minutesAfter } from '@qingzhou/platform/clock'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { newFileLinks } from '@qingzhou/platform/files/file-link-store'
import { Refused } from '@qingzhou/platform/refused'
import { getPhone, hasPassedCheck, takePassedCheck } from '#features/onboarding/index.ts'
import type { Services } from '#services.ts'
import {
  countDownload,
  insertCopy,
  listCopies,
  lockCustomerForCopy,
  type DataCopy,
} from './copy-store.ts'
import { tablesInCopy } from './plan/copy-plan.ts'

type Answer = Output<(typeof dataCopiesShapes)['copies']>

const MINUTES_A_DAY = 24 * 60

/** The copies of a customer, and from when on another can be asked for. */
export async function readCopies(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  { session }: SignedInCaller,
): Promise<Answer> {
  const { database, now } = services
  const { customer } = session
  const copies = await listCopies(database, customer)
  const opensAt = nextRequestAt(copies)
  return {
    copies: copies.map(({ requestNo, state, percent, requestedAt, expiresAt, bytes }) => ({
      requestNo,
      state: isOver(expiresAt, now()) ? 'expired' : state,
      percent,
      requestedAt: requestedAt.getTime(),
      expiresAt: expiresAt?.getTime(),
      bytes,
    })),
    opensOn: opensAt !== undefined && opensAt > now() ? dayInShanghai(opensAt) : undefined,
    isConfirmed: await hasPassedCheck(database, services, { session, purpose: 'data-copy' }),
    maskedPhone: mask(await getPhone(database, services, customer)),
    days: product.dataCopy.days,
  }
}

/**
 * Asks for a copy after the code of its purpose. The same request, and one of another phone while a
 * copy is being made, add none.
 */
export async function requestCopy(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
  caller: SignedInCaller,
  { requestNo }: { readonly requestNo: string },
): Promise<Answer> {
  const { database, tasks, now } = services
  const { session } = caller
  const { customer } = session
  await database.inTransaction(async (tx) => {
    await lockCustomerForCopy(tx, customer)
    const copies = await listCopies(tx, customer)
    const isAsked = copies.some((one) => one.requestNo === requestNo || one.state === 'preparing')
    if (isAsked) return
    const opensAt = nextRequestAt(copies)
    if (opensAt !== undefined && opensAt > now()) {
      throw new Refused({ kind: 'data-copies-used-up', opensOn: dayInShanghai(opensAt) })
    }
    if (!(await takePassedCheck(tx, services, { session, purpose: 'data-copy' }))) {
      throw new Refused({ kind: 'verification-needed' })
    }
    await insertCopy(tx, { customer, requestNo, tablesTotal: tablesInCopy, at: now() })
    const payload = { customer, requestNo }
    await tasks.add(tx, { kind: 'prepare-data-copy', payload, key: `${customer}:${requestNo}` })
  })
  return readCopies(services, caller)
}

/** A link to the archive, for this session. It can be opened again until it ends, from any byte on. */
export async function linkToCopy(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  caller: SignedInCaller,
  { requestNo }: { readonly requestNo: string },
): Promise<{ url: string }> {
  const { database, now } = services
  const { customer } = caller.session
  const copies = await listCopies(database, customer)
  const copy = copies.find((one) => one.requestNo === requestNo)
  if (copy?.fileNo === undefined || isOver(copy.expiresAt, now())) {
    throw new Refused({ kind: 'data-copy-gone' })
  }
  const fileName = `个人信息副本-${dayInShanghai(copy.requestedAt)}`
  const file = { customer, fileNo: copy.fileNo, fileName, form: 'zip' } as const
  const [url] = await newFileLinks(database, services, {
    holder: caller.readSecret('session'),
    files: [file],
  })
  if (url === undefined) throw new Refused({ kind: 'not-signed-in' })
  await countDownload(database, { customer, requestNo, at: now() })
  return { url }
}

/** When the oldest request that counts is long enough ago. Undefined if another is free. */
function nextRequestAt(copies: readonly DataCopy[]): Date | undefined {
  const { requestsMax, requestDays } = product.dataCopy
  const counted = copies[requestsMax - 1]
  return counted && minutesAfter(counted.requestedAt, requestDays * MINUTES_A_DAY)
}

function isOver(expiresAt: Date | undefined, now: Date): boolean {
  return expiresAt !== undefined && expiresAt <= now
}
