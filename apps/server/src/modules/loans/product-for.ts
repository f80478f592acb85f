import { defaultProductNo, employeeProductNo, type ProductNo } from '@qingzhou/domain/product'
import type { CustomerNo } from '#customer-no.ts'
import type { Queryable } from '#database/database.ts'
import { isListed } from '#modules/staff/index.ts'
import type { Services } from '#services.ts'
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
