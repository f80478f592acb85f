import { mask, maskIdNumber } from '@qingzhou/domain/people/masking'
import { maskName, tidyName } from '@qingzhou/domain/people/person-name'

/** An entry of the employee roster, as reported by the employer. */
export type Employee = {
  readonly name: string
  readonly idNumber: string
  readonly mobile: string
  readonly employer: string
}

/** Normalises all fields, so that the same person is recognised in any spelling. */
export function normaliseEmployee({ name, idNumber, mobile, employer }: Employee): Employee {
  return {
    name: tidyName(name),
    idNumber: idNumber.toUpperCase(),
    mobile,
    employer: employer.normalize('NFKC').trim(),
  }
}

/** The search form of an employer: lower case, without spaces. */
export function employerSearch(employer: string): string {
  return employer.normalize('NFKC').toLowerCase().replaceAll(/\s/gu, '')
}

/** Masked for display and export: whole numbers are never shown. */
export function maskEmployee({ name, idNumber, mobile, employer }: Employee): Employee {
  return {
    name: maskName(name),
    idNumber: maskIdNumber(idNumber),
    mobile: mask(mobile),
    employer,
  }
}
