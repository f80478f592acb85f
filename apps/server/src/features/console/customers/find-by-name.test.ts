import { beforeAll, describe, expect, it } from 'vitest'
import { newSubmittedApplicant } from '#features/credit/testing/applying.ts'
import { cardWith, photograph, type Applicant } from '#features/identity/testing/applicant.ts'
import { getPerson } from '#features/identity/index.ts'
import { newPhone } from '#features/onboarding/testing/visitor.ts'
import { changePhone, passFaceCheckFor } from '#features/profile/testing/phone-changer.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'
import { newStaff } from '#testing/staff.ts'

const product = startProductForFile()
let calls: Client['api']['console-customers']
beforeAll(async () => {
  calls = (await newStaff(product, ['operator'])).client.api['console-customers']
})

type NamedHolder = Applicant & { readonly name: string; readonly idNumber: string }

async function newHolder(): Promise<NamedHolder> {
  const applicant = await newSubmittedApplicant(product)
  const { services } = product
  const { name, idNumber } = await getPerson(services.database, services, applicant.customer)
  return { ...applicant, name, idNumber }
}

async function findNumbers(name: string, number: string): Promise<string[]> {
  const { customers } = await calls.find({ number: `${name} ${number.slice(-4)}` })
  return customers.map(({ customer }) => customer)
}

async function rename(known: NamedHolder, name: string): Promise<void> {
  // Photos must have a later timestamp than the card on file.
  product.advance(1)
  await photograph(product, known, { no: known.idNumber })
  const request = { what: 'name', reason: 'renamed' } as const
  await passFaceCheckFor(product, known, request)
  const card = { ...cardWith({ no: known.idNumber }), name }
  await known.client.api.profile.amend({ act: 'change', ...request, ...card })
}

async function forgetIndex(customer: CustomerNo): Promise<void> {
  await product.services.database.query(
    `UPDATE id_cards SET name_phone_index = NULL, name_number_index = NULL WHERE customer_no = $1`,
    [customer],
  )
}

describe('find by name and four digits', { timeout: 60_000 }, () => {
  it('finds by the last four of the phone or of the ID number, however typed', async () => {
    const { name, phone, idNumber, customer } = await newHolder()
    const four = phone.slice(-4)
    const wide = four.replaceAll(/\d/g, (digit) => String.fromCodePoint(Number(digit) + 0xff10))
    const typed = [
      `${name} ${four}`,
      `${name}${four}`,
      ` ${name}　${wide} `,
      [...Array.from(name), four].join(' '),
    ]
    for (const number of [...typed, `${name} ${idNumber.slice(-4).toLowerCase()}`]) {
      const answer = await calls.find({ number })
      expect(answer).toMatchObject({ foundAs: 'name', tried: ['name'], customers: [{ customer }] })
      expect(JSON.stringify(answer)).not.toContain(name)
    }
    expect(await findNumbers(`${name}某`, phone)).toEqual([])
    expect(await findNumbers(name, String(10_001 + Number(four)))).toEqual([])
  })

  it('lists every customer with the same name and digits', async () => {
    const [one, other] = [await newHolder(), await newHolder()]
    expect(other.name).toBe(one.name)
    await changePhone(product, { ...other, newPhone: `1885550${one.phone.slice(-4)}` })
    const both = [one.customer, other.customer].toSorted()
    expect((await findNumbers(one.name, one.phone)).toSorted()).toEqual(both)
  })

  it('follows a new phone and a new name', async () => {
    const known = await newHolder()
    const { name, phone, idNumber, customer } = known
    await rename(known, '沈清和')
    expect(await findNumbers(name, idNumber)).toEqual([])
    expect(await findNumbers('沈清和', idNumber)).toEqual([customer])
    expect(await findNumbers('沈清和', phone)).toEqual([customer])
    const moved = { ...known, newPhone: newPhone() }
    await changePhone(product, moved)
    expect(await findNumbers('沈清和', phone)).toEqual([])
    expect(await findNumbers('沈清和', moved.newPhone)).toEqual([customer])
  })

  it('finds customers of an earlier release once the task has indexed them', async () => {
    const { name, phone, idNumber, customer } = await newHolder()
    await forgetIndex(customer)
    expect(await findNumbers(name, phone)).toEqual([])
    const { database, tasks, businessDate } = product.services
    const date = await businessDate()
    await database.inTransaction((tx) =>
      tasks.add(tx, { kind: 'index-names', payload: { date }, key: date }),
    )
    await product.runTasks()
    expect(await findNumbers(name, phone)).toEqual([customer])
    expect(await findNumbers(name, idNumber)).toEqual([customer])
  })

  it.each(['沈清和', '沈清和 123', '沈清和 12345', '沈清和 12345678901'])(
    'says that %s could be a name with four digits',
    async (number) => {
      expect(await calls.find({ number })).toMatchObject({ customers: [], couldBe: ['name'] })
    },
  )
})
