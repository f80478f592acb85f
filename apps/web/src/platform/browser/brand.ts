import { standardLender, type Lender } from '@qingzhou/domain/lender'
import { config } from './config.ts'

const { brand } = config()

/** The lender that the server names in the page. */
export const lender: Lender = brand?.lender ?? standardLender

/** A partner's logo; undefined for the standard one. */
export const partnerMark = brand?.mark
