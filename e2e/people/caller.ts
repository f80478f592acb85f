import { createClient } from '@qingzhou/server/testing/client.ts'
import type { Transport, Client } from '@qingzhou/server/testing/client.ts'
import type { TestPerson } from '@qingzhou/provider-api/test-people'

export type Caller = Client & { readonly address: string; readonly person: TestPerson }

const own = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' }

/** A signed-in customer who calls the API without the app, to prepare test data. */
export async function callAs(address: string, person: TestPerson): Promise<Caller> {
  const client = clientAt(address)
  const signIn = async () => {
    const answer = await fetch(new URL('/desk/api/sign-in-links', address), {
      method: 'POST',
      headers: own,
      body: JSON.stringify({ phone: person.phone, path: '/landChannel' }),
    })
    // The shape is defined by the desk's routes.
    const { linkToken } = (await answer.json()) as { linkToken: string }
    client.token = (await client.api.onboarding.redeemLinkToken({ linkToken })).token
  }
  await signIn()
  // The phone on which the desk completed the application, so that it is a known device.
  const { customerNo } = await client.api.onboarding.currentUser({})
  client.common['deviceId'] = `desk-${customerNo}`
  await signIn()
  return Object.assign(client, { address, person })
}

/** A member of staff who calls the API of the staff area. */
export async function callAsStaff(
  address: string,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<Client> {
  const client = clientAt(address)
  client.staffToken = (await client.api.staff.signIn({ username, password })).token
  return client
}

function clientAt(address: string): Client {
  return createClient(over(address), { nowMs: () => Date.now(), ip: 'a-phone' })
}

/** Sends calls over the network, as a browser does. */
function over(address: string): Transport {
  return {
    async inject({ method, url, headers, query, body }) {
      const target = new URL(url, address)
      for (const [name, value] of Object.entries(query ?? {})) target.searchParams.set(name, value)
      const response = await fetch(target, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        cookies: response.headers.getSetCookie().map(cookieOf),
        json: () => JSON.parse(text),
      }
    },
  }
}

function cookieOf(line: string): { name: string; value: string; maxAge?: number } {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  const [, age] = /max-age=(\d+)/i.exec(line) ?? []
  return { name, value, ...(age !== undefined && { maxAge: Number(age) }) }
}
