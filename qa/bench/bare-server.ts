import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { Pool } from 'pg'

/**
 * A minimal server: reads a body and answers a small JSON, at `/sql` after one statement that
 * remembers a body. Sends its port to the parent process.
 */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 20 })
await pool.query(
  'CREATE UNLOGGED TABLE bench_bodies (body_hash bytea PRIMARY KEY, seen_at timestamptz)',
)

const remember = {
  name: 'remember',
  text: 'INSERT INTO bench_bodies (body_hash, seen_at) VALUES ($1, $2)',
}

function answer(response: ServerResponse): void {
  response.setHeader('content-type', 'application/json')
  response.end('{"statusInfo":{"code":"COMCC00000","message":"","timestamp":0,"requestId":""}}')
}

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    if (request.url !== '/sql') return answer(response)
    pool.query({ ...remember, values: [randomBytes(32), new Date()] }).then(
      () => answer(response),
      () => response.writeHead(500).end(),
    )
  })
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('disconnect', () => process.exit())
