import { defaultProductNo, employeeProductNo, type ProductNo } from '@qingzhou/domain/product'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { isListed } from '#features/staff/index.ts'
import type { Services } from '#platform/services.ts'
import type { Trial } from './quote-draw.ts'

/** What a draw of this borrower would be today, whatever their browser believes it to be; or a purchase. */
export async function productFor(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  customer: CustomerNo,
  { productNo }: Pick<Trial, 'productNo'>,
): Promise<ProductNo> {
  if (productNo !== undefined) return productNo
  return (await isListed(db, services, customer)) ? employeeProductNo : defaultProductNo
}
