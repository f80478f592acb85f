import { Agent, request } from 'node:http'

export type Post = {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

const CONNECTIONS = 16

/** Posts all of them over a few connections kept alive; answers how long it took. */
export async function postAll(address: string, posts: readonly Post[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const waiting = posts.values()
  const started = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const post of waiting) await postOne(address, post, agent)
    }),
  )
  const took = performance.now() - started
  agent.destroy()
  return took
}

function postOne(address: string, { path, headers, body }: Post, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, address), { method: 'POST', headers, agent }, (answer) => {
      answer.resume()
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`${path} answered ${answer.statusCode}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
