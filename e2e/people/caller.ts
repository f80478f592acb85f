import { createClient } from '@qingzhou/server/testing/client.ts'
import type { Carrier, Client } from '@qingzhou/server/testing/client.ts'
import type { TestPerson } from '@qingzhou/provider-api/test-people'

export type Caller = Client & { readonly address: string; readonly person: TestPerson }

const own = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' }

/** Somebody signed in who makes the app's calls without the app: for what a test only needs to be there. */
export async function callAs(address: string, person: TestPerson): Promise<Caller> {
  const client = clientAt(address)
  const { phone } = person
  const answer = await fetch(new URL('/desk/api/sign-in-links', address), {
    method: 'POST',
    headers: own,
    body: JSON.stringify({ phone, path: '/landChannel' }),
  })
  // The desk's own answer, whose shape its routes fix.
  const { linkToken } = (await answer.json()) as { linkToken: string }
  client.token = (await client.api.onboarding.redeemLinkToken({ linkToken })).token
  // The phone on which the desk has walked them to their limit, so that nobody wonders.
  const { customerNo } = await client.api.onboarding.currentUser({})
  client.common['deviceKey'] = `desk-${customerNo}`
  return Object.assign(client, { address, person })
}

/** A member of staff who makes the calls of their area. */
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

/** Carries calls over the network, as a browser does. */
function over(address: string): Carrier {
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
