import { product } from '@qingzhou/domain/product'
import { minutesAfter } from '#platform/clock.ts'
import type { Services } from '#platform/services.ts'
import { deleteImportsEndedBefore } from './import-store.ts'

const KEPT_MINUTES = product.staff.importDays * 24 * 60

/**
 * Forgets imports that ended long ago, and with them what was wrong with their files. Who imported
 * how many names stays in the staff log.
 */
export async function forgetImports({ database, now }: Services): Promise<void> {
  await deleteImportsEndedBefore(database, minutesAfter(now(), -KEPT_MINUTES))
}
