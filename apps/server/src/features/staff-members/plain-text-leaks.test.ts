import { expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { startProductForFile } from '#testing/product.ts'
import { dumpDatabase } from '#testing/stored.ts'
import { newStaff } from '#testing/staff.ts'
import { changePassword } from './index.ts'

const product = startProductForFile()

it(
  'no password, token, secret, name or phone of staff is stored in plain text in a table or the log',
  { timeout: 60_000 },
  async () => {
    const phone = '13912345678'
    const { client, username, password } = await newStaff(product, ['admin'], { phone })
    const token = String(client.staffToken)
    const secret = String(client.cookies.get('qz_staff'))
    await client.send(calls.staff.me)
    await client.send(calls.staff.names, { anything: 'x' })
    await client.send(calls.staff.signIn, { username, password: 'Typed_Wrong_1' })
    await client.send(calls.staff.signIn, { username: 'Typed_Amiss_2', password })
    // A token in the URL would be logged by every proxy; our own log must not contain it.
    await client.send(calls.staff.me, { token })
    await changePassword(product.services, { username, password: 'Newly_Set_3' })

    const planted = [
      password,
      'Typed_Wrong_1',
      'Typed_Amiss_2',
      'Newly_Set_3',
      token,
      secret,
      '余舟',
      phone,
    ]
    const places = [await dumpDatabase(product.services.database), product.logged()]
    expect(places[0]).toContain(username)
    const found = planted.filter((text) => {
      const written = [
        text,
        text.toLowerCase(),
        Buffer.from(text).toString('hex'),
        // The decoded bytes of a token; a Chinese name decodes to none.
        Buffer.from(text, 'base64url').toString('hex') || text,
        Buffer.from(text).toString('base64'),
      ]
      return written.some((form) => places.some((place) => place.includes(form)))
    })
    expect(found).toEqual([])
  },
)
