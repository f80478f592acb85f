import { expect, it } from 'vitest'
import { startProductForFile } from '#testing/product.ts'
import { dumpDatabase, readUploads } from '#testing/stored.ts'
import { newStaff } from '#testing/staff.ts'
import { csvOf, peopleFrom, personOf, rowOf, importFile, start } from './testing/people.ts'

const product = startProductForFile()

it('roster entries, uploaded files and their problem lists are stored in plain text nowhere', async () => {
  const staff = await newStaff(product, ['operator'])
  const { addName, names } = staff.client.api.staff
  await addName(personOf(1))
  await names({ search: personOf(1).idNumber, pageNo: 1, asFile: true })
  await importFile(product, staff, csvOf(peopleFrom(2, 2)))
  // Without a heading, with an invalid row, and not yet imported.
  await importFile(product, staff, rowOf(personOf(4)).join(','))
  await importFile(product, staff, csvOf([{ ...personOf(5), mobile: '1' }]))
  await start(staff, csvOf([personOf(6)]))

  const texts = peopleFrom(1, 6).flatMap(({ name, idNumber, mobile }) => [name, idNumber, mobile])
  const places = [await dumpDatabase(product.services.database), product.logged()]
  const files = await readUploads(product)
  expect(files).toHaveLength(1)
  const found = texts.filter((text) => {
    const written = [text, Buffer.from(text).toString('hex'), Buffer.from(text).toString('base64')]
    return (
      written.some((form) => places.some((place) => place.includes(form))) ||
      files.some((file) => file.includes(text))
    )
  })
  expect(found).toEqual([])
})
