import { product } from '@qingzhou/domain/product'
import { minutesAfter } from '#platform/clock.ts'
import type { Services } from '#platform/services.ts'
import { deleteImportsEndedBefore } from './import-store.ts'

const KEPT_MINUTES = product.staff.importDays * 24 * 60

/**
 * Deletes imports that ended long ago together with their problem lists. The staff log keeps who
 * imported how many employees.
 */
export async function deleteOldImports({ database, now }: Services): Promise<void> {
  await deleteImportsEndedBefore(database, minutesAfter(now(), -KEPT_MINUTES))
}
