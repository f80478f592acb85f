import { mask, maskIdNumber } from '@qingzhou/domain/people/masking'
import { maskName, tidyName } from '@qingzhou/domain/people/person-name'

/** Somebody on the list: what their employer has told us of them. */
export type Employee = {
  readonly name: string
  readonly idNumber: string
  readonly mobile: string
  readonly employer: string
}

/** Everything in its one form, so that the same person typed twice is the same person. */
export function tidied({ name, idNumber, mobile, employer }: Employee): Employee {
  return {
    name: tidyName(name),
    idNumber: idNumber.toUpperCase(),
    mobile,
    employer: employer.normalize('NFKC').trim(),
  }
}

/** What an employer is found by: letters of any case, with spaces or without. */
export function employerSearch(employer: string): string {
  return employer.normalize('NFKC').toLowerCase().replaceAll(/\s/gu, '')
}

/** As it may be shown and handed out: nobody reads a whole number off the list. */
export function masked({ name, idNumber, mobile, employer }: Employee): Employee {
  return {
    name: maskName(name),
    idNumber: maskIdNumber(idNumber),
    mobile: mask(mobile),
    employer,
  }
}
